/** Reads the feed: what follows a place in it, as far as one caller may see it. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { can, type Caller } from '../core/http/caller.js';
import { Database, type Param, type Row } from '../database/database.js';
import { AccessScopes, Plans, registry } from '../engine/index.js';
import { ChangeWriter, type FeedEvent, type StoredEvent } from './change.js';
import { gone, type Cursors, type FeedIdentity } from './cursor.js';
import { entryColumns, entryOf, makeWhole, type Action, type Entry } from './entry.js';
import type { Moves } from './other-ends.js';
import { OtherEvents } from './other-events.js';
import type { Wanted } from './parameters.js';
import { EVERYBODY, Publication, type FeedState } from './publication.js';
import { FeedReader } from './reader.js';
import { sourceOf } from './settings.js';

/** A part of the feed. */
export interface Page {
  changes: FeedEvent[];
  /** The place behind the last of them, or behind everything that was looked at. */
  position: number;
  /** There is more for the caller. */
  more: boolean;
  /** What the caller may see changed in between: what they hold is to be compared with lists. */
  reset: boolean;
}

/** Events that are read at a time; how many times one answer reads, and characters of entries after which it ends. */
const [BATCH, MAX_BATCHES, MAX_CHARACTERS] = [200, 50, 8 << 20];

@Injectable()
export class Feed {
  /** What all events are of. */
  readonly source: string;
  private readonly writer: ChangeWriter;

  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly publication: Publication,
    private readonly others: OtherEvents,
    plans: Plans,
    @Inject(CONFIG) config: Config,
  ) {
    this.source = sourceOf(config);
    this.writer = new ChangeWriter(plans, this.source);
  }

  /** The feed with everything that was committed by now. */
  state(): Promise<FeedState> {
    return this.publication.upToDate();
  }

  /** What writes the places of a feed. */
  cursorsOf(identity: FeedIdentity): Cursors {
    return this.publication.cursorsOf(identity);
  }

  /**
   * The place that a `since` means.
   * @throws 400 for what is no cursor; 410 for one of another feed, or whose following events are not kept
   */
  placeOf(since: string, { number, oldest, cursors }: FeedState, name = 'since'): number {
    if (since === 'now') return number;
    if (since === 'beginning') return oldest;
    const place = cursors.read(since, name, () => cursors.write(oldest));
    // A number that this feed has not given: its database was put back to a former state.
    if (place < oldest || place > number) throw gone(cursors.write(oldest));
    return place;
  }

  /** Refuses to go on from a place where the feed has become another one, or has lost what follows. Throws 410. */
  requireKept(place: number, then: FeedState, now: FeedState): void {
    if (now.cursors !== then.cursors || place < now.oldest) throw gone(now.cursors.write(now.oldest));
  }

  /** What follows a place. `state`: the feed as the caller was told of it; nothing behind its number is looked at. */
  async page(after: number, wanted: Wanted, limit: number, caller: Caller, state: FeedState): Promise<Page> {
    const reader = await FeedReader.of(caller, this.scopes);
    const changes: FeedEvent[] = [];
    const numbers: number[] = [];
    let [place, characters, ended] = [after, 0, false];
    // One more than is wanted says whether there is more.
    for (let n = 0; !ended && changes.length <= limit && characters < MAX_CHARACTERS && n < MAX_BATCHES; n++) {
      const rows = await this.rows(place, wanted, reader, state.number, caller);
      const { events, size, read } = await this.eventsOf(rows, MAX_CHARACTERS - characters);
      ended = rows.length < BATCH && read === rows.length;
      characters += size;
      const written = events.map((event) => this.writer.write(event, state.cursors.write(event.number)));
      const seen = await reader.visible(written, this.database);
      const byNumber = new Map<number, FeedEvent | undefined>(events.map(({ number }, i) => [number, seen[i]]));
      for (const event of await this.others.among(rows.slice(0, read), caller)) {
        const isKnown = (userId: number): boolean => userId === caller.userId || can(caller, 'user_access');
        byNumber.set(event.number, this.writer.writeOther(event, state.cursors.write(event.number), isKnown));
      }
      for (const row of rows.slice(0, read)) {
        const change = byNumber.get(Number(row['number']));
        if (!change || !touches(change, wanted)) continue;
        changes.push(change);
        numbers.push(Number(row['number']));
      }
      place = Number(rows[read - 1]?.['number'] ?? place);
    }
    const more = changes.length > limit || !ended;
    const first = changes.slice(0, limit);
    // Behind everything where there is no more: the cursor moves on over what is not told.
    const position = ended && !(changes.length > limit) ? Math.max(state.number, after) : (numbers[limit - 1] ?? place);
    return { changes: first, position, more, reset: await this.isReset(after, position, caller) };
  }

  /** The number of the last change of what a caller may see. */
  async reachOf({ userId, roleIds, reach, admin }: Caller): Promise<number> {
    const theirs = [
      ['user', userId],
      ...(admin ? [] : [EVERYBODY]),
      ...[...roleIds].map((id) => ['role', id]),
      ...[...(reach?.perimeters.keys() ?? []), ...(reach?.homes?.all ?? [])].map((id) => ['perimeter', id]),
    ];
    const isTheirs = this.database.dialect.pairIsIn('`kind`', '`object_id`');
    const sql = `SELECT MAX(\`number\`) AS number FROM \`own_event_reach\` WHERE ${isTheirs}`;
    const [row] = await this.database.all(sql, [theirs]);
    return Number(row!['number'] ?? 0);
  }

  private async isReset(after: number, position: number, caller: Caller): Promise<boolean> {
    if (after === position) return false;
    const reach = await this.reachOf(caller);
    return reach > after && reach <= position;
  }

  private async rows(after: number, wanted: Wanted, reader: FeedReader, until: number, caller: Caller): Promise<Row[]> {
    const { dialect } = this.database;
    const where = ['e.`number` > ?', 'e.`number` <= ?'];
    const bound: Param[] = [after, until];
    const add = (condition: string, value: Param): void => {
      where.push(condition);
      bound.push(value);
    };
    if (wanted.id !== undefined) add('e.`object_id` = ?', wanted.id);
    if (wanted.actions) add(dialect.isIn('e.`action`'), [...wanted.actions]);
    if (wanted.fields) add('e.`action` = ?', 'updated');
    if (wanted.direct) where.push('(e.`links` IS NULL OR e.`entry` = 0)');
    // Asked for once, with the first kinds.
    let others = wanted.others.length ? await this.others.condition(caller, 'e', wanted.others) : undefined;
    const stretch = { after, until, most: BATCH, only: wanted.resources };
    return reader.first(stretch, this.database, dialect, (ofObjects) => {
      const seen = others ? `(${ofObjects.sql} OR ${others.sql})` : ofObjects.sql;
      const params = [...bound, ...ofObjects.params, ...(others?.params ?? [])];
      others = undefined;
      return this.database.all(
        'SELECT e.`number`, e.`entry`, e.`type`, e.`object_id`, e.`action`, e.`name`, e.`links`, e.`recorded_at` ' +
          `FROM \`own_events\` e WHERE ${[...where, seen].join(' AND ')} ORDER BY e.\`number\` LIMIT ${BATCH}`,
        params,
      );
    });
  }

  /**
   * Rows with the entries that they are of, until these are too long; `read`: so many rows. Those whose entry is not kept any more
   * tell nothing.
   */
  private async eventsOf(
    rows: readonly Row[],
    characters: number,
  ): Promise<{ events: StoredEvent[]; size: number; read: number }> {
    const { dialect } = this.database;
    const ids = [...new Set(rows.map((row) => Number(row['entry'])))].filter(Boolean);
    const entries = new Map<number, Entry>();
    const sizes = new Map<number, number>();
    if (ids.length) {
      const sql = `SELECT ${entryColumns('a')} FROM \`audit_logs\` a WHERE ${dialect.isIn('a.`id`')}`;
      for (const row of await this.database.all(sql, [ids])) {
        const entry = entryOf(row);
        if (!entry) continue;
        entries.set(entry.id, entry);
        sizes.set(entry.id, String(row['properties']).length);
      }
    }
    const events: StoredEvent[] = [];
    const whole = new Set<number>();
    let [size, read] = [0, 0];
    for (const row of rows) {
      if (size >= characters) break;
      read++;
      const entry = entries.get(Number(row['entry']));
      const links = row['links'] === null ? undefined : (JSON.parse(String(row['links'])) as Record<string, Moves>);
      if (entry && !links && !whole.has(entry.id)) {
        whole.add(entry.id);
        if (entry.facts.whole !== undefined) {
          await makeWhole([entry], this.database, dialect);
          sizes.set(entry.id, JSON.stringify(entry.facts).length);
        }
        size += sizes.get(entry.id)!;
      }
      if (!entry) continue;
      events.push({
        ...{ number: Number(row['number']), entry, id: Number(row['object_id']), links },
        resource: registry.get(String(row['type'])),
        action: String(row['action']) as Action,
        name: row['name'] === null ? null : String(row['name']),
        recordedAt: Number(row['recorded_at']),
      });
    }
    return { events, size, read };
  }
}

const touches = ({ data: { changes = {}, links = {} } }: FeedEvent, { fields }: Wanted): boolean =>
  !fields || [...fields].some((name) => name in changes || name in links);
