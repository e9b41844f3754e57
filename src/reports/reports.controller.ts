/** The routes of reports: what there are, and files to be saved, never to be shown in place. */
import { Readable } from 'node:stream';
import { Controller, Get, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ABILITIES } from '../core/http/access.js';
import { contextOf, abortSignalOf } from '../core/http/caller.js';
import { varying } from '../core/http/vary.js';
import { languageOf } from '../core/i18n/messages.js';
import { datedName } from '../files/formats.js';
import { formatOf, headingLanguage, mediaType } from './report-request.js';
import { ReportsService } from './reports.service.js';

@Controller('api/report')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  /** What reports there are. */
  @Get()
  @SetMetadata(ABILITIES, ['reports_access'])
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    const language = languageOf(request.headers['accept-language'], contextOf(request).caller.language);
    return reply
      .headers({
        'cache-control': 'private, no-cache',
        'content-language': language,
        vary: varying(reply, 'Accept-Language'),
      })
      .send({ reports: this.reports.listed(language) });
  }

  /** A report. */
  @Get(':name')
  @SetMetadata(ABILITIES, ['reports_access'])
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const context = contextOf(request);
    const report = await this.reports.allowed((request.params as { name: string }).name, context);
    const format = formatOf(request, report);
    const language = headingLanguage(request, format);
    const now = new Date();
    const query = request.query as Record<string, unknown>;
    const read =
      request.method === 'HEAD'
        ? () => Readable.from([])
        : await this.reports.open(report, { format, language }, query, context, now, abortSignalOf(reply));
    reply.headers({
      'content-type': mediaType(format, request),
      'content-disposition': `attachment; filename="${datedName(report.file, format, now)}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: varying(reply, 'Accept', 'Accept-Language'),
    });
    return reply.send(read());
  }
}
