/** What a perimeter holds, before anybody is kept to it: how many of each kind, which, and why (identity 9). */
import type { Caller } from '../../core/http/caller.js';
import type { Row } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Statement } from '../../database/statement.js';
import { united } from '../../database/united.js';
import { allOf, type AccessScope, type Plans, type ResourceModel, type RowFilter } from '../../engine/index.js';
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

  /**
   * What rules, roots and ends find is told as far as the caller could find it: what they ask of a hidden object has no answer, and
   * a reference to one reads as null.
   */
  constructor(
    private readonly plans: Plans,
    private readonly caller: Caller,
  ) {
    this.scope = plans.access.of(caller);
    this.inside = new Inside(plans, this.scope);
  }

  /** Kinds of which something lies in a perimeter, as far as the caller may list them; with a path that one, and its objects. */
  async preview(row: Row, path?: string): Promise<Preview[]> {
    const { registry, database } = this.plans;
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
      const [{ sql, params }, table] = [filter('t'), this.scope.table(resource)];
      const live = resource.softDelete ? ` AND ${database.dialect.isLive('t')}` : '';
      return [
        `SELECT ${i} AS part, COUNT(*) AS count FROM ${table.sql} t WHERE (${sql})${live}`,
        [...table.params, ...params],
      ];
    });
    const found = (await united(database, statements))
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

  /** Which roots and rules hold an object; it need not be there. */
  async reasons(row: Row, resource: ResourceModel, id: number): Promise<Reasons> {
    const whole = await this.inside.visible(defined(row));
    const single: Array<[key: string, definition: Definition]> = [
      ['inside', whole],
      ...whole.roots.map((_, onlyRoot): [string, Definition] => [
        `root ${onlyRoot}`,
        { ...whole, rules: [], onlyRoot, withoutHome: true },
      ]),
      ...whole.rules.map((rule, i): [string, Definition] => [
        `rule ${i}`,
        { ...whole, roots: [], rank: 0, rules: [rule], withoutHome: true },
      ]),
    ];
    const asked = single.flatMap(([key, definition]) => {
      const filter = this.inside.filter(resource, [definition])?.('t');
      return filter ? [{ key, ...filter }] : [];
    });
    const held = new Set<string>();
    const table = this.scope.table(resource);
    const statements = asked.map(({ sql, params }, i): Statement => [
      `SELECT ${i} AS part FROM ${table.sql} t WHERE t.\`id\` = ? AND (${sql})`,
      [...table.params, id, ...params],
    ]);
    for (const { part } of await united(this.plans.database, statements)) held.add(asked[Number(part)]!.key);
    return {
      inside: held.has('inside'),
      roots: whole.roots.map((root, i) => ({ root: i, ...root })).filter(({ root }) => held.has(`root ${root}`)),
      rules: whole.rules.map((rule, i) => ({ rule: i, ...rule })).filter(({ rule }) => held.has(`rule ${rule}`)),
    };
  }

  private async first(resource: ResourceModel, filter: RowFilter) {
    const { database } = this.plans;
    const { label, softDelete } = resource;
    const [{ sql, params }, table] = [filter('t'), this.scope.table(resource)];
    const live = softDelete ? ` AND ${database.dialect.isLive('t')}` : '';
    const name = label ? `t.${quote(label)}` : 'NULL';
    const statement = `SELECT t.\`id\`, ${name} AS name FROM ${table.sql} t WHERE (${sql})${live} ORDER BY t.\`id\` LIMIT ${SHOWN}`;
    const rows = await database.all(statement, [...table.params, ...params]);
    return rows.map((row) => ({ id: Number(row['id']), name: row['name'] as string | null }));
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
