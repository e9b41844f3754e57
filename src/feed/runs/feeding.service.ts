/** Plans what a document means, keeps and applies plans, and runs both at once. */
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AuditEvents } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import type { Caller, HttpResponse, RequestContext } from '../../core/http/caller.js';
import { ApiError, forbidden } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { Database, type Session, type Transaction } from '../../database/database.js';
import { requesterOf } from '../../database/long-read.js';
import { Semaphore } from '../../database/semaphore.js';
import { jsonAnswer, Plans, serviceOf, type ResourceService } from '../../engine/index.js';
import { applyPlan, type PlanContents } from '../apply/apply-plan.js';
import { beforeOf } from '../apply/before.js';
import type { Moved } from '../apply/moves.js';
import type { Envelope } from '../document/model.js';
import { DEFAULT_PRECEDENCE } from '../merge/ranks.js';
import type { Action, Counts, FeedPlan, NewIds } from '../plan/changes.js';
import { Kinds } from '../plan/kinds.js';
import { makePlan } from '../plan/make-plan.js';
import { FeedMetrics } from '../sources/feed-metrics.js';
import { SourcesService, type Source, type SourcesState } from '../sources/sources.service.js';
import { homeOfSource, isShown, mayIn, HomeScope, homesKeyOf, shownCondition } from '../store/home-scope.js';
import { SqlMap } from '../store/sql-map.js';
import { Documents, type Document, type Submission } from './documents.js';
import { unlessLocked } from './lease.js';
import { partsOfRun, Runs, type RunCounts, type RunRow, type Scope } from './runs.js';
import { messageOf, storedMessage, type StoredMessage } from '../store/stored-message.js';
import { StoredPlans, type PlanHead, type PlanRow, type Progress } from './stored-plan.js';
import { blockedError, MovedPlan, RefusedRun } from './refusals.js';
import { busy, SourceTurns, type Turn, type Work } from './source-turns.js';

/** What comes before work in the background: where it fails nobody looks at the document any more. */
async function unlessFailed<T>(document: Document, begun: Promise<T>): Promise<T> {
  try {
    return await begun;
  } catch (error) {
    document.cost.end();
    throw error;
  }
}

/** A plan, the sources that it was made for, and when that began, as stored. */
interface Made {
  readonly plan: FeedPlan;
  readonly state: SourcesState;
  /** What was known of the scope then. */
  readonly scope: Scope | undefined;
  readonly madeAt: string;
}

/** The answer to a plan that is stored. `session`: where what it stored is read, before others see it. */
type Respond = (run: RunRow, session: Pick<Session, 'all'>, ids: NewIds) => HttpResponse | Promise<HttpResponse>;

/** A plan before it is kept. */
type NewPlan = Omit<PlanRow, 'progress' | 'isHeld' | 'runId'>;

/** Milliseconds by which the clocks of those who write to one database may differ. */
const SKEW = 60_000;
/** So often a run plans again where the map moves meanwhile. */
const ATTEMPTS = 3;
const DAY = 86_400_000;
/** Milliseconds for which somebody who waits for their client keeps the place of their user. */
const IDLE = 200;
/** Documents of one user that are read, planned or stored at a time, and more that may wait for that. */
const [OF_ONE, WAIT] = [2, 50];
/** Plans that are made at a time: each has much in memory. */
const PLANNED = 8;
/** Seconds after which a document that may not wait may be sent again. */
const RETRY = 10;

const manyFeeds = (): ApiError => new ApiError(429, 'feedPlaces', { seconds: RETRY }, { 'retry-after': String(RETRY) });

/** Waits for what the client sends; where that takes longer, without the place of the user. */
export type Idle = <T>(wait: Promise<T>) => Promise<T>;

/** Returns whether something is settled within so many milliseconds. */
async function isDoneWithin(ms: number, wait: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const done = wait.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** Not the row of somebody at work. */
const isPlan = ({ id }: PlanRow): boolean => id.startsWith('pl_');

/** Throws 422 for a plan that is blocked, and what had moved where one is stale. */
function requireReady({ state, head }: PlanRow): void {
  if (state === 'blocked') throw blockedError(head.blocked);
  if (state === 'stale') throw new MovedPlan(head.moved ?? []);
}

/** How far a run is that waits for its turn. */
export const beginningOf = ({ planId }: RunRow): Progress => ({
  ...{ phase: planId === null ? 'planning' : 'applying', done: 0, of: null },
});

/**
 * For work that goes on once the request is answered: under its key stands that answer, whatever comes of the work, and whoever
 * asked need not wait.
 */
function later({ once: _, gone: __, ...context }: RequestContext): RequestContext {
  return context;
}

/** Throws 404 for a source that was retired while items were read, its turn was waited for, or its plan was made. */
export function requireThere({ byName }: SourcesState, { name, id }: Source): void {
  if ((byName.get(name)?.id ?? 0) !== id) throw new ApiError(404, 'feedNoSource');
}

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
  private readonly turns: SourceTurns;
  private readonly documents: Documents;
  private readonly places = new Semaphore(Infinity, OF_ONE, WAIT, manyFeeds);
  private readonly planning = new Semaphore(PLANNED, OF_ONE);

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
    this.turns = new SourceTurns(database);
    this.documents = new Documents(kinds, config);
  }

  /**
   * Does work on a document in a place of its user, who has two: with more they wait for themself, and nobody else does. Throws 429
   * where too many of the user wait, and `abandoned` when nobody waits any more.
   * @param work is given a function that takes what goes on once the request is answered, after which the place is left, and one
   *   that waits for a client in the place for a moment only: one who sends slowly keeps nobody from it
   */
  async inPlace<T>(
    { caller }: RequestContext,
    signal: AbortSignal,
    work: (goesOn: (rest: Promise<unknown>) => void, idle: Idle) => Promise<T>,
  ): Promise<T> {
    const requester = requesterOf(caller, signal);
    let leave = await this.places.enter(requester);
    const idle: Idle = async (wait) => {
      if (await isDoneWithin(IDLE, wait)) return wait;
      leave();
      try {
        return await wait;
      } finally {
        leave = await this.places.enter(requester, false);
      }
    };
    let rest: Promise<unknown> | undefined;
    try {
      return await work((going) => {
        rest = going;
      }, idle);
    } finally {
      const last = leave;
      if (rest) void rest.then(last, last);
      else last();
    }
  }

  /** Makes a plan and keeps it. `isKnown`: the same document gave it before, on the same map. Throws 403, 404, 422. */
  async plan(submission: Submission, context: RequestContext): Promise<{ row: PlanRow; isKnown: boolean }> {
    const source = await this.sources.requireFed(submission.envelope.source, context.caller);
    return this.documents.use(submission, context, async (document) =>
      this.keep(await this.makeOf(document, source, context), document.envelope, source, context),
    );
  }

  /**
   * As `plan`, in the background: the answer comes once the document is read. Returns where the plan will be, and the rest of
   * the work.
   */
  async planLater(submission: Submission, context: RequestContext): Promise<{ turn: Turn; rest: Promise<unknown> }> {
    const { envelope } = submission;
    const source = await this.sources.requireFed(envelope.source, context.caller);
    const document = await this.documents.read(submission, later(context));
    const owner = { sourceId: source.id, ...envelope, userId: context.caller.userId };
    const turn = await unlessFailed(document, this.turns.open(owner));
    turn.progress = { phase: 'planning', done: 0, of: document.items.length };
    const work = async (): Promise<Partial<PlanHead>> => {
      const made = await this.makeOf(document, source, later(context));
      return { plan: (await this.keep(made, envelope, source, context)).row.id };
    };
    const rest = work()
      .finally(() => document.cost.end())
      .catch((error: unknown) => ({ failed: failureOf(error) }))
      .then((head) => this.stored.set(this.database, turn.id, { state: 'stale', head: head as PlanHead }))
      .catch(() => undefined)
      .finally(() => turn.end(true));
    return { turn, rest };
  }

  /** What is shown of a plan: itself, or what came of one that is made in the background. Throws 404, and why there is none. */
  async found(id: string, caller: Caller): Promise<PlanRow> {
    const row = await this.stored.find(id);
    const isThere = row && (isPlan(row) ? await this.isPlanShown(row, caller) : id.startsWith('as_'));
    // What somebody makes in the background is theirs until it is there.
    const isOwn = row && (isPlan(row) || !caller.reach || row.userId === caller.userId);
    if (!row || !isThere || !isOwn) throw new ApiError(404, 'feedNoPlan', { id });
    if (isPlan(row)) return row;
    const { plan, failed } = row.head;
    if (failed) throw new ApiError(failed.status, messageOf(failed.message));
    if (plan !== undefined) return this.found(plan, caller);
    const progress = this.turns.progressOf(row);
    if (!progress) throw new ApiError(503, 'feedBrokenOff');
    return { ...row, progress };
  }

  /**
   * As `run`, in the background: the answer comes once the document is read. Returns the run as it begins, and the rest of the
   * work.
   */
  async runLater(submission: Submission, context: RequestContext): Promise<{ run: RunRow; rest: Promise<unknown> }> {
    const { envelope } = submission;
    const source = await this.sources.requireFed(envelope.source, context.caller);
    const document = await this.documents.read(submission, later(context));
    const begun = this.beginning(source, { ...envelope, planId: null }, context);
    const announced = this.database.transaction((tx) => this.announced(tx, begun, source));
    const { run, row } = await unlessFailed(document, announced);
    const rest = this.inBackground(run, row, source, (turn) =>
      this.runInTurn(document, source, later(context), turn, () => jsonAnswer(200), run.id),
    ).finally(() => document.cost.end());
    return { run, rest };
  }

  /** Notes a run in the background, and the row with the lease of whoever will do it. */
  private async announced(
    tx: Transaction,
    begun: Omit<RunRow, 'id'>,
    source: Source,
  ): Promise<{ run: RunRow; row: string }> {
    const run = { ...begun, id: await this.runs.begin(tx, begun) };
    return { run, row: await this.turns.announce(tx, workOf(run, source), 'wait') };
  }

  /** A run in the background as it begins. `planId`: of the plan that it applies. */
  private beginning(
    source: Source,
    { scope, mode, observed_at, planId }: Pick<Envelope, 'scope' | 'mode' | 'observed_at'> & Pick<RunRow, 'planId'>,
    { caller, address, requestId }: RequestContext,
  ): Omit<RunRow, 'id'> {
    const homes = homesKeyOf(caller);
    const counts = { counts: {} as Counts, changes: {}, findings: {}, blocked: [], precedence: 0, homes };
    return {
      ...{ source: source.name, scope, mode, planId, state: 'working', counts },
      ...{ userId: caller.userId, host: address, requestId, observedAt: observed_at ?? null },
      ...{ startedAt: this.database.clock.toStored(Date.now()), finishedAt: null },
    };
  }

  /** Does the work of a run once its source has its turn; what goes wrong is told by the run. `row`: that which it was announced in. */
  private async inBackground(
    run: RunRow,
    row: string,
    source: Source,
    work: (turn: Turn) => Promise<unknown>,
  ): Promise<void> {
    const { id, planId, counts } = run;
    const waiting = this.turns.begun(row, id, beginningOf(run));
    const failed = async (error: unknown): Promise<void> => {
      // It has been noted.
      if (error instanceof RefusedRun) return;
      const why = { failed: failureOf(error).message, ...(error instanceof MovedPlan && { moved: error.moved }) };
      const finishedAt = this.database.clock.toStored(Date.now());
      const state = error instanceof ApiError && error.status < 500 ? 'refused' : 'failed';
      await this.runs
        .end(this.database, id, { planId, state, counts: { ...counts, ...why }, finishedAt })
        .catch(() => undefined);
    };
    const inTurn = async (): Promise<void> => {
      const turn = await this.turns.take(workOf(run, source));
      try {
        await waiting.end();
        await work(turn).catch(failed);
      } finally {
        await turn.end();
      }
    };
    await inTurn()
      .catch(failed)
      .then(() => waiting.end())
      .catch(() => undefined);
  }

  /** Ends runs that nobody is at work on any more. Returns whether there may be more. */
  endBrokenOff(only?: readonly number[]): Promise<boolean> {
    return this.runs.endBrokenOff(this.turns.ofRuns, only);
  }

  /** Ends the leases of all who are at work: when this server starts, and there is no other. */
  endLeases(): Promise<void> {
    return this.turns.endAll();
  }

  /** Runs of a list that are there for the caller, those that were broken off as such. */
  async listedRuns(
    filter: { source: string | undefined; state: string | undefined },
    before: number | undefined,
    limit: number,
    caller: Caller,
  ): Promise<RunRow[]> {
    const known = caller.reach?.homes ? [...(await this.sources.state(this.database)).byName.values()] : [];
    const sources = known.map((source) => [source.name, homeOfSource(source)] as const);
    const shown = shownCondition(caller, { column: 'source', kept: 'counts' }, sources, this.database.dialect);
    const rows = await this.runs.list(filter, before, limit, shown);
    const working = rows.filter(({ state }) => state === 'working').map(({ id }) => id);
    if (!working.length) return rows;
    await this.endBrokenOff(working);
    return this.runs.list(filter, before, limit, shown);
  }

  /** Plans of a list that are there for the caller; `sources`: all of them. */
  async listedPlans(
    filter: { source: number | undefined; state: string | undefined },
    after: { createdAt: string; id: string } | undefined,
    limit: number,
    sources: Iterable<Source>,
    caller: Caller,
  ): Promise<PlanRow[]> {
    const homes = [...sources].map((source) => [source.id, homeOfSource(source)] as const);
    const shown = shownCondition(caller, { column: 'source_id', kept: 'head' }, homes, this.database.dialect);
    return this.stored.list(filter, after, limit, shown);
  }

  /** Returns true if a plan is there for the caller: always, unless homes limit them. */
  private async isPlanShown({ sourceId, head }: PlanRow, caller: Caller): Promise<boolean> {
    if (!caller.reach) return true;
    const { byName } = await this.sources.state(this.database);
    const source = [...byName.values()].find(({ id }) => id === sourceId);
    return isShown(caller, head.homes, source && homeOfSource(source));
  }

  /** The same of a run; one of a source that was retired is not. */
  private async isRunShown({ source: name, counts }: RunRow, caller: Caller): Promise<boolean> {
    if (!caller.reach) return true;
    const { byName } = await this.sources.state(this.database);
    const source = byName.get(name);
    return isShown(caller, counts.homes, source && homeOfSource(source));
  }

  /** A run; of one under way also how far it is. One that was broken off has failed. Throws 404. */
  async foundRun(id: string, caller: Caller): Promise<{ run: RunRow; progress?: Progress }> {
    const run = /^[1-9]\d{0,14}$/.test(id) ? await this.runs.find(Number(id)) : undefined;
    if (!run || !(await this.isRunShown(run, caller))) throw new ApiError(404, 'feedNoRun', { id });
    if (run.state !== 'working') return { run };
    const progress = await this.progressOf(run);
    if (progress) return { run, progress };
    // It may have ended since it was read; or somebody stores it, and has lost the lease meanwhile.
    await this.endBrokenOff([run.id]);
    const now = (await this.runs.find(run.id))!;
    return now.state === 'working' ? { run: now, progress: beginningOf(now) } : { run: now };
  }

  /** How far a run under way is; undefined where it was broken off. */
  private async progressOf(run: RunRow, session?: Pick<Session, 'all'>): Promise<Progress | undefined> {
    const own = this.turns.ofRuns.get(run.id);
    if (own) return own;
    const work = await this.stored.workOf(run.id, session);
    return work && this.turns.progressOf(work, beginningOf(run));
  }

  /** Makes a plan that is not kept; the source need not be there. */
  async dryRun(
    submission: Submission,
    context: RequestContext,
    respond: (plan: FeedPlan, counts: RunCounts) => HttpResponse,
  ): Promise<HttpResponse> {
    const source = await this.sources.fedOrNew(submission.envelope.source, context.caller);
    return this.documents.use(submission, context, async (document) => {
      const { plan } = await this.makeOf(document, source, context);
      await this.sources.requireStillFed(source, context.caller, this.database);
      return respond(plan, countsOf(plan, source));
    });
  }

  /**
   * Applies a kept plan; one that is applied already answers with its run. Throws 403, 404, 409 (`MovedPlan`), 422 where
   * it is blocked.
   */
  async apply(id: string, context: RequestContext, respond: Respond): Promise<HttpResponse> {
    const { row, source } = await this.applicable(id, context.caller);
    const { sourceId, scope, mode } = row;
    const turn = await this.turns.take({ sourceId, scope, mode, userId: context.caller.userId }, context.gone);
    try {
      return await this.applyKept(id, source, context, turn, respond);
    } finally {
      await turn.end();
    }
  }

  /**
   * As `apply`, in the background. Returns the run as it begins, and the rest of the work; or the run that applies the plan or
   * has applied it. Throws as `apply` does, for what is known beforehand.
   */
  async applyLater(id: string, context: RequestContext): Promise<{ run: RunRow; rest?: Promise<unknown> }> {
    const { row, source } = await this.applicable(id, context.caller);
    if (row.state === 'applied') return { run: (await this.runs.find(row.runId!))! };
    requireReady(row);
    // Whoever asks while it is stored need not wait for that.
    const underWay = await this.underWay(source, id, this.database);
    if (underWay) return { run: underWay };
    const { scope, mode, head } = row;
    const said = { scope, mode, planId: id, ...(head.observed_at !== null && { observed_at: head.observed_at }) };
    const begun = this.beginning(source, said, context);
    const { run, row: announced } = await this.database.transaction<{ run: RunRow; row?: string }>(async (tx) => {
      // Whoever asks at the same moment gets the same run.
      await this.stored.lock(tx, id);
      // It may have been applied since it was read.
      const { state, runId } = (await this.stored.find(id, tx)) ?? row;
      if (state === 'applied') return { run: (await this.runs.find(runId!, tx))! };
      const known = await this.underWay(source, id, tx);
      return known ? { run: known } : this.announced(tx, begun, source);
    });
    if (announced === undefined) return { run };
    const rest = this.inBackground(run, announced, source, async (turn) => {
      let by = run.id;
      const noting: Respond = (answered) => ((by = answered.id), jsonAnswer(200));
      await this.applyKept(id, source, later(context), turn, noting, run.id);
      if (by !== run.id) throw new ApiError(409, 'feedAppliedBefore', { run: by });
    });
    return { run, rest };
  }

  /** The run that applies a plan; none where nobody is at it, or nobody any more. */
  private async underWay({ name }: Source, plan: string, session: Pick<Session, 'all'>): Promise<RunRow | undefined> {
    const run = await this.runs.workingOn(session, name, plan);
    return run && (await this.progressOf(run, session)) ? run : undefined;
  }

  /** A plan that the caller may apply, and its source. Throws 403, 404. */
  private async applicable(id: string, caller: Caller): Promise<{ row: PlanRow; source: Source }> {
    const row = await this.stored.find(id);
    const state = await this.sources.state(this.database);
    const source = [...state.byName.values()].find((one) => one.id === row?.sourceId);
    // Rows of work under way are no plans; and those of a source go with it.
    if (!row || !source || !isPlan(row)) throw new ApiError(404, 'feedNoPlan', { id });
    if (!isShown(caller, row.head.homes, homeOfSource(source))) throw new ApiError(404, 'feedNoPlan', { id });
    await this.sources.requireFed(source.name, caller);
    requireNeeds(row.head.needs, caller, source);
    return { row, source };
  }

  /** `run`: the number of the run, where it has one already. */
  private async applyKept(
    id: string,
    source: Source,
    context: RequestContext,
    turn: Turn,
    respond: Respond,
    run?: number,
  ): Promise<HttpResponse> {
    turn.progress = { phase: 'applying', done: 0, of: null };
    await this.sources.requireStillFed(source, context.caller, this.database);
    // Somebody may have applied it while its turn was waited for.
    const row = await this.stored.find(id);
    if (!row) throw new ApiError(404, 'feedNoPlan', { id });
    if (row.state === 'applied') return respond((await this.runs.find(row.runId!))!, this.database, new Map());
    requireReady(row);
    const cost = this.documents.open(context.caller);
    try {
      // One that is discarded while it is read is no plan any more.
      const contents = await this.stored.contents(row, cost).catch(async (error: unknown) => {
        await this.found(id, context.caller);
        throw error;
      });
      const work = { contents, source, row, turn, context, id: run };
      const { response } = await this.store(
        work,
        async (tx, applied, ids) => {
          // It may have been discarded since.
          await this.stored.lock(tx, id);
          if (!(await this.stored.find(id, tx))) throw new ApiError(404, 'feedNoPlan', { id });
          await this.stored.set(tx, id, { state: 'applied', runId: applied });
          await this.stored.handOver(tx, id, partsOfRun(applied), contents, ids);
        },
        respond,
      );
      return response;
    } catch (error) {
      if (!(error instanceof HasMoved)) throw error;
      await this.stored.set(this.database, id, { state: 'stale', head: { ...row.head, moved: error.moved } });
      throw new MovedPlan(error.moved);
    } finally {
      cost.end();
    }
  }

  /** Plans and applies; plans again where the map moves meanwhile. Throws 403, 404, 409, and 422 with what is wrong. */
  async run(
    submission: Submission,
    context: RequestContext,
    respond: (run: RunRow, plan: FeedPlan, ids: NewIds) => HttpResponse,
  ): Promise<HttpResponse> {
    const { envelope } = submission;
    const source = await this.sources.requireFed(envelope.source, context.caller);
    // Items are read before the turn is waited for: a slow sender holds up nobody.
    return this.documents.use(submission, context, async (document) => {
      const { scope, mode } = envelope;
      const work = { sourceId: source.id, scope, mode, userId: context.caller.userId };
      const turn = await this.turns.take(work, context.gone);
      try {
        return await this.runInTurn(document, source, context, turn, respond);
      } finally {
        await turn.end();
      }
    });
  }

  private async runInTurn(
    document: Document,
    source: Source,
    context: RequestContext,
    turn: Turn,
    respond: (run: RunRow, plan: FeedPlan, ids: NewIds) => HttpResponse,
    id?: number,
  ): Promise<HttpResponse> {
    let moved: readonly Moved[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      turn.progress = { phase: 'planning', done: 0, of: document.items.length };
      await this.sources.requireStillFed(source, context.caller, this.database);
      const before = await this.newestEntry();
      const made = await this.makeOf(document, source, context);
      const { plan } = made;
      const row = this.rowOf(made, document.envelope, source, context);
      // What is wrong may be so since others wrote while it was planned.
      const isErroneous = plan.blocked.some(({ code }) => code === 'errors');
      if (isErroneous && attempt + 1 < ATTEMPTS && (await this.newestEntry()) !== before) continue;
      if (plan.state === 'blocked') throw await this.refuse(plan, row, source, context, id);
      requireNeeds(row.head.needs, context.caller, source);
      try {
        const { response } = await this.store(
          { contents: plan, source, row, turn, context, id },
          (tx, run, ids) => this.stored.history(tx, partsOfRun(run), plan, ids),
          (run, _, ids) => respond(run, plan, ids),
        );
        return response;
      } catch (error) {
        if (!(error instanceof HasMoved)) throw error;
        moved = error.moved;
      }
    }
    throw new MovedPlan(moved);
  }

  /** The newest row of the journal: another one where something was written. */
  private async newestEntry(session: Pick<Session, 'all'> = this.database): Promise<number> {
    const [row] = await session.all('SELECT MAX(id) AS id FROM audit_logs', []);
    return Number(row!['id']);
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
    keep: (tx: Transaction, run: number, ids: NewIds) => Promise<void>,
    respond: Respond,
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
        const state = await unlessLocked(this.sources.state(tx, true));
        if (!state) throw busy();
        requireThere(state, source);
        await this.sources.requireStillFed(source, context.caller, tx);
        if (state.version !== row.versions) throw new HasMoved([movedOf(source, 'settings')]);
        const now = clock.toStored(Date.now());
        const begun = this.runRowOf(row, source, context, { state: 'applied', startedAt, finishedAt: now });
        const id = await this.begun(tx, { ...begun, userId: null }, work.id);
        const scope = await this.runs.scope(tx, source.id, row.scope);
        if ((scope?.lastFullRun ?? null) !== row.head.fullRun)
          throw new HasMoved([movedOf(source, 'last_full_run', row.head.fullRun, scope?.lastFullRun ?? null)]);
        const observedAt = row.head.observed_at ?? clock.toApi(row.createdAt)!;
        const known = (await this.runs.scopeRow(tx, source.id, row.scope)) ?? null;
        const records = this.stored.parts.writer(tx, partsOfRun(id), 'before-records');
        const place = {
          before: records.add,
          ...{ tx, plans: this.plans, kinds: this.kinds, sources: idsOf(state), serviceOf: serviceAt },
          homes: new HomeScope(homeOfSource(source), context.caller),
          context: { ...context, via: 'feed', noted: { feed: { source: source.name, run: id } } },
          since: clock.toStored(Date.parse(clock.toApi(row.createdAt)!) - SKEW),
          run: { id, source, mode: row.mode, scope: row.scope, now, observedAt, lastFull: scope?.lastFullAt ?? null },
          progress: (done: number): void => {
            turn.progress = { phase: 'applying', done, of: contents.steps.length };
          },
        };
        const applied = await applyPlan(place, contents);
        const { moved, ids } = applied;
        if (moved.length) throw new HasMoved(moved);
        await records.end();
        const head = { source: source.id, entry: await this.newestEntry(tx), scope: known };
        const before = beforeOf(head, contents.steps, applied, this.kinds);
        await this.stored.parts.write(tx, partsOfRun(id), 'before', before);
        await this.runs.markScope(tx, row, { run: id, now, observedAt });
        await keep(tx, id, ids);
        if (contents.steps.length) {
          const details = { source: source.name, run: id, ...row.counts };
          await this.audit.record({ action: 'fed', details, context }, tx);
        }
        const answer = await respond({ ...begun, id }, tx, ids);
        // Whoever takes rights away need not wait for what was done until now; nor is it stored then.
        await this.sources.requireStillFed(source, context.caller, tx, true);
        await this.runs.setUser(tx, id, begun.userId);
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
      await this.sources.requireStillFed(source, context.caller, tx, true);
      const run = await this.begun(tx, begun, known);
      await this.stored.history(tx, partsOfRun(run), plan);
      return run;
    });
    this.metrics.ran(source.name, 'refused', plan.counts.kept);
    return new RefusedRun({ ...begun, id }, plan);
  }

  /** Notes what has become of a run: as a new row, or in the one that it has. Throws 503 where it was ended as broken off. */
  private async begun(tx: Transaction, run: Omit<RunRow, 'id'>, known: number | undefined): Promise<number> {
    if (known === undefined) return this.runs.begin(tx, run);
    if (!(await this.runs.end(tx, known, run))) throw new ApiError(503, 'feedBrokenOff');
    return known;
  }

  private async makeOf(document: Document, source: Source, context: RequestContext): Promise<Made> {
    for (;;) {
      const leave = await this.planning.enter(context.caller);
      try {
        return await this.made(document, source, context);
      } catch (error) {
        leave();
        // Where other documents are in the way it is planned anew once one of them has gone.
        await document.cost.room(error);
      } finally {
        leave();
      }
    }
  }

  private async made(
    { envelope, items, leftOut, cost }: Document,
    source: Source,
    { gone, caller }: RequestContext,
  ): Promise<Made> {
    const madeAt = this.database.clock.toStored(Date.now());
    const state = await this.sources.state(this.database);
    requireThere(state, source);
    const scope = await this.runs.scope(this.database, source.id, envelope.scope);
    const home = homeOfSource(state.byName.get(source.name) ?? source);
    const homes = new HomeScope(home, caller);
    const view = new SqlMap(this.database, this.plans, this.kinds, source.name, idsOf(state), undefined, homes);
    const planning = (): Promise<FeedPlan> =>
      makePlan(
        {
          ...{ envelope, leftOut, kinds: this.kinds, view, clock: this.database.clock },
          sources: new Map([...state.byName].map(([name, { settings }]) => [name, settings])),
          settingsVersion: state.version,
          ...(scope?.observedAt && { newestFull: scope.observedAt }),
          ...{ now: new Date().toISOString(), gone },
          may: (type, action) =>
            ['access', ...VERBS[action]].every((verb) =>
              mayIn(caller, `${this.kinds.resourceAt(type).key}_${verb}`, home),
            ),
          seenBy: homesKeyOf(caller),
          cost: cost.ofPlan(),
        },
        items,
      );
    const plan = await this.metrics.timed('planning', planning);
    return { plan, state, scope, madeAt };
  }

  private async keep(
    made: Made,
    envelope: Envelope,
    source: Source,
    context: RequestContext,
  ): Promise<{ row: PlanRow; isKnown: boolean }> {
    const { plan } = made;
    const row = this.rowOf(made, envelope, source, context);
    await this.sources.requireStillFed(source, context.caller, this.database);
    const known = await this.stored.find(plan.id);
    const isKnown = known?.state === 'ready' || known?.state === 'blocked';
    if (isKnown && known.head.fullRun === row.head.fullRun && !this.isNewer(row, known)) return { row: known, isKnown };
    await this.database.transaction(async (tx) => {
      await this.stored.keep(tx, row, plan);
      await this.sources.requireStillFed(source, context.caller, tx, true);
    });
    return { row: (await this.stored.find(plan.id))!, isKnown };
  }

  /** The same plan of a document that says what was so later. */
  private isNewer({ head, createdAt }: NewPlan, known: NewPlan): boolean {
    const { clock } = this.database;
    const at = (said: string | null, made: string): number => Date.parse(said ?? clock.toApi(made)!);
    return head.observed_at !== null && at(head.observed_at, createdAt) > at(known.head.observed_at, known.createdAt);
  }

  private rowOf(
    { plan, state: { version }, scope: known, madeAt }: Made,
    { scope, mode, options, observed_at }: Envelope,
    source: Source,
    { caller }: RequestContext,
  ): NewPlan {
    const { clock } = this.database;
    const { counts, changes, findings, blocked, precedence } = countsOf(plan, source);
    const head: PlanHead = {
      ...{
        options,
        observed_at: observed_at ?? null,
        fullRun: known?.lastFullRun ?? null,
        precedence,
        blocked,
        changes,
        findings,
      },
      homes: homesKeyOf(caller),
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
    const done = new Set(steps.map(({ action, type }) => `${action} ${type}`));
    for (const one of done) {
      const [action, type] = one.split(' ') as [Action, string];
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
    const { changes, findings, blocked, precedence, homes } = head;
    return {
      ...{ source: source.name, scope, mode, planId: row.id, userId: caller.userId, host: address, requestId },
      counts: { counts, changes, findings, blocked, precedence, homes },
      observedAt: head.observed_at,
      ...beside,
    };
  }
}

/** Throws 403 for a right that the caller has not, or has not where the source feeds. */
export function requireNeeds(needs: Iterable<string>, caller: Caller, source: Source): void {
  const home = homeOfSource(source);
  for (const ability of ['feed_create', ...needs]) if (!mayIn(caller, ability, home)) throw forbidden(ability);
}

export const VERBS: Readonly<Record<Action, readonly string[]>> = {
  create: ['create'],
  restore: ['edit', 'delete'],
  update: ['edit'],
  mark: ['edit'],
  delete: ['delete'],
};

/** A run in the background as what it waits for its turn with. */
const workOf = ({ id, scope, mode, userId }: RunRow, { id: sourceId }: Source): Work => ({
  ...{ sourceId, scope, mode, userId: userId!, run: id },
});

export const idsOf = ({ byName }: SourcesState): Map<string, number> =>
  new Map([...byName].map(([name, { id }]) => [name, id]));

function countsOf(plan: FeedPlan, { settings }: Source): RunCounts {
  const { counts, steps, findings, blocked } = plan;
  const changes: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const { type } of steps) changes[type] = (changes[type] ?? 0) + 1;
  const byType: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const { type = '', of, field, more = 1 } of findings) {
    // One that compares the item with an object of another type is of both.
    const types = of !== undefined && field === undefined ? `${type} ${of}` : type;
    byType[types] = (byType[types] ?? 0) + more;
  }
  const precedence = settings.precedence ?? DEFAULT_PRECEDENCE;
  return { counts, changes, findings: byType, blocked, precedence };
}

/** What is said of work in the background that came to nothing. */
function failureOf(error: unknown): { status: number; message: StoredMessage } {
  if (error instanceof ApiError) return { status: error.status, message: storedMessage(error.phrase) };
  return { status: 503, message: storedMessage(new Message('feedBrokenOff')) };
}

/** What of a source is another than when the plan was made. */
const movedOf = (
  { name }: Source,
  field: 'settings' | 'last_full_run',
  expected: number | null = null,
  stored: number | null = null,
): Moved => ({ type: 'feed/sources', id: null, name, field, expected, stored });
