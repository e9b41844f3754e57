/** The routes of shared tables. They are of what the caller may list, so that they need no right of their own. */
import { Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticated } from '../core/http/access.js';
import { contextOf } from '../core/http/caller.js';
import { RequestBody } from '../core/http/dto.js';
import { ApiError, notFound } from '../core/http/errors.js';
import { ShareTableDto } from './shared-tables.dto.js';
import { SHARED_TABLES, SharedTablesService, type SharedTable } from './shared-tables.service.js';

@Controller('api/shared-tables')
export class SharedTablesController {
  constructor(private readonly tables: SharedTablesService) {}

  @Get()
  @Authenticated()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const [name] = Object.keys(request.query as object);
    if (name !== undefined) throw new ApiError(400, 'graphNone', { name });
    const data = await this.tables.list(contextOf(request).caller);
    return reply.header('cache-control', 'private, no-cache').send({ data });
  }

  @Post()
  @Authenticated()
  @HttpCode(201)
  share(@Req() request: FastifyRequest, @RequestBody() table: ShareTableDto): Promise<SharedTable> {
    return this.tables.share(table, contextOf(request));
  }

  @Delete(':id')
  @Authenticated()
  @HttpCode(204)
  async remove(@Req() request: FastifyRequest): Promise<void> {
    const { id } = request.params as { id: string };
    if (!/^[1-9][0-9]{0,14}$/.test(id)) throw notFound(SHARED_TABLES, id);
    await this.tables.remove(Number(id), contextOf(request));
  }
}
