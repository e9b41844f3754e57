/** What taking a transaction back would do to objects: worked out of its entries and of what came behind them. Pure. */
import { answerOf, answerOfSet, type Answer, type Plan, type ResourceModel } from '../../engine/index.js';
import type { Scalar } from '../../database/database.js';
import { setIn } from '../../events/change.js';
import type { Entry } from '../../events/entry.js';
import { movesOf, type Element, type Moves } from '../../events/other-ends.js';
import type { Hidden } from '../../events/reader.js';
import type { FormerObject, PastEvent } from './former-object.js';

/** What becomes of an object. */
export type UndoAction = 'deleted' | 'restored' | 'updated';

/** One object of the transaction. */
export interface UndoObject {
  resource: ResourceModel;
  id: number;
  name: string | null;
  action: UndoAction;
  /** The columns and links that go back. */
  fields: string[];
  /** What is written; empty where the object is deleted. */
  body: Answer;
  /** The columns and links that somebody changed since; the whole object, where it is no longer there or was not to be there. */
  conflicts: string[];
  /** Columns that stay as they are, since what they were was taken out of the journal. */
  redacted: string[];
}

/** What came behind the transaction. */
export type LaterEvent = Pick<PastEvent, 'number' | 'links'>;

/** Stands for the object as a whole among the fields of a conflict. */
const WHOLE_OBJECT = 'id';

/**
 * @param own the transaction's entries of the object, in their order
 * @param later events of others behind the first of them, as far as the caller is told of them
 * @param now the object as it is
 * @param hidden what there is not for the caller: a conflict would tell that it stands there
 * @returns undefined where nothing is left of what the transaction did: it made the object and deleted it again
 */
export function undoOf(
  plan: Plan,
  own: readonly PastEvent[],
  later: readonly LaterEvent[],
  now: FormerObject,
  hidden: Hidden,
): UndoObject | undefined {
  const entries = own.map(({ entry }) => entry);
  const [first, last] = [entries[0]!, entries.at(-1)!];
  const wasThere = first.action === 'updated' || first.action === 'deleted';
  const isLeft = last.action !== 'deleted';
  if (!wasThere && !isLeft) return undefined;
  const { resource } = plan;
  const stored = now.stored();
  const name = resource.label ? ((stored[resource.label] ?? null) as string | null) : null;
  const changes = columnsIn(plan, entries);
  const moves = movesIn(plan, entries);
  const redacted = [...new Set(entries.flatMap(({ facts }) => facts.redacted ?? []))].filter(
    (one) => changes.delete(one) || moves.delete(one),
  );
  const of = { resource, id: now.id, name, redacted };
  const behind = later.filter(({ number }) => number > own[0]!.number);
  if (!wasThere) {
    const isTouched = behind.length > 0 || !now.isThere;
    return { ...of, action: 'deleted', fields: [], body: {}, conflicts: isTouched ? [WHOLE_OBJECT] : [] };
  }
  const body = bodyOf(plan, changes, moves, now);
  const fields = Object.keys(body);
  if (!isLeft) {
    const isTouched = now.isThere || behind.some(({ links }) => !links);
    return { ...of, action: 'restored', fields, body, conflicts: isTouched ? [WHOLE_OBJECT] : [] };
  }
  if (!now.isThere) return { ...of, action: 'updated', fields, body, conflicts: [WHOLE_OBJECT] };
  return { ...of, action: 'updated', fields, body, conflicts: differing(plan, changes, moves, now, hidden) };
}

/** From which value to which the transaction brought columns, and sets of small rows. */
type Changes = Map<string, [before: unknown, after: unknown]>;

function columnsIn({ resource }: Plan, entries: readonly Entry[]): Changes {
  const names = new Set([
    ...resource.fields.filter(({ hidden }) => !hidden).map((field) => field.name),
    ...resource.links.filter(({ kind }) => kind === 'child').map((link) => link.name),
  ]);
  const found: Changes = new Map();
  for (const { action, facts } of entries) {
    if (action !== 'updated') continue;
    for (const name of Object.keys({ ...facts.before, ...facts.after })) {
      if (!names.has(name)) continue;
      const [before, after] = [facts.before[name] ?? null, facts.after[name] ?? null];
      found.set(name, [found.get(name)?.[0] ?? before, after]);
    }
  }
  for (const [name, [before, after]] of found) if (JSON.stringify(before) === JSON.stringify(after)) found.delete(name);
  return found;
}

/** What came into link arrays with the transaction, and what went. */
function movesIn({ resource }: Plan, entries: readonly Entry[]): Map<string, Moves> {
  const found = new Map<string, Moves>();
  for (const link of resource.links) {
    if (link.kind === 'child') continue;
    const sets = entries.flatMap(({ action, facts: { before, after } }) =>
      action === 'updated' && (link.name in before || link.name in after)
        ? [[before[link.name], after[link.name]]]
        : [],
    );
    if (!sets.length) continue;
    const moves = movesOf(setIn(link, sets[0]![0]), setIn(link, sets.at(-1)![1]));
    if (moves.added.length || moves.removed.length) found.set(link.name, moves);
  }
  return found;
}

/** The values that go back, as they are sent. */
function bodyOf(plan: Plan, changes: Changes, moves: ReadonlyMap<string, Moves>, now: FormerObject): Answer {
  const { resource, database } = plan;
  const body: Answer = {};
  for (const field of resource.fields) {
    const change = changes.get(field.name);
    if (!change || (field.writable !== true && field.writable !== 'update')) continue;
    const before = change[0] as Scalar;
    body[field.name] = answerOf(field, database.clock)?.(before) ?? before;
  }
  for (const link of resource.links) {
    if (!link.writable) continue;
    const change = changes.get(link.name);
    if (change) body[link.name] = answerOfSet(link, setIn(link, change[0]));
    const moved = moves.get(link.name);
    if (moved) body[link.name] = withoutMoves((now.set(link) ?? []) as Element[], moved);
  }
  return body;
}

/** A set as it is, without what came, and with what went. */
function withoutMoves(set: readonly Element[], { added, removed }: Moves): Element[] {
  const gone = new Set([...added, ...removed].map(idOf));
  return [...set.filter((element) => !gone.has(idOf(element))), ...removed];
}

/** The columns and links that are no longer as the transaction left them: who changed one and took that back is in nobody's way. */
function differing(
  { resource }: Plan,
  changes: Changes,
  moves: ReadonlyMap<string, Moves>,
  now: FormerObject,
  { isHidden }: Hidden,
): string[] {
  const stored = now.stored();
  const links = new Map(resource.links.map((link) => [link.name, link]));
  const targets = new Map(resource.fields.flatMap(({ name, ref }) => (ref ? [[name, ref.target]] : [])));
  const columns = [...changes].filter(([name, [, left]]) => {
    const link = links.get(name);
    if (link)
      return (
        JSON.stringify(answerOfSet(link, now.set(link) ?? [])) !== JSON.stringify(answerOfSet(link, setIn(link, left)))
      );
    const target = targets.get(name);
    const read = (value: unknown): unknown => (target && isHidden(target, Number(value)) ? null : value);
    return !isAlike(read(stored[name]), read(left));
  });
  const pairs = [...moves].filter(([name, { added, removed }]) => {
    const link = links.get(name)!;
    const there = new Set(((now.set(link) ?? []) as Element[]).map(idOf));
    const isSeen = (one: Element): boolean => !isHidden(link.target, idOf(one));
    return (
      added.some((one) => isSeen(one) && !there.has(idOf(one))) ||
      removed.some((one) => isSeen(one) && there.has(idOf(one)))
    );
  });
  return [...columns, ...pairs].map(([name]) => name);
}

const isAlike = (stored: unknown, left: unknown): boolean =>
  stored === left ||
  String(stored) === String(left) ||
  (stored !== null && left !== null && Number(stored) === Number(left));

const idOf = (element: Element): number => (typeof element === 'number' ? element : element.id);
