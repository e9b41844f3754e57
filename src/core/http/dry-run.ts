/** Dry runs: which routes offer one, and how the others refuse it. To store what somebody only wanted to try is the worst answer. */
import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { parseBoolean } from '../text/booleans.js';
import { declared } from './access.js';
import { ApiError } from './errors.js';
import { Repeated } from './query-string.js';

const DRY_RUN = 'meridian:dry-run';
const NAME = 'dry_run';
const READING = ['GET', 'HEAD', 'OPTIONS'];

/** The route, or each of a controller that does not say otherwise, reads `dry_run` by itself. */
export const DryRuns = (are = true): MethodDecorator & ClassDecorator => SetMetadata(DRY_RUN, are);

/** Stands behind the guard of rights, so that a route tells nothing of itself to whoever may not call it. */
@Injectable()
export class DryRunGuard implements CanActivate {
  private readonly areOffered = declared(
    (context) => this.reflector.getAllAndOverride(DRY_RUN, [context.getHandler(), context.getClass()]) === true,
  );

  constructor(private readonly reflector: Reflector) {}

  /** Throws 400. */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!READING.includes(request.method) && !this.areOffered(context) && isAsked(request, NAME))
      throw new ApiError(400, 'noDryRun', { name: NAME });
    return true;
  }
}

/** Whether a parameter that is on or off is on: `?dry_run`, `?dry_run=1`. Throws 400 for any other value, and for two different ones. */
export function isAsked({ query }: FastifyRequest, name: string): boolean {
  const value = (query as Readonly<Record<string, unknown>>)[name];
  if (value === undefined) return false;
  requireOnce(name, value);
  const isOn = value === '' || (typeof value === 'string' ? parseBoolean(value) : undefined);
  if (isOn === undefined) throw new ApiError(400, 'wantsFlag', { name });
  return isOn;
}

/** Throws 400 for a parameter that is given more than once, with different values (contract 14). */
export function requireOnce(name: string, value: unknown): void {
  if (value instanceof Repeated) throw new ApiError(400, 'repeatedParameter', { name });
}
