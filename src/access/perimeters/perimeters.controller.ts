/** Perimeters, what they hold, and why (identity 9). */
import { Get, HttpCode, Inject, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticated } from '../../core/http/access.js';
import { DryRuns } from '../../core/http/dry-run.js';
import { abortSignalOf, contextOf } from '../../core/http/caller.js';
import { ApiError, Problems } from '../../core/http/errors.js';
import { readObject, scalarToString } from '../../core/http/request-body.js';
import type { Row } from '../../database/database.js';
import { CrudController, Needs, Plans, registry, type ResourceModel } from '../../engine/index.js';
import { holds, PerimeterPreview, type Preview, type Reasons } from './preview.js';
import { PerimeterSwitch, type SwitchState } from './switch.js';

/** What says yes and no, also in a form. */
const [YES, NO] = [new Set<unknown>([true, 1, '1', 'true']), new Set<unknown>([false, 0, '0', 'false'])];

export class PerimetersController extends CrudController {
  @Inject(Plans) private readonly plans!: Plans;
  @Inject(PerimeterSwitch) private readonly switch!: PerimeterSwitch;

  @Get('switch')
  @Needs('access')
  readSwitch(): Promise<SwitchState> {
    return this.switch.read();
  }

  @Put('switch')
  @DryRuns(false)
  @Authenticated()
  @HttpCode(200)
  async setSwitch(@Req() request: FastifyRequest): Promise<SwitchState> {
    const context = contextOf(request);
    if (!context.caller.admin) throw new ApiError(403, 'adminOnly');
    const { enabled } = await readObject(request);
    const problems = new Problems();
    if (enabled === undefined || enabled === null) problems.add('enabled', 'required');
    else if (!YES.has(enabled) && !NO.has(enabled)) problems.add('enabled', 'boolean');
    problems.throwIfAny();
    return this.switch.set(YES.has(enabled), context);
  }

  @Get(':id/objects')
  @Needs('show')
  async objects(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Preview[]> {
    const { resource } = request.query as Record<string, unknown>;
    if (resource !== undefined && resource !== '' && !kindAt(resource))
      throw new ApiError(400, 'oneOf', { field: 'resource', allowed: paths().join(', ') });
    const path = resource ? kindAt(resource)!.path : undefined;
    const row = await this.stored(request);
    return new PerimeterPreview(this.plans, contextOf(request).caller, abortSignalOf(reply)).preview(row, path);
  }

  @Post(':id/check')
  @DryRuns(false)
  @HttpCode(200)
  @Needs('show')
  async check(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Reasons> {
    const { resource, id: sent } = await readObject(request);
    const id = Number(scalarToString(sent) || NaN);
    const problems = new Problems();
    const kind = kindAt(resource);
    if (!kind) problems.add('resource', 'oneOf', { allowed: paths().join(', ') });
    if (!Number.isSafeInteger(id) || id < 1) problems.add('id', 'selected');
    problems.throwIfAny();
    const row = await this.stored(request);
    const { caller } = contextOf(request);
    const access = this.plans.access.of(caller);
    const rows = access.rows(kind!);
    // Nothing is said of an object that the caller could not list.
    const isSeen =
      rows === 'all' || (rows !== 'none' && (await access.among(this.plans.database, kind!, rows, [id])).size > 0);
    if (!isSeen) {
      problems.add('id', 'selected');
      problems.throwIfAny();
    }
    return new PerimeterPreview(this.plans, caller, abortSignalOf(reply)).reasons(row, kind!, id);
  }

  private async stored(request: FastifyRequest): Promise<Row> {
    const id = this.idOf(request);
    const found = await this.service.repository.showTo(id, contextOf(request));
    if (!found) return this.missing(id, request);
    return { ...found } as Row;
  }
}

const kinds = (): ResourceModel[] => registry.all().filter(holds);
const paths = (): string[] => kinds().map(({ path }) => path);
const kindAt = (sent: unknown): ResourceModel | undefined =>
  typeof sent === 'string' ? kinds().find(({ path, aliases }) => path === sent || aliases.includes(sent)) : undefined;
