/** The routes of plans and runs (feeding 7). */
import { Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config.js';
import { Streamed } from '../../core/http/access.js';
import { abortSignalOf, can, contextOf, recheckLate, type HttpResponse } from '../../core/http/caller.js';
import { DryRuns, isAsked } from '../../core/http/dry-run.js';
import { fieldError, forbidden } from '../../core/http/errors.js';
import { readObject } from '../../core/http/request-body.js';
import { languageOf } from '../../core/i18n/messages.js';
import { Database, type Session } from '../../database/database.js';
import { requesterOf } from '../../database/long-read.js';
import { AccessScopes, jsonAnswer, Needs, sendResponse } from '../../engine/index.js';
import type { Moved } from '../apply/moves.js';
import { ACTIONS, changesOf, LEVELS, type Change, type FeedPlan, type NewIds } from '../plan/changes.js';
import { Kinds } from '../plan/kinds.js';
import { printPlan, type PrintedPlan } from '../plan/print.js';
import { SourcesService } from '../sources/sources.service.js';
import { Answers, type Reader } from './answers.js';
import { beginningOf, FeedingService, type Idle } from './feeding.service.js';
import { hiddenNow, type HiddenNow } from './hidden-now.js';
import { readPaging, type Filters } from './paging.js';
import { readSubmission } from './read-submission.js';
import { MovedPlan, RefusedRun } from './refusals.js';
import { partsOfRun, RUN_STATES, type RunCounts, type RunRow } from './runs.js';
import { UndoService, type Undone } from './undo.service.js';
import { partsOf, PLAN_STATES, type PlanRow, type StoredFinding } from './stored-plan.js';

/** Stands between the parts of a cursor. */
const BETWEEN = '|';
/** Changes and findings that come with a plan or a run. */
const FIRST = 100;
/** Characters of a list in an answer: what would be more comes with the next page. One element always comes. */
const MAX_TEXT = 1 << 20;
/** What the lists of a plan or a run can be asked for. */
const FILTERS = {
  changes: { action: ACTIONS, type: null, by: null },
  findings: { level: LEVELS, code: null, type: null },
} as const satisfies Record<string, Filters>;

@Controller('api/feed')
export class FeedController {
  private readonly answers: Answers;

  constructor(
    private readonly service: FeedingService,
    private readonly sources: SourcesService,
    private readonly database: Database,
    private readonly undoing: UndoService,
    private readonly scopes: AccessScopes,
    private readonly kinds: Kinds,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.answers = new Answers(kinds, database.clock);
  }

  /** Plans a document: 201, or 200 where the same one gave this plan before. */
  @Post('plans')
  @Needs('feed_show')
  @Streamed()
  async plan(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.service.inPlace(contextOf(request), abortSignalOf(reply), async (goesOn, idle) => {
      const submission = await this.submission(request, reply, idle);
      if (wantsLater(request)) {
        const { turn, rest } = await this.service.planLater(submission, contextOf(request));
        goesOn(rest);
        const { id, progress } = turn;
        return sendResponse(reply, accepted(`/api/feed/plans/${id}`, { id, state: 'working', progress }));
      }
      const { row, isKnown } = await this.service.plan(submission, contextOf(request));
      const reader = readerOf(request);
      const answer = jsonAnswer(isKnown ? 200 : 201, { data: await this.planWhole(row, reader) });
      return sendResponse(reply, { ...answer, headers: { ...answer.headers, location: `/api/feed/plans/${row.id}` } });
    });
  }

  @Get('plans')
  @Needs('feed_access')
  async plans(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { size, after, filter } = readPaging(request, { source: null, state: PLAN_STATES });
    const { byName } = await this.sources.state(this.database);
    const source = filter['source'] === undefined ? undefined : (byName.get(filter['source'])?.id ?? 0);
    const [createdAt = '', id = ''] = (after ?? '').split(BETWEEN);
    const from = after === undefined ? undefined : { createdAt, id };
    const { caller } = contextOf(request);
    const rows = await this.service.listedPlans(
      { source, state: filter['state'] },
      from,
      size,
      byName.values(),
      caller,
    );
    const names = new Map([...byName.values()].map((one) => [one.id, one.name]));
    const reader = readerOf(request);
    const last = rows.at(-1);
    link(request, reply, rows.length === size && last ? [last.createdAt, last.id].join(BETWEEN) : undefined);
    const isHidden = await this.hiddenAmong(
      rows.flatMap(({ head: { moved = [] } }) => moved),
      reader,
    );
    return reply.send(rows.map((row) => this.answers.plan(row, names.get(row.sourceId) ?? '', reader, isHidden)));
  }

  @Get('plans/:id')
  @Needs('feed_show')
  async showPlan(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const reader = readerOf(request);
    const plan = await this.planWhole(await this.planOf(request), reader);
    return isText(request) ? this.print(plan, reader, reply) : reply.send({ data: plan });
  }

  @Get(['plans/:id/changes', 'plans/:id/findings'])
  @Needs('feed_show')
  async planParts(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const row = await this.planOf(request);
    return this.list(request, reply, partsOf(row));
  }

  @Post('plans/:id/apply')
  @Needs('feed_create')
  async apply(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const reader = readerOf(request);
    const context = contextOf(request);
    const { id } = request.params as { id: string };
    const respond = async (run: RunRow, session: Pick<Session, 'all'> = this.database): Promise<HttpResponse> =>
      jsonAnswer(200, {
        data: {
          ...(await this.shownRun(run, reader, session)),
          ...(await this.first(partsOfRun(run.id), reader, session)),
        },
      });
    const work = (goesOn: (rest: Promise<unknown>) => void) =>
      this.detailed(reader, async () => {
        if (!wantsLater(request)) return sendResponse(reply, await this.service.apply(id, context, respond));
        const { run, rest } = await this.service.applyLater(id, context);
        if (rest) goesOn(rest);
        return sendResponse(reply, run.state === 'working' ? this.accepted(run, reader) : await respond(run));
      });
    return this.service.inPlace(context, abortSignalOf(reply), work);
  }

  /** Discards a plan: one's own, or with `feed_delete` anybody's. */
  @Delete('plans/:id')
  @Needs('feed_show')
  async discard(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const row = await this.planOf(request);
    const context = contextOf(request);
    const { caller } = context;
    if (row.userId !== caller.userId && !can(caller, 'feed_delete')) throw forbidden('feed_delete');
    await this.database.transaction(async (tx) => {
      await this.service.stored.remove(tx, row.id);
      await recheckLate(context, tx, true);
    });
    return reply.code(204).send();
  }

  /** Plans and applies; `?dry_run=1`: a plan that is not kept. */
  @Post('runs')
  @Needs('feed_create')
  @DryRuns()
  @Streamed()
  async run(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const work = (goesOn: (rest: Promise<unknown>) => void, idle: Idle) =>
      this.runInPlace(request, reply, goesOn, idle);
    return this.service.inPlace(contextOf(request), abortSignalOf(reply), work);
  }

  private async runInPlace(
    request: FastifyRequest,
    reply: FastifyReply,
    goesOn: (rest: Promise<unknown>) => void,
    idle: Idle,
  ): Promise<FastifyReply> {
    const submission = await this.submission(request, reply, idle);
    const context = contextOf(request);
    const reader = readerOf(request);
    if (isAsked(request, 'dry_run')) {
      const respond = (plan: FeedPlan, { precedence }: RunCounts): HttpResponse => {
        const { source, scope, mode } = submission.envelope;
        const { id, state, blocked, counts } = plan;
        const head = { id, source, scope, mode, state, blocked, counts, precedence };
        return jsonAnswer(200, { data: { ...head, ...this.firstOf(plan, reader) } });
      };
      return sendResponse(reply, await this.service.dryRun(submission, context, respond));
    }
    if (wantsLater(request)) {
      const { run, rest } = await this.service.runLater(submission, context);
      goesOn(rest);
      return sendResponse(reply, this.accepted(run, reader));
    }
    const respond = (run: RunRow, plan: FeedPlan, ids: NewIds): HttpResponse => {
      const lists = this.firstOf(plan, reader, ids);
      const answer = jsonAnswer(200, { data: { ...this.answers.run(run, reader), ...lists } });
      return { ...answer, headers: { ...answer.headers, location: `/api/feed/runs/${run.id}` } };
    };
    return this.detailed(reader, async () => sendResponse(reply, await this.service.run(submission, context, respond)));
  }

  /** A run that has begun. */
  private accepted(run: RunRow, reader: Reader): HttpResponse {
    return accepted(`/api/feed/runs/${run.id}`, { ...this.answers.run(run, reader), progress: beginningOf(run) });
  }

  /** Does the work; what is told of a run that came to nothing is what its reader may see. */
  private async detailed<T>(reader: Reader, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RefusedRun) throw error.with(this.refused(error, reader));
      if (!(error instanceof MovedPlan)) throw error;
      const isHidden = await this.hiddenAmong(error.moved, reader);
      throw error.with(this.answers.refused(error.moved, reader, isHidden));
    }
  }

  @Get('runs')
  @Needs('feed_access')
  async runs(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { size, after, filter } = readPaging(request, { source: null, state: RUN_STATES });
    const { source, state } = filter;
    const reader = readerOf(request);
    const rows = await this.service.listedRuns({ source, state }, numberOf(after), size, reader.caller);
    link(request, reply, rows.length === size ? String(rows.at(-1)!.id) : undefined);
    const isHidden = await this.hiddenAmong(
      rows.flatMap(({ counts: { moved = [] } }) => moved),
      reader,
    );
    return reply.send(rows.map((row) => this.answers.run(row, reader, isHidden)));
  }

  @Get('runs/:id')
  @Needs('feed_show')
  async showRun(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { run, progress } = await this.runOf(request);
    const reader = readerOf(request);
    const lists = await this.first(partsOfRun(run.id), reader);
    const undoable = await this.undoing.isPossible(run);
    const shown = { ...(await this.shownRun(run, reader)), undoable, ...(progress && { progress }), ...lists };
    return isText(request) ? this.print(shown, reader, reply) : reply.send({ data: shown });
  }

  @Get(['runs/:id/changes', 'runs/:id/findings'])
  @Needs('feed_show')
  async runParts(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.list(request, reply, partsOfRun((await this.runOf(request)).run.id));
  }

  /** Takes a run back; `?dry_run=1`: tells what would go back, and what has moved. */
  @Post('runs/:id/undo')
  @Needs('feed_create')
  @DryRuns()
  async undo(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const reader = readerOf(request);
    const context = contextOf(request);
    const { id } = request.params as { id: string };
    const dryRun = isAsked(request, 'dry_run');
    const skips = skipsIn(await readObject(request));
    const respond = async ({ run, steps }: Undone, session: Pick<Session, 'all'>): Promise<HttpResponse> => {
      const { id: number, ...shown } = await this.shownRun(run, reader, session);
      const changes = firstSeen(changesOf({ steps }), (change) => this.answers.change(change, reader));
      const { source, scope, mode, counts, undoes, moved = [], hidden } = shown;
      if (dryRun)
        return jsonAnswer(200, {
          data: { source, scope, mode, state: 'ready', counts, undoes, moved, hidden, changes, findings: [] },
        });
      const answer = jsonAnswer(200, { data: { id: number, ...shown, changes, findings: [] } });
      return { ...answer, headers: { ...answer.headers, location: `/api/feed/runs/${run.id}` } };
    };
    const work = (): Promise<FastifyReply> =>
      this.detailed(reader, async () =>
        sendResponse(reply, await this.undoing.undo(id, { dryRun, skips }, context, respond)),
      );
    return this.service.inPlace(context, abortSignalOf(reply), work);
  }

  /** A plan or a run as people read it on a terminal. */
  private print(shown: Record<string, unknown>, { language }: Reader, reply: FastifyReply): FastifyReply {
    const { state, plan: id = shown['id'] } = shown;
    if (state === 'working') return reply.send({ data: shown });
    const lines = printPlan({ ...shown, id: String(id ?? '') } as unknown as PrintedPlan, language);
    void reply.header('vary', 'Accept, Accept-Language').type('text/plain; charset=utf-8');
    return reply.send(`${lines.join('\n')}\n`);
  }

  private async submission(
    request: FastifyRequest,
    reply: FastifyReply,
    idle: Idle,
  ): ReturnType<typeof readSubmission> {
    const { caller } = contextOf(request);
    const requester = requesterOf(caller, abortSignalOf(reply));
    return readSubmission(request, this.config, await this.sources.shownTo(caller), requester, idle);
  }

  private async planOf(request: FastifyRequest): Promise<PlanRow> {
    const { id } = request.params as { id: string };
    return this.service.found(id, contextOf(request).caller);
  }

  private runOf(request: FastifyRequest): ReturnType<FeedingService['foundRun']> {
    return this.service.foundRun((request.params as { id: string }).id, contextOf(request).caller);
  }

  private async planWhole(row: PlanRow, reader: Reader): Promise<Record<string, unknown>> {
    const { byName } = await this.sources.state(this.database);
    const source = [...byName.values()].find(({ id }) => id === row.sourceId)?.name ?? '';
    if (row.state === 'working')
      return { id: row.id, source, scope: row.scope, mode: row.mode, state: row.state, progress: row.progress };
    const isHidden = await this.hiddenAmong(row.head.moved ?? [], reader);
    return { ...this.answers.plan(row, source, reader, isHidden), ...(await this.first(partsOf(row), reader)) };
  }

  /** What of this has moved to where the reader does not see it. */
  private hiddenAmong(
    moved: readonly Moved[],
    { caller }: Reader,
    session: Pick<Session, 'all'> = this.database,
  ): Promise<HiddenNow> {
    return hiddenNow(moved, caller, this.kinds, this.scopes, session);
  }

  private async shownRun(
    run: RunRow,
    reader: Reader,
    session: Pick<Session, 'all'> = this.database,
  ): Promise<Record<string, unknown>> {
    return this.answers.run(run, reader, await this.hiddenAmong(run.counts.moved ?? [], reader, session));
  }

  /** The first changes and findings that the reader sees. */
  private async first(
    owner: string,
    reader: Reader,
    session: Pick<Session, 'all'> = this.database,
  ): Promise<Record<string, unknown>> {
    const firstOf = async (kind: 'changes' | 'findings'): Promise<unknown[]> =>
      (await this.some(session, owner, kind, reader, { from: 0, most: FIRST })).found;
    return { changes: await firstOf('changes'), findings: await firstOf('findings') };
  }

  /** The same of a plan that is still in memory. */
  private firstOf(plan: FeedPlan, reader: Reader, ids?: NewIds): Record<string, unknown> {
    return {
      changes: firstSeen(changesOf(plan, ids), (change) => this.answers.change(change, reader)),
      findings: firstSeen(plan.findings, (finding) => this.answers.finding(finding, reader)),
    };
  }

  /** What is shown of a refused run: its errors first of all. */
  private refused({ run, plan }: RefusedRun, reader: Reader): object {
    const errors = plan.findings.filter(({ level }) => level === 'error');
    const findings = firstSeen(errors, (finding) => this.answers.finding(finding, reader));
    return { run: run.id, counts: plan.counts, blocked: plan.blocked, findings };
  }

  private async list(request: FastifyRequest, reply: FastifyReply, owner: string): Promise<FastifyReply> {
    const kind = request.routeOptions.url!.endsWith('/changes') ? 'changes' : 'findings';
    const { size, after, filter } = readPaging(request, FILTERS[kind]);
    const wanted = (one: Record<string, unknown>): boolean =>
      Object.entries(filter).every(([name, value]) => one[name] === value);
    const place = { from: numberOf(after) ?? 0, most: size, wanted };
    const { found, next } = await this.some(this.database, owner, kind, readerOf(request), place);
    link(request, reply, next === undefined ? undefined : String(next));
    return reply.send(found);
  }

  /** Elements from a place on, as the reader sees them, and where the next ones may stand. */
  private async some(
    session: Pick<Session, 'all'>,
    owner: string,
    kind: 'changes' | 'findings',
    reader: Reader,
    { from, most, wanted = () => true }: Wanted,
  ): Promise<{ found: unknown[]; next?: number }> {
    const page = new Page(most);
    for await (const { first, list } of this.service.stored.parts.read<unknown>(session, owner, kind, from)) {
      const named = list as Array<Change | StoredFinding>;
      const isHidden = await hiddenNow(named, reader.caller, this.kinds, this.scopes, session);
      const show = (one: unknown): unknown =>
        kind === 'changes'
          ? this.answers.change(one as Change, reader, isHidden)
          : this.answers.finding(one as StoredFinding, reader, isHidden);
      for (let place = Math.max(first, from); place < first + list.length; place++) {
        const seen = show(list[place - first]);
        if (seen === undefined || !wanted(seen as Record<string, unknown>)) continue;
        if (!page.take(seen)) return { found: page.found, next: place };
        if (page.isFull) return { found: page.found, next: place + 1 };
      }
    }
    return { found: page.found };
  }
}

/** Which elements of a list are answered. */
interface Wanted {
  from: number;
  most: number;
  wanted?: (one: Record<string, unknown>) => boolean;
}

/** Whether what has moved is to be left: `{"conflicts": "skip"}`. Throws 422. */
function skipsIn(body: Readonly<Record<string, unknown>>): boolean {
  const { conflicts = 'stop', ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw fieldError(unknown, 'unknownField');
  if (conflicts !== 'stop' && conflicts !== 'skip') throw fieldError('conflicts', 'oneOf', { allowed: 'stop, skip' });
  return conflicts === 'skip';
}

const isText = ({ headers }: FastifyRequest): boolean => /^\s*text\/plain\b/i.test(headers.accept ?? '');

/** The number behind which a page begins. Throws 422 for what is none. */
function numberOf(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  const number = Number(after);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw fieldError('page[after]', 'integer');
}

/** The client asks for an answer before the work is done (RFC 7240). */
const wantsLater = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*respond-async\b/i.test(String(headers['prefer'] ?? ''));

/** 202: what is under way, and where to look for it. */
function accepted(location: string, data: object): HttpResponse {
  const answer = jsonAnswer(202, { data });
  return { ...answer, headers: { ...answer.headers, location, 'preference-applied': 'respond-async' } };
}

/** The elements of an answer: so many at most, and no more text than an answer may have. */
class Page {
  readonly found: unknown[] = [];
  private size = 0;

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.found.length === this.most;
  }

  /** Returns false for an element that is too much. */
  take(one: unknown): boolean {
    this.size += JSON.stringify(one).length;
    if (this.found.length && this.size > MAX_TEXT) return false;
    this.found.push(one);
    return true;
  }
}

function firstSeen<T>(all: Iterable<T>, show: (one: T) => unknown): unknown[] {
  const page = new Page(FIRST);
  for (const one of all) {
    const shown = show(one);
    if (shown !== undefined && (!page.take(shown) || page.isFull)) break;
  }
  return page.found;
}

function readerOf(request: FastifyRequest): Reader {
  const { caller } = contextOf(request);
  return { caller, language: languageOf(request.headers['accept-language'], caller.language) };
}

/** Where the next page is. */
function link(request: FastifyRequest, reply: FastifyReply, after: string | undefined): void {
  if (after === undefined) return;
  const url = new URL(request.url, 'http://localhost');
  url.searchParams.set('page[after]', after);
  void reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
}
