/** `/api/templates`: files for other tools, made of lists (templates 1). */
import { Controller, Delete, Get, HttpCode, Inject, Patch, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { abortSignalOf, contextOf } from '../core/http/caller.js';
import { DryRuns } from '../core/http/dry-run.js';
import { ApiError } from '../core/http/errors.js';
import { API_POLICY } from '../core/http/secure-headers.js';
import { Needs, Plans } from '../engine/index.js';
import { WithoutKey } from '../operations/limits/idempotency.guard.js';
import { Filler, type FilledFile } from './fill/filler.js';
import { LIMITS } from './fill/limits.js';
import { ignoredIn, TemplateBody } from './template-body.js';
import { readTemplate } from './template-file.js';
import { Sources } from './sources.js';
import type { TemplateText } from './template.js';
import { TemplatesService, type TemplateAnswer } from './templates.service.js';
import { WORKBOOK_TYPE } from './workbook/limits.js';

/** What the list parameters of a filling are. */
const FILL_PARAMETERS = ['filter', 'sort'];

@Controller('api/templates')
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly filler: Filler,
    private readonly plans: Plans,
    private readonly sources: Sources,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Needs('template_access')
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    parametersOf(request, []);
    return sendOwn(reply, await this.templates.list(contextOf(request).caller));
  }

  @Post()
  @Needs('template_create')
  async store(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { body, file } = await readTemplate(request);
    const made = await this.templates.store(body, file, contextOf(request), abortSignalOf(reply));
    return withIgnored(reply.code(201).header('location', `/api/templates/${made.id}`), body).send(made);
  }

  /** Fills what is not stored. */
  @Post('try')
  @Needs('template_access')
  @DryRuns(false)
  @WithoutKey()
  @HttpCode(200)
  async try(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const context = contextOf(request);
    const { body, file: sent } = await readTemplate(request);
    const read = await new TemplateBody(body, this.plans, this.sources, undefined, true, sent).checked(context.caller);
    const template = {
      ...{ name: '', about: null, fileName: 'try.txt', contentType: 'text/plain' },
      ...(read as TemplateText),
    };
    const isPreviewed = template.kind === 'workbook' && /\bapplication\/json\b/.test(request.headers.accept ?? '');
    const filling = { query: {}, signal: abortSignalOf(reply), source: this.sourceOf(request), most: LIMITS.tried };
    const file = await this.filler.fill(template, undefined, context, { ...filling, isPreviewed });
    if (file.preview) return reply.header('cache-control', 'no-store').send(file.preview);
    return sendFile(reply, template.contentType, file);
  }

  @Get(':id/fill')
  @Needs('template_access')
  async fill(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const context = contextOf(request);
    const template = await this.templates.found(idOf(request), context.caller);
    const query = parametersOf(request, FILL_PARAMETERS);
    if (request.method === 'HEAD') return reply.type(typeOf(template.contentType)).send('');
    const filling = { query, signal: abortSignalOf(reply), source: this.sourceOf(request) };
    const file = await this.filler.fill(template, template.id, context, filling);
    return sendFile(reply, template.contentType, file);
  }

  /** The workbook of a template, as it was sent. */
  @Get(':id/file')
  @Needs('template_show')
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    parametersOf(request, []);
    const { kind, body, contentType, fileName } = await this.templates.found(idOf(request), contextOf(request).caller);
    if (kind !== 'workbook') throw new ApiError(404, 'templateNoWorkbook');
    const bytes = new Uint8Array(Buffer.from(body, 'base64'));
    return sendFile(reply, contentType, { bytes, count: 0, name: fileName.replace(/\{\{ ?today ?\}\}/g, 'template') });
  }

  @Get(':id')
  @Needs('template_show')
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return sendOwn(reply, { data: await this.templates.read(idOf(request), contextOf(request).caller) });
  }

  @Put(':id')
  @Needs('template_edit')
  replace(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<TemplateAnswer> {
    return this.update(request, reply);
  }

  @Patch(':id')
  @Needs('template_edit')
  async update(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TemplateAnswer> {
    const { body, file } = await readTemplate(request);
    const changed = await this.templates.update(idOf(request), body, file, contextOf(request), abortSignalOf(reply));
    withIgnored(reply, body);
    return changed;
  }

  @Delete(':id')
  @Needs('template_delete')
  @HttpCode(200)
  async destroy(@Req() request: FastifyRequest): Promise<[]> {
    await this.templates.destroy(idOf(request), contextOf(request));
    return [];
  }

  private sourceOf({ protocol, host }: FastifyRequest): string {
    return this.config.publicUrl ?? `${protocol}://${host}`;
  }
}

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id;

/** Throws 400 for a parameter that means nothing. */
function parametersOf({ query }: FastifyRequest, allowed: readonly string[]): Record<string, unknown> {
  const sent = query as Record<string, unknown>;
  const other = Object.keys(sent).find((name) => !allowed.includes(name));
  if (other === undefined) return sent;
  const name = other.slice(0, 100).toWellFormed();
  throw allowed.length
    ? new ApiError(400, 'unknownParameter', { name, allowed: allowed.join(', ') })
    : new ApiError(400, 'graphNone', { name });
}

const sendOwn = (reply: FastifyReply, answer: object): FastifyReply =>
  reply.header('cache-control', 'private, no-cache').send(answer);

/** Names in the body that mean nothing, as writes of objects answer them. */
function withIgnored(reply: FastifyReply, body: Readonly<Record<string, unknown>>): FastifyReply {
  const names = ignoredIn(body)
    .slice(0, 20)
    .map((name) => encodeURIComponent(name.slice(0, 50).toWellFormed()));
  return names.length ? reply.header('x-ignored-fields', names.join(',')) : reply;
}

const typeOf = (type: string): string => (type === WORKBOOK_TYPE ? type : `${type}; charset=utf-8`);

/** Always a file to be kept: no browser shows it as a page of this server. */
const sendFile = (reply: FastifyReply, type: string, { bytes, name }: FilledFile): FastifyReply =>
  reply
    .headers({
      'content-type': typeOf(type),
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': `${API_POLICY}; sandbox`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(Buffer.from(bytes.buffer));
