/** `GET` and `PATCH …/{id}/sources`, for each type that can be fed (feeding 9). */
import { Controller, Get, Inject, Patch, Req, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { contextOf } from '../../core/http/caller.js';
import { notFound } from '../../core/http/errors.js';
import { readObject } from '../../core/http/request-body.js';
import { Needs, RESOURCE_PATH, type ResourceModel } from '../../engine/index.js';
import { ProvenanceService, type Provenance } from './provenance.service.js';

abstract class ProvenanceController {
  @Inject(ProvenanceService) private readonly provenance!: ProvenanceService;

  protected abstract readonly resource: ResourceModel;

  @Get(':id/sources')
  @Needs('feed_access', 'show')
  sources(@Req() request: FastifyRequest): Promise<Provenance> {
    return this.provenance.read(this.resource.path, this.idOf(request), contextOf(request));
  }

  /** Holds values against sources, sets them free, or neither; answers all marks of the object. */
  @Patch(':id/sources')
  @Needs('edit')
  async mark(@Req() request: FastifyRequest): Promise<object> {
    const id = this.idOf(request);
    const sent = await readObject(request);
    return this.provenance.mark(this.resource.path, id, sent, contextOf(request));
  }

  private idOf({ params }: FastifyRequest): number {
    const { id } = params as { id: string };
    if (!/^[1-9][0-9]{0,9}$/.test(id)) throw notFound(this.resource, id);
    return Number(id);
  }
}

/** The controller of one resource. */
export function provenanceControllerOf(resource: ResourceModel): Type {
  const { path, aliases, entity } = resource;
  const made = class extends ProvenanceController {
    protected readonly resource = resource;
  };
  Object.defineProperty(made, 'name', { value: `${entity.name}ProvenanceController` });
  Controller([path, ...aliases].map((name) => `api/${name}`))(made);
  Reflect.defineMetadata(RESOURCE_PATH, path, made);
  return made;
}
