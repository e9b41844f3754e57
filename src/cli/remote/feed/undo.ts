/** `feed undo`, `feed forget`: what a run did, and what a source said of one object, is taken back. */
import { ApiError } from 'meridian-client';
import { printPlan, type PrintedPlan } from '../../../feed/plan/print.js';
import { type Refused, UsageError } from '../../errors.js';
import { safeJson } from '../../output.js';
import { note, print, safeText } from '../../terminal.js';
import { openSession, signal, type CommonOptions } from '../session.js';
import { requireSource } from './document.js';
import { linesOf, pathOf, refusalOf, type Moved, type Outcome } from './outcome.js';
import { changesIn, printApplied, type PrintFormat } from './printed.js';

interface UndoOptions extends CommonOptions {
  run: string;
  'dry-run'?: boolean | undefined;
  'skip-conflicts'?: boolean | undefined;
  output?: PrintFormat | undefined;
}

/** Takes a run back, or shows what that would do. Throws Refused with what has moved. */
export async function undo({ run, output = 'text', ...options }: UndoOptions): Promise<void> {
  if (!/^[1-9]\d{0,14}$/.test(run)) throw new UsageError(`'${run}' is no run: meridian feed runs lists their numbers.`);
  const { client } = await openSession(options);
  const isDry = options['dry-run'] === true;
  const path = `${pathOf(Number(run))}/undo${isDry ? '?dry_run=1' : ''}`;
  const body = options['skip-conflicts'] ? { conflicts: 'skip' } : {};
  let outcome: Outcome;
  try {
    outcome = (await client.request<{ data: Outcome }>('POST', path, { body, signal, timeout: 0 })).data;
  } catch (error) {
    throw error instanceof ApiError && error.status === 409 && error.problem['moved'] ? refused(error, run) : error;
  }
  const { moved = [] } = outcome;
  if (!isDry) {
    await printApplied(outcome, output);
    if (moved.length) note(['These had moved since, and are left:', ...linesOf(moved)].join('\n'));
    return;
  }
  if (output !== 'text') return print(`${safeJson(outcome, output === 'json' ? 2 : undefined)}\n`);
  const shown = { precedence: 0, blocked: [], findings: [], ...outcome, id: run } as unknown as PrintedPlan;
  const [, ...changes] = printPlan(shown, 'en');
  const lines = changes.slice(0, -1);
  const count = changesIn(outcome.counts);
  const sum = `Run ${run} would be undone: ${count} ${count === 1 ? 'change' : 'changes'}.`;
  await print(safeText([...lines, sum, ''].join('\n')));
  if (moved.length) note(['These have moved since, and would be left:', ...linesOf(moved)].join('\n'));
}

function refused({ message, problem }: ApiError, run: string): Refused {
  // What the server says of the body of a request is said of the command.
  const [first = message, more] = message.split('. ');
  const sentence = more
    ? `${first}. To leave that and undo the rest: meridian feed undo ${run} --skip-conflicts`
    : message;
  return refusalOf({ message: sentence, moved: problem['moved'] as readonly Moved[] });
}

/** Forgets what a source said of an object. */
export async function forget({
  source,
  type,
  ref,
  ...options
}: CommonOptions & { source: string; type: string; ref: string }): Promise<void> {
  const name = requireSource(source);
  const { client } = await openSession(options);
  const query = new URLSearchParams({ type, ref });
  await client.request('DELETE', `/api/feed/sources/${encodeURIComponent(name)}/records?${query}`, { signal });
  note(`What ${name} said of ${safeText(`${type} ${ref}`)} is forgotten. The object stays.`);
}
