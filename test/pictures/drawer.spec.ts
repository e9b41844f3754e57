/** The thread that draws: never longer than it may take, never more than may wait, and no more kept than there is room for. */
import type { Drawing } from '../../src/pictures/draw.js';
import { Drawer } from '../../src/pictures/drawer.js';
import { defaultOptions } from '../../src/pictures/options.js';

const KINDS = [{ path: 'entities', view: 'ecosystem' }];

/** A ring of entities, of this name. */
function ring(count: number, name: string): Drawing {
  const nodes = Array.from({ length: count }, (_, i) => ({
    ...{ kind: 'entities', id: i + 1, label: `${name} ${i}`, tags: [], icon: 0 },
  }));
  const edges = nodes.map((_, i) => ({
    ...{ type: 'relations', from: i, to: (i + 1) % count, object: i + 1, label: 'buys from', both: false },
  }));
  const graph = new TextEncoder().encode(JSON.stringify({ snapshot: 's', nodes, edges }));
  return { view: 'ecosystem', graph, rows: {}, kinds: KINDS, options: defaultOptions(), format: 'json', scale: 1 };
}
const none = (): Promise<Record<number, string>> => Promise.resolve({});

interface Drawn {
  lines: Array<{ points: unknown[] }>;
}
const read = (bytes: Uint8Array | undefined): Drawn => JSON.parse(new TextDecoder().decode(bytes)) as Drawn;

let drawer: Drawer;
afterEach(() => drawer.close());

it('draws with straight lines what Graphviz takes too long for', async () => {
  drawer = new Drawer(1);
  const { lines } = read((await drawer.draw(ring(60, 'A'), none)).bytes);
  expect(lines).toHaveLength(60);
  expect(lines.every(({ points }) => points.length === 2)).toBe(true);
});

it('refuses the one that comes when twenty wait, and draws all others', async () => {
  drawer = new Drawer();
  const answers = await Promise.allSettled(Array.from({ length: 25 }, (_, i) => drawer.draw(ring(5, `B${i}`), none)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  for (const one of answers) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 503 });
});

it('keeps the last 50 files, and draws the others again', async () => {
  drawer = new Drawer();
  const tags: string[] = [];
  for (let i = 0; i < 55; i++) tags.push((await drawer.draw(ring(2, `C${i}`), none)).tag);
  expect(tags.map((tag) => drawer.file(tag) !== undefined).indexOf(true)).toBe(5);
  expect((await drawer.draw(ring(2, 'C0'), none)).bytes).toBeDefined();
  expect((await drawer.draw(ring(2, 'C0'), none, [tags[0]!])).bytes).toBeUndefined();
});

it('goes on after a picture that it cannot make', async () => {
  drawer = new Drawer();
  const broken = { ...ring(2, 'D'), graph: new TextEncoder().encode('{') };
  await expect(drawer.draw(broken, none)).rejects.toThrow();
  expect((await drawer.draw(ring(2, 'D'), none)).bytes).toBeDefined();
});
