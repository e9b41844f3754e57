/** Feeding as pages speak of it: sources, plans, runs, and how a file becomes a plan. */
import type { Kind } from './kinds.js';
import type { MapOfKinds } from './map.js';
import type { Choice } from './openapi.js';
import { client } from './session.js';
import { reasonOf } from './upload.js';

/** An object that a plan or a source speaks of: one of the map, one that a plan makes, or one that the reader may not list. */
export type ShownObject =
  ({ id: number; name: string } & Carried) | ({ new: true; id?: number; name: string } & Carried) | { hidden: true };

/** The word that a pair is to carry, and the one that it carries, where that changes. */
interface Carried {
  word?: string;
  before?: string;
}

export const ACTIONS = ['create', 'restore', 'update', 'mark', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

export interface Change {
  n: number;
  action: Action;
  type: string;
  id?: number;
  ref?: string;
  name: string;
  by?: string;
  missing?: true;
  /** Before and after by column. */
  set: Record<string, readonly unknown[]>;
  links?: Record<string, { add: ShownObject[]; remove: ShownObject[]; change?: ShownObject[] }>;
  from?: Record<string, string>;
}

export const LEVELS = ['error', 'kept', 'warning', 'note'] as const;
export type Level = (typeof LEVELS)[number];

export interface Finding {
  level: Level;
  code: string;
  message: string;
  item?: number;
  type?: string;
  ref?: string;
  id?: number;
  /** Of an object that goes missing. */
  name?: string;
  field?: string;
  said?: unknown;
  stored?: unknown;
  /** The source that outranks. */
  by?: string;
  with?: number[];
  candidates?: number[];
  /** The kind of these, where it is another one. */
  of?: string;
  /** How many fit, where they are more than `candidates`. */
  fits?: number;
  /** In place of so many findings like it. */
  more?: number;
  new?: boolean;
}

const COUNTED = ['errors', 'kept', 'kept_new', 'warnings'] as const;
const DONE = ['items', 'unchanged', 'missing', 'adopted', 'skipped'] as const;
export type Counts = Record<(typeof COUNTED)[number] | (typeof DONE)[number] | Action, number>;

export interface Progress {
  phase: 'reading' | 'planning' | 'applying';
  done: number;
  of: number | null;
}

/** What of the map is no longer as a plan shows it. */
export interface Moved {
  type: string;
  id: number | null;
  name: string;
  field: string | null;
  expected: unknown;
  stored: unknown;
  /** Why it cannot be as it was, as a sentence. */
  message?: string;
}

interface Head {
  source: string;
  scope: string;
  mode: 'delta' | 'full';
}

interface Blocked {
  code: 'errors' | 'missing-guard' | 'adopted' | 'empty' | 'older';
  missing?: number;
  adopted?: number;
  of?: number;
}

export interface Plan extends Head {
  id: string;
  state: 'ready' | 'blocked' | 'applied' | 'stale' | 'working';
  blocked: Blocked[];
  counts: Counts;
  options: Record<string, unknown>;
  progress: Progress | null;
  created_at: string;
  expires_at: string;
  user_id: number | null;
  run: number | null;
  hidden: number;
  message?: string;
  moved?: Moved[];
}

/** Whether the reader may have a file of a tool planned: the form needs the list of sources as well. */
export const mayPlan = ({ rights }: MapOfKinds): boolean => rights.has('feed_show') && rights.has('feed_access');

/** Whether a plan waits for somebody: what was applied stands among the runs. */
export const isOpen = ({ state }: Pick<Plan, 'state'>): boolean => state !== 'applied' && state !== 'stale';

export interface Run extends Head {
  id: number;
  state: 'working' | 'applied' | 'refused' | 'failed' | 'undone';
  plan: string | null;
  blocked: Blocked[];
  /** Empty until something came of it. */
  counts: Counts | { items?: never };
  user_id: number | null;
  started_at: string;
  finished_at: string | null;
  hidden: number;
  message?: string;
  progress?: Progress | null;
  /** The run that it took back, and the one that took it back. */
  undoes: number | null;
  undone_by: number | null;
  /** Of one run: what stood before it is kept, and its source is there. */
  undoable?: boolean;
  moved?: Moved[];
}

/** What undoing a run would do. */
export interface UndoResult {
  counts: Counts;
  changes: Change[];
  moved: Moved[];
  /** Changes, and what has moved, of types that the reader may not list. */
  hidden: number;
}

export interface Source {
  name: string;
  settings: Record<string, unknown> & { feeders?: number[]; as?: string };
  user_id: number | null;
  last_run: { id: number; state: Run['state']; started_at: string; finished_at: string | null } | null;
  records: number;
  missing: number;
  overdue: boolean;
}

export const SOURCES = '/api/feed/sources';
export const PLANS = '/api/feed/plans';
export const RUNS = '/api/feed/runs';
export const SOURCE_NAME = /^[A-Z0-9][A-Z0-9_.-]{0,31}$/;

/** The tools whose files the server reads, as its description lists them. */
export const toolsOf = ({ description }: MapOfKinds): readonly Choice[] =>
  description.openapi.paths[PLANS]?.post?.parameters?.find(({ name }) => name === 'as')?.['x-choices'] ?? [];

/** Kinds of which sources may speak. */
export const isFed = ({ description }: MapOfKinds, kind: Kind): boolean =>
  `/api/${kind.path}/{id}/sources` in description.openapi.paths;

/** Whether the reader may feed under a source. */
export const mayFeed = ({ rights }: MapOfKinds, { settings, user_id: maker }: Source): boolean =>
  rights.isAdmin || (settings.feeders ? settings.feeders.includes(rights.userId) : maker === rights.userId);

/** A file that was handed over, and how it is to be read. */
export interface Submission {
  file: File;
  /** The tool; '' for a document, which says everything itself. */
  as: string;
  source: string;
  /** Of a tool: '' where the file says it. */
  scope: string;
  mode: string;
  opt: Record<string, string>;
  /** What differs from what the document, the tool and the source say. */
  options: Record<string, unknown>;
}

/** Files whose plans were made here, by the plan's id: so they can be planned again with other options. */
export const submitted = new Map<string, Submission>();

/**
 * Has a file read and planned, of which nothing is kept: its source need not be there.
 * @throws as `submit` does
 */
export async function check(submission: Submission): Promise<void> {
  await handOver(submission, `${RUNS}?dry_run=1`, {});
}

/**
 * Has a plan made, in the background once the file was read.
 * @returns the plan's id, which is another one when it is made
 * @throws as the client does; a SyntaxError for a document that is no JSON, a ChangedFile for one that changed since it was chosen
 */
export async function submit(submission: Submission): Promise<string> {
  const answer = await handOver(submission, PLANS, { prefer: 'respond-async' });
  const { id } = ((await answer.json()) as { data: { id: string } }).data;
  submitted.set(id, submission);
  return id;
}

async function handOver(submission: Submission, path: string, headers: Record<string, string>): Promise<Response> {
  const { as, file, source, scope, mode, opt, options } = submission;
  try {
    if (!as) {
      const { text, type } = await documentWith(file, options);
      return await client().send('POST', path, { headers: { ...headers, 'content-type': type }, body: text });
    }
    const url = new URL(path, location.origin);
    const query = url.searchParams;
    query.set('as', as);
    query.set('source', source);
    if (scope) query.set('scope', scope);
    if (mode) query.set('mode', mode);
    if (Object.keys(options).length) query.set('options', JSON.stringify(options));
    const body = new FormData();
    // A mapping is longer than an address may be.
    for (const [name, value] of Object.entries(opt)) {
      if (value && name === 'map') body.append(name, value);
      else if (value) query.set(`opt[${name}]`, value);
    }
    body.append('file', file);
    return await client().send('POST', `${url.pathname}${url.search}`, { headers, body });
  } catch (error) {
    throw await reasonOf(error, file);
  }
}

/** A document with other options: those that it has stay. One in lines has them in the first. */
async function documentWith(
  file: File,
  options: Submission['options'],
): Promise<{ text: string | Blob; type: string }> {
  const first = file.slice(0, 1 << 20);
  const isLines = await isInLines(file.name, first);
  const type = isLines ? 'application/x-ndjson' : 'application/json';
  if (!Object.keys(options).length) return { text: file, type };
  const changed = (json: string): string => {
    const document = JSON.parse(json) as Record<string, unknown>;
    return JSON.stringify({ ...document, options: { ...(document['options'] as object | undefined), ...options } });
  };
  if (!isLines) return { text: changed(await file.text()), type };
  const head = (await first.text()).split('\n', 1)[0]!;
  const rest = file.slice(new Blob([head]).size);
  return { text: new Blob([changed(head), rest]), type };
}

/** Whether a document has an item a line: its name says so, or its first line is whole. */
async function isInLines(name: string, first: Blob): Promise<boolean> {
  if (/\.(ndjson|jsonl)$/i.test(name)) return true;
  const [line = '', ...rest] = (await first.text()).split('\n');
  if (!rest.some((one) => one.trim())) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
