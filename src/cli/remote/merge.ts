/** `merge`, `unmerge`: objects that are one thing become one, and come apart again. */
import { UsageError } from '../errors.js';
import { defaultFormat, printObject, printRows, type Format } from '../output.js';
import { note } from '../terminal.js';
import { parseId } from './objects.js';
import { openSession, signal, type CommonOptions } from './session.js';

interface ObjectOptions extends CommonOptions {
  type: string;
  id: string;
  dryRun?: boolean | undefined;
  output?: Format | undefined;
}

/** What the server says of a merge. */
interface Merged {
  into: number;
  merged: number[];
  differing: Record<string, { kept: number | null; values: Record<string, unknown> }>;
  moved: Record<string, number>;
  entry: number | null;
}

/** Makes one object of several, and tells what was kept and what moved. */
export async function merge(
  options: ObjectOptions & { from: readonly string[]; prefer?: readonly string[] | undefined },
): Promise<void> {
  const from = options.from.map(parseId);
  const { type, merged } = await sent(options, 'merge', { from, prefer: preferred(options.prefer) });
  const others = merged.merged.map((id) => `#${id}`).join(', ');
  if (merged.entry === null) return note(`${type} ${others} would become part of #${merged.into}; nothing was stored.`);
  note(`${type} ${others} became part of #${merged.into}.`);
  note(`This takes it back: meridian unmerge ${type} ${merged.into} ${merged.entry}`);
}

/** Takes a merge back, by its entry in the journal. */
export async function unmerge(options: ObjectOptions & { entry: string }): Promise<void> {
  const entry = parseId(options.entry);
  const { type, merged } = await sent(options, 'unmerge', { entry });
  const others = merged.merged.map((id) => `#${id}`).join(', ');
  note(`${type} ${others} ${options.dryRun ? 'could come' : 'came'} apart from #${merged.into} again.`);
}

async function sent(
  { dryRun, output, ...options }: ObjectOptions,
  action: 'merge' | 'unmerge',
  body: object,
): Promise<{ type: string; merged: Merged }> {
  const id = parseId(options.id);
  const session = await openSession(options);
  const { path } = await session.type(options.type);
  const answer = await session.client.request<{ data: Merged }>('POST', `/api/${path}/${id}/${action}`, {
    body,
    signal,
    ...(dryRun && { query: { dry_run: 1 } }),
  });
  await printMerged(answer.data, output);
  return { type: path, merged: answer.data };
}

/** A table has a line for each column of which they differ, with whose value stands; programs get all of it. */
async function printMerged(merged: Merged, format = defaultFormat()): Promise<void> {
  if (format !== 'table') return printObject({ ...merged }, format);
  const ids = [merged.into, ...merged.merged];
  const rows = Object.entries(merged.differing).map(([column, { kept, values }]) => ({
    column,
    ...Object.fromEntries(ids.map((id) => [`#${id}`, values[id] ?? null])),
    stands: kept === null ? 'both' : `#${kept}`,
  }));
  if (rows.length) await printRows(rows, { format, columns: ['column', ...ids.map((id) => `#${id}`), 'stands'] });
  const moved = Object.entries(merged.moved).map(([name, count]) => `${count} ${name}`);
  if (moved.length) note(`Moves: ${moved.join(', ')}.`);
}

/** `['cpu=42']` as `{ cpu: 42 }`. */
function preferred(words: readonly string[] = []): Record<string, number> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      if (at < 1) throw new UsageError(`--prefer is given as column=id, not '${word}'.`);
      return [word.slice(0, at), parseId(word.slice(at + 1))];
    }),
  );
}
