/** Takes runs back (feeding-truth 4): all that still stands as a run left it is what it was before, in one transaction. */
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AuditEvents } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import type { Caller, HttpResponse, RequestContext } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { Database, type Session, type Transaction } from '../../database/database.js';
import { Plans, serviceOf, type ResourceService } from '../../engine/index.js';
import type { BeforeHead, BeforeObject, BeforeRecord } from '../apply/before.js';
import type { Moved } from '../apply/moves.js';
import { UndoOfRun } from '../apply/undo.js';
import { changesOf, type Action, type Change, type Counts, type Step } from '../plan/changes.js';
import { Kinds } from '../plan/kinds.js';
import { SourcesService, type Source } from '../sources/sources.service.js';
import { homeOfSource, HomeScope, homesKeyOf } from '../store/home-scope.js';
import { FeedingService, idsOf, requireNeeds, requireThere, VERBS } from './feeding.service.js';
import { unlessLocked } from './lease.js';
import { MovedPlan } from './refusals.js';
import { partsOfRun, type RunRow } from './runs.js';
import { busy, SourceTurns } from './source-turns.js';

/** What moved is told so often at most. */
const MOST = 100;
/** So often what has moved since is found and left: more only where others write all the while. */
const ATTEMPTS = 20;

/** How a run is taken back. */
export interface UndoOptions {
  /** Nothing is stored: what would go back is told, and what has moved. */
  readonly dryRun: boolean;
  /** What has moved since is left as it is. */
  readonly skips: boolean;
}

/** A run that took another one back, or would do so. */
export interface Undone {
  readonly run: RunRow;
  readonly steps: readonly Step[];
  /** Nothing goes back, neither of the map nor of what the source says. */
  readonly isEmpty: boolean;
}

/** What a former run did, with what stood before. */
interface Kept {
  readonly head: BeforeHead;
  readonly changes: readonly Change[];
  readonly objects: readonly BeforeObject[];
  readonly records: readonly BeforeRecord[];
}

/** What is answered without anything being stored. */
class Rollback extends Error {
  constructor(readonly response: HttpResponse | undefined) {
    super('Nothing is stored.');
  }
}

/** What is turned round: a change needs the rights of what takes it back. */
const TURNED: Readonly<Record<Action, Action>> = {
  ...{ create: 'delete', delete: 'restore', restore: 'restore', update: 'update', mark: 'mark' },
};

@Injectable()
export class UndoService {
  private readonly turns: SourceTurns;

  constructor(
    private readonly feeding: FeedingService,
    private readonly plans: Plans,
    private readonly database: Database,
    private readonly kinds: Kinds,
    private readonly sources: SourcesService,
    private readonly audit: AuditEvents,
    private readonly modules: ModuleRef,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.turns = new SourceTurns(database);
  }

  /**
   * Takes a run back: a run of the same source of its own. Throws 403, 404, 409 (`MovedPlan`, or where it is undone already), 410
   * where what stood before it is no longer kept, 422 for a run that stored nothing or took another one back.
   */
  async undo(
    id: string,
    options: UndoOptions,
    context: RequestContext,
    respond: (undone: Undone, session: Pick<Session, 'all'>) => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    const { run } = await this.feeding.foundRun(id, context.caller);
    const source = await this.sources.requireFed(run.source, context.caller);
    requireApplied(run);
    const { scope, mode } = run;
    const turn = await this.turns.take(
      { sourceId: source.id, scope, mode, userId: context.caller.userId },
      context.gone,
    );
    try {
      await this.sources.requireStillFed(source, context.caller, this.database);
      const kept = await this.keptOf(run, source);
      requireNeeds(this.needsOf(kept.changes), context.caller, source);
      return await this.attempt(run, source, kept, options, context, respond);
    } finally {
      await turn.end();
    }
  }

  /** Returns true for a run that can be taken back: what stood before it is kept, and its source is the one that it was. */
  async isPossible({ id, source, state, counts: { undoes } }: RunRow): Promise<boolean> {
    if (state !== 'applied' || undoes !== undefined) return false;
    const { byName } = await this.sources.state(this.database);
    const parts = this.feeding.stored.parts.read<BeforeHead>(this.database, partsOfRun(id), 'before');
    for await (const { list } of parts) return list[0]?.source === byName.get(source)?.id;
    return false;
  }

  /** What stood before a run. Throws 410. */
  private async keptOf(run: RunRow, source: Source): Promise<Kept> {
    const { stored } = this.feeding;
    const owner = partsOfRun(run.id);
    const [head, ...objects] = await stored.all<BeforeHead | BeforeObject>(owner, 'before');
    const isOver = !head || (head as BeforeHead).source !== source.id;
    if (isOver) throw new ApiError(410, 'feedUndoOver', { run: run.id, days: this.config.feedHistoryDays });
    return {
      head: head as BeforeHead,
      changes: await stored.all<Change>(owner, 'changes'),
      objects: objects as BeforeObject[],
      records: await stored.all<BeforeRecord>(owner, 'before-records'),
    };
  }

  /** The abilities that taking changes back needs. */
  private needsOf(changes: readonly Change[]): ReadonlySet<string> {
    const needs = new Set<string>();
    for (const { type, action } of changes)
      for (const verb of VERBS[TURNED[action]]) needs.add(`${this.kinds.resourceAt(type).key}_${verb}`);
    return needs;
  }

  private async attempt(
    run: RunRow,
    source: Source,
    kept: Kept,
    { dryRun, skips }: UndoOptions,
    context: RequestContext,
    respond: (undone: Undone, session: Pick<Session, 'all'>) => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    const undoing = new UndoOfRun({ ...kept, run: run.id }, this.kinds);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const used = new Map<string, ResourceService>();
      try {
        const response = await this.database.transaction(async (tx) => {
          const undone = await this.store(tx, run, source, kept.head, undoing, context, used);
          // What has moved is left, and all of it is known now.
          if (!undone) throw new Rollback(undefined);
          // Where nothing is as the run left it, a run of nothing would make it undone for good.
          if (undoing.moved.length && !dryRun && (!skips || undone.isEmpty))
            throw new MovedPlan(undoing.moved.slice(0, MOST), phraseOf(run, undoing.moved, undone.isEmpty));
          const answer = await respond(undone, tx);
          if (dryRun) throw new Rollback(answer);
          await this.sources.requireStillFed(source, context.caller, tx, true);
          await this.feeding.runs.setUser(tx, undone.run.id, context.caller.userId);
          await context.once?.note(tx, answer);
          return answer;
        });
        for (const service of used.values()) service.committed();
        return response;
      } catch (error) {
        if (!(error instanceof Rollback)) throw error;
        if (error.response) return error.response;
      }
    }
    throw new MovedPlan(undoing.moved.slice(0, MOST), phraseOf(run, undoing.moved));
  }

  /** Takes the run back as far as it can; undefined where more has moved than was known. */
  private async store(
    tx: Transaction,
    run: RunRow,
    source: Source,
    head: BeforeHead,
    undoing: UndoOfRun,
    context: RequestContext,
    used: Map<string, ResourceService>,
  ): Promise<Undone | undefined> {
    const { runs, stored } = this.feeding;
    const { caller, address, requestId } = context;
    // One after the other, as runs are stored.
    const state = await unlessLocked(this.sources.state(tx, true));
    if (!state) throw busy();
    requireThere(state, source);
    await this.sources.requireStillFed(source, caller, tx);
    // Somebody may have undone it while its turn was waited for.
    requireApplied((await runs.find(run.id, tx)) ?? run);
    const now = this.database.clock.toStored(Date.now());
    const begun = {
      ...{
        source: source.name,
        scope: run.scope,
        mode: run.mode,
        planId: null,
        userId: null,
        host: address,
        requestId,
      },
      ...({
        observedAt: null,
        startedAt: now,
        finishedAt: null,
        state: 'working',
        counts: countsOf(run, [], [], caller),
      } as const),
    };
    const id = await runs.begin(tx, begun);
    const serviceAt = (path: string): ResourceService => {
      let service = used.get(path);
      if (!service) used.set(path, (service = this.modules.get<ResourceService>(serviceOf(path), { strict: false })));
      return service;
    };
    const did = await undoing.attempt({
      ...{ tx, plans: this.plans, kinds: this.kinds, sources: idsOf(state), serviceOf: serviceAt, since: now },
      homes: new HomeScope(homeOfSource(source), caller),
      context: { ...context, via: 'feed', noted: { feed: { source: source.name, run: id, undoes: run.id } } },
      run: { id, source, mode: run.mode, scope: run.scope, now, observedAt: now, lastFull: null },
    });
    if (!did) return undefined;
    const { steps, records } = did;
    await runs.undone(tx, run, id, head);
    const counts = countsOf(run, steps, undoing.moved, caller);
    const ended = { planId: null, state: 'applied', counts, finishedAt: now } as const;
    await runs.end(tx, id, ended);
    await stored.parts.write(tx, partsOfRun(id), 'changes', changesOf({ steps }));
    const details = { source: source.name, run: id, undoes: run.id, ...counts.counts };
    await this.audit.record({ action: 'fed', details, context }, tx);
    return { run: { ...begun, ...ended, id, userId: caller.userId }, steps, isEmpty: !steps.length && !records };
  }
}

/** Throws 409 for a run that is undone, 422 for one that nothing can be taken back of. */
function requireApplied({ id, state, counts: { undoes, undoneBy } }: RunRow): void {
  if (state === 'undone') throw new ApiError(409, 'feedUndoneBefore', { run: id, by: undoneBy ?? 0 });
  if (state !== 'applied') throw new ApiError(422, 'feedUndoNothing', { run: id });
  if (undoes !== undefined) throw new ApiError(422, 'feedUndoOfUndo', { run: id, undoes });
}

const phraseOf = ({ id: run }: RunRow, { length: count }: readonly Moved[], isEmpty = false): Message =>
  isEmpty
    ? new Message('feedUndoNoneLeft', { run })
    : count === 1
      ? new Message('feedUndoMovedOne', { run })
      : new Message('feedUndoMoved', { count, run });

const NOTHING: Counts = {
  ...{ items: 0, create: 0, update: 0, restore: 0, mark: 0, delete: 0, unchanged: 0, missing: 0, adopted: 0 },
  ...{ skipped: 0, kept: 0, kept_new: 0, warnings: 0, errors: 0 },
};

/** What a run did that took another one back, and what it left. */
function countsOf(
  { id, counts: { precedence } }: RunRow,
  steps: readonly Step[],
  moved: readonly Moved[],
  caller: Caller,
): RunRow['counts'] {
  const counts = { ...NOTHING };
  const changes: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const { action, type } of steps) {
    counts[action]++;
    changes[type] = (changes[type] ?? 0) + 1;
  }
  return {
    ...{ counts, changes, findings: {}, blocked: [], precedence, undoes: id, homes: homesKeyOf(caller) },
    ...(moved.length && { moved: moved.slice(0, MOST) }),
  };
}
