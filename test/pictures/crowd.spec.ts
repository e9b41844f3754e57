/** Pictures of a map that is too large for one: what is folded, and what is refused. @seconds 15 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const CROWD = 20_000;

describe.each(ENGINES)('a crowd on %s', (engine) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(engine);
    await server.post('/api/buildings', { name: 'Tower' });
    // Written directly, before the graph is first asked for.
    for (let first = 1; first <= CROWD; first += 2000) {
      const rows = Array.from({ length: 2000 }, (_, i) => `('PC ${first + i}', 1)`).join(', ');
      await server.database.run(`INSERT INTO workstations (name, building_id) VALUES ${rows}`);
    }
  }, 120_000);
  afterAll(() => server.stop());

  const get = (query: string) => server.get(`/api/graph/pictures/physical-infrastructure?${query}`);

  it('of 20,000 workstations in a building is one box', async () => {
    const { status, body } = await get('format=json');
    expect(status).toBe(200);
    const described = body.boxes.map(({ label, count }: { label: string; count: number }) => [label, count]);
    expect(described).toEqual([
      ['Tower', 1],
      ['20,000 × Workstation', CROWD],
    ]);
    expect(body.caption).toBe('To keep it readable: 1 group of alike objects as one box.');
  });
  it('is refused where nothing may be folded, with what would narrow it', async () => {
    const { status, body } = await get('fold=none');
    expect(status).toBe(422);
    for (const said of ['20001', 'building', 'site', 'tags']) {
      expect(body.message.replaceAll(/[, \u202f]/g, '')).toContain(said);
    }
  });
  it('is refused as a PNG of more points than are drawn', async () => {
    await server.database.run('UPDATE workstations SET building_id = NULL WHERE id > 1900');
    await server.put('/api/buildings/1', { name: 'Tower of offices' });
    const query = 'fold=none&building=1&format=png';
    const answers = [await get(`${query}&scale=1`), await get(`${query}&scale=4`)];
    expect(answers.map(({ status }) => status)).toEqual([200, 422]);
    expect(answers[1]!.body.message).toContain('40');
  });
});
