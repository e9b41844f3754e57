/** `feed sources`, `feed source`: who feeds the map, and how what they say is weighed. */
import { ApiError } from 'meridian-client';
import { DEFAULT_PRECEDENCE } from '../../../feed/merge/ranks.js';
import { UsageError } from '../../errors.js';
import { defaultFormat, printObject, printRows, type Format, type Row } from '../../output.js';
import { note } from '../../terminal.js';
import { openSession, signal, type CommonOptions, type Session } from '../session.js';
import { requireSource, structuredFile, type FeedDefaults } from './document.js';

export interface Source {
  name: string;
  settings: FeedDefaults & { precedence?: number; expected_every?: string };
  last_run: { id: number; state: string; finished_at: string | null } | null;
  records: number;
  missing: number;
  overdue: boolean;
}

interface OutputOptions extends CommonOptions {
  output?: Format | undefined;
}

const pathOf = (name: string): string => `/api/feed/sources/${encodeURIComponent(name)}`;

/** A source; undefined where there is none. Of one that the caller may not look at nothing is known but that it may be fed. */
export async function findSource({ client }: Session, name: string): Promise<Pick<Source, 'settings'> | undefined> {
  try {
    return (await client.request<{ data: Source }>('GET', pathOf(name), { signal })).data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) return { settings: {} };
    if (error.status === 404) return undefined;
    throw error;
  }
}

/** Makes a source, or changes the settings that are named. */
export const putSource = ({ client }: Session, name: string, settings: object): Promise<Source & Row> =>
  client.request<Source & Row>('PUT', pathOf(name), { body: settings, signal });

/** Prints all sources. */
export async function sources({ output, ...options }: OutputOptions): Promise<void> {
  const { client } = await openSession(options);
  const all = await client.request<Array<Source & Row>>('GET', '/api/feed/sources', { signal });
  const format = output ?? defaultFormat();
  if (format !== 'table') return void (await printRows(all, { format }));
  const rows = all.map(({ name, settings, last_run: last, records, missing, overdue }) => ({
    name,
    precedence: settings.precedence ?? DEFAULT_PRECEDENCE,
    last_run: last && `${last.id} ${last.state} ${last.finished_at ?? ''}`,
    records,
    missing,
    overdue: overdue ? 'overdue' : '',
  }));
  await printRows(rows, { format, columns: ['name', 'precedence', 'records', 'missing', 'overdue', 'last_run'] });
  if (!rows.length) note('There are none.');
}

/** Makes, changes, shows or retires a source. */
export async function source(
  call: OutputOptions & { action: string; source: string; settings: readonly string[] | undefined },
): Promise<void> {
  const { action, settings: words = [] } = call;
  const name = requireSource(call.source);
  if (action === 'retire') {
    if (words.length) throw new UsageError(`A source is retired whole: what is '${words[0]}'?`);
    const { client } = await openSession(call);
    await client.request('DELETE', pathOf(name), { signal });
    return note(`The source ${name} is retired. What it said stays in the map, as values by hand.`);
  }
  if (action === 'show') {
    if (words.length) throw new UsageError(`A source is shown whole: what is '${words[0]}'?`);
    const { client } = await openSession(call);
    const { data } = await client.request<{ data: Source & Row }>('GET', pathOf(name), { signal });
    return printObject(data, call.output);
  }
  const settings = Object.fromEntries(await Promise.all(words.map(settingOf)));
  await printObject(await putSource(await openSession(call), name, settings), call.output);
}

/** `precedence=60`, `missing={"do":"mark"}`, `as=csv`, `map=@vms.map.json`, `guard=` for what is usual. */
async function settingOf(word: string): Promise<[string, unknown]> {
  const equals = word.indexOf('=');
  if (equals <= 0) throw new UsageError(`A setting is given as name=value, not '${word}'.`);
  const [name, value] = [word.slice(0, equals), word.slice(equals + 1)];
  if (value === '') return [name, null];
  if (value.startsWith('@')) return [name, await structuredFile(value.slice(1))];
  try {
    return [name, JSON.parse(value)];
  } catch (error) {
    // What begins as JSON is meant as some.
    if (/^[[{"]/.test(value)) throw new UsageError(`The value of ${name} is not JSON: ${(error as Error).message}.`);
    return [name, value];
  }
}
