/** What applications carry: the objects that they consist of or run on, and the way to each. */
import { quote } from '../database/dialect.js';
import type { Caller } from '../core/http/caller.js';
import { conditionOf, registry, type AccessScopes, type ResourceModel } from '../engine/index.js';
import { raw, Sql, sql } from '../reports/sql.js';
import { ROOT, type Reading } from './products.js';

/** Links from an application to what it carries, and what lies behind them. */
const WAYS: ReadonlyArray<readonly string[]> = [
  ['application_services'],
  ['application_services', 'modules'],
  ['databases'],
  ['containers'],
  ['logical_servers'],
  ['physical_servers'],
  ['logical_servers', 'physical_servers'],
];

/** An object that an application carries. */
export interface CarriedObject {
  application: number;
  path: string;
  id: number;
  /** What lies between, by type and name. */
  via: ReadonlyArray<{ path: string; name: string }>;
}

/** All that applications carry, as far as there are such objects to be seen, by their ids. A statement for each way. */
export async function* carriedObjects(reading: Reading): AsyncGenerator<CarriedObject> {
  for (const way of WAYS) {
    const steps: ResourceModel[] = [];
    let [from, where, type] = [sql``, reading.shown(ROOT, 't0'), registry.get(ROOT)];
    for (const [i, name] of way.entries()) {
      const { pivot, target } = type.links.find((link) => link.name === name)!;
      const { table, ownColumn, otherColumn } = pivot!;
      const [own, next] = [`t${i}`, `t${i + 1}`];
      type = registry.get(target);
      const joins = `JOIN ${quote(table)} p${i} ON p${i}.${quote(ownColumn)} = ${own}.id JOIN ${quote(type.table)} ${next} ON ${next}.id = p${i}.${quote(otherColumn)} `;
      from = sql`${from}${raw(joins)}`;
      where = sql`${where} AND ${reading.shown(type.path, next)}`;
      steps.push(type);
    }
    const between = steps.slice(0, -1);
    const names = between.map(({ label }, i) => `, t${i + 1}.${quote(label!)} AS n${i}`).join('');
    const root = raw(quote(registry.get(ROOT).table));
    const columns = raw(`t${way.length}.id AS id${names}`);
    const order = raw(['t0', ...steps.map((_, i) => `t${i + 1}`)].map((alias) => `${alias}.id`).join(', '));
    const statement = sql`SELECT t0.id AS application, ${columns} FROM ${root} t0 ${from}WHERE ${where} ORDER BY ${order}`;
    const { path } = steps.at(-1)!;
    for await (const rows of reading.rows(statement))
      for (const row of rows) {
        const via = between.map((step, i) => ({ path: step.path, name: (row[`n${i}`] as string | null) ?? '' }));
        yield { application: row['application'] as number, path, id: row['id'] as number, via };
      }
  }
}

/** A condition on rows that are not deleted. */
export const isLive = (path: string, alias: string): Sql =>
  raw(registry.get(path).softDelete ? `${alias}.deleted_at IS NULL` : 'true');

/** Conditions on what a caller may list, for all kinds that lie on the ways and at their ends. One statement at most. */
export async function listedOnWays(caller: Caller, scopes: AccessScopes): Promise<Reading['shown']> {
  const paths = new Set([ROOT]);
  for (const way of WAYS) {
    let type = registry.get(ROOT);
    for (const name of way) {
      type = registry.get(type.links.find((link) => link.name === name)!.target);
      paths.add(type.path);
    }
  }
  const listed = await scopes.listed(caller, [...paths].map((path) => registry.get(path))); // prettier-ignore
  const rows = new Map(listed.map((one) => [one.resource.path, one.rows]));
  return (path, alias) => {
    const seen = conditionOf(rows.get(path) ?? 'none', alias);
    return seen ? sql`${isLive(path, alias)} AND (${new Sql(seen.sql, seen.params)})` : isLive(path, alias);
  };
}
