/** `POST /api/<kind>/{id}/merge` and `…/unmerge`: objects of any kind of the map that are one thing become one (feeding-truth 4). */
import { Controller, Post, Req, Res } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Verb } from '../core/http/access.js';
import { contextOf } from '../core/http/caller.js';
import { DryRuns } from '../core/http/dry-run.js';
import { ApiError, fieldError, forbidden, notFound } from '../core/http/errors.js';
import { readObject } from '../core/http/request-body.js';
import {
  AccessScopes,
  Needs,
  registry,
  sendWritten,
  serviceOf,
  writeQueryOf,
  type ResourceModel,
  type ResourceService,
} from '../engine/index.js';

/** What a merge needs of a kind: all of its objects but one are deleted. */
const VERBS: readonly Verb[] = ['edit', 'delete'];

@Controller('api/:kind/:id')
@DryRuns()
export class MergeController {
  private readonly byName = new Map<string, ResourceModel>();

  constructor(
    private readonly modules: ModuleRef,
    private readonly scopes: AccessScopes,
  ) {
    for (const resource of registry.all())
      for (const name of [resource.path, ...resource.aliases]) this.byName.set(name, resource);
  }

  /** Makes one object of several; with `dry_run` says what that would do. */
  @Post('merge')
  @Needs()
  async merge(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const [service, id] = await this.found(request);
    const body = await readObject(request);
    return sendWritten(reply, await service.merge(id, body, contextOf(request), writeQueryOf(request)));
  }

  /** Takes a merge back, by its entry in the journal. */
  @Post('unmerge')
  @Needs()
  async unmerge(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const [service, id] = await this.found(request);
    const { entry } = await readObject(request);
    if (!Number.isSafeInteger(entry)) throw fieldError('entry', entry === undefined ? 'required' : 'integer');
    return sendWritten(reply, await service.unmerge(id, entry as number, contextOf(request), writeQueryOf(request)));
  }

  /** The service of the kind that the path names, and the id, for a caller who may edit and delete its objects. Throws 403, 404. */
  private async found(request: FastifyRequest): Promise<[ResourceService, number]> {
    const { kind, id } = request.params as { kind: string; id: string };
    const resource = this.byName.get(kind);
    if (!resource) throw new ApiError(404, 'noRoute', { path: request.url.split('?')[0]! });
    const { caller } = contextOf(request);
    for (const verb of VERBS)
      if (!(await this.scopes.of(caller).any(resource, verb))) throw forbidden(`${resource.key}_${verb}`);
    if (!/^[1-9][0-9]{0,9}$/.test(id)) throw notFound(resource, id);
    return [this.modules.get<ResourceService>(serviceOf(resource.path), { strict: false }), Number(id)];
  }
}
