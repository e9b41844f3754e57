/** Reads the objects of a resource as rows of a file, batch by batch. */
import type { Scope } from '../core/http/caller.js';
import type { Param, Row, Scalar } from '../database/database.js';
import { quote } from '../database/dialect.js';
import type { Plans, ResourceModel } from '../engine/index.js';
import type { Cell } from '../files/table.js';
import { fieldCell, linkCell } from './cells.js';
import { columnsOf, type FileColumn } from './columns.js';

/** Objects in batches of this many: one statement for their rows, one for all their links. */
const BATCH = 500;

/** The objects of one resource. */
export class Objects {
  readonly columns: FileColumn[];
  private readonly select: string;
  private readonly links;

  constructor(
    private readonly plans: Plans,
    private readonly resource: ResourceModel,
  ) {
    this.columns = columnsOf(resource);
    this.links = this.columns.flatMap(({ link }) => link ?? []);
    const names = this.columns.flatMap(({ field }) => (field ? [quote(field.name)] : []));
    const live = resource.softDelete ? '`deleted_at` IS NULL' : 'true';
    this.select = `SELECT ${names.join(', ')} FROM ${quote(resource.table)} WHERE ${live}`;
  }

  /**
   * The cells of all live objects, or of those in scope, in the order of their ids. No statement stays open between two
   * batches: a client that reads slowly holds up nobody.
   */
  async *all(scope?: Scope): AsyncIterable<Cell[][]> {
    const { database } = this.plans;
    const sql = `${this.select}${scope ? ` AND ${scope.sql}` : ''} AND \`id\` > ? ORDER BY \`id\` LIMIT ${BATCH}`;
    for (let after = 0, more = true; more;) {
      const rows = await database.all(sql, [...((scope?.params ?? []) as Param[]), after]);
      more = rows.length === BATCH;
      if (!rows.length) return;
      after = rows.at(-1)!['id'] as number;
      yield await this.cells(rows);
    }
  }

  /** The cells of these objects, by id; those that are not live are left out. */
  async some(ids: readonly number[]): Promise<Map<number, Cell[]>> {
    const { database } = this.plans;
    const rows = await database.all(`${this.select} AND ${database.dialect.isIn('`id`')}`, [[...ids]]);
    const cells = await this.cells(rows);
    return new Map(rows.map((row, i) => [row['id'] as number, cells[i]!]));
  }

  private async cells(rows: readonly Row[]): Promise<Cell[][]> {
    // MariaDB takes no empty list.
    if (!rows.length) return [];
    const { database } = this.plans;
    const plan = this.plans.of(this.resource.path);
    const ids = rows.map((row) => row['id'] as number);
    const found = this.links.length
      ? await database.all(plan.linkRowsOf(this.links), Array<Param>(this.links.length).fill(ids))
      : [];
    const sets = plan.sets(this.links, found, ids);
    return rows.map((row, i) =>
      this.columns.map(({ field, link }) =>
        field
          ? fieldCell(row[field.name] as Scalar, field, database.clock)
          : linkCell(sets.get(ids[i]!)!.get(link)! as number[]),
      ),
    );
  }
}
