/** Filters of lists: names become conditions. What follows relations keeps to what the caller may list (contract 5). */
import { rangeOf } from '../../core/text/addresses.js';
import type { Times } from '../../core/text/moments.js';
import { quote, type Condition, type Dialect } from '../../database/dialect.js';
import { sqlOf } from '../schema/derived.js';
import type { Field, Kind } from '../schema/model.js';
import type { TextFormat } from '../../core/text/formats.js';
import { badParameter, unknownFilter } from './refusals.js';
import { allOf, anyOf, isName, operatorsOf, type Operator } from './operators.js';
import type { AccessScope } from '../access-scope.js';
import { hasRelated, readable, joinPath, type Relation, type Relations, type Target } from '../relations.js';
import { alternatives, classOf, EXPECTED, isText, valueOf, yesOrNo, type Value } from './filter-values.js';

/** A condition that is written once the alias of its table is known, and what the caller may see. */
export interface Filter {
  /** Columns of the object's own table that it compares; undefined where it needs more than those. */
  columns?: string[];
  /** A key leads to its rows: no other index is of use beside it. */
  byKey?: boolean;
  build(alias: string, access: AccessScope): Condition;
}

/** Where filters find what they follow: the list language of all resources. */
export interface FilterContext extends Times {
  readonly dialect: Dialect;
  relationsOf(target: Target): Relations | undefined;
  filtersOf(target: Target): Filters;
}

/** Called with every relation that a filter follows. */
export type CollectRelation = (relation: Relation) => void;

const MAX_VALUES = 1000;
/** Each is looked for in every searched column of every row. */
const MAX_WORDS = 32;
const MAX_RELATIONS = 3;
const ADDRESSES: ReadonlySet<TextFormat> = new Set(['ip', 'cidr', 'ip-list', 'ip-or-cidr-list']);

/** The column holds addresses, by its format or since it says so. */
export const holdsAddresses = ({ addresses, rules }: Field): boolean =>
  addresses === true || (rules.format !== undefined && ADDRESSES.has(rules.format));

/** What is found by a key: of ids ranges as well. */
const BY_KEY: Partial<Record<Kind, readonly string[]>> = {
  id: ['', '_in', '_lt', '_lte', '_gt', '_gte', '_between'],
  ref: ['', '_in'],
};

/** The values of a filter. Throws 400 where they are no text and no list, or too many. */
export function valuesIn(sent: unknown, parameter: string): string[] {
  const values = alternatives(sent);
  if (!values || values.length > MAX_VALUES) throw badParameter(parameter, 'wantsList', { max: MAX_VALUES });
  return values;
}

/** What a filter's name means, where one path of relations leads to one table. */
export class Filters {
  /** Columns and their operators, by name. */
  private readonly columns = new Map<string, readonly [Field, Operator]>();
  private readonly searched: Field[];
  private readonly addresses: Field[];

  constructor(
    private readonly target: Target,
    private readonly language: FilterContext,
  ) {
    const shown = target.fields.filter(({ hidden }) => !hidden);
    for (const field of shown) {
      for (const operator of operatorsOf(field)) this.claim(`${field.name}${operator.suffix}`, field, operator);
    }
    const marked = shown.filter(({ search, from }) => search && !from);
    this.searched = marked.length ? marked : shown.filter(isName);
    this.addresses = shown.filter(holdsAddresses);
  }

  /** Every filter on own columns: its name, column and operator. */
  all(): Array<readonly [name: string, field: Field, operator: Operator]> {
    return [...this.columns].map(([name, [field, operator]]) => [name, field, operator]);
  }

  /** The filters that stand beside those on columns. */
  special(): string[] {
    return [...(this.searched.length ? ['search'] : []), ...(this.addresses.length ? ['ip_in'] : [])];
  }

  /**
   * The filter with this name and value; undefined for an empty value, which is ignored.
   * Throws 400 for an unknown name, and for a value of the wrong type.
   * @param parameter how the client wrote it, for the sentence
   */
  read(
    name: string,
    sent: unknown,
    parameter: string,
    collectRelation: CollectRelation,
    more: readonly string[] = [],
    steps = 0,
  ): Filter | undefined {
    const values = valuesIn(sent, parameter);
    if (!values.length) return undefined;
    // Before the columns: one of them is called `ip`.
    if (name === 'ip_in' && this.addresses.length) return this.within(values, parameter);
    const column = this.columns.get(name);
    if (column) return this.onColumn(column, sent, values, parameter);
    if (name === 'search' && this.searched.length) return this.search(values, parameter);
    if (steps < MAX_RELATIONS) {
      const followed = this.follow(name, sent, values, parameter, collectRelation, steps);
      if (followed) return followed;
    }
    throw unknownFilter(parameter, name, [...this.names(), ...more], [...this.columns.keys()]);
  }

  /** The names that may stand in `filter[…]`; those of columns may be followed by an operator. */
  *names(): Iterable<string> {
    for (const { name, hidden } of this.target.fields) if (!hidden) yield name;
    yield* this.special();
    for (const { name } of this.language.relationsOf(this.target)?.all ?? []) {
      yield `${name}_exists`;
      yield `${name}.…`;
    }
  }

  /** A column wins over another one with an operator: there may be columns `date` and `date_after`. */
  private claim(name: string, field: Field, operator: Operator): void {
    if (operator.suffix && this.target.fields.some((other) => other.name === name)) return;
    this.columns.set(name, [field, operator]);
  }

  private onColumn(
    [field, operator]: readonly [Field, Operator],
    sent: unknown,
    list: string[],
    parameter: string,
  ): Filter {
    const { dialect } = this.language;
    const values = this.valuesOf(field, operator, sent, list, parameter);
    return {
      columns: [field.from?.column ?? field.name],
      byKey: BY_KEY[field.kind]?.includes(operator.suffix) ?? false,
      build: (alias) => operator.condition({ field, sql: sqlOf(field, alias), dialect }, values),
    };
  }

  private valuesOf(field: Field, { takes }: Operator, sent: unknown, list: string[], parameter: string): Value[] {
    if (takes === 'flag') {
      const yes = list.length === 1 ? yesOrNo(list[0]!) : undefined;
      if (yes === undefined) throw badParameter(parameter, 'wantsFlag');
      return [{ from: yes ? 1 : 0, to: yes ? 1 : 0 }];
    }
    const texts = takes === 'one' && typeof sent === 'string' ? [sent.replaceAll('\\,', ',')] : list;
    if (takes === 'two' && texts.length !== 2) throw badParameter(parameter, 'wantsTwo');
    if (takes === 'one' && texts.length !== 1) throw badParameter(parameter, 'wantsOne');
    return texts.map((text) => {
      const value = valueOf(text, field, this.language);
      if (!value && field.ref) throw badParameter(parameter, 'wantsId', { path: field.ref.target });
      if (!value) throw badParameter(parameter, EXPECTED[classOf(field)]);
      return value;
    });
  }

  /** Every word occurs in some searched column; a comma separates alternatives. */
  private search(values: string[], parameter: string): Filter {
    const { dialect } = this.language;
    if (!values.every(isText)) throw badParameter(parameter, EXPECTED.text);
    const alternatives = values.map((value) => value.trim().split(/\s+/));
    if (alternatives.flat().length > MAX_WORDS) throw badParameter(parameter, 'wantsWords', { max: MAX_WORDS });
    const build = (alias: string): Condition =>
      anyOf(
        alternatives.map((words) => {
          const found = words.map((word) =>
            anyOf(this.searched.map(({ name }) => dialect.matches(`${alias}.${quote(name)}`, word, 'anywhere'))),
          );
          return words.length > 1 ? { ...allOf(found), sql: `(${allOf(found).sql})` } : found[0]!;
        }),
      );
    return { columns: this.searched.map(({ name }) => name), build };
  }

  private within(values: string[], parameter: string): Filter {
    const { dialect } = this.language;
    const ranges = values.map((value) => {
      const range = rangeOf(value.trim());
      if (!range) throw badParameter(parameter, 'wantsRange');
      return range;
    });
    const one = (column: string, { length, low, high }: (typeof ranges)[number]): Condition => ({
      sql: dialect.addressIn(column),
      params: [length, low, high],
    });
    return {
      build: (alias) =>
        anyOf(ranges.flatMap((range) => this.addresses.map(({ name }) => one(`${alias}.${quote(name)}`, range)))),
    };
  }

  /** `<relation>.<filter>` or `<relation>_exists`. */
  private follow(
    name: string,
    sent: unknown,
    values: string[],
    parameter: string,
    collectRelation: CollectRelation,
    steps: number,
  ): Filter | undefined {
    const relations = this.language.relationsOf(this.target);
    const dot = name.indexOf('.');
    const relation = relations?.find(dot < 0 ? name.replace(/_exists$/, '') : name.slice(0, dot));
    if (!relation || (dot < 0 && !name.endsWith('_exists'))) return undefined;
    collectRelation(relation);
    if (dot < 0) {
      const yes = values.length === 1 ? yesOrNo(values[0]!) : undefined;
      if (yes === undefined) throw badParameter(parameter, 'wantsFlag');
      return { build: (alias, access) => this.exists(relation, alias, access, steps, yes) };
    }
    const inner = this.language
      .filtersOf(relation.target)
      .read(name.slice(dot + 1), sent, parameter, collectRelation, [], steps + 1);
    return inner && { build: (alias, access) => this.exists(relation, alias, access, steps, true, inner) };
  }

  /** Some object over the relation satisfies the filter, or none does. */
  private exists(
    relation: Relation,
    owner: string,
    access: AccessScope,
    steps: number,
    yes: boolean,
    inner?: Filter,
  ): Condition {
    const { dialect } = this.language;
    const alias = `t${steps + 1}`;
    const path = joinPath(relation, alias, access, 'JOIN');
    const inTime = dialect.inTime(relation.target.resource ? `${alias}.\`id\`` : path.key);
    const conditions = [
      ...(inTime ? [{ sql: inTime, params: [] }] : []),
      ...readable(relation.target, alias, access),
      ...(inner ? [inner.build(alias, access)] : []),
    ];
    const { sql, params } = hasRelated(path, `${owner}.${quote(path.ownerColumn)}`, conditions, dialect);
    return { sql: yes ? sql : `NOT ${sql}`, params };
  }
}
