/** Files as spreadsheet programs save them: other separators, encodings and dates than those of an export. */
import { ENGINES } from '../support/engines.js';
import { objectOf } from '../support/make.js';
import { TestServer, type RequestOptions, type TestAnswer } from '../support/server.js';
import { exported, imported, workbook } from './exchange-client.js';

const FRENCH = { headers: { 'accept-language': 'fr-FR,fr;q=0.9' } };

/** As Windows programs store it: `€` and `’` are no characters of Latin-1. */
const windows = (text: string): Buffer =>
  Buffer.from(text.replaceAll('€', '\x80').replaceAll('’', '\x92').replaceAll('œ', '\x9c'), 'latin1');
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe.each(ENGINES)('files of spreadsheet programs on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const read = async (path: string, id: number): Promise<Record<string, unknown>> =>
    (await server.get(`/api/${path}/${id}`)).body.data;
  const send = (bytes: Buffer | string, query = '', options: RequestOptions = {}): Promise<TestAnswer> =>
    imported(server, 'applications', bytes, query, options);

  const TEXT = 'L’été à Cœur : 5 €';
  it.each<[string, (text: string) => Buffer, string, string, string]>([
    ['UTF-8', (text) => Buffer.from(text), ';', 'semicolons', 'des points-virgules'],
    ['UTF-8', (text) => Buffer.from(text), '\t', 'tabs', 'des tabulations'],
    ['Windows-1252', windows, ';', 'semicolons', 'des points-virgules'],
    ['Windows-1252', windows, ',', 'commas', 'des virgules'],
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le'), '\t', 'tabs', 'des tabulations'],
    ['UTF-16', (text) => Buffer.from(text, 'utf16le'), ';', 'semicolons', 'des points-virgules'],
    ['UTF-16', (text) => bigEndian(`\ufeff${text}`), '|', 'bars', 'des barres'],
    ['UTF-16', bigEndian, ',', 'commas', 'des virgules'],
  ])('reports 9: %s (%#) is read, and the answer says so', async (encoding, encode, sign, en, fr) => {
    const { id } = await objectOf(server, 'applications');
    const file = (vendor: string): Buffer => encode(['id', 'vendor'].join(sign) + `\r\n${id}${sign}${vendor}\r\n`);
    expect((await send(file(TEXT))).body).toEqual({
      ...{ inserted: 0, updated: 1, deleted: 0 },
      notes: [`The file was read as ${encoding}, separated by ${en}.`],
    });
    expect((await read('applications', id))['vendor']).toBe(TEXT);
    const dry = await send(file(`${TEXT} !`), '?dry_run=1', FRENCH);
    expect(dry.body.notes).toEqual([`Le fichier a été lu en ${encoding}, séparé par ${fr}.`]);
  });

  it('reports 9: what is as usual, or was asked for, needs no note', async () => {
    const { id } = await objectOf(server, 'applications');
    expect((await send(`\ufeffid,vendor\n${id},A\n`)).body).toEqual({ inserted: 0, updated: 1, deleted: 0 });
    expect((await send(`id;vendor\n${id};B\n`, '?sep=;')).body).toEqual({ inserted: 0, updated: 1, deleted: 0 });
    expect((await imported(server, 'applications', await workbook([['id'], [id]]))).body).not.toHaveProperty('notes');
  });

  it('reports 9: long files in other encodings are read alike, piece by piece', async () => {
    const vendor = 'é’'.repeat(100);
    const rows = Array.from({ length: 5000 }, (_, i) => `;bâtiment ${engine} ${i};${vendor}`);
    const text = ['id;name;description', ...rows].join('\r\n');
    for (const [bytes, name] of [
      [windows(text), 'Windows-1252'],
      [Buffer.from(text, 'utf16le'), 'UTF-16'],
    ] as const) {
      const { status, body } = await imported(server, 'sites', bytes, '?dry_run=1');
      expect([status, body.inserted, body.notes?.[0]]).toEqual([200, 5000, expect.stringContaining(name)]);
    }
  });

  it('reports 9: a note does not change what is answered to a request that is sent again', async () => {
    const headers = { 'idempotency-key': `notes-${engine}` };
    const file = 'id;name\n;Sent twice\n';
    const [first, second] = [await send(file, '', { headers }), await send(file, '', { headers })];
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(first.body.notes).toHaveLength(1);
  });

  describe('dates with slashes', () => {
    it('reports 9: are days of the French calendar where the language is French', async () => {
      const { id } = await objectOf(server, 'certificates', { start_validity: '2020-01-01' });
      const file = `id;start_validity;end_validity\n${id};31/12/2026;1/2/2027\n`;
      expect((await imported(server, 'certificates', file, '', FRENCH)).status).toBe(200);
      expect(await read('certificates', id)).toMatchObject({
        ...{ start_validity: '2026-12-31', end_validity: '2027-02-01' },
      });
      const book = await workbook([
        ['id', 'start_validity'],
        [id, ' 30/06/2026 '],
      ]);
      expect((await imported(server, 'certificates', book, '', FRENCH)).status).toBe(200);
      expect((await read('certificates', id))['start_validity']).toBe('2026-06-30');
      const machine = await objectOf(server, 'physical-servers');
      const moments = `id;install_date;update_date\n${machine.id};31/12/2026 8:05;01/02/2026\n`;
      expect((await imported(server, 'physical-servers', moments, '', FRENCH)).status).toBe(200);
      expect(await read('physical-servers', machine.id)).toMatchObject({
        ...{ install_date: '2026-12-31T08:05:00.000000Z', update_date: '2026-02-01T00:00:00.000000Z' },
      });
    });
    it('reports 9: the language of the user counts, unless the request names another one', async () => {
      const user = await server.userWith(['certificate_create']);
      await server.database.run('UPDATE users SET language = ? WHERE id = ?', ['fr', user.id]);
      const token = await server.login(user.login, 'Correct-horse-9');
      const file = 'id,name,type,start_validity\n,Of a French user,x,31/12/2026\n';
      expect((await imported(server, 'certificates', file, '?dry_run=1', { token })).body).toMatchObject({
        inserted: 1,
      });
      const headers = { 'accept-language': 'en' };
      expect((await imported(server, 'certificates', file, '?dry_run=1', { token, headers })).status).toBe(422);
    });
    it('reports 9: in English they may mean two days, and are refused with the form that is expected', async () => {
      const { id, name } = await objectOf(server, 'certificates');
      const file = `id,name,start_validity\n${id},${String(name)},01/02/2026\n,,01/02/2026\n`;
      const { status, body } = await imported(server, 'certificates', file);
      expect(status).toBe(422);
      expect(body.errors).toEqual(
        expect.arrayContaining([
          { row: 2, column: 'start_validity', message: 'The start_validity field must be a date as YYYY-MM-DD.' },
          { row: 3, column: 'start_validity', message: 'The start_validity field must be a date as YYYY-MM-DD.' },
          { row: 3, column: 'name', message: 'The name field is required.' },
        ]),
      );
      const wrong = `id,start_validity\n${id},31/02/2026\n`;
      const { body: french } = await imported(server, 'certificates', wrong, '', FRENCH);
      expect(french.errors[0]).toMatchObject({ row: 2, column: 'start_validity' });
    });
    it('reports 9: an export that such a program has saved with its own dates changes nothing', async () => {
      const { id } = await objectOf(server, 'certificates', { start_validity: '2026-12-31' });
      const csv = (await exported(server, 'certificates', '?format=csv&sep=;&bom=1')).bytes.toString();
      const saved = windows(csv.replace('\ufeff', '').replaceAll(/(\d{4})-(\d\d)-(\d\d)(?=;)/g, '$3/$2/$1'));
      expect(saved.toString('latin1')).toContain('31/12/2026');
      const statements = await server.statements(async () => {
        const { body } = await imported(server, 'certificates', saved, '', FRENCH);
        expect(body).toMatchObject({ inserted: 0, updated: 0, deleted: 0 });
      });
      expect(statements.filter((sql) => /^(UPDATE|INSERT)/.test(sql))).toEqual([]);
      expect((await read('certificates', id))['start_validity']).toBe('2026-12-31');
    });
  });
});
