/** Runs list requests: statements of known shape, rows as text, from the driver to the client (contract 5). */
import { Turns } from '../../core/turns.js';
import { borrowText, returnText } from '../../core/text/byte-text.js';
import type { ListSource, Param, Scalar } from '../../database/database.js';
import { quote, type Condition } from '../../database/dialect.js';
import type { Requester } from '../../database/long-read.js';
import type { RawRow } from '../../database/row-writer.js';
import { resumableStream } from '../read/resumable-stream.js';
import { Budget, heldBack } from './budget.js';
import { Embedding } from './embed.js';
import { CHUNK_BYTES } from './related-objects.js';
import { JoinKeys } from './join-keys.js';
import { conditionOf } from '../access-scope.js';
import { withTrashed } from '../trashed.js';
import type { ListRequest } from './list-request.js';
import { CLOSE, COMMA, ObjectText } from '../read/object-text.js';
import { allOf } from './operators.js';
import { compareRows, type Comparison } from './natural-order.js';
import { inNaturalOrder } from './natural-sorter.js';
import { cursorOf, pageHeaders, type Page } from './page.js';
import { badParameter } from './refusals.js';

/** Objects as JSON text joined by commas, in pieces of which none is empty; and the headers of their page. */
export interface Listed {
  headers: Record<string, string>;
  pieces: AsyncIterable<Buffer>;
  /** Names of the columns that each object has. */
  columns: string[];
}

/** How a list is read beside what is asked of it. */
export interface Reading {
  /** The address of the request, for links to other pages. */
  url: string;
  /** Aborted when the client no longer waits for the answer. */
  signal?: AbortSignal;
  /** Pieces end with an object: readers split them there. */
  whole?: boolean;
  /** Filters that were added to lists are taken, too. */
  withAdded?: boolean;
  /** Filters that hold besides those of the query. */
  kept?: Readonly<Record<string, unknown>>;
}

/** What bounds a list. */
interface Bounds {
  /** Most related objects that the answer embeds. */
  includeMax: number;
  /** A statement that failed so is begun again behind its last row. */
  isRetryable: (error: unknown) => boolean;
  /** For whom it is read. */
  requester: Requester;
}

/** Rows whose keys are read at once to count what they embed. */
const KEYS_AT_ONCE = 5000;
/** Rows of a list in natural order: their keys are in memory. */
const MAX_NATURAL = 100_000;
/** Rows of such a list that are read at once. */
const ROWS_AT_ONCE = 500;

/** The table under which conditions are written, that of the keys found by them, and that of the rows answered. */
const [CONDITION, KEYS, ROW] = ['t0', 'k', 'r'] as const;

/**
 * One list of one caller. A row that is read holds, in this order: the keys of its place in the list (`order.keys`; in natural order its
 * id alone), the ids to which included objects are joined (`JoinKeys`), and from `first` on the columns of the object.
 */
export class List {
  private readonly object: ObjectText;
  private readonly budget: Budget;
  private readonly embedding: Embedding;
  private readonly keys: JoinKeys;
  private readonly conditions: Condition[];
  /** The table, or what stands for it. */
  private readonly table: Condition;
  private readonly first: number;

  constructor(
    private readonly request: ListRequest,
    private readonly database: ListSource,
    private readonly reading: Reading,
    private readonly bounds: Bounds,
  ) {
    const { target, fields, includes, order, access } = request;
    this.object = new ObjectText(fields, database);
    this.budget = new Budget(bounds.includeMax);
    this.embedding = new Embedding(database, access, this.budget);
    this.keys = new JoinKeys(includes, order.natural ? 1 : order.keys.length);
    this.first = this.keys.end;
    this.conditions = conditionsOf(request);
    this.table = access.table(target.resource!);
  }

  /** The whole list as a stream, or the page asked for. */
  async read(): Promise<Listed> {
    return { ...(await this.rowsAsked()), columns: this.request.fields.map(({ name }) => name) };
  }

  private async rowsAsked(): Promise<Omit<Listed, 'columns'>> {
    const { page, order } = this.request;
    if (order.natural) return this.readNatural(order.natural);
    if (!page)
      return {
        headers: {},
        pieces: this.withinBudget(resumableStream((after) => this.rows(after), this.bounds.isRetryable)),
      };
    const [rows, total] = await Promise.all([
      this.pageRows(page),
      page.number === undefined ? undefined : this.count(),
    ]);
    const more = page.number === undefined && rows.length > page.size ? rows.slice(0, page.size) : undefined;
    const next = more && cursorOf(order, this.sortValuesOf(more.at(-1)!));
    const headers = pageHeaders(this.reading.url, page, total, next);
    return { headers, pieces: this.withinBudget([more ?? rows], [more ?? rows]) };
  }

  /**
   * As `rowsAsked`, where the database cannot sort: the keys of all rows are read and sorted here, then the rows of the page. What has
   * been deleted in between is left out. Throws 400 for too many rows.
   */
  private async readNatural(by: readonly Comparison[]): Promise<Omit<Listed, 'columns'>> {
    const { page, order } = this.request;
    const columns = await this.keyColumns();
    const places = await inNaturalOrder({ columns, by }, this.bounds.requester);
    const rowAt = (place: number): Scalar[] => columns.map((column) => column[place]!);
    const idsOf = (some: Uint32Array): number[] => [...some].map((place) => columns.at(-1)![place] as number);
    if (!page) return { headers: {}, pieces: this.withinBudget(this.rowsInTurn(idsOf(places))) };
    const { size, number } = page;
    const from = number === undefined ? behindPlace(places, page.after, rowAt, by) : (number - 1) * size;
    const chosen = places.subarray(from, from + size);
    const more = number === undefined && from + size < places.length;
    const next = more ? cursorOf(order, rowAt(chosen.at(-1)!)) : undefined;
    const rows = await this.rowsOf(idsOf(chosen));
    return {
      headers: pageHeaders(this.reading.url, page, places.length, next),
      pieces: this.withinBudget([rows], [rows]),
    };
  }

  /** The values of all keys of the order, key by key; the id is the last of them. */
  private async keyColumns(): Promise<Scalar[][]> {
    const { order } = this.request;
    const columns: Scalar[][] = order.keys.map(() => []);
    const turns = new Turns();
    const batches = resumableStream((after: RawRow | undefined) => this.keyRows(after), this.bounds.isRetryable);
    for await (const rows of batches) {
      await turns.each(rows, (row) => this.sortValuesOf(row).forEach((value, i) => columns[i]!.push(value)));
      if (columns[0]!.length > MAX_NATURAL) throw badParameter('sort', 'naturalMost', { max: MAX_NATURAL });
    }
    return columns;
  }

  /** The keys of all rows behind one, in the order of ids. */
  private keyRows(after: RawRow | undefined): AsyncIterable<RawRow[]> {
    const { order } = this.request;
    const id = `${CONDITION}.\`id\``;
    const behind = after ? [{ sql: `${id} > ?`, params: [after.number(order.keys.length - 1)] }] : [];
    const { sql, params } = where([...this.inTime(), ...this.live(true), ...behind, ...this.conditions]);
    const statement =
      `SELECT ${order.selected(CONDITION).join(', ')} FROM ${this.table.sql} ${CONDITION} WHERE ${sql} ` +
      `ORDER BY ${id} LIMIT ?`;
    return this.database.rawStream(statement, [...this.table.params, ...params, MAX_NATURAL + 1]);
  }

  private async *rowsInTurn(ids: readonly number[]): AsyncIterable<RawRow[]> {
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) yield await this.rowsOf(ids.slice(at, at + ROWS_AT_ONCE));
  }

  /** The rows of objects by their ids, in that order, as far as they are there still. */
  private async rowsOf(ids: number[]): Promise<RawRow[]> {
    // MariaDB takes no empty list.
    if (!ids.length) return [];
    const isOne = { sql: this.database.dialect.isIn(`${CONDITION}.\`id\``), params: [ids] };
    const { sql, params } = where([isOne, ...this.live(true), ...seenOf(this.request)]);
    const columns = [`${CONDITION}.\`id\``, ...this.columns(CONDITION)].join(', ');
    const statement = `SELECT ${columns} FROM ${this.table.sql} ${CONDITION} WHERE ${sql}`;
    const rows = await this.database.raw(statement, [...this.table.params, ...params]);
    const byId = new Map(rows.map((row) => [row.number(0)!, row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }

  /** The objects of rows, unless what they embed is too much; `rowsRead`: all of the rows, where they are read already. */
  private withinBudget(batches: AsyncIterable<RawRow[]> | RawRow[][], rowsRead?: RawRow[][]): AsyncIterable<Buffer> {
    const written = this.written(batches);
    if (!this.request.includes.length) return written;
    return heldBack(written, () => this.countEmbedded(rowsRead));
  }

  private async *written(batches: AsyncIterable<RawRow[]> | RawRow[][]): AsyncIterable<Buffer> {
    const { includes } = this.request;
    let begun = false;
    for await (const rows of batches) {
      const add = includes.length ? await this.embedding.members(includes, rows, this.keys) : undefined;
      const text = borrowText();
      for (const row of rows) {
        if (begun) text.addByte(COMMA);
        begun = true;
        this.object.begin(row, this.first, text);
        if (add) for (const full of add(row, text)) if (!this.reading.whole) yield full.takeBytes();
        text.addByte(CLOSE);
        if (text.length >= CHUNK_BYTES) yield text.takeBytes();
      }
      if (text.length) yield text.takeBytes();
      returnText(text);
      this.embedding.release();
    }
  }

  /** Counts what the answer embeds, by the keys of its rows alone. Throws 400 if it is too much. */
  private async countEmbedded(rowsRead?: RawRow[][]): Promise<void> {
    const { includes, access } = this.request;
    const counting = new Embedding(this.database, access, new Budget(this.bounds.includeMax));
    const keys = rowsRead ? this.keys : new JoinKeys(includes, 0);
    for await (const rows of rowsRead ?? this.rowKeys(keys)) {
      await counting.count(
        includes,
        rows.map((row) => [row, 1]),
        keys,
      );
    }
    this.budget.grant();
  }

  /** The keys of all rows, part by part: no statement waits for those that count beside it, for which turns are few. */
  private async *rowKeys(keys: JoinKeys): AsyncIterable<RawRow[]> {
    const columns = [...keys.selected(CONDITION), `${CONDITION}.\`id\``].join(', ');
    for (let last = 0; ;) {
      const behind = { sql: `${CONDITION}.\`id\` > ?`, params: [last] };
      const { sql, params } = where([...this.inTime(), ...this.live(true), behind, ...this.conditions]);
      const statement = `SELECT ${columns} FROM ${this.table.sql} ${CONDITION} WHERE ${sql} ORDER BY ${CONDITION}.\`id\` LIMIT ?`;
      const rows = await this.database.raw(statement, [...this.table.params, ...params, KEYS_AT_ONCE]);
      yield rows;
      if (rows.length < KEYS_AT_ONCE) return;
      last = rows.at(-1)!.number(keys.end)!;
    }
  }

  /** All rows behind one, or from the first. */
  private rows(after: RawRow | undefined): AsyncIterable<RawRow[]> {
    const behind = after ? [this.request.order.behind(this.sortValuesOf(after), CONDITION)] : [];
    return this.database.rawStream(...this.statement(behind, '', []));
  }

  private pageRows(page: Page): Promise<RawRow[]> {
    const { order } = this.request;
    const keyset = page.number === undefined;
    const behind = keyset && page.after ? [order.behind(page.after, CONDITION)] : [];
    const limit = keyset ? [page.size + 1] : [page.size, (page.number - 1) * page.size];
    return this.database.raw(...this.statement(behind, `LIMIT ?${keyset ? '' : ' OFFSET ?'}`, limit));
  }

  /**
   * In the order of ids, rows are read straight from the table (`inIdOrder`), and so they are where an index finds the few that
   * are wanted. In any other order, or where filters may be answered from an index alone, the keys are found first, and then
   * their rows: what is sorted and scanned is never large.
   */
  private statement(more: Condition[], limit: string, values: number[]): [string, Param[]] {
    const { order, filters } = this.request;
    const inIdOrder = order.plain && (!filters.length || limit !== '');
    const index = order.plain && !limit ? this.index() : undefined;
    const { sql, params } = where([...this.inTime(), ...this.live(inIdOrder), ...this.conditions, ...more]);
    const from = `${this.table.sql} ${CONDITION} ${index ? `${index} ` : ''}WHERE ${sql}`;
    const all = [...this.table.params, ...params, ...values];
    if (inIdOrder || index) {
      const columns = [`${CONDITION}.\`id\``, ...this.columns(CONDITION)].join(', ');
      return [`SELECT ${columns} FROM ${from} ${order.sql(CONDITION)} ${limit}`, all];
    }
    const keys = [`${CONDITION}.\`id\` AS id`, ...order.selected(CONDITION)].join(', ');
    const found = `SELECT ${keys} FROM ${from}${limit && ` ${order.sql(CONDITION)} ${limit}`}`;
    const columns = [...order.keys.map((_, i) => `${KEYS}.s${i}`), ...this.columns(ROW)].join(', ');
    const join = `${this.database.dialect.thenJoin} ${this.table.sql} ${ROW} ON ${ROW}.\`id\` = ${KEYS}.id`;
    const sqlOfAll = `SELECT ${columns} FROM (${found}) ${KEYS} ${join} ${order.sqlOfSelected(KEYS)}`;
    return [sqlOfAll, [...all, ...this.table.params]];
  }

  private inTime(): Condition[] {
    const sql = this.database.dialect.inTime(`${CONDITION}.\`id\``);
    return sql ? [{ sql, params: [] }] : [];
  }

  /**
   * The condition that objects are not deleted. Where rows are read in the order of their ids (`inIdOrder`), or a filter finds
   * them by a key, it is written in the form of `isLive`, so that the database cannot choose the index on `deleted_at` for it:
   * nearly all rows are live, so that index finds nearly all of them, out of order, and they would have to be sorted. A database
   * without statistics would choose it all the same.
   */
  private live(inIdOrder: boolean): Condition[] {
    const { target, trashed } = this.request;
    if (!target.softDelete || trashed === 'with') return [];
    const column = `${CONDITION}.\`deleted_at\``;
    if (trashed === 'only') return [{ sql: `${column} IS NOT NULL`, params: [] }];
    const plain = inIdOrder || this.request.filters.some(({ byKey }) => byKey);
    return [{ sql: plain ? this.database.dialect.isLive(CONDITION) : `${column} IS NULL`, params: [] }];
  }

  /** Makes the database use the index that holds `deleted_at` and a name for filters on that name; see `overLive` of the dialect. */
  private index(): string | undefined {
    const { target, trashed, filters } = this.request;
    if (!target.softDelete || trashed !== 'without' || filters.some(({ byKey }) => byKey)) return undefined;
    // An index is one of a table, not of what stands for it.
    if (this.table.sql !== quote(target.table)) return undefined;
    return this.database.dialect.overLive(
      target.table,
      filters.flatMap(({ columns }) => (columns?.length === 1 ? columns : [])),
    );
  }

  private columns(alias: string): string[] {
    return [...this.keys.selected(alias), ...this.object.selected(alias)];
  }

  private async count(): Promise<number> {
    const { sql, params } = where([...this.inTime(), ...this.live(false), ...this.conditions]);
    const from = `${this.table.sql} ${CONDITION}`;
    const all = [...this.table.params, ...params];
    const [row] = await this.database.all(`SELECT COUNT(*) AS n FROM ${from} WHERE ${sql}`, all);
    return Number(row!['n']);
  }

  /** The place of a row in the order. */
  private sortValuesOf(row: RawRow): Scalar[] {
    return this.request.order.keys.map(({ numeric }, i) => {
      if (numeric === 'whole') return row.number(i);
      const text = row.text(i);
      return numeric && text !== null ? Number(text) : text;
    });
  }
}

/** How many rows come first up to one with these values, which need not be there any more; none without values. */
function behindPlace(
  places: Uint32Array,
  after: readonly Scalar[] | undefined,
  rowAt: (place: number) => Scalar[],
  by: readonly Comparison[],
): number {
  let [low, high] = [0, after ? places.length : 0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareRows(rowAt(places[middle]!), after!, by) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function seenOf({ target, trashed, access }: ListRequest): Condition[] {
  const rows = access.rows(target.resource!);
  const seen = conditionOf(trashed === 'without' ? rows : withTrashed(access, target.resource!, rows), CONDITION);
  return seen ? [seen] : [];
}

const conditionsOf = (request: ListRequest): Condition[] => [
  ...seenOf(request),
  ...request.filters.map((filter) => filter.build(CONDITION, request.access)),
];

const where = (conditions: readonly Condition[]): { sql: string; params: Param[] } =>
  conditions.length ? allOf(conditions) : { sql: 'true', params: [] };
