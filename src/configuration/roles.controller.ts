/** The routes of roles; `include=permissions` needs no right beyond those on roles (contract 3 and 9). */
import { Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../common/errors.js';
import { sendList } from '../resource/index.js';
import { CrudController, Needs } from '../resource/index.js';
import type { RolesService } from './roles.service.js';

type Query = Record<string, unknown>;
type Answer = Record<string, unknown>;

export class RolesController extends CrudController {
  @Get()
  @Needs('access')
  override list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const query = request.query as Query;
    const more = ['filter', 'sort', 'fields'].some((word) => word in query) || typeof query['page'] === 'object';
    if (more || includesOf(query).join() !== 'permissions') return super.list(request, reply);
    return sendList(request, reply, this.embedded(this.roles.repository.list()));
  }

  @Get(':id')
  @Needs('show')
  override async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    if (!includesOf(request.query as Query).includes('permissions')) return super.show(request, reply);
    const id = this.idOf(request);
    const role = await this.roles.repository.show(id);
    if (!role) throw notFound('roles', id);
    const [data] = await this.roles.withPermissions([role]);
    return reply.header('cache-control', 'private, no-cache').send({ data });
  }

  private get roles(): RolesService {
    return this.service as RolesService;
  }

  private async *embedded(batches: AsyncIterable<Answer[]>): AsyncIterable<Answer[]> {
    for await (const batch of batches) yield await this.roles.withPermissions(batch);
  }
}

const includesOf = ({ include }: Query): string[] =>
  typeof include === 'string' ? [...new Set(include.split(',').map((name) => name.trim()))].filter(Boolean) : [];
