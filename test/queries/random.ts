/** Random queries in the JSON form, from a seed: what is made is right, or wrong in one of many ways. */
import '../../src/map/index.js';
import { classOf, registry, type Field, type ResourceModel } from '../../src/engine/index.js';

export type Json = Record<string, unknown>;

/** A generator of numbers whose seed is printed, so that a failure can be repeated. */
export class Random {
  private state: number;

  constructor(readonly seed: number) {
    this.state = seed >>> 0;
  }

  /** The seed of the environment, or a new one. */
  static seeded(what: string): Random {
    const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    console.log(`${what}: SEED=${seed}`);
    return new Random(seed);
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(likelihood: number): boolean {
    return this.next() < likelihood;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  times<T>(most: number, make: () => T, least = 0): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}

/** A relation by one of its names. */
export interface Named {
  name: string;
  target: string;
}

/** Every relation of a resource between these resources. */
export function relationsOf(resource: ResourceModel, among?: ReadonlySet<string>): Named[] {
  const links = resource.links
    .filter(({ kind }) => kind !== 'child')
    .map(({ name, target }) => ({ name, target: registry.get(target).path }));
  const references = resource.fields.flatMap(({ ref }) =>
    ref ? [{ name: ref.embedAs, target: registry.get(ref.target).path }] : [],
  );
  const taken = new Set([
    ...resource.links.flatMap(({ name, includeName, includeAliases, aliases, alsoShownAs }) => [
      ...[name, includeName, ...includeAliases, ...aliases, ...alsoShownAs],
    ]),
    ...references.map(({ name }) => name),
  ]);
  const connectors = registry
    .all()
    .filter((one) => endsAt(one, resource).length)
    .map(({ path }) => ({ name: path.replaceAll('-', '_'), target: path }));
  const all = [...links, ...references, ...connectors.filter(({ name }) => !taken.has(name))];
  return all.filter(({ target }) => !among || among.has(target));
}

/** The columns of a cable or a flow that name an object of a resource at one of its ends. */
export const endsAt = ({ connector, fields }: ResourceModel, resource: ResourceModel): Field[] =>
  connector ? fields.filter(({ end, ref }) => end && ref && registry.get(ref.target) === resource) : [];

export const visible = ({ fields }: ResourceModel): Field[] => fields.filter(({ hidden }) => !hidden);

const SIGNS = ['=', '!=', '<', '<=', '>', '>=', '<>'];
const TEXTS = new Set(['name', 'string', 'text', 'html', 'morph']);

/** What queries are made of. */
export interface Universe {
  paths: readonly string[];
  /** A value that a column might hold. */
  value(random: Random, field: Field): unknown;
  /** Columns that conditions may speak of. */
  columns(resource: ResourceModel): Field[];
}

/** Makes right queries. */
export class RandomQueries {
  private readonly among: ReadonlySet<string>;

  constructor(
    readonly random: Random,
    private readonly universe: Universe,
  ) {
    this.among = new Set(universe.paths);
  }

  query(): Json {
    const { random } = this;
    const resource = registry.get(random.of(this.universe.paths));
    const query: Json = { from: resource.path };
    if (random.chance(0.7)) query['fields'] = random.times(5, () => this.path(resource, 2), 1);
    else if (random.chance(0.5)) query['select'] = random.times(4, () => random.of(visible(resource)).name, 1);
    if (random.chance(0.9)) query['filters'] = this.filters(resource, 0);
    if (random.chance(0.3)) query['order'] = random.times(3, () => this.orderKey(resource), 1);
    if (random.chance(0.4)) query['traverse'] = random.times(2, () => this.trail(resource)).filter(Boolean);
    if (random.chance(0.5)) query['limit'] = 1 + random.below(random.chance(0.5) ? 10 : 1000);
    return query;
  }

  private orderKey(resource: ResourceModel): string {
    const columns = visible(resource).filter(({ kind }) => kind !== 'json');
    return `${this.random.chance(0.5) ? '-' : ''}${this.random.of(columns).name}`;
  }

  /** Filters over a resource within those over `outer`, from within outwards. */
  filters(resource: ResourceModel, depth: number, outer: readonly ResourceModel[] = []): Json[] {
    return this.random.times(3, () => this.filter(resource, depth, outer), depth ? 1 : 0);
  }

  private filter(resource: ResourceModel, depth: number, outer: readonly ResourceModel[]): Json {
    const { random } = this;
    const join = random.chance(0.5) ? {} : { boolean: random.of(['and', 'or', 'not', 'OR', 'Not']) };
    const kind = random.next();
    if (depth < 3 && kind < 0.2) return { ...join, group: this.filters(resource, depth + 1, outer) };
    const relations = relationsOf(resource, this.among);
    if (depth < 3 && kind < 0.4 && relations.length) {
      const { name, target } = random.of(relations);
      const there = registry.get(target);
      const conditions = random.chance(0.7) ? { conditions: this.filters(there, depth + 1, [resource, ...outer]) } : {};
      if (random.chance(0.3)) return { ...join, count: name, ...conditions, ...this.number() };
      return { ...join, [random.chance(0.5) ? 'exists' : 'not_exists']: name, ...conditions };
    }
    return { ...join, ...this.condition(resource, outer) };
  }

  private number(): Json {
    return { operator: this.random.of(SIGNS), value: this.random.below(4) };
  }

  private condition(resource: ResourceModel, outer: readonly ResourceModel[]): Json {
    const { random } = this;
    let at = resource;
    const names: string[] = [];
    while (names.length < 2 && random.chance(0.35)) {
      const relations = relationsOf(at, this.among);
      if (!relations.length) break;
      const { name, target } = random.of(relations);
      names.push(name);
      at = registry.get(target);
    }
    const field = random.of(this.universe.columns(at));
    const test =
      (random.chance(outer.length ? 0.4 : 0.15) && this.column(field, [resource, ...outer])) || this.test(field);
    return { field: [...names, field.name].join('.'), ...test };
  }

  /** Compares with a column of one of these that holds something alike; undefined where none does. */
  private column(field: Field, around: readonly ResourceModel[]): Json | undefined {
    const { random } = this;
    const level = random.below(around.length);
    const alike = this.universe
      .columns(around[level]!)
      .filter((other) => field.kind !== 'json' && classOf(other) === classOf(field) && other.kind !== 'json')
      .filter((other) => Boolean(other.zoneless) === Boolean(field.zoneless));
    if (!alike.length) return undefined;
    return { operator: random.of(SIGNS), column: `${'outer.'.repeat(level)}${random.of(alike).name}` };
  }

  private test(field: Field): Json {
    const { random } = this;
    if (field.kind === 'flag' && random.chance(0.4))
      return { operator: random.of(['is', 'is not', 'IS NOT']), value: random.chance(0.5) };
    const value = (): unknown => this.universe.value(random, field);
    if (field.kind === 'json' || random.chance(0.1)) return { operator: random.of(['=', '!=']), value: null };
    if (random.chance(0.2)) return { operator: random.of(['in', 'not in', 'IN']), value: random.times(4, value, 1) };
    if (TEXTS.has(field.kind) && random.chance(0.4)) {
      const text = String(value());
      const cut = random.chance(0.5) ? `%${text.slice(random.below(3), 4)}%` : `${text.slice(0, 2)}_%`;
      return { operator: random.of(['like', 'not like', 'LIKE']), value: cut };
    }
    return { operator: random.of(SIGNS), value: value() };
  }

  path(resource: ResourceModel, steps: number): string {
    const { random } = this;
    const relations = relationsOf(resource, this.among);
    if (!steps || !relations.length || random.chance(0.4)) return random.of(visible(resource)).name;
    const { name, target } = random.of(relations);
    return `${name}.${this.path(registry.get(target), steps - 1)}`;
  }

  private trail(resource: ResourceModel): unknown {
    const { random } = this;
    const segments: Array<{ name: string; hidden: boolean }> = [];
    let at = resource;
    for (const _ of [1, 2]) {
      const relations = relationsOf(at, this.among);
      if (!relations.length || (segments.length && random.chance(0.5))) break;
      const { name, target } = random.of(relations);
      segments.push({ name, hidden: random.chance(0.3) });
      at = registry.get(target);
    }
    if (!segments.length) return undefined;
    segments.at(-1)!.hidden = false;
    return segments.some(({ hidden }) => hidden) ? { segments } : segments.map(({ name }) => name).join('.');
  }
}

/** A universe of everything, for queries that are not run. */
export const everything = (): Universe => ({
  paths: registry.all().map(({ path }) => path),
  columns: visible,
  value: (random, { kind }) => {
    if (TEXTS.has(kind)) return random.of(['a', 'B c', 'é"ß\\', "it's", '%_|', '', 'NULL', '--', '`x`', '\n']);
    if (kind === 'flag') return random.of([true, false, 1, 0]);
    if (kind === 'day' || kind === 'moment')
      return random.of(['2024-02-29', '2020-01-01T10:00:00Z', '-30d', 'today', '2w', '-6m', '1y']);
    return random.of([0, 1, -3, 2.5, 1e21, 1.5e-7, '12']);
  },
});
