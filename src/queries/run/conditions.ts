/** The filters of a query as SQL: names come from the registry, what the query says is bound. */
import { quote, type Condition, type Dialect } from '../../database/dialect.js';
import { conditionOf, hasRelated, OPERATORS, type AccessScope, type RelationPath } from '../../engine/index.js';
import type { CheckedColumnTest, CheckedCount, CheckedFilter, CheckedTest } from '../check/checked.js';
import type { Model, ModelRelation } from '../check/model-map.js';
import { isText } from '../check/literals.js';
import type { Comparison } from '../language/tree.js';

const ALWAYS: Condition = { sql: 'true', params: [] };

const joined = (conditions: readonly Condition[], word: 'AND' | 'OR'): Condition =>
  conditions.length === 1
    ? conditions[0]!
    : { sql: conditions.map(({ sql }) => sql).join(` ${word} `), params: conditions.flatMap(({ params }) => params) };

const negated = ({ sql, params }: Condition): Condition => ({ sql: `NOT (${sql})`, params });

const untrue = ({ sql, params }: Condition): Condition => ({ sql: `(${sql}) IS NOT TRUE`, params });

/** Aliases of rows, from within outwards. */
type Aliases = readonly [string, ...string[]];

type Way = Pick<RelationPath, 'from' | 'params' | 'key'>;

const HOLDS: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const OPPOSITE: Readonly<Record<Comparison, Comparison>> = {
  ...{ '=': '!=', '!=': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' },
};

const ofLists = (suffix: string): (typeof OPERATORS)[number] => OPERATORS.find((one) => one.suffix === suffix)!;

/** What means the same in filters of lists. */
const OF_LISTS = {
  ...{ '=': ofLists('_in'), '!=': ofLists('_not'), in: ofLists('_in'), 'not in': ofLists('_not_in') },
  ...{ '<': ofLists('_lt'), '<=': ofLists('_lte'), '>': ofLists('_gt'), '>=': ofLists('_gte') },
};

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

  /**
   * All of `parts`, joined as they say: AND before OR, as in SQL; NOT holds wherever its part does not, be it false or unknown.
   * @param aliases the rows that columns may be of: that which the parts are about, then those around it
   */
  all(parts: readonly CheckedFilter[], ...aliases: Aliases): Condition {
    const chains: Condition[][] = [[]];
    parts.forEach((part, i) => {
      if (part.join === 'or' && i > 0) chains.push([]);
      const condition = this.one(part, aliases);
      chains.at(-1)!.push(part.join !== 'not' ? condition : isDecided(part) ? negated(condition) : untrue(condition));
    });
    if (!parts.length) return ALWAYS;
    const anyOf = joined(
      chains.map((chain) => joined(chain, 'AND')),
      'OR',
    );
    return { sql: `(${anyOf.sql})`, params: anyOf.params };
  }

  private one(part: CheckedFilter, aliases: Aliases): Condition {
    const [alias] = aliases;
    switch (part.kind) {
      case 'group':
        return this.all(part.parts, ...aliases);
      case 'test':
        return this.over(part.steps, alias, (there) => this.test(part, `${there}.${quote(part.field.name)}`));
      case 'columns': {
        const other = `${aliases[part.outer]!}.${quote(part.other.name)}`;
        const test = (there: string): Condition => this.columns(part, `${there}.${quote(part.field.name)}`, other);
        return this.over(part.steps, alias, test, true);
      }
      case 'count':
        return this.count(part, aliases);
      case 'exists': {
        const inner = (there: string): Condition => this.all(part.parts, there, ...aliases);
        const exists = this.related(part.relation, alias, inner, looksOut(part.parts));
        return part.negated ? negated(exists) : exists;
      }
    }
  }

  /** Some object over all of these relations satisfies the test. */
  private over(
    [next, ...rest]: readonly ModelRelation[],
    alias: string,
    test: (alias: string) => Condition,
    outwards = false,
  ): Condition {
    if (!next) return test(alias);
    return this.related(next, alias, (there) => this.over(rest, there, test, outwards), outwards);
  }

  /** Some object over a relation satisfies a condition. `outwards`: which depends on the row outside. */
  private related(
    relation: ModelRelation,
    alias: string,
    condition: (alias: string) => Condition,
    outwards: boolean,
  ): Condition {
    const { path, own, there } = this.way(relation, alias);
    const conditions = [this.visible(relation.target, there), condition(there)];
    return hasRelated(path, own, conditions, outwards ? { ...this.dialect, apart: false } : this.dialect);
  }

  /**
   * So many objects over a relation satisfy the parts. They are counted for all rows at once, unless that depends on the row
   * outside; rows of which none is counted are those that are left out.
   */
  private count({ relation, parts, operator, value }: CheckedCount, aliases: Aliases): Condition {
    const { path, own, there } = this.way(relation, aliases[0]);
    const { target } = relation;
    const wanted = [this.visible(target, there), this.all(parts, there, ...aliases)];
    const bound = [...path.params, ...wanted.flatMap(({ params }) => params), value];
    // Pairs may be there twice.
    const number = target.resource ? `COUNT(DISTINCT ${there}.\`id\`)` : 'COUNT(*)';
    const where = (key: string): string =>
      `FROM ${path.from} WHERE ${[key, ...wanted.map(({ sql }) => sql)].join(' AND ')}`;
    if (looksOut(parts))
      return { sql: `(SELECT ${number} ${where(`${path.key} = ${own}`)}) ${operator} ?`, params: bound };
    const isForNone = HOLDS[operator](0, value);
    const counted = isForNone ? OPPOSITE[operator] : operator;
    const groups = `SELECT ${path.key} ${where(`${path.key} IS NOT NULL`)} GROUP BY ${path.key} HAVING ${number} ${counted} ?`;
    const found = { sql: `(${own} IS NOT NULL AND ${own} IN (${groups}))`, params: bound };
    return isForNone ? negated(found) : found;
  }

  /** The rows over a relation under an alias of their own, and the key by which they belong to the row under `alias`. */
  private way(relation: ModelRelation, alias: string): { path: Way; own: string; there: string } {
    const { via, target } = relation;
    const number = ++this.aliases;
    const there = `t${number}`;
    const { sql, params } = tableOf(target, this.access);
    const table = `${sql} ${there}`;
    if (via.kind === 'ref')
      return {
        path: { from: table, params, key: `${there}.\`id\`` },
        ...{ own: `${alias}.${quote(via.column.name)}`, there },
      };
    const pairs = `p${number}`;
    const path =
      via.kind === 'foreign'
        ? { from: table, params, key: `${there}.${quote(via.column)}` }
        : {
            from: `${table} JOIN ${via.pairs} ${pairs} ON ${pairs}.${quote(via.other)} = ${there}.\`id\``,
            params,
            key: `${pairs}.${quote(via.own)}`,
          };
    return { path, own: `${alias}.\`id\``, there };
  }

  private test({ field, operator, values }: CheckedTest, column: string): Condition {
    if (!values.length) return { sql: `${column} IS ${operator === '=' ? '' : 'NOT '}NULL`, params: [] };
    const [first] = values;
    switch (operator) {
      case 'is':
        return { sql: `${column} IS ${first!.from ? 'TRUE' : 'FALSE'}`, params: [] };
      case 'is not':
        return { sql: `${column} IS NOT ${first!.from ? 'TRUE' : 'FALSE'}`, params: [] };
      case 'like':
        return this.like(isText(field), column, String(first!.from));
      case 'not like':
        return negated(this.like(isText(field), column, String(first!.from)));
      default:
        return OF_LISTS[operator].condition({ field, sql: column, dialect: this.dialect }, values);
    }
  }

  private columns({ field, operator }: CheckedColumnTest, column: string, other: string): Condition {
    if (operator === '=' || operator === '!=') {
      // The other column stands where a bound text would.
      const same = isText(field) ? this.dialect.sameText(column).replace('?', other) : `${column} = ${other}`;
      // Bare, MariaDB joins it with the key of the relation to a row, and refuses that where the key is read by who sees it.
      const apart = { sql: `COALESCE(${same}, NULL)`, params: [] };
      return operator === '=' ? apart : negated(apart);
    }
    if (!isText(field)) return { sql: `${column} ${operator} ${other}`, params: [] };
    const { ordered } = this.dialect;
    return { sql: `${ordered(column)} ${operator} ${ordered(other)}`, params: [] };
  }

  private like(text: boolean, column: string, pattern: string): Condition {
    return this.dialect.matches(text ? column : `CAST(${column} AS CHAR)`, pattern, 'like');
  }
}

/** Some column test within is of an object further out than those that the parts are about. */
function looksOut(parts: readonly CheckedFilter[], depth = 0): boolean {
  return parts.some((part) => {
    if (part.kind === 'columns') return part.outer > depth;
    if (part.kind === 'test') return false;
    return looksOut(part.parts, part.kind === 'group' ? depth : depth + 1);
  });
}

/** It is true or false, and never unknown, whatever is stored. */
function isDecided(part: CheckedFilter): boolean {
  if (part.kind === 'group') return part.parts.every(isDecided);
  if (part.kind === 'exists' || part.kind === 'count' || part.steps.length) return true;
  return part.kind === 'test' && (!part.values.length || part.operator.startsWith('is'));
}
