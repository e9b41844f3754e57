/** The SQL of reading a resource, written once at start-up; values are always bound. */
import type { Dialect } from '../../database/dialect.js';
import { quote, type Condition } from '../../database/dialect.js';
import type { Statement } from '../../database/database.js';
import { sourceOf } from '../schema/derived.js';
import type { Link, Resource } from '../schema/model.js';

/** Which resource a path names; links are compiled against their targets. */
export type FindResource = (path: string) => Resource;

/** Statements of a resource. Those named `…Of` end in a condition on ids and take them as the last parameter. */
export interface ReadPlan {
  /** One live row: `?` is its id. */
  show: string;
  /** As `show`, of what stands for the table, and kept to a condition on rows under `t`. */
  showOf(id: number, table: Condition, seen: Condition | undefined): Statement;
  /** Rows of a list of ids, deleted ones and hidden columns too. */
  rows(ids: number[]): Statement;
  /** Rows of a list of ids, deleted ones too, locked until the transaction ends; kept to a condition on rows under `t`. */
  lock(ids: number[], seen: Condition | undefined): Statement;
}

/** The statements over a resource's own columns. Hidden columns are read for writing only. */
export function readPlan(resource: Resource, dialect: Dialect): ReadPlan {
  const table = quote(resource.table);
  const names = (hidden: boolean): string =>
    resource.fields
      .filter((field) => hidden || !field.hidden)
      .map((field) => quote(field.name))
      .join(', ');
  const own = resource.softDelete ? '`deleted_at` IS NULL' : 'true';
  const show = `SELECT ${names(false)} FROM `;
  const one = `\`id\` = ? AND ${own}`;
  const { beside } = resource;
  const from = beside ? `${sourceOf(resource)} t` : table;
  const all = `SELECT ${names(true)} FROM `;
  // Rows of both tables are locked.
  const locked = beside ? `${table} t LEFT JOIN ${quote(beside.table)} b USING (\`id\`)` : table;
  const isIn = dialect.isIn('`id`');
  return {
    show: `${show}${from} WHERE ${one}`,
    showOf: (id, { sql, params }, seen) => [
      `${show}${sql} t WHERE ${one}${seen ? ` AND ${seen.sql}` : ''}`,
      [...params, id, ...(seen?.params ?? [])],
    ],
    rows: (ids) => [`${all}${from} WHERE ${isIn}`, [ids]],
    lock: (ids, seen) => [
      `${all}${locked}${seen && !beside ? ' t' : ''} WHERE ${isIn}${seen ? ` AND ${seen.sql}` : ''}${dialect.forUpdate}`,
      [ids, ...(seen?.params ?? [])],
    ],
  };
}

/**
 * The ids (or small rows) at the other end of links: rows of `k` (which link), `own`, `id` and, for small rows, `v0`, `v1`…
 * Each part takes the own ids as one parameter, a single id or a bound list, and then what `seen` binds: conditions on the
 * rows at the other end of each link, which stand under `t`.
 */
export function linkRows(
  links: readonly Link[],
  find: FindResource,
  dialect: Dialect,
  many: boolean,
  seen: ReadonlyArray<Condition | undefined> = [],
): string {
  const extras = Math.max(0, ...links.map(({ items, pivot }) => items?.length ?? (pivot?.value ? 1 : 0)));
  const parts = links.map((link, k) => {
    const where = (column: string): string => (many ? dialect.isIn(column) : `${column} = ?`);
    const only = seen[k] ? ` AND ${seen[k].sql}` : '';
    return `SELECT ${k} AS k, ${source(link, find, dialect, where, extras)}${only}`;
  });
  return parts.join(' UNION ALL ');
}

function source(
  link: Link,
  find: FindResource,
  dialect: Dialect,
  where: (column: string) => string,
  extras: number,
): string {
  const nulls = ', NULL'.repeat(extras);
  if (link.kind === 'child') return childSource(link, where, extras);
  const target = find(link.target);
  const live = target.softDelete ? ` AND ${dialect.isLive('t')}` : '';
  if (link.pivot) {
    const { table, ownColumn, otherColumn, value } = link.pivot;
    const own = `p.${quote(ownColumn)}`;
    const more = value ? named(nulls).replace('NULL', `p.${quote(value.name)}`) : named(nulls);
    return (
      `${own} AS own, t.\`id\` AS id${more} FROM ${quote(table)} p ` +
      `${dialect.thenJoin} ${quote(target.table)} t ON t.\`id\` = p.${quote(otherColumn)} WHERE ${where(own)}${live}`
    );
  }
  const own = `t.${quote(link.foreign!.column)}`;
  return `${own} AS own, t.\`id\` AS id${named(nulls)} FROM ${quote(target.table)} t WHERE ${where(own)}${live}`;
}

function childSource(link: Link, where: (column: string) => string, extras: number): string {
  const own = `t.${quote(link.foreign!.column)}`;
  const columns = link.items!.map((item, i) => `t.${quote(item.name)} AS v${i}`);
  while (columns.length < extras) columns.push(`NULL AS v${columns.length}`);
  return `${own} AS own, NULL AS id, ${columns.join(', ')} FROM ${rowsSource(link)} t WHERE ${where(own)}`;
}

/** What the small rows of a link are read from: their table, or those in it that belong to objects of this resource. */
export function rowsSource({ foreign }: Link): string {
  const { table, type } = foreign!;
  // A name of the program's own, not of a request.
  return type === undefined ? quote(table) : `(SELECT * FROM ${quote(table)} WHERE ${quote('type')} = '${type}')`;
}

/** `, NULL, NULL` → `, NULL AS v0, NULL AS v1`. */
function named(nulls: string): string {
  let i = 0;
  return nulls.replace(/NULL/g, () => `NULL AS v${i++}`);
}
