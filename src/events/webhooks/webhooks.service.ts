/** Hooks as people keep them. Each is its owner's; an Admin sees and changes all. */
import { Injectable } from '@nestjs/common';
import { requireStill } from '../../access/token.service.js';
import { AuditEvents, type AuditAction } from '../../audit/audit-events.js';
import { recheckLate, type Caller, type RequestContext } from '../../core/http/caller.js';
import { ApiError, fieldError, notFound } from '../../core/http/errors.js';
import { parseDateTime } from '../../core/text/dates.js';
import { Database, type Param, type Row, type Transaction } from '../../database/database.js';
import { Plans } from '../../engine/index.js';
import { Feed } from '../feed.js';
import type { FeedState } from '../publication.js';
import { INSERT_DEAD } from './attempts.js';
import { HookDispatcher } from './dispatcher.js';
import { HookBody, type ReadHook } from './hook-body.js';
import { DEFAULTS, HOOK_COLUMNS, hookOf, SELECT_HOOK, WEBHOOKS, type Hook, type HookSettings } from './hook.js';
import { lagOf, OLDEST_WAITING, stateOf } from './lag.js';
import { publicKeysOf } from './secrets.js';
import { HookSender } from './sender.js';

/** Most hooks that there may be, and that one owner may have. */
export const [MAX_HOOKS, MAX_OF_OWNER] = [100, 20];

/** Begins anew after a change. */
const AFRESH = { batch_first: null, batch_last: null, attempts: 0, refusals: 0, failing_since: null, next_at: 0 };

/** A hook as answered; `secret` once, where it is made. */
export type HookAnswer = Record<string, unknown> & { id: number };

type Body = Readonly<Record<string, unknown>>;

@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly feed: Feed,
    private readonly plans: Plans,
    private readonly sender: HookSender,
    private readonly dispatcher: HookDispatcher,
    private readonly audit: AuditEvents,
  ) {}

  /** Those of the caller, by name; for an Admin all. */
  async list(caller: Caller): Promise<HookAnswer[]> {
    const [where, params] = caller.admin ? ['', []] : [' WHERE h.`owner_id` = ?', [caller.userId]];
    const rows = await this.database.all(`${SELECT_LAG}${where} ORDER BY h.\`name\`, h.\`id\``, params);
    const state = await this.feed.state();
    return rows.map((row) => this.answer(row, state));
  }

  /** Throws 404. */
  async read(id: string | number, caller: Caller): Promise<HookAnswer> {
    const hook = await this.found(id, caller, this.database);
    return this.answerOf(hook.id, this.database);
  }

  /** Throws 422, and 403 for an owner other than the caller. */
  async store(body: Body, context: RequestContext): Promise<HookAnswer> {
    const { caller } = context;
    const read = await new HookBody(body, this.sender.targets, this.plans).checked(caller, true);
    const owner = read.owner_id ?? caller.userId;
    requireOwner(owner, caller);
    const { sealed, secret } = this.sender.sealer.make();
    const state = await this.feed.state();
    const now = this.database.clock.toStored(Date.now());
    const row: Record<string, Param> = {
      ...{ owner_id: owner, name: read.name!, url: read.url! },
      settings: JSON.stringify({ ...DEFAULTS, ...read.settings }),
      headers: this.sender.sealer.sealHeaders(read.headers ?? {}),
      ...{ secret: sealed, secret_set_at: now, feed: state.cursors.identity.feed, position: state.number },
      ...{ paused_reason: read.enabled === false ? 'hand' : null, created_at: now, updated_at: now },
    };
    const made = await this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      await this.requireRoom(owner, tx);
      await this.requireFree(read.name!, owner, undefined, tx);
      const names = Object.keys(row);
      const [id] = await this.database.insert(tx, 'own_webhooks', names, [Object.values(row) as never]);
      await this.record('webhook_created', { id: id!, name: read.name! }, toldOf(read), context, tx);
      await recheckLate(context, tx, true);
      return this.answerOf(id!, tx);
    });
    this.dispatcher.poke();
    return { ...made, secret };
  }

  /** What is absent stays. Throws 404, 422, and 403 for another owner. */
  async update(id: string, body: Body, context: RequestContext): Promise<HookAnswer> {
    const { caller } = context;
    const before = await this.found(id, caller, this.database);
    const stored = this.sender.sealer.openHeaders(before.headers) ?? {};
    const read = await new HookBody(body, this.sender.targets, this.plans, stored).checked(caller, false);
    const owner = read.owner_id ?? before.ownerId ?? caller.userId;
    if (owner !== before.ownerId && read.owner_id !== undefined) requireOwner(owner, caller);
    const answer = await this.change(id, context, async (hook, tx) => {
      const set: Record<string, Param> = {};
      const isMoved = read.owner_id !== undefined && owner !== hook.ownerId;
      if (isMoved) {
        await this.requireRoom(owner, tx, true);
        // What was to be told, or was given up, was seen by the owner of before.
        Object.assign(set, { ...AFRESH, owner_id: owner });
        await tx.run('DELETE FROM `own_webhook_dead` WHERE `webhook_id` = ?', [hook.id]);
      }
      if (read.name !== undefined || isMoved) {
        set['name'] = read.name ?? hook.name;
        await this.requireFree(read.name ?? hook.name, owner, hook.id, tx);
      }
      if (read.url !== undefined) set['url'] = read.url;
      if (read.headers) set['headers'] = this.sender.sealer.sealHeaders(read.headers);
      const settings: HookSettings = { ...hook.settings, ...read.settings };
      // A request that is to be repeated was made by the settings of before.
      if (Object.keys(read.settings).length)
        Object.assign(set, { settings: JSON.stringify(settings), batch_first: null, batch_last: null });
      await this.record(
        'webhook_changed',
        hook,
        { ...toldOf(read), before: toldOf({ ...hook, headers: stored }) },
        context,
        tx,
      );
      if (read.enabled === false && !hook.pausedReason) await this.setPaused(hook, set, context, tx);
      if (read.enabled === true && hook.pausedReason) await this.setResumed(hook, set, context, tx);
      return set;
    });
    return answer;
  }

  /** Throws 404. */
  async destroy(id: string, context: RequestContext): Promise<void> {
    await this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      const hook = await this.found(id, context.caller, tx);
      await tx.run('DELETE FROM `own_webhooks` WHERE `id` = ?', [hook.id]);
      await this.record('webhook_deleted', hook, {}, context, tx);
      await recheckLate(context, tx, true);
    });
  }

  pause(id: string, context: RequestContext): Promise<HookAnswer> {
    return this.change(id, context, async (hook, tx) => {
      const set: Record<string, Param> = {};
      if (hook.pausedReason !== 'hand') await this.setPaused(hook, set, context, tx);
      return set;
    });
  }

  /** Goes on where it was, or with what is new where its place was of another map. Throws 409 where its secret cannot be read. */
  async resume(id: string, context: RequestContext): Promise<HookAnswer> {
    // What is new is what comes from now on.
    await this.feed.state();
    return this.change(id, context, async (hook, tx) => {
      const set: Record<string, Param> = {};
      await this.setResumed(hook, set, context, tx);
      return set;
    });
  }

  /** Goes on from another place. Throws 422, 400 for a cursor that is none, 410 for one of which nothing follows. */
  async seek(id: string, { to }: Body, context: RequestContext): Promise<HookAnswer> {
    const state = await this.feed.state();
    const position = await this.placeOf(to, state);
    return this.change(id, context, async (hook, tx) => {
      const { cursors } = state;
      await this.record('webhook_sought', hook, { to: cursors.write(position) }, context, tx);
      return { position, feed: cursors.identity.feed, ...AFRESH };
    });
  }

  /** Gives up the request that the receiver does not take; it is among the dead then. Throws 409 where there is none. */
  async skip(id: string, context: RequestContext): Promise<HookAnswer> {
    const { cursors } = await this.feed.state();
    return this.change(id, context, async (hook, tx) => {
      const { batch } = hook;
      if (!batch || !hook.attempts) throw new ApiError(409, 'hookBlocks');
      const ends = await tx.all(
        'SELECT `number`, `type`, `object_id`, `action` FROM `own_events` WHERE `number` IN (?, ?) ORDER BY `number`',
        [batch.first, batch.last],
      );
      const events = ends.map(({ number, type, object_id: object, action }) => ({
        id: cursors.write(Number(number)),
        type: `meridian.${String(type).replaceAll('-', '_')}.${String(action)}`,
        subject: `${String(type)}/${Number(object)}`,
      }));
      await tx.run(INSERT_DEAD, [
        hook.id,
        batch.first,
        batch.last,
        JSON.stringify(events),
        'skipped',
        null,
        Date.now(),
      ]);
      await this.record('webhook_skipped', hook, { events }, context, tx);
      return { position: batch.last, ...AFRESH };
    });
  }

  /** A new secret, told once. Throws 404. */
  async rotate(id: string, { immediately = false }: Body, context: RequestContext): Promise<HookAnswer> {
    if (typeof immediately !== 'boolean') throw fieldError('immediately', 'boolean');
    let secret = '';
    const answer = await this.change(id, context, async (hook, tx) => {
      const made = this.sender.sealer.rotate(hook.secret, immediately);
      secret = made.secret;
      await this.record('webhook_rotated', hook, { immediately }, context, tx);
      return { secret: made.sealed, secret_set_at: this.database.clock.toStored(Date.now()) };
    });
    return { ...answer, secret };
  }

  /** The keys by which what a hook signs with `v1a` is verified. Throws 404, 409. */
  async keys(id: string, caller: Caller): Promise<{ keys: string[] }> {
    const hook = await this.found(id, caller, this.database);
    const secrets = this.sender.sealer.open(hook.secret);
    if (!secrets) throw new ApiError(409, 'hookSecret');
    return { keys: publicKeysOf(secrets) };
  }

  /** A hook that there is for the caller. Throws 404. */
  async found(id: string | number, caller: Caller, session: Pick<Transaction, 'all'>, suffix = ''): Promise<Hook> {
    const isId = /^[1-9][0-9]{0,14}$/.test(String(id));
    const [row] = isId ? await session.all(`${SELECT_HOOK} WHERE h.\`id\` = ?${suffix}`, [Number(id)]) : [];
    const hook = row && hookOf(row);
    if (!hook || (!caller.admin && hook.ownerId !== caller.userId)) throw notFound(WEBHOOKS, id);
    return hook;
  }

  /** Changes what `work` says of a hook that it locks; whoever delivers for it meanwhile stores nothing. */
  private async change(
    id: string,
    context: RequestContext,
    work: (hook: Hook, tx: Transaction) => Promise<Record<string, Param>>,
  ): Promise<HookAnswer> {
    const answer = await this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      const hook = await this.found(id, context.caller, tx, this.database.dialect.forUpdate);
      const set = { ...(await work(hook, tx)), updated_at: this.database.clock.toStored(Date.now()) };
      const names = Object.keys(set).map((name) => `\`${name}\` = ?`);
      await tx.run(`UPDATE \`own_webhooks\` SET ${names.join(', ')}, \`version\` = \`version\` + 1 WHERE \`id\` = ?`, [
        ...Object.values(set),
        hook.id,
      ]);
      await recheckLate(context, tx, true);
      return this.answerOf(hook.id, tx);
    });
    this.dispatcher.poke();
    return answer;
  }

  private async setPaused(
    hook: Hook,
    set: Record<string, Param>,
    context: RequestContext,
    tx: Transaction,
  ): Promise<void> {
    set['paused_reason'] = 'hand';
    await this.record('webhook_paused', hook, { reason: 'hand' }, context, tx);
  }

  private async setResumed(
    hook: Hook,
    set: Record<string, Param>,
    context: RequestContext,
    tx: Transaction,
  ): Promise<void> {
    if (!hook.pausedReason && !hook.failingSince) return;
    const { sealer } = this.sender;
    if (!sealer.open(hook.secret) || !sealer.openHeaders((set['headers'] as string | null | undefined) ?? hook.headers))
      throw new ApiError(409, 'hookSecret');
    const [feed] = await tx.all('SELECT `feed`, `number` FROM `own_event_feed` WHERE `id` = 1');
    const isOther = feed && feed['feed'] !== hook.feed;
    if (isOther)
      Object.assign(set, { feed: feed['feed'], position: feed['number'], batch_first: null, batch_last: null });
    Object.assign(set, { paused_reason: null, attempts: 0, refusals: 0, failing_since: null, next_at: 0 });
    await this.record('webhook_resumed', hook, { reason: hook.pausedReason }, context, tx);
  }

  private async placeOf(to: unknown, state: FeedState): Promise<number> {
    if (typeof to !== 'string' || !to)
      throw fieldError('to', to === undefined || to === null ? 'required' : 'hookSeek');
    if (to === 'now' || to === 'beginning' || /^[a-z2-9]{6}\./.test(to)) return this.feed.placeOf(to, state, 'to');
    const moment = to.length <= 40 ? parseDateTime(to) : undefined;
    if (moment === undefined) throw fieldError('to', 'hookSeek');
    const [row] = await this.database.all('SELECT MAX(`number`) AS number FROM `own_events` WHERE `recorded_at` < ?', [
      moment,
    ]);
    return Math.max(Number(row!['number'] ?? 0), state.oldest);
  }

  /** Locks the owner, so that of two who make their last hook at once the second is counted with the first. */
  private async requireRoom(owner: number, tx: Transaction, isMoved = false): Promise<void> {
    const sql = `SELECT \`id\` FROM \`users\` WHERE \`id\` = ? AND \`deleted_at\` IS NULL${this.database.dialect.forUpdate}`;
    if (!(await tx.all(sql, [owner])).length) throw fieldError('owner_id', 'selected');
    const [count] = await tx.all(
      'SELECT COUNT(*) AS everybodys, COALESCE(SUM(`owner_id` = ?), 0) AS own FROM `own_webhooks`',
      [owner],
    );
    if (Number(count!['own']) >= MAX_OF_OWNER) throw fieldError('name', 'ownMost', { max: MAX_OF_OWNER });
    if (!isMoved && Number(count!['everybodys']) >= MAX_HOOKS) throw fieldError('name', 'hookMost', { max: MAX_HOOKS });
  }

  private async requireFree(name: string, owner: number, own: number | undefined, tx: Transaction): Promise<void> {
    const [same] = await tx.all('SELECT `id` FROM `own_webhooks` WHERE `owner_id` = ? AND `name` = ?', [owner, name]);
    if (same && Number(same['id']) !== own) throw fieldError('name', 'taken');
  }

  private async answerOf(id: number, session: Pick<Transaction, 'all'>): Promise<HookAnswer> {
    const [row] = await session.all(`${SELECT_LAG} WHERE h.\`id\` = ?`, [id]);
    const [feed] = await session.all('SELECT `feed`, `secret` FROM `own_event_feed` WHERE `id` = 1');
    const identity = { feed: String(feed?.['feed']), secret: String(feed?.['secret']) };
    return this.answer(row!, { cursors: this.feed.cursorsOf(identity) });
  }

  private answer(row: Row, { cursors }: Pick<FeedState, 'cursors'>): HookAnswer {
    const hook = hookOf(row);
    const { clock } = this.database;
    const headers = this.sender.sealer.openHeaders(hook.headers) ?? {};
    return {
      ...{ id: hook.id, owner_id: hook.ownerId, name: hook.name, url: hook.url, ...hook.settings },
      headers: Object.fromEntries(Object.keys(headers).map((name) => [name, true])),
      ...{ enabled: !hook.pausedReason, state: stateOf(row) },
      position: hook.feed === cursors.identity.feed ? cursors.write(hook.position) : null,
      ...{ lag: lagOf(row['waiting']), paused_reason: hook.pausedReason },
      last_success_at: hook.lastSuccessAt === null ? null : new Date(hook.lastSuccessAt).toISOString(),
      last_error: hook.lastError,
      ...{ secret_set_at: clock.toApi(hook.secretSetAt), created_at: clock.toApi(hook.createdAt) },
      updated_at: clock.toApi(hook.updatedAt),
    };
  }

  private record(
    action: AuditAction,
    { id, name }: Pick<Hook, 'id' | 'name'>,
    details: object,
    context: RequestContext,
    tx: Transaction,
  ): Promise<void> {
    return this.audit.record({ action, details: { webhook_id: id, name, ...details }, context }, tx);
  }
}

const SELECT_LAG = `SELECT ${HOOK_COLUMNS.map((name) => `h.\`${name}\``).join(', ')}, ${OLDEST_WAITING} AS waiting FROM \`own_webhooks\` h`;

/** Hooks see what their owner sees: nobody makes one of somebody else's. Throws 403. */
function requireOwner(owner: number, { admin, userId }: Caller): void {
  if (!admin && owner !== userId) throw new ApiError(403, 'hookOwner');
}

/** What the journal says of a hook: no value of a header, and of the address where it leads, since the rest may be a secret. */
function toldOf({ name, url, settings, headers }: Partial<ReadHook>): Record<string, unknown> {
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { target: new URL(url).origin }),
    ...settings,
    ...(headers && { headers: Object.keys(headers) }),
  };
}
