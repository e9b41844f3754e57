/** `GET /api/<kind>/{id}/history` and `GET /api/diff`. What they tell is what the caller may see. */
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticated } from '../../core/http/access.js';
import { contextOf } from '../../core/http/caller.js';
import { ApiError, notFound } from '../../core/http/errors.js';
import { parseBoolean } from '../../core/text/booleans.js';
import { badParameter, registry, sendList, type Listed, type ResourceModel } from '../../engine/index.js';
import { DiffService, resourcesOf, type DiffRequest, type DiffRow } from './diff.service.js';
import { isBefore, Moments } from './moment.js';
import { ObjectHistory } from './object-history.js';
import { FIRST_PAGE, pageHeaders, readPage, textsOf } from './pages.js';

type Query = Readonly<Record<string, unknown>>;

@Controller('api')
export class HistoryController {
  private readonly byName = new Map<string, ResourceModel>();

  constructor(
    private readonly history: ObjectHistory,
    private readonly differences: DiffService,
    private readonly moments: Moments,
  ) {
    for (const resource of registry.all())
      for (const name of [resource.path, ...resource.aliases]) this.byName.set(name, resource);
  }

  @Get(':kind/:id/history')
  @Authenticated()
  async ofObject(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { kind, id } = request.params as { kind: string; id: string };
    const resource = this.byName.get(kind);
    if (!resource) throw new ApiError(404, 'noRoute', { path: request.url.split('?')[0]! });
    if (!/^[1-9][0-9]{0,9}$/.test(id)) throw notFound(resource, id);
    const query = request.query as Query;
    textsOf(query, []);
    const page = readPage(query['page']) ?? FIRST_PAGE;
    const { changes, next } = await this.history.read(resource, Number(id), page, contextOf(request).caller);
    return reply
      .headers(pageHeaders(request.url, page, next))
      .header('cache-control', 'private, no-cache')
      .send(changes);
  }

  /** A stream, a page, or with `summary` counts alone. */
  @Get('diff')
  @Authenticated()
  async diff(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const query = request.query as Query;
    const texts = textsOf(query, ['from', 'to', 'resource', 'view', 'summary']);
    const isSummary = texts.summary === undefined ? false : parseBoolean(texts.summary || '1');
    if (isSummary === undefined) throw badParameter('summary', 'wantsFlag');
    const page = readPage(query['page']);
    const resources = resourcesOf(texts.resource, texts.view);
    if (texts.from === undefined) throw new ApiError(400, 'asOfForm', { name: 'from' });
    const from = await this.moments.read(texts.from, 'from');
    const to = texts.to === undefined ? await this.moments.now() : await this.moments.read(texts.to, 'to');
    if (texts.to !== undefined && !isBefore(from, to)) throw new ApiError(400, 'diffOrder');
    const { caller } = contextOf(request);
    const wanted: DiffRequest = { from, to, resources };
    reply.header('cache-control', 'private, no-cache');
    if (isSummary) return reply.send(await this.differences.counts(wanted, caller));
    if (page) {
      const { rows, next } = await this.differences.page(wanted, page, caller);
      return reply.headers(pageHeaders(request.url, page, next, { to: to.text })).send(rows);
    }
    const listed: Listed = { headers: {}, pieces: textsOfRows(this.differences.rows(wanted, caller)), columns: [] };
    return sendList(request, reply, listed);
  }
}

/** Rows as JSON, joined by commas. */
async function* textsOfRows(portions: AsyncIterable<DiffRow[]>): AsyncIterable<Buffer> {
  let isFirst = true;
  for await (const rows of portions) {
    if (!rows.length) continue;
    const text = rows.map((row) => JSON.stringify(row)).join(',');
    yield Buffer.from(isFirst ? text : `,${text}`);
    isFirst = false;
  }
}
