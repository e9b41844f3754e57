/** The filters of a query as SQL: names come from the registry, what the query says is bound. */
import type { Param } from '../../database/database.js';
import { quote, type Condition, type Dialect } from '../../database/dialect.js';
import { conditionOf, hasRelated, type AccessScope } from '../../engine/index.js';
import type { CheckedFilter, CheckedTest } from '../check/checked.js';
import type { Model, ModelRelation } from '../check/model-map.js';
import { isText } from '../check/literals.js';

const ALWAYS: Condition = { sql: 'true', params: [] };

const joined = (conditions: readonly Condition[], word: 'AND' | 'OR'): Condition =>
  conditions.length === 1
    ? conditions[0]!
    : { sql: conditions.map(({ sql }) => sql).join(` ${word} `), params: conditions.flatMap(({ params }) => params) };

const negated = ({ sql, params }: Condition): Condition => ({ sql: `NOT (${sql})`, params });

/** What the rows of a model are read from, as the caller sees them; small rows belong to their object. */
export const tableOf = ({ resource, table, rows }: Model, access: AccessScope): Condition =>
  resource ? access.table(resource) : { sql: rows ?? quote(table), params: [] };

/** Writes the conditions of one query. */
export class Conditions {
  private aliases = 0;

  constructor(
    private readonly dialect: Dialect,
    private readonly access: AccessScope,
  ) {}

  /**
   * The row under `alias` is live, and the caller may see it; the time that a query may take is looked at with each row.
   * `byIndex`: an index over live rows is to find them.
   */
  visible(model: Model, alias: string, byIndex = false): Condition {
    const live = byIndex ? `${alias}.\`deleted_at\` IS NULL` : this.dialect.isLive(alias);
    const conditions: Condition[] = model.softDelete ? [{ sql: live, params: [] }] : [];
    // Small rows have no id; there are few of them.
    const inTime = model.resource && this.dialect.inTime(`${alias}.\`id\``);
    if (inTime) conditions.push({ sql: inTime, params: [] });
    const seen = model.resource && conditionOf(this.access.rows(model.resource), alias);
    if (seen) conditions.push(seen);
    return conditions.length ? joined(conditions, 'AND') : ALWAYS;
  }

  /** All of `parts`, joined as they say: AND before OR, as in SQL. */
  all(parts: readonly CheckedFilter[], alias: string): Condition {
    const chains: Condition[][] = [[]];
    parts.forEach((part, i) => {
      if (part.join === 'or' && i > 0) chains.push([]);
      const condition = this.one(part, alias);
      chains.at(-1)!.push(part.join === 'not' ? negated(condition) : condition);
    });
    if (!parts.length) return ALWAYS;
    const anyOf = joined(
      chains.map((chain) => joined(chain, 'AND')),
      'OR',
    );
    return { sql: `(${anyOf.sql})`, params: anyOf.params };
  }

  private one(part: CheckedFilter, alias: string): Condition {
    if (part.kind === 'group') return this.all(part.parts, alias);
    if (part.kind === 'test') return this.over(part.steps, part, alias);
    const exists = this.related(part.relation, alias, (there) => this.all(part.parts, there));
    return part.negated ? negated(exists) : exists;
  }

  /** Some object over all of these relations satisfies the test. */
  private over([next, ...rest]: readonly ModelRelation[], test: CheckedTest, alias: string): Condition {
    if (!next) return this.test(test, `${alias}.${quote(test.field.name)}`);
    return this.related(next, alias, (there) => this.over(rest, test, there));
  }

  /** Some object over a relation satisfies a condition. */
  private related(relation: ModelRelation, alias: string, condition: (alias: string) => Condition): Condition {
    const { via, target } = relation;
    const number = ++this.aliases;
    const there = `t${number}`;
    const conditions = [this.visible(target, there), condition(there)];
    const { sql, params } = tableOf(target, this.access);
    const table = `${sql} ${there}`;
    if (via.kind === 'ref') {
      const path = { from: table, params, key: `${there}.\`id\`` };
      return hasRelated(path, `${alias}.${quote(via.column.name)}`, conditions, this.dialect);
    }
    const pairs = `p${number}`;
    const path =
      via.kind === 'foreign'
        ? { from: table, params, key: `${there}.${quote(via.column)}` }
        : {
            from: `${table} JOIN ${quote(via.table)} ${pairs} ON ${pairs}.${quote(via.other)} = ${there}.\`id\``,
            params,
            key: `${pairs}.${quote(via.own)}`,
          };
    return hasRelated(path, `${alias}.\`id\``, conditions, this.dialect);
  }

  private test({ field, operator, value }: CheckedTest, column: string): Condition {
    if (value === null) return { sql: `${column} IS ${operator === '=' ? '' : 'NOT '}NULL`, params: [] };
    const { dialect } = this;
    const params: Param[] = [value];
    switch (operator) {
      case '=':
        return { sql: isText(field) ? dialect.sameText(column) : `${column} = ?`, params };
      case '!=':
        return negated({ sql: isText(field) ? dialect.sameText(column) : `${column} = ?`, params });
      case 'in':
        return { sql: isText(field) ? dialect.textIsIn(column) : dialect.isIn(column), params };
      case 'not in':
        return negated({ sql: isText(field) ? dialect.textIsIn(column) : dialect.isIn(column), params });
      case 'like':
        return this.like(isText(field), column, String(value));
      case 'not like':
        return negated(this.like(isText(field), column, String(value)));
      default:
        return isText(field)
          ? { sql: `${dialect.ordered(column)} ${operator} ${dialect.ordered('?')}`, params }
          : { sql: `${column} ${operator} ?`, params };
    }
  }

  private like(text: boolean, column: string, pattern: string): Condition {
    return this.dialect.matches(text ? column : `CAST(${column} AS CHAR)`, pattern, 'like');
  }
}
