/** The statements of a query: one for its own objects, one for each level below. */
import type { Statement } from '../../database/database.js';
import { quote, type Dialect } from '../../database/dialect.js';
import { Order, readSort, type AccessScope, type Field } from '../../engine/index.js';
import type { CheckedFilter, CheckedQuery } from '../check/checked.js';
import type { Model } from '../check/model-map.js';
import { Conditions, tableOf } from './conditions.js';
import { nameOf, type Level, type Root } from './level.js';

/** The columns of a level; small rows have no id. */
const columns = ({ model, columns: fields }: Root, alias: string): string[] => [
  ...(model.resource ? [`${alias}.\`id\` AS id`] : []),
  ...[...fields].map((field) => `${alias}.${quote(field.name)} AS ${nameOf(field)}`),
];

/** As lists are ordered: then by id. */
function orderBy({ fields }: Model, order: readonly string[], dialect: Dialect): string {
  const id = fields.find(({ kind }) => kind === 'id')!;
  return new Order(readSort([...order], fields), id, dialect).sql('r');
}

/** The filters ask of nothing but the column that names the live objects of a type, which stands in an index over them. */
const isByLabel = ({ softDelete, label }: Model, filters: readonly CheckedFilter[]): boolean =>
  softDelete && filters.length > 0 && label !== undefined && filters.every((filter) => isOn(label, filter));

const isOn = (column: Field, filter: CheckedFilter): boolean =>
  filter.kind === 'test'
    ? !filter.steps.length && filter.field === column
    : filter.kind === 'group' && filter.parts.every((part) => isOn(column, part));

export class Statements {
  constructor(
    private readonly dialect: Dialect,
    private readonly access: AccessScope,
  ) {}

  /** The query's own objects in its order: one more than its limit, to see whether there are more. */
  root(root: Root, { model, filters, order, limit }: CheckedQuery): Statement {
    const conditions = new Conditions(this.dialect, this.access);
    const table = tableOf(model, this.access);
    if (
      !order.length &&
      this.dialect.comparedInIndex &&
      isByLabel(model, filters) &&
      table.sql === quote(model.table)
    ) {
      // An index holds all that is asked of: ids are found in it, and then their rows, so that no others are read.
      const [visible, wanted] = [conditions.visible(model, 'f', true), conditions.all(filters, 'f')];
      const found = `SELECT f.\`id\` FROM ${table.sql} f WHERE ${visible.sql} AND ${wanted.sql} ORDER BY f.\`id\` LIMIT ?`;
      const join = `${this.dialect.thenJoin} ${table.sql} r ON r.\`id\` = k.\`id\``;
      const sql = `SELECT ${columns(root, 'r').join(', ')} FROM (${found}) k ${join} ORDER BY k.\`id\``;
      return [sql, [...visible.params, ...wanted.params, limit + 1]];
    }
    const [visible, wanted] = [conditions.visible(model, 'r'), conditions.all(filters, 'r')];
    const sql =
      `SELECT ${columns(root, 'r').join(', ')} FROM ${table.sql} r ` +
      `WHERE ${visible.sql} AND ${wanted.sql} ${orderBy(model, order, this.dialect)} LIMIT ?`;
    return [sql, [...table.params, ...visible.params, ...wanted.params, limit + 1]];
  }

  /** The rows of a level under a list of keys of the level above, `most` at most; each has its key as `own`. */
  level(level: Level, keys: readonly (string | number)[], most: number): Statement {
    const { via, target } = level.relation;
    const visible = new Conditions(this.dialect, this.access).visible(target, 't');
    const own = via.kind === 'pivot' ? `p.${quote(via.own)}` : via.kind === 'ref' ? 't.`id`' : `t.${quote(via.column)}`;
    const table = tableOf(target, this.access);
    const from =
      via.kind === 'pivot'
        ? `${via.pairs} p ${this.dialect.thenJoin} ${table.sql} t ON t.\`id\` = p.${quote(via.other)}`
        : `${table.sql} t`;
    const sql =
      `SELECT ${[`${own} AS own`, ...columns(level, 't')].join(', ')} FROM ${from} ` +
      `WHERE ${this.dialect.isIn(own)} AND ${visible.sql} LIMIT ${most}`;
    return [sql, [...table.params, keys, ...visible.params]];
  }
}
