/** The routes that every resource has; each reads its request, calls the service and sends the answer. */
import { Delete, Get, Inject, Patch, Post, Put, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf, type HttpResponse, abortSignalOf } from '../core/http/caller.js';
import { ApiError, DetailedError, notFound, Problems } from '../core/http/errors.js';
import { AS_OF_NAME, TakesAsOf } from '../core/http/as-of.js';
import { DryRuns, isAsked, requireOnce } from '../core/http/dry-run.js';
import { isObject, readBody, readObject } from '../core/http/request-body.js';
import { ABILITIES, StandsFor, type Verb } from '../core/http/access.js';
import { expectedTags, sendResponse, jsonAnswer, objectAnswer, sendList, sendPart, sendRead } from './answers.js';
import { toId } from './plan/coerce.js';
import { csvAsked } from './list/csv-list.js';
import type { Listed } from './list/list.js';
import { Past } from './read/past.js';
import type { ResourceService } from './resource.service.js';
import type { WriteOptions, Written } from './write/write.js';

const MAX_ITEMS = 10_000;

/** What was is asked for, and not what is. */
const asksForPast = (query: unknown): query is Query => (query as Query)[AS_OF_NAME] !== undefined;

/** The route needs these verbs on the resource of its controller. */
export const Needs = (...abilities: Array<Verb | `${string}_${Verb}`>): MethodDecorator =>
  SetMetadata(ABILITIES, abilities);

type Query = Record<string, unknown>;

/** The two routes of a resource that is read only. */
export abstract class ReadController {
  @Inject(Past) protected readonly past!: Past;

  constructor(protected readonly service: ResourceService) {}

  @Get()
  @Needs('access')
  @TakesAsOf()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return sendList(request, reply, await this.listed(request, reply));
  }

  @Get(':id')
  @Needs('show')
  @TakesAsOf()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const id = this.idOf(request);
    const query = request.query as Query;
    if (asksForPast(query)) return this.sendFormer(id, request, reply);
    const { repository } = this.service;
    if (query['include'] !== undefined || query['fields'] !== undefined) {
      const part = await repository.showPart(id, query, contextOf(request), abortSignalOf(reply));
      return sendPart(request, reply, part ?? (await this.missing(id, request)));
    }
    return sendRead(
      request,
      reply,
      (await repository.showTo(id, contextOf(request))) ?? (await this.missing(id, request)),
    );
  }

  /** What the object was: without a tag, which would be that of another one. */
  private async sendFormer(id: number, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { resource } = this.service.plan;
    const { answer, headers } = await this.past.show(resource, id, request.query as Query, contextOf(request));
    if (!answer) throw notFound(resource, id);
    return reply.headers(headers).header('cache-control', 'private, no-cache').send({ data: answer });
  }

  /** The list that is asked for, which is read no further once the client has gone. `whole`: as of `Reading`. */
  protected listed(request: FastifyRequest, reply: FastifyReply, whole = false): Promise<Listed> {
    const { query, url } = request;
    if (asksForPast(query)) return this.past.list(this.service, query, contextOf(request), url);
    const reading = {
      url,
      whole: whole || csvAsked(request) !== undefined,
      withAdded: true,
      signal: abortSignalOf(reply),
    };
    return this.service.repository.list(query as Query, contextOf(request), reading);
  }

  /** Throws 404, or 403 for whoever sees delegated objects only: they do not learn which others exist. */
  protected async missing(id: number, request: FastifyRequest): Promise<never> {
    const { resource } = this.service.plan;
    const granted = this.service.accessOf(contextOf(request)).granted(resource, 'show');
    if (granted) throw new ApiError(403, 'delegated');
    const into = await this.service.mergedInto(id, contextOf(request));
    if (into === undefined) throw notFound(resource, id);
    throw new DetailedError(404, 'mergedInto', { id, into }, { merged_into: into });
  }

  /** The id in the path. Throws 404 for what cannot be one. */
  protected idOf(request: FastifyRequest): number {
    const { id } = request.params as { id: string };
    if (!/^[1-9][0-9]{0,9}$/.test(id)) throw notFound(this.service.plan.resource, id);
    return Number(id);
  }
}

/** All routes of a resource (contract 5, 6 and 7). */
@DryRuns()
export abstract class CrudController extends ReadController {
  @Post()
  @Needs('create')
  async store(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const body = await readObject(request);
    const options = optionsOf(request, stored(request));
    return sendWritten(reply, await this.service.store([body], contextOf(request), options));
  }

  @Patch(':id')
  @Needs('edit')
  patch(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.update(request, reply);
  }

  @Put(':id')
  @Needs('edit')
  async update(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const id = this.idOf(request);
    const body = await readObject(request);
    const options = optionsOf(request, updated);
    return sendWritten(reply, await this.service.update([id], [body], contextOf(request), options));
  }

  @Delete(':id')
  @Needs('delete')
  async destroy(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const options = optionsOf(request, () => jsonAnswer(200, []));
    return sendWritten(reply, await this.service.destroy([this.idOf(request)], contextOf(request), options));
  }

  @Post(':id')
  @StandsFor({ PUT: 'edit', PATCH: 'edit', DELETE: 'delete' })
  override(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return request.effectiveMethod === 'DELETE' ? this.destroy(request, reply) : this.update(request, reply);
  }

  /** Brings an object back, or with `as_of` sets it back to what it was. */
  @Post(':id/restore')
  @Needs('edit')
  async restore(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const context = contextOf(request);
    const options = optionsOf(request, updated);
    const body = await readBody(request);
    const asOf = isObject(body) ? body[AS_OF_NAME] : undefined;
    const { service } = this;
    if (asOf !== undefined)
      return sendWritten(reply, await this.past.restore(service, this.idOf(request), asOf, context, options));
    service.requireDelete(context);
    return sendWritten(reply, await service.restore([this.idOf(request)], context, options));
  }

  @Post('mass-store')
  @Needs('create')
  async massStore(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const items = await itemsOf(request);
    const options = massOptionsOf(request, ({ ids, ignored }) =>
      jsonAnswer(201, { status: 'ok', count: items.length, ids }, ignored),
    );
    return sendWritten(reply, await this.service.store(items, contextOf(request), options));
  }

  @Patch('mass-update')
  @Needs('edit')
  massPatch(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.massUpdate(request, reply);
  }

  @Put('mass-update')
  @Needs('edit')
  async massUpdate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const items = await itemsOf(request);
    const ids = idsOfItems(items);
    const options = massOptionsOf(request, ({ ignored }) =>
      jsonAnswer(200, { status: 'ok', count: items.length, ids }, ignored),
    );
    return sendWritten(reply, await this.service.update(ids, items, contextOf(request), options));
  }

  @Post('mass-update')
  @StandsFor({ PUT: 'edit', PATCH: 'edit' })
  massUpdateOverride(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.massUpdate(request, reply);
  }

  @Delete('mass-destroy')
  @Needs('delete')
  async massDestroy(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const ids = await idsIn(request);
    return sendWritten(reply, await this.service.destroy(ids, contextOf(request), massOptionsOf(request, emptied)));
  }

  @Post('mass-destroy')
  @StandsFor({ DELETE: 'delete' })
  massDestroyOverride(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.massDestroy(request, reply);
  }

  @Post('mass-restore')
  @Needs('edit', 'delete')
  async massRestore(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const ids = await idsIn(request);
    const options = massOptionsOf(request, () => jsonAnswer(200, { status: 'ok', count: ids.length, ids }));
    return sendWritten(reply, await this.service.restore(ids, contextOf(request), options));
  }
}

/** Makes the response to a write. */
type Respond = (written: Written) => HttpResponse;

/** The response to a creation; with it the address of the object. */
export function stored({ url }: FastifyRequest): Respond {
  const path = url.replace(/\/?(\?.*)?$/, '');
  return (written) => objectAnswer(written.created ? 201 : 200, written, `${path}/${written.ids[0]}`);
}

/** The response to a change. */
export const updated: Respond = (written) => objectAnswer(200, written);

/** The response where there is nothing to say. */
export const emptied: Respond = () => jsonAnswer(204);

/** Sends what `respond` of its options has made of a write. */
export const sendWritten = (reply: FastifyReply, { response }: Written): FastifyReply => sendResponse(reply, response!);

/** How a request wants its write of one object done. */
export function optionsOf(request: FastifyRequest, respond: Respond): WriteOptions {
  const ifMatch = expectedTags(request);
  return { ...writeQueryOf(request), respond, ...(ifMatch && { ifMatch }) };
}

/** How a request wants its write of many objects done. */
const massOptionsOf = (request: FastifyRequest, respond: Respond): WriteOptions => ({
  ...writeQueryOf(request),
  mass: true,
  respond,
});

/** What a query string says of a write. Throws 400 for what is said twice. */
export const writeQueryOf = (request: FastifyRequest): { strict: boolean; dryRun: boolean } => ({
  strict:
    isAsked(request, 'strict') || /(?:^|[,;\s])handling\s*=\s*"?strict"?/i.test([request.headers.prefer].flat().join()),
  dryRun: isAsked(request, 'dry_run'),
});

/** The objects of a mass write. Throws 422 for an empty or over-long list, and for elements that are no objects. */
async function itemsOf(request: FastifyRequest): Promise<Query[]> {
  const body = await readObject(request);
  const sent = body['items'] ?? body['items[]'];
  const items = isObject(sent) && Object.keys(sent).every((key) => /^\d+$/.test(key)) ? Object.values(sent) : sent;
  const problems = new Problems();
  if (items === undefined || items === null || items === '') problems.add('items', 'required');
  else if (!Array.isArray(items)) problems.add('items', 'array');
  else if (items.length === 0) problems.add('items', 'noItems');
  else if (items.length > MAX_ITEMS) problems.add('items', 'tooManyItems', { max: MAX_ITEMS });
  else items.forEach((item, i) => !isObject(item) && problems.add(`items.${i}`, 'object', { field: `items.${i}` }));
  problems.throwIfAny();
  return items as Query[];
}

function idsOfItems(items: readonly Query[]): number[] {
  const problems = new Problems();
  const seen = new Set<number>();
  const ids = items.map((item, i) => {
    const id = toId(item['id']);
    if (id === undefined) problems.add(`items.${i}.id`, item['id'] === undefined ? 'required' : 'selected');
    else if (seen.has(id)) problems.add(`items.${i}.id`, 'repeatedId');
    else seen.add(id);
    return id ?? 0;
  });
  problems.throwIfAny();
  return ids;
}

/** The ids of a mass deletion, or of its undoing, from the body or from `?ids[]=`; a repeated one counts once. */
async function idsIn(request: FastifyRequest): Promise<number[]> {
  const body = await readBody(request);
  const source = isObject(body) && ('ids' in body || 'ids[]' in body) ? body : (request.query as Query);
  const sent = source['ids'] ?? source['ids[]'];
  requireOnce('ids', sent);
  const list = isObject(sent)
    ? Object.values(sent)
    : Array.isArray(sent)
      ? sent
      : sent === undefined || sent === ''
        ? []
        : [sent];
  const problems = new Problems();
  if (!list.length) problems.add('ids', sent === undefined ? 'required' : 'noItems');
  if (list.length > MAX_ITEMS) problems.add('ids', 'tooManyItems', { max: MAX_ITEMS });
  const ids = list.map((element, i) => {
    const id = toId(element);
    if (id === undefined) problems.add(`ids.${i}`, 'selected');
    return id ?? 0;
  });
  problems.throwIfAny();
  return [...new Set(ids)];
}
