/**
 * Events of what is no object of the map, such as findings of checks and vulnerabilities. No entry of the journal stands behind them: they get their
 * places in the transaction of what they say, behind everything that has one by then.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import type { Caller } from '../core/http/caller.js';
import { Database, type Param, type Row, type Scalar, type Transaction } from '../database/database.js';
import type { Condition } from '../database/dialect.js';

/** The kinds that there are, and what may happen to them. */
export const OTHER_KINDS = {
  findings: ['opened', 'gone', 'accepted', 'reopened'],
  /** Of an object that did not have it before. */
  vulnerabilities: ['opened'],
} as const;
export type OtherKind = keyof typeof OTHER_KINDS;
export type OtherAction = (typeof OTHER_KINDS)[OtherKind][number];
export const OTHER_ACTIONS: readonly OtherAction[] = [...new Set(Object.values(OTHER_KINDS).flat())];
export const isOtherKind = (name: string): name is OtherKind => Object.hasOwn(OTHER_KINDS, name);

/** What happened to one of them. */
export interface OtherEvent {
  id: number;
  /** What a reader is answered of it beside its name; as short as it can be. */
  object: Readonly<Record<string, unknown>>;
}

/** An event as it is stored, for whoever may see it. */
export interface StoredOtherEvent extends OtherEvent {
  number: number;
  action: OtherAction;
  /** Milliseconds since 1970. */
  at: number;
  userId: number | null;
  transaction: string;
}

/** What events are about, by their numbers: objects of the map with their names. */
export type Subjects = ReadonlyMap<number, { type: string; id: number; name: string | null }>;

/** What knows who sees the events of a kind. */
export interface OtherReader {
  /** Keeps events under `alias`, which are of the kind, to those that the caller sees; undefined where these are none. */
  condition(caller: Caller, alias: string): Promise<Condition | undefined>;
  /** What they are about; events of which nothing is answered are not seen. */
  subjects(events: readonly StoredOtherEvent[], caller: Caller): Promise<Subjects>;
}

const COLUMNS = ['number', 'entry', 'type', 'object_id', 'action', 'name', 'links', 'recorded_at'];

@Injectable()
export class OtherEvents {
  private readonly readers = new Map<OtherKind, OtherReader>();

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'events'>,
  ) {}

  add(kind: OtherKind, reader: OtherReader): void {
    this.readers.set(kind, reader);
  }

  /**
   * Adds events to the feed. To be called last in a transaction: who publishes waits until it is stored. Nothing where nobody has
   * read the feed yet.
   * @param userId who did it; null where nobody did
   */
  async publish(
    tx: Transaction,
    kind: OtherKind,
    action: OtherAction,
    events: readonly OtherEvent[],
    userId: number | null,
  ): Promise<void> {
    if (!events.length || !this.config.events.enabled) return;
    const { dialect } = this.database;
    const [feed] = await tx.all(`SELECT \`number\` FROM \`own_event_feed\` WHERE \`id\` = 1${dialect.forUpdate}`);
    if (!feed) return;
    const first = Number(feed['number']) + 1;
    const now = Date.now();
    const rows = events.map(({ id, object }, i): Scalar[] => [
      ...[first + i, 0, kind, id, action, null],
      ...[JSON.stringify({ object, userId, transaction: tx.id }), now],
    ]);
    await this.database.write(tx, dialect.insertRows('own_events', COLUMNS), rows);
    await tx.run('UPDATE `own_event_feed` SET `number` = ? WHERE `id` = 1', [first - 1 + events.length]);
  }

  /** Keeps events under `alias` to those of these kinds that the caller sees; undefined where these are none. */
  async condition(caller: Caller, alias: string, kinds: readonly OtherKind[]): Promise<Condition | undefined> {
    const parts: Condition[] = [];
    for (const kind of kinds) {
      const seen = await this.readers.get(kind)?.condition(caller, alias);
      if (seen) parts.push({ sql: `(${alias}.\`type\` = ? AND ${seen.sql})`, params: [kind, ...seen.params] });
    }
    if (!parts.length) return undefined;
    const params: Param[] = parts.flatMap((one) => one.params);
    return { sql: parts.map(({ sql }) => sql).join(' OR '), params };
  }

  /** Those of rows of the feed that are of such kinds, with what they are about. */
  async among(rows: readonly Row[], caller: Caller): Promise<SeenOtherEvent[]> {
    const found: SeenOtherEvent[] = [];
    for (const [kind, reader] of this.readers) {
      const events = rows.filter(({ type }) => type === kind).map(storedOf);
      if (!events.length) continue;
      const subjects = await reader.subjects(events, caller);
      for (const event of events) {
        const subject = subjects.get(event.number);
        if (subject) found.push({ ...event, kind, subject });
      }
    }
    return found;
  }
}

/** An event that its reader sees. */
export interface SeenOtherEvent extends StoredOtherEvent {
  kind: OtherKind;
  subject: { type: string; id: number; name: string | null };
}

function storedOf(row: Row): StoredOtherEvent {
  const { object, userId, transaction } = JSON.parse(String(row['links'])) as Pick<
    StoredOtherEvent,
    'object' | 'userId' | 'transaction'
  >;
  return {
    ...{ number: Number(row['number']), id: Number(row['object_id']), action: row['action'] as OtherAction },
    ...{ at: Number(row['recorded_at']), object, userId, transaction },
  };
}
