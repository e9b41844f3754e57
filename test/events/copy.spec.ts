/**
 * Events: whoever starts from single reads and applies all changes holds what single reads answer, after random writes of all
 * kinds. EVENTS_SEED repeats a run. @seconds 40
 */
import { ENGINES } from '../support/engines.js';
import { rounds } from '../support/extent.cjs';
import { TestServer } from '../support/server.js';
import { Copy, follow } from './copy.js';
import { RandomMap } from './random-map.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

const SEED = Number(process.env['EVENTS_SEED'] ?? Date.now() % 1_000_000);
const WRITES = Number(process.env['EVENTS_WRITES'] ?? rounds(240));
console.log(`EVENTS_SEED=${SEED}`);

describe.each(ENGINES)('events: a copy of the map on %s', (engine) => {
  let server: TestServer;
  let map: RandomMap;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    map = new RandomMap(server, SEED);
  });
  afterAll(() => server.stop());

  it('holds key by key what single reads answer, from the beginning and from the midst', async () => {
    const ofWhole = new Copy();
    for (const [subject, object] of await map.reads()) ofWhole.objects.set(subject, object);
    for (let round = 0; round < 3; round++) for (const resource of map.kinds) await map.create(resource);
    const begun = await follow(server, 'beginning');
    begun.changes.forEach((change) => ofWhole.apply(change));
    const ofMidst = new Copy();
    let cursor: string = (await server.get('/api/changes?since=now')).body.cursor;
    for (const [subject, object] of await map.reads()) ofMidst.objects.set(subject, object);
    const statuses = new Map<number, number>();
    for (let i = 0; i < WRITES; i++) {
      const status = await map.write();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
      if (i % 40 && i < WRITES - 1) continue;
      const { changes, cursor: next } = await follow(server, cursor, i % 80 ? '&limit=7' : '');
      for (const copy of [ofWhole, ofMidst]) changes.forEach((change) => copy.apply(change));
      cursor = next;
    }
    const now = await map.reads();
    const wrong = [ofWhole, ofMidst].flatMap((copy) =>
      [...new Set([...now.keys(), ...copy.objects.keys()])]
        .filter((subject) => map.kinds.some(({ path }) => subject.startsWith(`${path}/`)))
        .filter(
          (subject) => JSON.stringify(sorted(copy.objects.get(subject))) !== JSON.stringify(sorted(now.get(subject))),
        )
        .map((subject) => ({ subject, ...difference(copy.objects.get(subject), now.get(subject)) })),
    );
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(WRITES / 4);
  });
});

const sorted = (object: Json): Json =>
  object && Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

const difference = (copy: Json, now: Json): Json =>
  !copy || !now
    ? { copy: Boolean(copy), now: Boolean(now) }
    : Object.fromEntries(
        Object.keys({ ...copy, ...now })
          .filter((key) => JSON.stringify(copy[key]) !== JSON.stringify(now[key]))
          .map((key) => [key, [copy[key], now[key]]]),
      );
