/** How much security objects need: by themselves, and by the applications that carry them. */
import type { Caller } from '../core/http/caller.js';
import type { Database, Row } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { registry, type AccessScopes, type ResourceModel } from '../engine/index.js';
import { raw, sql } from '../reports/sql.js';
import { carriedObjects, listedOnWays } from './carried.js';
import { productTypes, ROOT, type Reading } from './products.js';

/** The highest level of confidentiality, integrity, availability and traceability. */
export interface Need {
  value: number;
  /** The application that needs it, where that is not the object itself. */
  of: string | null;
}

const LEVELS = ['security_need_c', 'security_need_i', 'security_need_a', 'security_need_t'];
/** Needs from this level on are passed on to what an application carries: high. */
export const HIGH = 3;

const has = ({ fields }: ResourceModel, name: string): boolean => fields.some((field) => field.name === name);

/** The needs of objects in which something was found, by table and id, as far as the caller may list who has them. */
export async function needsFor(
  caller: Caller,
  { database, scopes }: { database: Database; scopes: AccessScopes },
): Promise<(table: string, id: number) => Need | null> {
  const needs = new Map<string, Need>();
  const note = (table: string, id: number, need: Need | null): void => {
    const key = `${table} ${id}`;
    if (need && need.value > (needs.get(key)?.value ?? 0)) needs.set(key, need);
  };
  const own = productTypes().filter((type) => LEVELS.some((name) => has(type, name)));
  const statements = own.map((type) => {
    const columns = LEVELS.map((name, i) => `${has(type, name) ? `o.${name}` : 'NULL'} AS n${i}`).join(', ');
    return `SELECT '${type.table}' AS type, o.id, ${columns} FROM ${quote(type.table)} o
      WHERE o.id IN (SELECT object_id FROM own_vulnerabilities WHERE type = '${type.table}' AND gone_at IS NULL)`;
  });
  for (const row of await database.all(statements.join(' UNION ALL ')))
    note(row['type'] as string, Number(row['id']), highestIn(row, null));
  const listed = await listedOnWays(caller, scopes);
  const isHigh = raw(`(${LEVELS.map((name) => `t0.${name} >= ${HIGH}`).join(' OR ')})`);
  const shown: Reading['shown'] = (path, alias) => (alias === 't0' ? sql`${listed(path, alias)} AND ${isHigh}` : listed(path, alias)); // prettier-ignore
  const root = registry.get(ROOT);
  const columns = LEVELS.map((name, i) => `t0.${name} AS n${i}`).join(', ');
  const { text, params } =
    sql`SELECT t0.id, t0.${raw(quote(root.label!))} AS name, ${raw(columns)} FROM ${raw(quote(root.table))} t0 WHERE ${shown(ROOT, 't0')}`;
  const high = new Map<number, Need | null>();
  for (const row of await database.all(text, params)) high.set(Number(row['id']), highestIn(row, String(row['name'] ?? ''))); // prettier-ignore
  if (high.size) {
    const reading: Reading = { shown, rows: (statement) => whole(database, statement) };
    for await (const { application, path, id } of carriedObjects(reading))
      note(registry.get(path).table, id, high.get(application) ?? null);
  }
  return (table, id) => needs.get(`${table} ${id}`) ?? null;
}

async function* whole(database: Database, { text, params }: Parameters<Reading['rows']>[0]): AsyncGenerator<Row[]> {
  yield await database.all(text, params);
}

function highestIn(row: Row, of: string | null): Need | null {
  const levels = LEVELS.flatMap((_, i) => (row[`n${i}`] === null ? [] : [Number(row[`n${i}`])]));
  return levels.length ? { value: Math.max(...levels), of } : null;
}
