/** Two sources and a person in random order: the outcome is worked out a second time, by other code. @seconds 3 */
import type { Item } from '../../src/feed/document/model.js';
import { MemoryMap, type FeedDocument } from './support/memory-map.js';

const FIELDS = ['cpu', 'memory', 'environment'];
const SOURCES = ['A', 'B'];
const OBJECTS = ['one', 'two', 'three', 'four'];
const TAGS = ['a', 'b', 'c'];

const seed = Number(process.env['FEED_SEED'] ?? Math.floor(Math.random() * 1e9));

/** Numbers that a seed gives again (mulberry32). */
function randomOf(start: number): (below: number) => number {
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
    let allowed: boolean;
    if (theirs === now && above) allowed = false;
    else if (mine === now) allowed = true;
    else if (theirs === now) allowed = !level;
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

describe.each([
  ['one above the other', { A: 60, B: 40 }],
  ['both alike', { A: 50, B: 50 }],
])('two sources, %s', (_, rank) => {
  it.each([0, 1, 2, 3, 4, 5])(`40 rounds and edits by hand (FEED_SEED=${seed}, %i)`, async (nth) => {
    const random = randomOf(seed + nth * 7919 + rank.A);
    const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
    const map = new MemoryMap();
    for (const source of SOURCES) map.sources.set(source, { precedence: rank[source as 'A' | 'B'] });
    const clusters = TAGS.map((name) => map.make('clusters', { name }));
    const expected = new Map<string, Expected>();
    const last = new Map<string, FeedDocument>();

    const item = (name: string, source: string): Item => {
      const set: Record<string, unknown> = { name };
      for (const field of FIELDS) if (random(4)) set[field] = random(6) ? String(random(3)) : null;
      if (random(3)) set['attributes'] = TAGS.filter(() => random(2));
      if (random(3)) set['clusters'] = clusters.filter(() => random(2)).map((id) => ({ id }));
      return { type: 'logical-servers', ref: `${source}-${name}`, set };
    };
    const check = (): void => {
      for (const [name, { values, tags, links }] of expected) {
        const { id, row } = map.named('logical-servers', name);
        const stored = Object.fromEntries(FIELDS.map((field) => [field, row[field]]));
        expect([name, stored, row['attributes'], map.linked('logical-servers', id, 'clusters')]).toEqual([
          name,
          values,
          tags.length ? tags.join(' ') : null,
          links,
        ]);
      }
    };
    const feed = async (document: FeedDocument): Promise<number> => {
      last.set(document.source, document);
      const plan = await map.run(document);
      expect(plan.counts.errors).toBe(0);
      for (const one of document.items) {
        const name = one.set['name'] as string;
        if (!expected.has(name)) expected.set(name, new Expected(rank));
        expected.get(name)!.hear(document.source, one.set);
      }
      check();
      return plan.changes.length;
    };
    const edit = (): void => {
      for (const [name, one] of expected) {
        const { id } = map.named('logical-servers', name);
        if (!random(3))
          map.edit('logical-servers', id, { [FIELDS[0]!]: (one.values[FIELDS[0]!] = pick(['0', '1', '9', null])) });
        if (!random(4)) {
          one.tags = TAGS.filter(() => random(2));
          map.edit('logical-servers', id, { attributes: one.tags.length ? one.tags.join(' ') : null });
        }
        if (!random(4)) {
          const cluster = pick(clusters);
          const there = one.links.includes(cluster);
          map.link('logical-servers', id, 'clusters', cluster, !there);
          one.links = there
            ? one.links.filter((other) => other !== cluster)
            : [...one.links, cluster].sort((a, b) => a - b);
        }
      }
    };

    for (let round = 0; round < 40; round++) {
      const source = pick(SOURCES);
      await feed({ source, items: OBJECTS.filter(() => random(4)).map((name) => item(name, source)) });
      if (!random(2)) edit();
    }
    for (const document of last.values()) await feed(document);
    for (let again = 0; again < 2; again++) {
      for (const document of last.values()) expect(await feed(document)).toBe(0);
    }
  });
});
