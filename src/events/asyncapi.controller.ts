/** Serves the AsyncAPI document, to everybody as the OpenAPI document is. */
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { Public } from '../core/http/access.js';
import { ServedDocument } from '../openapi/served-document.js';
import { asyncApi } from './asyncapi.js';
import { sourceOf } from './settings.js';

@Controller('api')
export class AsyncApiController {
  private readonly served: ServedDocument;

  constructor(@Inject(CONFIG) config: Config) {
    this.served = new ServedDocument(() => asyncApi(sourceOf(config)));
  }

  @Get('asyncapi.json')
  @Public()
  document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.served.send(request, reply);
  }
}
