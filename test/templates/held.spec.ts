/** Templates 5, 2: whatever a template does, the event loop serves others; measured in time of the processor of its own thread. @seconds 60 */
import { least, longestTurn, pace } from '../support/least.js';
import { TestServer } from '../support/server.js';

/** Milliseconds, on a machine of the usual pace. */
const HELD = 50;
/** Of a list, a query and a report: enough to take a while. */
const ROWS = 3000;

const HOSTILE: ReadonlyArray<readonly [name: string, body: string]> = [
  ['an endless loop', '{% for i in (1..1000000000) %}{% endfor %}'],
  ['nests of 10^9', '{% for i in (1..1000) %}'.repeat(3) + 'x' + '{% endfor %}'.repeat(3)],
  [
    '100 MB of text',
    '{% assign a = "0123456789" %}{% for i in (1..24) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
  ],
  [
    'a file too long',
    '{% capture a %}{% for i in (1..100000) %}0123456789{% endfor %}{% endcapture %}{% for i in (1..60) %}{{ a }}{% endfor %}',
  ],
  ['a range that is too long', '{% for i in (1..100000000) %}{% endfor %}'],
  [
    'a list within itself',
    '{% assign a = objects %}{% for i in (1..30) %}{% assign a = a | push: a | push: a %}{% endfor %}{{ a }}',
  ],
  ['1 MB of brackets', '['.repeat(1_048_576)],
  ['brackets as long as a template may be', '{% if '.repeat(43_000)],
  ['deep brackets', '{% if true %}'.repeat(20_000)],
  ['deep values', `{{ a${'[a'.repeat(60_000)} }}`],
  [
    'a pattern of its own',
    '{{ objects | map: "name" | join: "" | replace: "a", "aaaaaaaaaaaaaaaa" | split: "" | sort | uniq | size }}',
  ],
  [
    'walks up prototypes',
    '{{ objects.constructor.constructor }}{{ objects[0].__proto__.constructor }}{{ "" | map: "__proto__" }}',
  ],
];

describe('templates 5: the event loop', () => {
  let server: TestServer;
  let query: number;

  beforeAll(async () => {
    server = await TestServer.start('sqlite', { RATE_LIMIT: '0' });
    for (let i = 0; i < ROWS; i += 500) {
      const items = Array.from({ length: 500 }, (_, k) => ({ name: `site ${i + k} ${'é"\n'.repeat(20)}` }));
      for (const kind of ['sites', 'entities'])
        expect((await server.post(`/api/${kind}/mass-store`, { items }, { documented: false })).status).toBe(201);
    }
    const text = 'FROM sites FIELDS name, description, created_at';
    query = (await server.post('/api/queries', { name: 'All', query: text })).body.id;
  }, 120_000);
  afterAll(() => server.stop());

  const tried = (body: object) => server.post('/api/templates/try', body, { documented: false });
  const alone = (): Promise<unknown> => tried({ type: 'sites', body: '{{ count }}' });

  it.each(HOSTILE)('is not held by %s', async (_, body) => {
    await alone();
    const usual = await longestTurn(alone);
    const most = HELD * (await pace());
    const held = await least(most, () => longestTurn(() => tried({ type: 'sites', body })));
    console.log(`Held for ${usual.toFixed(1)} ms alone, for ${held.toFixed(1)} ms beside.`);
    expect(held).toBeLessThan(most);
  });

  it.each([
    ['a list', () => ({ type: 'sites', include: 'buildings' })],
    ['a query', () => ({ query })],
    ['a report', () => ({ report: 'entities' })],
  ])('is not held by %s of many rows', async (what, source) => {
    const body =
      '{% for o in objects %}{{ o | json }}{% endfor %}{% for r in rows %}{{ r | json }}{% endfor %}{% for s in sheets %}{{ s | json }}{% endfor %}{{ count }}';
    const file = { content_type: 'text/plain', file_name: 'x.txt' };
    const { status, body: made } = await server.post('/api/templates', { name: what, body, ...file, ...source() });
    expect([what, status]).toEqual([what, 201]);
    const fill = async (): Promise<void> => {
      const filled = await server.get(`/api/templates/${made.id}/fill`, { documented: false });
      expect([filled.status, filled.body.length > 1000]).toEqual([200, true]);
    };
    await fill();
    const most = HELD * (await pace());
    const held = await least(most, () => longestTurn(fill));
    console.log(`${what}: held for ${held.toFixed(1)} ms.`);
    expect(held).toBeLessThan(most);
  });
});
