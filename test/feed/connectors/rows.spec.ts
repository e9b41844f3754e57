/** Rows as spreadsheets and taps write them: headings, separators, days, numbers, streams; and files of other kinds. @seconds 3 */
import { gzipSync } from 'node:zlib';
import { LeftOut } from '../../../src/feed/connectors/index.js';
import { packedBook } from '../../exchange/packed.js';
import { read, refusal } from './support.js';

const by = (row: object, more: object = {}): { mapping: unknown } => ({
  mapping: { rows: [{ type: 'sites', ref: '${Id}', ...row }], ...more },
});
const NAMED = by({ set: { name: '${Name}' } });

async function all(name: string, file: Buffer | string, asked: object): Promise<{ items: unknown[]; told: string[] }> {
  const leftOut = new LeftOut();
  const { items } = await read(name, file, { ...asked, leftOut });
  const told = leftOut.phrases.map((phrase) => phrase.in('en').replace('Left out: ', ''));
  return { items: items.map(({ ref, set }) => [ref, set['name']]), told };
}

describe('days', () => {
  it.each([
    ['M/D/YYYY', '1/23/2023', '2023-01-23'],
    ['M/D/YYYY', '12/3/2023 10:15 PM', '2023-12-03'],
    ['M/D/YYYY', '01/23/2023', '2023-01-23'],
    ['D.M.YYYY', '4.3.2023', '2023-03-04'],
    ['M/D/YY', '1/23/23', '2023-01-23'],
    ['M/D/YY', '1/23/98', '1998-01-23'],
    ['M/D/YY', '1/23/2023', undefined],
    ['D/M/YYYY', '23/1/23', undefined],
    ['DD/MM/YYYY', '1/2/2023', undefined],
    ['YYYYMMDD', '20230123', '2023-01-23'],
    ['YYYYMMDD', '202301231', undefined],
    ['YYYY-M-D', '2023-1-3', '2023-01-03'],
    ['D.M.YYYY', '31.2.2023', undefined],
    ['D.M.YYYY', '4x3.2023', undefined],
  ])('by %s %s is %s', async (format, cell, day) => {
    const work = read('csv', `Id;D\n1;${cell}\n`, by({ set: { name: `\${D|date:${format}}` } }));
    if (day === undefined) await expect(work).rejects.toMatchObject({ rows: [{ row: 2, column: 'D' }] });
    else expect((await work).items[0]!.set).toEqual({ name: day });
  });
  it.each(['D/D/YYYY', 'DDD/M/YYYY', 'D/MMM/YYYY'])('%s is no pattern of a day', async (format) => {
    const work = read('csv', 'Id;D\n', by({ set: { name: `\${D|date:${format}}` } }));
    expect((await refusal(work))[0]).toBe(422);
  });
});

describe('headings', () => {
  it.each<[what: string, file: string, told: string[]]>([
    ['in another case', 'ID,NAME\n1,a\n', []],
    ['with other blanks', ' Id , name\n1,a\n', []],
    ['behind the line that says the separator', 'sep=;\nId;Name\n1;a\n', []],
    ['the same with quotes', '"sep=;"\r\nId;Name\r\n1;a\r\n', []],
    ['with tabs, as a line says', 'sep=\t\nId\tName\n1\ta\n', []],
    ['below a title', 'Sites of Hill, Paris, 2026\n\nId;Name\n1;a\n', ['1 row above the headings.']],
    ['below a title of as many cells', 'x;y\nId;Name\n1;a\n', ['1 row above the headings.']],
  ])('%s', async (_, file, told) => {
    expect(await all('csv', file, NAMED)).toEqual({ items: [['1', 'a']], told });
  });
  it('as they are written stand before others', async () => {
    expect((await all('csv', 'Id,NAME,Name\n1,x,a\n', NAMED)).items).toEqual([['1', 'a']]);
    expect(await refusal(read('csv', 'Id,NAME,name\n1,x,a\n', NAMED))).toEqual([422, expect.stringContaining('twice')]);
  });
  it('stand where the mapping says, or are none', async () => {
    const file = 'Id;Name\nold;old\nId;Name\n1;a\n';
    for (const headings of [3, '3', 'row 3'])
      expect((await all('csv', file, by({ set: { name: '${Name}' } }, { headings }))).items).toEqual([['1', 'a']]);
    for (const headings of [0, 'row x', 'row 2000', true])
      expect((await refusal(read('csv', file, by({ set: { name: '${Name}' } }, { headings }))))[0]).toBe(422);
    const wrong = read('csv', file, by({ set: { name: '${Name}' } }, { headings: 2 }));
    expect(await refusal(wrong)).toEqual([422, expect.stringContaining('There are: old')]);
  });
  it('of no row are told of the first one', async () => {
    for (const rows of [1, 100])
      expect(await refusal(read('csv', `A;B\n${'x;y\n'.repeat(rows)}`, NAMED))).toEqual([
        422,
        expect.stringContaining('There are: A, B'),
      ]);
    expect(await refusal(read('csv', 'sep=;\n', NAMED))).toEqual([400, expect.stringContaining('no line of headings')]);
  });
  it('may be called otherwise in other versions of the file', async () => {
    const also = by({ set: { name: '${Name}' } }, { also: { Name: ['Nom', 'Hostname'] } });
    expect((await all('csv', 'Id;hostname\n1;a\n', also)).items).toEqual([['1', 'a']]);
    for (const wrong of [{ also: ['Nom'] }, { also: { Name: [] } }, { also: { Name: Array(30).fill('a') } }])
      expect((await refusal(read('csv', 'Id;Nom\n1;a\n', by({ set: { name: '${Name}' } }, wrong))))[0]).toBe(422);
  });
  it('of a workbook may stand below a title too', async () => {
    const row = (...cells: string[]): string =>
      `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
    const book = packedBook(
      `<worksheet><sheetData>${row('Sites of Hill')}${row('ID', 'name')}${row('1', 'a')}</sheetData></worksheet>`,
    );
    expect(await all('xlsx', book, NAMED)).toEqual({ items: [['1', 'a']], told: ['1 row above the headings.'] });
  });
});

describe('cells', () => {
  it('an address is no name of a host with labels', async () => {
    const { items } = await read(
      'csv',
      'Id;Host\n1;10.0.0.1\n2;a.hill.example\n',
      by({ set: { name: '${Host|host}' } }),
    );
    expect(items.map(({ set }) => set['name'])).toEqual(['10.0.0.1', 'a']);
  });
  it('may be what identifies a machine', async () => {
    const keys = { serial: '${S}', mac: '${M|split:/}', fqdn: ['${F}'], uuid: '${U}', inventory: '${Id}' };
    const file = 'Id;S;M;F;U\n1;PF-1;00:50:B6:00:00:01/x;Web.hill.example;\n2;;;web;\n';
    const { items } = await read('csv', file, by({ keys }));
    expect(items.map((item) => item.keys)).toEqual([
      { serial: 'PF-1', mac: ['00:50:b6:00:00:01'], fqdn: ['web.hill.example'], inventory: '1' },
      { inventory: '2' },
    ]);
    for (const wrong of ['x', { colour: '${S}' }])
      expect((await refusal(read('csv', file, by({ keys: wrong }))))[0]).toBe(422);
  });
  it('of RVTools before 4.0 count in MB, and have thousands', async () => {
    const file = 'VM,VM UUID,CPUs,Memory,Provisioned MB,OS\na,4210-A,2,"4,096","65,536",Debian 9\n';
    const { items } = await read('csv', file, { opt: new Map([['map', 'rvtools']]) });
    expect(items).toMatchObject([
      { set: { memory: '4096 MB', disk: 64 }, initial: { operating_system: 'Debian 9' }, keys: { uuid: '4210-A' } },
    ]);
  });
  it('of rows that the mapping is not about are told by their number', async () => {
    const some = by({ when: '${Kind} = site', set: { name: '${Name}' } });
    expect(await all('csv', 'Id;Name;Kind\n1;a;site\n2;b;room\n3;c;room\n;d;site\n', some)).toEqual({
      items: [['1', 'a']],
      told: ['2 rows that the mapping is not about.', '1 row without a reference, of sites.'],
    });
  });
});

describe('singer', () => {
  const tap = (...lines: object[]): string => lines.map((line) => JSON.stringify(line)).join('\n');
  const record = (stream: string, id: number, version?: number): object => ({
    ...{ type: 'RECORD', stream, record: { id, name: `${stream} ${id}` } },
    ...(version !== undefined && { version }),
  });
  const row = (stream: string): object => ({ stream, type: 'sites', ref: '${id}', set: { name: '${name}' } });
  const TWO = { mapping: { rows: [row('a'), row('b')] } };
  const active = (stream: string, version: number): object => ({ type: 'ACTIVATE_VERSION', stream, version });

  it('a stream that is whole is, in its own scope, and says nothing of the others', async () => {
    const file = tap(active('a', 1), record('a', 1, 1), record('b', 1), { type: 'STATE', value: {} });
    const { envelope, items } = await read('singer', file, TWO);
    expect([envelope.mode, envelope.scope, envelope.full_scopes]).toEqual(['delta', '', ['a']]);
    expect(items.map(({ ref, scope }) => [ref, scope])).toEqual([
      ['1', 'a'],
      ['1', 'b'],
    ]);
    const within = await read('singer', file, { mapping: { ...TWO.mapping, scope: 'hill' } });
    expect([within.envelope.scope, within.envelope.full_scopes, within.items[1]!.scope]).toEqual([
      ...['hill', ['hill/a'], 'hill/b'],
    ]);
  });
  it('a stream has a scope that a document may have, whatever it is called', async () => {
    const name = `a\u0000 b${'x'.repeat(300)}`;
    const file = tap(active(name, 1), record(name, 1, 1));
    const any = { mapping: { rows: [{ type: 'sites', ref: '${id}', set: { name: '${name}' } }] } };
    const { envelope, items } = await read('singer', file, any);
    expect([envelope.full_scopes, items[0]!.scope]).toEqual([[`a b${'x'.repeat(187)}`], `a b${'x'.repeat(187)}`]);
  });
  it('is one scope where the mapping says the mode', async () => {
    const file = tap(active('a', 1), record('a', 1, 1), record('b', 1));
    const { envelope, items } = await read('singer', file, { mapping: { ...TWO.mapping, mode: 'full' } });
    expect([envelope.mode, envelope.full_scopes, items.some(({ scope }) => scope !== undefined)]).toEqual([
      ...['full', undefined, false],
    ]);
  });
  it('records of other streams, other versions and other files are told, and the last make no stream whole', async () => {
    const batch = { type: 'BATCH', stream: 'b', encoding: { format: 'jsonl' }, manifest: ['file:///x.jsonl'] };
    const file = tap(record('a', 9, 1), active('a', 2), record('a', 1, 2), active('b', 1), batch, record('c', 1), {
      type: 'LOG',
    });
    const leftOut = new LeftOut();
    const { envelope, items } = await read('singer', file, { ...TWO, leftOut });
    expect([items.map(({ ref }) => ref), envelope.full_scopes]).toEqual([['1'], ['a']]);
    expect(leftOut.phrases.map((phrase) => phrase.in('en').replace('Left out: ', '')).sort()).toEqual([
      'records of an older version of the stream a (1).',
      'records of the stream b that other files hold: messages BATCH are not read (1).',
      'records of the stream c, which the mapping does not name (1).',
      'what is of the kind LOG (1).',
    ]);
  });
  it('of a line without a type says which', async () => {
    expect(await refusal(read('singer', '{"a":1}\n', TWO))).toEqual([
      400,
      expect.stringContaining('line 1 has no type'),
    ]);
  });
});

describe('a file of another kind', () => {
  const bomXml = '<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/1.4"><components/></bom>';
  const bomJson = '{"bomFormat":"CycloneDX","specVersion":"1.5","metadata":{}}';
  it.each<[name: string, file: string | Buffer, what: string]>([
    ['csv', bomXml, 'this is CycloneDX 1.4 as XML, which cyclonedx reads.'],
    ['spdx', bomJson, 'this is CycloneDX 1.5 as JSON, which cyclonedx reads.'],
    ['cyclonedx', '{"@context":"https://spdx.org/rdf/3.0.1/spdx-context.jsonld","@graph":[]}', 'this is SPDX 3.0.1 as JSON, which spdx reads.'], // prettier-ignore
    ['csv', bomJson, 'this is CycloneDX 1.5 as JSON, which cyclonedx reads.'],
    ['glpi', bomJson, 'this is CycloneDX 1.5 as JSON, which cyclonedx reads.'],
    ['nmap', '{"spdxVersion":"SPDX-2.3"}', 'this is SPDX-2.3 as JSON, which spdx reads.'],
    ['nmap', 'SPDXVersion: SPDX-2.2\nDataLicense: CC0\n', 'this is SPDX-2.2.'],
    ['glpi', '<nmaprun start="1"/>', 'this is nmap -oX, which nmap reads.'],
    ['nmap', '<REQUEST><CONTENT/></REQUEST>', 'this is an inventory of the GLPI agent as XML, which glpi reads.'],
    ['nmap', '{"deviceid":"a","content":{}}', 'this is an inventory of the GLPI agent, which glpi reads.'],
    ['glpi', '{"ansible_facts":{"ansible_hostname":"a"}}', 'this is facts of Ansible, which ansible reads.'],
    ['glpi', '{"apiVersion":"v1","kind":"NodeList"}', 'this is Kubernetes v1 NodeList, which k8s reads.'],
    ['glpi', '[{"id":"qemu/1","type":"qemu"}]', 'this is Proxmox VE, which proxmox reads.'],
    ['glpi', 'dn: cn=a\ncn: a\n', 'this is LDIF, which ldif reads.'],
    ['csv', 'version: 1\ndn:: Y249YQ==\n', 'this is LDIF, which ldif reads.'],
    ['ldif', '{"type":"SCHEMA","stream":"a"}\n', 'this is Singer, which singer reads.'],
    ['nmap', '{"a":1}', 'this is JSON.'],
    ['csv', '{"a":1}', 'this is JSON.'],
    ['nmap', '<!DOCTYPE html><html></html>', 'this is a page of the web.'],
    ['nmap', '<rss></rss>', 'this is XML of another kind (rss).'],
    ['csv', '%PDF-1.7\n', 'this is PDF.'],
    ['glpi', gzipSync('{}'), 'this is packed with gzip: unpack it first.'],
    ['glpi', Buffer.from('\ufeff{}', 'utf16le'), 'this is text in UTF-16: save it as UTF-8.'],
    ['ldif', packedBook('<worksheet/>'), 'this is an archive or a workbook.'],
  ])('%s refuses %s', async (name, file, what) => {
    for (const piece of [1, 1000]) {
      const [status, sentence] = await refusal(read(name, file, { piece, ...NAMED }));
      expect([status, sentence.endsWith(what) ? what : sentence]).toEqual([400, what]);
    }
  });
  it.each([
    ['glpi', '{"a":1}'],
    ['k8s', 'a: b\n'],
    ['cyclonedx', bomJson],
    ['csv', 'Id,Name\n"open'],
  ])('%s says no more of %s than it knows', async (name, file) => {
    const asked = name === 'k8s' ? { opt: new Map([['cluster', 'c']]) } : NAMED;
    expect((await refusal(read(name, file, asked)))[1]).not.toContain('this is ');
  });
  it('CSV that begins as something else by its headings is CSV', async () => {
    for (const heading of ['<Id>', '{Id}', '# dn: Id', 'SPDXVersion'])
      expect(
        (await read('csv', `${heading},Name\n1,a\n`, by({ ref: `\${${heading === '{Id}' ? 'Name' : heading}}` })))
          .items,
      ).toHaveLength(1);
  });
});
