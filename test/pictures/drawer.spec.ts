/** The thread that draws: never longer than it may take, never more than may wait, and no more kept than there is room for. @seconds 20 */
import { gunzipSync } from 'node:zlib';
import type { Drawing } from '../../src/pictures/draw.js';
import type { Requester } from '../../src/database/long-read.js';
import { Drawer, type Picture } from '../../src/pictures/drawer.js';
import { defaultOptions } from '../../src/pictures/options.js';
import { kind } from './made.js';

const KINDS = [kind('entities', 'ecosystem')];

/** A ring of entities, of this name; each is linked to so many others. */
function drawingOf(count: number, name: string, links = 1): Drawing {
  const nodes = Array.from({ length: count }, (_, i) => ({
    ...{ kind: 'entities', id: i + 1, label: `${name} ${i}`, tags: [], icon: 0 },
  }));
  const edges = Array.from({ length: count * links }, (_, i) => ({
    ...{ type: 'relations', from: i % count, to: (i + 1 + 7 * Math.floor(i / count)) % count, object: i + 1 },
    ...{ label: 'buys from', both: false },
  }));
  const graph = new TextEncoder().encode(JSON.stringify({ snapshot: 's', nodes, edges }));
  return { view: 'ecosystem', graph, rows: {}, kinds: KINDS, options: defaultOptions(), format: 'json', scale: 1 };
}
const none = (): Promise<Record<number, string>> => Promise.resolve({});

interface Drawn {
  lines: Array<{ points: unknown[] }>;
}
const read = (packed: Uint8Array | undefined): Drawn => JSON.parse(gunzipSync(packed!).toString()) as Drawn;

const anybody = { userId: 1 };
/** Draws a ring. */
const draw = (count: number, name: string, known: string[] = [], requester: Requester = anybody): Promise<Picture> =>
  drawer.draw(() => Promise.resolve(drawingOf(count, name)), none, known, requester);

let drawer: Drawer;
afterEach(() => drawer.close());

it('draws with straight lines what Graphviz takes too long for', async () => {
  drawer = new Drawer(1);
  const { lines } = read((await draw(60, 'A')).packed);
  expect(lines).toHaveLength(60);
  expect(lines.every(({ points }) => points.length === 2)).toBe(true);
});

it('gives a plain picture a tag of its own, and the better one to whoever has it', async () => {
  drawer = new Drawer(1);
  const plain = await draw(60, 'I');
  expect(plain.tag).toMatch(/^"[\w-]{27}\.plain"$/);
  expect((await draw(60, 'I')).tag).toBe(plain.tag);
  await drawer.close();
  drawer = new Drawer();
  const good = await draw(60, 'I', [plain.tag]);
  expect(good.tag).toBe(plain.tag.replace('.plain', ''));
  expect(read(good.packed).lines.some(({ points }) => points.length > 2)).toBe(true);
  expect((await draw(60, 'I', ['*'])).packed).toBeUndefined();
});

it('refuses nobody for the pictures of somebody else, who come in turns', async () => {
  drawer = new Drawer();
  const order: number[] = [];
  const of = (userId: number, name: string): Promise<unknown> =>
    draw(5, name, [], { userId }).then(() => order.push(userId));
  const crowd = Array.from({ length: 60 }, (_, i) => of(1, `X${i}`));
  await of(2, 'Y');
  expect(order.length).toBeLessThan(5);
  await Promise.allSettled(crowd);
});

it('refuses the one that comes when twenty wait, and draws all others', async () => {
  drawer = new Drawer();
  const answers = await Promise.allSettled(Array.from({ length: 25 }, (_, i) => draw(5, `B${i}`)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
  for (const one of answers) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 503 });
});

it('keeps the last 50 files, and draws the others again', async () => {
  drawer = new Drawer();
  const tags: string[] = [];
  for (let i = 0; i < 55; i++) tags.push((await draw(2, `C${i}`)).tag);
  expect(tags.map((tag) => drawer.file(tag) !== undefined).indexOf(true)).toBe(5);
  expect((await draw(2, 'C0')).packed).toBeDefined();
  expect((await draw(2, 'C0', [tags[0]!])).packed).toBeUndefined();
});

it('goes on after a picture that it cannot make', async () => {
  drawer = new Drawer();
  const broken = { ...drawingOf(2, 'D'), graph: new TextEncoder().encode('{') };
  await expect(drawer.draw(() => Promise.resolve(broken), none, [], anybody)).rejects.toThrow();
  expect((await draw(2, 'D')).packed).toBeDefined();
});

it('ends what is drawn for somebody who went away, and reads nothing for those who wait', async () => {
  drawer = new Drawer();
  const leaving = new AbortController();
  const gone = { userId: 2, signal: leaving.signal };
  // Seconds of Graphviz, had anybody waited for it.
  const large = Promise.allSettled(
    ['E', 'F', 'G'].map((name) => drawer.draw(() => Promise.resolve(drawingOf(250, name, 6)), none, [], gone)),
  );
  let reads = 0;
  const waiting = drawer.draw(() => Promise.resolve((reads++, drawingOf(2, 'H'))), none, [], { userId: 3 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(reads).toBe(0);
  leaving.abort();
  const begun = performance.now();
  expect((await waiting).packed).toBeDefined();
  expect(performance.now() - begun).toBeLessThan(4000);
  for (const one of await large) expect(one.status).toBe('rejected');
});
