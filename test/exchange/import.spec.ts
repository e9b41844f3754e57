import { ENGINES } from '../support/engines.js';
import { objectOf } from '../support/make.js';
import { TestServer, type RequestOptions, type TestAnswer } from '../support/server.js';
import { imported, workbook } from './exchange-client.js';

type Cells = Array<string | number | boolean | Date | null>;

describe.each(ENGINES)('import on %s', (engine) => {
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

  describe('rows', () => {
    it('reports 9: create, change, delete; blank ones are skipped', async () => {
      const [changed, deleted] = [await idOf('applications', { vendor: 'Old' }), await idOf('applications')];
      const { status, body } = await send('applications', [
        ['name', 'id', 'vendor', 'remark'],
        ['Brand new', null, 'New', null],
        [null, null, null, null],
        ['Renamed', changed, null, null],
        [null, deleted, ' ', null],
        [null, 3_999_999_999, null, null],
      ]);
      expect([status, body]).toEqual([200, { inserted: 1, updated: 1, deleted: 1 }]);
      expect(await read('applications', changed)).toMatchObject({ name: 'Renamed', vendor: null });
      expect((await server.get(`/api/applications/${deleted}`)).status).toBe(404);
      const { body: list } = await server.get('/api/applications');
      expect(list.find(({ name }: { name: string }) => name === 'Brand new')).toMatchObject({ vendor: 'New' });
    });
    it('words of either language stand for codes, and for yes and no', async () => {
      const id = await idOf('applications', { security_need_a: 2 });
      const { body } = await send('applications', [
        ['id', 'name', 'security_need_a', 'security_need_c', 'security_need_i', 'security_need_t'],
        [id, 'Named', 'Moyen', null, null, null],
        [null, 'In words', 'Très fort', 'very high', 'INSIGNIFIANT', 'none'],
      ]);
      expect(body).toEqual({ inserted: 1, updated: 1, deleted: 0 });
      const { body: list } = await server.get('/api/applications?filter[name_in]=In words,Named&sort=name');
      expect(list).toMatchObject([
        { security_need_a: 4, security_need_c: 4, security_need_i: 0, security_need_t: 0 },
        { security_need_a: 2 },
      ]);
      const { body: entities } = await send('entities', [
        ['id', 'name', 'is_external'],
        [null, 'Outside', 'Oui'],
        [null, 'Inside', 'FAUX'],
      ]);
      expect(entities).toMatchObject({ inserted: 2 });
      const { body: made } = await server.get('/api/entities?filter[name_in]=Outside,Inside&sort=name');
      expect(made.map(({ is_external: is }: { is_external: unknown }) => Boolean(is))).toEqual([false, true]);
    });
    it('reports 9: columns that the file does not have stay as they are', async () => {
      const id = await idOf('applications', { vendor: 'Stays', technology: 'Old' });
      await send('applications', [
        ['id', 'technology'],
        [id, 'New'],
      ]);
      expect(await read('applications', id)).toMatchObject({ vendor: 'Stays', technology: 'New' });
    });
    it('reports 9: 0 and false are values: such a row deletes nothing', async () => {
      const id = await idOf('relations');
      const { body } = await send('relations', [
        ['id', 'active', 'name'],
        [id, 0, null],
      ]);
      expect(body.errors).toEqual([{ row: 2, column: 'name', message: 'The name field is required.' }]);
      const flag = await send('relations', [
        ['id', 'active'],
        [id, false],
      ]);
      expect([flag.status, (await read('relations', id))['active']]).toEqual([200, 0]);
    });
    it('reports 9: a text in an unknown column keeps a row from deleting; the column is named', async () => {
      const id = await idOf('applications');
      const { body, headers } = await send('applications', [
        ['id', 'remark'],
        [id, 'to be checked'],
      ]);
      expect([body, headers.get('x-ignored-fields')]).toEqual([{ inserted: 0, updated: 0, deleted: 0 }, 'remark']);
      expect((await server.get(`/api/applications/${id}`)).status).toBe(200);
    });
    it('reports 9: an object without any value, exported as a bare id, is not deleted', async () => {
      const { insertId } = await server.database.run('INSERT INTO wans (name) VALUES (NULL)');
      expect((await send('wans', [['id'], [insertId]])).body).toEqual({ inserted: 0, updated: 0, deleted: 0 });
    });
    it('reports 9: names may move between rows: deleted, swapped, given up', async () => {
      const [a, b, c] = [await idOf('sites'), await idOf('sites'), await idOf('sites')];
      const [nameA, nameB, nameC] = await Promise.all([a, b, c].map(async (id) => (await read('sites', id))['name']));
      const answer = await send('sites', [
        ['id', 'name'],
        [null, nameC as string],
        [a, nameB as string],
        [b, nameA as string],
        [c, null],
      ]);
      expect(answer.body).toEqual({ inserted: 1, updated: 2, deleted: 1 });
    });
  });

  describe('cells', () => {
    it('reports 9: a cell of a link replaces the set, an empty one clears it', async () => {
      const [one, two] = [await idOf('processes'), await idOf('processes')];
      const id = await idOf('applications', { processes: [one] });
      const links = async (cell: Cells[number], heading = 'processes'): Promise<unknown> => {
        const { status } = await send('applications', [
          ['id', 'name', heading],
          [id, ((await read('applications', id))['name'] as string) ?? null, cell],
        ]);
        expect(status).toBe(200);
        return (await read('applications', id))['processes'];
      };
      expect(await links(`${one} , ${two}`)).toEqual([one, two]);
      expect(await links(two)).toEqual([two]);
      expect(await links(`${one};${two}`)).toEqual([one, two]);
      expect(await links(null)).toEqual([]);
    });
    it('reports 9: links go by the names of the older application and by those of the API', async () => {
      const server1 = await idOf('logical-servers');
      for (const heading of ['logicalServers', 'logical_servers']) {
        const id = await idOf('applications');
        await send('applications', [
          ['id', heading],
          [id, server1],
        ]);
        expect((await read('applications', id))['logical_servers']).toEqual([server1]);
      }
      const subnet = await idOf('subnetworks');
      const vlan = await idOf('vlans');
      await send('vlans', [
        ['id', 'subnetworks'],
        [vlan, subnet],
      ]);
      expect((await read('subnetworks', subnet))['vlan_id']).toBe(vlan);
    });
    it('reports 9: dates are ISO, cells of the calendar or serial numbers', async () => {
      const [iso, cell, serial] = [await idOf('certificates'), await idOf('certificates'), await idOf('certificates')];
      await send('certificates', [
        ['id', 'start_validity'],
        [iso, '2024-02-29'],
        [cell, new Date('2024-02-29T00:00:00Z')],
        [serial, 45351],
      ]);
      for (const id of [iso, cell, serial])
        expect((await read('certificates', id))['start_validity']).toBe('2024-02-29');
      const machine = await idOf('physical-servers');
      await send('physical-servers', [
        ['id', 'install_date'],
        [machine, 45351.5],
      ]);
      expect((await read('physical-servers', machine))['install_date']).toBe('2024-02-29T12:00:00.000000Z');
      const book = await workbook(
        [
          ['id', 'start_validity'],
          [iso, 43889],
        ],
        (made) => (made.properties.date1904 = true),
      );
      expect((await imported(server, 'certificates', book)).status).toBe(200);
      expect((await read('certificates', iso))['start_validity']).toBe('2024-02-29');
    });
    it('reports 9: numbers, truth values and formulas stand for what they show', async () => {
      const id = await idOf('applications');
      const { status } = await imported(
        server,
        'applications',
        await workbook([
          ['id', 'version', 'rto', 'users', 'vendor'],
          [id, 1.5, '60', true, { formula: '"A"&"B"', result: 'AB' } as unknown as string],
        ]),
      );
      expect(status).toBe(200);
      expect(await read('applications', id)).toMatchObject({ version: '1.5', rto: 60, users: 'TRUE', vendor: 'AB' });
    });
    it('reports 9: rich text is cleaned as in any write', async () => {
      const id = await idOf('applications');
      await send('applications', [
        ['id', 'description'],
        [id, '<p onclick="x()">a</p><script>b</script>'],
      ]);
      expect((await read('applications', id))['description']).toBe('<p>a</p>');
    });
    it('reports 9: CSV is read alike, whatever its separator', async () => {
      for (const [separator, query] of [
        [',', ''],
        [';', ''],
        ['\t', ''],
        ['|', ''],
        [';', '?sep=;'],
      ]) {
        const id = await idOf('applications');
        const cells = [
          ['id', 'vendor', 'processes'],
          [id, `"a ""quoted""${separator} text\n2nd line"`, ''],
        ];
        const text = '\ufeff' + cells.map((row) => row.join(separator)).join('\r\n');
        expect((await imported(server, 'applications', text, query)).body).toMatchObject({ updated: 1 });
        expect((await read('applications', id))['vendor']).toBe(`a "quoted"${separator} text\n2nd line`);
      }
    });
    it('contract 11: the guard against formulas is taken off again', async () => {
      const id = await idOf('applications');
      await imported(server, 'applications', `id,vendor,technology,external\n${id},'=1+1,'plain,'＝1\n`);
      expect(await read('applications', id)).toMatchObject({
        ...{ vendor: '=1+1', technology: "'plain", external: '＝1' },
      });
    });
  });
  describe('what each row does', () => {
    it('is told with rows=1: by a dry run with the cells that differ, by the import with the ids', async () => {
      const [changed, same, deleted] = [
        await idOf('applications', { name: 'Told', vendor: 'Old' }),
        await idOf('applications', { vendor: 'Same' }),
        await idOf('applications', { name: 'Told and gone' }),
      ];
      const cells: Cells[] = [
        ['id', 'name', 'vendor'],
        [null, 'Told and new', 'New'],
        [changed, 'Told', null],
        [same, (await read('applications', same))['name'] as string, 'Same'],
        [deleted, null, null],
      ];
      const counts = { inserted: 1, updated: 1, deleted: 1, same: 1 };
      const planned = await send('applications', cells, '?dry_run=1&rows=1');
      expect([planned.status, planned.body]).toEqual([
        200,
        {
          ...counts,
          rows: [
            {
              ...{ row: 2, action: 'created', id: null, name: 'Told and new' },
              cells: { name: { before: null, after: 'Told and new' }, vendor: { before: null, after: 'New' } },
            },
            {
              ...{ row: 3, action: 'updated', id: changed, name: 'Told' },
              cells: { vendor: { before: 'Old', after: null } },
            },
            { row: 5, action: 'deleted', id: deleted, name: 'Told and gone' },
          ],
        },
      ]);
      expect(await read('applications', changed)).toMatchObject({ vendor: 'Old' });
      const { body } = await send('applications', cells, '?rows=1');
      const { body: list } = await server.get('/api/applications?filter[search]=Told and new');
      expect(body).toEqual({
        ...counts,
        rows: [
          { row: 2, action: 'created', id: list[0].id, name: 'Told and new' },
          { row: 3, action: 'updated', id: changed, name: 'Told' },
          { row: 5, action: 'deleted', id: deleted, name: 'Told and gone' },
        ],
      });
    });
    it('is told of the rows that are not wrong, too', async () => {
      const id = await idOf('applications', { vendor: 'Old' });
      const { status, body } = await send(
        'applications',
        [
          ['id', 'vendor', 'install_date'],
          [id, 'New', null],
          [null, 'Nameless', null],
        ],
        '?dry_run=1&rows=1',
      );
      expect(status).toBe(422);
      expect(body.errors).toEqual([
        { row: 3, column: 'name', message: 'The name field is required.', value: null, name: null },
      ]);
      expect(body.rows).toMatchObject([{ row: 2, action: 'updated', id }]);
    });
  });
});
