/** `feed why`, `feed hold`, `feed free`, `feed release`: where the values of an object come from, and who may write them. */
import { defaultFormat, printObject, printRows, type Format } from '../../output.js';
import { note, print } from '../../terminal.js';
import { openSession, signal, type CommonOptions, type Session } from '../session.js';
import { parseId } from '../objects.js';

interface ObjectOptions extends CommonOptions {
  type: string;
  id: string;
}

interface Provenance {
  data: ReadonlyArray<{
    source: string;
    ref: string | null;
    refs: readonly string[];
    scopes: readonly string[];
    first_seen: string | null;
    last_seen: string | null;
    missing_since: string | null;
    run: number | null;
  }>;
  fields: Readonly<
    Record<
      string,
      { value: unknown; from?: string; said?: ReadonlyArray<{ source: string; says: unknown }>; mark?: string | null }
    >
  >;
}

async function placeOf(session: Session, { type, id }: ObjectOptions): Promise<string> {
  const number = parseId(id);
  return `/api/${(await session.type(type)).path}/${number}/sources`;
}

/** Prints the sources of an object, and for each field of which they speak its value, where it is from, and who says what. */
export async function why(options: ObjectOptions & { output?: Format | undefined }): Promise<void> {
  const session = await openSession(options);
  const answer = await session.client.request<Provenance>('GET', await placeOf(session, options), { signal });
  const format = options.output ?? defaultFormat();
  if (format === 'json') return printObject({ ...answer }, format);
  const fields = Object.entries(answer.fields).map(([field, { value, from, said = [], mark }]) => ({
    field,
    value: inText(value),
    from: from ?? '',
    mark: mark ?? '',
    said: said.map(({ source, says }) => `${source}: ${inText(says)}`).join(', '),
  }));
  if (format === 'table') {
    const columns = ['source', 'ref', 'scopes', 'last_seen', 'missing_since', 'run'];
    // The scope without a name is one of its own.
    const named = (scopes: readonly string[]): string => scopes.map((one) => one || '(no scope)').join(', ');
    const isScoped = answer.data.some(({ scopes }) => scopes.some(Boolean));
    const rows = answer.data.map((row) => ({
      ...row,
      ref: row.refs.join(', '),
      scopes: isScoped ? named(row.scopes) : '',
    }));
    await printRows(rows, { format, columns });
    if (!answer.data.length) return note('No source speaks of it.');
    await print('\n');
  }
  await printRows(fields, { format, columns: ['field', 'value', 'from', 'mark', 'said'] });
  if (format === 'table') note(MARKS);
}

const MARKS =
  'hold: no source writes the field. free: the next source may change the value that stands now. No mark, as after release: what people typed stays.';

const inText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

const DONE = { hold: 'Held for sources', free: 'Free for sources', release: 'Neither held nor free' };

/** Marks fields of an object: no source writes them, any does, or neither is said of them. */
export async function mark(
  options: ObjectOptions & { fields: readonly string[] },
  kind: keyof typeof DONE,
): Promise<void> {
  const session = await openSession(options);
  const path = await placeOf(session, options);
  const fields = [...new Set(options.fields)];
  const body = Object.fromEntries(fields.map((field) => [field, kind === 'release' ? null : kind]));
  await session.client.request('PATCH', path, { body, signal });
  note(`${DONE[kind]}: ${fields.join(', ')} of ${path.split('/').slice(2, 4).join(' ')}.`);
}
