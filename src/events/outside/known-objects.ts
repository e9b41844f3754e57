/**
 * What is known of objects: what the sweep saw of them last, with every change since that the journal tells. It is what a reader of the
 * feed holds of them.
 */
import type { Database, Row, Snapshot } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Link, LinkSet, Plan } from '../../engine/index.js';
import { FormerObject, type PastEvent } from '../../audit/history/former-object.js';
import type { FormerStates } from '../../audit/history/former-states.js';
import { BUCKET, bucketOf, type SweptKind } from './swept-kinds.js';

/** A look at the map: one snapshot of it, and the number of the last event that is in it. */
export interface Look {
  snapshot: Snapshot;
  number: number;
  /** Of parts of which nothing is kept, there was nothing with this event. */
  since: number;
  /** Milliseconds: of the look before, and of this one. */
  between: readonly [number, number];
  /** Pairs that were told in this look already. */
  toldPairs: Set<string>;
}

/** Which objects of a kind: these, or those of one part. */
export type Which = readonly number[] | { bucket: number };

/** The setting that says how far a sweep came. */
export const HEAD = 'outside writes seen';

/** What is kept of an object: its visible columns and its sets, as stored. */
export const stateOf = (object: FormerObject, links: readonly Link[]): string =>
  JSON.stringify({
    row: object.stored(),
    sets: Object.fromEntries(links.map((link) => [link.name, object.set(link) ?? []])),
  });

export class KnownObjects {
  constructor(
    private readonly database: Database,
    private readonly states: FormerStates,
  ) {}

  /**
   * By id; those of which nothing is known are left out. `actual` stands in for what was not looked at when the state was kept.
   * `events`: the newest of them, by id.
   */
  async of(
    { resource: { path }, links }: SweptKind,
    plan: Plan,
    which: Which,
    look: Look,
    actual: ReadonlyMap<number, FormerObject> = new Map(),
  ): Promise<{ known: Map<number, FormerObject>; states: Map<number, string>; newest: Map<number, number> }> {
    const { sql, params } = this.condition('`object_id`', which);
    // Written by the sweep alone, and newer than the snapshot where it wrote meanwhile.
    const rows = await this.database.all(
      `SELECT \`object_id\`, \`state\` FROM \`own_outside_objects\` WHERE \`type\` = ? AND ${sql}`,
      [path, ...params],
    );
    const states = new Map(rows.map((row) => [Number(row['object_id']), String(row['state'])]));
    const known = new Map(
      [...states].map(([id, state]) => [id, parsed(plan, id, links, state, actual.get(id))] as const),
    );
    const newest = new Map<number, number>();
    for await (const { objectId, ...event } of this.events(path, which, look)) {
      let object = known.get(objectId);
      if (!object) {
        object = FormerObject.now(plan, objectId, undefined, new Map(links.map((link) => [link, []])));
        known.set(objectId, object);
      }
      object.redo(event);
      newest.set(objectId, Math.max(newest.get(objectId) ?? 0, event.entry.facts.at));
    }
    return { known, states, newest };
  }

  private condition(column: string, which: Which): { sql: string; params: [number, number] | [number[]] } {
    if ('bucket' in which) {
      const first = which.bucket * BUCKET;
      return { sql: `${column} BETWEEN ? AND ?`, params: [first, first + BUCKET - 1] };
    }
    return { sql: this.database.dialect.isIn(column), params: [[...which]] };
  }

  /** The events since the objects were looked at, in their order. */
  private async *events(path: string, which: Which, { since, number, snapshot }: Look): AsyncIterable<PastEvent> {
    const buckets = 'bucket' in which ? [which.bucket] : [...new Set(which.map(bucketOf))];
    const rows = await this.database.all(
      `SELECT \`bucket\`, \`number\` FROM \`own_outside_buckets\` WHERE \`type\` = ? AND ${this.database.dialect.isIn('`bucket`')}`,
      [path, buckets],
    );
    // Each part from its own place: what becomes of other ends shows in what is known of a part, and not in its checksum.
    const looked = new Map(rows.map((row) => [Number(row['bucket']), Number(row['number'])]));
    const first = Math.min(number, ...buckets.map((bucket) => looked.get(bucket) ?? since));
    const { sql, params } = this.condition('`object_id`', which);
    const places = await snapshot.all(
      'SELECT `number`, `object_id`, `entry`, `links` FROM `own_events` ' +
        `WHERE \`type\` = ? AND ${sql} AND \`number\` > ? AND \`number\` <= ? ORDER BY \`number\``,
      [path, ...params, first, number],
    );
    const later = places.filter((row) => Number(row['number']) > (looked.get(bucketOf(row['object_id'])) ?? since));
    for await (const events of this.states.eventsAt(later)) yield* events;
  }
}

function parsed(
  plan: Plan,
  id: number,
  links: readonly Link[],
  text: string,
  actual: FormerObject | undefined,
): FormerObject {
  const { row, sets } = JSON.parse(text) as { row: Row; sets: Record<string, LinkSet> };
  return FormerObject.now(
    plan,
    id,
    { ...actual?.stored(), ...row },
    new Map(links.map((link) => [link, sets[link.name] ?? actual?.set(link) ?? []])),
  );
}

/** Forgets what was seen of the map: whoever looks next takes stock. */
export async function forgetSeen(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const table of ['own_outside_objects', 'own_outside_buckets']) await tx.run(`DELETE FROM ${quote(table)}`);
    await tx.run('DELETE FROM `own_settings` WHERE `name` = ?', [HEAD]);
  });
}
