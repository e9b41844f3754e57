/** What a perimeter holds, before anybody is kept to it: how many of each kind, which, and why (identity 9). */
import type { Caller } from '../../core/http/caller.js';
import type { ListSource, Row } from '../../database/database.js';
import { quote, type Condition } from '../../database/dialect.js';
import { LongRead, requesterOf } from '../../database/long-read.js';
import type { Statement } from '../../database/statement.js';
import { united } from '../../database/united.js';
import {
  allOf,
  timed,
  withinTime,
  type AccessScope,
  type Plans,
  type ResourceModel,
  type RowFilter,
} from '../../engine/index.js';
import { definitionOf, type Definition, type Root, type Rule } from './definition.js';
import { DOCUMENTS, OPEN } from './containment.js';
import { Inside } from './inside.js';

/** Objects of one kind that are shown. */
const SHOWN = 100;

/** How many objects of a kind lie in a perimeter, and the first of them. */
export interface Preview {
  resource: string;
  count: number;
  objects?: Array<{ id: number; name: string | null }>;
}

/** Why an object lies in a perimeter: roots and rules by their place in its lists. */
export interface Reasons {
  inside: boolean;
  roots: Array<Root & { root: number }>;
  rules: Array<Rule & { rule: number }>;
}

export class PerimeterPreview {
  private readonly inside: Inside;
  private readonly scope: AccessScope;
  private readonly source: ListSource;

  /**
   * What rules, roots and ends find is told as far as the caller could find it: what they ask of a hidden object has no answer, and
   * a reference to one reads as null. `signal`: aborted when nobody waits for it any more.
   */
  constructor(
    private readonly plans: Plans,
    private readonly caller: Caller,
    signal?: AbortSignal,
  ) {
    this.scope = plans.access.of(caller);
    const read = new LongRead(requesterOf(caller, signal), plans.limits.listTimeLimit);
    // What somebody is told who has many roots of their own takes seconds, and long statements: nobody else waits for it.
    read.apart = this.scope.restricted;
    this.source = plans.database.readingFor(read);
    this.inside = new Inside(plans, this.scope);
  }

  /**
   * Kinds of which something lies in a perimeter, as far as the caller may list them; with a path that one, and its objects. Throws
   * 422 where it takes too long.
   */
  preview(row: Row, path?: string): Promise<Preview[]> {
    return withinTime(() => this.counted(row, path), 'resource');
  }

  /** Which roots and rules hold an object; it need not be there. Throws 422 where it takes too long. */
  reasons(row: Row, resource: ResourceModel, id: number): Promise<Reasons> {
    return withinTime(() => this.holding(row, resource, id), 'id');
  }

  private async counted(row: Row, path?: string): Promise<Preview[]> {
    const { registry } = this.plans;
    const definition = [await this.inside.visible(defined(row))];
    const listed = await this.plans.access.listed(
      this.caller,
      registry.all().filter((resource) => holds(resource) && (path === undefined || resource.path === path)),
    );
    const parts = listed.flatMap(({ resource, rows }) => {
      const within = rows === 'none' ? undefined : this.inside.filter(resource, definition);
      return within ? [{ resource, filter: allOf([within, rows === 'all' ? undefined : (rows as RowFilter)])! }] : [];
    });
    if (!parts.length) return [];
    const statements = parts.map(({ resource, filter }, i): Statement => {
      const { sql, params } = this.within(resource, filter);
      return [`SELECT ${i} AS part, COUNT(*) AS count FROM ${sql}`, params];
    });
    const found = (await united(this.source, statements))
      .map(({ part, count }) => ({ ...parts[Number(part)]!, count: Number(count) }))
      .filter(({ count }) => count > 0 || path !== undefined);
    if (path === undefined) return found.map(({ resource, count }) => ({ resource: resource.path, count }));
    return Promise.all(
      found.map(async ({ resource, filter, count }) => ({
        ...{ resource: resource.path, count },
        objects: await this.first(resource, filter),
      })),
    );
  }

  private async holding(row: Row, resource: ResourceModel, id: number): Promise<Reasons> {
    const whole = await this.inside.visible(defined(row));
    const none: Definition = { ...whole, roots: [], rules: [], rank: 0, withoutHome: true };
    const isInside = (await united(this.source, this.finding('1 AS one', resource, id, whole))).length > 0;
    if (!isInside) return { inside: false, roots: [], rules: [] };
    const { rank } = whole;
    const byRoots = this.finding('1', resource, id, { ...none, rank, oneRoot: true }).map(
      ([sql, params]): Statement => [
        // One statement, however many roots there are: what it asks about each of them is long.
        'SELECT 1 AS is_root, asked.`root` AS place FROM ' +
          `(SELECT DISTINCT \`root\` FROM \`own_perimeter_places\` WHERE \`perimeter_id\` = ?) asked WHERE EXISTS (${sql})`,
        [whole.id, ...params],
      ],
    );
    const byRules = whole.rules.flatMap((rule, i) =>
      this.finding(`0 AS is_root, ${i} AS place`, resource, id, { ...none, rules: [rule] }),
    );
    const found = await united(this.source, [...byRoots, ...byRules]);
    const places = (isRoot: number): Set<number> =>
      new Set(found.filter((one) => Number(one['is_root']) === isRoot).map(({ place }) => Number(place)));
    const [rules, roots] = [places(0), places(1)];
    return {
      inside: true,
      roots: whole.roots.map((root, i) => ({ root: i, ...root })).filter(({ root }) => roots.has(root)),
      rules: whole.rules.map((rule, i) => ({ rule: i, ...rule })).filter(({ rule }) => rules.has(rule)),
    };
  }

  /** What is selected of an object where it lies in a perimeter, as a statement; none where it cannot. */
  private finding(selected: string, resource: ResourceModel, id: number, perimeter: Definition): Statement[] {
    const filter = new Inside(this.plans, this.scope, true).filter(resource, [perimeter])?.('t');
    if (!filter) return [];
    const table = this.scope.table(resource);
    return [
      [
        `SELECT ${selected} FROM ${table.sql} t WHERE t.\`id\` = ? AND (${filter.sql})`,
        [...table.params, id, ...filter.params],
      ],
    ];
  }

  private async first(resource: ResourceModel, filter: RowFilter) {
    const { sql, params } = this.within(resource, filter);
    const name = resource.label ? `t.${quote(resource.label)}` : 'NULL';
    const statement = `SELECT t.\`id\`, ${name} AS name FROM ${sql} ORDER BY t.\`id\` LIMIT ${SHOWN}`;
    const rows = await this.source.all(statement, params);
    return rows.map((row) => ({ id: Number(row['id']), name: row['name'] as string | null }));
  }

  /** The live objects of a type that a filter lets through, as what stands behind `FROM`. */
  private within(resource: ResourceModel, filter: RowFilter): Condition {
    const { dialect } = this.source;
    const [{ sql, params }, table] = [filter('t'), this.scope.table(resource)];
    const live = resource.softDelete ? ` AND ${dialect.isLive('t')}` : '';
    return {
      sql: `${table.sql} t WHERE ${timed(dialect, 't', sql)}${live}`,
      params: [...table.params, ...params],
    };
  }
}

/** Kinds of which something can lie in a perimeter. */
export const holds = ({ path, readOnly }: ResourceModel): boolean =>
  !OPEN.has(path) && (path === DOCUMENTS || !readOnly);

const defined = (row: Row): Definition =>
  definitionOf(row['id'] as number, { roots: textOf(row['roots']), rules: textOf(row['rules']) });

/** As it is stored; single reads answer what the text says. */
const textOf = (value: unknown): string | null =>
  value === null || typeof value === 'string' ? (value as string | null) : JSON.stringify(value);
