/**
 * What templates are filled with: the objects of a list, the rows of a stored query, or the sheets of a report. Each is read with
 * the rights of whoever asks, by the room that it comes from: what they may not read there does not come in.
 */
import { Injectable } from '@nestjs/common';
import { can, type Caller, type RequestContext } from '../core/http/caller.js';
import { ApiError, forbidden, notFound, ValidationError } from '../core/http/errors.js';
import { Message } from '../core/i18n/messages.js';
import type { ReportTable } from '../reports/report.js';
import { ReportsService } from '../reports/reports.service.js';
import { valueText } from '../queries/answers/lists.js';
import { QueryRunner } from '../queries/run/query-runner.js';
import { Plans, registry, ResourceRepository } from '../engine/index.js';
import { LIMITS } from './fill/limits.js';
import type { Lists, Source } from './template.js';

/** Who asks, where nothing is read. */
type Asking = Pick<RequestContext, 'caller'>;
type Query = Readonly<Record<string, unknown>>;

/** Rows of a stored query, or one sheet of a report. */
export interface SourceSheet {
  /** English, whatever the language; of a query its name. */
  name: string;
  headings: string[];
  /** Positions of columns of days, which are texts as all others here. */
  days: number[];
  /** Cells by position: texts, numbers, null; of a query also what a column of JSON holds. */
  rows: unknown[][];
}

/** What was read, as bytes of JSON that can be handed over to a thread: elements joined by commas, without brackets around them. */
export interface SourceData {
  /** What the elements are: objects as their list answers them, or each a `SourceSheet`. */
  kind: 'objects' | 'sheets';
  bytes: Uint8Array<ArrayBuffer>;
}

/** How it is read. */
export interface Reading {
  /** The parameters of a list that come on top: `filter`, `sort`. */
  query: Query;
  signal: AbortSignal;
  /** At most so many objects, or rows of a sheet. */
  most?: number | undefined;
}

/** Rows after which others get their turn. */
const ROWS_PER_TURN = 100;
const MEGABYTE = 1024 * 1024;

@Injectable()
export class Sources {
  constructor(
    private readonly plans: Plans,
    private readonly runner: QueryRunner,
    private readonly reports: ReportsService,
  ) {}

  /** Throws 404 for a stored query or report that there is not for this caller, 403 for one that they may not run, 422 for a query. */
  async check({ query, report }: Source, caller: Caller): Promise<void> {
    if (query !== null) await this.prepared(query, { caller });
    if (report !== null) await this.allowed(report, { caller });
  }

  /** Throws 400 for parameters that a report does not take. */
  async checkParameters(report: string, sent: Lists['filter'], caller: Caller): Promise<void> {
    const { parameters = [] } = await this.allowed(report, { caller });
    const allowed: readonly string[] = ['lang', ...parameters];
    const other = Object.keys(sent).find((name) => !allowed.includes(name));
    if (other !== undefined)
      throw new ApiError(400, 'unknownParameter', { name: other.slice(0, 100), allowed: allowed.join(', ') });
    languageIn(sent);
  }

  /**
   * Reads what a template is filled with.
   * @throws 400 for parameters that it does not take; 403 for a query or report that the caller may not run, and for relations of
   *   whose objects they may list none; 404 for a query or report that there is not (any more); 422 beyond what a template is
   *   filled with, or for a query that cannot be run (any more); 429 where too much of the caller runs
   */
  async read(source: Source & { lists: Lists }, context: RequestContext, reading: Reading): Promise<SourceData> {
    const { type, query, report } = source;
    if (type !== null) return { kind: 'objects', bytes: await this.objects(type, source.lists, context, reading) };
    const extra = Object.keys(reading.query)[0];
    if (extra !== undefined) throw new ApiError(400, 'graphNone', { name: extra });
    const bytes =
      query === null
        ? await this.sheetsOf(report!, source.lists, context, reading)
        : await this.rowsOf(query, context, reading);
    return { kind: 'sheets', bytes };
  }

  private async objects(type: string, lists: Lists, context: RequestContext, reading: Reading): Promise<Bytes> {
    const { query, signal, most } = reading;
    if (!registry.find(type)) throw fault('type', new Message('selected', { field: 'type' }));
    const asked = {
      ...{ filter: query['filter'], sort: query['sort'] ?? lists.sort ?? undefined },
      include: lists.include ?? undefined,
      ...(most !== undefined && { page: { size: String(most), number: '1' } }),
    };
    const whole = { url: '', whole: true, withAdded: true, signal, kept: lists.filter };
    const { pieces } = await new ResourceRepository(this.plans, type).list(asked, context, whole);
    const gathered = new Gathered();
    for await (const piece of pieces) gathered.add(piece);
    return gathered.all();
  }

  /** A query is executed as at its own route, and noted there. */
  private async rowsOf(id: number, context: RequestContext, { signal, most = Infinity }: Reading): Promise<Bytes> {
    const { ready, json, name } = await this.prepared(id, context);
    const result = await this.runner.list({ id, json }, ready, context, signal);
    const gathered = new Gathered();
    gathered.begin(name, result.columns, [...result.days]);
    let count = 0;
    for (const cells of result.rows()) {
      if (count === most) break;
      gathered.add(`${count++ ? ',' : ''}[${cells.map((cell, i) => valueText(cell, result.json.has(i))).join(',')}]`);
      if (count % ROWS_PER_TURN === 0) await new Promise(setImmediate);
    }
    gathered.end();
    return gathered.all();
  }

  private async sheetsOf(name: string, lists: Lists, context: RequestContext, reading: Reading): Promise<Bytes> {
    const { filter } = lists;
    const report = await this.allowed(name, context);
    const gathered = new Gathered();
    const take = async (tables: readonly ReportTable[]): Promise<void> => {
      let isFirst = true;
      for (const table of tables) isFirst = !(await gatherTable(gathered, table, isFirst, reading.most)) && isFirst;
    };
    await this.reports.read(report, languageIn(filter), filter, context, reading.signal, take);
    return gathered.all();
  }

  private async prepared(id: number, context: Asking) {
    if (!can(context.caller, 'query_show')) throw forbidden('query_show');
    const found = await new ResourceRepository(this.plans, 'queries').showTo(id, context);
    if (!found) throw notFound(registry.get('queries'), id);
    const { query: json } = found;
    const ready = await this.runner.prepare(json, context);
    if (ready.query.output === 'graph') throw fault('query', new Message('templateGraph', { field: 'query' }));
    return { ready, json, name: String(found['name']) };
  }

  private allowed(name: string, context: Asking): ReturnType<ReportsService['allowed']> {
    if (!can(context.caller, 'reports_access')) throw forbidden('reports_access');
    return this.reports.allowed(name, context);
  }
}

/** One table, if it is shown; returns whether it is. Its name is the English one. */
async function gatherTable(
  gathered: Gathered,
  { english, columns, rows, optional = false }: ReportTable,
  isFirst: boolean,
  most = Infinity,
): Promise<boolean> {
  const begin = (): void => {
    if (!isFirst) gathered.add(',');
    gathered.begin(
      english,
      columns.map(({ heading }) => heading),
      columns.flatMap(({ kind }, i) => (kind === 'date' ? [i] : [])),
    );
  };
  let count = 0;
  for await (const batch of rows) {
    const part = batch.slice(0, most - count);
    if (!part.length) continue;
    if (!count) begin();
    gathered.add(`${count ? ',' : ''}${JSON.stringify(part).slice(1, -1)}`);
    count += part.length;
    if (count === most) break;
  }
  if (!count && optional) return false;
  if (!count) begin();
  gathered.end();
  return true;
}

/** The language of headings and words of a report: English unless the template says otherwise, the same for everybody. Throws 400. */
function languageIn({ lang = 'en' }: Lists['filter']): 'en' | 'fr' {
  if (lang !== 'en' && lang !== 'fr') throw new ApiError(400, 'wantsChoice', { name: 'lang', allowed: 'en, fr' });
  return lang;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Gathers the text of JSON, as far as a template is filled with so much. */
class Gathered {
  private readonly parts: Buffer[] = [];
  private bytes = 0;
  private text = '';

  begin(name: string, headings: readonly string[], days: readonly number[]): void {
    const facts = [name, headings, days].map((fact) => JSON.stringify(fact));
    this.add(`{"name":${facts[0]},"headings":${facts[1]},"days":${facts[2]},"rows":[`);
  }

  end(): void {
    this.add(']}');
  }

  /** Throws 422 beyond what a template is filled with. */
  add(piece: string | Buffer): void {
    if (typeof piece === 'string') {
      this.text += piece;
      if (this.text.length >= 65_536) this.flush();
    } else this.put(piece);
  }

  all(): Bytes {
    this.flush();
    const whole = new Uint8Array(this.bytes);
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  private flush(): void {
    this.put(Buffer.from(this.text, 'utf8'));
    this.text = '';
  }

  private put(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes > LIMITS.data) throw new ApiError(422, 'templateData', { max: LIMITS.data / MEGABYTE });
    this.parts.push(part);
  }
}

const fault = (field: string, message: Message): ValidationError => new ValidationError(new Map([[field, [message]]]));
