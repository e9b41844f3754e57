import { ENGINES } from '../support/engines.js';
import { objectOf } from '../support/make.js';
import { TestServer, type RequestOptions, type TestAnswer } from '../support/server.js';
import { dump, imported, workbook } from './exchange-client.js';

type Cells = Array<string | number | boolean | Date | null>;

describe.each(ENGINES)('what an import refuses and leaves behind on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const send = async (path: string, rows: Cells[], query = '', options: RequestOptions = {}): Promise<TestAnswer> =>
    imported(server, path, await workbook(rows), query, options);
  const read = async (path: string, id: number): Promise<Record<string, unknown>> =>
    (await server.get(`/api/${path}/${id}`)).body.data;
  const idOf = async (path: string, more = {}): Promise<number> => (await objectOf(server, path, more)).id;

  describe('errors', () => {
    it('reports 9: all are told with row and column, and nothing is stored', async () => {
      const id = await idOf('applications');
      const { name } = await read('applications', id);
      const deleted = await idOf('applications');
      await server.delete(`/api/applications/${deleted}`);
      const before = await dump(server);
      const { status, body } = await send('applications', [
        ['id', 'name', 'rto', 'services', 'install_date'],
        [null, 'Good one', null, null, null],
        [null, 'x'.repeat(256), null, null, null],
        [id, name as string, 'soon', '999999', null],
        [null, name as string, null, 'x', null],
        [deleted, 'Never', null, null, null],
        ['abc', 'Never', null, null, null],
        [id, 'Never', null, null, null],
        [null, 'Other', null, null, 'tomorrow'],
      ]);
      expect([status, body.code]).toEqual([422, 422]);
      expect(body.errors).toEqual([
        { row: 3, column: 'name', message: 'The name field must not be greater than 255 characters.' },
        {
          row: 4,
          column: 'rto',
          message: 'The rto field must be a duration in minutes, such as 240, or with its unit, such as 4 h.',
        },
        { row: 4, column: 'services', message: 'The selected application_services is invalid.' },
        {
          ...{ row: 5, column: 'services' },
          message:
            'The services field names x, and there is nothing of that name among Application services that you may see. ' +
            'Separate several names by semicolons.',
        },
        { row: 5, column: 'name', message: 'The name has already been taken.' },
        { row: 6, column: 'id', message: `Record ${deleted} not found.` },
        { row: 7, column: 'id', message: 'The selected id is invalid.' },
        { row: 8, column: 'id', message: 'The id is given twice.' },
        { row: 9, column: 'install_date', message: 'The install_date field must be a valid date.' },
      ]);
      expect(body.message).toBe('The name field must not be greater than 255 characters. (and 8 more errors)');
      expect(await dump(server)).toEqual(before);
    });
    it('contract 10: sentences are French where asked for; a hundred are told, all are counted', async () => {
      const rows = Array.from({ length: 150 }, (_, i): Cells => [null, String(i).padEnd(256, 'x')]);
      const options = { headers: { 'accept-language': 'fr' } };
      const { body } = await send('sites', [['id', 'name'], ...rows], '', options);
      expect(body.message).toBe('Le champ name ne peut contenir plus de 255 caractères. (et 149 autres erreurs)');
      expect([body.errors.length, body.errors[99]]).toEqual([
        100,
        { row: 101, column: 'name', message: 'Le champ name ne peut contenir plus de 255 caractères.' },
      ]);
    });
    it('with rows each wrong cell is told with what stands in it, and the name of its object', async () => {
      const id = await idOf('applications', { name: 'Told of' });
      const rows: Cells[] = [
        ['id', 'name', 'rto', 'services', 'security_need_a', 'install_date'],
        [id, 'Renamed', 'soon', '999999, 7', 'often', null],
        [null, 'Fresh', null, null, 9, '02/30/2026'],
        [null, null, null, null, null, '2026-01-01'],
        ['abc', 'Whoever', null, null, null, null],
        [4_000_000_000, 'Gone', null, null, null, null],
      ];
      const codes = '-1 = not set, 0 = insignificant, 1 = low, 2 = medium, 3 = high, 4 = very high';
      const need = `The security_need_a field must be a code or its word: ${codes}.`;
      const { body } = await send('applications', rows, '?dry_run=1&rows=1');
      const wrong = body.errors as Array<Record<string, unknown>>;
      expect(wrong.map(({ row, column, name, value }) => [row, column, name, value])).toEqual([
        [2, 'rto', 'Told of', 'soon'],
        [2, 'security_need_a', 'Told of', 'often'],
        [2, 'services', 'Told of', '999999, 7'],
        [2, 'services', 'Told of', '999999, 7'],
        [3, 'security_need_a', 'Fresh', '9'],
        [3, 'install_date', 'Fresh', '02/30/2026'],
        [4, 'name', null, null],
        [5, 'id', 'Whoever', 'abc'],
        [6, 'id', 'Gone', '4000000000'],
      ]);
      expect(wrong.filter(({ column }) => column === 'security_need_a').map(({ message }) => message)).toEqual([
        need,
        need,
      ]);
      // Who does not ask for it gets what the contract has.
      const { body: plain } = await send('applications', rows, '?dry_run=1');
      const members = new Set((plain.errors as object[]).flatMap((one) => Object.keys(one)));
      expect([...members].sort()).toEqual(['column', 'message', 'row']);
      expect(plain.errors).toHaveLength(wrong.length);
      const { body: french } = await send('applications', rows, '', { headers: { 'accept-language': 'fr' } });
      expect(french.errors[1].message).toBe(
        'Le champ security_need_a doit être un code ou son mot : -1 = non renseigné, 0 = insignifiant, 1 = faible, ' +
          '2 = moyen, 3 = fort, 4 = très fort.',
      );
    });
    it('reports 9: rules count only for what differs', async () => {
      const { insertId } = await server.database.run("INSERT INTO sites (name) VALUES ('x')");
      const answer = await send('sites', [
        ['id', 'name', 'description'],
        [insertId, 'x', 'new'],
      ]);
      expect(answer.body).toEqual({ inserted: 0, updated: 1, deleted: 0 });
    });
    it('reports 9: headings must be there, once each', async () => {
      const headings = async (row: Cells): Promise<unknown> => (await send('applications', [row])).body.errors;
      const missing = {
        ...{ row: 1, column: 'id' },
        message: 'No row names columns of this kind. Begin with the headings, such as those of the template.',
      };
      expect(await headings(['name'])).toBeUndefined();
      expect(await headings(['remark', 'colour'])).toEqual([missing]);
      expect(await headings([])).toEqual([missing]);
      expect((await headings(['id', 'services', 'name', 'application_services'])) as unknown).toEqual([
        { row: 1, column: 'application_services', message: 'The column application_services is there twice.' },
      ]);
    });
  });

  describe('rights', () => {
    const rows = async (verb: 'create' | 'edit' | 'delete'): Promise<Cells[]> => {
      const id = await idOf('sites');
      return {
        create: [
          ['id', 'name'],
          [null, `made ${id}`],
        ],
        edit: [
          ['id', 'name'],
          [id, `changed ${id}`],
        ],
        delete: [['id'], [id]],
      }[verb];
    };
    const verbs = ['create', 'edit', 'delete'] as const;

    it.each(verbs)('contract 3: rows that %s need that ability, and no other', async (verb) => {
      const { token } = await server.userWith([`site_${verb}`]);
      for (const other of verbs) {
        const expected = other === verb ? 200 : 403;
        expect((await send('sites', await rows(other), '', { token })).status).toBe(expected);
      }
    });
    it('contract 3: what nobody may change is not told apart either', async () => {
      const id = await idOf('sites');
      const { name } = await read('sites', id);
      const { token } = await server.userWith(['site_create']);
      const file = [
        ['id', 'name'],
        [id, name as string],
      ];
      expect((await send('sites', file, '', { token })).status).toBe(403);
    });
    it('contract 3: 401 and 403 come before the file', async () => {
      const { token } = await server.userWith(['site_access', 'site_show', 'application_edit']);
      expect((await imported(server, 'sites', 'garbage', '', { token })).status).toBe(403);
      expect((await imported(server, 'sites', 'garbage', '', { token: null })).status).toBe(401);
    });
    it('contract 3: a one-to-many link needs the right to edit its other end', async () => {
      const vlan = await idOf('vlans');
      const subnet = await idOf('subnetworks');
      const { token } = await server.userWith(['vlan_edit']);
      const file = [
        ['id', 'subnetworks'],
        [vlan, subnet],
      ];
      expect((await send('vlans', file, '', { token })).status).toBe(403);
    });
    it('contract 2: a token that may only read imports nothing', async () => {
      const { body } = await server.post('/api/tokens', { name: 'reader', read_only: true });
      const token = body.token ?? body.access_token;
      expect((await send('sites', await rows('edit'), '', { token })).status).toBe(403);
    });
    it('what is no object of the map is not imported', async () => {
      for (const path of ['users', 'roles', 'permissions', 'cartographers', 'documents', 'queries', 'saved-maps']) {
        const { status } = await imported(server, path, 'id,name\n');
        // A route for something else may stand there, which takes no file.
        expect([404, 405, 415]).toContain(status);
      }
    });
  });

  it('reports 9: a dry run tells the same and stores nothing', async () => {
    const id = await idOf('sites');
    const before = await dump(server);
    const file: Cells[] = [
      ['id', 'name'],
      [id, 'Dry'],
      [null, 'Drier'],
    ];
    expect((await send('sites', file, '?dry_run=1')).body).toEqual({ inserted: 1, updated: 1, deleted: 0 });
    expect((await send('sites', [...file, [null, 'x'.repeat(256)]], '?dry_run=1')).status).toBe(422);
    expect(await dump(server)).toEqual(before);
  });
  it('an import is noted in the journal, with each object that it changed', async () => {
    const id = await idOf('sites');
    const [{ last }] = (await server.database.all('SELECT MAX(id) AS last FROM audit_logs')) as [{ last: number }];
    await send('sites', [
      ['id', 'name'],
      [id, `noted ${id}`],
    ]);
    const noted = await server.database.all('SELECT description, subject_id, properties FROM audit_logs WHERE id > ?', [
      last,
    ]);
    expect(noted.map(({ description }) => description)).toEqual(['updated', 'imported']);
    expect(JSON.parse(String(noted[1]!['properties']))).toMatchObject({ format: 'xlsx', inserted: 0, updated: 1 });
  });
  it('contract 7: the number of statements does not depend on the number of rows', async () => {
    const file = (count: number, from: number): Cells[] => [
      ['id', 'name'],
      ...Array.from({ length: count }, (_, i): Cells => [null, `many ${from + i}`]),
    ];
    const run = async (count: number, from: number): Promise<number> =>
      (await server.statements(() => send('sites', file(count, from)))).filter((sql) => !sql.includes('own_tokens'))
        .length;
    await run(1, 0);
    expect(await run(400, 1000)).toBe(await run(2, 100));
  });
});
