/** Runs list requests: statements of known shape, rows as text, from the driver to whoever reads them (contract 5). */
import { bytesOf } from '../../common/byte-text.js';
import type { ListSource, Param, Scalar } from '../../database/database.js';
import { quote, type Condition } from '../../database/dialect.js';
import type { RawRow } from '../../database/row-writer.js';
import { unhurried } from '../unhurried.js';
import { Embedding, Keys } from './embed.js';
import { scopeCondition, type ListRequest } from './list-request.js';
import { COMMA, ObjectText } from './object-text.js';
import { allOf } from './operators.js';
import { cursorOf, pageHeaders, type Page } from './page.js';

/** Objects as JSON text joined by commas, batch by batch, none of them empty; and the headers of their page. */
export interface Listed {
  headers: Record<string, string>;
  batches: AsyncIterable<Buffer>;
}

/** The table under which conditions are written, that of the keys found by them, and that of the rows answered. */
const [CONDITION, KEYS, ROW] = ['t0', 'k', 'r'] as const;

/** One list of one caller. Rows hold the keys of the order, those of the includes, and the object. */
export class List {
  private readonly object: ObjectText;
  private readonly embedding: Embedding;
  private readonly keys: Keys;
  private readonly conditions: Condition[];
  /** The table, or what stands for it. */
  private readonly table: Condition;
  private readonly first: number;

  constructor(
    private readonly request: ListRequest,
    private readonly database: ListSource,
  ) {
    const { target, fields, includes, order, scopes } = request;
    this.object = new ObjectText(fields, database);
    this.embedding = new Embedding(database, scopes);
    this.keys = new Keys(includes, order.keys.length);
    this.first = order.keys.length + this.keys.places;
    this.conditions = conditionsOf(request);
    this.table = request.rows ?? { sql: quote(target.table), params: [] };
  }

  /**
   * The whole list as a stream, or the page asked for. `url`: the request's, for links to other pages. `again`: a statement
   * that failed so is begun again behind its last row.
   */
  async read(url: string, again: (error: unknown) => boolean = () => false): Promise<Listed> {
    const { page, order } = this.request;
    if (!page) return { headers: {}, batches: this.written(unhurried((after) => this.rows(after), again)) };
    const [rows, total] = await Promise.all([
      this.pageRows(page),
      page.number === undefined ? undefined : this.count(),
    ]);
    const more = page.number === undefined && rows.length > page.size ? rows.slice(0, page.size) : undefined;
    const next = more && cursorOf(order, this.placeOf(more.at(-1)!));
    return { headers: pageHeaders(url, page, total, next), batches: this.written([more ?? rows]) };
  }

  private async *written(batches: AsyncIterable<RawRow[]> | RawRow[][]): AsyncIterable<Buffer> {
    const { includes } = this.request;
    for await (const rows of batches) {
      if (!rows.length) continue;
      const add = includes.length ? await this.embedding.members(includes, rows, this.keys) : undefined;
      const batch = bytesOf((text) => {
        for (let i = 0; i < rows.length; i++) {
          if (i) text.sign(COMMA);
          this.object.write(rows[i]!, this.first, text, add && ((to) => add(rows[i]!, to)));
        }
      });
      this.embedding.release();
      yield batch;
    }
  }

  /** All rows behind one, or from the first. */
  private rows(after: RawRow | undefined): AsyncIterable<RawRow[]> {
    const behind = after ? [this.request.order.behind(this.placeOf(after), CONDITION)] : [];
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
   * In the order of ids rows are read as they stand, and so they are where an index finds the few that are wanted. In any
   * other order, or where filters may be answered from an index alone, the keys are found first, and then their rows: what
   * is sorted and scanned is never large.
   */
  private statement(more: Condition[], limit: string, values: number[]): [string, Param[]] {
    const { order, filters } = this.request;
    const asTheyStand = order.plain && (!filters.length || limit !== '');
    const index = order.plain && !limit ? this.index() : undefined;
    const { sql, params } = where([...this.inTime(), ...this.live(asTheyStand), ...this.conditions, ...more]);
    const from = `${this.table.sql} ${CONDITION} ${index ? `${index} ` : ''}WHERE ${sql}`;
    const all = [...this.table.params, ...params, ...values];
    if (asTheyStand || index) {
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
    const sql = this.database.dialect.inTime(CONDITION);
    return sql ? [{ sql, params: [] }] : [];
  }

  /**
   * `inOrder`: rows are read in the order of their ids, so that no index on deletion may be used; nor may one where a key
   * leads to the rows, since engines without statistics would take it.
   */
  private live(inOrder: boolean): Condition[] {
    const { target, trashed } = this.request;
    if (!target.softDelete || trashed === 'with') return [];
    const column = `${CONDITION}.\`deleted_at\``;
    if (trashed === 'only') return [{ sql: `${column} IS NOT NULL`, params: [] }];
    const plain = inOrder || this.request.filters.some(({ byKey }) => byKey);
    return [{ sql: plain ? this.database.dialect.isLive(CONDITION) : `${column} IS NULL`, params: [] }];
  }

  /** The index that finds live objects by what the filters say of their names; see `overLive` of the dialect. */
  private index(): string | undefined {
    const { target, trashed, filters } = this.request;
    if (!target.softDelete || trashed !== 'without' || filters.some(({ byKey }) => byKey)) return undefined;
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
  private placeOf(row: RawRow): Scalar[] {
    return this.request.order.keys.map(({ numeric }, i) => {
      if (numeric === 'whole') return row.number(i);
      const text = row.text(i);
      return numeric && text !== null ? Number(text) : text;
    });
  }
}

/** The members that includes add to a single object, as text that begins with a comma. */
export async function membersOf(
  object: Record<string, unknown>,
  { includes, scopes }: Pick<ListRequest, 'includes' | 'scopes'>,
  database: ListSource,
): Promise<string> {
  const keys = new Keys(includes, 0);
  const row = {
    number: (place: number) => object[keys.names[place]!] as number | null,
    text: (place: number) => String(object[keys.names[place]!]),
  };
  const add = await new Embedding(database, scopes).members(includes, [row], keys);
  return bytesOf((text) => add(row, text)).toString();
}

function conditionsOf({ filters, scope, scopes }: ListRequest): Condition[] {
  return [...(scope ? [scopeCondition(scope)] : []), ...filters.map((filter) => filter.build(CONDITION, scopes))];
}

const where = (conditions: readonly Condition[]): { sql: string; params: Param[] } =>
  conditions.length ? allOf(conditions) : { sql: 'true', params: [] };
