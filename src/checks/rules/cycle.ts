/** Parents in a circle, and where asked flows in a circle. */
import { stronglyConnected } from '../../core/strongly-connected.js';
import { quote } from '../../database/dialect.js';
import { registry, type ResourceModel } from '../../engine/index.js';
import { mapKinds } from '../check.js';
import { MAX_EVIDENCE, type EvidenceObject, type Found } from '../findings/said.js';
import type { SentenceKey } from '../sentences/index.js';
import { linked, live, tableOf } from './parts.js';
import type { Rule, RuleReading } from './rule.js';

const FLOWS = 'application-flows';
/** Steps between two turns of the event loop. */
const STEPS = 20_000;

type Edge = readonly [from: EvidenceObject, to: EvidenceObject];

const parentsOf = ({ fields }: ResourceModel): string[] => fields.flatMap(({ ref, name }) => (ref?.tree ? [name] : []));
/** Sets of objects of the same kind that must make no circle; of both ends of one the first counts. */
const acyclicOf = ({ path, links }: ResourceModel): string[] =>
  links
    .filter(({ acyclic, target, pivot }) => acyclic && target === path && pivot)
    .slice(0, 1)
    .map(({ name }) => name);

const isTree = (resource: ResourceModel): boolean => parentsOf(resource).length > 0 || acyclicOf(resource).length > 0;

/** Kinds between whose objects flows of applications lead. */
const flowEnds = (): string[] => [
  ...new Set(registry.get(FLOWS).fields.flatMap(({ end, ref }) => (end && ref ? [ref.target] : []))),
];

export const cycle: Rule = {
  name: 'cycle',
  about: {
    en: 'Objects that are part of themselves by way of their parents; with `flows` also those to which flows of applications come back.',
    fr: 'Objets qui font partie d’eux-mêmes par leurs parents\u00a0; avec `flows`, aussi ceux auxquels reviennent les flux applicatifs.',
  },
  options: { flows: { takes: 'flag', default: false } },
  kinds: () => [
    ...new Set([
      ...mapKinds()
        .filter(isTree)
        .map(({ path }) => path),
      ...flowEnds(),
    ]),
  ],
  async *find(reading, { flows }) {
    const reported = new Set<string>();
    for (const path of reading.kinds) {
      if (!isTree(registry.get(path))) continue;
      for await (const found of circles(await parentEdges(reading, path), 'parentCircle')) {
        reported.add(`${found.type} ${found.id}`);
        yield found;
      }
    }
    if (!flows) return;
    for await (const found of circles(await flowEdges(reading), 'flowCircle')) {
      if (reading.kinds.includes(found.type) && !reported.has(`${found.type} ${found.id}`)) yield found;
    }
  },
};

async function parentEdges(reading: RuleReading, path: string): Promise<Edge[]> {
  const resource = registry.get(path);
  const edges: Edge[] = [];
  const add = (from: number, to: number): void =>
    void edges.push([
      { type: path, id: from },
      { type: path, id: to },
    ]);
  for (const column of parentsOf(resource)) {
    const name = `t.${quote(column)}`;
    const rows = await reading.all(
      `SELECT t.\`id\` AS id, ${name} AS above FROM ${tableOf(path)} t WHERE ${live(resource, 't')} AND ${name} IS NOT NULL ORDER BY t.\`id\``,
    );
    for (const { id, above } of rows) add(Number(id), Number(above));
  }
  for (const name of acyclicOf(resource)) for (const [own, other] of await linked(reading, path, name)) add(own, other);
  return edges;
}

async function flowEdges({ all }: RuleReading): Promise<Edge[]> {
  const resource = registry.get(FLOWS);
  const ends = resource.fields.filter(({ end }) => end);
  const rows = await all(
    `SELECT ${ends.map(({ name }) => `t.${quote(name)}`).join(', ')}, t.\`bidirectional\` AS both_ways FROM ${tableOf(FLOWS)} t WHERE ${live(resource, 't')} ORDER BY t.\`id\``,
  );
  return rows.flatMap((row): Edge[] => {
    const [source, dest] = (['source', 'dest'] as const).map((side): EvidenceObject | undefined => {
      const field = ends.find(({ end, name }) => end === side && row[name] !== null);
      return field && { type: field.ref!.target, id: Number(row[field.name]) };
    });
    // What goes both ways between two is no circle.
    return source && dest && !row['both_ways'] ? [[source, dest]] : [];
  });
}

/** Each object of a circle, with the others of it. */
async function* circles(edges: readonly Edge[], sentence: SentenceKey): AsyncIterable<Found> {
  const places = new Map<string, number>();
  const objects: EvidenceObject[] = [];
  const next: number[][] = [];
  const placeOf = (object: EvidenceObject): number => {
    const key = `${object.type} ${object.id}`;
    let place = places.get(key);
    if (place === undefined) {
      places.set(key, (place = objects.push(object) - 1));
      next.push([]);
    }
    return place;
  };
  for (const [from, to] of edges) next[placeOf(from)]!.push(placeOf(to));
  let steps = 0;
  const work = stronglyConnected(
    objects.length,
    (node) => next[node]!,
    () => true,
    () => ++steps % STEPS === 0,
  );
  let step = work.next();
  while (!step.done) {
    await new Promise((resume) => setImmediate(resume));
    step = work.next();
  }
  for (const nodes of step.value) {
    const isItself = nodes.length === 1 && next[nodes[0]!]!.includes(nodes[0]!);
    if (nodes.length < 2 && !isItself) continue;
    const members = nodes.map((node) => objects[node]!);
    const first = members.slice(0, MAX_EVIDENCE + 1);
    for (const one of members) {
      const others = isItself ? members : first.filter((other) => other !== one).slice(0, MAX_EVIDENCE);
      const total = isItself ? 1 : members.length - 1;
      yield { ...one, sentence, objects: others, ...(total > others.length && { objectsTotal: total }) };
    }
  }
}
