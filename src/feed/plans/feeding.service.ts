/** Plans what a document means, keeps and applies plans, and runs both at once. */
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AuditEvents } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import { can, type Caller, type HttpResponse, type RequestContext } from '../../core/http/caller.js';
import { ApiError, DetailedError, forbidden } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { Database, type Transaction } from '../../database/database.js';
import { jsonAnswer, Plans, serviceOf, type ResourceService } from '../../engine/index.js';
import { applyPlan, type PlanContents } from '../apply/apply-plan.js';
import type { Moved } from '../apply/moves.js';
import type { Envelope, Item } from '../document/model.js';
import { DEFAULT_PRECEDENCE } from '../merge/ranks.js';
import type { Action, Blocked, Counts, FeedPlan } from '../plan/changes.js';
import { Kinds } from '../plan/kinds.js';
import { makePlan } from '../plan/make-plan.js';
import { FeedMetrics } from '../sources/feed-metrics.js';
import { SourcesService, type Source, type SourcesState } from '../sources/sources.service.js';
import { SqlMap } from '../store/sql-map.js';
import { partsOfRun, Runs, type RunCounts, type RunRow } from './runs.js';
import { messageOf, storedMessage, type StoredMessage } from '../store/stored-message.js';
import { StoredPlans, type PlanHead, type PlanRow, type Progress } from './stored-plan.js';
import { busy, Turns, unlessLocked, type Turn } from './turns.js';

/** A document on its way: what it says of itself, and its items, read once. */
export interface Submission {
  readonly envelope: Envelope;
  readonly items: AsyncIterable<Item>;
}

/** A plan, the sources that it was made for, and when that began, as stored. */
interface Made {
  readonly plan: FeedPlan;
  readonly state: SourcesState;
  readonly madeAt: string;
}

/** A plan before it is kept. */
type NewPlan = Omit<PlanRow, 'progress' | 'beatAt' | 'runId'>;

/** Milliseconds after which a run in the background has its turn, or has none. */
const WAITS = 60_000;
/** Milliseconds by which the clocks of those who write to one database may differ. */
const SKEW = 60_000;
/** So often a run plans again where the map moves meanwhile. */
const ATTEMPTS = 3;
const DAY = 86_400_000;

/** Not the row of somebody at work. */
const isPlan = ({ id }: PlanRow): boolean => id.startsWith('pl_');

/** What is undone with its transaction. */
class HasMoved extends Error {
  constructor(readonly moved: readonly Moved[]) {
    super('The map has moved on.');
  }
}

@Injectable()
export class FeedingService {
  readonly stored: StoredPlans;
  readonly runs: Runs;
  private readonly turns: Turns;

  constructor(
    private readonly plans: Plans,
    private readonly database: Database,
    private readonly kinds: Kinds,
    private readonly sources: SourcesService,
    private readonly audit: AuditEvents,
    private readonly modules: ModuleRef,
    private readonly metrics: FeedMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.stored = new StoredPlans(database);
    this.runs = new Runs(database);
    this.turns = new Turns(database);
  }

  /** Makes a plan and keeps it. `isKnown`: the same document gave it before, on the same map. Throws 403, 404, 422. */
  async plan(submission: Submission, context: RequestContext): Promise<{ row: PlanRow; isKnown: boolean }> {
    const source = await this.sources.requireFed(submission.envelope.source, context.caller);
    const made = await this.make(submission, source, context);
    return this.keep(made, submission.envelope, source, context);
  }

  /**
   * As `plan`, in the background: the answer comes once the document is read. Returns where the plan will be.
   */
  async planLater(submission: Submission, context: RequestContext): Promise<Turn> {
    const { envelope } = submission;
    const source = await this.sources.requireFed(envelope.source, context.caller);
    const items = await this.gathered(submission.items, context);
    const turn = await this.turns.open({ sourceId: source.id, ...envelope, userId: context.caller.userId });
    turn.progress = { phase: 'planning', done: 0, of: items.length };
    const work = async (): Promise<Partial<PlanHead>> => {
      const made = await this.makeOf(envelope, items, source);
      return { plan: (await this.keep(made, envelope, source, context)).row.id };
    };
    void work()
      .catch((error: unknown) => ({ failed: failureOf(error) }))
      .then((head) => this.stored.set(this.database, turn.id, { state: 'stale', head: head as PlanHead }))
      .catch(() => undefined)
      .finally(() => turn.end(true));
    return turn;
  }

  /** What is shown of a plan: itself, or what came of one that is made in the background. Throws 404, and why there is none. */
  async found(id: string): Promise<PlanRow> {
    const row = await this.stored.find(id);
    if (!row || id.startsWith('run_')) throw new ApiError(404, 'feedNoPlan', { id });
    if (!id.startsWith('as_')) return row;
    const { plan, failed } = row.head;
    if (failed) throw new ApiError(failed.status, messageOf(failed.message));
    if (plan !== undefined) return this.found(plan);
    if (!this.turns.isAlive(row)) throw new ApiError(503, 'feedBrokenOff');
    return row;
  }

  /** As `run`, in the background: the answer comes once the document is read. Returns the run as it begins. */
  async runLater(submission: Submission, context: RequestContext): Promise<RunRow> {
    const { envelope } = submission;
    const source = await this.sources.requireFed(envelope.source, context.caller);
    const items = await this.gathered(submission.items, context);
    const startedAt = this.database.clock.toStored(Date.now());
    const empty = { counts: {} as Counts, changes: {}, findings: {}, blocked: [], precedence: 0 };
    const begun: Omit<RunRow, 'id'> = {
      ...{ source: source.name, scope: envelope.scope, mode: envelope.mode, planId: null, state: 'working' },
      ...{ counts: empty, userId: context.caller.userId, host: context.address, requestId: context.requestId },
      ...{ observedAt: envelope.observed_at ?? null, startedAt, finishedAt: null },
    };
    const id = await this.runs.begin(this.database, begun);
    const work = async (): Promise<void> => {
      const turn = await this.turns.take({ sourceId: source.id, ...envelope, userId: context.caller.userId, run: id });
      try {
        await this.runInTurn({ envelope, items }, source, context, turn, () => jsonAnswer(200), id);
      } finally {
        await turn.end();
      }
    };
    void work().catch(async (error: unknown) => {
      if (error instanceof RefusedRun) return;
      const finishedAt = this.database.clock.toStored(Date.now());
      const counts = { ...empty, failed: failureOf(error).message };
      await this.runs
        .end(this.database, id, { planId: null, state: 'refused', counts, finishedAt })
        .catch(() => undefined);
    });
    return { ...begun, id };
  }

  /** A run; of one under way also how far it is. Throws 404. */
  async foundRun(id: number): Promise<{ run: RunRow; progress: Progress | null }> {
    const run = await this.runs.find(id);
    if (!run) throw new ApiError(404, 'feedNoRun', { id });
    if (run.state !== 'working') return { run, progress: null };
    const work = await this.stored.workOf(id);
    if (work && this.turns.isAlive(work)) return { run, progress: work.progress };
    // It waits for its turn, unless it has waited for too long: then whoever had it is gone.
    const waits = run.startedAt > this.database.clock.toStored(Date.now() - WAITS);
    if (waits) return { run, progress: { phase: 'planning', done: 0, of: null } };
    const failed = storedMessage(new Message('feedBrokenOff'));
    return { run: { ...run, state: 'refused', counts: { ...run.counts, failed } }, progress: null };
  }

  /** Makes a plan that is not kept. */
  async dryRun(submission: Submission, context: RequestContext): Promise<{ plan: FeedPlan; counts: RunCounts }> {
    const source = await this.sources.requireFed(submission.envelope.source, context.caller);
    const { plan } = await this.make(submission, source, context);
    return { plan, counts: countsOf(plan, source) };
  }

  /**
   * Applies a kept plan; one that is applied already answers with its run. Throws 403, 404, 409 (`MovedPlan`), 422 where
   * it is blocked.
   */
  async apply(id: string, context: RequestContext, respond: (run: RunRow) => HttpResponse): Promise<HttpResponse> {
    const row = await this.stored.find(id);
    const state = await this.sources.state(this.database);
    const source = [...state.byName.values()].find((one) => one.id === row?.sourceId);
    // Rows of work under way are no plans; and those of a source go with it.
    if (!row || !source || !isPlan(row)) throw new ApiError(404, 'feedNoPlan', { id });
    await this.sources.requireFed(source.name, context.caller);
    for (const ability of row.head.needs) if (!can(context.caller, ability)) throw forbidden(ability);
    const turn = await this.turns.take({ ...row, userId: context.caller.userId });
    try {
      return await this.applyKept(id, source, context, turn, respond);
    } finally {
      await turn.end();
    }
  }

  private async applyKept(
    id: string,
    source: Source,
    context: RequestContext,
    turn: Turn,
    respond: (run: RunRow) => HttpResponse,
  ): Promise<HttpResponse> {
    // Somebody may have applied it while its turn was waited for.
    const row = await this.stored.find(id);
    if (!row) throw new ApiError(404, 'feedNoPlan', { id });
    if (row.state === 'applied') return respond((await this.runs.find(row.runId!))!);
    if (row.state === 'blocked') throw blockedError(row.head.blocked);
    if (row.state === 'stale') throw new MovedPlan(row.head.moved ?? []);
    const contents = await this.stored.contents(id);
    const work = { contents, source, row, turn, context };
    try {
      const { response } = await this.store(
        work,
        async (tx, run) => {
          await this.stored.set(tx, id, { state: 'applied', runId: run });
          await this.stored.parts.handOver(tx, id, partsOfRun(run));
        },
        respond,
      );
      return response;
    } catch (error) {
      if (!(error instanceof HasMoved)) throw error;
      await this.stored.set(this.database, id, { state: 'stale', head: { ...row.head, moved: error.moved } });
      throw new MovedPlan(error.moved);
    }
  }

  /** Plans and applies; plans again where the map moves meanwhile. Throws 403, 404, 409, and 422 with what is wrong. */
  async run(
    submission: Submission,
    context: RequestContext,
    respond: (run: RunRow, plan: FeedPlan) => HttpResponse,
  ): Promise<HttpResponse> {
    const { envelope } = submission;
    const source = await this.sources.requireFed(envelope.source, context.caller);
    // Items are read before the turn is waited for: a slow sender holds up nobody.
    const items = await this.gathered(submission.items, context);
    const turn = await this.turns.take({ sourceId: source.id, ...envelope, userId: context.caller.userId });
    try {
      return await this.runInTurn({ envelope, items }, source, context, turn, respond);
    } finally {
      await turn.end();
    }
  }

  private async runInTurn(
    { envelope, items }: { envelope: Envelope; items: readonly Item[] },
    source: Source,
    context: RequestContext,
    turn: Turn,
    respond: (run: RunRow, plan: FeedPlan) => HttpResponse,
    id?: number,
  ): Promise<HttpResponse> {
    let moved: readonly Moved[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      turn.progress = { phase: 'planning', done: 0, of: items.length };
      const made = await this.makeOf(envelope, items, source);
      const { plan } = made;
      const row = this.rowOf(made, envelope, source, context);
      if (plan.state === 'blocked') throw await this.refuse(plan, row, source, context, id);
      for (const ability of row.head.needs) if (!can(context.caller, ability)) throw forbidden(ability);
      try {
        const { response } = await this.store(
          { contents: plan, source, row, turn, context, id },
          (tx, run) => this.stored.history(tx, partsOfRun(run), plan),
          (run) => respond(run, plan),
        );
        return response;
      } catch (error) {
        if (!(error instanceof HasMoved)) throw error;
        moved = error.moved;
      }
    }
    throw new MovedPlan(moved);
  }

  /** Stores a plan and its run in one transaction. Throws `HasMoved`. `keep`: what else belongs to it. */
  private async store(
    work: {
      contents: PlanContents;
      source: Source;
      row: NewPlan;
      turn: Turn;
      context: RequestContext;
      readonly id?: number | undefined;
    },
    keep: (tx: Transaction, run: number) => Promise<void>,
    respond: (run: RunRow) => HttpResponse,
  ): Promise<{ response: HttpResponse }> {
    const { contents, source, row, turn, context } = work;
    const { clock } = this.database;
    const used = new Map<string, ResourceService>();
    const serviceAt = (path: string): ResourceService => {
      let service = used.get(path);
      if (!service) used.set(path, (service = this.modules.get<ResourceService>(serviceOf(path), { strict: false })));
      return service;
    };
    const startedAt = clock.toStored(Date.now());
    const storing = (): Promise<HttpResponse> =>
      this.database.transaction(async (tx) => {
        // One after the other: what a run finds out holds until it is stored.
        const { forUpdate } = this.database.dialect;
        if (!(await unlessLocked(tx.all(`SELECT id FROM own_feed_sources ORDER BY id${forUpdate}`)))) throw busy();
        const state = await this.sources.state(tx);
        if (state.version !== row.versions) throw new HasMoved([settingsMoved(source)]);
        const now = clock.toStored(Date.now());
        const begun = this.runRowOf(row, source, context, { state: 'applied', startedAt, finishedAt: now });
        const id = await this.begun(tx, begun, work.id);
        const scope = await this.runs.scope(tx, source.id, row.scope);
        const place = {
          ...{ tx, plans: this.plans, kinds: this.kinds, sources: idsOf(state), serviceOf: serviceAt },
          context: { ...context, noted: { feed: { source: source.name, run: id } } },
          since: clock.toStored(Date.parse(clock.toApi(row.createdAt)!) - SKEW),
          run: { id, source, mode: row.mode, scope: row.scope, now, lastFull: scope?.lastFullAt ?? null },
          progress: (done: number): void => {
            turn.progress = { phase: 'applying', done, of: contents.steps.length };
          },
        };
        const moved = await applyPlan(place, contents);
        if (moved.length) throw new HasMoved(moved);
        const observedAt = row.head.observed_at ?? new Date().toISOString();
        await this.runs.markScope(tx, row, { run: id, now, observedAt });
        await keep(tx, id);
        if (contents.steps.length) {
          const details = { source: source.name, run: id, ...row.counts };
          await this.audit.record({ action: 'fed', details, context }, tx);
        }
        const answer = respond({ ...begun, id });
        await context.once?.note(tx, answer);
        return answer;
      });
    const response = await this.metrics.timed('applying', storing);
    for (const service of used.values()) service.committed();
    this.metrics.ran(source.name, 'applied', row.counts.kept);
    return { response };
  }

  private async refuse(
    plan: FeedPlan,
    row: NewPlan,
    source: Source,
    context: RequestContext,
    known: number | undefined,
  ): Promise<ApiError> {
    const now = this.database.clock.toStored(Date.now());
    const begun = this.runRowOf(row, source, context, { state: 'refused', startedAt: now, finishedAt: now });
    const id = await this.database.transaction(async (tx) => {
      const run = await this.begun(tx, begun, known);
      await this.stored.history(tx, partsOfRun(run), plan);
      return run;
    });
    this.metrics.ran(source.name, 'refused', plan.counts.kept);
    return new RefusedRun({ ...begun, id }, plan);
  }

  /** Notes what has become of a run: as a new row, or in the one that it has. */
  private async begun(tx: Transaction, run: Omit<RunRow, 'id'>, known: number | undefined): Promise<number> {
    if (known === undefined) return this.runs.begin(tx, run);
    await this.runs.end(tx, known, run);
    return known;
  }

  /**
   * All items, if the caller may list every type that they name or point to: the same answer for objects that there are and that
   * there are not. Throws 403.
   */
  private async gathered(items: AsyncIterable<Item>, { caller }: RequestContext): Promise<Item[]> {
    const all: Item[] = [];
    const known = new Set<string>();
    for await (const item of items) {
      if (!caller.admin) this.requireListed(item, caller, known);
      all.push(item);
    }
    return all;
  }

  /** `known`: types, and names of values, that were looked at already. */
  private requireListed(item: Item, caller: Caller, known: Set<string>): void {
    const kind = this.kinds.find(item.type);
    if (!kind) return;
    const need = (path: string): void => {
      const ability = `${this.kinds.resourceAt(path).key}_access`;
      if (!can(caller, ability)) throw forbidden(ability);
    };
    if (!known.has(kind.path)) [known.add(kind.path), need(kind.path)];
    for (const said of [item.set, item.initial ?? {}]) {
      for (const name of Object.keys(said)) {
        const key = `${kind.path} ${name}`;
        if (known.has(key)) continue;
        known.add(key);
        for (const target of kind.targetsOf(name)) need(target);
      }
    }
  }

  /** Plans a document that is still being read. */
  private async make({ envelope, items }: Submission, source: Source, context: RequestContext): Promise<Made> {
    return this.makeOf(envelope, await this.gathered(items, context), source);
  }

  private async makeOf(envelope: Envelope, items: Iterable<Item>, source: Source): Promise<Made> {
    const madeAt = this.database.clock.toStored(Date.now());
    const state = await this.sources.state(this.database);
    const scope = await this.runs.scope(this.database, source.id, envelope.scope);
    const view = new SqlMap(this.database, this.plans, this.kinds, source.name, idsOf(state));
    const planning = (): Promise<FeedPlan> =>
      makePlan(
        {
          ...{ envelope, kinds: this.kinds, view, clock: this.database.clock },
          sources: new Map([...state.byName].map(([name, { settings }]) => [name, settings])),
          settingsVersion: state.version,
          ...(scope?.observedAt && { newestFull: scope.observedAt }),
          now: new Date().toISOString(),
        },
        items,
      );
    const plan = await this.metrics.timed('planning', planning);
    return { plan, state, madeAt };
  }

  private async keep(
    made: Made,
    envelope: Envelope,
    source: Source,
    context: RequestContext,
  ): Promise<{ row: PlanRow; isKnown: boolean }> {
    const { plan } = made;
    const row = this.rowOf(made, envelope, source, context);
    const known = await this.stored.find(plan.id);
    if (known && (known.state === 'ready' || known.state === 'blocked')) return { row: known, isKnown: true };
    await this.database.transaction((tx) => this.stored.keep(tx, row, plan));
    return { row: (await this.stored.find(plan.id))!, isKnown: false };
  }

  private rowOf(
    { plan, state: { version }, madeAt }: Made,
    { scope, mode, options, observed_at }: Envelope,
    source: Source,
    { caller }: RequestContext,
  ): NewPlan {
    const { clock } = this.database;
    const { counts, changes, findings, blocked, precedence } = countsOf(plan, source);
    const head: PlanHead = {
      ...{ options, observed_at: observed_at ?? null, precedence, blocked, changes, findings },
      needs: this.needsOf(plan),
    };
    return {
      ...{ id: plan.id, sourceId: source.id, scope, mode, state: plan.state, head, counts, versions: version },
      userId: caller.userId,
      createdAt: madeAt,
      expiresAt: clock.toStored(Date.now() + this.config.feedPlanDays * DAY),
    };
  }

  /** The abilities that applying a plan needs. */
  private needsOf({ steps }: FeedPlan): string[] {
    const needs = new Set<string>();
    for (const { action, type } of steps) {
      for (const verb of VERBS[action]) needs.add(`${this.kinds.resourceAt(type).key}_${verb}`);
    }
    return [...needs].sort();
  }

  private runRowOf(
    row: NewPlan,
    source: Source,
    { caller, address, requestId }: RequestContext,
    beside: Pick<RunRow, 'state' | 'startedAt' | 'finishedAt'>,
  ): Omit<RunRow, 'id'> {
    const { counts, scope, mode, head } = row;
    const { changes, findings, blocked, precedence } = head;
    return {
      ...{ source: source.name, scope, mode, planId: row.id, userId: caller.userId, host: address, requestId },
      counts: { counts, changes, findings, blocked, precedence },
      observedAt: head.observed_at,
      ...beside,
    };
  }
}

const VERBS: Readonly<Record<Action, readonly string[]>> = {
  create: ['create'],
  restore: ['edit', 'delete'],
  update: ['edit'],
  mark: ['edit'],
  delete: ['delete'],
};

const idsOf = ({ byName }: SourcesState): Map<string, number> =>
  new Map([...byName].map(([name, { id }]) => [name, id]));

function countsOf(plan: FeedPlan, { settings }: Source): RunCounts {
  const byType = (all: ReadonlyArray<{ readonly type?: string }>): Record<string, number> => {
    const counts: Record<string, number> = Object.create(null) as Record<string, number>;
    for (const { type = '' } of all) counts[type] = (counts[type] ?? 0) + 1;
    return counts;
  };
  const { counts, steps, findings, blocked } = plan;
  const precedence = settings.precedence ?? DEFAULT_PRECEDENCE;
  return { counts, changes: byType(steps), findings: byType(findings), blocked, precedence };
}

/** What is said of work in the background that came to nothing. */
function failureOf(error: unknown): { status: number; message: StoredMessage } {
  if (error instanceof ApiError) return { status: error.status, message: storedMessage(error.phrase) };
  return { status: 503, message: storedMessage(new Message('feedBrokenOff')) };
}

/** A run that nothing was stored of. */
export class RefusedRun extends ApiError {
  constructor(
    readonly run: RunRow,
    readonly plan: FeedPlan,
  ) {
    super(422, blockedPhrase(plan.blocked));
  }

  /** The same with what its reader is said beside. */
  with(beside: object): DetailedError {
    return new DetailedError(this.status, this.phrase, {}, beside);
  }
}

const settingsMoved = ({ name }: Source): Moved => ({
  ...{ type: 'feed/sources', id: null, name, field: 'settings', expected: null, stored: null },
});

const WHY = { empty: 'feedHasNothing', older: 'feedIsOlder', errors: 'feedHasErrors' } as const;

/** Why nothing of a plan can be applied, as a sentence. */
export function blockedPhrase(blocked: readonly Blocked[]): Message {
  const [first] = blocked;
  if (first?.code === 'missing-guard')
    return new Message('feedTooManyMissing', { missing: first.missing, of: first.of });
  return new Message(WHY[first?.code as keyof typeof WHY] ?? 'feedHasErrors');
}

const blockedError = (blocked: readonly Blocked[]): ApiError =>
  new DetailedError(422, blockedPhrase(blocked), {}, { blocked });

/** A plan that the map has left behind. */
export class MovedPlan extends ApiError {
  constructor(readonly moved: readonly Moved[]) {
    super(409, 'feedMoved', { count: moved.length });
  }

  /** The same with what its reader is told beside. */
  with(beside: object): DetailedError {
    return new DetailedError(this.status, this.phrase, {}, beside);
  }
}
