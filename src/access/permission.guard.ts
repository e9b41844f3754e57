/** May they? The abilities that a route declares, before anything is looked up (contract 3). */
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ABILITIES, declared, OVERRIDES, PUBLIC, type Verb } from '../core/http/access.js';
import { can, type Caller } from '../core/http/caller.js';
import { ApiError, forbidden, methodNotAllowed } from '../core/http/errors.js';
import { readObject, scalarToString } from '../core/http/request-body.js';
import { AccessScopes, registry, RESOURCE_PATH, type ResourceModel } from '../engine/index.js';
import { RouteTable } from './route-table.js';

const VERBS = new Set<string>(['access', 'show', 'create', 'edit', 'delete'] satisfies Verb[]);

const isVerb = (need: string): need is Verb => VERBS.has(need);

/** What a route declares of those who may call it. */
interface Access {
  isPublic: boolean;
  abilities: string[];
  overrides: Record<string, Verb | null> | undefined;
  resource: ResourceModel | undefined;
}

@Injectable()
export class PermissionGuard implements CanActivate {
  private readonly accessOf = declared((context): Access => {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    const path = this.reflector.get<string | undefined>(RESOURCE_PATH, controller);
    return {
      isPublic: this.reflector.getAllAndOverride(PUBLIC, [handler, controller]) === true,
      abilities: this.reflector.get(ABILITIES, handler),
      overrides: this.reflector.get(OVERRIDES, handler),
      resource: path === undefined ? undefined : registry.get(path),
    };
  });

  constructor(
    private readonly reflector: Reflector,
    private readonly scopes: AccessScopes,
    private readonly routes: RouteTable,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.accessOf(context);
    if (access.isPublic) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const needs = access.overrides ? await this.needsOf(access.overrides, request) : access.abilities;
    const { resource } = access;
    const { recheck } = request;
    if (recheck) {
      request.recheck = async () => {
        await recheck();
        await this.requireAll(needs, resource, request);
      };
    }
    await this.requireAll(needs, resource, request);
    return true;
  }

  private async requireAll(
    needs: readonly string[],
    resource: ResourceModel | undefined,
    request: FastifyRequest,
  ): Promise<void> {
    const caller = request.caller!;
    if (caller.readOnly && !['GET', 'HEAD'].includes(request.effectiveMethod ?? request.method)) {
      throw new ApiError(403, 'readOnlyToken');
    }
    for (const need of needs) await this.require(need, resource, caller);
  }

  /** What a route needs that stands in for others, by the `_method` of its body. */
  private async needsOf(overrides: Record<string, Verb | null>, request: FastifyRequest): Promise<string[]> {
    const method = scalarToString((await readObject(request))['_method']).toUpperCase();
    const verb = overrides[method];
    if (verb === undefined) throw methodNotAllowed('POST', request.url, this.routes.methodsOf(request.url, ['POST']));
    request.effectiveMethod = method;
    return verb === null ? [] : [verb];
  }

  /** Of a resource some object is enough: which ones a request may reach is for those to ask who read and write. */
  private async require(need: string, resource: ResourceModel | undefined, caller: Caller): Promise<void> {
    if (resource && isVerb(need)) {
      if (!(await this.scopes.of(caller).any(resource, need))) throw forbidden(`${resource.key}_${need}`);
    } else if (!can(caller, need)) throw forbidden(need);
  }
}
