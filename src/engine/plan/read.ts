/** The SQL of reading a resource, written once at start-up; values are always bound. */
import type { Dialect } from '../../database/dialect.js';
import { quote } from '../../database/dialect.js';
import type { Link, Resource } from '../schema/model.js';

/** Which resource a path names; links are compiled against their targets. */
export type Find = (path: string) => Resource;

/** Statements of a resource. Those named `…Of` end in a condition on ids and take them as the last parameter. */
export interface ReadPlan {
  /** One live row: `?` is its id. */
  show: string;
  /** Rows of a bound list of ids, deleted ones too, locked until the transaction ends. */
  lock: string;
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
  return {
    show: `SELECT ${names(false)} FROM ${table} WHERE \`id\` = ? AND ${own}`,
    lock: `SELECT ${names(true)} FROM ${table} WHERE ${dialect.isIn('`id`')}${dialect.forUpdate}`,
  };
}

/**
 * The ids (or small rows) at the other end of links: rows of `k` (which link), `own`, `id` and, for small rows, `v0`, `v1`…
 * Each part takes the own ids as one parameter, a single id or a bound list.
 */
export function linkRows(links: readonly Link[], find: Find, dialect: Dialect, many: boolean): string {
  const extras = Math.max(0, ...links.map((link) => link.items?.length ?? 0));
  const parts = links.map((link, k) => {
    const where = (column: string): string => (many ? dialect.isIn(column) : `${column} = ?`);
    return `SELECT ${k} AS k, ${source(link, find, dialect, where, extras)}`;
  });
  return parts.join(' UNION ALL ');
}

function source(link: Link, find: Find, dialect: Dialect, where: (column: string) => string, extras: number): string {
  const nulls = ', NULL'.repeat(extras);
  if (link.kind === 'child') return childSource(link, where, extras);
  const target = find(link.target);
  const live = target.softDelete ? ` AND ${dialect.isLive('t')}` : '';
  if (link.pivot) {
    const { table, ownColumn, otherColumn } = link.pivot;
    const own = `p.${quote(ownColumn)}`;
    return (
      `${own} AS own, t.\`id\` AS id${named(nulls)} FROM ${quote(table)} p ` +
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
  return `${own} AS own, NULL AS id, ${columns.join(', ')} FROM ${quote(link.foreign!.table)} t WHERE ${where(own)}`;
}

/** `, NULL, NULL` → `, NULL AS v0, NULL AS v1`. */
function named(nulls: string): string {
  let i = 0;
  return nulls.replace(/NULL/g, () => `NULL AS v${i++}`);
}
