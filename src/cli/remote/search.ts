/** `search`: objects of all types by what they are called. */
import { defaultFormat, printObject, printRows, type Format } from '../output.js';
import { note, noteHidden } from '../terminal.js';
import { openSession, signal, type CommonOptions } from './session.js';

interface SearchOptions extends CommonOptions {
  words: readonly string[];
  kinds?: readonly string[] | undefined;
  limit?: number | undefined;
  output?: Format | undefined;
}

/** Finds objects and prints them, the best first. */
export async function search({
  words,
  kinds,
  limit,
  output = defaultFormat(),
  ...options
}: SearchOptions): Promise<void> {
  const { client } = await openSession(options);
  const { results, meta } = await client.search(words.join(' '), {
    signal,
    ...(kinds && { kinds: kinds.join(',') }),
    ...(limit !== undefined && { limit }),
  });
  if (output === 'json') {
    await printObject({ results, meta }, output);
    return noteHidden(meta.hidden_kinds);
  }
  const rows = results.map(({ kind, id, name, where, match: { how, field, value } }) => {
    return { kind, id, name, where: where?.name ?? null, match: how, field, value };
  });
  await printRows(rows, { format: output, columns: ['kind', 'id', 'name', 'where', 'match', 'field', 'value'] });
  if (!rows.length) note('There are none.');
  if (meta.truncated) note(`${meta.left_out} more are not listed: --limit N lists more, --kinds narrows.`);
  noteHidden(meta.hidden_kinds);
}
