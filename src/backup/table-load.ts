/** Puts the rows of a table back, and the claims of their names. */
import type { Database, Scalar, Transaction } from '../database/database.js';
import { nameKey } from '../core/text/name-key.js';
import type { ResourceModel } from '../engine/index.js';
import { fromFile } from './moments.js';
import type { KeptTable } from './tables.js';

/** A column whose values are unique among live rows, or among all. */
interface UniqueColumn {
  scope: string;
  at: number;
  /** Rows that are deleted keep the name. */
  kept: boolean;
}

export class TableLoad {
  private readonly sql: string;
  private readonly claim: string;
  private readonly translations: Array<[at: number, translate: (value: Scalar) => Scalar]>;
  private readonly unique: UniqueColumn[];
  private readonly places: { id: number; deleted: number };

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
    this.places = { id: columns.indexOf('id'), deleted: columns.indexOf('deleted_at') };
  }

  /** Inserts rows, and tells how many. */
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
    return this.unique.flatMap(({ scope, at, kept }) => {
      const name = row[at];
      return typeof name === 'string' && (live || kept) ? [[scope, nameKey(name), row[this.places.id]!]] : [];
    });
  }
}

/** As `resource/write/names.ts` has it: a plain unique index binds deleted rows too. */
function uniqueColumns(resource: ResourceModel | undefined, columns: readonly string[]): UniqueColumn[] {
  return (resource?.fields ?? [])
    .filter(({ rules, name }) => rules.uniqueLive && columns.includes(name))
    .map(({ name }) => ({
      scope: `${resource!.table}.${name}`,
      at: columns.indexOf(name),
      kept: resource!.uniqueIndexes.some((index) => index.columns.length === 1 && index.columns[0] === name),
    }));
}
