/** Makes the layout of the graph out of the registry. */
import { quote, type Dialect } from '../../database/dialect.js';
import { NEEDS, registry, type Connector, type Edge, type NeedName, type ResourceModel } from '../../engine/index.js';
import { FAMILIES, type EdgeType } from '../graph.js';
import type { ConnectorLayout, KindLayout, Layout, LinkLayout, Select } from './layout.js';

/** Rules of connectors with ranks count between ends of different rank alone; that is a flag of each edge. */
const BY_RANK = 'rank';

const TAGS = 'attributes';
const ICON = 'icon_id';

/** The layout of all resources on an engine. Throws a sentence where the graph does not know what a resource says. */
export function layoutOf(dialect: Dialect): Layout {
  return new Compiling(dialect).layout();
}

class Compiling {
  private readonly model = registry.graph();
  private readonly places = new Map(this.model.nodes.map((path, place) => [path, place]));
  private readonly types: EdgeType[] = [
    ...this.model.edges.map(({ name, family, from, to, rules }) => ({ name, family, from: [from], to: [to], rules })),
    ...this.model.addresses.map(({ name, family, from, to, rules }) => ({
      name,
      family,
      from: [from],
      to: [to],
      rules,
    })),
    ...this.model.connectors.map((connector) => ({
      ...{ name: connector.name, family: connector.family, connector: connector.name },
      ...{ from: targetsOf(connector), to: targetsOf(connector) },
      rules: connector.rank ? connector.rules.map((rule) => ({ ...rule, whenField: BY_RANK })) : connector.rules,
    })),
  ];
  private readonly numbers = new Map(this.types.map(({ name }, number) => [name, number]));

  constructor(private readonly dialect: Dialect) {
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
        .map(({ name, from, to, table, fromColumn, toColumn }) => {
          const columns = [fromColumn, toColumn].map((column) => `t.${quote(column)}`) as [string, string];
          const all = `FROM ${quote(table)} t`;
          const [someFrom, someTo] = columns.map((column) => `${all} WHERE ${this.dialect.isIn(column)}`);
          return {
            ...{ type: this.number(name), from: this.place(from), to: this.place(to) },
            ...{ columns, all, someFrom: someFrom!, someTo: someTo! },
          };
        }),
      connectors: model.connectors.map((connector) => this.connector(connector)),
      links: model.ofConnectors.map((edge) => this.link(edge)),
      order: registry
        .all()
        .filter(({ path, connector }) => this.places.has(path) || connector)
        .map(({ path, view }) => ({ path, view })),
      ranges: address && this.place(address.from),
      typeOf: Object.fromEntries(this.numbers),
    };
  }

  private kind(resource: ResourceModel): KindLayout {
    const { path, view, polymorphicType, fields, label } = resource;
    const has = (column: string): string | null => (fields.some(({ name }) => name === column) ? column : null);
    const addresses = this.model.addresses.find(({ to }) => to === path);
    const range = this.model.addresses.find(({ from }) => from === path)?.fromColumn;
    const ofNeed = (need: NeedName): string | null => fields.find((field) => field.need === need)?.name ?? null;
    const references = this.model.edges.filter(
      ({ name, storage }) => storage === 'reference' && name.startsWith(`${path}.`),
    );
    const columnOf = (edge: (typeof references)[number]): string => edge.name.slice(path.length + 1);
    const columns = [
      ...['id', label, has(TAGS), has(ICON), addresses?.toColumn ?? range ?? null],
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
    };
  }

  private connector({ name, ends, ranges, both, rank, label, rules }: Connector): ConnectorLayout {
    const resource = registry.get(name);
    const flag = rules.find(({ whenField }) => whenField)?.whenField ?? null;
    const references = [...ends.source, ...ends.dest];
    const columns = [
      ...['id', ranges?.source ?? null, ranges?.dest ?? null, typeof both === 'string' ? both : null, flag],
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
        type: { name, family, from: [from], to: [to], rules },
        connector,
        kind: this.place(isFrom ? to : from),
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

const targetsOf = ({ ends }: Connector): string[] => [
  ...new Set([...ends.source, ...ends.dest].map(({ target }) => target)),
];
