/**
 * Two sources and a person in random order, through the server: the outcome is worked out a second time, by other code.
 * `FEED_GAMES=50` plays so many games of each kind. @seconds 12
 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import type { Json } from './support/json.js';
import { play, RANKS, seed, stoodOf, type FedMap } from './support/rounds.js';
import { putSource } from './support/source.js';

const GAMES = Array.from({ length: Number(process.env['FEED_GAMES'] ?? 1) }, (_, nth) => nth);
const ROUNDS = 20;

/** A map behind a server, of a game of its own: names of others differ. */
function fedMap(server: TestServer, game: string): FedMap {
  const own = (name: string): string => `${game}-${name}`;
  const source = (name: string): string => `${game.toUpperCase()}-${name}`;
  let days = 0;
  /** Times are stored in seconds, and only what is older is known without a look: time passes between two steps. */
  const pass = (): Promise<unknown> =>
    server.database.run('UPDATE logical_servers SET updated_at = ? WHERE name LIKE ?', [
      new Date(Date.UTC(2020, 0, ++days)).toISOString().slice(0, 19).replace('T', ' '),
      `${game}-%`,
    ]);
  const find = async (name: string): Promise<Json> => {
    const [row] = await server.database.all('SELECT * FROM logical_servers WHERE name = ? AND deleted_at IS NULL', [
      own(name),
    ]);
    return row!;
  };
  const patch = async (name: string, body: object): Promise<void> => {
    const { status } = await server.patch(`/api/logical-servers/${(await find(name))['id']}`, body);
    expect(status).toBe(200);
    await pass();
  };
  let count = 0;
  return {
    source: (name, precedence) => putSource(server, source(name), { precedence }),
    cluster: async (name) => (await server.post('/api/clusters', { name: own(name) })).body.id,
    run: async ({ source: name, items }) => {
      const { status, body } = await server.post('/api/feed/runs', {
        ...{ feed: 1, source: source(name) },
        items: items.map((item) => ({ ...item, set: { ...item.set, name: own(String(item.set['name'])) } })),
      });
      expect([status, body.data?.state ?? body]).toEqual([200, 'applied']);
      if (count++ % 3) await pass();
      return body.data.changes.length;
    },
    stored: async (name) => {
      const row = await find(name);
      const clusters = await server.database.all(
        'SELECT cluster_id FROM cluster_logical_server WHERE logical_server_id = ?',
        [row['id']],
      );
      return stoodOf(
        row,
        clusters.map((one) => Number(one['cluster_id'])),
      );
    },
    edit: patch,
    link: (name, clusters) => patch(name, { clusters }),
  };
}

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await TestServer.start(engine)));
  afterAll(() => server.stop());

  describe.each(RANKS)('two sources, %s', (_, rank) => {
    it.each(GAMES)(`${ROUNDS} rounds and edits by hand (FEED_SEED=${seed}, %i)`, (nth) =>
      play(fedMap(server, `g${nth}-${rank.A}`), rank, nth + 100, ROUNDS),
    );
  });
});
