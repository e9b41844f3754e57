/** Names of the people whom the journal names: users are read with `user_access`, and outlived by what they did. */
import { Controller, Get, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ABILITIES, Authenticated } from '../core/http/access.js';
import { contextOf } from '../core/http/caller.js';
import { PeopleService } from './people.service.js';
import { readLastChange, readPeople } from './read-people.js';

@Controller('api/people')
export class PeopleController {
  constructor(private readonly people: PeopleService) {}

  @Get()
  @SetMetadata(ABILITIES, ['audit_log_access'])
  async names(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return sendOwn(reply, { data: await this.people.find(readPeople(request.query as Query)) });
  }

  /** Who may show an object may know who changed it last. */
  @Get('last-change')
  @Authenticated()
  async lastChange(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { caller } = contextOf(request);
    return sendOwn(reply, { data: await this.people.lastChange(readLastChange(request.query as Query), caller) });
  }
}

type Query = Readonly<Record<string, unknown>>;

/** What one caller may read is for nobody else. */
const sendOwn = (reply: FastifyReply, answer: object): FastifyReply =>
  reply.header('cache-control', 'private, no-cache').send(answer);
