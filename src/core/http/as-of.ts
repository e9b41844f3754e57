/** `as_of`: which routes answer what was, and how the others refuse to: to answer what is to who asked for the past is the worst answer. */
import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { declared } from './access.js';
import { ApiError } from './errors.js';

const AS_OF = 'meridian:as-of';
export const AS_OF_NAME = 'as_of';

/** The route reads `as_of` by itself. */
export const TakesAsOf = (): MethodDecorator => SetMetadata(AS_OF, true);

/** Stands behind the guard of rights, as that of dry runs. */
@Injectable()
export class AsOfGuard implements CanActivate {
  private readonly isTaken = declared((context) => this.reflector.get<boolean>(AS_OF, context.getHandler()) === true);

  constructor(private readonly reflector: Reflector) {}

  /** Throws 400. */
  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const isAsked = (query as Readonly<Record<string, unknown>>)[AS_OF_NAME] !== undefined;
    if (isAsked && !this.isTaken(context)) throw new ApiError(400, 'noAsOf', { name: AS_OF_NAME });
    return true;
  }
}
