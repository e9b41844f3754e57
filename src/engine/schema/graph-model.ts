/** Reads out of all resources what they say of the graph of their objects, and refuses what does not fit together. */
import { nearest } from '../../core/text/naming.js';
import {
  rulesOf,
  type AddressEdge,
  type Connector,
  type Edge,
  type EdgeRule,
  type GraphModel,
  type SameAddressEdge,
} from './edge.js';
import { columnOf } from './derived.js';
import type { Field, Link, Resource } from './model.js';

/** The graph as the resources write it. Throws a sentence that names the line for what does not fit together. */
export function graphModelOf(resources: readonly Resource[]): GraphModel {
  return new Reading(resources).model();
}

class Reading {
  private readonly byPath: ReadonlyMap<string, Resource>;
  /** Links whose edge is written at their other end. */
  private readonly taken = new Set<Link>();

  constructor(private readonly resources: readonly Resource[]) {
    this.byPath = new Map(resources.map((resource) => [resource.path, resource]));
  }

  model(): GraphModel {
    const nodes = this.resources.filter(({ node, connector }) => node && !connector).map(({ path }) => path);
    const connectors = this.resources.flatMap((resource) => this.connector(resource) ?? []);
    const all = this.resources.flatMap((resource) => this.edges(resource));
    const addresses = this.addresses();
    const sameAddresses = this.sameAddresses();
    const every = [...all, ...addresses, ...sameAddresses, ...connectors];
    const names = new Set(every.map(({ name }) => name));
    for (const { name, rules } of every) {
      requireNames(name, rules, names);
      for (const { kinds } of rules) for (const path of kinds?.of ?? []) requireAmong(name, path, new Set(nodes));
    }
    for (const { path, graph } of this.resources)
      for (const name of graph?.founded?.by ?? []) requireAmong(path, name, names);
    const joins = ({ from, to }: Edge): boolean => [from, to].some((path) => this.byPath.get(path)!.connector);
    return {
      nodes,
      connectors,
      edges: all.filter((edge) => !joins(edge)),
      addresses,
      sameAddresses,
      ofConnectors: all.filter(joins),
      traits: new Map(this.resources.flatMap(({ path, graph }) => (graph ? [[path, graph] as const] : []))),
    };
  }

  private edges(resource: Resource): Edge[] {
    const references = resource.fields.flatMap((field) =>
      field.ref && field.edge ? [this.reference(resource, field)] : [],
    );
    const links = resource.links.flatMap((link) => (link.edge ? [this.link(resource, link)] : []));
    return [...references, ...links];
  }

  private reference(owner: Resource, field: Field): Edge {
    const { family, upwards = false, plugs, ...written } = field.edge!;
    const name = `${owner.path}.${field.known ?? field.name}`;
    const target = this.end(name, owner, field.ref!.target);
    const links = target.links.filter((link) => link.target === owner.path && link.foreign?.column === field.name);
    const [own, other] = [owner.path, target.path];
    return {
      ...{ name, family, from: upwards ? own : other, to: upwards ? other : own, storage: 'reference' },
      table: owner.table,
      ...{ fromColumn: upwards ? 'id' : field.name, toColumn: upwards ? field.name : 'id' },
      links: links.map((link) => `${other}.${link.name}`),
      rules: rulesOf(name, written),
      ...(plugs && { plugs }),
    };
  }

  private link(owner: Resource, link: Link): Edge {
    const { family, upwards = false, plugs, ...written } = link.edge!;
    const name = `${owner.path}.${link.name}`;
    const target = this.end(name, owner, link.target);
    if (!link.pivot) throw new Error(`${name}: the edge is written on the reference '${link.foreign!.column}'.`);
    const { table, ownColumn, otherColumn, value } = link.pivot;
    const far = target.links.find(
      ({ pivot }) => pivot?.table === table && pivot.ownColumn === otherColumn && pivot.otherColumn === ownColumn,
    );
    if (this.taken.has(link)) throw new Error(`${name}: the edge is written at the other end already.`);
    if (far) this.taken.add(far);
    const [own, other] = [owner.path, target.path];
    return {
      ...{ name, family, from: upwards ? own : other, to: upwards ? other : own, storage: 'pivot', table },
      ...{ fromColumn: upwards ? ownColumn : otherColumn, toColumn: upwards ? otherColumn : ownColumn },
      links: [name, ...(far ? [`${other}.${far.name}`] : [])],
      rules: rulesOf(name, written),
      ...(plugs && { plugs }),
      ...(value && { word: { column: value.name, usual: value.words[0]! } }),
    };
  }

  /** The resource at the other end of a line. Throws where the objects of one of the two are no nodes. */
  private end(name: string, owner: Resource, path: string): Resource {
    const target = this.byPath.get(path)!;
    const outside = [owner, target].find(({ node }) => !node);
    if (outside) throw new Error(`${name}: objects of '${outside.path}' are no nodes.`);
    return target;
  }

  private connector(resource: Resource): Connector | undefined {
    if (!resource.connector) return undefined;
    const {
      family,
      label: labels,
      precedence = [],
      ranges,
      ends: named,
      both = false,
      rank,
      ...more
    } = resource.connector;
    const { inForce, blocked, plugs, ...written } = more;
    const { path } = resource;
    const label = labels.map((name) => columnOf(resource, name).name);
    const columns = [
      ...label,
      ...(ranges ? [ranges.source, ranges.dest] : []),
      ...(typeof both === 'string' ? [both] : []),
      ...(inForce ? [inForce.active, inForce.start, inForce.end] : []),
      ...[blocked, plugs].flatMap((words) => words?.column ?? []),
    ];
    const rules = rulesOf(path, written);
    for (const column of [...columns, ...rules.flatMap(({ whenField }) => whenField ?? [])])
      requireColumn(resource, column);
    const place = (target: string): number => precedence.indexOf(target) + 1 || precedence.length + 1;
    const ends = (end: 'source' | 'dest'): Connector['ends']['source'] =>
      resource.fields
        .filter((field) => field.ref && (named ? field.name === named[end] : field.end === end))
        .map(({ name, ref }) => ({ column: name, target: this.end(path, resource, ref!.target).path }))
        .sort((one, other) => place(one.target) - place(other.target));
    const [source, dest] = [ends('source'), ends('dest')];
    const targets = new Set([...source, ...dest].map(({ target }) => target));
    if (!source.length || !dest.length)
      throw new Error(`${path}: a connector has columns with an end 'source' and 'dest'.`);
    for (const target of [...precedence, ...Object.keys(rank ?? {})]) requireAmong(path, target, targets);
    for (const target of rank ? targets : []) requireAmong(path, target, new Set(Object.keys(rank!)));
    return {
      name: path,
      family,
      label,
      ends: { source, dest },
      ...(ranges && { ranges }),
      both,
      ...(rank && { rank }),
      ...(inForce && { inForce }),
      ...(blocked && { blocked }),
      ...(plugs && { plugs }),
      rules,
    };
  }

  private sameAddresses(): SameAddressEdge[] {
    return this.resources.flatMap((resource) =>
      resource.fields.flatMap(({ edge, ref }) => {
        if (ref || !edge?.sameAddress) return [];
        const { as, ...written } = edge.sameAddress;
        const name = `same-address:${resource.path}`;
        return [{ name, family: edge.family, from: as, to: resource.path, rules: rulesOf(name, written) }];
      }),
    );
  }

  private addresses(): AddressEdge[] {
    const lines = this.resources.flatMap((resource) =>
      resource.fields.filter(({ edge, ref }) => edge && !ref).map((field) => ({ resource, field })),
    );
    if (!lines.length) return [];
    const ranges = this.resources.flatMap((resource) =>
      resource.fields.filter(({ range }) => range).map((field) => ({ resource, field })),
    );
    const [range, second] = ranges;
    if (!range || second) throw new Error('Addresses stand in ranges: one column of one resource says them.');
    return lines.map(({ resource, field }) => {
      const { family, upwards: _, sameAddress: __, ...written } = field.edge!;
      const name = `address:${resource.path}`;
      return {
        ...{ name, family, from: range.resource.path, fromColumn: range.field.name },
        ...{ to: this.end(name, resource, range.resource.path) && resource.path, toColumn: field.name },
        rules: rulesOf(name, written),
      };
    });
  }
}

/** Throws for a rule that names an edge which there is not. */
function requireNames(edge: string, rules: readonly EdgeRule[], names: ReadonlySet<string>): void {
  for (const { when, unless, peers } of rules) {
    const named = [when?.has, unless?.has, peers && [peers.by], peers?.unless, peers?.unlessShared].flatMap(
      (list) => list ?? [],
    );
    for (const name of named) requireAmong(edge, name, names);
  }
}

function requireColumn({ path, fields }: Resource, column: string): void {
  requireAmong(path, column, new Set(fields.map(({ name }) => name)));
}

function requireAmong(line: string, name: string, names: ReadonlySet<string>): void {
  if (names.has(name)) return;
  const guess = nearest(name, names);
  throw new Error(`${line}: there is no '${name}' for the graph.${guess ? ` Did you mean '${guess}'?` : ''}`);
}
