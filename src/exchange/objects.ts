/** Reads the objects of a resource as rows of a file, batch by batch. */
import type { Row, Scalar } from '../database/database.js';
import { quote, type Condition } from '../database/dialect.js';
import { conditionOf, type AccessScope, type Plans, type ResourceModel } from '../engine/index.js';
import type { Cell } from '../files/table.js';
import { fieldCell, linkCell } from './cells.js';
import { columnsOf, type FileColumn } from './columns.js';

/** Objects in batches of this many: one statement for their rows, one for all their links. */
const BATCH = 500;

/** The objects of one resource. */
export class Objects {
  readonly columns: FileColumn[];
  /** What the objects are read from. */
  private readonly table: Condition;
  private readonly select: string;
  private readonly links;

  constructor(
    private readonly plans: Plans,
    private readonly resource: ResourceModel,
    private readonly access: AccessScope,
  ) {
    this.columns = columnsOf(resource);
    this.links = this.columns.flatMap(({ link }) => link ?? []);
    const names = this.columns.flatMap(({ field }) => (field ? [quote(field.name)] : []));
    const live = resource.softDelete ? '`deleted_at` IS NULL' : 'true';
    this.table = access.table(resource);
    this.select = `SELECT ${names.join(', ')} FROM ${this.table.sql} t WHERE ${live}`;
  }

  /**
   * The cells of all live objects that the caller may list, in the order of their ids. No statement stays open between two
   * batches: a client that reads slowly holds up nobody.
   */
  async *all(): AsyncIterable<Cell[][]> {
    const { database } = this.plans;
    const { sql: seen, params } = conditionOf(this.access.rows(this.resource), 't') ?? { sql: 'true', params: [] };
    const sql = `${this.select} AND ${seen} AND \`id\` > ? ORDER BY \`id\` LIMIT ${BATCH}`;
    for (let after = 0, more = true; more;) {
      const rows = await database.all(sql, [...this.table.params, ...params, after]);
      more = rows.length === BATCH;
      if (!rows.length) return;
      after = rows.at(-1)!['id'] as number;
      yield await this.cells(rows);
    }
  }

  /** The cells of those of these objects that are live and that the caller may list, in the order of the ids. */
  async *chosen(ids: readonly number[]): AsyncIterable<Cell[][]> {
    const { database } = this.plans;
    const { sql: seen, params } = conditionOf(this.access.rows(this.resource), 't') ?? { sql: 'true', params: [] };
    const sql = `${this.select} AND ${seen} AND ${database.dialect.isIn('`id`')}`;
    for (let at = 0; at < ids.length; at += BATCH) {
      const lot = ids.slice(at, at + BATCH);
      const found = await database.all(sql, [...this.table.params, ...params, [...lot]]);
      const byId = new Map(found.map((row) => [row['id'] as number, row]));
      yield await this.cells(lot.map((id) => byId.get(id)).filter((row) => row !== undefined));
    }
  }

  /** The cells of these objects, by id; those that are not live, or not there for the caller, are left out. */
  async some(ids: readonly number[]): Promise<Map<number, Cell[]>> {
    const { database } = this.plans;
    const seen = this.access.within(this.resource, 'edit')?.('t');
    const sql = `${this.select} AND ${database.dialect.isIn('`id`')}${seen ? ` AND ${seen.sql}` : ''}`;
    const rows = await database.all(sql, [...this.table.params, [...ids], ...(seen?.params ?? [])]);
    const cells = await this.cells(rows);
    return new Map(rows.map((row, i) => [row['id'] as number, cells[i]!]));
  }

  private async cells(rows: readonly Row[]): Promise<Cell[][]> {
    // MariaDB takes no empty list.
    if (!rows.length) return [];
    const { database } = this.plans;
    const plan = this.plans.of(this.resource.path);
    const ids = rows.map((row) => row['id'] as number);
    const found = this.links.length ? await database.all(...plan.linkRows(this.links, ids, this.access)) : [];
    const sets = plan.sets(this.links, found, ids);
    return rows.map((row, i) =>
      this.columns.map(({ field, link }) =>
        field
          ? fieldCell(row[field.name] as Scalar, field, database.clock)
          : linkCell(link, sets.get(ids[i]!)!.get(link)!),
      ),
    );
  }
}
