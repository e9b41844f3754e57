/** What the server tells of plans and runs: asked for, waited for, and walked through page by page. */
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Call } from 'meridian-client';
import { Refused } from '../../errors.js';
import { note, progressBar, safeText, type ProgressBar } from '../../terminal.js';
import { signal, type Session } from '../session.js';

export type Counts = Readonly<Record<string, number>>;

/** A change or finding as the server tells it. */
export type Detail = Readonly<Record<string, unknown>>;

/** A plan or a run. */
export interface Outcome {
  /** `pl_…` of a plan, the number of a run. */
  id: string | number;
  source: string;
  scope: string;
  mode: string;
  state: string;
  counts: Counts | null;
  /** Why nothing of it can be, or was, stored. */
  message?: string;
  /** The same for programs. */
  blocked?: readonly unknown[];
  progress?: { phase: string; done: number; of: number | null } | null;
  /** What is no longer as the plan showed it. */
  moved?: readonly Moved[];
  /** So many changes and findings are about types that the caller may not list. */
  hidden?: number;
  changes?: readonly Detail[];
  findings?: readonly Detail[];
}

/** The server has a limit of its own for what takes long. */
const PATIENT = { signal, timeout: 0 };
/** Milliseconds between two looks at what the server does: soon at first, since most of it is done at once. */
const [SHORTEST, LONGEST] = [100, 2000];
/** Changes or findings of a request. */
const PAGE = 1000;
const MAX_MOVED = 25;

/** Where a plan or a run stands. */
export const pathOf = (id: string | number): string =>
  typeof id === 'number' || /^\d+$/.test(id) ? `/api/feed/runs/${id}` : `/api/feed/plans/${encodeURIComponent(id)}`;

/** A plan or run as it is now. */
export const ask = async ({ client }: Session, path: string): Promise<Outcome> =>
  (await client.request<{ data: Outcome }>('GET', path, { signal })).data;

/** The plan or run that an answer tells of, as soon as the server has done with it; meanwhile a bar shows how far it is. */
export async function finished(session: Session, answer: Response): Promise<Outcome> {
  if (answer.status !== 202) return ((await answer.json()) as { data: Outcome }).data;
  const path = new URL(answer.headers.get('location')!, session.url).pathname;
  await answer.body?.cancel();
  const bars = new Bars();
  try {
    for (let wait = SHORTEST; ; wait = Math.min(LONGEST, wait * 1.5)) {
      const outcome = await ask(session, path);
      if (outcome.state !== 'working') return outcome;
      await bars.show(outcome.progress);
      await pause(wait, undefined, { signal });
    }
  } catch (error) {
    const [, run] = /\/runs\/(\d+)$/.exec(path) ?? [];
    // Whoever stops looking stops nothing.
    const what = signal.aborted ? 'The server goes on with it' : 'What has become of it';
    if (run !== undefined) note(`${what}: meridian feed runs ${run}`);
    signal.throwIfAborted();
    throw error;
  } finally {
    bars.end();
  }
}

/** A bar for each phase, one after the other. */
class Bars {
  private bar: ProgressBar | undefined;
  private shown = '';

  async show(progress: Outcome['progress']): Promise<void> {
    if (!progress) return;
    const { phase, done, of } = progress;
    if (this.shown !== `${phase} ${of}`) {
      this.end();
      const title = safeText(phase);
      this.bar = await progressBar(`${title.charAt(0).toUpperCase()}${title.slice(1)}`, of ?? 0, 'items');
      this.shown = `${phase} ${of}`;
    }
    this.bar?.at(done);
  }

  end(): void {
    this.bar?.end();
  }
}

/** Sends what makes a plan or a run. What takes long is done beside the request, so that no proxy ends it. */
export async function submit({ client }: Session, path: string, { headers, ...call }: Call): Promise<Response> {
  try {
    return await client.send('POST', path, { ...PATIENT, ...call, headers: { ...headers, prefer: 'respond-async' } });
  } catch (error) {
    if (signal.aborted && !path.endsWith('/plans'))
      note('It may have been stored all the same: meridian feed runs tells.');
    throw error;
  }
}

/** Has a plan applied, and waits for its run. Throws Refused with what has moved. */
export async function applied(session: Session, id: string | number): Promise<Outcome> {
  let run: Outcome;
  try {
    run = await finished(session, await submit(session, `${pathOf(id)}/apply`, {}));
  } catch (error) {
    if (!(error instanceof ApiError && error.problem['moved'])) throw error;
    throw refusalOf({ message: error.message, moved: error.problem['moved'] as readonly Moved[] });
  }
  if (isNotStored(run)) throw refusalOf(run);
  return run;
}

/** Nothing of it is stored, and nothing will be: it was refused, or broken off. */
export const isNotStored = ({ state }: Pick<Outcome, 'state'>): boolean => state === 'refused' || state === 'failed';

export interface Moved {
  type: string;
  id: number | null;
  field: string | null;
  expected: unknown;
  stored: unknown;
  /** In place of what is stored: the rule of the map, or what happened, as a sentence. */
  message?: string;
}

/** Why nothing was stored, with what has moved. */
export function refusalOf({
  message = 'Nothing was stored.',
  moved = [],
}: Pick<Outcome, 'message' | 'moved'>): Refused {
  return new Refused([message, ...linesOf(moved)].join('\n'));
}

/** What has moved, a line each; the first of them. */
export function linesOf(moved: readonly Moved[]): string[] {
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
  // That settings have moved is the sentence itself: they have no values to be compared.
  const values = moved.filter(({ type }) => type !== 'feed/sources');
  const lines = values.slice(0, MAX_MOVED).map(({ type, id, field, expected, stored, message }) => {
    const where = [type, id && `#${id}`, field].filter(Boolean).join(' ');
    return `  ${where}: ${message ?? `${text(expected)} is ${text(stored)} by now`}`;
  });
  if (values.length > MAX_MOVED) lines.push(`  … and ${values.length - MAX_MOVED} more.`);
  return lines;
}

/** All changes or findings of a plan or a run, or those that fit, page by page. */
export const each = (
  session: Session,
  id: string | number,
  of: 'changes' | 'findings',
  query: Readonly<Record<string, string>> = {},
): AsyncIterable<Detail> => listOf(session, `${pathOf(id)}/${of}`, query);

/** The rows of a list, page by page. */
export function listOf(
  { client }: Session,
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): AsyncIterable<Detail> {
  // It pages as every list of objects does.
  const list = client.resource(path.replace('/api/', ''));
  return list.each({ ...query, size: PAGE, signal } as object) as AsyncIterable<unknown> as AsyncIterable<Detail>;
}
