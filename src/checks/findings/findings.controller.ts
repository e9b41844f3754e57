/** `/api/findings`: what checks found in objects that the caller may list (checks 5). */
import { Controller, Get, HttpCode, Inject, Patch, Post, Req, Res, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortSignalOf, can, contextOf } from '../../core/http/caller.js';
import { ApiError, forbidden, notFound } from '../../core/http/errors.js';
import { readObject } from '../../core/http/request-body.js';
import { badParameter, Needs, RESOURCE_PATH, type ResourceModel } from '../../engine/index.js';
import type { FindingAnswer } from './answers.js';
import { Findings, FINDINGS, SUMMARIES, type SummaryRow } from './findings.service.js';
import { sendFindings } from './send.js';

type Query = Readonly<Record<string, unknown>>;

const [DEFAULT_DAYS, MAX_DAYS] = [90, 3660];

@Controller('api/findings')
export class FindingsController {
  constructor(private readonly findings: Findings) {}

  @Get()
  @Needs('finding_access')
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { query, url } = request;
    const list = await this.findings.list(query as Query, contextOf(request), url, abortSignalOf(reply));
    return sendFindings(request, reply, list);
  }

  @Get('summary')
  @Needs('finding_access')
  summary(@Req() request: FastifyRequest): Promise<SummaryRow[]> {
    const { by = 'severity' } = request.query as Query;
    const found = SUMMARIES.find((one) => one === by);
    if (!found) throw new ApiError(400, 'wantsChoice', { name: 'by', allowed: SUMMARIES.join(', ') });
    return this.findings.summary(found, contextOf(request).caller);
  }

  @Get('trend')
  @Needs('finding_access')
  trend(@Req() request: FastifyRequest): Promise<Array<Record<string, string | number>>> {
    const { days = String(DEFAULT_DAYS) } = request.query as Query;
    const number = typeof days === 'string' && /^\d{1,5}$/.test(days) ? Number(days) : 0;
    if (number < 1 || number > MAX_DAYS) throw badParameter('days', 'wantsBetween', { min: 1, max: MAX_DAYS });
    return this.findings.trend(number, contextOf(request).caller);
  }

  @Post('accept')
  @Needs('finding_edit')
  @HttpCode(200)
  async acceptAll(@Req() request: FastifyRequest): Promise<{ status: 'ok'; count: number; ids: number[] }> {
    const body = await readObject(request);
    const ids = this.findings.idsIn(body['ids']);
    await this.findings.accept(ids, body, contextOf(request));
    return { status: 'ok', count: ids.length, ids };
  }

  @Get(':id')
  @Needs('finding_access')
  async read(@Req() request: FastifyRequest): Promise<{ data: FindingAnswer }> {
    return { data: await this.findings.one(idOf(request), contextOf(request)) };
  }

  @Patch(':id')
  @Needs('finding_edit')
  async accept(@Req() request: FastifyRequest): Promise<FindingAnswer> {
    const body = await readObject(request);
    const [accepted] = await this.findings.accept([idOf(request)], body, contextOf(request));
    return accepted!;
  }
}

/** The id in the path. Throws 404 for what cannot be one. */
function idOf({ params }: FastifyRequest): number {
  const { id } = params as { id: string };
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound(FINDINGS, id);
  return Number(id);
}

abstract class OfObjectController {
  @Inject(Findings) private readonly findings!: Findings;

  protected abstract readonly resource: ResourceModel;

  /** What checks found in one object. */
  @Get(':id/findings')
  @Needs('show')
  async of(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { id } = request.params as { id: string };
    const context = contextOf(request);
    if (!can(context.caller, 'finding_access')) throw forbidden('finding_access');
    if (!/^[1-9]\d{0,9}$/.test(id)) throw notFound(this.resource, id);
    const { query, url } = request;
    const list = await this.findings.ofObject(
      this.resource,
      Number(id),
      query as Query,
      context,
      url,
      abortSignalOf(reply),
    );
    return sendFindings(request, reply, list);
  }
}

/** The controller of one resource. */
export function findingsControllerOf(resource: ResourceModel): Type {
  const { path, aliases, entity } = resource;
  const made = class extends OfObjectController {
    protected readonly resource = resource;
  };
  Object.defineProperty(made, 'name', { value: `${entity.name}FindingsController` });
  Controller([path, ...aliases].map((name) => `api/${name}`))(made);
  Reflect.defineMetadata(RESOURCE_PATH, path, made);
  return made;
}
