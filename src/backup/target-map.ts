/** The map that a restore or an import fills: whether it is empty, rows into its tables, and the rights that it lacks. */
import type { Database, Scalar, Session, Transaction } from '../database/database.js';
import { quote } from '../database/dialect.js';
import type { Config } from '../config.js';
import { makeHomesOn, onDatabase } from '../database/admin-connection.js';
import { requireKnownGeneration } from '../database/generation.js';
import { FIRST, PERIMETERS_ON } from '../database/later-columns.js';
import { HOME, homeOf, registry, type ResourceModel } from '../engine/index.js';
import { nameKey } from '../core/text/name-key.js';
import { fromFile, type KeptTable } from './tables.js';
import { ADMIN_ROLE } from '../access/rights.js';

/** How many rows the first start makes: the rights, four roles, one administrator, and what they did. */
const MADE: Record<string, number> = { permissions: Infinity, roles: 4, users: 1, audit_logs: Infinity };

/** Throws a sentence that says what is there. */
export async function requireEmpty(database: Database, resources: readonly ResourceModel[]): Promise<void> {
  const there = await contentOf(database, resources);
  if (there === undefined) return;
  throw new Error(
    `The map is not empty (${there}). Restore into an empty database, or replace this map, ` +
      'with all that is in it, by adding --force. Nothing was restored.',
  );
}

/** How many rows of which tables; undefined for an empty map. */
export async function contentOf(database: Database, resources: readonly ResourceModel[]): Promise<string | undefined> {
  const found: string[] = [];
  // Of a map with homes everything belongs to the first perimeter.
  const made: Record<string, number> = { ...MADE, ...(areHomed(resources) && { own_perimeters: 1 }) };
  for (const { table } of resources) {
    const [row] = await database.all(`SELECT COUNT(*) AS n FROM ${quote(table)}`);
    const count = row!['n'] as number;
    if (count > (made[table] ?? 0)) found.push(`${table}: ${count}`);
  }
  return found.length ? found.slice(0, 5).join(', ') + (found.length > 5 ? ' and more' : '') : undefined;
}

/** A column whose values are unique among live rows, or among all. */
interface UniqueColumn {
  scope: string;
  at: number;
  /** Rows that are deleted keep the name. */
  kept: boolean;
  /** It counts within the home of the row. */
  homed: boolean;
}

export class TableLoad {
  private readonly sql: string;
  private readonly claim: string;
  private readonly translations: Array<[at: number, translate: (value: Scalar) => Scalar]>;
  private readonly unique: UniqueColumn[];
  private readonly places: { id: number; deleted: number; home: number };

  /** `columns`: those of the backup, in its order. */
  constructor(
    private readonly database: Database,
    table: KeptTable,
    columns: readonly string[],
    resources: readonly ResourceModel[],
  ) {
    this.sql = database.dialect.insertRows(table.name, columns);
    this.claim = database.dialect.insertMissing('own_names', ['scope', 'name_key', 'object_id']);
    this.translations = columns.flatMap((name, at) => {
      const translate = fromFile(
        table.columns.find((column) => column.name === name)!,
        database.clock,
      );
      return translate ? [[at, translate] as [number, (value: Scalar) => Scalar]] : [];
    });
    this.unique = uniqueColumns(
      resources.find((resource) => resource.table === table.name),
      columns,
    );
    this.places = { id: columns.indexOf('id'), deleted: columns.indexOf('deleted_at'), home: columns.indexOf(HOME) };
  }

  /** Inserts rows, and returns how many. */
  async take(tx: Transaction, rows: unknown[][]): Promise<number> {
    const values = rows as Scalar[][];
    for (const row of values) for (const [at, translate] of this.translations) row[at] = translate(row[at]!);
    await this.database.write(tx, this.sql, values);
    const claims = values.flatMap((row) => this.claimsOf(row));
    if (claims.length) await this.database.write(tx, this.claim, claims);
    return rows.length;
  }

  private claimsOf(row: readonly Scalar[]): Scalar[][] {
    const live = (row[this.places.deleted] ?? null) === null;
    const home = row[this.places.home] ?? FIRST;
    return this.unique.flatMap(({ scope, at, kept, homed }) => {
      const name = row[at];
      if (typeof name !== 'string' || !(live || kept)) return [];
      return [[homed ? `${scope}@${home}` : scope, nameKey(name), row[this.places.id]!]];
    });
  }
}

/** As `engine/write/unique-names.ts` has it: a plain unique index binds deleted rows too. */
function uniqueColumns(resource: ResourceModel | undefined, columns: readonly string[]): UniqueColumn[] {
  return (resource?.fields ?? [])
    .filter(({ rules, name }) => rules.uniqueLive && columns.includes(name))
    .map(({ name }) => {
      const kept = resource!.uniqueIndexes.some((index) => index.columns.length === 1 && index.columns[0] === name);
      const homed = !kept && homeOf(resource!) !== undefined;
      return { scope: `${resource!.table}.${name}`, at: columns.indexOf(name), kept, homed };
    });
}

/** The titles of all rights. */
export async function rightsIn(session: Pick<Session, 'all'>): Promise<string[]> {
  const rows = await session.all('SELECT title FROM permissions WHERE title IS NOT NULL ORDER BY id');
  return rows.map(({ title }) => String(title));
}

/** Adds the rights that are missing, gives them to the administrators, and returns which. */
export async function completeRights(
  tx: Transaction,
  database: Database,
  wanted: readonly string[],
): Promise<string[]> {
  const known = new Set(await rightsIn(tx));
  const missing = wanted.filter((title) => !known.has(title));
  if (!missing.length) return [];
  const ids = await database.insert(
    tx,
    'permissions',
    ['title'],
    missing.map((title) => [title]),
  );
  const grants = database.dialect.insertRows('permission_role', ['permission_id', 'role_id']);
  const roles = await tx.all('SELECT id FROM roles WHERE id = ?', [ADMIN_ROLE]);
  if (roles.length)
    await database.write(
      tx,
      grants,
      ids.map((id) => [id, ADMIN_ROLE]),
    );
  return missing;
}

/**
 * Resources as the map of the settings has them, with homes where it has some. `wanted`: homes are made where there are none yet,
 * in a map that is empty. Throws a sentence where that cannot be, as `makeHomes` does.
 */
export async function resourcesIn(config: Config, wanted = false): Promise<ResourceModel[]> {
  const fitted = async (): Promise<ResourceModel[]> => {
    return registry.fit(await requireKnownGeneration(config.database)).all();
  };
  const resources = await fitted();
  if (!wanted || areHomed(resources)) return resources;
  const there = await onDatabase(config, (database) => contentOf(database, resources));
  if (there !== undefined)
    throw new Error(
      `The map (${there}) has no homes, and what comes has some: it takes an empty database. Nothing was changed.`,
    );
  await makeHomesOn(config, () => undefined, false);
  return fitted();
}

/** Objects and roles belong to perimeters in the map that these resources describe. */
export const areHomed = (resources: readonly ResourceModel[]): boolean =>
  resources.some((resource) => resource.path === 'roles' && homeOf(resource));

/** The switch of homes, as it was where the map comes from; and the perimeter of everything that names none is there. */
export async function settleHomes(tx: Transaction, database: Database, enabled: boolean): Promise<void> {
  await tx.run('DELETE FROM own_settings WHERE name = ?', [PERIMETERS_ON]);
  if (enabled) await tx.run('INSERT INTO own_settings (name, value) VALUES (?, ?)', [PERIMETERS_ON, '1']);
  const rows = await tx.all('SELECT 1 AS n FROM own_perimeters WHERE id = ?', [FIRST]);
  if (rows.length) return;
  const now = database.clock.toStored(Date.now());
  const columns = 'INSERT INTO own_perimeters (id, name, created_at, updated_at) VALUES (?, ?, ?, ?)';
  await tx.run(columns, [FIRST, 'Default', now, now]);
}
