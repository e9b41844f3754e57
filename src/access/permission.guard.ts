/** May they? The abilities that a route declares, before anything is looked up (contract 3). */
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ABILITIES, OVERRIDES, PUBLIC, type Verb } from '../core/http/access.js';
import { can, type Caller } from '../core/http/caller.js';
import { ApiError, forbidden, methodNotAllowed } from '../core/http/errors.js';
import { readObject, wordOf } from '../core/http/request-body.js';
import { registry, RESOURCE_PATH, type ResourceModel } from '../engine/index.js';
import { Delegations } from './delegations.js';
import { RouteTable } from './route-table.js';

const VERBS = new Set(['access', 'show', 'create', 'edit', 'delete']);
/** A delegation stands in for these (contract 3). */
const DELEGABLE = new Set<string>(['access', 'show', 'edit']);

@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly delegations: Delegations,
    private readonly routes: RouteTable,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride(PUBLIC, [handler, controller])) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const needs = await this.needsOf(handler, request);
    const path = this.reflector.get<string | undefined>(RESOURCE_PATH, controller);
    const resource = path === undefined ? undefined : registry.get(path);
    const { askAgain } = request;
    if (askAgain) {
      request.askAgain = async () => {
        await askAgain();
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
    if (request.scope) delete request.scope;
    for (const need of needs) await this.require(need, resource, caller, request);
  }

  /** What the route needs; for one that stands in for others, by the `_method` of its body. */
  private async needsOf(handler: object, request: FastifyRequest): Promise<string[]> {
    const overrides = this.reflector.get<Record<string, Verb | null> | undefined>(OVERRIDES, handler as () => void);
    if (!overrides) return this.reflector.get<string[]>(ABILITIES, handler as () => void);
    const method = wordOf((await readObject(request))['_method']).toUpperCase();
    const verb = overrides[method];
    if (verb === undefined) throw methodNotAllowed('POST', request.url, this.routes.methodsOf(request.url, ['POST']));
    request.effectiveMethod = method;
    return verb === null ? [] : [verb];
  }

  private async require(
    need: string,
    resource: ResourceModel | undefined,
    caller: Caller,
    request: FastifyRequest,
  ): Promise<void> {
    const ability = VERBS.has(need) && resource ? `${resource.key}_${need}` : need;
    if (can(caller, ability)) return;
    if (resource?.cartographiable && DELEGABLE.has(need) && (await this.delegations.any(caller, resource))) {
      request.scope = this.delegations.scope(caller, resource);
      return;
    }
    throw forbidden(ability);
  }
}
