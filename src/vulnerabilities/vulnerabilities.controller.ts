/** The routes of vulnerabilities that were found in objects: lists of them, what people decide of one, and that as VEX. */
import { Controller, Get, Inject, Patch, Req, Res, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticated } from '../core/http/access.js';
import { contextOf } from '../core/http/caller.js';
import { readObject } from '../core/http/request-body.js';
import { csvAsked, Needs, RESOURCE_PATH, type ResourceModel } from '../engine/index.js';
import { notFound } from '../core/http/errors.js';
import { csvOf } from './csv.js';
import type { VulnerabilityAnswer } from './vulnerability-answer.js';
import { VULNERABILITIES, VulnerabilityService, type ObjectWithOpen } from './vulnerability.service.js';

type Query = Record<string, unknown>;

@Controller('api/vulnerabilities')
export class VulnerabilitiesController {
  constructor(private readonly service: VulnerabilityService) {}

  /** What was found in objects that the caller may list, the most urgent first. */
  @Get()
  @Authenticated()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { caller } = contextOf(request);
    const file = csvAsked(request);
    if (!file) return reply.code(200).send(await this.service.list(request.query as Query, caller));
    const rows = await this.service.rows(request.query as Query, caller);
    reply.code(200).type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="vulnerabilities.csv"'); // prettier-ignore
    return reply.send([...csvOf(rows, file)].join(''));
  }

  /** Which objects have open ones, and how many: what a map marks. */
  @Get('objects')
  @Authenticated()
  async objects(@Req() request: FastifyRequest): Promise<{ data: ObjectWithOpen[] }> {
    return { data: await this.service.objects(contextOf(request).caller) };
  }

  /** What was imported, of when it is, and whether that is old. */
  @Get('sources')
  @Authenticated()
  sources(@Req() request: FastifyRequest): ReturnType<VulnerabilityService['sources']> {
    return this.service.sources(contextOf(request).caller);
  }

  /** What people and suppliers say of it, as a document of CycloneDX or CSAF. */
  @Get('vex')
  @Authenticated()
  vex(@Req() request: FastifyRequest): Promise<object> {
    return this.service.vex(request.query as Query, contextOf(request).caller);
  }

  /** Decides what one of them is. */
  @Patch(':id')
  @Authenticated()
  async decide(@Req() request: FastifyRequest): Promise<{ data: VulnerabilityAnswer }> {
    const { id } = request.params as { id: string };
    await this.service.requireEditor(contextOf(request).caller);
    const body = await readObject(request);
    if (!/^[1-9][0-9]{0,14}$/.test(id)) throw notFound(VULNERABILITIES, id);
    return { data: await this.service.decide(Number(id), body, contextOf(request)) };
  }
}

abstract class OfObjectController {
  @Inject(VulnerabilityService) private readonly service!: VulnerabilityService;

  protected abstract readonly resource: ResourceModel;

  /** What was found in one object, and whether anything can be told of it. */
  @Get(':id/vulnerabilities')
  @Needs('show')
  async of(@Req() request: FastifyRequest): Promise<object> {
    const { id } = request.params as { id: string };
    if (!/^[1-9][0-9]{0,9}$/.test(id)) throw notFound(this.resource, id);
    return this.service.ofObject(this.resource, Number(id), request.query as Query, contextOf(request).caller);
  }
}

/** The controller of one resource. */
export function vulnerabilitiesControllerOf(resource: ResourceModel): Type {
  const { path, aliases, entity } = resource;
  const made = class extends OfObjectController {
    protected readonly resource = resource;
  };
  Object.defineProperty(made, 'name', { value: `${entity.name}VulnerabilitiesController` });
  Controller([path, ...aliases].map((name) => `api/${name}`))(made);
  Reflect.defineMetadata(RESOURCE_PATH, path, made);
  return made;
}
