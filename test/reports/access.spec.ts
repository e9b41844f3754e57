/** Who may read reports, in which formats they come, and what the answers say of themselves. @seconds 12 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { fillNasty, fillWith } from './nasty-map.js';
import { cellsOf, fetched, opened, parsedCsv, sheetsOf } from './report-client.js';

/** The abilities that each report needs besides `reports_access`, and the name of its file. */
const REPORTS: Record<string, [file: string, ...abilities: string[]]> = {
  cartography: ['cartography'],
  entities: ['entities', 'entity_access'],
  applicationsByBlocks: ['applications', 'application_access'],
  directory: ['directory', 'application_access'],
  logicalServers: ['logicalServers', 'logical_server_access'],
  securityNeeds: ['securityNeeds', 'macro_processus_access'],
  logicalServerConfigs: ['logicalServerConfigs', 'logical_server_access'],
  externalAccess: ['externalAccess', 'external_connected_entity_access'],
  physicalInventory: ['physicalInventory'],
  vlans: ['vlans', 'vlan_access'],
  workstations: ['workstations', 'workstation_access'],
  cve: ['cve', 'application_access'],
  activityList: ['register', 'data_processing_access'],
  activityReport: ['register-report', 'data_processing_access'],
  impacts: ['impacts', 'activity_access'],
  rto: ['rto', 'activity_access'],
  backups: ['backups', 'backup_access'],
  maturity: ['maturity'],
  inventory: ['inventory'],
  changes: ['changes', 'audit_log_access'],
  zones: ['zones', 'subnetwork_access'],
};
const NAMES = Object.keys(REPORTS);
const DOCUMENTS = ['cartography', 'directory', 'activityReport'];
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Today as the server writes it into names of files. */
const today = (): string => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('');
};

describe.each(ENGINES)('reports and who may read them on %s', (engine) => {
  let server: TestServer;
  let reader: string;
  let nobody: string;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    reader = (await server.userWith(['reports_access'])).token;
    nobody = (await server.userWith(['entity_access', 'application_access'])).token;
  });
  afterAll(() => server.stop());

  describe('over an empty map', () => {
    it.each(NAMES)('reports 1: %s answers 401, 403 and 200 with headings only', async (name) => {
      const [file, ...abilities] = REPORTS[name]!;
      expect((await fetched(server, name, {}, null)).status).toBe(401);
      expect((await fetched(server, name, {}, nobody)).status).toBe(403);
      const lacking = await fetched(server, name, {}, reader);
      expect(lacking.status).toBe(abilities.length ? 403 : 200);
      if (abilities.length) expect(lacking.bytes.toString()).toContain(abilities[0]);
      const { token } = await server.userWith(['reports_access', ...abilities]);
      const { status, headers, bytes } = await fetched(server, name, {}, token);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, XLSX, 'no-store']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${file}-${today()}.xlsx"`);
      const book = await opened(bytes);
      const [sheet] = await sheetsOf(server, name);
      expect(cellsOf(book.worksheets[0]!)[0]).toEqual(sheet!.columns);
      if (!['changes', 'maturity'].includes(name)) expect(sheet!.rows).toEqual([]);
    });
    it.each(DOCUMENTS)('reports 1: %s is a document too', async (name) => {
      const { status, headers, bytes } = await fetched(server, `${name}?format=docx`);
      expect([status, headers.get('content-type')]).toEqual([200, DOCX]);
      expect(headers.get('content-disposition')).toMatch(/\.docx"$/);
      expect(bytes.subarray(0, 2).toString()).toBe('PK');
    });
    it('contract 3: the order of refusals is 401, 403, 404, 400', async () => {
      expect((await fetched(server, 'nonsense?format=bad', {}, null)).status).toBe(401);
      expect((await fetched(server, 'nonsense?format=bad', {}, nobody)).status).toBe(403);
      expect((await fetched(server, 'nonsense?format=bad', {}, reader)).status).toBe(404);
      const unknown = await fetched(server, 'Entities');
      expect([unknown.status, unknown.bytes.toString()]).toEqual([404, expect.stringContaining('maturity')]);
      expect((await fetched(server, 'entities?format=bad', {}, reader)).status).toBe(403);
    });
    it.each([
      'entities?format=pdf',
      'entities?format=docx',
      'entities?format=csv&sheet=Nonsense',
      'entities?format=csv&sep=x',
      'entities?format[]=csv',
      'directory?date=14.03.2026',
      'directory?date=2026-02-30',
      'cartography?granularity=4',
      'cartography?granularity[]=1',
      'cartography?vues=7',
      'cartography?vues[]=1&vues[]=x',
    ])('reports 1: %s is refused as JSON', async (path) => {
      const { status, headers, bytes } = await fetched(server, path, { accept: XLSX });
      expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
      expect((JSON.parse(bytes.toString()) as { message: string }).message).toEqual(expect.any(String));
    });
    it('reports 5: an unknown sheet is answered with the names of those that there are', async () => {
      const { bytes } = await fetched(server, 'securityNeeds?format=csv&sheet=x');
      expect(bytes.toString()).toContain('Security needs, Not linked');
    });
    it.each([
      ['', XLSX],
      ['*/*', XLSX],
      ['text/html', XLSX],
      ['application/octet-stream', 'application/octet-stream'],
      ['application/octet-stream, */*', XLSX],
      [`application/octet-stream, ${XLSX}`, XLSX],
      ['text/csv', 'text/csv; charset=utf-8'],
      ['text/csv;q=0.5, application/json', XLSX],
      ['application/xml;q=0.1, text/csv', 'text/csv; charset=utf-8'],
      ['application/json', 'application/json; charset=utf-8'],
      ['application/json, text/plain, */*', XLSX],
      [DOCX, XLSX],
    ])('reports 1: Accept %j is answered with %s', async (accept, type) => {
      const { headers } = await fetched(server, 'entities', { accept });
      expect(headers.get('content-type')).toBe(type);
    });
    it('reports 1: Accept can ask for the document', async () => {
      expect((await fetched(server, 'directory', { accept: DOCX })).headers.get('content-type')).toBe(DOCX);
    });
    it('contract 4: HEAD says what GET would, and writes nothing down', async () => {
      const before = await server.database.all("SELECT COUNT(*) AS n FROM audit_logs WHERE description = 'exported'");
      const { status, headers, body } = await server.request('HEAD', '/api/report/entities');
      expect([status, headers.get('content-type'), body]).toEqual([200, XLSX, '']);
      expect(await server.database.all("SELECT COUNT(*) AS n FROM audit_logs WHERE description = 'exported'")).toEqual(
        before,
      );
    });
    it('contract 12: an export is written down: who, what and how', async () => {
      const { token, id } = await server.userWith(['reports_access', 'entity_access']);
      await fetched(server, 'entities?format=csv', {}, token);
      const [row] = await server.database.all('SELECT * FROM audit_logs WHERE user_id = ? ORDER BY id DESC', [id]);
      expect(row!['description']).toBe('exported');
      expect(JSON.parse(row!['properties'] as string)).toMatchObject({ report: 'entities', format: 'csv' });
    });
  });

  describe('over a nasty map', () => {
    beforeAll(async () => {
      await fillNasty(server.database);
      await fillWith(server.database, {
        entities: [
          { id: 91, name: '=SUM(A1)', entity_type: '+33 1 23', attributes: null, description: 'a;b,c "d"\r\ne' },
          { id: 92, name: '@x', entity_type: '+1+cmd', description: '😀 é\tÅ' },
          { id: 93, name: '-2', entity_type: '\ttab', description: `<p>${'x'.repeat(40_000)}</p>` },
        ],
      });
    });

    it.each(NAMES.filter((name) => name !== 'changes'))(
      'reports 11: %s has the same cells in all formats',
      async (name) => {
        const [sheets, xlsx, csv] = await Promise.all([
          sheetsOf(server, name),
          fetched(server, name),
          fetched(server, `${name}?format=csv`),
        ]);
        const book = await opened(xlsx.bytes);
        expect(book.worksheets.map((sheet) => sheet.name)).toEqual(sheets.map((sheet) => sheet.name));
        const short = (text: unknown): unknown =>
          typeof text === 'string' && text.length > 32_767 ? `${text.slice(0, 32_766)}…` : text;
        sheets.forEach(({ columns, rows }, i) => {
          expect(cellsOf(book.worksheets[i]!)).toEqual([columns, ...rows].map((row) => row.map(short)));
        });
        const first = sheets[0]!;
        const guard = (text: string): string => (/^[=@\t\r]|^[+-](?![\d .()-]*$)/.test(text) ? `'${text}` : text);
        const texts = first.rows.map((row) =>
          row.map((cell) => (cell === null ? '' : typeof cell === 'string' ? guard(cell) : String(cell))),
        );
        expect(parsedCsv(csv.bytes.toString())).toEqual([first.columns, ...texts]);
      },
    );
    it('reports 3: headings are bold and frozen, columns can be filtered, levels are coloured', async () => {
      const { bytes } = await fetched(server, 'applicationsByBlocks');
      const sheet = (await opened(bytes)).worksheets[0]!;
      expect(sheet.getCell('A1').font.bold).toBe(true);
      expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
      expect(sheet.autoFilter).toBe('A1:Z4');
      expect(sheet.getCell('C3').alignment).toMatchObject({ wrapText: true, vertical: 'top' });
      const fills = ['P2', 'Q2', 'S2', 'O3'].map((place) => sheet.getCell(place).fill);
      const colour = (argb: string) => expect.objectContaining({ fgColor: { argb: `FF${argb}` } });
      expect(fills).toEqual([colour('FFFFFF'), colour('F28E2B'), colour('E15759'), colour('F1CE63')]);
      expect(sheet.getCell('O2').value).toBeNull();
      for (let i = 1; i <= sheet.columnCount; i++) {
        expect(sheet.getColumn(i).width).toBeGreaterThanOrEqual(12);
        expect(sheet.getColumn(i).width).toBeLessThanOrEqual(60);
      }
    });
    it('reports 2: days are days in workbooks', async () => {
      const sheet = (await opened((await fetched(server, 'logicalServerConfigs')).bytes)).worksheets[0]!;
      expect(sheet.getCell('D3').value).toEqual(new Date('2024-02-29T00:00:00Z'));
      expect(sheet.getCell('D3').numFmt).toBe('yyyy-mm-dd');
    });
    it('contract 11: the separator and the mark of the encoding can be chosen', async () => {
      const { bytes } = await fetched(server, 'entities?format=csv&sep=%3B&bom=1');
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const records = parsedCsv(bytes.subarray(3).toString(), ';');
      expect(records.find(([name]) => name === "'=SUM(A1)")![1]).toBe('a;b,c "d"\ne');
    });
    it('reports 5: another sheet can be asked for', async () => {
      const { bytes } = await fetched(server, 'securityNeeds?format=csv&sheet=Not%20linked');
      expect(parsedCsv(bytes.toString())[1]).toEqual(['Process', 'Orphan', '1', '1', '1', '1', '1']);
    });
  });
});
