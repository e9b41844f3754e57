/** The language of lists over rows that are no resource: what is asked for, and its statements (contract 5). */
import type { Database, Param, Row, Scalar } from '../../database/database.js';
import type { Condition } from '../../database/dialect.js';
import type { LongRead } from '../../database/long-read.js';
import type { AccessScope } from '../access-scope.js';
import type { Field, Kind } from '../schema/model.js';
import type { Language } from './language.js';
import { readFields } from './list-request.js';
import { allOf } from './operators.js';
import { cursorOf, pageHeaders, readPage, type Page } from './page.js';
import { badParameter } from './refusals.js';
import { Order, readSort } from './sort.js';
import { withinTime } from './time-limit.js';

type Query = Readonly<Record<string, unknown>>;

const ROW = 't0';
/** Rows that are read at once where no page is asked for. */
const PORTION = 1000;

/** A column of such rows, as filters, orders and the choice of columns know it. */
export const ownColumn = (name: string, kind: Kind, more: Partial<Field> = {}): Field => ({
  ...{ name, kind, type: TYPES[kind] ?? 'varchar(255)', nullable: kind !== 'id', writable: false, search: false },
  ...{ hidden: false, about: '', rules: {}, index: false, additive: false, aliases: [] },
  ...more,
});

const TYPES: Partial<Record<Kind, Field['type']>> = { id: 'ubigint', int: 'int', day: 'date', moment: 'datetime' };

/** What is asked of a list. */
export interface OwnRequest {
  conditions: Condition[];
  order: Order;
  page: Page | undefined;
  /** Names of the columns that are asked for. */
  names: string[];
}

/** Reads requests for one list of the server's own. */
export class OwnList {
  /** `table`: names the list among all; `fields`: its columns, one of them of kind `id`. */
  constructor(
    private readonly table: string,
    private readonly fields: readonly Field[],
    private readonly language: Language,
  ) {}

  /** Throws 400 for what is not in the language of lists. `sort`: the order where none is asked for. */
  read(query: Query, access: AccessScope, sort?: string): OwnRequest {
    const { fields, language } = this;
    const target = { table: this.table, fields: [...fields], softDelete: false };
    const sent = query['filter'];
    if (sent !== undefined && sent !== '' && (typeof sent !== 'object' || sent === null || Array.isArray(sent)))
      throw badParameter('filter', 'wantsFilters');
    const filters = language.filtersOf(target);
    const conditions = Object.entries((sent || {}) as Query).flatMap(([name, value]) => {
      const filter = filters.read(name, value, `filter[${name}]`, () => undefined);
      return filter ? [filter.build(ROW, access)] : [];
    });
    const asked = query['sort'] === undefined || query['sort'] === '' ? sort : query['sort'];
    const keys = asked === undefined ? [] : readSort(asked, fields);
    if (keys.some(({ natural }) => natural)) throw badParameter('sort', 'naturalText', { column: String(asked) });
    const order = new Order(
      keys,
      fields.find(({ kind }) => kind === 'id')!,
      language.dialect,
    );
    const names = readFields(query['fields'], [...fields]).map(({ name }) => name);
    return { conditions, order, page: readPage(query['page'], order), names };
  }
}

/** What a list is read from: a SELECT with the columns of its fields, and conditions of its own on them. */
export interface OwnSource {
  select: Condition;
  conditions: readonly Condition[];
}

/** Where a list is read, and for whom: `read` bounds the time that the database works for it. */
export interface OwnReading {
  database: Database;
  url: string;
  read: LongRead;
}

/**
 * The rows of a list in portions, each with its keys as `s0`, `s1` …; and the headers of its page. Throws 422 where it takes too long.
 * A page is one portion; without one it is read on until it ends.
 */
export async function readRows(
  { conditions, order, page }: OwnRequest,
  source: OwnSource,
  { database, url, read }: OwnReading,
): Promise<{ headers: Record<string, string>; portions: AsyncIterable<Row[]> }> {
  const wanted = [...source.conditions, ...conditions];
  const from = `FROM (${source.select.sql}) ${ROW}`;
  const rows = (more: readonly Condition[], limit: number, offset = 0): Promise<Row[]> => {
    const { sql, params } = where([...wanted, ...more]);
    const statement =
      `SELECT ${ROW}.*, ${order.selected(ROW).join(', ')} ${from}${sql} ${order.sql(ROW)} ` +
      `LIMIT ${limit}${offset ? ` OFFSET ${offset}` : ''}`;
    return withinTime(() => database.all(statement, [...source.select.params, ...params], read));
  };
  const keysOf = (row: Row): Scalar[] => order.keys.map((_, i) => row[`s${i}`]!);
  if (!page) return { headers: {}, portions: all() };
  if (page.number !== undefined) {
    const { sql, params } = where(wanted);
    const [[counted], found] = await Promise.all([
      withinTime(() => database.all(`SELECT COUNT(*) AS n ${from}${sql}`, [...source.select.params, ...params], read)),
      rows([], page.size, (page.number - 1) * page.size),
    ]);
    return { headers: pageHeaders(url, page, Number(counted!['n']), undefined), portions: once(found) };
  }
  const found = await rows(page.after ? [order.behind(page.after, ROW)] : [], page.size + 1);
  const shown = found.slice(0, page.size);
  const next = found.length > page.size ? cursorOf(order, keysOf(shown.at(-1)!)) : undefined;
  return { headers: pageHeaders(url, page, undefined, next), portions: once(shown) };

  async function* all(): AsyncIterable<Row[]> {
    for (let last: Row | undefined; ;) {
      const found = await rows(last ? [order.behind(keysOf(last), ROW)] : [], PORTION);
      yield found;
      if (found.length < PORTION) return;
      last = found.at(-1);
    }
  }
}

async function* once(rows: Row[]): AsyncIterable<Row[]> {
  yield rows;
}

function where(conditions: readonly Condition[]): { sql: string; params: Param[] } {
  if (!conditions.length) return { sql: '', params: [] };
  const { sql, params } = allOf(conditions.map((one) => ({ ...one, sql: `(${one.sql})` })));
  return { sql: ` WHERE ${sql}`, params };
}
