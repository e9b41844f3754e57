/** Fills templates from lists, with the rights of whoever asks: what they may not list does not come in. */
import { Inject, Injectable } from '@nestjs/common';
import { AuditEvents } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import { Child, ChildOver } from '../../core/child.js';
import { recheckLate, type RequestContext } from '../../core/http/caller.js';
import { ValidationError } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { Calendar } from '../../core/text/moments.js';
import { rechecked, requesterOf } from '../../database/long-read.js';
import { Semaphore } from '../../database/semaphore.js';
import { registry, type ResourceModel } from '../../engine/index.js';
import { Sources } from '../sources.js';
import { Workbooks, type WorkbookFilling, type WorkbookPreview } from '../workbook/workbooks.js';
import type { Source, TemplateText } from '../template.js';
import { wordsOfField } from './code-words.js';
import type { CodeWords } from './filters.js';
import { LIMITS } from './limits.js';
import type { FillAnswer, FillQuestion } from './fill-child.js';
import type { Filled, FillRequest } from './liquid.js';

const CHILD = require.resolve('./fill-child.js');
/** Templates that are filled at once, and by one person; those of them that wait. */
const [AT_ONCE, OF_ONE, MAX_WAITING] = [2, 1, 10];
/** Milliseconds beyond its time after which a process is ended that did not end by itself. */
const GRACE = 2000;
/** The objects, and what is made of them. */
const BOUNDS = { heap: 512, held: 768, made: LIMITS.output };

/** How a template is filled. */
export type Filling = WorkbookFilling;

/** A file that was made of a template. */
export interface FilledFile {
  bytes: Uint8Array<ArrayBuffer>;
  count: number;
  name: string;
  /** Of a workbook, where it is wanted. */
  preview?: WorkbookPreview;
}

@Injectable()
export class Filler {
  private readonly calendar: Calendar;
  private readonly turns = new Semaphore(AT_ONCE, OF_ONE, MAX_WAITING);

  constructor(
    private readonly sources: Sources,
    private readonly workbooks: Workbooks,
    private readonly audit: AuditEvents,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.calendar = new Calendar(config.timeZone);
  }

  /**
   * Fills a template with what it lists, as far as the caller may see it, and notes that it left the map.
   * @param id what the journal calls the template; undefined: it is not stored
   * @throws what `Sources.read` throws, 422 for a template that cannot be read or goes beyond a limit, 429 where too many of the
   *   caller wait
   */
  async fill(
    template: TemplateText,
    id: number | string | undefined,
    context: RequestContext,
    filling: Filling,
  ): Promise<FilledFile> {
    const { caller } = context;
    const release = await this.turns.enter(requesterOf(caller, filling.signal));
    try {
      const filled = await rechecked(caller, () => this.filled(template, context, filling));
      const { subject, report } = journalled(template);
      const beside = { ...(report !== null && { report }), ...(id !== undefined && { template: id }) };
      const details = { format: 'template', ...beside, count: filled.count };
      await this.audit.record({ action: 'exported', ...(subject && { subject }), details, context });
      await recheckLate(context);
      return filled;
    } finally {
      release();
    }
  }

  /** Throws 422 for a text that Liquid cannot read, and for a workbook that cannot be filled, or names what there is not. */
  async check(template: TemplateText, context: RequestContext, signal: AbortSignal): Promise<void> {
    const release = await this.turns.enter(requesterOf(context.caller, signal));
    try {
      if (template.kind === 'workbook') await this.workbooks.check(template, context, signal);
      else await this.ask({ body: template.body, ...this.surroundings(undefined, context, '') }, signal);
    } finally {
      release();
    }
  }

  private async filled(template: TemplateText, context: RequestContext, filling: Filling): Promise<FilledFile> {
    const { source, isPreviewed: _, ...reading } = filling;
    const name = template.fileName.replace(/\{\{ ?today ?\}\}/g, this.calendar.day('today')!);
    if (template.kind === 'workbook') return { ...(await this.workbooks.fill(template, context, filling)), name };
    const data = await this.sources.read(template, context, reading);
    const resource = template.type === null ? undefined : registry.find(template.type);
    const beside = this.surroundings(resource, context, source);
    const answer = await this.ask({ body: template.body, data, ...beside }, reading.signal);
    return { ...answer, name };
  }

  private surroundings(
    resource: ResourceModel | undefined,
    { language = 'en' }: RequestContext,
    source: string,
  ): Pick<FillRequest, 'beside' | 'words' | 'zone'> {
    const today = this.calendar.day('today')!;
    return {
      beside: { today, now: new Date().toISOString(), language, source },
      words: resource ? wordsOf(resource, language) : {},
      zone: this.config.timeZone,
    };
  }

  /** In a process of its own, which ends with it: whatever a template does, nobody else waits for it. */
  private async ask(
    { data, ...request }: FillRequest,
    signal: AbortSignal,
  ): Promise<Extract<Filled, { bytes: unknown }>> {
    const child = new Child<FillQuestion, FillAnswer>(CHILD, BOUNDS);
    let answered: { content: FillAnswer; bytes?: Uint8Array<ArrayBuffer> | undefined };
    try {
      const question = { content: { ...request, kind: data?.kind }, bytes: data?.bytes };
      answered = await child.ask(question, { limit: LIMITS.time + GRACE, signal });
    } catch (error) {
      if (!(error instanceof ChildOver)) throw error;
      answered = { content: { limit: error.limit } };
    } finally {
      await child.close();
    }
    const { content, bytes = new Uint8Array() } = answered;
    if ('fault' in content) throw fault('body', new Message('templateSyntax', { ...content.fault }));
    if ('limit' in content) throw fault('body', PHRASES[content.limit]);
    return { ...content, bytes };
  }
}

const MEGABYTE = 1024 * 1024;
const PHRASES: Readonly<Record<Extract<Filled, { limit: unknown }>['limit'], Message>> = {
  time: new Message('templateTime', { seconds: LIMITS.time / 1000 }),
  memory: new Message('templateMemory'),
  output: new Message('templateOutput', { max: LIMITS.output / MEGABYTE }),
  objects: new Message('templateObjects', { max: LIMITS.objects }),
  length: new Message('maxText', { field: 'body', max: LIMITS.body }),
};

const fault = (field: string, message: Message): ValidationError => new ValidationError(new Map([[field, [message]]]));

/** What the journal calls it: a kind, a stored query, or a report. */
const journalled = ({ type, query, report }: Source) => ({
  subject: type !== null ? { path: type } : query !== null ? { path: 'queries', id: query } : undefined,
  report,
});

const wordsOf = ({ fields }: ResourceModel, language: 'en' | 'fr'): CodeWords =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const words = wordsOfField(field, language);
      return words ? [[field.name, words]] : [];
    }),
  );
