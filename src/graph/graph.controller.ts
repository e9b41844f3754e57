/** The routes of the graph: one for each question, and one that says what there is to ask for. */
import { Controller, Get, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ABILITIES } from '../core/http/access.js';
import { contextOf, abortSignalOf } from '../core/http/caller.js';
import { varying } from '../core/http/vary.js';
import { languageOf } from '../core/i18n/messages.js';
import { GRAPH_FILES } from '../files/graph.js';
import { Drawing } from './drawing.js';
import { GraphService } from './graph.service.js';
import { kindsAnswer } from './kinds.js';
import { ROUTES, type GraphFormat, type Route, type Walk } from './questions.js';
import { isDownload, isDrawn, readNothing, readQuestion } from './read-question.js';

const EXPLORERS = SetMetadata(ABILITIES, ['explore_access']);

const JSON_TYPE = 'application/json; charset=utf-8';
const FILES: Readonly<Record<GraphFormat, { mediaType: string; ending: string }>> = {
  ...GRAPH_FILES,
  json: { mediaType: JSON_TYPE, ending: 'json' },
  csv: { mediaType: 'text/csv; charset=utf-8', ending: 'csv' },
};

@Controller('api/graph')
export class GraphController {
  constructor(
    private readonly service: GraphService,
    private readonly drawing: Drawing,
  ) {}

  /** Kinds, families and edges, in the language of the request. */
  @Get('kinds')
  @EXPLORERS
  async kinds(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    readNothing(request.query as Record<string, unknown>);
    const { caller } = contextOf(request);
    const language = languageOf(request.headers['accept-language'], caller.language);
    const answer = kindsAnswer(await this.service.visibleKinds(caller), language, this.drawing.drawn);
    reply.headers({ ...UNSHARED, 'content-language': language, vary: varying(reply, 'Accept-Language') });
    return reply.code(200).type(JSON_TYPE).send(JSON.stringify(answer));
  }

  /** One of the questions; where its picture is asked for, by whoever draws. */
  @Get(ROUTES.map((route) => route))
  @EXPLORERS
  async ask(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const query = request.query as Record<string, unknown>;
    const route = request.routeOptions.url!.split('/').at(-1) as Route;
    const question = readQuestion(route, query);
    const download = isDownload(query);
    if (isDrawn(query)) return this.drawing.drawn.walk({ route: route as Walk, download }, request, reply);
    const { caller } = contextOf(request);
    const bytes = await this.service.answer(question, caller, abortSignalOf(reply));
    const { mediaType, ending } = FILES[question.format];
    reply.code(200).headers(UNSHARED).type(mediaType);
    if (download) reply.header('content-disposition', `attachment; filename="${route}.${ending}"`);
    return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
}

/** What one caller sees is for nobody else. */
const UNSHARED = { 'cache-control': 'private, no-cache' };
