/** Fills workbooks from what templates list, each in a thread of its own (templates 3). */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { RequestContext } from '../../core/http/caller.js';
import { ApiError, ValidationError } from '../../core/http/errors.js';
import { Calendar } from '../../core/text/moments.js';
import { Thread, ThreadTimeout } from '../../core/thread.js';
import { Plans, ResourceRepository } from '../../engine/index.js';
import { Sources, type Reading, type SourceData, type SourceSheet } from '../sources.js';
import type { TemplateText } from '../template.js';
import { HEAP, WORKBOOK_LIMITS } from './limits.js';
import { objectPath } from './object-paths.js';
import { nothingAt } from './placeholders.js';
import { messageOf, type Refusal } from './refusal.js';
import type { PathPlan } from './values.js';
import { noColumn, noSheet, sheetNamed } from './source-sheets.js';
import type { FilledWorkbook, FillRequest, Found } from './workbook.js';
import type { SheetPreview } from './preview.js';
import type { Question, Reply } from './workbook-thread.js';

const THREAD = require.resolve('./workbook-thread.js');

/** What the placeholders of a workbook take to be filled. */
interface Wanted {
  paths: Record<string, PathPlan>;
  /** Relations that the objects of the list have to hold, as `include`. */
  include: string | null;
}

/** How a workbook is filled. */
export interface WorkbookFilling extends Reading {
  /** Where the server is reached. */
  source: string;
  /** Its first rows are wanted beside it. */
  isPreviewed?: boolean;
}

/** What a workbook that is tried comes to. */
export interface WorkbookPreview {
  count: number;
  placeholders: Array<Pick<Found, 'sheet' | 'cell' | 'text'>>;
  sheets: SheetPreview[];
}

@Injectable()
export class Workbooks {
  private readonly calendar: Calendar;

  constructor(
    private readonly plans: Plans,
    private readonly sources: Sources,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.calendar = new Calendar(config.timeZone);
  }

  /** Throws 422 for a workbook that cannot be filled, and for placeholders that name nothing of what the template lists. */
  async check(template: TemplateText, context: RequestContext, signal: AbortSignal): Promise<void> {
    await this.opened(template, context, signal, async (thread, wanted, found) => {
      const { type, lists } = template;
      // What cannot be written again is found now, and not by whoever fills it.
      const kind = type === null ? 'sheets' : 'objects';
      const fill = this.requestOf({ kind, bytes: new Uint8Array() }, wanted.paths, template, context, '');
      await ask(thread, { fill, isPreviewed: false }, signal, []);
      if (type !== null) return this.checkIncludes(type, wanted, context);
      const data = await this.sources.read({ ...template, lists }, context, { query: {}, signal, most: 1 });
      checkRows(sheetsIn(data), found);
    });
  }

  /**
   * Fills the workbook of a template.
   * @throws what `Sources.read` throws; 422 for a workbook that cannot be filled (any more), or beyond the limits
   */
  fill(
    template: TemplateText,
    context: RequestContext,
    { source, isPreviewed = false, ...reading }: WorkbookFilling,
  ): Promise<FilledWorkbook & { preview?: WorkbookPreview }> {
    return this.opened(template, context, reading.signal, async (thread, { paths, include }, found) => {
      const data = await this.sources.read({ ...template, lists: { ...template.lists, include } }, context, reading);
      const fill = this.requestOf(data, paths, template, context, source);
      const reply = await ask(thread, { fill, isPreviewed }, reading.signal, [data.bytes.buffer]);
      if (!('filled' in reply)) throw refused([]);
      const { preview: sheets, ...filled } = reply.filled;
      const placeholders = found.map(({ sheet, cell, text }) => ({ sheet, cell, text }));
      return { ...filled, ...(sheets && { preview: { count: filled.count, placeholders, sheets } }) };
    });
  }

  private requestOf(
    data: SourceData,
    paths: Wanted['paths'],
    { name }: TemplateText,
    { language = 'en' }: RequestContext,
    source: string,
  ): FillRequest {
    const values = {
      ...{ today: { day: this.calendar.day('today')! }, now: { moment: this.calendar.wallTimes('now')!.from } },
      ...{ language, source, name_of_template: name || null },
    };
    return { ...data, paths, values, zone: this.config.timeZone };
  }

  /** Opens the workbook in a thread, which ends with what is done with it. */
  private async opened<T>(
    template: TemplateText,
    context: RequestContext,
    signal: AbortSignal,
    use: (thread: Filling, wanted: Wanted, found: readonly Found[]) => Promise<T>,
  ): Promise<T> {
    const thread: Filling = new Thread<Question, Reply>(THREAD, { isQuiet: true, resourceLimits: HEAP });
    try {
      const open = new Uint8Array(Buffer.from(template.body, 'base64'));
      const reply = await ask(thread, { open }, signal, [open.buffer]);
      if (!('opened' in reply)) throw refused([]);
      const { found } = reply.opened;
      return await use(thread, this.wantedBy(found, template, context), found);
    } finally {
      await thread.close();
    }
  }

  /** Throws 422 for placeholders that name nothing. */
  private wantedBy(
    found: readonly Found[],
    { type, lists }: TemplateText,
    { language = 'en' }: RequestContext,
  ): Wanted {
    const paths: Wanted['paths'] = {};
    const includes = new Set((lists.include ?? '').split(',').filter(Boolean));
    const nothing: Refusal[] = [];
    for (const one of found) {
      const { kind } = one.placeholder;
      if ((kind === 'object' && type === null) || ((kind === 'row' || kind === 'sheet') && type !== null)) {
        nothing.push(otherSource(one));
      } else if (one.placeholder.kind === 'object') {
        const path = objectPath(one.placeholder, type!, this.plans, language);
        if ('plan' in path) {
          paths[one.text] = path.plan;
          if (path.include) includes.add(path.include);
        } else nothing.push('near' in path ? nothingAt(one, path.near) : otherFilter(one, path.filters));
      }
    }
    if (nothing.length) throw refused(nothing);
    return { paths, include: [...includes].join(',') || null };
  }

  private async checkIncludes(type: string, { include }: Wanted, { caller }: RequestContext): Promise<void> {
    if (include === null) return;
    try {
      await new ResourceRepository(this.plans, type).read({ include }, { caller }, { withAdded: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new ValidationError(new Map([['file', [error.phrase]]]));
    }
  }
}

type Filling = Thread<Question, Reply>;

/** Throws 422 for what the thread refuses, and for what takes too long or too much. */
async function ask(thread: Filling, question: Question, signal: AbortSignal, transfer: ArrayBuffer[]): Promise<Reply> {
  let reply: Reply;
  try {
    reply = await thread.ask(question, { limit: WORKBOOK_LIMITS.time, signal, transfer });
  } catch (error) {
    if (error instanceof ThreadTimeout) throw limited('workbookTime');
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw limited('workbookMemory');
    throw error;
  }
  if ('refusals' in reply) throw refused(reply.refusals);
  return reply;
}

const limited = (key: 'workbookTime' | 'workbookMemory'): ApiError =>
  refused([{ key, values: { seconds: WORKBOOK_LIMITS.time / 1000 } }]);

const refused = (refusals: readonly Refusal[]): ValidationError =>
  new ValidationError(new Map([['file', refusals.slice(0, WORKBOOK_LIMITS.refusals).map(messageOf)]]));

/** Objects are of lists, rows of queries and reports. */
const otherSource = ({ sheet, cell, text, placeholder: { kind } }: Found): Refusal => ({
  key: 'workbookOtherSource',
  values: { sheet, cell, text, root: kind === 'object' ? '{{ row.… }}' : '{{ object.… }}' },
});

/** A filter that does not fit what it is of. */
const otherFilter = ({ sheet, cell, text, placeholder }: Found, allowed: readonly string[]): Refusal => ({
  key: 'workbookFilter',
  values: {
    ...{ sheet, cell, text },
    ...{ filter: 'filter' in placeholder ? placeholder.filter! : '', allowed: allowed.join(', ') },
  },
});

const sheetsIn = ({ bytes }: SourceData): SourceSheet[] =>
  JSON.parse(`[${Buffer.from(bytes).toString('utf8')}]`) as SourceSheet[];

/** Throws 422 for sheets and columns that the query or report has not. */
function checkRows(sheets: readonly SourceSheet[], found: readonly Found[]): void {
  const named = new Map<string, string>();
  for (const { placeholder, sheet } of found)
    if (placeholder.kind === 'sheet' && !named.has(sheet)) named.set(sheet, placeholder.name);
  const nothing = found.flatMap((one) => {
    const { placeholder, sheet } = one;
    if (placeholder.kind === 'sheet') return noSheet(sheets, placeholder.name, one) ?? [];
    if (placeholder.kind !== 'row') return [];
    const name = named.get(sheet);
    const source = name === undefined ? sheets[0] : sheetNamed(sheets, name);
    return (source && noColumn(source, placeholder.column, one)) ?? [];
  });
  if (nothing.length) throw refused(nothing);
}
