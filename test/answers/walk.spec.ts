/** A short walk of the recorder: two recordings are equal byte for byte, and what is planted is found. @seconds 21 @always */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES, type Engine } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { compared, load, type Line, type Received } from './scripts.js';

const RESOURCES = ['sites'];
/** So many calls of a recording are sent again: the reads, at the beginning. */
const READS = 450;

describe.each(ENGINES)('%s', (engine) => {
  let lines: Line[];
  beforeAll(async () => {
    lines = await recorded(engine);
  });

  it('calls every operation of a resource, well and badly, for several callers', () => {
    const operations = new Set(lines.map(({ request }) => request.op));
    for (const operation of [
      ...[
        'listSites',
        'createSite',
        'getSite',
        'replaceSite',
        'updateSite',
        'overrideSite',
        'deleteSite',
        'restoreSite',
      ],
      ...['massStoreSites', 'massUpdateSites', 'massReplaceSites', 'massDestroySites', 'exportSites', 'importSites'],
    ]) {
      expect(operations).toContain(operation);
    }
    const statuses = new Set(lines.map(({ answer }) => answer.status));
    for (const status of [200, 201, 204, 304, 400, 401, 403, 404, 412, 415, 422]) expect(statuses).toContain(status);
    expect(lines.filter(({ answer }) => answer.status >= 500 || !answer.status)).toEqual([]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it('a second recording is equal', async () => {
    expect(await compared(lines, await recorded(engine))).toEqual([]);
  });

  it('planted differences are found in a replay, and nothing else is', async () => {
    const reads = lines.slice(0, READS);
    const refused = reads.find(({ request, answer }) => request.op === 'listSites' && answer.status === 400)!;
    const other = await recorded(engine, reads, ({ method, path }, answer) => {
      const text = String(answer.bytes);
      if (method === 'GET' && path === '/api/sites/2') {
        return { ...answer, bytes: Buffer.from(text.replace(/"description":"[^"]*",/, '')) };
      }
      if (path === '/api/sites?sort=-name&fields=id')
        return { ...answer, headers: { ...answer.headers, 'x-total-count': '9' } };
      if (path === refused.request.path) return { ...answer, status: 200 };
      return answer;
    });
    const places = new Set((await compared(reads, other)).map(({ operation, place }) => `${operation} ${place}`));
    expect([...places].sort()).toEqual([
      'getSite body $.data.description',
      // It no longer follows from the body.
      'getSite header content-length',
      'listSites header x-total-count',
      'listSites status',
    ]);
  });
});

/** Records a fresh map with a few objects, or what it answers to the requests of another recording. */
async function recorded(
  engine: Engine,
  replay?: Line[],
  alter: (request: { method: string; path: string }, answer: Received) => Received = (_, answer) => answer,
): Promise<Line[]> {
  const [{ openClock, installClock }, { send }, { run }, { signIn }] = await Promise.all([
    ...([load('clock'), load('client'), load('run'), load('server')] as const),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  const clock = openClock(join(folder, 'clock'));
  const giveBack = installClock(clock.path);
  const lines: Line[] = [];
  let server: TestServer | undefined;
  try {
    server = await TestServer.start(engine);
    await fill(server);
    // The journal has the random ids of the requests so far.
    await server.database.run('DELETE FROM audit_logs');
    const tokens = await signIn(server.url, ADMIN);
    await run(
      { url: server.url, clock, tokens },
      {
        ...{ only: RESOURCES, ...(replay && { replay }), write: async (line) => void lines.push(line) },
        send: async (url, request) => alter(request, await send(url, request)),
      },
    );
    return lines;
  } finally {
    await server?.stop();
    giveBack();
    clock.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(server: TestServer): Promise<void> {
  const make = async (path: string, body: object): Promise<void> => {
    expect((await server.request('POST', path, { body })).status).toBe(201);
  };
  for (const name of ['North', 'South', 'Été']) await make('/api/sites', { name, description: `<p>${name}</p>` });
  for (const name of ['Hall', 'Annex']) await make('/api/buildings', { name, site_id: 1 });
  await make('/api/users', { login: 'reader', name: 'Reader', roles: [3] });
}
