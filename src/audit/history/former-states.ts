/** Reads what objects were at moments: their rows as they are, and every change since. */
import { Injectable } from '@nestjs/common';
import { portions, portionsOfSize } from '../../core/portions.js';
import { Turns } from '../../core/turns.js';
import { Database, type Row } from '../../database/database.js';
import { Plans, readSets, type Link, type LinkSet, type Plan, type ResourceModel } from '../../engine/index.js';
import { entryColumns, entryOf, makeWhole, type Entry } from '../../events/entry.js';
import type { Moves } from '../../events/other-ends.js';
import { Publication } from '../../events/publication.js';
import { WHOLE } from '../audit-row.js';
import { wholeSizes } from '../whole-texts.js';
import { FormerObject, type PastEvent } from './former-object.js';
import type { Moment } from './moment.js';

/** Events that are read at a time, and characters of their entries where there is more than one. */
const [BATCH, MAX_CHARACTERS] = [500, 8 << 20];
/** How often objects are read that somebody writes just then. */
const MAX_TRIES = 3;

/** Which events: of some objects of a type, from a number on. */
interface Wanted {
  resource: ResourceModel;
  ids: readonly number[];
  first: number;
  /** Those of other ends of links as well. */
  withLinks: boolean;
}

@Injectable()
export class FormerStates {
  constructor(
    private readonly database: Database,
    private readonly plans: Plans,
    private readonly publication: Publication,
  ) {}

  /**
   * The objects with these ids at moments, of which the newest stands first: for each moment all of them, by id. Without `withLinks`
   * their columns alone.
   */
  async at(
    resource: ResourceModel,
    ids: readonly number[],
    moments: readonly Moment[],
    withLinks: boolean,
  ): Promise<Array<Map<number, FormerObject>>> {
    const plan = this.plans.of(resource.path);
    const found = await this.attempt(plan, ids, moments, withLinks);
    // A row that was read before a change does not hold what the change left; so seldom that all is read again.
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      const doubtful = ids.filter((id) => found.some((states) => !states.get(id)!.isExact));
      if (!doubtful.length) break;
      const again = await this.attempt(plan, doubtful, moments, withLinks);
      again.forEach((states, i) => states.forEach((state, id) => found[i]!.set(id, state)));
    }
    return found;
  }

  /** First the rows, then the changes: those that are in the rows already are undone, whatever is written meanwhile. */
  private async attempt(
    plan: Plan,
    ids: readonly number[],
    moments: readonly Moment[],
    withLinks: boolean,
  ): Promise<Array<Map<number, FormerObject>>> {
    const { database } = this;
    const rows = new Map((await database.all(...plan.read.rows([...ids]))).map((row) => [Number(row['id']), row]));
    const sets = withLinks ? await readSets(plan, database, plan.shown, ids) : new Map<number, Map<Link, LinkSet>>();
    const walks = new Map(
      ids.map((id) => [id, new Walk(FormerObject.now(plan, id, rows.get(id), sets.get(id)), moments)]),
    );
    await this.publication.upToDate();
    const first = Math.min(...moments.map((moment) => moment.first));
    for await (const events of this.events({ resource: plan.resource, ids, first, withLinks }))
      for (const event of events) walks.get(event.objectId)?.take(event);
    return moments.map((_, i) => new Map([...walks].map(([id, walk]) => [id, walk.at(i)])));
  }

  /** Events, of each object the newest first. */
  async *events({ resource, ids, first, withLinks }: Wanted): AsyncIterable<PastEvent[]> {
    const { dialect } = this.database;
    const direct = withLinks ? '' : ' AND `links` IS NULL';
    const places = await this.database.all(
      'SELECT `number`, `object_id`, `entry`, `links` FROM `own_events` ' +
        `WHERE \`type\` = ? AND ${dialect.isIn('`object_id`')} AND \`number\` >= ?${direct} ORDER BY \`object_id\` DESC, \`number\` DESC`,
      [resource.path, ids, first],
    );
    yield* this.eventsAt(places);
  }

  /**
   * Events with their entries, in the order of their places: so many at a time as are not too long together. Those whose entry is not
   * kept any more are of no moment that is known.
   */
  async *eventsAt(places: readonly Row[]): AsyncIterable<PastEvent[]> {
    const turns = new Turns();
    for (const some of portions(places, BATCH)) {
      const entries = await this.entriesOf(some, turns);
      const events = some.flatMap((place): PastEvent[] => {
        const entry = entries.get(Number(place['entry']));
        const links =
          place['links'] === null ? undefined : (JSON.parse(String(place['links'])) as Record<string, Moves>);
        return entry ? [{ number: Number(place['number']), objectId: Number(place['object_id']), entry, links }] : [];
      });
      const sizes = await this.sizesOf(events);
      for (const part of portionsOfSize(events, MAX_CHARACTERS, (event) => sizes.get(event) ?? 0)) {
        yield await this.wholeOf(part);
        await turns.rest();
      }
    }
  }

  /** By their id, as they stand in their rows. */
  private async entriesOf(places: readonly Row[], turns: Turns): Promise<Map<number, Entry>> {
    const { database } = this;
    const ids = [...new Set(places.map((place) => Number(place['entry'])))];
    const sql = `SELECT ${entryColumns('a')} FROM \`audit_logs\` a WHERE ${database.dialect.isIn('a.`id`')}`;
    const entries = new Map<number, Entry>();
    await turns.each(await database.all(sql, [ids]), (row) => {
      const entry = entryOf(row);
      if (entry) entries.set(entry.id, entry);
    });
    return entries;
  }

  /** What the entries of events are going to hold; of several that were cut it is asked for. */
  private async sizesOf(events: readonly PastEvent[]): Promise<Map<PastEvent, number>> {
    const { database } = this;
    const own = events.filter(({ links }) => !links);
    const keys = [...new Set(own.flatMap(({ entry }) => entry.facts[WHOLE] ?? []))];
    const wholes = await wholeSizes(keys.length > 1 ? keys : [], database, database.dialect);
    return new Map(
      own.map((event) => {
        const { characters, facts } = event.entry;
        return [event, wholes.get(facts[WHOLE] ?? '') ?? characters];
      }),
    );
  }

  /** Events with what was cut of their entries, which objects' own changes alone need. */
  private async wholeOf(events: readonly PastEvent[]): Promise<PastEvent[]> {
    const { database } = this;
    // Copies: what is whole is held by whoever is given it, and not by what is read in portions.
    const own = new Map(events.flatMap(({ entry, links }) => (links ? [] : [[entry, { ...entry }]])));
    await makeWhole([...own.values()], database, database.dialect);
    return events.map((event) => (event.links ? event : { ...event, entry: own.get(event.entry)! }));
  }
}

/** The way of one object back through its changes, past moments. */
class Walk {
  private readonly reached: FormerObject[] = [];

  constructor(
    private readonly object: FormerObject,
    private readonly moments: readonly Moment[],
  ) {}

  take(event: PastEvent): void {
    const { reached, moments, object } = this;
    while (reached.length < moments.length && !moments[reached.length]!.isLater(event)) reached.push(object.clone());
    if (reached.length < moments.length) object.undo(event);
  }

  at(moment: number): FormerObject {
    return this.reached[moment] ?? this.object;
  }
}
