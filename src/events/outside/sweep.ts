/**
 * Finds what other programs wrote into the database. A look is one snapshot: a checksum for each part of each kind says which parts are
 * other than they were; of these the objects are read, and what the journal does not explain becomes changes of it
 * (docs/decisions/outside-writes.md). Only the sweep writes down what was seen, so that writes cost nothing more.
 */
import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SERVER } from '../../access/sign-in/server.js';
import { CONFIG, type Config } from '../../config.js';
import { PENDING, CHAINED_CHANGE, UNPUBLISHED } from '../../audit/audit-row.js';
import { FormerObject } from '../../audit/history/former-object.js';
import { FormerStates } from '../../audit/history/former-states.js';
import { Database, type Row, type Scalar, type Snapshot, type Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import {
  idsIn,
  Journal,
  Plans,
  readSets,
  registry,
  type JournalEntry,
  type Link,
  type LinkSet,
  type Plan,
} from '../../engine/index.js';
import { entryColumns, entryOf, makeWhole } from '../entry.js';
import { eventsOf, Publication } from '../publication.js';
import { idOf, outsideChange, type KnownWorld, type OutsideChange } from './differences.js';
import { forgetSeen, HEAD, KnownObjects, stateOf, type Look } from './known-objects.js';
import { BUCKET, checksums, sweptKinds, type SweptKind } from './swept-kinds.js';

/** Seconds after which a look ends, and the next one goes on; a snapshot may last longer by one part. */
const [LOOK, SNAPSHOT] = [20, 120];
/** Looks of one sweep: objects that somebody writes just then are left to the next one. */
const MAX_LOOKS = 1000;
/** So often objects are looked at that somebody writes just then. */
const MAX_TRIES = 3;
/** Milliseconds by which times of others are less exact than ours. */
const SECOND = 1000;
const BUCKET_COLUMNS = ['type', 'bucket', 'checksum', 'number'];
const STATE_COLUMNS = ['type', 'object_id', 'state'];

/** When the map was seen as a whole, and with which event of which feed. */
interface Head {
  feed: string;
  number: number;
  at: number;
}

/** A part of a kind that is other than it was seen; `kept`: as it was. */
interface Part {
  bucket: number;
  checksum: string | undefined;
  kept: { number: number } | undefined;
}

@Injectable()
export class OutsideSweep {
  private readonly kinds = sweptKinds();
  private readonly known: KnownObjects;

  constructor(
    private readonly database: Database,
    private readonly plans: Plans,
    private readonly publication: Publication,
    private readonly journal: Journal,
    states: FormerStates,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.known = new KnownObjects(database, states);
  }

  /**
   * Looks at the whole map; the first time it only takes stock. `goOn` is asked before each part.
   * @returns how many changes were told
   */
  async sweep(goOn: () => Promise<boolean>): Promise<number> {
    let reported = 0;
    for (let looks = 0, tries = 0; looks < MAX_LOOKS && tries < MAX_TRIES; looks++) {
      await this.publication.upToDate();
      const look = await this.database.snapshot((snapshot) => this.look(snapshot, goOn), SNAPSHOT);
      reported += look.reported;
      if (look.ended !== 'late' && look.ended !== 'busy') return reported;
      if (look.ended === 'busy') tries++;
    }
    return reported;
  }

  private async look(
    snapshot: Snapshot,
    goOn: () => Promise<boolean>,
  ): Promise<{ reported: number; ended: 'done' | 'late' | 'busy' | 'stopped' }> {
    const at = Date.now();
    const [row] = await snapshot.all('SELECT `feed`, `number`, `oldest` FROM `own_event_feed` WHERE `id` = 1');
    const feed = String(row!['feed']);
    const [number, oldest] = [Number(row!['number']), Number(row!['oldest'])];
    const head = await this.head(feed);
    const look = {
      snapshot,
      number,
      since: head?.number ?? 0,
      between: [head?.at ?? at, at] as const,
      toldPairs: new Set<string>(),
    };
    // Where events are removed one day, parts are seen anew long before theirs are.
    const old = this.config.auditRetentionDays ? (oldest + number) / 2 : 0;
    const busy = await this.busy(snapshot);
    const until = performance.now() + LOOK * SECOND;
    let [reported, isWhole] = [0, true];
    for (const kind of this.kinds)
      for (const part of await this.parts(kind, snapshot, old)) {
        if (!(await goOn())) return { reported, ended: 'stopped' };
        if (performance.now() > until) return { reported, ended: 'late' };
        // What came before the oldest event that is kept cannot be told from what others wrote.
        const isStock = head ? (part.kept?.number ?? head.number) < oldest : !part.kept;
        const done = await this.lookAt(kind, part, look, busy, isStock);
        reported += done.reported;
        isWhole &&= done.isWhole;
      }
    if (!isWhole) return { reported, ended: 'busy' };
    await this.setHead({ feed, number, at });
    return { reported, ended: 'done' };
  }

  private async head(feed: string): Promise<Head | undefined> {
    const { database } = this;
    const [row] = await database.all('SELECT `value` FROM `own_settings` WHERE `name` = ?', [HEAD]);
    const head = row?.['value'] ? (JSON.parse(String(row['value'])) as Head) : undefined;
    if (!head || head.feed === feed) return head;
    // The map was put back to a former state: nothing that was seen holds any more.
    await forgetSeen(database);
    return undefined;
  }

  private async setHead(head: Head): Promise<void> {
    const { database } = this;
    await database.transaction(async (tx) => {
      await tx.run('DELETE FROM `own_settings` WHERE `name` = ?', [HEAD]);
      await tx.run('INSERT INTO `own_settings` (`name`, `value`) VALUES (?, ?)', [HEAD, JSON.stringify(head)]);
    });
  }

  /** Objects whose changes are in the snapshot, and not yet in the feed. */
  private async busy(snapshot: Snapshot): Promise<ReadonlySet<string>> {
    const rows = await snapshot.all(
      `SELECT ${entryColumns('a')} FROM \`audit_logs\` a WHERE a.${quote(PENDING)} IN (${UNPUBLISHED}, ${CHAINED_CHANGE})`,
    );
    const entries = rows.flatMap((row) => entryOf(row) ?? []);
    await makeWhole(entries, snapshot, this.database.dialect);
    return new Set(eventsOf(entries).map(({ resource, id }) => `${resource.path}/${id}`));
  }

  /** The parts of a kind that are other than they were seen, or were last seen with an event before `old`. */
  private async parts(kind: SweptKind, snapshot: Snapshot, old: number): Promise<Part[]> {
    const { path } = kind.resource;
    const now = await snapshot.all(checksums(kind, this.database.dialect));
    const kept = await this.database.all(
      'SELECT `bucket`, `checksum`, `number` FROM `own_outside_buckets` WHERE `type` = ?',
      [path],
    );
    const seen = new Map(now.map((row) => [Number(row['bucket']), String(row['checksum'])]));
    const known = new Map(kept.map((row) => [Number(row['bucket']), row]));
    const isOld = (row: Row | undefined): boolean => row !== undefined && Number(row['number']) < old;
    return [...new Set([...seen.keys(), ...known.keys()])]
      .sort((a, b) => a - b)
      .filter((bucket) => {
        const row = known.get(bucket);
        return seen.get(bucket) !== (row?.['checksum'] ?? undefined) || isOld(row);
      })
      .map((bucket) => {
        const row = known.get(bucket);
        return { bucket, checksum: seen.get(bucket), kept: row && { number: Number(row['number']) } };
      });
  }

  /** Looks at the objects of a part, tells what others did to them, and keeps what was seen. */
  private async lookAt(
    kind: SweptKind,
    part: Part,
    look: Look,
    busy: ReadonlySet<string>,
    isStock: boolean,
  ): Promise<{ reported: number; isWhole: boolean }> {
    const { resource, links } = kind;
    const plan = this.plans.of(resource.path);
    const actual = await this.actual(kind, plan, part, look.snapshot);
    const { known, states, newest } = await this.known.of(kind, plan, part, look, actual);
    const ids = [...new Set([...known.keys(), ...actual.keys()])]
      .filter((id) => !busy.has(`${resource.path}/${id}`))
      .sort((a, b) => a - b);
    const nothing = (id: number): FormerObject =>
      FormerObject.now(plan, id, undefined, new Map(links.map((link) => [link, []])));
    const differing = isStock
      ? []
      : await this.differing(
          kind,
          plan,
          look,
          ids.map((id) => [known.get(id) ?? nothing(id), actual.get(id) ?? nothing(id)]),
        );
    const users = await this.users(resource.polymorphicType, differing, look);
    const isBusy = ids.length < new Set([...known.keys(), ...actual.keys()]).size;
    const { reported, isWhole } = await this.database.transaction(async (tx) => {
      const moved = await this.moved(kind, plan, differing, actual, tx);
      const reported = differing.filter(({ id }) => !moved.has(id));
      await this.report(plan, reported, users, newest, look, tx);
      const seen = ids.filter((id) => !moved.has(id));
      await this.keep(kind, seen, actual, states, tx);
      const isWhole = !isBusy && !moved.size;
      if (isWhole) await this.keepPart(resource.path, part, look.number, tx);
      return { reported, isWhole };
    });
    for (const pair of reported.flatMap((change) => pairsIn(kind, change))) look.toldPairs.add(pair);
    return { reported: reported.length, isWhole };
  }

  /** The objects of a part as they are: by id. */
  private async actual(
    { resource, links }: SweptKind,
    plan: Plan,
    { bucket }: Pick<Part, 'bucket'>,
    session: Pick<Snapshot, 'all'>,
  ): Promise<Map<number, FormerObject>> {
    const columns = resource.fields.flatMap(({ name, hidden }) => (hidden ? [] : [quote(name)])).join(', ');
    const first = bucket * BUCKET;
    const rows = await session.all(
      `SELECT ${columns} FROM ${quote(resource.table)} WHERE \`id\` BETWEEN ? AND ? ORDER BY \`id\``,
      [first, first + BUCKET - 1],
    );
    const sets = await readSets(
      plan,
      session,
      links,
      rows.map(({ id }) => Number(id)),
    );
    return new Map(
      rows.map((row) => [
        Number(row['id']),
        FormerObject.now(plan, Number(row['id']), row, sets.get(Number(row['id']))),
      ]),
    );
  }

  /** What is to be told of objects, each as it is known and as it is. */
  private async differing(
    kind: SweptKind,
    plan: Plan,
    look: Look,
    objects: ReadonlyArray<readonly [known: FormerObject, actual: FormerObject]>,
  ): Promise<OutsideChange[]> {
    const others = objects.filter(
      ([known, actual]) =>
        known.isThere !== actual.isThere || stateOf(known, kind.links) !== stateOf(actual, kind.links),
    );
    if (!others.length) return [];
    const world = await this.world(kind, plan, look, others);
    return others.flatMap(([known, actual]) => outsideChange(kind, known, actual, world) ?? []);
  }

  /** What is known of the other ends of links. */
  private async world(
    kind: SweptKind,
    plan: Plan,
    look: Look,
    objects: ReadonlyArray<readonly [known: FormerObject, actual: FormerObject]>,
  ): Promise<KnownWorld> {
    const { links, reported, derived } = kind;
    const whole = objects.filter(([known, actual]) => known.isThere !== actual.isThere);
    const changed = objects.filter(([known, actual]) => known.isThere && actual.isThere);
    const columns = await readSets(
      plan,
      look.snapshot,
      derived,
      whole.map(([, { id }]) => id),
    );
    const pairs = links.filter(({ pivot }) => pivot);
    const targets = new Map<string, Set<number>>();
    const ask = (path: string, set: LinkSet | undefined): void => {
      const known = targets.get(path) ?? new Set();
      targets.set(path, known);
      for (const id of idsIn(set ?? [])) known.add(id);
    };
    for (const [, actual] of whole) {
      for (const link of pairs) ask(link.target, actual.set(link));
      for (const link of derived) ask(link.target, columns.get(actual.id)?.get(link));
    }
    for (const both of changed)
      for (const link of pairs)
        if (reported.has(link) && JSON.stringify(both[0].set(link)) !== JSON.stringify(both[1].set(link)))
          for (const one of both) ask(link.target, one.set(link));
    const there = new Map<string, Map<number, FormerObject>>();
    const live = new Map<string, ReadonlySet<number>>();
    for (const [path, some] of targets) {
      const target = this.kinds.find(({ resource }) => resource.path === path);
      if (!some.size || !target) continue;
      there.set(path, (await this.known.of(target, this.plans.of(path), [...some], look)).known);
      live.set(path, await this.live(path, [...some], look.snapshot));
    }
    // Of kinds that are not swept nothing is told at their end.
    const isKnown = (path: string, id: number): boolean =>
      !live.has(path) || (there.get(path)?.get(id)?.isThere ?? false);
    const byId = new Map(objects.map(([known, actual]) => [actual.id, { known, actual }]));
    return {
      setsOf: (id, isThere) => {
        const { known, actual } = byId.get(id)!;
        const sets = new Map<Link, LinkSet>();
        for (const link of links) {
          const set = (isThere ? actual : known).set(link) ?? [];
          if (!link.pivot || !isThere) sets.set(link, set);
          else
            sets.set(
              link,
              among(set, (one) => isKnown(link.target, one)),
            );
        }
        for (const link of derived) {
          const column = link.foreign!.column;
          const points = (one: number): boolean => {
            const child = there.get(link.target)?.get(one);
            return child !== undefined && child.isThere && Number(child.stored()[column]) === id;
          };
          sets.set(link, among(columns.get(id)?.get(link) ?? [], points));
        }
        return sets;
      },
      toldIds: (link, id, added, removed) =>
        new Set([
          ...added.filter((one) => isKnown(link.target, one) && !look.toldPairs.has(pairOf(link, id, one))),
          // Of an object that somebody else deleted the pairs are told with it; one that is known to be gone tells nothing more.
          ...removed.filter(
            (one) => !isKnown(link.target, one) || !live.has(link.target) || live.get(link.target)!.has(one),
          ),
        ]),
    };
  }

  private async live(
    path: string,
    ids: readonly number[],
    session: Pick<Snapshot, 'all'>,
  ): Promise<ReadonlySet<number>> {
    const { table, softDelete } = registry.get(path);
    const { dialect } = this.database;
    const only = softDelete ? ` AND ${dialect.isLive('t')}` : '';
    const rows = await session.all(`SELECT t.\`id\` FROM ${quote(table)} t WHERE ${dialect.isIn('t.`id`')}${only}`, [
      [...ids],
    ]);
    return new Set(rows.map(({ id }) => Number(id)));
  }

  /** Whom the older application's own entries name. */
  private async users(
    type: string,
    changes: readonly OutsideChange[],
    { snapshot, between }: Look,
  ): Promise<Map<number, number>> {
    if (!changes.length) return new Map();
    const { clock, dialect } = this.database;
    const rows = await snapshot.all(
      `SELECT ${entryColumns('a')} FROM \`audit_logs\` a WHERE a.\`subject_type\` = ? AND ${dialect.isIn('a.`subject_id`')} ` +
        'AND a.`user_id` IS NOT NULL AND a.`created_at` >= ? ORDER BY a.`id`',
      [type, changes.map(({ id }) => id), clock.toStored(between[0] - SECOND)],
    );
    // Ours say what stood before.
    const theirs = rows.filter((row) => !entryOf(row));
    return new Map(theirs.map((row) => [Number(row['subject_id']), Number(row['user_id'])]));
  }

  /** Locks what is to be told; which of it is no longer as it was seen. */
  private async moved(
    { resource, links }: SweptKind,
    plan: Plan,
    changes: readonly OutsideChange[],
    actual: ReadonlyMap<number, FormerObject>,
    tx: Transaction,
  ): Promise<ReadonlySet<number>> {
    if (!changes.length) return new Set();
    const ids = changes.map(({ id }) => id);
    const rows = new Map((await tx.all(...plan.read.lock(ids, undefined))).map((row) => [Number(row['id']), row]));
    const sets = await readSets(plan, tx, links, ids);
    const text = (id: number, row: Row | undefined, own: ReadonlyMap<Link, LinkSet> | undefined): string =>
      row ? stateOf(FormerObject.now(plan, id, row, own), links) : resource.path;
    return new Set(
      ids.filter((id) => {
        const seen = actual.get(id);
        return text(id, rows.get(id), sets.get(id)) !== (seen ? stateOf(seen, links) : resource.path);
      }),
    );
  }

  /** Writes entries of the journal, as writes of ours do. */
  private async report(
    { resource }: Plan,
    changes: readonly OutsideChange[],
    users: ReadonlyMap<number, number>,
    newest: ReadonlyMap<number, number>,
    { between }: Look,
    tx: Transaction,
  ): Promise<void> {
    const { clock } = this.database;
    const [last, now] = between;
    const said = between.map((at) => new Date(at).toISOString()) as [string, string];
    for (const userId of new Set(changes.map(({ id }) => users.get(id) ?? 0))) {
      const theirs = changes.filter(({ id }) => (users.get(id) ?? 0) === userId);
      const entries = theirs.map(({ id, action, before, after, beside }): JournalEntry => {
        const stored = beside.updated_at[1];
        const written = typeof stored === 'string' ? Date.parse(clock.toApi(stored) ?? '') : NaN;
        const isWithin = written + SECOND > last && written <= now;
        // Never before a change of ours that the object shows.
        const at = Math.max(isWithin ? Math.max(written, last) : now, newest.get(id) ?? 0);
        const more = { at, between: said, transaction: randomUUID() };
        return { resource, id, action, differences: () => ({ before, after, beside: { ...beside, ...more } }) };
      });
      const context = { caller: { ...SERVER, userId }, address: 'outside', requestId: '', via: 'outside' };
      await this.journal.record(tx, entries, context, clock.toStored(Date.now()));
    }
  }

  /** Keeps what was seen of objects. */
  private async keep(
    { resource: { path }, links }: SweptKind,
    ids: readonly number[],
    actual: ReadonlyMap<number, FormerObject>,
    states: ReadonlyMap<number, string>,
    tx: Transaction,
  ): Promise<void> {
    const { database } = this;
    const now = new Map(ids.map((id) => [id, actual.get(id) && stateOf(actual.get(id)!, links)] as const));
    const others = ids.filter((id) => now.get(id) !== states.get(id));
    const old = others.filter((id) => states.has(id));
    if (old.length)
      await tx.defer(
        `DELETE FROM \`own_outside_objects\` WHERE \`type\` = ? AND ${database.dialect.isIn('`object_id`')}`,
        [path, old],
      );
    const rows = others.flatMap((id): Scalar[][] => (now.get(id) === undefined ? [] : [[path, id, now.get(id)!]]));
    if (rows.length) await database.write(tx, database.dialect.insertRows('own_outside_objects', STATE_COLUMNS), rows);
  }

  private async keepPart(path: string, { bucket, checksum }: Part, number: number, tx: Transaction): Promise<void> {
    const { dialect } = this.database;
    await tx.defer('DELETE FROM `own_outside_buckets` WHERE `type` = ? AND `bucket` = ?', [path, bucket]);
    if (checksum !== undefined)
      await this.database.write(tx, dialect.insertRows('own_outside_buckets', BUCKET_COLUMNS), [
        [path, bucket, checksum, number],
      ]);
  }
}

const among = (set: LinkSet, isIn: (id: number) => boolean): LinkSet =>
  (set as Array<number | { id: number }>).filter((element) => isIn(idOf(element))) as LinkSet;

/** A pair, the same from both its ends. */
function pairOf({ pivot }: Link, own: number, other: number): string {
  const { table, ownColumn, otherColumn } = pivot!;
  return `${table} ${ownColumn < otherColumn ? `${own} ${other}` : `${other} ${own}`}`;
}

/** The pairs that an entry tells. */
const pairsIn = ({ links }: SweptKind, { id, before, after, beside }: OutsideChange): string[] =>
  links.flatMap((link) => {
    if (!link.pivot) return [];
    const sets = [before, after, beside.links ?? {}].map((values) => (values[link.name] ?? []) as LinkSet);
    return sets.flatMap((set) => idsIn(set).map((other) => pairOf(link, id, other)));
  });
