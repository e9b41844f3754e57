/** The routes of import and export, for each type of object of the map. */
import { Readable } from 'node:stream';
import { Controller, Get, Inject, Post, Req, Res, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortSignalOf, contextOf, type HttpResponse } from '../core/http/caller.js';
import { varying } from '../core/http/vary.js';
import { DryRuns, isAsked } from '../core/http/dry-run.js';
import { ApiError } from '../core/http/errors.js';
import { mediaRanges } from '../core/http/media-ranges.js';
import { languageOf } from '../core/i18n/messages.js';
import { csvFile, RFC_4180 } from '../files/csv.js';
import { datedName, MEDIA_TYPES } from '../files/formats.js';
import {
  sendResponse,
  jsonAnswer,
  Needs,
  writeQueryOf,
  RESOURCE_PATH,
  serviceOf,
  type ResourceModel,
  type ResourceService,
} from '../engine/index.js';
import { fileOf } from './columns.js';
import { ExportService, type Format } from './export.service.js';
import { ImportService, type ImportedFile } from './import.service.js';
import { ignoredIn } from './row-outcomes.js';
import { templateOf } from './template.js';
import { uploadedFile } from './upload.js';

abstract class ExchangeController {
  @Inject(ExportService) private readonly exports!: ExportService;
  @Inject(ImportService) private readonly imports!: ImportService;

  constructor(private readonly service: ResourceService) {}

  @Get('export')
  @Needs('access')
  async export(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { resource } = this.service.plan;
    const format = formatOf(request);
    const query = request.query as Record<string, unknown>;
    const read =
      request.method === 'HEAD'
        ? () => Readable.from([])
        : await this.exports.open(resource, format, query, contextOf(request), await this.chosen(request, reply));
    reply.headers({
      'content-type': MEDIA_TYPES[format],
      'content-disposition': `attachment; filename="${datedName(fileOf(resource), format, new Date())}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: varying(reply, 'Accept'),
    });
    return reply.send(read());
  }

  /** The ids of the objects that `filter` and `sort` choose, as the list would; undefined where all are wanted. */
  private async chosen(request: FastifyRequest, reply: FastifyReply): Promise<number[] | undefined> {
    const { filter, sort } = request.query as Record<string, unknown>;
    if (filter === undefined && sort === undefined) return undefined;
    const reading = { url: request.url, signal: abortSignalOf(reply) };
    const query = { filter, sort, fields: 'id' };
    const { pieces } = await this.service.repository.list(query, contextOf(request), reading);
    const read: Buffer[] = [];
    for await (const piece of pieces) read.push(piece);
    return (JSON.parse(`[${Buffer.concat(read).toString()}]`) as Array<{ id: number }>).map(({ id }) => id);
  }

  /** A file to start from: whoever may import anything may have it. */
  @Get('import/template')
  @Needs()
  template(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    const { resource } = this.service.plan;
    const context = contextOf(request);
    this.imports.requireAny(resource, context);
    const format = formatOf(request);
    const query = request.query as Record<string, unknown>;
    const { lang } = query;
    const asked =
      lang === undefined || lang === ''
        ? languageOf(request.headers['accept-language'], context.caller.language)
        : lang;
    if (asked !== 'en' && asked !== 'fr') throw new ApiError(400, 'wantsChoice', { name: 'lang', allowed: 'en, fr' });
    const file = csvFile(query, RFC_4180);
    reply.headers({
      'content-type': MEDIA_TYPES[format],
      'content-disposition': `attachment; filename="${fileOf(resource)}-template.${format}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: varying(reply, 'Accept', 'Accept-Language'),
    });
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : templateOf(resource, format, asked, file));
  }

  /** Which abilities are needed depends on what the rows ask for: so this route asks for itself. */
  @Post('import')
  @Needs()
  @DryRuns()
  async import(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    this.imports.requireAny(this.service.plan.resource, contextOf(request));
    const { dryRun } = writeQueryOf(request);
    const wantsRows = isAsked(request, 'rows');
    const byName = isByName(request, this.service.plan.resource);
    const keepsEmpty = isEmptyKept(request);
    const file = await uploadedFile(request, this.imports.maxBytes);
    try {
      const context = contextOf(request);
      this.imports.requireAny(this.service.plan.resource, context);
      const query = request.query as Record<string, unknown>;
      const language = languageOf(request.headers['accept-language'], context.caller.language);
      const respond = ({ ignored, notes, ...imported }: ImportedFile): HttpResponse =>
        jsonAnswer(
          200,
          {
            ...imported,
            // The header tells it too, as far as there is room.
            ...(wantsRows && ignoredIn(ignored)),
            ...(notes.length && { notes: notes.map((note) => note.in(language)) }),
          },
          ignored,
        );
      const options = { dryRun, rows: wantsRows, byName, keepsEmpty, language, respond };
      return sendResponse(reply, await this.imports.run(this.service, file, query, context, options));
    } finally {
      await file.close();
    }
  }
}

/** The controller of one resource. */
export function exchangeControllerOf({ path, aliases, entity }: ResourceModel): Type {
  const made = class extends ExchangeController {};
  Object.defineProperty(made, 'name', { value: `${entity.name}ExchangeController` });
  Inject(serviceOf(path))(made, undefined, 0);
  Controller([path, ...aliases].map((name) => `api/${name}`))(made);
  Reflect.defineMetadata(RESOURCE_PATH, path, made);
  return made;
}

/** Whether `?match=name` is asked for. Throws 400 for another way, and where objects have no name. */
function isByName({ query }: FastifyRequest, { label }: ResourceModel): boolean {
  const { match } = query as Record<string, unknown>;
  if (match === undefined || match === '') return false;
  if (match !== 'name' || label === null)
    throw new ApiError(400, 'wantsChoice', { name: 'match', allowed: label === null ? '–' : 'name' });
  return true;
}

/** Whether `?empty=keep` is asked for. Throws 400 for another word. */
function isEmptyKept({ query }: FastifyRequest): boolean {
  const { empty } = query as Record<string, unknown>;
  if (empty === undefined || empty === '' || empty === 'clear') return false;
  if (empty !== 'keep') throw new ApiError(400, 'wantsChoice', { name: 'empty', allowed: 'clear, keep' });
  return true;
}

/** `?format=`, then what `Accept` asks for, then a workbook. Throws 400 for a format that there is not. */
function formatOf({ query, headers }: FastifyRequest): Format {
  const { format } = query as Record<string, unknown>;
  if (format === undefined || format === '') return mediaRanges(headers.accept)[0] === 'text/csv' ? 'csv' : 'xlsx';
  if (format !== 'xlsx' && format !== 'csv')
    throw new ApiError(400, 'wantsChoice', { name: 'format', allowed: 'xlsx, csv' });
  return format;
}
