/** One running of a report: the database as its caller may see it, the settings, and what the request asks for. */
import type { RequestContext } from '../core/http/caller.js';
import type { Language } from '../core/i18n/messages.js';
import type { Database, Row } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { registry } from '../engine/index.js';
import type { EndsAnswer } from '../graph/index.js';
import type { PagePicture, PictureOfDocument } from '../pictures/index.js';
import { translatorTo, type Translate } from './locales/index.js';
import { RelatedNames } from './related-names.js';
import type { ReportRights } from './report-rights.js';
import { raw, sql, type Sql } from './sql.js';

/**
 * So many rows are worked on before the event loop is yielded. What is made of them is garbage soon after; of more rows much
 * would survive long enough to be taken for something that stays.
 */
const ROWS_PER_TURN = 100;

/** A picture that a report asks for: who sees what of it, and in which language, follows from the run. */
export type WantedPicture = Omit<PictureOfDocument, 'language' | 'verbs'>;

/** What a report is run with. */
export interface RunOptions {
  database: Database;
  rights: ReportRights;
  /** Whose map it is, where the settings say. */
  organisation: string | undefined;
  /** Show the fifth security need. */
  securityNeedAuth: boolean;
  query: Readonly<Record<string, unknown>>;
  context: RequestContext;
  now: Date;
  /** Every table is written, not one alone. */
  wholeFile: boolean;
  /** The language of headings. */
  language: Language;
  /** Draws a picture of what the caller sees; undefined if it would show nothing. */
  draw(wanted: WantedPicture, signal: AbortSignal): Promise<PagePicture | undefined>;
  /** The ends of edges of these types in the graph, as the caller sees it. */
  ends(edges: readonly string[]): Promise<EndsAnswer>;
  /** Aborted when nobody waits for the report any more. */
  signal?: AbortSignal;
}

export class ReportRun {
  private readonly endings: Array<() => Promise<void>> = [];

  /** Gives headings, labels and words of the program in the language of the request. */
  readonly translate: Translate;

  constructor(private readonly options: RunOptions) {
    this.translate = translatorTo(options.language);
  }

  get language(): Language {
    return this.options.language;
  }

  get query(): RunOptions['query'] {
    return this.options.query;
  }

  /** Who asks. */
  get context(): RequestContext {
    return this.options.context;
  }

  get now(): Date {
    return this.options.now;
  }

  get rights(): ReportRights {
    return this.options.rights;
  }

  get organisation(): string | undefined {
    return this.options.organisation;
  }

  get securityNeedAuth(): boolean {
    return this.options.securityNeedAuth;
  }

  get wholeFile(): boolean {
    return this.options.wholeFile;
  }

  /** Has something done once the report is written, or given up. */
  atEnd(ending: () => Promise<void>): void {
    this.endings.push(ending);
  }

  /** Does what was to be done at the end. */
  async end(): Promise<void> {
    for (const ending of this.endings.splice(0)) await ending();
  }

  /** The caller's own granularity, if they have one. One statement. */
  async granularity(): Promise<number | null> {
    const { database, context } = this.options;
    const [user] = await database.all('SELECT granularity FROM users WHERE id = ?', [context.caller.userId]);
    return (user?.['granularity'] as number | null | undefined) ?? null;
  }

  /**
   * A picture of what the report shows its caller; undefined if it would show nothing.
   * @throws what `PicturesService.ofDocument` throws; as soon as `signal` is aborted, or nobody waits for the report any more
   */
  draw(wanted: WantedPicture, signal: AbortSignal): Promise<PagePicture | undefined> {
    const { options } = this;
    const ended = AbortSignal.any([signal, ...(options.signal ? [options.signal] : [])]);
    return new Promise((resolve, reject) => {
      ended.addEventListener('abort', () => reject(ended.reason as Error), { once: true });
      options.draw(wanted, ended).then(resolve, reject);
    });
  }

  /** The ends of edges of these types in the graph: what reports show of addresses is what the graph says. */
  ends(edges: readonly string[]): Promise<EndsAnswer> {
    return this.options.ends(edges);
  }

  /** Nobody waits for the report any more. */
  get abandoned(): boolean {
    return this.options.signal?.aborted === true;
  }

  /** A condition: the row is live and the caller could list it. */
  shown(path: string, alias: string): Sql {
    return this.rights.shown(path, alias);
  }

  /** What objects are sorted by: their name, then their id. Those without a name come first. */
  order(alias: string, name = 'name'): Sql {
    return sql`${this.sorted(alias, name)}, ${raw(`${alias}.\`id\``)}`;
  }

  /** A text as the database sorts it: without case and accents. */
  sorted(alias: string, column: string): Sql {
    return raw(this.options.database.dialect.ordered(`${alias}.${quote(column)}`));
  }

  /** Rows of one statement in batches, run when they are read; the event loop is yielded between two batches. */
  async *rows({ text, params }: Sql): AsyncIterable<Row[]> {
    const { database, signal } = this.options;
    for await (const batch of database.stream(text, params, signal)) {
      while (batch.length) {
        yield batch.splice(0, ROWS_PER_TURN);
        await new Promise(setImmediate);
      }
    }
  }

  /**
   * The names of the objects at the other end of a link (`entities.applications`), by the id of the object at this end: ordered,
   * each object once, and only what the caller may list. One statement.
   */
  names(link: string): Promise<RelatedNames> {
    const [path, name] = link.split('.') as [string, string];
    const found = registry.get(path).links.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`${path} has no link ${name}.`);
    const { table, label } = registry.get(found.target);
    const target = raw(quote(table));
    const pair = found.pivot
      ? sql`${raw(`p.${quote(found.pivot.ownColumn)}`)} AS own, t.id AS id, ${raw(`t.${quote(label!)}`)} AS name
            FROM ${raw(quote(found.pivot.table))} p
            JOIN ${target} t ON t.id = ${raw(`p.${quote(found.pivot.otherColumn)}`)}`
      : sql`${raw(`t.${quote(found.foreign!.column)}`)} AS own, t.id AS id, ${raw(`t.${quote(label!)}`)} AS name
            FROM ${target} t`;
    return this.namesOf(sql`SELECT ${pair} WHERE ${this.shown(found.target, 't')} ORDER BY ${this.order('t', label!)}`);
  }

  /** The names out of rows of `own`, `id` and `name`, in the order in which they are to stand. */
  async namesOf(statement: Sql): Promise<RelatedNames> {
    return (await this.severalNames(1, statement))[0]!;
  }

  /** As `namesOf`, for several kinds in one statement; its rows carry theirs as a number `k`. */
  async severalNames(kinds: number, statement: Sql): Promise<RelatedNames[]> {
    const names = Array.from({ length: kinds }, () => new RelatedNames());
    for await (const rows of this.rows(statement)) {
      // Tables that join two types may hold a pair twice; equal pairs come one after the other.
      for (const { k, own, id, name } of rows) {
        names[(k as number | undefined) ?? 0]!.add(own as number, id as number, (name as string | null) ?? '');
      }
    }
    return names;
  }
}
