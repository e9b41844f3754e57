/** The routes of pictures: a list of them, and each as a file. */
import { gunzipSync } from 'node:zlib';
import { Controller, Get, Req, Res, SetMetadata, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ABILITIES } from '../core/http/access.js';
import { contextOf, abortSignalOf } from '../core/http/caller.js';
import { varying } from '../core/http/vary.js';
import { takes } from '../core/http/codings.js';
import { ApiError } from '../core/http/errors.js';
import { languageOf, type Language } from '../core/i18n/messages.js';
import { hasTag, tagsOf } from '../engine/index.js';
import { Drawing } from '../graph/index.js';
import { ENDINGS } from './formats.js';
import { Words, type LabelKey } from './locales/index.js';
import {
  choicesOf,
  parametersOf,
  PICTURE_FORMATS,
  readParameters,
  readWalk,
  type PictureRequest,
} from './parameters.js';
import { looksOf } from './looks.js';
import { PicturesService } from './pictures.service.js';
import { VIEWS } from './views/index.js';
import type { View } from './views/view.js';

const EXPLORERS = SetMetadata(ABILITIES, ['explore_access']);

@Controller('api/graph/pictures')
export class PicturesController implements OnModuleInit {
  constructor(
    private readonly service: PicturesService,
    private readonly drawing: Drawing,
  ) {}

  /** Walks that are asked of the graph as pictures are drawn here. */
  onModuleInit(): void {
    this.drawing.by({
      walk: async ({ route, download }, request, reply) => {
        const { view, wanted } = readWalk(route, request.query as Record<string, unknown>, languageIn(request));
        return this.send(view, { ...wanted, download }, route, request, reply);
      },
      looks: looksOf,
    });
  }

  /** What pictures there are. */
  @Get()
  @EXPLORERS
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    const [name] = Object.keys(request.query as object);
    if (name !== undefined) throw new ApiError(400, 'graphNone', { name });
    const language = languageIn(request);
    const words = new Words(language);
    const pictures = VIEWS.map((view) => ({
      name: view.name,
      title: words.say(`${view.name}.title` as LabelKey),
      about: words.say(`${view.name}.about` as LabelKey),
      parameters: parametersOf(view),
      kinds: view.kinds,
      ...choicesOf(view),
    }));
    return reply.headers(headersOf(reply, language)).send({ pictures });
  }

  /** A picture. */
  @Get(':name')
  @EXPLORERS
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { name } = request.params as { name: string };
    const view = VIEWS.find((one) => one.name === name);
    if (!view) throw new ApiError(404, 'pictureUnknown', { name, allowed: VIEWS.map((one) => one.name).join(', ') });
    const wanted = readParameters(request.query as Record<string, unknown>, view, languageIn(request));
    return this.send(view, wanted, name, request, reply);
  }

  /** The file, or 304 where the client has it. `name`: what the file is called. */
  private async send(
    view: View,
    wanted: PictureRequest,
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const known = tagsOf(request.headers['if-none-match']);
    const { caller } = contextOf(request);
    const { tag, packed } = await this.service.picture(view, wanted, caller, abortSignalOf(reply), known);
    reply.headers({ ...headersOf(reply, wanted.options.language), etag: tag });
    if (!packed || hasTag(known, tag)) return reply.code(304).send();
    const { format, download } = wanted;
    if (download) reply.header('content-disposition', `attachment; filename="${name}.${ENDINGS[format]}"`);
    reply.header('x-content-type-options', 'nosniff').type(PICTURE_FORMATS[format]);
    if (!takes(request.headers['accept-encoding'], 'gzip')) return reply.send(gunzipSync(packed));
    return reply.header('content-encoding', 'gzip').send(Buffer.from(packed.buffer));
  }
}

const languageIn = (request: FastifyRequest): Language =>
  languageOf(request.headers['accept-language'], contextOf(request).caller.language);

/** What one caller sees is for nobody else. */
const headersOf = (reply: FastifyReply, language: Language): Record<string, string> => ({
  'cache-control': 'private, no-cache',
  'content-language': language,
  vary: varying(reply, 'Accept-Language', 'accept-encoding'),
});
