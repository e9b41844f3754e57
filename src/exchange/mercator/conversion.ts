/** Turns rows of the older application into rows of ours, and counts what has no place here. */
import { HOME, laterColumn } from '../../database/later-columns.js';
import { WallClock } from '../../core/text/dates.js';
import type { Scalar } from '../../database/database.js';
import type { ColumnShape } from '../../database/table-shape.js';
import type { KeptTable } from '../../backup/tables.js';
import {
  columnOf,
  FORMER_REFERENCES,
  isZoneless,
  nameFor,
  tableOf,
  titleOf,
  type FormerReference,
} from './former-names.js';
import type { TableRows, Source, Value } from './source.js';

/** Rows for one of our tables. */
export interface Converted {
  table: KeptTable;
  columns: readonly string[];
  rows: Scalar[][];
}

/** How the values of one table get into another one. */
interface Plan {
  target: KeptTable;
  columns: ColumnShape[];
  /** Where each column stands in a row of the source; undefined where that has none. */
  indexes: Array<number | undefined>;
  /** Columns that have no place, and those that became links. */
  homeless: Array<[place: number, name: string]>;
  links: Array<[place: number, reference: FormerReference, table: KeptTable]>;
}

/** Counts by `table.column`, or `table`. */
export type Counts = Map<string, number>;

const ZERO_DATE = /^0000-00-00|^\d{4}-00-|^\d{4}-\d\d-00/;

export class Conversion {
  /** Values that have no place here, by table and column of the source. */
  readonly homeless: Counts = new Map();
  /** Values that were made up, because ours must not be empty, and dates that are none, which are left empty. */
  readonly filled: Counts = new Map();
  readonly emptied: Counts = new Map();
  /** Texts that are longer than our column: table, id and column. */
  readonly long: string[] = [];
  /** Rows that were read, by our tables. */
  readonly read: Counts = new Map();
  private readonly plans = new Map<string, Plan | undefined>();
  private readonly clock: WallClock;
  /** Tables that stand beside the table that they were renamed to. */
  private readonly beside = new Set<string>();

  constructor(
    private readonly source: Source,
    private readonly kept: readonly KeptTable[],
    zone: string,
  ) {
    this.clock = new WallClock(zone);
  }

  /** Looks at what there is. Call once, before anything is converted. */
  async prepare(): Promise<void> {
    for (const name of this.source.tables.keys()) {
      const [ours, theirs] = [tableOf(name), name];
      if (ours === theirs || !this.source.tables.has(ours)) continue;
      // An earlier release made its own tables beside: the one that is filled is the map.
      this.beside.add((await this.source.count(theirs)) > 0 ? ours : theirs);
    }
  }

  /** Our rows for some of theirs. */
  convert(part: TableRows): Converted[] {
    const plan = this.planOf(part);
    if (!plan) {
      add(this.homeless, part.table, part.values.length);
      return [];
    }
    add(this.read, plan.target.name, part.values.length);
    for (const [place, name] of plan.homeless) {
      const count = part.values.filter((row) => row[place] !== null).length;
      if (count) add(this.homeless, `${part.table}.${name}`, count);
    }
    const columns = plan.columns.map(({ name }) => name);
    const rows = part.values.map((row) => this.row(plan, row, part.columns));
    return [{ table: plan.target, columns, rows }, ...plan.links.flatMap((link) => linksOf(part, link))];
  }

  private planOf({ table, columns }: TableRows): Plan | undefined {
    const key = `${table} ${columns.join()}`;
    if (!this.plans.has(key)) this.plans.set(key, this.planFor(table, columns));
    return this.plans.get(key);
  }

  private planFor(table: string, names: readonly string[]): Plan | undefined {
    const target = this.targetOf(table);
    if (!target || table.startsWith('own_') || this.beside.has(table)) return undefined;
    const plan: Plan = { target, columns: [], indexes: [], homeless: [], links: [] };
    const indexes = new Map(names.map((name, place) => [columnOf(target.name, name, names), place]));
    for (const column of target.columns) {
      const place = indexes.get(column.name);
      const isTag = place === undefined && indexes.has(laterColumn(target.name, column.name)?.tag?.column ?? '');
      if (place === undefined && !isTag && (column.nullable || column.default !== undefined)) continue;
      plan.columns.push(column);
      plan.indexes.push(place);
    }
    const known = new Set(target.columns.map(({ name }) => name));
    for (const [name, place] of indexes) {
      if (known.has(name)) continue;
      const reference = FORMER_REFERENCES.find((one) => one.table === target.name && one.column === name);
      const link = reference && this.kept.find((one) => one.name === reference.link);
      if (link && !this.source.tables.has(link.name)) plan.links.push([place, reference, link]);
      else plan.homeless.push([place, names[place]!]);
    }
    return plan;
  }

  /** Their perimeters are ours where objects belong to perimeters here. */
  private targetOf(table: string): KeptTable | undefined {
    const isHomed = this.kept.some(({ columns }) => columns.some(({ name, default: first }) => name === HOME && first));
    const name = table === 'perimeters' && isHomed ? 'own_perimeters' : tableOf(table);
    return this.kept.find((one) => one.name === name);
  }

  private row({ target, columns, indexes }: Plan, row: readonly Value[], names: readonly string[]): Scalar[] {
    return columns.map((column, i) => {
      const stored = indexes[i] === undefined ? tagged(target, column, row, names) : row[indexes[i]]!;
      const value = stored === null ? null : this.value(target.name, column, stored);
      if (typeof value === 'string') this.measure(target, column, value, row, names);
      if (value !== null || column.nullable) return value;
      add(this.filled, `${target.name}.${column.name}`, 1);
      const whole = Object.fromEntries(names.map((name, place) => [name, row[place]]));
      return nameFor(target.name, column.name, whole) ?? madeUp(column);
    });
  }

  private value(table: string, { name, type }: ColumnShape, value: Value): Scalar {
    const isTime = type === 'timestamp' || type === 'datetime';
    if ((isTime || type === 'date') && ZERO_DATE.test(String(value))) {
      add(this.emptied, `${table}.${name}`, 1);
      return null;
    }
    if (isTime) return isZoneless(table, name) ? value : (this.clock.toApi(String(value)) ?? value);
    if (type === 'date') return String(value).slice(0, 10);
    if (table === 'permissions' && name === 'title') return titleOf(String(value));
    return value;
  }

  private measure(
    target: KeptTable,
    column: ColumnShape,
    value: string,
    row: readonly Value[],
    names: readonly string[],
  ): void {
    const most = /^(?:varchar|char)\((\d+)\)$/.exec(column.type)?.[1];
    if (most === undefined || value.length <= Number(most)) return;
    const length = [...value].length;
    if (length <= Number(most)) return;
    const id = row[names.indexOf('id')];
    this.long.push(`${target.name} ${String(id)}: ${column.name} has ${length} characters, more than ${most}`);
  }
}

/** What a column said that was dropped for a tag; null for any other one. */
function tagged(target: KeptTable, column: ColumnShape, row: readonly Value[], names: readonly string[]): Value {
  const tag = laterColumn(target.name, column.name)?.tag;
  if (!tag) return null;
  const tags = String(row[names.indexOf(tag.column)] ?? '').split(' ');
  return Number(tags.includes(tag.word));
}

/** Adds to a count. */
export function add(counts: Counts, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

function linksOf({ columns, values }: TableRows, [place, reference, table]: Plan['links'][number]): Converted[] {
  const id = columns.indexOf('id');
  const rows = values.filter((row) => row[place] !== null).map((row) => [row[id]!, row[place]!]);
  return rows.length ? [{ table, columns: [reference.own, reference.other], rows }] : [];
}

/** A value for a column that must have one. */
function madeUp({ type, default: fallback }: ColumnShape): Scalar {
  if (fallback !== undefined) return fallback.replace(/^'|'$/g, '');
  if (type === 'json') return '{}';
  if (type === 'timestamp' || type === 'datetime') return '1970-01-02T00:00:00.000000Z';
  if (type === 'date') return '1970-01-02';
  return /int|bool|decimal/.test(type) ? 0 : '';
}
