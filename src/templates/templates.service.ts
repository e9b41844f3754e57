/** Templates as people keep them: each its owner's, some shared with everybody, and those that came with the release. */
import { Injectable } from '@nestjs/common';
import { requireStill } from '../access/token.service.js';
import { AuditEvents, type AuditAction } from '../audit/audit-events.js';
import { recheckLate, type Caller, type RequestContext } from '../core/http/caller.js';
import { ApiError, fieldError, notFound } from '../core/http/errors.js';
import { Database, type Param, type Transaction } from '../database/database.js';
import { Plans } from '../engine/index.js';
import { Filler } from './fill/filler.js';
import { shippedTemplates } from './shipped/index.js';
import { Sources } from './sources.js';
import { TemplateBody, type ReadTemplate } from './template-body.js';
import type { TemplateFile } from './template-file.js';
import {
  SELECT_LISTED,
  SELECT_WHOLE,
  storedSource,
  TEMPLATES,
  templateOf,
  type Source,
  type Template,
  type TemplateText,
} from './template.js';

/** Most templates of one owner. */
export const MAX_OF_OWNER = 100;

type Body = Readonly<Record<string, unknown>>;

/** A template as answered; `body` where it is read alone. */
export type TemplateAnswer = Record<string, unknown> & { id: number | string };

@Injectable()
export class TemplatesService {
  constructor(
    private readonly database: Database,
    private readonly plans: Plans,
    private readonly sources: Sources,
    private readonly filler: Filler,
    private readonly audit: AuditEvents,
  ) {}

  /** The caller's own, those that are shared, and those that came with the release, without their texts; for an Admin all. */
  async list({ admin, userId }: Caller): Promise<TemplateAnswer[]> {
    const [where, params] = admin ? ['', []] : [' WHERE t.`owner_id` = ? OR t.`shared` = 1', [userId]];
    const rows = await this.database.all(`${SELECT_LISTED}${where} ORDER BY t.\`name\`, t.\`id\``, params);
    return [...rows.map(templateOf), ...shippedTemplates()].map((one) => this.answer(one, false));
  }

  /** Throws 404. */
  async read(id: string, caller: Caller): Promise<TemplateAnswer> {
    return this.answer(await this.found(id, caller));
  }

  /** Throws 422. */
  async store(
    body: Body,
    file: TemplateFile | undefined,
    context: RequestContext,
    signal: AbortSignal,
  ): Promise<TemplateAnswer> {
    const { caller } = context;
    const read = await new TemplateBody(body, this.plans, this.sources, undefined, false, file).checked(caller);
    await this.filler.check(read as TemplateText, context, signal);
    const now = this.now();
    const row = {
      ...columnsOf({ about: null, shared: false, ...read }),
      ...{ owner_id: caller.userId, kind: read.kind!, created_at: now, updated_at: now },
    };
    return this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      // Locked, so that of two who make their last one at once the second is counted with the first.
      await tx.all(`SELECT id FROM users WHERE id = ?${this.database.dialect.forUpdate}`, [caller.userId]);
      const own = await tx.all('SELECT `id` FROM `own_templates` WHERE `owner_id` = ?', [caller.userId]);
      if (own.length >= MAX_OF_OWNER) throw fieldError('name', 'ownMost', { max: MAX_OF_OWNER });
      await this.requireFree(read.name!, caller.userId, undefined, tx);
      const [id] = await this.database.insert(tx, 'own_templates', Object.keys(row), [Object.values(row) as never]);
      const made = await this.found(String(id), caller, tx);
      await this.record('template_created', made, { ...sourceSent(made), shared: made.shared }, context, tx);
      await recheckLate(context, tx, true);
      return this.answer(made);
    });
  }

  /** What is absent stays. Throws 404, 422, 403 for somebody else's, 409 for one that came with the release. */
  async update(
    id: string,
    body: Body,
    file: TemplateFile | undefined,
    context: RequestContext,
    signal: AbortSignal,
  ): Promise<TemplateAnswer> {
    const { caller } = context;
    const before = await this.found(id, caller);
    requireOwn(before, caller);
    const read = await new TemplateBody(body, this.plans, this.sources, before, false, file).checked(caller);
    // What a workbook names is of what it lists.
    const isOther = read.body !== undefined || (before.kind === 'workbook' && read.lists !== undefined);
    if (isOther) await this.filler.check({ ...before, ...read }, context, signal);
    return this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      const stored = await this.found(id, caller, tx, this.database.dialect.forUpdate);
      requireOwn(stored, caller);
      if (read.name !== undefined && stored.ownerId !== null)
        await this.requireFree(read.name, stored.ownerId, stored.id, tx);
      const { type, ...others } = columnsOf(read);
      const set = { ...(type !== undefined && type !== stored.type && { type }), ...others };
      if (Object.keys(set).length) {
        const names = Object.keys(set).map((name) => `\`${name}\` = ?`);
        const values = [...Object.values(set), this.now(), stored.id];
        await tx.run(`UPDATE \`own_templates\` SET ${names.join(', ')}, \`updated_at\` = ? WHERE \`id\` = ?`, values);
        await this.record('template_changed', stored, { changed: Object.keys(set) }, context, tx);
      }
      await recheckLate(context, tx, true);
      return this.answer(await this.found(id, caller, tx));
    });
  }

  /** Throws 404, 403 for somebody else's, 409 for one that came with the release. */
  async destroy(id: string, context: RequestContext): Promise<void> {
    await this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      const stored = await this.found(id, context.caller, tx, this.database.dialect.forUpdate);
      requireOwn(stored, context.caller);
      await tx.run('DELETE FROM `own_templates` WHERE `id` = ?', [stored.id]);
      await this.record('template_deleted', stored, {}, context, tx);
      await recheckLate(context, tx, true);
    });
  }

  /** A template that there is for the caller, by its id or the key under which it came. Throws 404. */
  async found(
    id: string,
    { admin, userId }: Caller,
    session: Pick<Transaction, 'all'> = this.database,
    suffix = '',
  ): Promise<Template> {
    const shipped = shippedTemplates().find((one) => one.id === id);
    if (shipped) return shipped;
    const isId = /^[1-9][0-9]{0,14}$/.test(id);
    const [row] = isId ? await session.all(`${SELECT_WHOLE} WHERE t.\`id\` = ?${suffix}`, [Number(id)]) : [];
    const template = row && templateOf(row);
    if (!template || !(admin || template.shared || template.ownerId === userId)) throw notFound(TEMPLATES, id);
    return template;
  }

  private async requireFree(
    name: string,
    owner: number,
    own: number | string | undefined,
    tx: Transaction,
  ): Promise<void> {
    const [same] = await tx.all('SELECT `id` FROM `own_templates` WHERE `owner_id` = ? AND `name` = ?', [owner, name]);
    if (same && Number(same['id']) !== own) throw fieldError('name', 'taken');
  }

  private answer(template: Template, isWhole = true): TemplateAnswer {
    const { clock } = this.database;
    const { lists, owner, ownerId } = template;
    return {
      ...{ id: template.id, name: template.name, about: template.about, kind: template.kind },
      ...{ type: template.type, query: template.query, report: template.report },
      ...{ filter: lists.filter, sort: lists.sort, include: lists.include },
      ...(isWhole && { body: template.kind === 'text' ? template.body : null }),
      ...{ content_type: template.contentType, file_name: template.fileName },
      ...{ shared: template.shared, shipped: template.shipped },
      owner: ownerId === null ? null : { id: ownerId, name: owner },
      created_at: template.createdAt === null ? null : clock.toApi(template.createdAt),
      updated_at: template.updatedAt === null ? null : clock.toApi(template.updatedAt),
    };
  }

  private record(
    action: Extract<AuditAction, `template_${string}`>,
    { id, name }: Template,
    details: object,
    context: RequestContext,
    tx: Transaction,
  ): Promise<void> {
    return this.audit.record({ action, details: { template_id: id, name, ...details }, context }, tx);
  }

  private now(): string {
    return this.database.clock.toStored(Date.now());
  }
}

/** Those that came with the release stay as they are, and so do those of others. Throws 409, 403. */
function requireOwn({ shipped, ownerId }: Template, { admin, userId }: Caller): void {
  if (shipped) throw new ApiError(409, 'templateShipped');
  if (!admin && ownerId !== userId) throw new ApiError(403, 'foreign');
}

/** What a template lists, as the journal says it. */
const sourceSent = ({ type, query, report }: Source): Partial<Source> =>
  type !== null ? { type } : query !== null ? { query } : { report };

/** The columns of what was read. */
function columnsOf(read: ReadTemplate): Record<string, Param> {
  const { name, about, type = null, query = null, report = null, lists, body, contentType, fileName, shared } = read;
  const all: Record<string, Param | undefined> = {
    ...{ name, about, body, ...(lists && storedSource({ type, query, report, lists })) },
    ...{ content_type: contentType, file_name: fileName, shared: shared === undefined ? undefined : shared ? 1 : 0 },
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<string, Param>;
}
