import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import 'reflect-metadata';
import '../../../src/map/index.js';
import { Links, MapObject, Name, Ref, registry, Resource, Str } from '../../../src/engine/index.js';
import { Registry } from '../../../src/engine/schema/registry.js';
import { FAMILIES } from '../../../src/graph/graph.js';
import { graphFacts, impactFacts, type GraphFacts, type Impact } from './graph-facts.js';
import { describeWithSpecification, sharedJson } from './shared.js';

const COPY = join(__dirname, 'graph.snapshot.json');
const copy = (): GraphFacts => JSON.parse(readFileSync(COPY, 'utf8')) as GraphFacts;

/** As JSON has it: without what is undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('what the resources say of the graph', () => {
  const model = registry.graph();
  const facts = plain(graphFacts(model)) as GraphFacts;

  it.each(['edges', 'connectors', 'addresses', 'ofConnectors'] as const)(
    '%s are those of the copy: `UPDATE_COPY=1 npx jest test/engine/model/graph` writes it anew',
    (part) => {
      if (process.env['UPDATE_COPY']) writeFileSync(COPY, `${JSON.stringify(facts, null, 2)}\n`);
      expect(facts[part]).toEqual(copy()[part]);
    },
  );
  it('51 kinds are nodes, 4 are connectors, 117 references and link tables are edges', () => {
    expect([model.nodes.length, model.connectors.length, model.edges.length]).toEqual([51, 4, 117]);
  });
  it('every reference and link between two of them is an edge, an end of a connector, or said not to be', () => {
    const written = new Set([...model.edges, ...model.ofConnectors].flatMap(({ name, links }) => [name, ...links]));
    for (const { name, ends } of model.connectors) {
      for (const { column } of [...ends.source, ...ends.dest]) written.add(`${name}.${column}`);
    }
    const inGraph = new Set([...model.nodes, ...model.connectors.map(({ name }) => name)]);
    const silent = registry
      .all()
      .flatMap(({ path, fields, links }) => [
        ...fields
          .filter(({ ref }) => ref && inGraph.has(path) && inGraph.has(ref.target))
          .map(({ name }) => `${path}.${name}`),
        ...links
          .filter(({ pivot, target }) => pivot && inGraph.has(path) && inGraph.has(target))
          .map(({ name }) => `${path}.${name}`),
      ]);
    expect(silent.filter((name) => !written.has(name))).toEqual([]);
  });
  it('every family of an edge is known by name', () => {
    const used = [...model.edges, ...model.addresses, ...model.connectors, ...model.ofConnectors].map(
      ({ family }) => family,
    );
    // Flows that forbid are told apart by what their column says.
    expect([...new Set(used), 'blocked'].sort()).toEqual([...FAMILIES].sort());
  });
});

describeWithSpecification('the committed copy', () => {
  it('has every edge of impact.json, between the same ends; rules are those of graph-truth.md', () => {
    const facts = plain(impactFacts(sharedJson<Impact>('spec/model/impact.json'))) as GraphFacts;
    for (const part of ['edges', 'connectors', 'addresses', 'ofConnectors'] as const) {
      const known = existsSync(COPY) ? copy()[part] : {};
      const without = (entry: unknown): unknown => ({ ...(entry as object), rules: undefined });
      for (const [name, entry] of Object.entries(facts[part]))
        expect([name, without(known[name])]).toEqual([
          name,
          expect.objectContaining({ ...(without(entry) as object) }),
        ]);
    }
  });
  it('has every link and reference that impact.json knows', () => {
    const { notInGraph, families } = sharedJson<Impact>('spec/model/impact.json');
    const { nodes, connectors, edges, ofConnectors } = registry.graph();
    const inGraph = new Set([...nodes, ...connectors.map(({ name }) => name)]);
    const written = new Set([...edges, ...ofConnectors].map(({ name }) => name));
    expect(notInGraph.filter(({ storage }) => written.has(storage))).toEqual([]);
    // They follow by themselves: an end is no node, or they are small rows without identity.
    const unexpected = notInGraph.filter(({ storage }) => {
      const [path, name] = storage.split('.') as [string, string];
      const { fields, links } = registry.get(path);
      const field = fields.find((one) => one.name === name);
      const link = links.find((one) => one.name === name);
      return link?.kind !== 'child' && inGraph.has(path) && inGraph.has(field?.ref?.target ?? link!.target);
    });
    expect(unexpected).toEqual([]);
    expect([...Object.keys(families), 'blocked']).toEqual([...FAMILIES]);
  });
});

describe('lines that do not fit together', () => {
  const of = (...entities: Array<new () => object>): (() => unknown) => {
    const own = new Registry();
    own.add(...entities);
    return () => own.graph();
  };
  const options = { view: 'x', about: '' };

  it('an edge is written at one end, and on the column where there is one', () => {
    @Resource('ones', { ...options, key: 'one' })
    class One extends MapObject {
      @Name() name!: string;
      @Links('twos', { edge: { family: 'f' } }) twos!: object[];
    }
    @Resource('twos', { ...options, key: 'two' })
    class Two extends MapObject {
      @Name() name!: string;
      @Links('ones', { edge: { family: 'f' } }) ones!: object[];
    }
    expect(of(One, Two)).toThrow('twos.ones: the edge is written at the other end already.');
  });
  it('names of edges in conditions exist', () => {
    @Resource('ones', { ...options, key: 'one' })
    class One extends MapObject {
      @Name() name!: string;
      @Ref('ones', { edge: { family: 'f', down: 'all', when: { from: ['ones.oner_id'] } } }) one_id!: number | null;
    }
    expect(of(One)).toThrow("ones.one_id: there is no 'ones.oner_id' for the graph. Did you mean 'ones.one_id'?");
  });
  it('a rule has one effect', () => {
    @Resource('ones', { ...options, key: 'one' })
    class One extends MapObject {
      @Name() name!: string;
      @Ref('ones', { edge: { family: 'f', group: 'g' } }) one_id!: number | null;
    }
    expect(of(One)).toThrow('ones.one_id: a rule of an edge has one effect: down, degraded, at_risk, concerned.');
  });
  it('the ends of edges are nodes', () => {
    @Resource('ones', { ...options, key: 'one', node: false })
    class One extends MapObject {
      @Name() name!: string;
      @Ref('ones', { edge: { family: 'f' } }) one_id!: number | null;
    }
    expect(of(One)).toThrow("ones.one_id: objects of 'ones' are no nodes.");
  });
  it('addresses need a column that says ranges', () => {
    @Resource('ones', { ...options, key: 'one' })
    class One extends MapObject {
      @Str({ edge: { family: 'f' } }) ip!: string | null;
    }
    expect(of(One)).toThrow('Addresses stand in ranges: one column of one resource says them.');
  });
  it('a connector has both ends, and columns that there are', () => {
    @Resource('ones', { ...options, key: 'one', connector: { family: 'f', label: ['title'] } })
    class One extends MapObject {
      @Name() name!: string;
    }
    expect(of(One)).toThrow("ones: there is no 'title' for the graph.");
    @Resource('twos', { ...options, key: 'two', connector: { family: 'f', label: ['name'] } })
    class Two extends MapObject {
      @Name() name!: string;
    }
    expect(of(Two)).toThrow("twos: a connector has columns with an end 'source' and 'dest'.");
  });
});
