/** The statements of a query: one for its own objects, one for each level below. */
import type { Statement } from '../../database/database.js';
import { quote, type Dialect } from '../../database/dialect.js';
import type { AccessScope } from '../../engine/index.js';
import type { CheckedQuery } from '../check/checked.js';
import { Conditions, tableOf } from './conditions.js';
import { nameOf, type Level, type Root } from './level.js';

/** The columns of a level; small rows have no id. */
const columns = ({ model, columns: fields }: Root, alias: string): string[] => [
  ...(model.resource ? [`${alias}.\`id\` AS id`] : []),
  ...[...fields].map((field) => `${alias}.${quote(field.name)} AS ${nameOf(field)}`),
];

export class Statements {
  constructor(
    private readonly dialect: Dialect,
    private readonly access: AccessScope,
  ) {}

  /** The query's own objects by id: one more than its limit, which tells whether there are more. */
  root(root: Root, { model, filters, limit }: CheckedQuery): Statement {
    const conditions = new Conditions(this.dialect, this.access);
    const [visible, wanted] = [conditions.visible(model, 'r'), conditions.all(filters, 'r')];
    const table = tableOf(model, this.access);
    const sql =
      `SELECT ${columns(root, 'r').join(', ')} FROM ${table.sql} r ` +
      `WHERE ${visible.sql} AND ${wanted.sql} ORDER BY r.\`id\` LIMIT ?`;
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
        ? `${quote(via.table)} p ${this.dialect.thenJoin} ${table.sql} t ON t.\`id\` = p.${quote(via.other)}`
        : `${table.sql} t`;
    const sql =
      `SELECT ${[`${own} AS own`, ...columns(level, 't')].join(', ')} FROM ${from} ` +
      `WHERE ${this.dialect.isIn(own)} AND ${visible.sql} LIMIT ${most}`;
    return [sql, [...table.params, keys, ...visible.params]];
  }
}
