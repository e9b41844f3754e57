/** The routes of users: single reads tell beside the columns whether somebody may come in, and who they are elsewhere (identity 2). */
import { Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { TakesAsOf } from '../core/http/as-of.js';
import { contextOf } from '../core/http/caller.js';
import { CrudController, etagOf, isKnown, Needs } from '../engine/index.js';
import { Identities } from './sign-in/identities.js';
import { UserStates } from './sign-in/user-states.js';

export class UsersController extends CrudController {
  @Inject(Identities) private readonly identities!: Identities;
  @Inject(UserStates) private readonly states!: UserStates;
  @Inject(CONFIG) private readonly config!: Config;

  /**
   * `disabled` is told where it is so, `identities` where there are some or may be: without a directory or provider answers are as ever.
   * The tag is that of the columns: whatever changes the rest changes `updated_at`, but for the time of the last sign-in.
   */
  @Get(':id')
  @Needs('show')
  @TakesAsOf()
  override async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { include, fields, as_of: asOf } = request.query as Record<string, unknown>;
    if (include !== undefined || fields !== undefined || asOf !== undefined) return super.show(request, reply);
    const [id, context] = [this.idOf(request), contextOf(request)];
    const user = (await this.service.repository.showTo(id, context)) ?? (await this.missing(id, request));
    const tag = etagOf(JSON.stringify(user));
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (isKnown(request, tag)) return reply.code(304).send();
    const isTheirs = context.caller.admin || context.caller.userId === id;
    const [disabled, identities] = [await this.states.isDisabled(id), isTheirs ? await this.identities.of(id) : []];
    const hasProvider = this.config.ldap !== undefined || this.config.oidc !== undefined;
    const beside = {
      ...(disabled && { disabled }),
      ...((hasProvider || identities.length) && isTheirs && { identities }),
    };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ data: { ...user, ...beside } }));
  }
}
