/** `history`, `diff`, `undo`: what the map was, what differs, and the way back. */
import { ApiError, type Change } from 'meridian-client';
import { Refused, UsageError } from '../errors.js';
import { printRows, safeJson, type Format, type Row } from '../output.js';
import { note, print } from '../terminal.js';
import { lineOf, whatOf } from './changes.js';
import { parseId } from './objects.js';
import { openSession, signal, type CommonOptions } from './session.js';

/** Changes of an object that are asked for, unless somebody says otherwise. */
const DEFAULT_LIMIT = 50;

interface HistoryOptions extends CommonOptions {
  type: string;
  id: string;
  limit?: number | undefined;
  output?: 'table' | 'jsonl' | undefined;
}

/** The changes of one object, the newest first. */
export async function history({ type, id, limit = DEFAULT_LIMIT, output, ...options }: HistoryOptions): Promise<void> {
  const session = await openSession(options);
  const { path } = await session.type(type);
  const changes = await session.client.request<Change[]>('GET', `/api/${path}/${parseId(id)}/history`, {
    query: { 'page[size]': limit },
    signal,
  });
  const isTable = (output ?? (process.stdout.isTTY ? 'table' : 'jsonl')) === 'table';
  for (const change of changes) await print(isTable ? `${lineOf(change)}\n` : `${safeJson(change)}\n`);
}

interface DiffOptions extends CommonOptions {
  from?: string | undefined;
  to?: string | undefined;
  kinds?: readonly string[] | undefined;
  view?: string | undefined;
  summary?: boolean | undefined;
  output?: Format | undefined;
}

/** A row of a difference. */
interface DiffRow {
  resource: string;
  id: number;
  name: string | null;
  action: string;
  changes: Record<string, unknown>;
  links: Record<string, unknown>;
}

/** What differs between two moments: a line for each object, or counts. */
export async function diff({ from, to, kinds, view, summary = false, output, ...options }: DiffOptions): Promise<void> {
  if (from === undefined) throw new UsageError('Say from which moment on: --from 2026-11-01, or --from cursor:….');
  const { client } = await openSession(options);
  const query = {
    from,
    ...(to !== undefined && { to }),
    ...(kinds && { resource: kinds.join(',') }),
    ...(view !== undefined && { view }),
    ...(summary && { summary: 1 }),
  };
  const rows = await client.request<Row[]>('GET', '/api/diff', { query, signal, timeout: 0 });
  const format = output ?? (process.stdout.isTTY ? 'table' : 'json');
  const isShort = !summary && (format === 'table' || format === 'csv');
  const shown = isShort ? (rows as unknown as DiffRow[]).map(inShort) : rows;
  await printRows(shown, { format });
}

const inShort = ({ resource, id, name, action, ...what }: DiffRow): Row => ({
  action,
  ...{ object: `${resource}/${id}`, name, what: whatOf(what) },
});

interface UndoOptions extends CommonOptions {
  transaction?: string | undefined;
  request?: string | undefined;
  dryRun?: boolean | undefined;
  skipConflicts?: boolean | undefined;
  output?: 'text' | 'json' | undefined;
}

interface Outcome {
  resource: string;
  id: number;
  name: string | null;
  action: string;
  fields: string[];
}

interface Undone {
  objects: Outcome[];
  conflicts: Outcome[];
  left_out: Array<{ resource: string; id: number; field: string; ids: number[] }>;
  errors: Record<string, string[]>;
}

/** Takes back what one request did, or shows what that would do. Throws Refused with what was changed since. */
export async function undo(options: UndoOptions): Promise<void> {
  const { transaction, request, dryRun = false, skipConflicts = false, output = 'text', ...common } = options;
  if ((transaction === undefined) === (request === undefined))
    throw new UsageError('Say what is to be taken back: either a transaction or --request ID.');
  const { client } = await openSession(common);
  const body = {
    ...(transaction === undefined ? { request_id: request } : { transaction }),
    ...(skipConflicts && { conflicts: 'skip' }),
  };
  let undone: Undone;
  try {
    const query = dryRun ? { dry_run: 1 } : {};
    undone = (await client.request<{ data: Undone }>('POST', '/api/changes/undo', { body, query, signal, timeout: 0 }))
      .data;
  } catch (error) {
    const conflicts = error instanceof ApiError ? (error.problem['conflicts'] as Outcome[] | undefined) : undefined;
    if (!conflicts) throw error;
    throw new Refused(
      [(error as ApiError).message, ...conflicts.map(inWords), '--skip-conflicts leaves them as they are.'].join('\n'),
    );
  }
  if (output === 'json') return print(`${safeJson(undone, 2)}\n`);
  for (const one of undone.objects) await print(`${inWords(one)}\n`);
  for (const { resource, id, field, ids } of undone.left_out)
    note(`${resource}/${id}: ${field} ${ids.join(', ')} stays out, since that is deleted by now.`);
  if (undone.conflicts.length)
    note(['These were changed since, and are left:', ...undone.conflicts.map(inWords)].join('\n'));
  for (const [key, messages] of Object.entries(undone.errors)) note(`${key}: ${messages.join(' ')}`);
  if (dryRun) note('Nothing was stored.');
}

/** Names are other people's words: nothing in them is obeyed by the terminal. */
const inWords = ({ action, resource, id, name, fields }: Outcome): string =>
  safeJson([action, `${resource}/${id}`, name ?? '', fields.join(', ')].filter(Boolean).join('  ')).slice(1, -1);
