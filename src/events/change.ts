/** One change as it is told: a CloudEvents 1.0 object. Feed and stream send the same text. */
import type { WallClock } from '../core/text/dates.js';
import type { Row, Scalar } from '../database/database.js';
import {
  answerOf,
  answerOfSet,
  shownIn,
  valueIn,
  type Link,
  type LinkSet,
  type Plans,
  type ResourceModel,
} from '../engine/index.js';
import { snake } from '../core/text/naming.js';
import { schemaAddress } from './settings.js';
import type { Action, Entry } from './entry.js';
import { movesOf, namesOf, type Moves } from './other-ends.js';
import { isOtherKind, type OtherAction, type SeenOtherEvent } from './other-events.js';

type Values = Record<string, unknown>;

/** What a change says; columns are as answered. */
export interface ChangeData<Does extends string = Action> {
  resource: string;
  id: number;
  action: Does;
  name: string | null;
  updated_at: string | null;
  /** Of created and restored objects what a single read answered then, of deleted ones what it answered before. */
  object?: Values;
  /** Before and after, by column; sets of small rows too. */
  changes?: Record<string, [unknown, unknown]>;
  links?: Record<string, Moves>;
  by: { user_id: number | null; via: string };
  feed?: unknown;
  /** Of a write from outside: when it was last looked, and when it was seen. */
  between?: readonly [string, string];
  reason: string | null;
  request_id: string | null;
  transaction: string;
  origin: { resource: string; id: number } | null;
}

export interface CloudEvent<Does extends string = Action> {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  dataschema: string;
  recordedtime: string;
  authtype: string;
  correlationid: string;
  traceparent?: string;
  data: ChangeData<Does>;
}

/** A change of an object, or what happened to something else. */
export type FeedEvent = CloudEvent<Action | OtherAction>;

export const isOfObject = (event: FeedEvent): event is CloudEvent => !isOtherKind(event.data.resource);

/** An event of the feed, as it is stored. */
export interface StoredEvent {
  number: number;
  entry: Entry;
  resource: ResourceModel;
  id: number;
  action: Action;
  name: string | null;
  /** What changed at another end; undefined for the change itself. */
  links: Record<string, Moves> | undefined;
  recordedAt: number;
}

/** Makes changes of stored events, before anything is taken away for a reader. */
export class ChangeWriter {
  constructor(
    private readonly plans: Plans,
    private readonly source: string,
  ) {}

  /** `cursor`: the text for the number of the event. */
  write(event: StoredEvent, cursor: string): CloudEvent {
    const { resource, id, action, entry, recordedAt } = event;
    const { facts } = entry;
    return {
      specversion: '1.0',
      id: cursor,
      source: this.source,
      type: `meridian.${snake(resource.path)}.${action}`,
      subject: `${resource.path}/${id}`,
      time: new Date(facts.at).toISOString(),
      datacontenttype: 'application/json',
      dataschema: schemaAddress(this.source),
      recordedtime: new Date(recordedAt).toISOString(),
      authtype: facts.auth,
      correlationid: facts.transaction,
      ...(facts.traceparent !== undefined && { traceparent: facts.traceparent }),
      data: this.dataOf(event),
    };
  }

  /**
   * What happened to something that is no object of the map.
   * @param isKnown whether the reader may know that user
   */
  writeOther(event: SeenOtherEvent, cursor: string, isKnown: (userId: number) => boolean): CloudEvent<OtherAction> {
    const { kind, action, id, at, userId, transaction, subject, object } = event;
    const time = new Date(at).toISOString();
    return {
      ...{ specversion: '1.0', id: cursor, source: this.source },
      type: `meridian.${snake(kind)}.${action}`,
      subject: `${kind}/${id}`,
      time,
      datacontenttype: 'application/json',
      dataschema: schemaAddress(this.source),
      recordedtime: time,
      authtype: userId === null ? 'system' : 'user',
      correlationid: transaction,
      data: {
        ...{ resource: kind, id, action, name: subject.name, updated_at: null, object },
        by: {
          user_id: userId !== null && isKnown(userId) ? userId : null,
          via: userId === null ? 'system' : 'api',
        },
        ...{ reason: null, request_id: null, transaction, origin: { resource: subject.type, id: subject.id } },
      },
    };
  }

  private dataOf({ resource, id, action, name, entry, links }: StoredEvent): ChangeData {
    const { facts, userId } = entry;
    const clock = this.plans.database.clock;
    const [before, after] = facts.updated_at ?? [null, null];
    const updatedAt = links ? null : (after ?? before);
    return {
      ...{ resource: resource.path, id, action, name },
      updated_at: typeof updatedAt === 'string' ? clock.toApi(updatedAt) : null,
      ...(links ? { links } : this.contentOf(entry, clock)),
      by: { user_id: userId, via: facts.via },
      ...(facts.feed !== undefined && { feed: facts.feed }),
      reason: facts.reason ?? null,
      ...(facts.between && { between: facts.between }),
      request_id: facts.request_id || null,
      transaction: facts.transaction,
      origin: links ? { resource: entry.resource.path, id: entry.objectId } : null,
    };
  }

  private contentOf(entry: Entry, clock: WallClock): Pick<ChangeData, 'object' | 'changes' | 'links'> {
    return entry.action === 'updated' ? this.differencesOf(entry, clock) : { object: this.objectOf(entry) };
  }

  /** What a single read answered. */
  private objectOf({ resource, objectId, action, facts }: Entry): Values {
    const { before, after, row: restored, updated_at: [old, now] = [null, null], created_at: created } = facts;
    const [values, sets] =
      action === 'created' ? [after, after] : action === 'deleted' ? [before, facts.links] : [restored, facts.links];
    const times: Record<string, Scalar> = {
      id: objectId,
      created_at: created === undefined && action === 'created' ? now : (created ?? null),
      updated_at: action === 'deleted' ? old : now,
    };
    const row: Record<string, Scalar> = {};
    for (const { name, hidden } of resource.fields)
      if (!hidden) row[name] = times[name] ?? ((values?.[name] ?? null) as Scalar);
    const plan = this.plans.of(resource.path);
    const links = new Map(plan.shown.map((link) => [link, setIn(link, sets?.[link.name])]));
    return plan.answerWhole(row, links);
  }

  private differencesOf(
    { resource, facts: { before, after } }: Entry,
    clock: WallClock,
  ): Pick<ChangeData, 'changes' | 'links'> {
    const changes: Record<string, [unknown, unknown]> = {};
    const links: Record<string, Moves> = {};
    const { derived } = this.plans.of(resource.path);
    for (const field of shownIn(resource)) {
      const { name, from } = field;
      const column = from?.column ?? name;
      if (!(column in before) && !(column in after)) continue;
      const answer = answerOf(field, clock) ?? ((stored: Scalar) => stored);
      const both = [before, after].map((side) => answer(valueIn(field, side as Row))) as [unknown, unknown];
      // Another tag may have come or gone.
      if (from?.tag && both[0] === both[1]) continue;
      changes[name] = both;
      for (const [further, of, make] of derived) if (of === name) changes[further] = [make(both[0]), make(both[1])];
    }
    for (const link of resource.links) {
      if (!link.shown || (!(link.name in before) && !(link.name in after))) continue;
      const sets = [before, after].map((side) => setIn(link, side[link.name])) as [LinkSet, LinkSet];
      for (const name of namesOf(link)) {
        if (link.kind === 'child') changes[name] = [answerOfSet(link, sets[0]), answerOfSet(link, sets[1])];
        else links[name] = movesOf(...sets);
      }
    }
    return { changes, links };
  }
}

/** A set as the journal holds it; numbers by name stand there as they are answered. */
export function setIn(link: Link, held: unknown): LinkSet {
  if (link.numbers) return Object.entries((held ?? {}) as Record<string, number>);
  return (held ?? []) as LinkSet;
}
