/** Runs queries the plain way: over rows in memory, one after the other. Knows nothing of how the server does it. */
import { fold } from '../../src/core/text/fold.js';
import { sortKey } from '../../src/core/text/order.js';
import type { Row, Scalar } from '../../src/database/database.js';
import { registry, type Field, type Link, type ResourceModel } from '../../src/engine/index.js';
import { endsAt, visible, type Json } from './random.js';

/** All rows of all tables, by table. */
export type Tables = Map<string, Row[]>;

/** True, false or unknown, as in SQL. */
type Truth = boolean | null;

const TEXTS = new Set(['name', 'string', 'text', 'html', 'morph']);

/** The row that filters are about, then those around it. */
type Around = [Placed, ...Placed[]];
interface Placed {
  resource: ResourceModel;
  row: Row;
}

const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const all = (truths: Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true);
const any = (truths: Truth[]): Truth => (truths.includes(true) ? true : truths.includes(null) ? null : false);

const isLive =
  ({ softDelete }: ResourceModel) =>
  (row: Row): boolean =>
    !softDelete || row['deleted_at'] === null;

export class Naive {
  private readonly lookups = new Map<string, Map<Scalar, Row[]>>();

  constructor(private readonly tables: Tables) {}

  /** The rows of a list, as objects. */
  list(query: Json): Json[] {
    const resource = registry.get(query['from'] as string);
    const filters = (query['filters'] ?? []) as Json[];
    const roots = this.live(resource)
      .filter((row) => this.joined(filters, [{ resource, row }]) === true)
      .sort((a, b) => ordered(query, resource, a, b) || Number(a['id']) - Number(b['id']))
      .slice(0, (query['limit'] as number | undefined) ?? 100);
    const fields = query['fields'] as string[] | undefined;
    return fields
      ? roots.flatMap((row) => this.combinations(fields, resource, row))
      : roots.map((row) => this.plain(query, resource, row));
  }

  /** One object for each combination; columns in the order of `fields`. */
  private combinations(fields: string[], resource: ResourceModel, row: Row): Json[] {
    const made = this.products(
      fields.map((field) => ({ field, names: field.split('.') })),
      resource,
      row,
    );
    return made.map((object) => Object.fromEntries(fields.map((field) => [field, object[field]])));
  }

  private products(paths: Array<{ field: string; names: string[] }>, resource: ResourceModel, row: Row | null): Json[] {
    let made: Json[] = [{}];
    for (const { field, names } of paths.filter((path) => path.names.length === 1)) {
      const column = visible(resource).find(({ name }) => name === names[0])!;
      made[0]![field] = row ? shown(column, row[column.name]!) : null;
    }
    const relations = new Set(paths.filter(({ names }) => names.length > 1).map(({ names }) => names[0]!));
    for (const relation of relations) {
      const below = paths
        .filter(({ names }) => names.length > 1 && names[0] === relation)
        .map(({ field, names }) => ({ field, names: names.slice(1) }));
      const { target, rows } = this.related(relation, resource, row);
      const right = (rows.length ? rows : [null]).flatMap((one) => this.products(below, target, one));
      made = made.flatMap((left) => right.map((one) => ({ ...left, ...one })));
    }
    return made;
  }

  private plain(query: Json, resource: ResourceModel, row: Row): Json {
    const select = query['select'] as string[] | undefined;
    const columns = select ?? visible(resource).map(({ name }) => name);
    const shownOnes = columns.filter((name) => select || !/^(created|updated|deleted)_at$/.test(name));
    const object: Json = {};
    for (const name of shownOnes)
      object[name] = shown(
        resource.fields.find((one) => one.name === name)!,
        row[name]!,
      );
    for (const trail of (query['traverse'] ?? []) as Array<
      string | { segments: Array<{ name: string; hidden: boolean }> }
    >) {
      const steps = typeof trail === 'string' ? [{ name: trail.split('.')[0]!, hidden: false }] : trail.segments;
      object[steps.find(({ hidden }) => !hidden)!.name] = this.names(steps, resource, row);
    }
    return object;
  }

  private names(steps: Array<{ name: string; hidden: boolean }>, resource: ResourceModel, row: Row): string {
    let at = resource;
    let rows = [row];
    for (const { name, hidden } of steps) {
      const reached = rows.map((one) => this.related(name, at, one));
      at = this.related(name, at, null).target;
      rows = [...new Map(reached.flatMap((one) => one.rows).map((one) => [one['id'], one])).values()];
      if (!hidden) break;
    }
    const label = labelOf(at);
    if (label === 'id') return '';
    return inOrder(rows, at)
      .map((one) => one[label])
      .filter(Boolean)
      .join(', ');
  }

  private live = (resource: ResourceModel): Row[] => this.tables.get(resource.table)!.filter(isLive(resource));

  /** What a row is related to, in order, each once. */
  private related(name: string, resource: ResourceModel, row: Row | null): { target: ResourceModel; rows: Row[] } {
    const link = resource.links.find((one) => one.name === name);
    const reference = resource.fields.find(({ ref }) => ref?.embedAs === name);
    const target = registry.get(link?.target ?? reference?.ref!.target ?? name.replaceAll('_', '-'));
    const way = link ?? reference;
    const beside = row === null ? [] : way ? this.beside(row, way, target) : this.connected(row, resource, target);
    const rows = beside.filter(isLive(target));
    return { target, rows: inOrder(rows, target) };
  }

  /** Rows at the other end, each once. */
  private beside(row: Row, way: Link | Field, { table }: ResourceModel): Row[] {
    if (!('target' in way)) return this.having(table, 'id', row[way.name]!);
    if (way.foreign) return this.having(table, way.foreign.column, row['id']!);
    const { table: pivot, ownColumn, otherColumn } = way.pivot!;
    const others = this.having(pivot, ownColumn, row['id']!).map((pair) => pair[otherColumn]!);
    return [...new Set(others)].flatMap((id) => this.having(table, 'id', id));
  }

  /** The cables or flows with the object at either end, each once. */
  private connected(row: Row, resource: ResourceModel, connector: ResourceModel): Row[] {
    const found = endsAt(connector, resource).flatMap(({ name }) => this.having(connector.table, name, row['id']!));
    return [...new Set(found)];
  }

  /** The rows of a table with a value in a column; looked up, so that large maps can be compared as well. */
  private having(table: string, column: string, value: Scalar): Row[] {
    const key = `${table}.${column}`;
    let found = this.lookups.get(key);
    if (!found) {
      this.lookups.set(key, (found = new Map()));
      for (const row of this.tables.get(table)!) {
        const rows = found.get(row[column]!);
        if (rows) rows.push(row);
        else found.set(row[column]!, [row]);
      }
    }
    return (value !== null && found.get(value)) || [];
  }

  private joined(filters: Json[], around: Around): Truth {
    const chains: Truth[][] = [[]];
    filters.forEach((filter, i) => {
      const join = String(filter['boolean'] ?? 'and').toLowerCase();
      if (join === 'or' && i > 0) chains.push([]);
      const truth = this.one(filter, around);
      // What is not true is true behind NOT, unknown as well.
      chains.at(-1)!.push(join === 'not' ? truth !== true : truth);
    });
    return any(chains.map(all));
  }

  private one(filter: Json, around: Around): Truth {
    const [{ resource, row }] = around;
    if ('group' in filter) return this.joined(filter['group'] as Json[], around);
    if ('field' in filter) return this.test((filter['field'] as string).split('.'), filter, resource, row, around);
    const name = (filter['exists'] ?? filter['not_exists'] ?? filter['count']) as string;
    const { target, rows } = this.related(name, resource, row);
    const conditions = (filter['conditions'] ?? []) as Json[];
    const fitting = rows.filter((one) => this.joined(conditions, [{ resource: target, row: one }, ...around]) === true);
    if ('count' in filter) return signed(fitting.length, String(filter['operator']), Number(filter['value']));
    const found = fitting.length > 0;
    return 'exists' in filter ? found : !found;
  }

  private test(names: string[], filter: Json, resource: ResourceModel, row: Row, around: Around): Truth {
    const [name, ...rest] = names;
    if (rest.length) {
      const { target, rows } = this.related(name!, resource, row);
      return rows.some((one) => this.test(rest, filter, target, one, around) === true);
    }
    const field = resource.fields.find((one) => one.name === name)!;
    if ('column' in filter) {
      const path = (filter['column'] as string).split('.');
      const other = around[path.length - 1]!.row[path.at(-1)!]!;
      return columns(field, row[field.name]!, String(filter['operator']), other);
    }
    return compare(field, row[field.name]!, String(filter['operator']).toLowerCase(), filter['value']);
  }
}

/** Two columns that hold the same kind of thing. */
function columns(field: Field, one: Scalar, operator: string, other: Scalar): Truth {
  if (one === null || other === null) return null;
  if (!TEXTS.has(field.kind)) return signed(one, operator, other);
  const same = fold(String(one)) === fold(String(other));
  if (operator === '=') return same;
  return operator === '!=' || operator === '<>'
    ? !same
    : signed(sortKey(String(one)), operator, sortKey(String(other)));
}

function signed<T>(a: T, operator: string, b: T): boolean {
  const order = a < b ? -1 : a > b ? 1 : 0;
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
    case '<>':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

/** What is counted from today in UTC: its first and its last second; undefined for what is written out. */
export function counted(value: unknown): [from: string, to: string] | undefined {
  const [, sign, digits, unit] = /^(-?)(\d+)([dwmy])$/.exec(value === 'today' ? '0d' : String(value)) ?? [];
  if (!unit) return undefined;
  const amount = Number(`${sign}${digits}`);
  const day = new Date();
  if (unit === 'd' || unit === 'w') day.setUTCDate(day.getUTCDate() + amount * (unit === 'w' ? 7 : 1));
  else {
    const date = day.getUTCDate();
    day.setUTCDate(1);
    day.setUTCMonth(day.getUTCMonth() + amount * (unit === 'y' ? 12 : 1));
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
    day.setUTCDate(Math.min(date, last));
  }
  const text = day.toISOString().slice(0, 10);
  return [`${text} 00:00:00`, `${text} 23:59:59`];
}

/** The order that a query asks for; what has no value comes first upwards. */
function ordered(query: Json, { fields }: ResourceModel, a: Row, b: Row): number {
  for (const word of (query['order'] ?? []) as string[]) {
    const field = fields.find(({ name }) => name === word.replace(/^-/, ''))!;
    const key = (row: Row): string | number => {
      const value = row[field.name]!;
      if (value === null) return '';
      return TEXTS.has(field.kind) ? ` ${sortKey(String(value).slice(0, 200))}` : value;
    };
    const [x, y] = [key(a), key(b)];
    // Numbers are never compared with the text that stands for nothing.
    const order = x === y ? 0 : x === '' ? -1 : y === '' ? 1 : x < y ? -1 : 1;
    if (order) return word.startsWith('-') ? -order : order;
  }
  return 0;
}

function compare(field: Field, stored: Scalar, operator: string, value: unknown): Truth {
  if (operator === 'is') return stored === Number(value);
  if (operator === 'is not') return stored !== Number(value);
  if (value === null) return operator === '=' ? stored === null : stored !== null;
  if (stored === null) return null;
  if (operator.startsWith('not ')) return not(compare(field, stored, operator.slice(4), value));
  if (operator === 'in') return (value as unknown[]).some((one) => compare(field, stored, '=', one));
  if (operator === 'like')
    return pattern(String(value), TEXTS.has(field.kind)).test(
      TEXTS.has(field.kind) ? fold(String(stored)) : String(stored),
    );
  const span = field.kind === 'moment' ? counted(value) : undefined;
  if (span) {
    const [at, [from, to]] = [String(stored), span];
    if (operator === '=' || operator === '!=' || operator === '<>')
      return (at >= from && at <= to) === (operator === '=');
    return signed(at, operator, operator === '<' || operator === '>=' ? from : to);
  }
  const [left, right] = comparable(field, stored, value);
  const order = left < right ? -1 : left > right ? 1 : 0;
  switch (operator) {
    case '=':
      return TEXTS.has(field.kind) ? fold(String(stored)) === fold(String(value)) : order === 0;
    case '!=':
    case '<>':
      return not(compare(field, stored, '=', value));
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

function comparable({ kind }: Field, stored: Scalar, value: unknown): [string | number, string | number] {
  if (TEXTS.has(kind)) return [sortKey(String(stored)), sortKey(String(value))];
  if (kind === 'day') return [String(stored).slice(0, 10), counted(value)?.[0].slice(0, 10) ?? String(value)];
  if (kind === 'moment') return [String(stored), `${String(value).slice(0, 10)} 00:00:00`];
  return [Number(stored), Number(value)];
}

const pattern = (like: string, folded: boolean): RegExp =>
  new RegExp(
    `^${(folded ? fold(`${like}.`).slice(0, -1) : like)
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '[^]*')
      .replaceAll('_', '[^]')}$`,
  );

const labelOf = ({ label, fields }: ResourceModel): string =>
  fields.some(({ name }) => name === 'name') ? 'name' : (label ?? 'id');

function inOrder(rows: Row[], resource: ResourceModel): Row[] {
  const label = labelOf(resource);
  const key = (row: Row): string => (row[label] === null || label === 'id' ? '' : sortKey(String(row[label])));
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : Number(a['id']) - Number(b['id'])));
}

const shown = ({ kind }: Field, stored: Scalar): unknown =>
  (kind === 'day' || kind === 'moment') && stored !== null ? String(stored).slice(0, 10) : stored;
