/** Plans and runs as they are printed: for people, or for programs. */
import type { Change } from '../../../feed/plan/changes.js';
import { printPlan, type PrintedFinding, type PrintedPlan } from '../../../feed/plan/print.js';
import { safeJson } from '../../output.js';
import { note, print, safeText, terminalWidth } from '../../terminal.js';
import type { Session } from '../session.js';
import { each, type Counts, type Outcome } from './outcome.js';

export type PrintFormat = 'text' | 'json' | 'jsonl';

/** Findings that come with a plan or a run. */
const FIRST = 100;
/** Changes of a type that a terminal is shown. */
const TERMINAL_MOST = 50;
/** What becomes of objects, and how that is said. */
const DONE = { create: 'created', restore: 'restored', update: 'changed', mark: 'marked', delete: 'deleted' };

/** How many objects would change, or have. */
export const changesIn = (counts: Counts | null): number =>
  Object.keys(DONE).reduce((sum, action) => sum + (counts?.[action] ?? 0), 0);

/**
 * Prints a plan or a run. `json` is what the server answers, with the first changes and findings; `jsonl` has all of them,
 * `text` too, but for a terminal unless it `isWhole`. One that is not kept has no number by which it could be asked for.
 */
export async function printOutcome(
  session: Session,
  outcome: Outcome,
  format: PrintFormat,
  { isWhole = false, isKept = true }: { isWhole?: boolean; isKept?: boolean } = {},
): Promise<void> {
  if (format === 'json') return print(`${safeJson(outcome, 2)}\n`);
  if (format === 'jsonl') return printLines(session, outcome);
  const isShort = !isWhole && terminalWidth() !== undefined;
  const most = isShort ? TERMINAL_MOST : Infinity;
  const findings = await findingsOf(session, outcome, isShort);
  const whole = { ...outcome, changes: await changesOf(session, outcome, most), findings } as unknown as PrintedPlan;
  const named = isKept ? { ...whole, id: String(outcome.id) } : unkept(whole);
  await print(safeText(`${printPlan(named, 'en', most).join('\n')}\n`));
  const printed = findings.reduce((sum, { level, more: alike = 1 }) => sum + (level === 'note' ? 0 : alike), 0);
  const more = findingsIn(outcome) - printed;
  if (isShort && more > 0) note(`There are ${more} more findings: ${commandFor(outcome)} -o text shows them.`);
  if (outcome.hidden) note(`${outcome.hidden} changes and findings are about kinds that you may not list.`);
}

const unkept = (plan: PrintedPlan): PrintedPlan => ({ ...plan, id: 'dry run', isKept: false, expires_at: null });

/** Prints a plan that is not kept: its first changes and findings, which came with it. */
export async function printUnkept(outcome: Outcome, format: PrintFormat): Promise<void> {
  if (format !== 'text') return print(`${safeJson(outcome, format === 'json' ? 2 : undefined)}\n`);
  const plan = outcome as unknown as PrintedPlan;
  await print(safeText(`${printPlan(unkept(plan), 'en').join('\n')}\n`));
  const more = changesIn(outcome.counts) - plan.changes.length;
  if (more > 0) note(`There are ${more} more changes: once the source is made, all of them are shown.`);
}

/** Prints what a plan has become: the number of its run, and what was done. */
export async function printApplied(outcome: Outcome, format: PrintFormat): Promise<void> {
  if (format !== 'text') return print(`${safeJson(outcome, format === 'json' ? 2 : undefined)}\n`);
  const done = Object.entries(DONE).flatMap(([action, word]) => {
    const count = outcome.counts?.[action] ?? 0;
    return count ? [`${count} ${word}`] : [];
  });
  await print(`Run ${outcome.id} is stored: ${done.join(', ') || 'nothing changed'}.\n`);
}

/** The plan or run on the first line, then a change or finding on each. */
async function printLines(session: Session, outcome: Outcome): Promise<void> {
  const { changes: _, findings: __, ...head } = outcome;
  await print(`${safeJson(head)}\n`);
  for (const list of ['changes', 'findings'] as const)
    for await (const one of each(session, outcome.id, list)) await print(`${safeJson(one)}\n`);
}

/** All changes; of a type, only how many there are behind the first `most`. */
async function changesOf(session: Session, outcome: Outcome, most: number): Promise<Change[]> {
  const first = (outcome.changes ?? []) as unknown as Change[];
  if (first.length >= changesIn(outcome.counts)) return first;
  const counts = new Map<string, number>();
  const uncounted = new Map<string, Change>();
  const all: Change[] = [];
  for await (const change of each(session, outcome.id, 'changes') as AsyncIterable<unknown> as AsyncIterable<Change>) {
    const { type } = change;
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    if (!uncounted.has(type)) uncounted.set(type, change);
    all.push(count > most ? uncounted.get(type)! : change);
  }
  return all;
}

/** All findings; of a short print the first ones, and all that is noted: what goes missing stands there. */
async function findingsOf(session: Session, outcome: Outcome, isShort: boolean): Promise<PrintedFinding[]> {
  const first = (outcome.findings ?? []) as unknown as PrintedFinding[];
  if (first.length < FIRST) return first;
  const all = isShort ? first.filter(({ level }) => level !== 'note') : [];
  const query: Record<string, string> = isShort ? { level: 'note' } : {};
  for await (const one of each(session, outcome.id, 'findings', query)) all.push(one as unknown as PrintedFinding);
  return all;
}

const findingsIn = ({ counts }: Outcome): number =>
  (counts?.['errors'] ?? 0) + (counts?.['kept'] ?? 0) + (counts?.['warnings'] ?? 0);

const commandFor = ({ id }: Outcome): string => `meridian feed ${typeof id === 'number' ? 'runs' : 'show'} ${id}`;
