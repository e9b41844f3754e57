/**
 * Which objects lie in perimeters, as conditions for the database (identity 9): by rules, which are filters of lists; by roots,
 * through what lies where (`containment.ts`); flows and links by their ends, documents by the objects that show them.
 */
import type { Caller } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';
import { quote, type Condition } from '../../database/dialect.js';
import {
  allOf,
  anyOf,
  EVERYTHING,
  HOME,
  homeOf,
  type AccessScope,
  type Plans,
  type ResourceModel,
  type RowFilter,
} from '../../engine/index.js';
import { DOCUMENTS, endsOf, linesOf, rankOf, ROOTS } from './containment.js';
import type { Definition, Rule } from './definition.js';

/** Somebody who sees everything. */
const SYSTEM: Caller = {
  ...{ userId: 0, tokenId: 0, admin: true, abilities: new Set<string>(), roleIds: [], language: null, readOnly: true },
};

/** What is among the objects that a statement finds: `key`, the column that names them; what stands behind `FROM`, which ends in a condition. */
interface Among extends Condition {
  key: string;
}

export class Inside {
  /**
   * `scope`: whose rights the filters of rules are judged by; everything, unless what is found is told to somebody. People
   * are told of what lies in roots and between ends through objects that they see alone. `ofOne`: a single object is
   * asked about, so that what it names is looked up by its key; of many, all that lies inside is found once.
   */
  constructor(
    private readonly plans: Plans,
    private readonly scope: AccessScope = plans.access.of(SYSTEM),
    private readonly ofOne = false,
  ) {}

  /** The objects of a type that lie in any of these perimeters; undefined where there can be none. */
  filter(resource: ResourceModel, perimeters: readonly Definition[]): RowFilter | undefined {
    if (resource.path === DOCUMENTS) return this.documents(resource, perimeters);
    return anyOf([
      homeOf(resource) && atHome(perimeters.filter(({ withoutHome }) => !withoutHome).map(({ id }) => id)),
      this.byRules(resource, perimeters),
      this.byRoots(resource, perimeters, 1),
      this.byEnds(resource, perimeters),
    ]);
  }

  /** A filter of a rule. Throws 400 for what a list would refuse. `parameter`: how it is called in what is thrown. */
  ruleFilter({ resource: path, filter }: Rule, parameter = 'filter'): RowFilter {
    const { language } = this.plans;
    const filters = language.filtersOf(language.targetOf(path));
    const read = Object.entries(filter ?? {}).map(([name, value]) => {
      const one = filters.read(name, value, `${parameter}[${name}]`, () => undefined);
      // A list takes what is empty for no filter; a rule would find every object.
      if (!one) throw new ApiError(400, 'required', { field: `${parameter}[${name}]` });
      return one;
    });
    return allOf(read.map((one) => (alias: string) => one.build(alias, this.scope))) ?? EVERYTHING;
  }

  /** The objects of a type that rules of these perimeters find. */
  byRules({ path }: ResourceModel, perimeters: readonly Definition[]): RowFilter | undefined {
    const rules = perimeters.flatMap((perimeter) => perimeter.rules.filter(({ resource }) => resource === path));
    return anyOf(rules.map((rule) => this.stored(rule)));
  }

  /** A rule that no list would take any more, since a column is gone, finds nothing. */
  private stored(rule: Rule): RowFilter | undefined {
    try {
      return this.ruleFilter(rule);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  /** Objects that lie in roots of perimeters that reach this far at least. */
  private byRoots(resource: ResourceModel, perimeters: readonly Definition[], rank: number): RowFilter | undefined {
    const far = perimeters.filter((perimeter) => perimeter.rank >= rank);
    if (!far.length) return undefined;
    const own = ROOTS.includes(resource.path) ? this.named('id', this.placesOf(resource.path, rank, far)) : undefined;
    const lines = linesOf(resource).map(({ via, depth }) =>
      this.byLine(resource, via, perimeters, Math.max(rank, rankOf(depth))),
    );
    return anyOf([own, ...lines]);
  }

  private byLine(
    resource: ResourceModel,
    via: string,
    perimeters: readonly Definition[],
    rank: number,
  ): RowFilter | undefined {
    const far = perimeters.filter((perimeter) => perimeter.rank >= rank);
    if (!far.length) return undefined;
    const column = resource.fields.find(({ name }) => name === via);
    if (column && ROOTS.includes(column.ref!.target))
      return this.named(via, this.placesOf(column.ref!.target, rank, far));
    const link = resource.links.find(({ name }) => name === via)!;
    const target = this.plans.registry.get(column?.ref!.target ?? link.target);
    const there = ROOTS.includes(target.path)
      ? undefined
      : this.liveIn(target, this.byRoots(target, perimeters, rank), { isSeen: column !== undefined });
    if (column) return there && this.named(via, there);
    const { table, ownColumn, otherColumn } = link.pivot!;
    const other = ROOTS.includes(target.path) ? this.placesOf(target.path, rank, far) : there;
    if (!other) return undefined;
    return this.named('id', this.linked(table, ownColumn, otherColumn, other));
  }

  /** Flows and links lie where all their ends lie, in whichever of the perimeters. */
  private byEnds(resource: ResourceModel, perimeters: readonly Definition[]): RowFilter | undefined {
    const ends = endsOf(resource);
    if (!ends.length) return undefined;
    const known = new Map<string, Among | undefined>();
    const inside = ends.map((name): readonly [string, Among | undefined] => {
      const { target } = resource.fields.find((field) => field.name === name)!.ref!;
      if (!known.has(target)) {
        const there = this.plans.registry.get(target);
        known.set(target, this.liveIn(there, this.filter(there, perimeters), { isSeen: true }));
      }
      return [name, known.get(target)];
    });
    if (inside.every(([, there]) => !there)) return undefined;
    return (alias) => {
      const parts = inside.map(([name, there]) => {
        const column = `${alias}.${quote(name)}`;
        return there ? `(${column} IS NULL OR ${this.isAmong(column, there)})` : `${column} IS NULL`;
      });
      const some = ends.map((name) => `${alias}.${quote(name)} IS NOT NULL`).join(' OR ');
      return {
        sql: `(${parts.join(' AND ')} AND (${some}))`,
        params: inside.flatMap(([, there]) => there?.params ?? []),
      };
    };
  }

  /** Documents lie where an object lies that has them, as an icon too. */
  private documents(resource: ResourceModel, perimeters: readonly Definition[]): RowFilter | undefined {
    return anyOf([this.byRules(resource, perimeters), this.heldBy((holder) => this.filter(holder, perimeters))]);
  }

  /**
   * Documents that an object has which a filter of its kind lets through, `deletedToo`: or had when it was deleted; undefined where
   * there can be none.
   */
  heldBy(filterOf: (holder: ResourceModel) => RowFilter | undefined, deletedToo = false): RowFilter | undefined {
    const shown = this.holders().flatMap(({ holder, icons, links }) => {
      const filter = filterOf(holder);
      return [
        ...icons.flatMap((column) => this.liveIn(holder, filter, { column, deletedToo }) ?? []),
        ...links.flatMap(({ table, ownColumn, otherColumn }) => {
          const there = this.liveIn(holder, filter, { deletedToo });
          return there ? this.linked(table, otherColumn, ownColumn, there) : [];
        }),
      ];
    });
    return anyOf(shown.map((among) => this.named('id', among)));
  }

  /** Documents that no object has, nor had when it was deleted. */
  ofNothing(): RowFilter {
    const held = this.holders().flatMap(({ holder, icons, links }) => [
      ...icons.map((name) => [holder.table, name] as const),
      ...links.map(({ table, otherColumn }) => [table, otherColumn] as const),
    ]);
    return (alias) => ({
      sql: held
        .map(([table, column]) => {
          const name = quote(column);
          return `NOT EXISTS (SELECT 1 FROM ${quote(table)} holder WHERE holder.${name} = ${alias}.\`id\`)`;
        })
        .join(' AND '),
      params: [],
    });
  }

  /** What has documents: in which columns as icons, and through which links. */
  private holders() {
    return this.plans.registry
      .all()
      .filter(({ path }) => path !== DOCUMENTS)
      .map((holder) => ({
        holder,
        icons: holder.fields.filter(({ ref }) => ref?.target === DOCUMENTS).map(({ name }) => name),
        links: holder.links.flatMap(({ target, pivot }) => (target === DOCUMENTS && pivot ? [pivot] : [])),
      }))
      .filter(({ icons, links }) => icons.length > 0 || links.length > 0);
  }

  /**
   * The ids of live objects that a filter lets through, or what they hold in another column; `deletedToo`: of all;
   * `isSeen`: a column names what is asked about, and reads as null where that is hidden.
   */
  private liveIn(
    resource: ResourceModel,
    filter: RowFilter | undefined,
    { column = 'id', deletedToo = false, isSeen = false },
  ): Among | undefined {
    const { softDelete, path } = resource;
    const seen = this.scope.rows(resource);
    if (!filter || seen === 'none') return undefined;
    const alias = `in_${path.replaceAll('-', '_')}`;
    // A number of what they may not list is told all the same, but not where that lies.
    const isKnown = seen === 'all' || (isSeen && this.scope.may(resource, 'access'));
    const { sql, params } = allOf([filter, isKnown ? undefined : seen])!(alias);
    const live = softDelete && !deletedToo ? ` AND ${alias}.\`deleted_at\` IS NULL` : '';
    const set = column === 'id' ? '' : ` AND ${alias}.${quote(column)} IS NOT NULL`;
    // To whom it is told, references to what is hidden from them read as null, here as in what is asked about.
    const table = this.scope.table(resource);
    return {
      key: `${alias}.${quote(column)}`,
      sql: `${table.sql} ${alias} WHERE (${sql})${live}${set}`,
      params: [...table.params, ...params],
    };
  }

  /** What a link joins in one column to what is found, which it names in the other. */
  private linked(table: string, column: string, otherColumn: string, found: Among): Among {
    return {
      key: `linked.${quote(column)}`,
      sql: `${quote(table)} linked WHERE ${this.isAmong(`linked.${quote(otherColumn)}`, found)}`,
      params: found.params,
    };
  }

  /** What a column names is among what is found. */
  private named(column: string, found: Among): RowFilter {
    return (alias) => ({ sql: this.isAmong(`${alias}.${quote(column)}`, found), params: found.params });
  }

  private isAmong(column: string, { key, sql }: Among): string {
    return this.ofOne
      ? `EXISTS (SELECT 1 FROM ${sql} AND ${key} = ${column})`
      : `${column} IN (SELECT ${key} FROM ${sql})`;
  }

  /** The places of a kind that lie in these perimeters. */
  private placesOf(kind: string, rank: number, perimeters: readonly Definition[]): Among {
    // Where some roots do not count, one perimeter is asked about.
    const [{ oneRoot, unseenRoots = [] }] = perimeters as [Definition];
    return {
      key: 'placed.`place_id`',
      sql:
        '`own_perimeter_places` placed WHERE placed.`kind` = ? AND placed.`depth` >= ? ' +
        `AND placed.\`perimeter_id\` IN (${perimeters.map(() => '?').join(', ')})` +
        `${oneRoot ? ' AND placed.`root` = asked.`root`' : ''}` +
        `${unseenRoots.length ? ` AND placed.\`root\` NOT IN (${unseenRoots.join(', ')})` : ''}`,
      params: [kind, rank, ...perimeters.map(({ id }) => id)],
    };
  }

  /** A perimeter as it is told: without roots in which a place is hidden, since that one lies there may follow from what is between them. */
  async visible(perimeter: Definition): Promise<Definition> {
    const seen = ROOTS.flatMap((kind): Condition[] => {
      const resource = this.plans.registry.get(kind);
      const rows = this.scope.rows(resource);
      if (rows === 'none') return [];
      if (rows === 'all') return [{ sql: 'placed.`kind` = ?', params: [kind] }];
      const { sql, params } = rows('place');
      const ids = `SELECT place.\`id\` FROM ${quote(resource.table)} place WHERE ${sql}`;
      return [{ sql: `(placed.\`kind\` = ? AND placed.\`place_id\` IN (${ids}))`, params: [kind, ...params] }];
    });
    const sql =
      'SELECT DISTINCT placed.`root` FROM `own_perimeter_places` placed WHERE placed.`perimeter_id` = ? ' +
      `AND NOT (${seen.map((one) => one.sql).join(' OR ') || 'false'})`;
    const rows = await this.plans.database.all(sql, [perimeter.id, ...seen.flatMap(({ params }) => params)]);
    return { ...perimeter, unseenRoots: rows.map(({ root }) => Number(root)) };
  }
}

/** Objects whose home is one of these perimeters. */
export function atHome(ids: readonly number[]): RowFilter | undefined {
  if (!ids.length) return undefined;
  const marks = ids.map(() => '?').join(', ');
  return (alias) => ({ sql: `${alias}.${quote(HOME)} IN (${marks})`, params: [...ids] });
}
