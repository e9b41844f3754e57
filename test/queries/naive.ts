/** Runs queries the plain way: over rows in memory, one after the other. Knows nothing of how the server does it. */
import { fold } from '../../src/core/text/fold.js';
import { sortKey } from '../../src/core/text/order.js';
import type { Row, Scalar } from '../../src/database/database.js';
import { registry, type Field, type Link, type ResourceModel } from '../../src/engine/index.js';
import { visible, type Json } from './random.js';

/** All rows of all tables, by table. */
export type Tables = Map<string, Row[]>;

/** True, false or unknown, as in SQL. */
type Truth = boolean | null;

const TEXTS = new Set(['name', 'string', 'text', 'html', 'morph']);

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
      .filter((row) => this.joined(filters, resource, row) === true)
      .sort((a, b) => Number(a['id']) - Number(b['id']))
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
    const target = registry.get(link?.target ?? reference!.ref!.target);
    const rows = row === null ? [] : this.beside(row, link ?? reference!, target).filter(isLive(target));
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

  private joined(filters: Json[], resource: ResourceModel, row: Row): Truth {
    const chains: Truth[][] = [[]];
    filters.forEach((filter, i) => {
      const join = String(filter['boolean'] ?? 'and').toLowerCase();
      if (join === 'or' && i > 0) chains.push([]);
      const truth = this.one(filter, resource, row);
      chains.at(-1)!.push(join === 'not' ? not(truth) : truth);
    });
    return any(chains.map(all));
  }

  private one(filter: Json, resource: ResourceModel, row: Row): Truth {
    if ('group' in filter) return this.joined(filter['group'] as Json[], resource, row);
    if ('field' in filter) return this.test((filter['field'] as string).split('.'), filter, resource, row);
    const name = (filter['exists'] ?? filter['not_exists']) as string;
    const { target, rows } = this.related(name, resource, row);
    const conditions = (filter['conditions'] ?? []) as Json[];
    const found = rows.some((one) => this.joined(conditions, target, one) === true);
    return 'exists' in filter ? found : !found;
  }

  private test(names: string[], filter: Json, resource: ResourceModel, row: Row): Truth {
    const [name, ...rest] = names;
    if (rest.length) {
      const { target, rows } = this.related(name!, resource, row);
      return rows.some((one) => this.test(rest, filter, target, one) === true);
    }
    const field = resource.fields.find((one) => one.name === name)!;
    return compare(field, row[field.name]!, String(filter['operator']).toLowerCase(), filter['value']);
  }
}

function compare(field: Field, stored: Scalar, operator: string, value: unknown): Truth {
  if (value === null) return operator === '=' ? stored === null : stored !== null;
  if (stored === null) return null;
  if (operator.startsWith('not ')) return not(compare(field, stored, operator.slice(4), value));
  if (operator === 'in') return (value as unknown[]).some((one) => compare(field, stored, '=', one));
  if (operator === 'like')
    return pattern(String(value), TEXTS.has(field.kind)).test(
      TEXTS.has(field.kind) ? fold(String(stored)) : String(stored),
    );
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
  if (kind === 'day') return [String(stored).slice(0, 10), String(value)];
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
  const key = (row: Row): string => (row[label] === null ? '' : sortKey(String(row[label])));
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : Number(a['id']) - Number(b['id'])));
}

const shown = ({ kind }: Field, stored: Scalar): unknown =>
  (kind === 'day' || kind === 'moment') && stored !== null ? String(stored).slice(0, 10) : stored;
