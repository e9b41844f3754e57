/** Admits administrators alone, before the body is read. */
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { contextOf } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';

@Injectable()
export class AdministratorGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { caller } = contextOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (!caller.admin) throw new ApiError(403, 'adminOnly');
    return true;
  }
}
