/** `changes`: what happened in the map, and with `--follow` what happens. */
import type { Change, ChangeAction } from 'meridian-client';
import { printRows, safeJson, type Row } from '../output.js';
import { print } from '../terminal.js';
import { openSession, signal, type CommonOptions } from './session.js';

interface ChangesOptions extends CommonOptions {
  since?: string | undefined;
  kinds?: readonly string[] | undefined;
  actions?: readonly string[] | undefined;
  follow?: boolean | undefined;
  direct?: boolean | undefined;
  output?: 'table' | 'jsonl' | undefined;
}

/** Prints changes as they come: for people a line of words each, for programs the whole of each as a line of JSON. */
export async function changes({
  since,
  kinds,
  actions,
  follow = false,
  direct = false,
  output = process.stdout.isTTY ? 'table' : 'jsonl',
  ...options
}: ChangesOptions): Promise<void> {
  const { client } = await openSession(options);
  const feed = client.changes({
    ...{ signal, follow, direct },
    // Whoever follows begins now, unless they say otherwise.
    since: since ?? (follow ? 'now' : 'beginning'),
    ...(kinds && { resource: kinds }),
    ...(actions && { action: actions as readonly ChangeAction[] }),
  });
  if (output === 'table' && !follow) return void (await printRows(rowsOf(feed), { format: 'table' }));
  for await (const change of feed) await print(output === 'jsonl' ? `${safeJson(change)}\n` : `${lineOf(change)}\n`);
}

async function* rowsOf(feed: AsyncIterable<Change>): AsyncIterable<Row> {
  for await (const { time, subject, data } of feed) {
    const { action, name } = data;
    yield { time, action, object: subject, name, what: whatOf(data) };
  }
}

/** The columns and links that a change touches. */
export const whatOf = ({ changes: columns = {}, links = {} }: { changes?: object; links?: object }): string =>
  [...Object.keys(columns), ...Object.keys(links)].join(', ');

/** A change as a line of words. */
export function lineOf({ time, subject, data }: Change): string {
  const text = [time, data.action, subject, data.name ?? '', whatOf(data)].filter(Boolean).join('  ');
  // Names are other people's words: nothing in them is obeyed by the terminal.
  return safeJson(text).slice(1, -1);
}
