/** Two sources and a person in random order, and what comes of it, worked out by other code than the server's. */
import type { Item } from '../../../src/feed/document/model.js';

const FIELDS = ['cpu', 'memory', 'environment'];
const SOURCES = ['A', 'B'];
const OBJECTS = ['one', 'two', 'three', 'four'];
const TAGS = ['a', 'b', 'c'];

/** The seed of random rounds: `FEED_SEED`, or any. */
export const seed = Number(process.env['FEED_SEED'] ?? Math.floor(Math.random() * 1e9));

/** Precedences of the two sources, that every round is played with. */
export const RANKS: Array<[name: string, rank: Record<'A' | 'B', number>]> = [
  ['one above the other', { A: 60, B: 40 }],
  ['both alike', { A: 50, B: 50 }],
];

/** What a source says. */
export interface Said {
  source: string;
  items: Item[];
}

/** A map that is fed, and edited by hand. */
export interface FedMap {
  /** Makes a source, or sets its precedence. */
  source(name: string, precedence: number): Promise<void> | void;
  /** Makes a cluster; returns its id. */
  cluster(name: string): Promise<number> | number;
  /** Runs a document; returns how much changes. Throws where it does not run. */
  run(document: Said): Promise<number>;
  /** What stands of a logical server. `clusters`: their ids, ascending. */
  stored(name: string): Promise<Stood> | Stood;
  /** Edits columns of a logical server. */
  edit(name: string, values: Record<string, string | null>): Promise<void> | void;
  /** Sets the clusters of a logical server. */
  link(name: string, clusters: readonly number[]): Promise<void> | void;
}

export interface Stood {
  values: Record<string, string | null>;
  clusters: readonly number[];
}

/** Numbers that a seed gives again (mulberry32). */
export function randomOf(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Text = string | null;

/** What stands and who said what, of one object. */
class Expected {
  values: Record<string, Text> = Object.fromEntries(FIELDS.map((name) => [name, null]));
  tags: string[] = [];
  links: number[] = [];
  private readonly claims: Record<string, Record<string, Text>> = { A: {}, B: {} };
  private readonly lists: Record<string, Record<string, unknown[]>> = { A: {}, B: {} };
  private readonly left: Record<string, Record<string, Text>> = { A: {}, B: {} };

  constructor(private readonly rank: Record<string, number>) {}

  hear(source: string, set: Record<string, unknown>): void {
    const other = source === 'A' ? 'B' : 'A';
    for (const field of FIELDS) {
      if (field in set) this.say(source, other, field, set[field] as Text);
      else if (field in this.claims[source]!) this.fallSilent(source, other, field);
    }
    if (set['attributes'])
      this.tags = this.listed(source, other, 'attributes', this.tags, set['attributes'] as string[]);
    if (set['clusters']) {
      const ids = (set['clusters'] as Array<{ id: number }>).map(({ id }) => id);
      this.links = this.listed(source, other, 'clusters', this.links, ids).sort((a, b) => a - b);
    }
  }

  private say(source: string, other: string, field: string, said: Text): void {
    const now = this.values[field]!;
    const mine = this.claims[source]![field];
    const theirs = this.claims[other]![field];
    const all = [mine, theirs, this.left[source]![field], this.left[other]![field]];
    const [above, level] = [this.rank[other]! > this.rank[source]!, this.rank[other] === this.rank[source]];
    this.claims[source]![field] = said;
    if (said === now) return;
    // That there is none takes away what the source said itself; it keeps nothing from the other one.
    if (said === null && (theirs === now || (mine === now && (theirs ?? null) !== null))) {
      this.values[field] = theirs!;
      return;
    }
    let allowed: boolean;
    if (theirs === now && now !== null && above) allowed = false;
    else if (mine === now) allowed = true;
    else if (theirs === now) allowed = now === null || !level;
    else if (this.left[source]![field] === now || this.left[other]![field] === now) allowed = true;
    else allowed = now === null && all.every((one) => one === undefined || one === null);
    if (!allowed) return;
    this.values[field] = said;
    delete this.left[source]![field];
  }

  private fallSilent(source: string, other: string, field: string): void {
    const mine = this.claims[source]![field]!;
    delete this.claims[source]![field];
    if (mine !== this.values[field]) return;
    if (field in this.claims[other]!) this.values[field] = this.claims[other]![field]!;
    else this.left[source]![field] = mine;
  }

  private listed<T>(source: string, other: string, name: string, now: T[], said: T[]): T[] {
    const [mine, theirs] = [(this.lists[source]![name] ?? []) as T[], (this.lists[other]![name] ?? []) as T[]];
    this.lists[source]![name] = said;
    const rest = now.filter((one) => said.includes(one) || !mine.includes(one) || theirs.includes(one));
    return [...rest, ...said.filter((one) => !now.includes(one) && !mine.includes(one) && !theirs.includes(one))];
  }
}

/**
 * Plays so many rounds, and twice again what was said last, when nothing may change. Compares after each round. `nth` tells
 * one game of a seed from another.
 */
export async function play(map: FedMap, rank: Record<'A' | 'B', number>, nth: number, rounds: number): Promise<void> {
  const random = randomOf(seed + nth * 7919 + rank.A);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  for (const source of SOURCES) await map.source(source, rank[source as 'A' | 'B']);
  const clusters: number[] = [];
  for (const name of TAGS) clusters.push(await map.cluster(name));
  const expected = new Map<string, Expected>();
  const last = new Map<string, Said>();

  const item = (name: string, source: string): Item => {
    const set: Record<string, unknown> = { name };
    for (const field of FIELDS) if (random(4)) set[field] = random(6) ? String(random(3)) : null;
    if (random(3)) set['attributes'] = TAGS.filter(() => random(2));
    if (random(3)) set['clusters'] = clusters.filter(() => random(2)).map((id) => ({ id }));
    return { type: 'logical-servers', ref: `${source}-${name}`, set };
  };
  const check = async (): Promise<void> => {
    for (const [name, { values, tags, links }] of expected) {
      const stored = await map.stored(name);
      expect([name, stored]).toEqual([
        name,
        { values: { ...values, attributes: tags.length ? tags.join(' ') : null }, clusters: links },
      ]);
    }
  };
  const feed = async (document: Said): Promise<number> => {
    last.set(document.source, document);
    const changes = await map.run(document);
    for (const one of document.items) {
      const name = one.set['name'] as string;
      if (!expected.has(name)) expected.set(name, new Expected(rank));
      expected.get(name)!.hear(document.source, one.set);
    }
    await check();
    return changes;
  };
  const edit = async (): Promise<void> => {
    for (const [name, one] of expected) {
      const [field] = FIELDS as [string];
      if (!random(3)) await map.edit(name, { [field]: (one.values[field] = pick(['0', '1', '9', null])) });
      if (!random(4)) {
        one.tags = TAGS.filter(() => random(2));
        await map.edit(name, { attributes: one.tags.length ? one.tags.join(' ') : null });
      }
      if (!random(4)) {
        const cluster = pick(clusters);
        const others = one.links.filter((other) => other !== cluster);
        one.links = others.length < one.links.length ? others : [...others, cluster].sort((a, b) => a - b);
        await map.link(name, one.links);
      }
    }
  };

  for (let round = 0; round < rounds; round++) {
    const source = pick(SOURCES);
    await feed({ source, items: OBJECTS.filter(() => random(4)).map((name) => item(name, source)) });
    if (!random(2)) await edit();
  }
  for (const document of last.values()) await feed(document);
  for (let again = 0; again < 2; again++) {
    for (const document of last.values()) expect(await feed(document)).toBe(0);
  }
}

/** What a logical server has, of all that is compared. */
export const stoodOf = (row: Readonly<Record<string, unknown>>, clusters: readonly number[]): Stood => ({
  values: Object.fromEntries([...FIELDS, 'attributes'].map((name) => [name, (row[name] ?? null) as string | null])),
  clusters: [...clusters].sort((a, b) => a - b),
});
