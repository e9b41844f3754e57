/** Calendars: the address that people make for theirs at `/api/me/calendar`, and what programs read there (checks 6). */
import { Controller, Delete, Get, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StepUp } from '../../access/factor/step-up.js';
import { SignedInGuard } from '../../access/named-tokens.service.js';
import { CONFIG, type Config } from '../../config.js';
import { Authenticated, Public } from '../../core/http/access.js';
import { contextOf } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';
import { languageOf } from '../../core/i18n/messages.js';
import { WithoutKey } from '../../operations/limits/idempotency.guard.js';
import { CalendarKeys, type CalendarKey } from './calendar-keys.js';
import { DaysService } from './days.js';
import { writeCalendar } from './ics.js';

const NAME = 'Meridian';
const ENDING = '.ics';

@Controller('api/me/calendar')
export class OwnCalendarController {
  constructor(
    private readonly keys: CalendarKeys,
    private readonly stepUp: StepUp,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether there is an address, and when it was last read. */
  @Get()
  @Authenticated()
  async show(@Req() request: FastifyRequest): Promise<{ data: CalendarKey | null }> {
    return { data: await this.keys.of(contextOf(request).caller) };
  }

  /** An address in place of the one that there was, told this once. */
  @Post()
  @Authenticated()
  @UseGuards(SignedInGuard)
  @WithoutKey()
  @HttpCode(201)
  async make(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ url: string }> {
    const context = contextOf(request);
    await this.stepUp.require(context);
    void reply.header('cache-control', 'no-store');
    return { url: `${baseOf(this.config, request)}/calendar/${await this.keys.make(context)}${ENDING}` };
  }

  /** Ends it; whatever reads it finds nothing any more. */
  @Delete()
  @Authenticated()
  @UseGuards(SignedInGuard)
  @HttpCode(200)
  async end(@Req() request: FastifyRequest): Promise<[]> {
    await this.keys.end(contextOf(request));
    return [];
  }
}

@Controller('calendar')
@Public()
export class CalendarController {
  constructor(
    private readonly keys: CalendarKeys,
    private readonly days: DaysService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** For whoever has the key, which is all that is asked for. */
  @Get(':file')
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { file } = request.params as { file: string };
    const owner = file.endsWith(ENDING)
      ? await this.keys.ownerOf(file.slice(0, -ENDING.length), request.ip)
      : undefined;
    // The key stands in the address, which is told to nobody.
    if (!owner) throw new ApiError(404, 'noRoute', { path: '/calendar' });
    const base = baseOf(this.config, request);
    const language = languageOf(request.headers['accept-language'], owner.language);
    const days = await this.days.of(owner, language, base, this.config.publicUrl ? new URL(base).host : 'meridian');
    return reply
      .headers({ 'cache-control': 'private, no-cache', 'content-disposition': 'inline; filename="meridian.ics"' })
      .type('text/calendar; charset=utf-8')
      .send(writeCalendar(NAME, days));
  }
}

const baseOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, { protocol, host }: FastifyRequest): string =>
  publicUrl ?? `${protocol}://${host}`;
