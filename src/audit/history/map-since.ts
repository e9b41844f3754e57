/** The whole map at a moment, and every change since, as one caller sees them: for those who read all of it. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { RequestContext } from '../../core/http/caller.js';
import { Database, type Row } from '../../database/database.js';
import { AccessScopes, Plans, type ResourceModel } from '../../engine/index.js';
import { ChangeWriter, type CloudEvent, type StoredEvent } from '../../events/change.js';
import type { Action } from '../../events/entry.js';
import { Publication } from '../../events/publication.js';
import { FeedReader } from '../../events/reader.js';
import { sourceOf } from '../../events/settings.js';
import { ChangedObjects } from './changed-objects.js';
import { FormerStates } from './former-states.js';
import { Moments, type Moment } from './moment.js';
import { seenRows } from './seen.js';

/** Changed objects that are worked out, and events that are read, at a time. */
const [PORTION, EVENTS] = [200, 500];
const DAY = 24 * 3600 * 1000;

/** An object as it was called. */
export interface NamedObject {
  resource: ResourceModel;
  id: number;
  name: string | null;
}

@Injectable()
export class MapSince {
  private readonly writer: ChangeWriter;

  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly publication: Publication,
    private readonly moments: Moments,
    private readonly states: FormerStates,
    private readonly changed: ChangedObjects,
    plans: Plans,
    @Inject(CONFIG) config: Config,
  ) {
    this.writer = new ChangeWriter(plans, sourceOf(config));
  }

  /** The moment that a parameter names; the beginning of the day, as far as it is known, where it is left out. Throws as `Moments.read`. */
  async moment(sent: unknown, name: string): Promise<Moment> {
    if (sent !== undefined) return this.moments.read(sent, name);
    const { historySince } = await this.publication.upToDate();
    const today = Math.floor(Date.now() / DAY) * DAY;
    return this.moments.read(new Date(Math.max(today, historySince)).toISOString(), name);
  }

  /**
   * The objects that there were, kind by kind and by their ids, as far as the caller may list them now. `live`: reads `id` and `name` of
   * those that are live by now and that the caller may list, by id.
   */
  async *objects(
    resources: readonly ResourceModel[],
    moment: Moment,
    { caller }: RequestContext,
    live: (resource: ResourceModel) => AsyncIterable<Row[]>,
  ): AsyncIterable<NamedObject[]> {
    for (const { resource, rows } of await this.scopes.listed(caller, resources)) {
      if (rows === 'none') continue;
      const changed = await this.changed.since(resource, moment.first);
      const known = new Set(changed.ids);
      const former = await this.formerly(resource, changed.ids, moment, caller);
      const upTo = (id: number): NamedObject[] => former.splice(0, former.findIndex((one) => one.id > id) >>> 0);
      for await (const batch of live(resource)) {
        // Whatever a row holds of later changes is among those that are known by now.
        const late = await changed.late();
        for (const id of late) known.add(id);
        former.push(...(await this.formerly(resource, late, moment, caller)));
        const left = batch.filter(({ id }) => !known.has(Number(id)));
        yield left.flatMap((row) => [
          ...upTo(Number(row['id'])),
          { resource, id: Number(row['id']), name: (row['name'] ?? null) as string | null },
        ]);
      }
      yield former;
    }
  }

  private async formerly(
    resource: ResourceModel,
    ids: readonly number[],
    moment: Moment,
    caller: RequestContext['caller'],
  ): Promise<NamedObject[]> {
    const found: NamedObject[] = [];
    const { label } = resource;
    for (let at = 0; at < ids.length; at += PORTION) {
      const [states] = await this.states.at(resource, ids.slice(at, at + PORTION), [moment], false);
      const eyes = { reader: await FeedReader.of(caller, this.scopes), scopes: this.scopes, session: this.database };
      const seen = await seenRows(eyes, resource, [...states!.values()], caller);
      for (const [id, row] of seen)
        found.push({ resource, id, name: label === null ? null : ((row[label] ?? null) as string | null) });
    }
    return found.sort((a, b) => a.id - b.id);
  }

  /** Every change since, in the order of the feed, with the name of who made it where that may be told; none of other ends of links. */
  async *changes(
    resources: readonly ResourceModel[],
    moment: Moment,
    context: RequestContext,
  ): AsyncIterable<Array<{ change: CloudEvent; person: string | null }>> {
    const { database } = this;
    const { number, cursors } = await this.publication.upToDate();
    for (let place = moment.first - 1; place < number;) {
      const reader = await FeedReader.of(context.caller, this.scopes);
      const stretch = { after: place, until: number, most: EVENTS, only: resources };
      const rows = await reader.first(stretch, database, database.dialect, ({ sql, params }) =>
        database.all(
          'SELECT e.`number`, e.`entry`, e.`type`, e.`object_id`, e.`action`, e.`name`, e.`links`, e.`recorded_at` FROM `own_events` e ' +
            `WHERE e.\`number\` > ? AND e.\`number\` <= ? AND e.\`links\` IS NULL AND ${sql} ORDER BY e.\`number\` LIMIT ${EVENTS}`,
          [stretch.after, number, ...params],
        ),
      );
      if (!rows.length) return;
      place = Number(rows.at(-1)!['number']);
      const byNumber = new Map(rows.map((row) => [Number(row['number']), row]));
      for await (const some of this.states.eventsAt(rows)) {
        const written = some
          .filter((event) => moment.isLater(event))
          .map((event) => this.writer.write(storedOf(event, byNumber.get(event.number)!), cursors.write(event.number)));
        const seen = (await reader.visible(written, database)).filter((change) => change !== undefined);
        const people = await this.people(seen.map(({ data }) => data.by.user_id));
        yield seen.map((change) => ({ change, person: people.get(change.data.by.user_id ?? 0) ?? null }));
      }
    }
  }

  private async people(ids: ReadonlyArray<number | null>): Promise<Map<number, string>> {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    if (!wanted.length) return new Map();
    const { dialect } = this.database;
    const rows = await this.database.all(
      `SELECT \`id\`, COALESCE(NULLIF(\`name\`, ''), \`login\`) AS name FROM \`users\` WHERE ${dialect.isIn('`id`')}`,
      [wanted],
    );
    return new Map(rows.map(({ id, name }) => [Number(id), String(name)]));
  }
}

const storedOf = (
  {
    number,
    entry,
    objectId,
    links,
  }: { number: number; entry: StoredEvent['entry']; objectId: number; links: StoredEvent['links'] },
  row: Row,
): StoredEvent => ({
  ...{ number, entry, id: objectId, links, resource: entry.resource },
  action: String(row['action']) as Action,
  name: row['name'] === null ? null : String(row['name']),
  recordedAt: Number(row['recorded_at']),
});
