/** Statements with dozens of lists of values: each is bound as it is, whatever others with the same text were before. */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

/** As many as a question over all kinds of objects has. */
const LISTS = 60;

describe.each(ENGINES)('many lists in one statement on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('finds as many as each list holds, where only the length of the last one is another', async () => {
    const { database } = server;
    for (let i = 1; i <= 6; i++) await server.post('/api/sites', { name: `Site ${i}` });
    const one = `(SELECT COUNT(*) FROM \`sites\` t WHERE ${database.dialect.isIn('t.`id`')})`;
    const sql = `SELECT ${Array.from({ length: LISTS }, (_, i) => `${one} AS n${i}`).join(', ')}`;
    for (const last of [1, 2, 3, 4, 5, 6]) {
      const lengths = Array.from({ length: LISTS }, (_, i) => (i === LISTS - 1 ? last : 1 + (i % 6)));
      const lists = lengths.map((length) => Array.from({ length }, (_, k) => k + 1));
      const [row] = await database.all(sql, lists);
      expect(Object.values(row!).map(Number)).toEqual(lengths);
    }
  });
});
