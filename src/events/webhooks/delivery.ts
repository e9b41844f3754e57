/**
 * Delivers to one hook what it has to be told, one request after the other, until there is nothing more, or something keeps it from going
 * on. Whoever delivers holds the hook's row by a lease; the position is moved on once a request was acknowledged, so that whatever
 * happens in between is repeated under the same id.
 */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TokenService } from '../../access/token.service.js';
import { AuditEvents } from '../../audit/audit-events.js';
import type { Caller } from '../../core/http/caller.js';
import { Database, type Param } from '../../database/database.js';
import { AccessScopes, Plans } from '../../engine/index.js';
import type { FeedEvent } from '../change.js';
import { Feed } from '../feed.js';
import { OtherEvents } from '../other-events.js';
import type { FeedState } from '../publication.js';
import { FeedWatch } from '../watch.js';
import { attemptRow, INSERT_ATTEMPT, INSERT_DEAD } from './attempts.js';
import { HookMetrics } from './hook-metrics.js';
import { hookOf, SELECT_HOOK, type Hook, type PausedReason } from './hook.js';
import { HookMatcher, resourcesOf, wantedOf } from './matching.js';
import { eventText, hookEvent, MAX_REQUEST } from './payload.js';
import type { Outcome } from './post.js';
import { RetryPlan } from './retry-plan.js';
import { HookSender } from './sender.js';

/** Milliseconds for which a replica that is gone holds up a hook, and for which what was read under its owner's rights may be sent. */
const [LEASE, FRESH] = [30_000, 900];
/** Events that are read at a time; the feed reads some hundred in any case. */
const READ = 150;
/** Hooks for which the feed is read at the same time: requests of people need the database too. */
const READERS = 3;

/** What a hook has to tell next, and from where on it is read again. */
interface Buffer {
  changes: FeedEvent[];
  numbers: number[];
  /** The place behind them. */
  position: number;
  more: boolean;
  readAt: number;
  /** The hook for which it was read. */
  version: number;
}

@Injectable()
export class Deliveries {
  private readonly owner = randomUUID();
  private readers = READERS;
  private readonly waiting: Array<() => void> = [];

  constructor(
    private readonly database: Database,
    private readonly feed: Feed,
    private readonly others: OtherEvents,
    private readonly watch: FeedWatch,
    private readonly tokens: TokenService,
    private readonly scopes: AccessScopes,
    private readonly plans: Plans,
    private readonly sender: HookSender,
    private readonly plan: RetryPlan,
    private readonly audit: AuditEvents,
    private readonly metrics: HookMetrics,
  ) {}

  /** Returns true if the lease of a hook, as it stands in its row, keeps us from sending for it. */
  isTaken(owner: unknown, until: unknown): boolean {
    return Number(until) > Date.now() && owner !== this.owner;
  }

  /** Delivers to a hook. Throws what the database says. */
  async run(id: number): Promise<void> {
    let buffer: Buffer | undefined;
    try {
      for (;;) {
        const hook = await this.taken(id);
        if (!hook) return;
        const state = await this.feed.state();
        if (buffer && !isFresh(buffer, hook)) buffer = undefined;
        const next = await this.step(hook, state, buffer);
        if (!next || this.watch.ending) return;
        buffer = next;
      }
    } finally {
      await this.release(id);
    }
  }

  /** One request, or what stands in place of it. Undefined: nothing is to be done for now. */
  private async step(hook: Hook, state: FeedState, held: Buffer | undefined): Promise<Buffer | undefined> {
    if (hook.feed !== state.cursors.identity.feed) return this.pause(hook, 'restored');
    const caller = hook.ownerId === null ? undefined : await this.tokens.rightsOf(hook.ownerId);
    if (!caller || !(await this.maySeeAny(hook, caller))) return this.pause(hook, 'owner');
    if (hook.position < state.oldest) return this.tellGap(hook, state);
    const buffer = held ?? (await this.read(hook, caller, state));
    const { settings } = hook;
    if (!buffer.changes.length) {
      await this.moveOn(hook, buffer.position);
      return buffer.more ? buffer : undefined;
    }
    const wait = hook.batch ? 0 : this.waitOf(buffer, settings.batch, settings.batch_wait);
    if (wait > 0) {
      // Looked at again in time to keep the lease.
      await this.watch.longerThan(state.number, Math.min(wait, LEASE / 3));
      return { ...buffer, changes: [] };
    }
    return this.deliver(hook, buffer, state);
  }

  /** Milliseconds for which a part of a batch is held back. */
  private waitOf({ changes, more }: Buffer, batch: number, seconds: number): number {
    if (!seconds || more || changes.length >= batch) return 0;
    return Date.parse(changes[0]!.recordedtime) + seconds * 1000 - Date.now();
  }

  private async deliver(hook: Hook, buffer: Buffer, state: FeedState): Promise<Buffer | undefined> {
    const texts: string[] = [];
    let size = 0;
    // A request that is repeated holds the events that it held, as far as the owner may see them still.
    const most = hook.batch ? buffer.changes.length : hook.settings.batch;
    for (const change of buffer.changes.slice(0, most)) {
      const text = eventText(change, hook.settings);
      if (texts.length && !hook.batch && size + text.length > MAX_REQUEST) break;
      size += text.length;
      texts.push(text);
    }
    const batch = hook.batch ?? { first: buffer.numbers[0]!, last: buffer.numbers[texts.length - 1]! };
    if (!hook.batch && !(await this.begin(hook, batch))) return undefined;
    const { cursors } = state;
    const id = deliveryId(cursors.identity.feed, cursors.write(batch.first), cursors.write(batch.last));
    const outcome = await this.sender.send(hook, id, texts);
    if (!outcome) return this.pause(hook, 'secret');
    const sent = buffer.changes.slice(0, texts.length);
    const after = await this.note({ ...hook, batch }, id, sent, outcome);
    if (!after) return undefined;
    if (hook.batch) return { ...buffer, changes: [] };
    const left = { changes: buffer.changes.slice(texts.length), numbers: buffer.numbers.slice(texts.length) };
    return { ...buffer, ...left };
  }

  /** Notes what became of a request. Returns true if the hook may go on at once. */
  private async note(
    hook: Hook & { batch: { first: number; last: number } },
    id: string,
    sent: readonly FeedEvent[],
    outcome: Outcome,
  ): Promise<boolean> {
    const { next, dead, refused, paused, retryAt } = this.plan.after(hook, outcome);
    this.metrics.count(outcome);
    const now = Date.now();
    const isMoved = next !== 'again';
    const set: Record<string, Param> = isMoved
      ? { position: hook.batch.last, batch_first: null, batch_last: null, attempts: 0, refusals: 0, next_at: 0 }
      : { attempts: hook.attempts + 1, refusals: hook.refusals + Number(refused), next_at: retryAt };
    if (outcome.ok) Object.assign(set, { failing_since: null, last_success_at: now, last_error: null });
    else Object.assign(set, { failing_since: hook.failingSince ?? now, last_error: errorText(outcome) });
    if (dead) set['failing_since'] = null;
    if (paused) Object.assign(set, { paused_reason: paused });
    const isOurs = await this.database.transaction(async (tx) => {
      const { changes } = await tx.run(
        `UPDATE \`own_webhooks\` SET ${assignments(set)} WHERE \`id\` = ? AND \`version\` = ? AND \`lease_owner\` = ?`,
        [...Object.values(set), hook.id, hook.version, this.owner],
      );
      // It may be gone altogether.
      const [there] = changes ? [true] : await tx.all('SELECT 1 FROM `own_webhooks` WHERE `id` = ?', [hook.id]);
      if (!there) return false;
      await tx.run(INSERT_ATTEMPT, attemptRow(hook.id, id, sent.length, outcome));
      if (changes && dead) await tx.run(INSERT_DEAD, deadRow(hook, sent, outcome));
      if (changes && paused) await this.recordPause(hook, paused, tx);
      return changes > 0;
    });
    return isOurs && isMoved;
  }

  /** Tells that events are gone that were never told, and goes on from the oldest that is kept. */
  private async tellGap(hook: Hook, state: FeedState): Promise<Buffer | undefined> {
    const { cursors, oldest } = state;
    const batch = { first: hook.position, last: oldest };
    const [from, to] = [cursors.write(hook.position), cursors.write(oldest)];
    const id = deliveryId(cursors.identity.feed, from, to);
    const event = hookEvent('feed.gap', this.feed.source, { from, to }, to);
    const outcome = await this.sender.send(hook, id, [JSON.stringify(event)]);
    if (!outcome) return this.pause(hook, 'secret');
    const goesOn = await this.note({ ...hook, batch }, id, [], outcome);
    return goesOn ? { changes: [], numbers: [], position: oldest, more: true, readAt: 0, version: -1 } : undefined;
  }

  /** The events of a request, as far as the owner of the hook may see them now and it tells them. */
  async eventsIn(hook: Hook, batch: { first: number; last: number }): Promise<FeedEvent[]> {
    const state = await this.feed.state();
    const caller = hook.ownerId === null ? undefined : await this.tokens.rightsOf(hook.ownerId);
    if (!caller || batch.first <= state.oldest) return [];
    return (await this.read({ ...hook, position: batch.first - 1, batch }, caller, state)).changes;
  }

  /** What comes next; of a request that is to be repeated exactly what it holds. */
  private async read(hook: Hook, caller: Caller, state: FeedState): Promise<Buffer> {
    await this.enter();
    try {
      const readAt = performance.now();
      const until = hook.batch ? { ...state, number: hook.batch.last } : state;
      const page = await this.feed.page(hook.position, wantedOf(hook.settings), READ, caller, until);
      const changes = await new HookMatcher(hook.settings, this.plans).among(page.changes, caller);
      const numbers = changes.map(({ id }) => this.feed.placeOf(id, state));
      return { changes, numbers, position: page.position, more: page.more, readAt, version: hook.version };
    } finally {
      this.readers++;
      this.waiting.shift()?.();
    }
  }

  private async enter(): Promise<void> {
    while (!this.readers) await new Promise<void>((wake) => this.waiting.push(wake));
    this.readers--;
  }

  private async maySeeAny({ settings }: Hook, caller: Caller): Promise<boolean> {
    const listed = await this.scopes.listed(caller, resourcesOf(settings));
    if (listed.some(({ rows }) => rows !== 'none')) return true;
    return (await this.others.condition(caller, 'e', wantedOf(settings).others)) !== undefined;
  }

  /** The hook, held for us; undefined where it is not to be delivered to, or another replica does. */
  private async taken(id: number): Promise<Hook | undefined> {
    const now = Date.now();
    const until = now + Math.max(LEASE, this.sender.timeout + LEASE / 2);
    const { changes } = await this.database.run(
      'UPDATE `own_webhooks` SET `lease_owner` = ?, `lease_until` = ? WHERE `id` = ? AND `paused_reason` IS NULL ' +
        'AND `next_at` <= ? AND (`lease_until` < ? OR `lease_owner` = ?)',
      [this.owner, until, id, now, now, this.owner],
    );
    if (!changes) return undefined;
    const [row] = await this.database.all(`${SELECT_HOOK} WHERE h.\`id\` = ?`, [id]);
    return row && hookOf(row);
  }

  private async release(id: number): Promise<void> {
    await this.database.run('UPDATE `own_webhooks` SET `lease_until` = 0 WHERE `id` = ? AND `lease_owner` = ?', [
      id,
      this.owner,
    ]);
  }

  /** Notes before anything is sent what the request holds: it holds the same if it has to be repeated. */
  private async begin(hook: Hook, batch: { first: number; last: number }): Promise<boolean> {
    const { changes } = await this.database.run(
      'UPDATE `own_webhooks` SET `batch_first` = ?, `batch_last` = ? WHERE `id` = ? AND `version` = ? AND `lease_owner` = ?',
      [batch.first, batch.last, hook.id, hook.version, this.owner],
    );
    return changes > 0;
  }

  /** Over what is not told the position moves on by itself. */
  private async moveOn({ id, version, position }: Hook, to: number): Promise<void> {
    if (to <= position) return;
    await this.database.run(
      'UPDATE `own_webhooks` SET `position` = ?, `batch_first` = NULL, `batch_last` = NULL WHERE `id` = ? AND `version` = ?',
      [to, id, version],
    );
  }

  private async pause(hook: Hook, reason: PausedReason): Promise<undefined> {
    await this.database.transaction(async (tx) => {
      const { changes } = await tx.run(
        'UPDATE `own_webhooks` SET `paused_reason` = ?, `version` = `version` + 1 WHERE `id` = ? AND `version` = ?',
        [reason, hook.id, hook.version],
      );
      if (changes) await this.recordPause(hook, reason, tx);
    });
  }

  private recordPause(
    { id, name }: Hook,
    reason: PausedReason,
    tx: Parameters<AuditEvents['record']>[1],
  ): Promise<void> {
    const context = { address: '', requestId: '' };
    return this.audit.record({ action: 'webhook_paused', details: { webhook_id: id, name, reason }, context }, tx);
  }
}

const isFresh = ({ changes, version, readAt }: Buffer, hook: Hook): boolean =>
  changes.length > 0 && version === hook.version && performance.now() - readAt <= FRESH;

/** The same for every attempt at a request: the feed, its first and its last event. */
export const deliveryId = (feed: string, first: string, last: string): string =>
  `${first}.${last.slice(feed.length + 1)}`;

const errorText = ({ error, status }: Outcome): string => (error === 'status' ? `status ${status}` : String(error));

const assignments = (set: object): string =>
  Object.keys(set)
    .map((name) => `\`${name}\` = ?`)
    .join(', ');

/** Only what leads to the events again: whoever redelivers them may have other rights then. */
function deadRow(
  { id, batch }: Hook & { batch: { first: number; last: number } },
  sent: readonly FeedEvent[],
  { status }: Outcome,
): Array<string | number | null> {
  const events = sent.map(({ id: cursor, type, subject }) => ({ id: cursor, type, subject }));
  return [id, batch.first, batch.last, JSON.stringify(events), 'refused', status, Date.now()];
}
