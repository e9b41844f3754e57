/**
 * Serves the document: made once, compressed once for each coding, with a tag (contract 12); with `?errors=none` for programs that
 * copy every answer into every operation, with `?detail=brief` for those that want to know what there is.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../core/http/access.js';
import { codingFor, type Coding } from '../core/http/codings.js';
import { isKnown } from '../engine/index.js';
import { briefly } from './brief.js';
import { withoutErrors } from './errors.js';
import type { OpenApi } from './model.js';

export const API_DOCUMENT = Symbol('The OpenAPI document');
export type MakeDocument = () => OpenApi;

/** The forms of the document. */
const FORMS = {
  whole: (document: OpenApi) => document,
  plain: withoutErrors,
  brief: briefly,
};
type Form = keyof typeof FORMS;

/** As far as it is worth its time: what is asked for first waits for it. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const COMPRESS: Readonly<Record<Coding, (text: string) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, QUALITY),
  gzip: promisify(gzip),
};

interface Made {
  text: string;
  tag: string;
  compressed: Map<Coding, Promise<Buffer>>;
}

@Controller('api')
export class OpenApiController {
  private readonly made = new Map<Form, Made>();

  constructor(@Inject(API_DOCUMENT) private readonly make: MakeDocument) {}

  @Get('openapi.json')
  @Public()
  async document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const made = this.documentAs(formOf(request));
    reply.header('etag', made.tag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding');
    if (isKnown(request, made.tag)) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    const coding = codingFor(request.headers['accept-encoding']);
    if (!coding) return reply.send(made.text);
    return reply.header('content-encoding', coding).send(await compressed(made, coding));
  }

  private documentAs(form: Form): Made {
    let made = this.made.get(form);
    if (!made) {
      const text = JSON.stringify(FORMS[form](this.make()));
      const tag = `"${createHash('sha1').update(text).digest('base64url')}"`;
      made = { text, tag, compressed: new Map() };
      this.made.set(form, made);
    }
    return made;
  }
}

function formOf({ url }: FastifyRequest): Form {
  const { searchParams: asked } = new URL(url, 'http://localhost');
  if (asked.get('detail') === 'brief') return 'brief';
  return asked.get('errors') === 'none' ? 'plain' : 'whole';
}

function compressed({ text, compressed: known }: Made, coding: Coding): Promise<Buffer> {
  const bytes = known.get(coding) ?? COMPRESS[coding](text);
  known.set(coding, bytes);
  return bytes;
}
