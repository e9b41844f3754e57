/** Makes the layout of the graph out of the registry. */
import { quote, type Dialect } from '../../database/dialect.js';
import {
  NEEDED_TABLE,
  NEEDS,
  registry,
  type Connector,
  type Edge,
  type EdgeRule,
  type NeedName,
  type ResourceModel,
  type Side,
} from '../../engine/index.js';
import { FAMILIES, type EdgeType } from '../graph.js';
import type { ConnectorLayout, KindLayout, Layout, LinkLayout, Select } from './layout.js';

/** Rules of connectors with ranks count between ends of different rank alone; that is a flag of each edge. */
const BY_RANK = 'rank';

/** Edges of connectors that forbid: their family, and the end of the name of their type. */
const BLOCKED = 'blocked';

/** What tells equal ranges of addresses apart. */
const SEGMENTS = 'vlans';

const TAGS = 'attributes';
const ACTIVE = 'active';
const ICON = 'icon_id';

/** The layout of all resources on an engine; what is in force is so on the day of a time zone. Throws a sentence where the graph does not know what a resource says. */
export function layoutOf(dialect: Dialect, timeZone = 'UTC'): Layout {
  return new LayoutCompiler(dialect, timeZone).layout();
}

class LayoutCompiler {
  private readonly model = registry.graph();
  private readonly places = new Map(this.model.nodes.map((path, place) => [path, place]));
  private readonly types: EdgeType[] = [
    ...[...this.model.edges, ...this.model.addresses].map((edge): EdgeType => ({
      ...{ name: edge.name, family: edge.family, from: [edge.from], to: [edge.to], rules: edge.rules },
      ...('plugs' in edge && edge.plugs ? { plugs: true } : {}),
    })),
    ...this.model.sameAddresses.map(({ name, family, from, to, rules }) => ({ name, family, from, to: [to], rules })),
    ...this.model.connectors.flatMap((connector) => this.typesOf(connector)),
    ...this.contracts().map(({ name, family, rules, from, to }) => {
      const connector = this.model.connectors.find((one) => one.name === from || one.name === to)!;
      const sources = connector.ends.source.map(({ target }) => target);
      const ends = { from: sources, to: [connector.name === from ? to : from] };
      return { name, family, ...ends, connector: connector.name, isContract: true, rules: inForceRules(rules) };
    }),
  ].map((type) => ({ ...type, ...sortsOf(type) }));
  private readonly numbers = new Map(this.types.map(({ name }, number) => [name, number]));

  constructor(
    private readonly dialect: Dialect,
    private readonly timeZone: string,
  ) {
    const unknown = this.types.find(({ family }) => !(FAMILIES as readonly string[]).includes(family));
    if (unknown) throw new Error(`${unknown.name}: there is no family '${unknown.family}' of edges.`);
  }

  layout(): Layout {
    const { model, types } = this;
    const [address] = model.addresses;
    return {
      kinds: model.nodes.map((path) => this.kind(registry.get(path))),
      types,
      pairs: model.edges
        .filter(({ storage }) => storage === 'pivot')
        .map(({ name, from, to, table, fromColumn, toColumn, word }) => {
          const columns = [fromColumn, toColumn].map((column) => `t.${quote(column)}`) as [string, string];
          const all = `FROM ${quote(table)} t`;
          const [someFrom, someTo] = columns.map((column) => `${all} WHERE ${this.dialect.isIn(column)}`);
          return {
            ...{ type: this.number(name), from: this.place(from), to: this.place(to), word: word?.usual },
            columns: word ? [...columns, `t.${quote(word.column)}`] : columns,
            ...{ all, someFrom: someFrom!, someTo: someTo! },
          };
        }),
      connectors: model.connectors.map((connector) => this.connector(connector)),
      links: model.ofConnectors.map((edge) => this.link(edge)),
      order: registry
        .all()
        .filter(({ path, connector }) => this.places.has(path) || connector)
        .map(({ path, view }) => ({ path, view })),
      ranges: address && this.place(address.from),
      segments: this.places.get(SEGMENTS),
      enough: this.enough(),
      timeZone: this.timeZone,
      typeOf: Object.fromEntries(this.numbers),
    };
  }

  private kind(resource: ResourceModel): KindLayout {
    const { path, view, polymorphicType, fields, label } = resource;
    const has = (column: string): string | null => (fields.some(({ name }) => name === column) ? column : null);
    const addresses = this.model.addresses.find(({ to }) => to === path);
    const range = this.model.addresses.find(({ from }) => from === path)?.fromColumn;
    const ofNeed = (need: NeedName): string | null => fields.find((field) => field.need === need)?.name ?? null;
    const carried = this.model.sameAddresses.find(({ to }) => to === path);
    const references = this.model.edges.filter(
      ({ name, storage }) => storage === 'reference' && name.startsWith(`${path}.`),
    );
    // As the column is called in this database.
    const columnOf = ({ fromColumn, toColumn }: (typeof references)[number]): string =>
      fromColumn === 'id' ? toColumn : fromColumn;
    const columns = [
      ...['id', label, has(TAGS), has(ICON), addresses?.toColumn ?? range ?? null, has(ACTIVE)],
      ...NEEDS.map(ofNeed),
    ];
    // What a kind lacks would cost as much in each row as what it has.
    const own = [...new Set(columns.filter((column) => column !== null))];
    return {
      ...{ path, view, polymorphicType },
      select: this.select(resource, [...own, ...references.map(columnOf)]),
      places: columns.map((column) => (column === null ? -1 : own.indexOf(column))),
      references: references.map((edge) => {
        const column = `t.${quote(columnOf(edge))}`;
        const upwards = edge.fromColumn === 'id';
        return {
          ...{ type: this.number(edge.name), other: this.place(upwards ? edge.to : edge.from), upwards },
          columns: ['t.`id`', column],
          someOf: `FROM ${quote(resource.table)} t WHERE ${this.live(resource)} AND ${this.dialect.isIn(column)}`,
        };
      }),
      addresses: addresses && this.number(addresses.name),
      ...(carried && {
        sameAddress: { type: this.number(carried.name), kinds: carried.from.map((one) => this.place(one)) },
      }),
      traits: this.model.traits.get(path) ?? {},
    };
  }

  /** The types of edges that a connector makes: a second one of those that forbid. */
  private typesOf(connector: Connector): EdgeType[] {
    const { name, family, rules, rank, inForce, blocked, plugs } = connector;
    const ends = { from: targetsOf(connector), to: targetsOf(connector) };
    const own: EdgeType = {
      ...{ name, family, connector: name, ...ends },
      rules: rank ? rules.map((rule) => ({ ...rule, whenField: BY_RANK })) : inForce ? inForceRules(rules) : rules,
      ...(plugs && { plugs: true }),
    };
    if (!blocked) return [own];
    return [own, { ...own, name: `${name}.${BLOCKED}`, family: BLOCKED, isBlocked: true, rules: [] }];
  }

  /** Edges of connectors along which something spreads: from the sources of the connector. */
  private contracts(): readonly Edge[] {
    return this.model.ofConnectors.filter(({ rules }) => rules.length);
  }

  private enough(): Layout['enough'] {
    const kinds = this.model.nodes.flatMap((path, place) => {
      const type = registry.get(path).links.find((link) => link.numbers)?.foreign!.type;
      return type === undefined ? [] : [[type, place] as const];
    });
    if (!kinds.length) return undefined;
    const all = `FROM ${quote(NEEDED_TABLE)} t`;
    return {
      columns: ['type', 'object_id', 'name', 'number'].map((column) => `t.${quote(column)}`),
      ...{ all, some: `${all} WHERE t.${quote('type')} = ? AND ${this.dialect.isIn(`t.${quote('object_id')}`)}` },
      kinds: Object.fromEntries(kinds),
    };
  }

  private connector(connector: Connector): ConnectorLayout {
    const { name, ends, ranges, both, rank, label, rules, inForce, blocked, plugs } = connector;
    const resource = registry.get(name);
    const flag = inForce?.active ?? rules.find(({ whenField }) => whenField)?.whenField ?? null;
    const references = [...ends.source, ...ends.dest];
    const columns = [
      ...['id', ranges?.source ?? null, ranges?.dest ?? null, typeof both === 'string' ? both : null, flag],
      ...[inForce?.start ?? null, inForce?.end ?? null, blocked?.column ?? null, plugs?.column ?? null],
      ...references.map(({ column }) => column),
      ...label,
    ];
    const select = this.select(resource, columns);
    const kinds = [...new Set(references.map(({ target }) => target))];
    return {
      ...{ path: name, polymorphicType: resource.polymorphicType, type: this.number(name), select },
      someOf: kinds.map((target) => {
        const ofKind = references.filter((end) => end.target === target);
        const isOne = ofKind.map(({ column }) => this.dialect.isIn(`t.${quote(column)}`)).join(' OR ');
        return { kind: this.place(target), from: `${select.all} AND (${isOne})`, lists: ofKind.length };
      }),
      source: ends.source.map(({ target }) => this.place(target)),
      dest: ends.dest.map(({ target }) => this.place(target)),
      ranges: ranges !== undefined,
      both: both === true ? 'always' : both ? 'column' : 'never',
      ranks: rank && this.model.nodes.map((path) => rank[path] ?? 0),
      isDated: !!inForce,
      blocked: blocked && { type: this.number(`${name}.${BLOCKED}`), words: blocked.words },
      aside: plugs?.words,
    };
  }

  private link({ name, family, from, to, storage, table, fromColumn, toColumn, rules }: Edge): LinkLayout {
    const connector = this.model.connectors.findIndex((one) => one.name === from || one.name === to);
    const isFrom = this.model.connectors[connector]!.name === from;
    const [own, other] = (isFrom ? [fromColumn, toColumn] : [toColumn, fromColumn]).map(
      (column) => `t.${quote(column)}`,
    ) as [string, string];
    // A reference stands in the row of one of the two, which must be live; of a table of links both are asked for elsewhere.
    const holder = registry.get(storage === 'reference' ? name.split('.')[0]! : from);
    const live =
      storage === 'reference' ? `${this.live(holder)} AND ${own} IS NOT NULL AND ${other} IS NOT NULL` : '1 = 1';
    const all = `FROM ${quote(table)} t WHERE ${live}`;
    return {
      ...{
        type: { name, family, from: [from], to: [to], rules: [] },
        connector,
        kind: this.place(isFrom ? to : from),
        contract: rules.length ? this.number(name) : undefined,
        columns: [own, other],
        all,
      },
      someOfConnector: `${all} AND ${this.dialect.isIn(own)}`,
      someOfNode: `${all} AND ${this.dialect.isIn(other)}`,
    };
  }

  private select(resource: ResourceModel, columns: ReadonlyArray<string | null>): Select {
    const selected = columns.map((column) => (column === null ? 'NULL' : `t.${quote(column)}`));
    const all = `FROM ${quote(resource.table)} t WHERE ${this.live(resource)}`;
    return { columns: selected, all, some: `${all} AND ${this.dialect.isIn('t.`id`')}` };
  }

  private live({ softDelete }: ResourceModel): string {
    return softDelete ? this.dialect.isLive('t') : '1 = 1';
  }

  private place(path: string): number {
    return this.places.get(path)!;
  }

  private number(name: string): number {
    return this.numbers.get(name)!;
  }
}

/** Rules that count where a connector is in force, which is a flag of each edge. */
const inForceRules = (rules: readonly EdgeRule[]): EdgeRule[] =>
  rules.map((rule) => ({ ...rule, whenField: 'in force' }));

/** The names under which the objects at each end of a type of edges say how many suppliers are enough. */
function sortsOf({ name, from, to, connector }: EdgeType): Pick<EdgeType, 'sorts'> {
  const sortAt = (side: Side, paths: readonly string[]): string | undefined => {
    for (const path of paths) {
      for (const [sort, requirements] of registry.requirementsOf(path) ?? [])
        if (requirements.some((one) => (one.edge === name || one.edge === connector) && one.side === side)) return sort;
    }
    return undefined;
  };
  const [atFrom, atTo] = [sortAt('from', from), sortAt('to', to)];
  if (atFrom === undefined && atTo === undefined) return {};
  return { sorts: { ...(atFrom !== undefined && { from: atFrom }), ...(atTo !== undefined && { to: atTo }) } };
}

const targetsOf = ({ ends }: Connector): string[] => [
  ...new Set([...ends.source, ...ends.dest].map(({ target }) => target)),
];
