/** What hooks sent, what they gave up, and requests that people ask for. */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/http/caller.js';
import { ApiError, notFound, type KindName } from '../../core/http/errors.js';
import { Database, type Row } from '../../database/database.js';
import { AccessScopes, registry } from '../../engine/index.js';
import { Feed } from '../feed.js';
import { attemptRow, INSERT_ATTEMPT, sentOf, type Sent } from './attempts.js';
import { Deliveries, deliveryId } from './delivery.js';
import { HookMetrics } from './hook-metrics.js';
import type { Hook } from './hook.js';
import { eventText, hookEvent } from './payload.js';
import { HookSender } from './sender.js';
import { WebhooksService } from './webhooks.service.js';

const DEAD: KindName = {
  path: 'webhooks/dead',
  titles: { en: ['Dead event', 'Dead events'], fr: ['Événement abandonné', 'Événements abandonnés'] },
};
/** An event as it is kept of what was given up. */
interface GivenUp {
  id: string;
  type: string;
  /** The path of a kind, and an id. */
  subject: string;
}

/** Rows that are answered at a time, and as usual. */
export const [MAX_ATTEMPTS, DEFAULT_ATTEMPTS] = [1000, 100];

@Injectable()
export class WebhookAttemptsService {
  /** Hooks for which somebody waits. */
  private readonly busy = new Set<number>();

  constructor(
    private readonly database: Database,
    private readonly hooks: WebhooksService,
    private readonly deliveries: Deliveries,
    private readonly sender: HookSender,
    private readonly feed: Feed,
    private readonly metrics: HookMetrics,
    private readonly scopes: AccessScopes,
  ) {}

  /** Attempts, newest first, before that with the id `before`; how the receiver answered is for Admin alone. Throws 404. */
  async attempts(id: string, limit: number, before: number | undefined, caller: Caller): Promise<object[]> {
    const hook = await this.hooks.found(id, caller, this.database);
    const rows = await this.database.all(
      'SELECT `id`, `delivery`, `events`, `status`, `error`, `ms`, `answer`, `at` FROM `own_webhook_attempts` ' +
        'WHERE `webhook_id` = ? AND `id` < ? ORDER BY `id` DESC LIMIT ?',
      [hook.id, before ?? Number.MAX_SAFE_INTEGER, limit],
    );
    return rows.map(({ answer, at, ...row }) => ({
      ...row,
      at: new Date(Number(at)).toISOString(),
      ...(caller.admin && { answer }),
    }));
  }

  /** What was given up, newest first; without events of objects that there are no more for the caller. Throws 404. */
  async dead(id: string, limit: number, before: number | undefined, caller: Caller): Promise<object[]> {
    const hook = await this.hooks.found(id, caller, this.database);
    const { cursors } = await this.feed.state();
    const rows = await this.database.all(
      'SELECT * FROM `own_webhook_dead` WHERE `webhook_id` = ? AND `id` < ? ORDER BY `id` DESC LIMIT ?',
      [hook.id, before ?? Number.MAX_SAFE_INTEGER, limit],
    );
    const events = rows.map((row) => JSON.parse(String(row['events'])) as GivenUp[]);
    const isSeen = await this.seenNow(events.flat(), caller);
    return rows.map((row, i) => ({
      id: Number(row['id']),
      delivery: deliveryId(
        cursors.identity.feed,
        cursors.write(numberOf(row, 'first')),
        cursors.write(numberOf(row, 'last')),
      ),
      events: events[i]!.filter(isSeen),
      ...{ reason: row['reason'], status: row['status'] },
      at: new Date(Number(row['at'])).toISOString(),
    }));
  }

  /** Their objects may have moved elsewhere since, or the right on their kind gone. A statement for each kind of which part is seen. */
  private async seenNow(events: readonly GivenUp[], caller: Caller): Promise<(event: GivenUp) => boolean> {
    const scope = this.scopes.of(caller);
    const named = new Map<string, number[]>();
    for (const [path, id] of events.map(objectOf)) named.set(path, [...(named.get(path) ?? []), id]);
    const there = new Map<string, ReadonlySet<number>>();
    const kinds = [...named.keys()].flatMap((path) => registry.find(path) ?? []);
    for (const { resource, rows } of await this.scopes.listed(caller, kinds)) {
      const ids = rows === 'none' ? [] : named.get(resource.path)!;
      const filter = typeof rows === 'string' ? undefined : rows;
      there.set(resource.path, await scope.among(this.database, resource, filter, ids));
    }
    return (event) => {
      const [path, id] = objectOf(event);
      return there.get(path)?.has(id) ?? true;
    };
  }

  /** Sends a test event now. Throws 404, 409 where the secret cannot be read, 429 while another test runs. */
  async test(id: string, caller: Caller): Promise<Sent> {
    const hook = await this.hooks.found(id, caller, this.database);
    const event = hookEvent('webhook.test', this.feed.source, { webhook: { id: hook.id, name: hook.name } });
    const { cursors } = await this.feed.state();
    return this.send(hook, `${cursors.identity.feed}.${randomUUID()}`, [JSON.stringify(event)]);
  }

  /** Sends again what was given up; it is no longer dead once it was taken. Throws as `test`, and 409 where it is gone. */
  async redeliver(id: string, deadId: string, caller: Caller): Promise<Sent> {
    const hook = await this.hooks.found(id, caller, this.database);
    const isId = /^[1-9][0-9]{0,14}$/.test(deadId);
    const sql = 'SELECT `first_number`, `last_number` FROM `own_webhook_dead` WHERE `id` = ? AND `webhook_id` = ?';
    const [row] = isId ? await this.database.all(sql, [Number(deadId), hook.id]) : [];
    if (!row) throw notFound(DEAD, deadId);
    const batch = { first: numberOf(row, 'first'), last: numberOf(row, 'last') };
    const changes = await this.deliveries.eventsIn(hook, batch);
    if (!changes.length) throw new ApiError(409, 'hookEventGone');
    const { cursors } = await this.feed.state();
    const delivery = deliveryId(cursors.identity.feed, cursors.write(batch.first), cursors.write(batch.last));
    const sent = await this.send(
      hook,
      delivery,
      changes.map((change) => eventText(change, hook.settings)),
    );
    if (!sent.error) await this.database.run('DELETE FROM `own_webhook_dead` WHERE `id` = ?', [Number(deadId)]);
    return sent;
  }

  private async send(hook: Hook, delivery: string, texts: readonly string[]): Promise<Sent> {
    if (this.busy.has(hook.id)) {
      const seconds = Math.ceil(this.sender.timeout / 1000);
      throw new ApiError(429, 'hookBusy', { seconds }, { 'retry-after': String(seconds) });
    }
    this.busy.add(hook.id);
    try {
      const outcome = await this.sender.send(hook, delivery, texts);
      if (!outcome) throw new ApiError(409, 'hookSecret');
      this.metrics.count(outcome);
      await this.database.run(INSERT_ATTEMPT, attemptRow(hook.id, delivery, texts.length, outcome));
      return sentOf(outcome);
    } finally {
      this.busy.delete(hook.id);
    }
  }
}

/** What an event is about; of what is no object the id is no number. */
function objectOf({ subject }: GivenUp): [path: string, id: number] {
  const [path = '', id] = subject.split('/');
  return [path, Number(id)];
}

const numberOf = (row: Row, end: 'first' | 'last'): number => Number(row[`${end}_number`]);
