/** When an object tells what is asked of it, as conditions on its row. */
import { quote } from '../database/dialect.js';
import { registry } from '../engine/index.js';
import type { ReportRun } from './report-run.js';
import { joined, raw, sql, type Sql } from './sql.js';

/** The condition that a column is filled in, a link leads somewhere, or either of several, `a|b`. The row is `t`. */
export function fulfilled(run: ReportRun, path: string, name: string): Sql {
  const parts = name.split('|').map((part) => one(run, path, part));
  return parts.length > 1 ? sql`(${joined(parts, ' OR ')})` : parts[0]!;
}

function one(run: ReportRun, path: string, name: string): Sql {
  const resource = registry.get(path);
  const field = resource.fields.find((candidate) => candidate.name === name);
  if (!field) return linked(run, path, name);
  const column = raw(`t.${quote(name)}`);
  if (field.ref) {
    const target = raw(quote(registry.get(field.ref.target).table));
    return sql`EXISTS (SELECT 1 FROM ${target} o WHERE o.id = ${column} AND ${run.shown(field.ref.target, 'o')})`;
  }
  // Levels that are not set are stored below 0; a relation's importance that is not set is 0.
  if (field.rules.enum) return name === 'importance' ? sql`${column} > 0` : sql`${column} >= 0`;
  return ['int', 'day', 'flag'].includes(field.kind) ? sql`${column} IS NOT NULL` : sql`${column} <> ''`;
}

function linked(run: ReportRun, path: string, name: string): Sql {
  const { pivot, foreign, target } = registry.get(path).links.find((link) => link.name === name)!;
  const table = raw(quote(registry.get(target).table));
  if (!pivot) {
    const back = raw(`o.${quote(foreign!.column)}`);
    return sql`EXISTS (SELECT 1 FROM ${table} o WHERE ${back} = t.id AND ${run.shown(target, 'o')})`;
  }
  const [own, other] = [raw(`p.${quote(pivot.ownColumn)}`), raw(`p.${quote(pivot.otherColumn)}`)];
  return sql`EXISTS (SELECT 1 FROM ${raw(quote(pivot.table))} p JOIN ${table} o ON o.id = ${other}
    WHERE ${own} = t.id AND ${run.shown(target, 'o')})`;
}
