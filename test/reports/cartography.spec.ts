/** The map report: its long sheet, its sheets by type, granularity and views. @seconds 9 */
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { fillWith } from './nasty-map.js';
import { fetched, sheetsOf, type Sheet, type Value } from './report-client.js';

const GONE = '2026-01-02 03:04:05';
const VIEWS = [
  'Ecosystem view',
  'Information system',
  'Applications view',
  'Administration view',
  'View of logical infrastructures',
  'View of the physical infrastructure',
];

const distinct = (values: readonly Value[]): Value[] => [...new Set(values)];

describe.each(ENGINES)('the map report on %s', (engine) => {
  describe('over the example map', () => {
    let server: TestServer;
    let sheets: Sheet[];
    let mapping: Sheet;
    beforeAll(async () => {
      server = await startDemo(engine, {}, { today: new Date('2026-03-14T15:00:00Z') });
      sheets = await sheetsOf(server, 'cartography?granularity=3');
      mapping = sheets[0]!;
    });
    afterAll(() => server.stop());

    it('reports 4.1: the long sheet holds every object of every type, view by view', async () => {
      expect(mapping.columns).toEqual(['View', 'Object type', 'Object id', 'Name', 'Field', 'Value']);
      expect(distinct(mapping.rows.map(([view]) => view!))).toEqual(VIEWS);
      expect(distinct(mapping.rows.map((row) => row[1]!))).toHaveLength(48);
      const names = mapping.rows.filter((row) => row[4] === 'Name');
      const tables = ['entities', 'relations', 'applications', 'logical_servers', 'certificates', 'sites', 'lans'];
      for (const table of tables) {
        const [row] = await server.database.all(`SELECT COUNT(*) AS n FROM ${table} WHERE deleted_at IS NULL`);
        const title = table.replace('_', ' ').replace('relations', 'relationships');
        const shown = names.filter((name) => {
          const type = String(name[1]).toLowerCase();
          return type === title || `${type}s` === title;
        });
        expect([table, shown.length]).toEqual([table, row!['n']]);
      }
      expect(names.every((row) => row[3] === row[5])).toBe(true);
      expect(mapping.rows.every((row) => row[5] !== null && row[5] !== '')).toBe(true);
    });
    it('reports 4.1: the sheets by type say the same', () => {
      expect(sheets).toHaveLength(49);
      for (const { name, columns, rows } of sheets.slice(1)) {
        expect(columns.slice(0, 2)).toEqual(['Id', 'Name']);
        expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
        expect([name, rows.length > 0]).toEqual([name, true]);
      }
      const fields = sheets.slice(1).flatMap(({ rows }) => rows.flatMap((row) => row.slice(2)));
      const filled = fields.filter((value) => value !== null).length;
      const names = mapping.rows.filter((row) => row[4] === 'Name').length;
      expect(filled).toBe(mapping.rows.length - names);
    });
    it('reports 4.1: fields read as they should', () => {
      const field = (type: string, name: string, label: string): Value | undefined =>
        mapping.rows.find((row) => row[1] === type && row[3] === name && row[4] === label)?.[5];
      expect(field('Entities', 'Arvor Télécom', 'Relationships')).toBe(
        'Fibre entre les sites -> Centre hospitalier de Valmarais',
      );
      expect(field('Relationships', 'Fibre entre les sites', 'Link')).toBe(
        'Arvor Télécom -> Centre hospitalier de Valmarais',
      );
      expect(field('Applications', 'Clarté', 'CPE Version')).toBe('opaline:clarte:12.4.1');
      expect(field('Applications', 'Clarté', 'Authenticity')).toBe('High');
      expect(field('Applications', 'Clarté', 'RPO')).toBe('15 minutes');
      expect(field('Activities', 'Reading images', 'Impacts')).toBe(
        'Patient safety: High, Financial: Medium, Reputation: Medium',
      );
      expect(field('Subnets', 'DMZ', 'IP range')).toBe('10.20.60.0/26 ( 10.20.60.0 - 10.20.60.63 )');
      expect(field('VLANs', 'VLAN-DMZ', 'VLAN-ID')).toBe('60');
    });
    it('reports 4.1: granularity 1 and 2 leave out types and fields', async () => {
      const one = await sheetsOf(server, 'cartography?granularity=1');
      const two = await sheetsOf(server, 'cartography?granularity=2');
      const types = (of: Sheet[]): string[] => of.slice(1).map(({ name }) => name);
      const all = types(sheets);
      expect(types(one)).toEqual(
        all.filter((name) => !['Macro-process', 'Activities', 'Tasks', 'Actors'].includes(name)),
      );
      expect(types(two)).toEqual(all.filter((name) => !['Activities', 'Tasks'].includes(name)));
      const columns = (of: Sheet[], name: string): string[] => of.find((sheet) => sheet.name === name)!.columns;
      expect(columns(one, 'Relationships')).toEqual(['Id', 'Name', 'Description', 'Link']);
      expect(columns(two, 'Relationships')).toContain('Importance');
      expect(columns(one, 'Operations')).toEqual(['Id', 'Name', 'Description']);
      expect(columns(two, 'Macro-process')).not.toContain('Owner');
      expect(columns(sheets, 'Macro-process')).toContain('Owner');
    });
    it("reports 4.1: left out, the granularity is the caller's own", async () => {
      const { token, id } = await server.userWith(['reports_access', 'activity_show', 'entity_show']);
      const names = async (): Promise<string[]> =>
        (await sheetsOf(server, 'cartography', token)).map(({ name }) => name);
      for (const [own, expected] of [[1, ['Mapping', 'Entities']], [3, ['Mapping', 'Entities', 'Activities']], [null, ['Mapping', 'Entities', 'Activities']]] as const) {
        await server.database.run('UPDATE users SET granularity = ? WHERE id = ?', [own, id]);
        expect(await names()).toEqual(expected);
      } // prettier-ignore
    });
    it.each(['vues[]=4&vues[]=1', 'vues=1,4', 'views=4,1', 'vues[0]=1&vues[1]=4'])(
      'reports 4.1: %s shows two views in their order',
      async (query) => {
        const [{ rows } = { rows: [] }] = await sheetsOf(server, `cartography?${query}`);
        expect(distinct(rows.map(([view]) => view!))).toEqual([VIEWS[0], VIEWS[3]]);
      },
    );
    it('reports 5: one of its sheets alone', async () => {
      const { bytes } = await fetched(server, 'cartography?format=csv&sheet=Forests');
      const forests = sheets.find(({ name }) => name === 'Forests')!;
      expect(bytes.toString().split('\r\n')[0]).toBe(forests.columns.join(','));
    });
  });

  describe('over a small odd map', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await TestServer.start(engine);
      await fillWith(server.database, {
        entities: [
          { id: 1, name: 'A' },
          { id: 2, name: 'B', deleted_at: GONE },
        ],
        relations: [
          { id: 1, name: 'to the dead', source_id: 1, destination_id: 2, active: 1 },
          { id: 2, name: 'to itself', source_id: 1, destination_id: 1, active: 1, importance: 3 },
        ],
        application_blocks: [{ id: 1, name: 'Block' }],
        applications: [
          { id: 1, name: 'twice', application_block_id: 1, security_need_c: 0, security_need_i: -1 },
          { id: 2, name: 'gone', deleted_at: GONE },
        ],
        application_entity: [
          { application_id: 1, entity_id: 1 },
          { application_id: 1, entity_id: 1 },
          { application_id: 1, entity_id: 2 },
        ],
        subnetworks: [
          { id: 1, name: 'one', address: '10.0.0.7/32' },
          { id: 2, name: 'six', address: '2001:db8::/126' },
          { id: 3, name: 'host', address: '10.0.0.7' },
          { id: 4, name: 'odd', address: 'odd' },
          { id: 5, name: 'without' },
        ],
        wans: [{ id: 1, name: null }],
      });
    });
    afterAll(() => server.stop());

    it('reports 4.1: rows of the long sheet, one by one', async () => {
      const [{ rows } = { rows: [] }] = await sheetsOf(server, 'cartography?granularity=3');
      expect(rows.map((row) => row.slice(1))).toEqual([
        ['Entities', 1, 'A', 'Name', 'A'],
        ['Entities', 1, 'A', 'Relationships', 'to itself -> A, to itself <- A'],
        ['Relationships', 2, 'to itself', 'Name', 'to itself'],
        ['Relationships', 2, 'to itself', 'Importance', 'High'],
        ['Relationships', 2, 'to itself', 'Link', 'A -> A'],
        ['Relationships', 1, 'to the dead', 'Name', 'to the dead'],
        ['Relationships', 1, 'to the dead', 'Importance', '-'],
        ['Application blocks', 1, 'Block', 'Name', 'Block'],
        ['Application blocks', 1, 'Block', 'Applications', 'twice'],
        ['Applications', 1, 'twice', 'Name', 'twice'],
        ['Applications', 1, 'twice', 'Using entities', 'A'],
        ['Applications', 1, 'twice', 'Confidentiality', 'Insignificant'],
        ['Applications', 1, 'twice', 'Application block', 'Block'],
        ['Subnets', 3, 'host', 'Name', 'host'],
        ['Subnets', 3, 'host', 'IP range', '10.0.0.7 ( N/A )'],
        ['Subnets', 4, 'odd', 'Name', 'odd'],
        ['Subnets', 4, 'odd', 'IP range', 'odd ( N/A )'],
        ['Subnets', 1, 'one', 'Name', 'one'],
        ['Subnets', 1, 'one', 'IP range', '10.0.0.7/32 ( 10.0.0.7 - 10.0.0.7 )'],
        ['Subnets', 2, 'six', 'Name', 'six'],
        ['Subnets', 2, 'six', 'IP range', '2001:db8::/126 ( 2001:db8:: -> 2001:db8::3 )'],
        ['Subnets', 5, 'without', 'Name', 'without'],
        ['WAN', 1, '', 'Name', ''],
      ]);
    });
  });
});
