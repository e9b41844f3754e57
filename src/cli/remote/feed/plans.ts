/** `feed apply`, `show`, `discard`, `plans`, `runs`: what waits to be stored, and what was. */
import { UsageError } from '../../errors.js';
import { defaultFormat, printRows, type Format } from '../../output.js';
import { note } from '../../terminal.js';
import { openSession, signal, type CommonOptions } from '../session.js';
import { changesIn, printApplied, printOutcome, type PrintFormat } from './printed.js';
import { applied, ask, listOf, pathOf, type Counts } from './outcome.js';

interface PlanOptions extends CommonOptions {
  plan: string;
  output?: PrintFormat | undefined;
}

interface ListOptions extends CommonOptions {
  source: string | undefined;
  state: string | undefined;
}

/** Stores what a plan shows. */
export async function apply({ plan, output = 'text', ...options }: PlanOptions): Promise<void> {
  const id = requirePlan(plan);
  const session = await openSession(options);
  await printApplied(await applied(session, id), output);
}

/** Prints a plan whole, or a run. */
export async function show({ plan, output = 'text', ...options }: PlanOptions): Promise<void> {
  const id = isRun(plan) ? plan : requirePlan(plan);
  const session = await openSession(options);
  await printOutcome(session, await ask(session, pathOf(id)), output, { isWhole: true });
}

/** Throws a plan away. */
export async function discard({ plan, ...options }: PlanOptions): Promise<void> {
  const id = requirePlan(plan);
  const { client } = await openSession(options);
  await client.request('DELETE', pathOf(id), { signal });
  note(`The plan ${id} is thrown away.`);
}

/** Lists plans. */
export async function plans(options: ListOptions & { output?: Format | undefined }): Promise<void> {
  await printList('plans', options, options.output, [
    'id',
    'source',
    'scope',
    'mode',
    'state',
    'changes',
    'created_at',
  ]);
}

/** Lists runs, or prints one. */
export async function runs(
  options: ListOptions & { id: string | undefined; output?: Format | 'text' | undefined },
): Promise<void> {
  const { id, output } = options;
  if (id === undefined) {
    const columns = ['id', 'source', 'scope', 'mode', 'state', 'changes', 'kept_new', 'finished_at'];
    return printList('runs', options, output === 'text' ? 'table' : output, columns);
  }
  if (!isRun(id)) throw new UsageError(`'${id}' is no run: they have numbers, a plan has pl_….`);
  const format = output === 'json' || output === 'jsonl' ? output : 'text';
  const session = await openSession(options);
  await printOutcome(session, await ask(session, pathOf(Number(id))), format, { isWhole: true });
}

async function printList(
  list: 'plans' | 'runs',
  { source, state, ...options }: ListOptions,
  output: Format | undefined,
  columns: readonly string[],
): Promise<void> {
  const session = await openSession(options);
  const format = output ?? defaultFormat();
  const rows = listOf(session, `/api/feed/${list}`, { source, state });
  if (format !== 'table') return void (await printRows(rows, { format }));
  async function* short(): AsyncGenerator<Record<string, unknown>> {
    for await (const row of rows) {
      const counts = row['counts'] as Counts | null;
      yield { ...row, changes: changesIn(counts), kept_new: counts?.['kept_new'] };
    }
  }
  if (!(await printRows(short(), { format, columns }))) note('There are none.');
}

const isRun = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id);

/** Throws a UsageError for what is no id of a plan. */
function requirePlan(id: string): string {
  if (/^pl_\w+$/.test(id)) return id;
  throw new UsageError(`'${id}' is no plan: meridian feed plans lists them, as pl_….`);
}
