/** Runs reports: rights first, then the statements, then a stream of bytes in the format that is asked for. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AuditEvents } from '../audit/audit-events.js';
import { MapSince } from '../audit/history/map-since.js';
import type { RequestContext } from '../core/http/caller.js';
import { csvFile, csvText, RFC_4180, type CsvFile } from '../files/csv.js';
import { ApiError } from '../core/http/errors.js';
import type { Language } from '../core/i18n/messages.js';
import { AccessScopes } from '../engine/index.js';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { requesterOf } from '../database/long-read.js';
import { GraphService } from '../graph/index.js';
import { PicturesService } from '../pictures/index.js';
import { formatsOf, type Report, type ReportTable } from './report.js';
import type { Format } from '../files/formats.js';
import { oneOf } from './report-request.js';
import { ReportRun, type RunOptions } from './report-run.js';
import { cveReport } from '../vulnerabilities/cve.report.js';
import { Vulnerabilities } from '../vulnerabilities/vulnerabilities.js';
import { inventoryReport } from './inventory.report.js';
import { REPORTS } from './reports.js';
import { ReportRights } from './report-rights.js';
import type { Document } from '../files/document.js';
import { docxBytes } from '../files/docx/writer.js';
import { jsonText } from '../files/json.js';
import { SpillStream } from '../files/spill-stream.js';
import { begun, type FileFacts, type Table } from '../files/table.js';
import { writeXlsx } from '../files/xlsx/writer.js';

type Query = Readonly<Record<string, unknown>>;
/** How a report is asked for: its format, and the language of its headings. */
interface ReportOptions {
  format: Format;
  language: Language;
}
/** What the list of reports says of one. */
interface ListedReport {
  name: string;
  title: string;
  about: string;
  formats: readonly Format[];
  /** Those that are of this report, beside those of all. */
  parameters: readonly string[];
  /** Types whose list the caller must be allowed to see. */
  kinds: readonly string[];
}
/** Writes a file into a stream and ends it. */
type Writing = (out: SpillStream) => Promise<void>;

@Injectable()
export class ReportsService {
  private readonly reports: readonly Report[];

  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly events: AuditEvents,
    private readonly pictures: PicturesService,
    private readonly graph: GraphService,
    @Inject(CONFIG) private readonly config: Config,
    vulnerabilities: Vulnerabilities,
    map: MapSince,
  ) {
    this.reports = [...REPORTS, inventoryReport(map), cveReport(vulnerabilities)];
  }

  /** What reports there are, whatever rights the caller has on their types. */
  listed(language: Language): ListedReport[] {
    return this.reports.map((report) => ({
      ...{ name: report.name, title: report.titles[language], about: report.abouts[language] },
      ...{ formats: formatsOf(report), parameters: report.parameters ?? [], kinds: report.roots },
    }));
  }

  /** The report of this name, once the caller is known to have the rights on its types. Throws 404 and 403. */
  async allowed(name: string, { caller }: Pick<RequestContext, 'caller'>): Promise<Report> {
    const report = this.reports.find((candidate) => candidate.name === name);
    if (!report) {
      const allowed = this.reports.map((one) => one.name).join(', ');
      throw new ApiError(404, 'noReport', { name, allowed });
    }
    await this.rightsOf(caller).require(report.roots);
    return report;
  }

  /**
   * Waits for a turn, since a bounded number of reports is made at a time; then prepares a report and notes that it left the
   * map. What can fail has failed when this returns: bad parameters (400), the first statements. The bytes are made once the
   * stream is read. All of it ends when `signal` is aborted.
   */
  async open(
    report: Report,
    { format, language }: ReportOptions,
    query: Query,
    context: RequestContext,
    now: Date,
    signal: AbortSignal,
  ): Promise<() => Readable> {
    const wholeFile = format === 'xlsx' || (format === 'json' && !query['sheet']);
    const file = csvFile(format === 'csv' ? query : {}, RFC_4180);
    const run = await this.begin({ query, context, now, wholeFile, language, signal });
    try {
      const content = await this.contentOf(report, format, run);
      if (format !== 'json' || !report.isFigures)
        await this.events.record({ action: 'exported', details: { report: report.name, format }, context });
      const note = run.rights.isPart ? await this.noteOf(run) : undefined;
      const writing = await writingOf(content, format, file, {
        title: report.name,
        created: now,
        ...(note && { note }),
      });
      return () => written(writing, run, signal);
    } catch (error) {
      await run.end();
      throw error;
    }
  }

  /**
   * Waits for a turn as `open` does, and reads the tables of a report, for something else than a file of it. Whoever asks notes
   * that it left the map. Throws 400 for bad parameters.
   */
  async read<T>(
    report: Report,
    language: Language,
    query: Query,
    context: RequestContext,
    signal: AbortSignal,
    take: (tables: readonly ReportTable[]) => Promise<T>,
  ): Promise<T> {
    const run = await this.begin({ query, context, now: new Date(), wholeFile: true, language, signal });
    try {
      return await take(await report.tables(run));
    } finally {
      await run.end();
    }
  }

  /** A run that has its turn, until it is ended. */
  private async begin(
    asked: Pick<RunOptions, 'query' | 'context' | 'now' | 'wholeFile' | 'language'> & { signal: AbortSignal },
  ): Promise<ReportRun> {
    const { database, config } = this;
    const { context, language, signal } = asked;
    const { caller } = context;
    const { securityNeedAuth, organisation } = config;
    const rights = this.rightsOf(caller);
    const leave = await database.turn(requesterOf(caller, signal));
    const run = new ReportRun({
      ...{ ...asked, database, rights, securityNeedAuth, organisation },
      draw: (wanted, until) => this.pictures.ofDocument({ ...wanted, language, verbs: rights.verbs }, caller, until),
      // Where rights on types do not count, what is shown is chosen by the report: the graph only says what lies where.
      ends: async (edges) =>
        this.graph.ends(edges, await this.graph.visibleKinds(caller, rights.verbsOfLists), caller, signal),
    });
    run.atEnd(async () => leave());
    return run;
  }

  /**
   * The document, or the tables that are asked for: one by its English name, or as the workbook shows it. Throws 400 for a
   * sheet that there is not.
   */
  private async contentOf(report: Report, format: Format, run: ReportRun): Promise<Document | Table[]> {
    if (format === 'docx') return report.document!(run);
    const tables = await report.tables(run);
    if (run.wholeFile) return tables;
    const { sheet } = run.query;
    const shown = tables.find(({ name }) => name === sheet);
    return [shown ?? oneOf(tables, 'sheet', sheet)];
  }

  /** As whom a file was made: it shows what they may see, and says nothing of what they may not. */
  private async noteOf({ context, translate }: ReportRun): Promise<string> {
    const [user] = await this.database.all('SELECT name, login FROM users WHERE id = ?', [context.caller.userId]);
    return translate('asSeenBy', { name: String(user?.['name'] || user?.['login'] || '') });
  }

  private rightsOf(caller: RequestContext['caller']): ReportRights {
    const { scopes, database, config } = this;
    return new ReportRights(scopes.of(caller), database.dialect, config.reportsCheckObjectPermissions);
  }
}

/** How content is written. The first rows are there when this returns. */
async function writingOf(
  content: Document | Table[],
  format: Format,
  file: CsvFile,
  facts: FileFacts,
): Promise<Writing> {
  if (!Array.isArray(content)) return (out) => pipeline(Readable.from(docxBytes(content, facts)), out);
  const [first, ...others] = content;
  const tables = [await begun(first!), ...others];
  if (format === 'xlsx') return (out) => writeXlsx(out, tables, facts);
  const text = format === 'csv' ? csvText(tables[0]!, file) : jsonText(tables, facts);
  return (out) => pipeline(Readable.from(text, { objectMode: false }), out);
}

function written(writing: Writing, run: ReportRun, signal: AbortSignal): SpillStream {
  const out = new SpillStream();
  signal.addEventListener('abort', () => out.destroy());
  if (signal.aborted) out.destroy();
  writing(out)
    .finally(() => run.end())
    .catch((error: Error) => out.destroy(error));
  return out;
}
