/** Loads the objects that a write is about to change, and locks them until its transaction ends. */
import { ApiError, notFound } from '../../core/http/errors.js';
import type { Verb } from '../../core/http/access.js';
import type { Row, Statement } from '../../database/database.js';
import type { Condition } from '../../database/dialect.js';
import { conditionOf } from '../access-scope.js';
import type { Input } from '../plan/input.js';
import { etagOf, type LinkSet, type Plan } from '../plan/plan.js';
import { readSets } from '../plan/link-sets.js';
import type { Link } from '../schema/model.js';
import { withTrashed } from '../trashed.js';
import { Change } from './change.js';
import type { PrefetchedTargets } from './targets.js';
import type { Write } from './write.js';

/** Stored rows, and the sets of their links. */
interface Stored {
  rows: Map<number, Row>;
  sets: Map<number, Map<Link, LinkSet>>;
}

/** A caller with nothing but grants of single objects changes nothing else: 403. */
export async function requireScope({ plan, tx, access }: Write, ids: readonly number[]): Promise<void> {
  const granted = access.granted(plan.resource, 'edit');
  if (!granted) return;
  const allowed = await access.among(tx, plan.resource, granted, ids);
  if (!ids.every((id) => allowed.has(id))) throw new ApiError(403, 'delegated');
}

/**
 * The live objects with these ids. Unknown ones: 404 for a single write, a problem for each in a mass write, keyed as the
 * `list` of the request that they came in.
 */
export async function loadLive(
  write: Write,
  ids: readonly number[],
  inputs: readonly Input[],
  list: 'items' | 'ids',
  prefetched?: PrefetchedTargets,
): Promise<Change[]> {
  const { plan, problems } = write;
  const { mass } = write.options;
  // Of a mass write only the links that it names are of interest; a single object is answered whole.
  const links = mass ? linksOf(plan, inputs) : list === 'ids' ? plan.journalled : plan.shown;
  const { rows, sets } = await lockRows(write, ids, links, list === 'ids' ? 'delete' : 'edit', prefetched);
  const changes: Change[] = [];
  ids.forEach((id, i) => {
    const row = rows.get(id);
    if (row && (row['deleted_at'] ?? null) === null) {
      changes.push(new Change(plan, write.prefix(i), inputs[i]!, row, sets.get(id)));
    } else if (!mass) throw notFound(plan.resource, id);
    else problems.add(list === 'ids' ? `ids.${i}` : `items.${i}.id`, 'selected');
  });
  return changes;
}

/**
 * Stored rows of these ids, deleted ones too, and the sets of some links; what there is not for the caller is left out. `verb`:
 * what is done with them. `prefetched` is asked for on the way.
 */
export async function lockRows(
  write: Write,
  ids: readonly number[],
  links: readonly Link[],
  verb: Verb | 'restore',
  prefetched?: PrefetchedTargets,
): Promise<Stored> {
  const { plan, tx } = write;
  const list = [...ids];
  const statements: Statement[] = [plan.read.lock(list, reached(write, verb))];
  if (links.length) statements.push(plan.linkRows(links, list));
  const targets = prefetched?.question();
  if (targets) statements.push(targets);
  const answers = await tx.several(statements);
  if (targets) prefetched!.load(answers.pop()!);
  const [rows, found = []] = answers;
  return {
    rows: new Map(rows!.map((row) => [row['id'] as number, row])),
    sets: plan.sets(links, found, ids),
  };
}

/** The rows that it may be done with. What is edited comes back where it may be deleted, too. */
function reached({ plan: { resource }, access }: Write, verb: Verb | 'restore'): Condition | undefined {
  if (verb !== 'restore') return access.within(resource, verb)?.('t');
  return conditionOf(withTrashed(access, resource, access.within(resource, 'edit') ?? 'all'), 't');
}

/** Objects whose links are read with the first statement: most masses need no other. */
const JOURNALLED = 50;

/** Reads what the journal tells of the links of objects that go, or have come back: as they are shown at the moment. */
export async function readLinkSets({ plan, tx }: Write, changes: readonly Change[]): Promise<void> {
  if (!plan.journalled.length) return;
  const sets = await readSets(
    plan,
    tx,
    plan.journalled,
    changes.map(({ id }) => id),
    JOURNALLED,
  );
  for (const change of changes) change.linkSets = sets.get(change.id);
}

/** 412 unless the stored object is the one that the client read; a deleted one is read by nobody. */
export async function requireMatch(write: Write, change: Change, tags: readonly string[]): Promise<void> {
  if (tags.includes('*')) return;
  const isDeleted = (change.before!['deleted_at'] ?? null) !== null;
  if (isDeleted || !tags.includes(etagOf(JSON.stringify(await write.answerOf(change, true)))))
    throw new ApiError(412, 'stale');
}

/** The links that any of the bodies names. */
function linksOf({ names }: Plan, inputs: readonly Input[]): Link[] {
  const links = new Set<Link>();
  const none = (): void => undefined;
  for (const { body } of inputs) names.visit(body, none, (_, link) => links.add(link));
  return [...links];
}
