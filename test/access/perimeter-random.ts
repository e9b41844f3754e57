/** Random maps and perimeters, and which objects lie in them: worked out of single reads, in other code than the program's. */
import type { TestServer } from '../support/server.js';

type Json = Record<string, unknown>;

/** Kinds of the random map, in the order in which they are made, with what they point to. */
const KINDS: ReadonlyArray<readonly [path: string, refs: Record<string, string>, links: Record<string, string>]> = [
  ['entities', { parent_entity_id: 'entities' }, {}],
  ['sites', {}, {}],
  ['buildings', { site_id: 'sites', building_id: 'buildings' }, {}],
  ['bays', { site_id: 'sites', room_id: 'buildings' }, {}],
  ['physical-servers', { site_id: 'sites', building_id: 'buildings', bay_id: 'bays' }, {}],
  ['physical-routers', { site_id: 'sites', bay_id: 'bays' }, {}],
  ['workstations', { site_id: 'sites', entity_id: 'entities' }, {}],
  ['logical-servers', {}, { physical_servers: 'physical-servers' }],
  ['clusters', {}, { physical_servers: 'physical-servers' }],
  ['routers', {}, { physical_routers: 'physical-routers' }],
  ['databases', { entity_resp_id: 'entities' }, { logical_servers: 'logical-servers' }],
  ['containers', {}, { logical_servers: 'logical-servers' }],
  [
    'applications',
    { entity_resp_id: 'entities' },
    { logical_servers: 'logical-servers', databases: 'databases', workstations: 'workstations', entities: 'entities' },
  ],
  ['application-services', {}, { applications: 'applications' }],
  ['application-modules', {}, { application_services: 'application-services' }],
  ['application-flows', { application_source_id: 'applications', database_dest_id: 'databases' }, {}],
  ['networks', {}, {}],
];
export const PATHS = KINDS.map(([path]) => path);

/** A number below `n`. */
export type Random = (n: number) => number;

export const some = <T>(list: readonly T[], random: Random): T => list[random(list.length)]!;

/** A map of some objects of each kind that point to each other at random. */
export async function makeMap(server: TestServer, random: Random, each = 6): Promise<void> {
  const made = new Map<string, number[]>();
  for (const [path, refs, links] of KINDS) {
    const ids: number[] = [];
    made.set(path, ids);
    for (let i = 0; i < each; i++) {
      const body: Json = { name: `${some(['alpha', 'beta', 'gamma'], random)} ${path} ${i}` };
      for (const [name, target] of Object.entries(refs))
        if (random(2) && made.get(target)!.length) body[name] = some(made.get(target)!, random);
      for (const [name, target] of Object.entries(links)) body[name] = made.get(target)!.filter(() => random(4) === 0);
      const answer = await server.post(`/api/${path}`, body);
      if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
      ids.push(answer.body.id as number);
    }
  }
}

/** All objects as single reads answer them. */
export async function dumpOf(server: TestServer): Promise<Map<string, Json[]>> {
  const dump = new Map<string, Json[]>();
  for (const path of PATHS) {
    const list = (await server.get(`/api/${path}?fields=id`)).body as Array<{ id: number }>;
    const objects: Json[] = [];
    for (const { id } of list) objects.push((await server.get(`/api/${path}/${id}`)).body.data as Json);
    dump.set(path, objects);
  }
  return dump;
}

export interface Root {
  resource: string;
  id: number;
  depth: 'place' | 'hosted' | 'applications';
}
export interface Rule {
  resource: string;
  name: string;
}

export function randomPerimeter(dump: ReadonlyMap<string, Json[]>, random: Random): { roots: Root[]; rules: Rule[] } {
  const roots = Array.from({ length: random(4) }, (): Root => {
    const resource = some(['sites', 'buildings', 'bays', 'entities'], random);
    const { id } = some(dump.get(resource)!, random);
    return { resource, id: id as number, depth: some(['place', 'hosted', 'applications'] as const, random) };
  });
  const rules = Array.from({ length: random(3) }, () => ({
    ...{ resource: some(PATHS, random), name: some(['alpha', 'beta', 'gamma'], random) },
  }));
  return { roots, rules };
}

/** The ids of a kind that lie in any of these perimeters. */
export function insideOf(
  path: string,
  dump: ReadonlyMap<string, Json[]>,
  perimeters: ReadonlyArray<{ roots: Root[]; rules: Rule[] }>,
): number[] {
  const marks = new Map<string, Set<number>>(PATHS.map((one) => [one, new Set<number>()]));
  for (const { roots, rules } of perimeters) {
    for (const root of roots) addAll(marks, reached(root, dump));
    for (const { resource, name } of rules)
      for (const object of dump.get(resource)!)
        if (String(object['name']).startsWith(name)) marks.get(resource)!.add(object['id'] as number);
  }
  for (const flow of dump.get('application-flows')!) {
    const ends = [
      ...[flow['application_source_id']].map((id) => ['applications', id] as const),
      ...[flow['database_dest_id']].map((id) => ['databases', id] as const),
    ].filter(([, id]) => id !== null);
    if (ends.length && ends.every(([kind, id]) => marks.get(kind)!.has(id as number)))
      marks.get('application-flows')!.add(flow['id'] as number);
  }
  return [...marks.get(path)!].sort((a, b) => a - b);
}

function addAll(marks: Map<string, Set<number>>, more: ReadonlyMap<string, Set<number>>): void {
  for (const [path, ids] of more) for (const id of ids) marks.get(path)!.add(id);
}

/** Spreads from one root until nothing is added. */
function reached({ resource, id, depth }: Root, dump: ReadonlyMap<string, Json[]>): Map<string, Set<number>> {
  const has = new Map<string, Set<number>>(PATHS.map((one) => [one, new Set<number>()]));
  has.get(resource)!.add(id);
  const isPlace = (path: string): boolean => ['sites', 'buildings', 'bays'].includes(path);
  const follows = (path: string, target: string): boolean => {
    if (isPlace(target) || (path === 'entities' && target === 'entities')) return path !== 'sites';
    if (target === 'entities') return true;
    if (depth === 'place') return false;
    if (['logical-servers', 'clusters', 'routers', 'databases', 'containers'].includes(path)) return true;
    return depth === 'applications' && path.startsWith('application') && path !== 'application-flows';
  };
  for (let grew = true; grew;) {
    grew = false;
    for (const [path, refs, links] of KINDS)
      for (const object of dump.get(path)!) {
        const own = object['id'] as number;
        if (has.get(path)!.has(own)) continue;
        const named = [
          ...Object.entries(refs).map(([name, target]) => [target, [object[name]]] as const),
          ...Object.entries(links).map(([name, target]) => [target, object[name] as unknown[]] as const),
        ];
        if (
          !named.some(
            ([target, ids]) => follows(path, target) && ids.some((one) => has.get(target)!.has(one as number)),
          )
        )
          continue;
        has.get(path)!.add(own);
        grew = true;
      }
  }
  return has;
}
