/**
 * Gives the entries of the journal their places in the feed, after they are committed (docs/decisions/events.md). Any
 * replica may take a step at any time: the counter is one row, which each locks. Rows of open transactions are not waited for; they
 * get their places in a later step.
 */
import { Injectable } from '@nestjs/common';
import { heldBy } from '../access/perimeters/places.js';
import { CHAINED_CHANGE, PENDING, UNPUBLISHED } from '../audit/audit-row.js';
import { AuditChain } from '../audit/chain/chain.js';
import { Chaining } from '../audit/chain/chaining.js';
import { contentColumns } from '../audit/chain/entry-content.js';
import { Database, type Row, type Rows, type Scalar, type Transaction } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { HOME, type ResourceModel } from '../engine/index.js';
import { Cursors, newFeed, type FeedIdentity } from './cursor.js';
import { entryOf, makeWhole, type Entry } from './entry.js';
import { otherEnds, KnownLinks, type OtherEnd } from './other-ends.js';

/** The state of the feed. */
export interface FeedState {
  /** The number of the newest event. */
  number: number;
  /** Events up to this number are not kept any more. */
  oldest: number;
  /** From when on the journal knows everything; milliseconds since 1970. */
  historySince: number;
  /** Entries of the journal wait for their places, under these marks. */
  pending: readonly number[];
  cursors: Cursors;
}

/** Entries that one step takes: it holds up other steps meanwhile. */
const ENTRIES = 500;
/** Characters of the id of a request, as it is looked for. */
export const MAX_REQUEST_ID = 128;
const EVENT_COLUMNS = ['number', 'entry', 'type', 'object_id', 'action', 'name', 'links', 'recorded_at'];
const TRANSACTION_COLUMNS = [
  'id',
  'request_id',
  'user_id',
  'via',
  'first',
  'last',
  'entries',
  'began_at',
  'ended_at',
  'spread_until',
];
const FEED_COLUMNS = ['id', 'feed', 'secret', 'number', 'oldest', 'history_since'];
const STATE = `SELECT f.\`feed\`, f.\`secret\`, f.\`number\`, f.\`oldest\`, f.\`history_since\`,
  EXISTS (SELECT 1 FROM \`audit_logs\` a WHERE a.${quote(PENDING)} = ${UNPUBLISHED}) AS pending,
  EXISTS (SELECT 1 FROM \`audit_logs\` a WHERE a.${quote(PENDING)} = ${CHAINED_CHANGE}) AS chained FROM \`own_event_feed\` f WHERE f.\`id\` = 1`;

/** The counter of the feed, and the end of the chain: one exchange for both. */
const LOCK =
  'SELECT f.`number`, h.`number` AS links, h.`hash` FROM `own_event_feed` f, `own_audit_head` h WHERE f.`id` = 1 AND h.`id` = 1';

@Injectable()
export class Publication {
  private cursors: Cursors | undefined;

  constructor(
    private readonly database: Database,
    private readonly chain: AuditChain,
    chaining: Chaining,
  ) {
    chaining.changesBy(() => this.upToDate());
  }

  /** The feed as it is; the first who asks makes it. One statement. */
  async state(): Promise<FeedState> {
    const row = (await this.database.all(STATE))[0] ?? (await this.made());
    const [feed, secret] = [String(row['feed']), String(row['secret'])];
    return {
      number: Number(row['number']),
      oldest: Number(row['oldest']),
      historySince: Number(row['history_since']),
      // What was chained while events were off came first.
      pending: [...(Number(row['chained']) ? [CHAINED_CHANGE] : []), ...(Number(row['pending']) ? [UNPUBLISHED] : [])],
      cursors: this.cursorsOf({ feed, secret }),
    };
  }

  cursorsOf(identity: FeedIdentity): Cursors {
    if (this.cursors?.identity.feed !== identity.feed) this.cursors = new Cursors(identity);
    return this.cursors;
  }

  /** The feed with everything in it that was committed before the call. */
  async upToDate(): Promise<FeedState> {
    const state = await this.state();
    if (!state.pending.length) return state;
    for (const mark of state.pending) await this.publish(mark);
    return this.state();
  }

  /** Publishes what is committed under a mark, step by step. */
  private async publish(mark: number): Promise<void> {
    await this.chain.ready();
    while ((await this.database.transaction((tx) => this.step(mark, tx))) === ENTRIES);
  }

  private async made(): Promise<Row> {
    const { feed, secret } = newFeed();
    const values = [1, feed, secret, 0, 0, Date.now()];
    await this.database.run(this.database.dialect.insertOneMissing('own_event_feed', FEED_COLUMNS), values);
    return (await this.database.all(STATE))[0]!;
  }

  /** One step; returns how many entries it took. */
  private async step(mark: number, tx: Transaction): Promise<number> {
    const { dialect } = this.database;
    const [locked] = await tx.all(LOCK + dialect.forUpdate);
    // Never a locking read: it would wait for whoever is writing.
    const rows = await tx.all(
      `SELECT ${contentColumns('a')} FROM \`audit_logs\` a WHERE a.${quote(PENDING)} = ? ORDER BY a.\`id\` LIMIT ${ENTRIES}`,
      [mark],
    );
    if (!rows.length || !locked) return 0;
    if (mark === UNPUBLISHED)
      await this.chain.link(rows, { number: Number(locked['links']), hash: String(locked['hash']) }, tx);
    const switches = rows.filter(({ description }) => description === 'perimeters_switched');
    const entries = rows.flatMap((row) => (switches.includes(row) ? [] : (entryOf(row) ?? [])));
    await makeWhole(entries, tx, dialect);
    const events = eventsOf(entries);
    const names = await this.namesOf(events, tx);
    const first = Number(locked['number']) + 1;
    await this.database.write(tx, dialect.insertRows('own_events', EVENT_COLUMNS), rowsOf(events, names, first));
    await this.noteTransactions(events, first, tx);
    await this.noteReach(events, first, tx);
    // They have numbers of their own, and are no changes of objects.
    const last = first - 1 + events.length + switches.length;
    if (switches.length) await this.note([[...EVERYBODY, last]], tx);
    const ids = rows.map((row) => row['id'] as Scalar);
    await tx.defer(`UPDATE \`audit_logs\` SET ${quote(PENDING)} = NULL WHERE ${dialect.isIn('`id`')}`, [ids]);
    await tx.defer('UPDATE `own_event_feed` SET `number` = ? WHERE `id` = 1', [last]);
    return rows.length;
  }

  /** What the objects are called, deleted ones too: kept with the event, so that it says the same ever after. */
  private async namesOf(events: readonly Event[], tx: Transaction): Promise<Map<string, string>> {
    const { dialect } = this.database;
    const ids = new Map<ResourceModel, Set<number>>();
    for (const { resource, id } of events) {
      if (!resource.label) continue;
      if (!ids.has(resource)) ids.set(resource, new Set());
      ids.get(resource)!.add(id);
    }
    const names = new Map<string, string>();
    const answers = await tx.several(
      [...ids].map(([{ table, label }, some]) => [
        `SELECT \`id\`, ${quote(label!)} AS name FROM ${quote(table)} WHERE ${dialect.isIn('`id`')}`,
        [[...some]],
      ]),
    );
    [...ids.keys()].forEach(({ path }, i) => {
      for (const { id, name } of answers[i]!) if (typeof name === 'string') names.set(`${path}/${Number(id)}`, name);
    });
    for (const { entry, resource, id, links } of events) {
      const said =
        !links && resource.label ? (entry.facts.after[resource.label] ?? entry.facts.before[resource.label]) : null;
      if (typeof said === 'string' && !names.has(`${resource.path}/${id}`)) names.set(`${resource.path}/${id}`, said);
    }
    return names;
  }

  /** Notes which entries were stored together, and over what time: some have more entries than one step takes. */
  private async noteTransactions(events: readonly Event[], first: number, tx: Transaction): Promise<void> {
    const found = new Map<string, Stored>();
    events.forEach(({ entry: { facts, userId }, links }, i) => {
      const number = first + i;
      const { transaction: id, request_id: request = null, via, at } = facts;
      const known = found.get(id);
      if (!known)
        found.set(id, { id, request, userId, via, first: number, last: number, entries: 1, began: at, ended: at });
      else {
        known.last = number;
        if (!links) known.entries++;
        known.began = Math.min(known.began, at);
        known.ended = Math.max(known.ended, at);
      }
    });
    const { dialect } = this.database;
    const ids = [...found.keys()];
    const before = await tx.all(
      `SELECT \`id\`, \`first\`, \`entries\`, \`began_at\`, \`ended_at\` FROM \`own_event_transactions\` WHERE ${dialect.isIn('`id`')}`,
      [ids],
    );
    for (const row of before) {
      const known = found.get(String(row['id']))!;
      known.first = Number(row['first']);
      known.entries += Number(row['entries']);
      known.began = Math.min(known.began, Number(row['began_at']));
      known.ended = Math.max(known.ended, Number(row['ended_at']));
    }
    if (before.length) await tx.defer(`DELETE FROM \`own_event_transactions\` WHERE ${dialect.isIn('`id`')}`, [ids]);
    const rows = [...found.values()].map(({ id, request, userId, via, first: from, last, entries, began, ended }) => [
      ...[id, request?.slice(0, MAX_REQUEST_ID) ?? null, userId, via, from, last, entries, began, ended],
      ended > began ? ended : null,
    ]);
    await this.database.write(tx, dialect.insertRows('own_event_transactions', TRANSACTION_COLUMNS), rows);
  }

  /** Notes whose reach changed with which event: users by their roles, roles by their rights, both by delegations. */
  private async noteReach(events: readonly Event[], first: number, tx: Transaction): Promise<void> {
    const reached = new Map<string, [kind: string, id: number, number: number]>();
    events.forEach((event, i) => {
      for (const [kind, id] of reachedBy(event)) reached.set(`${kind} ${id}`, [kind, id, first + i]);
    });
    // What lies in a place moves with it, into the perimeters of one place and out of those of another: nobody else is told.
    const moves = events.map(placesOfMove);
    const last = moves.findLastIndex((places) => places.length > 0);
    if (last >= 0) {
      const sql = `SELECT DISTINCT \`perimeter_id\` FROM \`own_perimeter_places\` WHERE ${this.database.dialect.pairIsIn('`kind`', '`place_id`')}`;
      for (const { perimeter_id: id } of await tx.all(sql, [moves.flat()]))
        reached.set(`perimeter ${Number(id)}`, ['perimeter', Number(id), first + last]);
    }
    if (reached.size) await this.note([...reached.values()], tx);
  }

  private async note(rows: ReadonlyArray<[kind: string, id: number, number: number]>, tx: Transaction): Promise<void> {
    const pairs = rows.map(([kind, id]): [string, number] => [kind, id]);
    const { dialect } = this.database;
    await tx.defer(`DELETE FROM \`own_event_reach\` WHERE ${dialect.pairIsIn('`kind`', '`object_id`')}`, [pairs]);
    await this.database.write(tx, dialect.insertRows('own_event_reach', ['kind', 'object_id', 'number']), rows);
  }
}

/** One event: a change, or with `links` what it did to an object at another end. */
interface Event {
  entry: Entry;
  resource: ResourceModel;
  id: number;
  links?: OtherEnd['links'];
}

/** What is known of entries that were stored together; times are those of their first and of their last. */
interface Stored {
  readonly id: string;
  readonly request: string | null;
  readonly userId: number | null;
  readonly via: string;
  first: number;
  last: number;
  entries: number;
  began: number;
  ended: number;
}

/** The events of entries: each change, and behind it what it did to others. */
export function eventsOf(entries: readonly Entry[]): Event[] {
  const known = new Map<string, KnownLinks>();
  return entries.flatMap((entry): Event[] => {
    const { transaction } = entry.facts;
    if (!known.has(transaction)) known.set(transaction, new KnownLinks());
    const so = known.get(transaction)!;
    so.note(entry);
    const others = otherEnds(entry).flatMap((end) => so.left(end) ?? []);
    return [
      { entry, resource: entry.resource, id: entry.objectId },
      ...others.map(({ resource, id, links }) => ({ entry, resource, id, links })),
    ];
  });
}

function* rowsOf(events: readonly Event[], names: ReadonlyMap<string, string>, first: number): Rows {
  const now = Date.now();
  for (const [
    i,
    {
      entry,
      resource: { path },
      id,
      links,
    },
  ] of events.entries())
    yield [
      ...[first + i, entry.id, path, id, links ? 'updated' : entry.action],
      names.get(`${path}/${id}`) ?? null,
      links ? JSON.stringify(links) : null,
      now,
    ];
}

/** Whose reach it changes that homes are switched on or off. */
export const EVERYBODY: [kind: string, id: number] = ['switch', 0];

/** Of a place or an entity that came into another one, or went, with all that lies there: itself, and where it was and is. */
function placesOfMove({ entry: { facts, action }, resource: { path }, id, links }: Event): Array<[string, number]> {
  const held = links ? undefined : heldBy().find(([kind]) => kind === path);
  if (!held) return [];
  const others = held[1].flatMap(([name, kind]) =>
    [facts.before, facts.after].flatMap((side): Array<[string, number]> =>
      name in side ? [[kind, Number(side[name])]] : [],
    ),
  );
  return action === 'deleted' || action === 'restored' || others.length ? [[path, id], ...others] : [];
}

/** What of a role says what it gives, and where. */
const GIVES = ['permissions', 'perimeters', HOME];

/** Whose reach an event changes. */
function reachedBy({ entry: { facts, action }, resource: { path }, id, links }: Event): Array<[string, number]> {
  const values = links ?? { ...facts.before, ...facts.after };
  if (path === 'roles')
    return action === 'deleted' || action === 'restored' || GIVES.some((name) => name in values) ? [['role', id]] : [];
  if (path === 'perimeters')
    return action !== 'updated' || ['roots', 'rules', 'roles'].some((name) => name in values)
      ? [['perimeter', id]]
      : [];
  if (path === 'users') return 'roles' in values ? [['user', id]] : [];
  // What moves between homes goes from the sight of some, and comes into that of others.
  if (path !== 'cartographers')
    return action === 'updated' && HOME in facts.after
      ? [facts.before, facts.after].map((side): [string, number] => ['perimeter', Number(side[HOME])])
      : [];
  return [facts.before, facts.after].flatMap((side): Array<[string, number]> => [
    ...(typeof side['user_id'] === 'number' ? [['user', side['user_id']] as [string, number]] : []),
    ...(typeof side['role_id'] === 'number' ? [['role', side['role_id']] as [string, number]] : []),
  ]);
}
