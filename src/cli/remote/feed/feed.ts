/** `feed`: files of a tool become a plan, and on request what is stored. */
import { countedFile } from 'meridian-client/node';
import { CONNECTORS } from '../../../feed/connectors/index.js';
import type { Envelope } from '../../../feed/document/model.js';
import { isAllOlder, type PrintedPlan } from '../../../feed/plan/print.js';
import { NotFound, UsageError, WouldChange } from '../../errors.js';
import { note, progressBar } from '../../terminal.js';
import { canAsk, isAgreed } from '../asking.js';
import { openSession, signal, type CommonOptions, type Session } from '../session.js';
import { documentOf, inWords, requireConnector, sourceOf, type Reading, type FeedDefaults } from './document.js';
import { Draft } from './draft.js';
import { changesIn, printApplied, printOutcome, printUnkept, type PrintFormat } from './printed.js';
import { findSource, putSource, type Source } from './sources.js';
import { applied, finished, isNotStored, listOf, pathOf, refusalOf, submit, type Outcome } from './outcome.js';

interface FeedCall extends Reading, CommonOptions {
  dryRun: boolean | undefined;
  yes: boolean | undefined;
  take: boolean | undefined;
  fit: boolean | undefined;
  skipErrors: boolean | undefined;
  allowMissing: number | undefined;
  allowAdopted: number | undefined;
  allowOlder: boolean | undefined;
  verify: boolean | undefined;
  print: boolean | undefined;
  exitCode: boolean | undefined;
  output: PrintFormat | undefined;
}

/** Reads the files, has the server plan what they would change, shows it, and stores it where that is wanted. */
export async function feed(call: FeedCall): Promise<void> {
  check(call);
  await requireConnector(call);
  const name = sourceOf(call);
  if (call.print) return withDraft(call, undefined, (draft) => draft.print(call.output === 'json' ? 'json' : 'jsonl'));
  const session = await openSession(call);
  // Known beforehand where the connector says it: its settings say how files of it are read.
  const known = name === undefined ? undefined : await findSource(session, name);
  await withDraft(call, known, async (draft, { source }) => {
    const isNew = !known && !(name === undefined && (await findSource(session, source)));
    const skips = skipsBySelf(call, known?.settings);
    if (isNew && call.dryRun)
      return concludeNew(source, await sent(session, draft, '/api/feed/runs?dry_run=1'), call, skips);
    if (isNew) await agreeToMake(session, source, call);
    const kept = call.dryRun ? await plansOf(session, source) : undefined;
    const outcome = await sent(session, draft, call.yes ? '/api/feed/runs' : '/api/feed/plans');
    // A plan that was there before is somebody's.
    const isKept = !kept || kept.has(outcome.id);
    try {
      await conclude(session, outcome, call, { skips, isKept });
    } finally {
      if (!isKept) await session.client.request('DELETE', pathOf(outcome.id), { signal });
    }
  });
}

/** The plans of a source. */
async function plansOf(session: Session, source: string): Promise<ReadonlySet<unknown>> {
  const ids = new Set<unknown>();
  for await (const { id } of listOf(session, '/api/feed/plans', { source })) ids.add(id);
  return ids;
}

/** Throws a UsageError for options that contradict each other. */
function check({ full, delta, yes, dryRun, exitCode, print, output, allowMissing, allowAdopted }: FeedCall): void {
  const contradictions: ReadonlyArray<readonly [unknown, string]> = [
    [full && delta, 'A feed is --full or --delta, not both.'],
    [yes && dryRun, '--dry-run stores nothing, --yes stores without asking: one of them.'],
    [yes && exitCode, '--exit-code tells what a plan would change, --yes stores it: one of them.'],
    [print && output === 'text', '--print writes json or jsonl.'],
    [isNoNumber(allowMissing), '--allow-missing takes a number of objects.'],
    [isNoNumber(allowAdopted), '--allow-adopted takes a number of objects.'],
  ];
  const found = contradictions.find(([is]) => is);
  if (found) throw new UsageError(found[1]);
}

const isNoNumber = (value: number | undefined): boolean =>
  value !== undefined && !(Number.isInteger(value) && value >= 0);

/** Does something with the document that the files are, once it is complete. */
async function withDraft(
  call: FeedCall,
  known: Pick<Source, 'settings'> | undefined,
  use: (draft: Draft, envelope: Envelope) => Promise<void>,
): Promise<void> {
  let draft: Draft;
  let envelope: Envelope;
  try {
    const document = await documentOf(call, known?.settings);
    envelope = withOptions(document.envelope, call, known?.settings);
    draft = await Draft.of({ ...document, envelope });
  } catch (error) {
    throw inWords(error);
  }
  try {
    await use(draft, envelope);
  } finally {
    await draft.remove();
  }
}

/**
 * Whether items in error are left out, where nobody says whether they are: one machine that is wrong is to stop no job. The file
 * may be a document, and the source may be set to something else.
 */
const skipsBySelf = ({ connector, skipErrors }: FeedCall, usual: FeedDefaults | undefined): boolean =>
  skipErrors === undefined && usual?.options?.['errors'] === undefined && CONNECTORS.get(connector)?.machines === true;

function withOptions(envelope: Envelope, call: FeedCall, usual: FeedDefaults | undefined): Envelope {
  const { take, fit, allowMissing, allowAdopted, allowOlder, verify } = call;
  const skipErrors = call.skipErrors ?? skipsBySelf(call, usual);
  const { allow } = envelope.options;
  return {
    ...envelope,
    ...(call.skipErrors === false && { said: [...(envelope.said ?? []), 'errors'] }),
    options: {
      ...envelope.options,
      ...(take && { existing: 'take' }),
      ...(fit && { names: 'fit' }),
      ...(skipErrors && { errors: 'skip' }),
      ...(call.skipErrors === false && { errors: 'stop' }),
      ...(verify && { verify }),
      allow: {
        ...allow,
        ...(allowMissing !== undefined && { missing: allowMissing }),
        ...(allowAdopted !== undefined && { adopted: allowAdopted }),
        ...(allowOlder && { older: true }),
      },
    },
  };
}

/** Makes a source that is not there, if that is wanted; throws a NotFound that says how to make it otherwise. */
async function agreeToMake(session: Session, name: string, { yes, files = [] }: FeedCall): Promise<void> {
  const isWanted = yes || (canAskFor(files) && (await isAgreed(`There is no source ${name} yet. Make it?`)));
  if (!isWanted)
    throw new NotFound(
      `There is no source ${name}: meridian feed source set ${name} makes it, --yes does so on its way.`,
    );
  await putSource(session, name, {});
  note(`The source ${name} was made; meridian feed source set ${name} precedence=60 changes its settings.`);
}

/** What is typed may be the document itself. */
const canAskFor = (files: readonly string[]): boolean => !files.includes('-') && canAsk();

/** Sends the document and waits for what the server makes of it. */
async function sent(session: Session, draft: Draft, path: string): Promise<Outcome> {
  const { data, encoding } = await draft.body();
  const bar = await progressBar('Send', data.size, 'bytes');
  const headers = { 'content-type': 'application/x-ndjson', ...(encoding && { 'content-encoding': encoding }) };
  let answer: Response;
  try {
    answer = await submit(session, path, { body: countedFile(data, bar.at), headers });
  } finally {
    bar.end();
  }
  return finished(session, answer);
}

/**
 * Shows a plan, and has it applied where somebody agrees; or shows a run. Throws Refused where nothing can be stored.
 * @param skips whether items in error are left out without anybody having said so
 * @param isKept whether the plan stays when the command has ended
 */
async function conclude(
  session: Session,
  outcome: Outcome,
  call: FeedCall,
  { skips, isKept }: { skips: boolean; isKept: boolean },
): Promise<void> {
  const { output = 'text', files = [], yes, dryRun, exitCode } = call;
  await printOutcome(session, outcome, output, { isKept });
  // What blocks it stands in the print, in the words of the command line.
  const isSaid = output === 'text' && outcome.blocked?.length;
  if (outcome.state === 'blocked' || isNotStored(outcome)) throw refusalOf(isSaid ? {} : outcome);
  const changes = changesIn(outcome.counts);
  const skipped = skips ? leftOutIn(outcome) : '';
  if (yes)
    return note(
      `${changes ? `Run ${outcome.id} is stored.` : `Nothing to change: run ${outcome.id} notes that it was said.`}${skipped}`,
    );
  const isOld = isAllOlder(outcome as unknown as PrintedPlan);
  const isAsked = !isOld && !dryRun && !exitCode && output === 'text' && canAskFor(files);
  if (isAsked && skipped) note(skipped.trim());
  if (isAsked && (await isAgreed('Apply?'))) return printApplied(await applied(session, outcome.id), output);
  const state = dryRun
    ? changes
      ? 'Nothing was stored.'
      : 'No object would change.'
    : changes
      ? `Nothing was stored; meridian feed apply ${outcome.id} does it.`
      : isOld
        ? 'There is nothing to apply: something newer is known of all objects.'
        : `No object would change; meridian feed apply ${outcome.id} notes that ${outcome.source} has said so.`;
  note(`${state}${isAsked ? '' : skipped}`);
  if (exitCode && changes)
    throw new WouldChange(changes === 1 ? 'One object would change.' : `${changes} objects would change.`);
}

/** Shows what the first document of a source that is not there yet would change. Throws Refused where nothing could be stored. */
async function concludeNew(source: string, outcome: Outcome, call: FeedCall, skips: boolean): Promise<void> {
  const { output = 'text', exitCode } = call;
  await printUnkept(outcome, output);
  if (outcome.state === 'blocked') throw refusalOf(output === 'text' && outcome.blocked?.length ? {} : outcome);
  const { precedence } = outcome as unknown as PrintedPlan;
  const skipped = skips ? leftOutIn(outcome) : '';
  note(
    `There is no source ${source} yet: --yes makes it, with precedence ${precedence}. Nothing was stored.${skipped}`,
  );
  if (exitCode && changesIn(outcome.counts)) throw new WouldChange('Objects would change.');
}

/** What is said of items in error that are left out; nothing where there are none. */
function leftOutIn({ counts }: Outcome): string {
  const skipped = Math.max(counts?.['skipped'] ?? 0, counts?.['errors'] ?? 0);
  if (!skipped) return '';
  const what = skipped === 1 ? '1 item in error is' : `${skipped} items in error are`;
  return ` ${what} left out: --no-skip-errors stores nothing instead.`;
}
