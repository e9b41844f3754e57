/** Pages behind cursors, while others write: every row that stays is met exactly once, in every order. */
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

const ROWS = 120;
const NAMES = ['Élan', 'elan', 'Straße', 'strasse', 'x', '10', '-', 'Zoë'];

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    const { database } = server;
    const rows = Array.from({ length: ROWS }, (_, i) => [
      ...[i + 1, NAMES[i % NAMES.length]!, i % 5 ? i % 4 : null, i % 3 ? (i % 7) / 4 : null],
      i % 6 ? `2024-01-0${1 + (i % 6)}` : null,
    ]);
    const columns = ['id', 'name', 'disk', 'fin_value', 'warranty_end_date'];
    const insert = database.dialect.insertRows('workstations', columns);
    await database.transaction((tx) => database.write(tx, insert, rows));
  });
  afterAll(() => server.stop());

  /** Follows the links to the end; `between` is run after each page. */
  async function walk(
    sort: string,
    between: (page: number) => Promise<void> = async () => undefined,
  ): Promise<number[]> {
    const ids: number[] = [];
    let next: string | undefined = `/api/workstations?sort=${sort}&fields=id&page[size]=7&page[after]=`;
    for (let page = 1; next; page++) {
      const { status, headers, body } = await server.get(next);
      if (status !== 200) throw new Error(JSON.stringify(body));
      ids.push(...(body as Array<{ id: number }>).map(({ id }) => id));
      await between(page);
      next = /<([^>]*)>; rel="next"/.exec(headers.get('link')!)?.[1];
    }
    return ids;
  }

  it.each(['id', '-id', 'name', '-name', 'disk,-name', '-disk,fin_value', '-fin_value,-id', 'warranty_end_date,-disk'])(
    'contract 5: a walk in the order of %s is the list in that order',
    async (sort) => {
      const { body } = await server.get(`/api/workstations?sort=${sort}`);
      expect(await walk(sort)).toEqual((body as Array<{ id: number }>).map(({ id }) => id));
    },
  );

  it.each(['id', 'name', '-name', '-disk,name', 'fin_value'])(
    'contract 5: a walk in the order of %s meets all rows that stay once, while others come and go',
    async (sort) => {
      const { database } = server;
      const gone = new Set<number>();
      const made: number[] = [];
      const seen = await walk(sort, async (page) => {
        const { insertId } = await database.run('INSERT INTO workstations (name, disk) VALUES (?, ?)', [
          ...[`${NAMES[page % NAMES.length]!} ${page}`, page % 4],
        ]);
        made.push(insertId);
        // A deleted one may be the very row behind which the next page begins.
        gone.add(page * 6);
        await database.run('UPDATE workstations SET deleted_at = ? WHERE id = ?', ['2024-01-01 00:00:00', page * 6]);
      });
      await database.run('UPDATE workstations SET deleted_at = NULL');
      await database.run(`DELETE FROM workstations WHERE id > ${ROWS}`);
      expect(made.length).toBeGreaterThan(10);
      expect(new Set(seen).size).toBe(seen.length);
      const staying = Array.from({ length: ROWS }, (_, i) => i + 1).filter((id) => !gone.has(id));
      expect(seen.filter((id) => staying.includes(id)).sort((a, b) => a - b)).toEqual(staying);
    },
  );
});
