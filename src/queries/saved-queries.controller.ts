/** The routes of stored queries: lists and reads are kept to what the caller sees; running them has routes of its own. */
import { Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TakesAsOf } from '../core/http/as-of.js';
import { contextOf, abortSignalOf } from '../core/http/caller.js';
import { DryRuns } from '../core/http/dry-run.js';
import { Problems, ValidationError } from '../core/http/errors.js';
import { Message } from '../core/i18n/messages.js';
import { readObject } from '../core/http/request-body.js';
import { CrudController, Needs, sendList } from '../engine/index.js';
import { graphFormat, listFormat, sendGraph, sendQueryList, slugOf, type FileName } from './answers/send.js';
import { textOf, toJson } from './language/forms.js';
import { type QueryRequest, QueryRunner } from './run/query-runner.js';

/** Characters of a heading. */
const MAX_HEADING = 255;

export class SavedQueriesController extends CrudController {
  @Inject(QueryRunner) private readonly runner!: QueryRunner;

  @Get()
  @Needs('access')
  @TakesAsOf()
  override async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const listed = await this.listed(request, reply, true);
    const columns = listed.columns.flatMap((name) => (name === 'query' ? [name, 'query_text', 'query_kinds'] : [name]));
    return sendList(request, reply, { ...listed, columns, pieces: withTexts(listed.pieces, this.runner) });
  }

  /** Runs a stored query: CSV, or what `?format=` asks for. */
  @Get('execute/:id')
  @Needs('show')
  async execute(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const format = listFormat(request);
    const { asked, name } = await this.stored(request);
    const context = contextOf(request);
    const ready = await this.runner.prepare(asked.json, context);
    if (ready.query.output === 'graph') throw isGraph(`/api/queries/${asked.id}/graph`);
    return sendQueryList(
      request,
      reply,
      await this.runner.list(asked, ready, context, abortSignalOf(reply)),
      format,
      name,
    );
  }

  /** Runs a stored query as a graph. */
  @Get(':id/graph')
  @Needs('show')
  async graph(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const format = graphFormat(request);
    const { asked, name } = await this.stored(request);
    const context = contextOf(request);
    const ready = await this.runner.prepare(asked.json, context);
    return sendGraph(reply, await this.runner.graph(asked, ready, context, abortSignalOf(reply)), format, name);
  }

  /** Runs a query that is not stored; one for a graph is answered as the graph. */
  @Post('run')
  @Needs('show')
  @DryRuns(false)
  async run(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const body = await readObject(request);
    const json = await toJson(body['query'], body['query_json']);
    if (json instanceof Message) throw unreadable(json);
    const context = contextOf(request);
    const ready = await this.runner.prepare(json, context);
    const name = 'query';
    if (ready.query.output === 'graph') {
      const format = graphFormat(request);
      return sendGraph(reply, await this.runner.graph({ json }, ready, context, abortSignalOf(reply)), format, name);
    }
    const format = listFormat(request);
    const result = await this.runner.list({ json }, ready, context, abortSignalOf(reply));
    const columns = headingsOf(body['headings'], result.columns);
    return sendQueryList(request, reply, format.kind === 'json' ? result : { ...result, columns }, format, name);
  }

  /** The query that a path names. Throws 404 for one that the caller does not see. */
  private async stored(request: FastifyRequest): Promise<{ asked: QueryRequest; name: FileName }> {
    const id = this.idOf(request);
    const found = await this.service.repository.showTo(id, contextOf(request));
    if (!found) return this.missing(id, request);
    return { asked: { id, json: found['query'] }, name: slugOf(String(found['name']), `query-${id}`) };
  }
}

/** What columns are called in a file: as the request says, in their order; others by their own names. Throws 422. */
function headingsOf(sent: unknown, columns: string[]): string[] {
  if (sent === undefined || sent === null) return columns;
  const problems = new Problems();
  if (!Array.isArray(sent)) problems.add('headings', 'array');
  else if (sent.length > columns.length) problems.add('headings', 'tooManyItems', { max: columns.length });
  else
    sent.forEach((one, i) => {
      if (typeof one !== 'string') problems.add(`headings.${i}`, 'string');
      else if (one.length > MAX_HEADING) problems.add(`headings.${i}`, 'maxText', { max: MAX_HEADING });
      else if (!one.isWellFormed() || /\p{Cc}/u.test(one)) problems.add(`headings.${i}`, 'characters');
    });
  problems.throwIfAny();
  const headings = sent as string[];
  return columns.map((name, i) => headings[i] || name);
}

const isGraph = (path: string): ValidationError =>
  new ValidationError(new Map([['query.output', [new Message('queryGraph', { path })]]]));

const unreadable = ({ key, values }: Message): ValidationError =>
  new ValidationError(new Map([['query', [new Message(key, { field: 'query', ...values })]]]));

/** Stored queries with the text form and the kinds of each; all but the first begin with a comma. */
async function* withTexts(pieces: AsyncIterable<Buffer>, runner: QueryRunner): AsyncIterable<Buffer> {
  let begun = '';
  for await (const piece of pieces) {
    const queries = JSON.parse(`[${piece.toString().slice(begun.length)}]`) as Array<Record<string, unknown>>;
    yield Buffer.from(begun + queries.map((query) => JSON.stringify(withText(query, runner))).join(','));
    begun = ',';
  }
}

const withText = (row: Record<string, unknown>, runner: QueryRunner): Record<string, unknown> =>
  'query' in row ? { ...row, query_text: textOf(row['query']), query_kinds: runner.kindsOf(row['query']) } : row;
