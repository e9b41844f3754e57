/** Files of tools: what is read of them, what is left out, and what is refused. @seconds 6 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SpillStream } from '../../../src/files/spill-stream.js';
import type { Cell, Table } from '../../../src/files/table.js';
import { writeXlsx } from '../../../src/files/xlsx/writer.js';
import { ApiError, type FileError } from '../../../src/core/http/errors.js';
import { CONNECTORS, LeftOut } from '../../../src/feed/connectors/index.js';
import { packedBook } from '../../exchange/packed.js';
import { pace } from '../../support/least.js';
import { read, refusal } from './support.js';

const fixture = (name: string): Buffer => readFileSync(join(__dirname, '../fixtures', name));
const opt = (options: Record<string, string>): { opt: Map<string, string> } => ({
  opt: new Map(Object.entries(options)),
});
const MIB = 1 << 20;

describe('nmap', () => {
  const scan = (hosts: string, end = '<runstats><finished exit="success"/></runstats></nmaprun>'): string =>
    `<?xml version="1.0"?>\n<!DOCTYPE nmaprun>\n<nmaprun start="1770012000">${hosts}${end}`;
  const up = '<status state="up"/>';
  const host = (inside: string): string => `<host>${up}${inside}</host>`;
  const v4 = (address: string): string => `<address addr="${address}" addrtype="ipv4"/>`;

  it('reads hosts however the file falls into pieces', async () => {
    const file = scan(host(`${v4('10.0.0.1')}<hostnames><hostname name="é-1" type="PTR"/></hostnames>`));
    const expected = {
      ...{ type: 'logical-servers', ref: '10.0.0.1', set: { address_ip: '10.0.0.1' }, initial: { name: 'é-1' } },
      ...{ observed_at: '2026-02-02T06:00:00Z', weak: true, guess: true },
    };
    for (const piece of [1, 7, 5000]) {
      const { items, envelope } = await read('nmap', file, { piece });
      // The scan is of that moment as a whole, also where it holds nobody.
      expect([items, envelope.observed_at]).toEqual([[expected], expected.observed_at]);
    }
    expect(await read('nmap', scan(''))).toMatchObject({ items: [], envelope: { observed_at: expected.observed_at } });
  });
  it('tells services as whole entries, and guesses the system only where it is sure', async () => {
    const ports = Array.from(
      { length: 60 },
      (_, i) => `<port protocol="tcp" portid="${i}"><state state="open"/><service name="web"/></port>`,
    ).join('');
    const guess = (accuracy: number): string => `<os><osmatch name="Guess" accuracy="${accuracy}"/></os>`;
    const { items } = await read(
      'nmap',
      scan(host(v4('10.0.0.1') + ports + guess(90)) + host(v4('10.0.0.2') + guess(89)) + host(v4('127.0.0.1'))),
    );
    const services = String(items[0]!.set['net_services']);
    expect([services.length <= 255, services.endsWith(' web'), items[0]!.set['operating_system']]).toEqual([
      true,
      true,
      'Guess',
    ]);
    expect(items[1]!.set).toEqual({ address_ip: '10.0.0.2' });
    expect(items).toHaveLength(2);
  });
  it('takes the type by class, and its own rules of identity', async () => {
    const router = host(`${v4('10.0.0.9')}<os><osmatch name="x" accuracy="99"><osclass type="router"/></osmatch></os>`);
    const { items, envelope } = await read('nmap', scan(router), opt({ by: 'class' }));
    expect(items.map(({ type, set }) => [type, set])).toEqual([['physical-routers', {}]]);
    expect(envelope.options.identify['physical-routers']).toEqual(['name', 'host']);
  });
  it.each<[string, string, string]>([
    ['a scan that ends early', scan(host(v4('10.0.0.1')), ''), 'it ends in the middle.'],
    ['a scan that was broken off', scan('', '</nmaprun>'), 'the scan was not finished'],
    ['a scan that failed', scan('', '<runstats><finished exit="error"/></runstats></nmaprun>'), 'not finished'],
    ['crossed tags', scan('<a><b></a></b>'), 'its XML is malformed, unexpected close tag.'],
    ['entities of its own', '<!DOCTYPE nmaprun [<!ENTITY a "b">]><nmaprun>&a;</nmaprun>', 'inner part'],
    ['an entity that nobody defined', scan('<a>&lol;</a>'), 'undefined entity'],
    ['another XML', '<html></html>', 'not what nmap -oX writes; this is a page of the web.'],
    ['no XML', 'PK', 'not what nmap -oX writes.'],
    ['nothing', '', 'not what nmap -oX writes.'],
    ['deep nesting', scan('<a>'.repeat(60) + '</a>'.repeat(60)), 'more than 50 levels'],
    ['a long tag', scan(`<a b="${'x'.repeat(2 * MIB)}"/>`), 'longer than'],
    ['a long comment', scan(`<!--${'x'.repeat(2 * MIB)}-->`), 'longer than'],
  ])('refuses %s', async (_, file, words) => {
    const [status, sentence] = await refusal(read('nmap', file, { piece: 60_000 }));
    expect([status, sentence.includes(words) ? words : sentence]).toEqual([400, words]);
  });
  it('reads 20,000 hosts in little time and memory', async () => {
    const ports = Array.from(
      { length: 8 },
      (_, i) =>
        `<port protocol="tcp" portid="${i}"><state state="open" reason="syn-ack" reason_ttl="64"/><service name="svc-${i}" product="Some product" version="1.2.3" method="probed" conf="10"><cpe>cpe:/a:some:product:1.2.3</cpe></service></port>`,
    ).join('\n');
    async function* file(): AsyncGenerator<Buffer> {
      yield Buffer.from('<nmaprun start="1770012000">');
      for (let i = 0; i < 20_000; i += 100) {
        const hosts = Array.from({ length: 100 }, (_, j) => host(v4(`10.1.${(i + j) >> 8}.${(i + j) & 255}`) + ports));
        yield Buffer.from(hosts.join('\n'));
      }
      yield Buffer.from('<runstats><finished/></runstats></nmaprun>');
    }
    const { readFile } = await import('../../../src/feed/connectors/index.js');
    const memory = process.memoryUsage().heapUsed;
    const before = process.cpuUsage();
    const { items } = await readFile(CONNECTORS.get('nmap')!, file(), { opt: new Map() });
    let [count, most] = [0, 0];
    for await (const _ of items) {
      void _;
      if (++count % 1000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - memory);
    }
    const { user, system } = process.cpuUsage(before);
    expect(count).toBe(20_000);
    // Two seconds and 150 MB are the aim; machines that run tests are slower, and busy.
    expect((user + system) / 1e6).toBeLessThan(6 * (await pace()));
    expect(most / MIB).toBeLessThan(200);
  });
});

describe('rows', () => {
  const mapping = {
    rows: [
      {
        when: '${Kind} in vm, host',
        type: 'logical-servers',
        ref: '${Id|lower}',
        set: {
          name: '${Name} of ${Site|default:nowhere}',
          memory: '${Memory|number}',
          install_date: '${Since|date:DD/MM/YYYY}',
          address_ip: '${Addresses|split:/}',
          physical_servers: [{ ref: '${Host}', else: 'drop' }],
        },
      },
    ],
  };
  const HEAD = 'Id,Kind,Name,Site,Memory,Since,Addresses,Host\n';
  it('makes items of cells; what is empty is absent, and equal ones come once', async () => {
    const row = 'A-1,vm,web,,"1 234,5",01/02/2026,10.0.0.1/10.0.0.2/10.0.0.1,h1\n';
    const { items } = await read('csv', `${HEAD}${row}${row},vm,no ref,,,,,\nA-2,other,x,,,,,\nA-3,host,y,s,,,,\n`, {
      mapping,
    });
    expect(items).toEqual([
      {
        ...{ type: 'logical-servers', ref: 'a-1' },
        set: {
          ...{ name: 'web of nowhere', memory: 1235, install_date: '2026-02-01' },
          ...{ address_ip: ['10.0.0.1', '10.0.0.2'], physical_servers: [{ ref: 'h1', else: 'drop' }] },
        },
      },
      { type: 'logical-servers', ref: 'a-3', set: { name: 'y of s' } },
    ]);
  });
  it.each<[string, unknown]>([
    ['1 234,5', 1235],
    ["1'234.5", 1235],
    ['1,234', 1234],
    ['1.234.567', 1234567],
    ['1,234.4', 1234],
    ['0,125', 0],
    ['12.5', 13],
    ['-3', -3],
    ['1 234 567', 1234567],
    ['1.234.567,8', 1234568],
    ['1234,567', 1235],
    ['0.500', 1],
    ['12.', 12],
  ])('the number %s is %s', async (text, number) => {
    const { items } = await read('csv', `${HEAD}1,vm,x,,"${text}",,,\n`, { mapping });
    expect(items[0]!.set['memory']).toBe(number);
  });
  it.each(['10.0.0.1', '1.2.3', '2026.11.27', '12.5.1,7', '1 2 3', '1,23,456', '1.234 567', '- 3', '1e3', '0x10'])(
    '%s is no number',
    async (text) => {
      await expect(read('csv', `${HEAD}1,vm,x,,"${text}",,,\n`, { mapping })).rejects.toThrow(/number/);
    },
  );
  it('tells every cell that a filter does not take', async () => {
    const cut = await read('csv', `${HEAD}1,vm,x\n`, { mapping }).catch((reason: unknown) => reason);
    const trailing = { rows: [{ type: 'sites', ref: '${A}', set: { name: '${A}' } }] };
    expect((await read('csv', 'A,,\nx\n', { mapping: trailing })).items).toHaveLength(1);
    expect((cut as FileError).rows).toMatchObject([{ row: 2, phrase: { key: 'feedShortRow' } }]);
    const work = read('csv', `${HEAD}1,vm,x,,many,30/02/2026,,\n2,vm,x,,,31/02/2026,,\n`, { mapping });
    await expect(work).rejects.toMatchObject({
      ...{
        status: 422,
        rows: [
          { row: 2, column: 'Memory' },
          { row: 2, column: 'Since' },
          { row: 3, column: 'Since' },
        ],
      },
    });
  });
  it('tells what is wrong with a mapping', async () => {
    const wrong = { rows: [{ when: 'Kind = x', type: '${A', set: { name: '${B|shout}' }, colour: 1 }], more: 1 };
    const fields = ['map.more', 'map.rows.0.colour', 'map.rows.0.when', 'map.rows.0.type', 'map.rows.0.set.name'];
    const error = (await read('csv', 'A\n', { mapping: wrong }).catch((reason: unknown) => reason)) as {
      errors: Map<string, unknown>;
    };
    expect([...error.errors.keys()].sort()).toEqual(fields.sort());
    // Nobody is to find out by lost values that it is a text.
    for (const empty of [null, true, 'x'])
      expect(await refusal(read('csv', 'A\n', { mapping: { rows: [{ type: 'sites', ref: '${A}' }], empty } }))).toEqual(
        [422, expect.stringContaining('"null"')],
      );
    expect(await refusal(read('csv', 'Id,Kind\n1,vm\n', { mapping }))).toEqual([422, expect.stringContaining('Name')]);
    expect((await refusal(read('csv', 'A\n')))[0]).toBe(422);
    expect((await refusal(read('csv', 'A\n', opt({ map: 'nothing' }))))[0]).toBe(422);
  });
  it.each<[string, boolean]>([
    ...['date', 'date:DD/MM/YYYY', 'date:YYYYMMDD', 'date:D.M.YY', 'map:a=1', 'map:a=,*=0'].map(
      (filter) => [filter, true] as [string, boolean],
    ),
    ...['split', 'split:;', 'split:, ', 'default:', 'default:a:b', 'lower', 'number'].map(
      (filter) => [filter, true] as [string, boolean],
    ),
    ...['date:%Y-%m-%d', 'date:dd/mm/yyyy', 'date:DD/MM', 'date:YYY-MM-DD', 'map', 'map:a', 'map:a=1,b', 'lower:x'].map(
      (filter) => [filter, false] as [string, boolean],
    ),
  ])('of the filter %s is known before any row whether it works: %s', async (filter, works) => {
    const work = read('csv', 'A\n', { mapping: { rows: [{ type: 'sites', set: { name: `\${A|${filter}}` } }] } });
    if (works) await work;
    else expect(await refusal(work)).toEqual([422, expect.stringContaining(filter.includes(':') ? filter : 'map:')]);
  });
  it.each([
    ['31/12/2026', '2026-12-31'],
    ['31/12/2026 10:00', '2026-12-31'],
    ['2026-12-31T10:00:00Z', '2026-12-31'],
    ['31/12/99999', undefined],
    ['2026-12-311', undefined],
    ['31/02/2026', undefined],
  ])('the day of %s is %s', async (text, day) => {
    const date = { rows: [{ type: 'sites', set: { name: '${A|date:DD/MM/YYYY}' } }] };
    const work = read('csv', `A\n${text}\n`, { mapping: date });
    if (day) expect((await work).items[0]!.set).toEqual({ name: day });
    else await expect(work).rejects.toMatchObject({ rows: [{ row: 2, column: 'A' }] });
  });
  it('tells headings that are there twice or not at all, and compares by one sign', async () => {
    const one = (more: object = {}) => ({ mapping: { rows: [{ type: 'sites', set: { name: '${A}' }, ...more }] } });
    expect(await refusal(read('csv', 'A,B,A\n1,2,3\n', one()))).toEqual([422, expect.stringContaining('twice: A')]);
    expect((await read('csv', 'A,B,B\n1,2,3\n', one())).items).toHaveLength(1);
    expect(await refusal(read('csv', '', one()))).toEqual([400, expect.stringContaining('no line of headings')]);
    expect(await refusal(read('xlsx', '', one()))).toEqual([400, expect.stringContaining('it is empty')]);
    const old = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
    expect(await refusal(read('xlsx', old, one()))).toEqual([400, expect.stringContaining('without a password')]);
    expect(await refusal(read('csv', 'A\n', one({ when: '${A} == x' })))).toEqual([
      422,
      expect.stringContaining('followed by ='),
    ]);
  });
  it('tells rows that are shorter or longer than the headings, and formulas that failed', async () => {
    const one = { mapping: { rows: [{ type: 'sites', set: { name: '${A}' } }] } };
    const wrongOf = async (text: string): Promise<unknown> =>
      read('csv', text, one).then(
        ({ items }) => items.map(({ set }) => set['name']),
        ({ rows }: FileError) => rows.map(({ row, column, phrase }) => [row, column, phrase.key]),
      );
    expect(await wrongOf('A;B\n1;2\n3\n')).toEqual([[3, 'B', 'feedShortRow']]);
    expect(await wrongOf('A;B\n1;2;x\n3;4\n')).toEqual([[2, 'B', 'feedLongRow']]);
    expect(await wrongOf('A;B;\n1;2;\n3;4;; ;\n')).toEqual(['1', '3']);
    expect(await wrongOf('A;B\n#N/A;2\n#VALEUR!;\n3;#REF!\n')).toEqual([
      [2, 'A', 'feedFormula'],
      [3, 'A', 'feedFormula'],
    ]);
    expect(await wrongOf('A;B\n#N/A?;2\n')).toEqual(['#N/A?']);
  });
  it('names the sheets that there are', async () => {
    const one = { mapping: { rows: [{ type: 'sites', set: { name: '${A}' } }] }, opt: new Map([['sheet', 'Serveur']]) };
    const book = packedBook('<worksheet/>');
    expect(await refusal(read('xlsx', book, one))).toEqual([
      400,
      expect.stringMatching(/no sheet Serveur. There are: \w+/),
    ]);
  });
  it('reads the encodings that it is asked for, and no other', async () => {
    const one = { rows: [{ type: 'sites', set: { name: '${N}' } }] };
    const named = async (bytes: Buffer, encoding?: string): Promise<unknown> =>
      (await read('csv', bytes, { mapping: one, ...(encoding ? opt({ encoding }) : {}) })).items[0]!.set['name'];
    expect(await named(Buffer.from('\ufeffN\né€\n'))).toBe('é€');
    expect(await named(Buffer.from('N\n\xe9\x80\n', 'latin1'), 'windows-1252')).toBe('é€');
    expect(await named(Buffer.from('N\n\xe9\xa4\n', 'latin1'), 'iso-8859-15')).toBe('é€');
    expect(await named(Buffer.from('N\né€\n', 'utf16le'), 'utf-16le')).toBe('é€');
    expect(await refusal(named(Buffer.from('N\n\xe9\n', 'latin1')))).toEqual([
      400,
      'The file cannot be read: it is not UTF-8; for a file of Windows say opt[encoding]=windows-1252.',
    ]);
    expect((await refusal(named(Buffer.from('N\n'), 'ebcdic')))[0]).toBe(422);
    expect((await refusal(named(Buffer.from('N\n"open'))))[0]).toBe(400);
  });
  it('reads JSON lines and taps of Singer by the same mappings', async () => {
    const byName = {
      rows: [{ stream: 'sites', type: 'sites', ref: '${id}', set: { name: '${at.name}', tags: '${tags}' } }],
    };
    const record = { id: 7, at: { name: 'North' }, tags: ['a'] };
    const lines = [
      { type: 'SCHEMA', stream: 'sites' },
      { type: 'RECORD', stream: 'sites', record },
      { type: 'RECORD', stream: 'people', record: { id: 1 } },
      { type: 'STATE', value: {} },
      { type: 'ACTIVATE_VERSION', stream: 'sites', version: 1 },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const { envelope, items } = await read('singer', text, { mapping: byName });
    const item = { type: 'sites', ref: '7', set: { name: 'North', tags: ['a'] } };
    expect([envelope.mode, envelope.full_scopes, items]).toEqual(['delta', ['sites'], [{ ...item, scope: 'sites' }]]);
    const { stream: _, ...any } = byName.rows[0]!;
    expect((await read('jsonl', JSON.stringify(record), { mapping: { rows: [any] } })).items).toEqual([item]);
    expect(await refusal(read('jsonl', '{"id":1}\n{"id":', { mapping: { rows: [any] } }))).toEqual([
      400,
      expect.stringContaining('line 2'),
    ]);
  });
  it('reads a sheet of a workbook by the same mappings', async () => {
    const out = new SpillStream();
    const sheet = (name: string, cells: Cell[][]): Table => ({
      ...{
        name,
        plain: true,
        columns: HEAD.trim()
          .split(',')
          .map((heading) => ({ heading, kind: 'text' as const })),
      },
      rows: (async function* () {
        yield cells;
      })(),
    });
    const first = ['A-1', 'vm', 'web', null, 1234.5, '01/02/2026', '10.0.0.1/10.0.0.2', 'h1'];
    const tables = [sheet('One', [first]), sheet('Two', [['B-2', 'host', 'x', null, null, null, null, null]])];
    const writing = writeXlsx(out, tables, { title: 'x', created: new Date() });
    const bytes = Buffer.concat((await out.toArray()) as Buffer[]);
    await writing;
    const { items } = await read('xlsx', bytes, { mapping });
    expect(items).toEqual([
      {
        ...{ type: 'logical-servers', ref: 'a-1' },
        set: {
          ...{ name: 'web of nowhere', memory: 1235, install_date: '2026-02-01' },
          ...{ address_ip: ['10.0.0.1', '10.0.0.2'], physical_servers: [{ ref: 'h1', else: 'drop' }] },
        },
      },
    ]);
    const other = await read('xlsx', bytes, { mapping, ...opt({ sheet: 'Two' }) });
    expect(other.items.map(({ ref }) => ref)).toEqual(['b-2']);
    expect((await refusal(read('xlsx', bytes, { mapping, ...opt({ sheet: 'Three' }) })))[0]).toBe(400);
    for (const broken of [Buffer.from('PK'), bytes.subarray(0, bytes.length / 2)])
      expect((await refusal(read('xlsx', broken, { mapping })))[0]).toBe(400);
    expect(await refusal(read('xlsx', HEAD, { mapping }))).toEqual([400, expect.stringContaining('csv reads text')]);
    for (const piece of [1, 1000])
      expect(await refusal(read('csv', bytes, { mapping, piece }))).toEqual([
        400,
        expect.stringContaining('it is a workbook, which xlsx reads.'),
      ]);
    const heading = { rows: [{ type: 'sites', set: { name: '${PK}' } }] };
    expect((await read('csv', 'PK\nA\n', { mapping: heading })).items).toHaveLength(1);
  });
  describe('of workbooks', () => {
    const byName = { mapping: { rows: [{ type: 'sites', ref: '${Id}', set: { name: '${Name}' } }] } };
    const cell = (type: string, value: string, place = ''): string =>
      `<c t="${type}"${place && ` r="${place}"`}><v>${value}</v></c>`;
    const book = (...cells: string[]): Buffer =>
      packedBook(
        `<worksheet><sheetData><row>${cell('str', 'Id')}${cell('str', 'Name')}${cell('str', 'More')}</row>` +
          `<row>${cells.join('')}</row></sheetData></worksheet>`,
        { name: 'xl/sharedStrings.xml', content: '<sst><si><t>one_x000D_two_x005F_x0041_</t></si></sst>' },
      );
    const names = async (bytes: Buffer): Promise<unknown> =>
      (await read('xlsx', bytes, byName)).items.map(({ set }) => set['name']);
    it('reads signs for characters, and cells where they say that they are', async () => {
      expect(await names(book(cell('n', '1'), cell('s', '0')))).toEqual(['one\rtwo_x0041_']);
      expect(await names(book(cell('str', 'x', '$B$2'), cell('n', '1', 'a2')))).toEqual(['x']);
    });
    it('tells formulas that failed, where they are read', async () => {
      const failed = read('xlsx', book(cell('n', '1'), cell('e', '#N/A')), byName);
      await expect(failed).rejects.toMatchObject({
        rows: [{ row: 2, column: 'Name', phrase: { key: 'feedFormula', values: { value: '#N/A' } } }],
      });
      expect(await names(book(cell('n', '1'), cell('str', 'x'), cell('e', '#N/A')))).toEqual(['x']);
    });
    it('refuses one in which a bit was turned, or reads what was written', async () => {
      const whole = book(cell('n', '1'), cell('s', '0'));
      const expected = await names(whole);
      let refused = 0;
      for (let at = 0; at < whole.length * 8; at += 5) {
        const damaged = Buffer.from(whole);
        damaged[at >> 3]! ^= 1 << (at & 7);
        const [error, found] = await names(damaged).then(
          (all) => [undefined, all] as const,
          (reason: unknown) => [reason, undefined] as const,
        );
        if (error) {
          refused++;
          expect([at, error instanceof ApiError]).toEqual([at, true]);
        } else expect([at, found]).toEqual([at, expected]);
      }
      expect(refused).toBeGreaterThan(whole.length / 5);
    });
  });
  it('has mappings for files that many have', async () => {
    const vms =
      'VM,Powerstate,Template,CPUs,Memory,Provisioned MiB,Primary IP Address,Host,Cluster,VM UUID,OS according to the configuration file,OS according to the VMware Tools\n' +
      'WEB,poweredOn,False,4,"8 192","20 480",10.0.0.1,esx-1.corp.example,PROD,4210-AB,Debian 11,Debian 12\n' +
      'GOLD,poweredOff,True,1,1024,1024,,esx-1.corp.example,PROD,4210-AC,Debian 11,\n';
    const { envelope, items } = await read('csv', vms, opt({ map: 'rvtools' }));
    expect([envelope.mode, items]).toEqual([
      'full',
      [
        {
          ...{ type: 'logical-servers', ref: '4210-ab' },
          set: {
            ...{ name: 'WEB', active: '1', cpu: '4', memory: '8192 MB', disk: 20, address_ip: ['10.0.0.1'] },
            ...{
              operating_system: 'Debian 12',
              physical_servers: [{ ref: 'esx-1.corp.example' }],
              clusters: [{ ref: 'PROD' }],
            },
          },
          ...{ initial: { operating_system: 'Debian 11' }, keys: { uuid: '4210-AB' } },
        },
        {
          ...{ type: 'physical-servers', ref: 'esx-1.corp.example', set: { name: 'esx-1' } },
          keys: { fqdn: ['esx-1.corp.example'] },
        },
        { type: 'clusters', ref: 'PROD', set: { name: 'PROD', type: 'VMware' } },
      ],
    ]);
  });
  it.each([
    ['glpi-computers-fr', "Nom,ID,Fabricant,Numéro de série,Type,Modèle,Système d'exploitation - Nom", 'Serveur'],
    ['glpi-computers-en', 'Name,ID,Manufacturer,Serial number,Type,Model,Operating system - Name', 'Server'],
  ])('has the mapping %s', async (map, heading, type) => {
    const rows = `PC-7,7,Dell,PF-1,Laptop,XPS,Windows 11\nSRV-8,8,HPE,CZ-2,${type},DL380,Debian 12\n`;
    const { items } = await read('csv', `${heading}\n${rows}`, opt({ map }));
    expect(items).toEqual([
      {
        ...{ type: 'workstations', ref: '7', keys: { serial: 'PF-1' } },
        set: {
          ...{ name: 'PC-7', operating_system: 'Windows 11', serial_number: 'PF-1', type: 'Laptop' },
          ...{ manufacturer: 'Dell', model: 'XPS' },
        },
      },
      {
        ...{ type: 'physical-servers', ref: '8', keys: { serial: 'CZ-2' } },
        set: { name: 'SRV-8', operating_system: 'Debian 12', vendor: 'HPE', product: 'DL380' },
      },
    ]);
  });
  it('names of JavaScript are names like others', async () => {
    const text = '{"rows":[{"type":"sites","ref":"${__proto__}","set":{"__proto__":"${constructor}"}}]}';
    const { items } = await read('csv', '__proto__,constructor\na,b\n', { mapping: JSON.parse(text) as unknown });
    expect([items[0]!.ref, JSON.stringify(items[0]!.set)]).toEqual(['a', '{"__proto__":"b"}']);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});

describe('what no item came of', () => {
  const left = async (name: string, file: string, options: Record<string, string> = {}): Promise<string[]> => {
    const leftOut = new LeftOut();
    await read(name, file, { ...opt(options), leftOut });
    return leftOut.phrases.map((phrase) => phrase.in('en'));
  };
  const object = (kind: string): string => `{"apiVersion":"v1","kind":"${kind}","metadata":{"name":"a"}}`;
  const list = (...kinds: string[]): string =>
    `{"apiVersion":"v1","kind":"List","items":[${kinds.map(object).join(',')}]}`;

  it.each<[string, string, string, string[], Record<string, string>?]>([
    [
      ...(['cyclonedx', 'services'] as const),
      '{"bomFormat":"CycloneDX","specVersion":"1.6","metadata":{"component":{"name":"a"}},"services":[{"name":"b"}]}',
      ['Left out: services (1).'],
    ],
    [
      ...(['k8s', 'other kinds'] as const),
      list('Service', 'Node', 'Ingress', 'Service', 'Secret', 'Pod', 'ReplicaSet', 'CronJob'),
      [
        ...['Left out: what is of the kind Service (2).', 'Left out: what is of the kind Ingress (1).'],
        ...['Left out: what is of the kind Secret (1).', 'Left out: what is of the kind ReplicaSet (1).'],
      ],
      { cluster: 'c' },
    ],
    [
      ...(['ldif', 'groups, units, and people who are no administrators'] as const),
      'dn: cn=g,dc=x\nobjectClass: group\n\ndn: ou=u,dc=x\nobjectClass: organizationalUnit\n\n' +
        'dn: cn=p,dc=x\nobjectClass: person\nuid: p\n',
      [
        'Left out: entries that are neither computers nor people nor domains (2).',
        'Left out: people who are not asked for (1).',
      ],
    ],
    [
      ...(['ldif', 'people who are wanted and have no name of a user'] as const),
      'dn: cn=p,dc=x\nobjectClass: person\nadminCount: 1\nsn: P\n\ndn: cn=q,dc=x\nobjectClass: person\nsn: Q\n',
      ['Left out: what is of the kind person and has no name (1).', 'Left out: people who are not asked for (1).'],
    ],
    [
      ...(['ansible', 'hosts that nothing is known of'] as const),
      'a | SUCCESS => {"ansible_facts":{"ansible_hostname":"a"}}\nb | UNREACHABLE! => {}\n',
      ['Left out: hosts without facts (1).'],
    ],
    [
      ...(['ansible', 'hosts of an inventory without facts'] as const),
      '{"_meta":{"hostvars":{"a":{"ansible_hostname":"a"},"b":{"x":1}}}}',
      ['Left out: hosts without facts (1).'],
    ],
    [
      ...(['nmap', 'hosts that answer and have no address, and those that are down'] as const),
      '<nmaprun><host><status state="up"/><address addr="999.1.1.1" addrtype="ipv4"/></host>' +
        '<host><status state="down"/></host><host><status state="up"/></host><finished/></nmaprun>',
      ['Left out: hosts without a usable address (2).', 'Left out: hosts that are down (1).'],
    ],
    [
      ...(['k8s', 'nodes and workloads without a name'] as const),
      '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Node","metadata":{}},{"apiVersion":"v1","kind":"Pod"}]}',
      [
        'Left out: what is of the kind Node and has no name (1).',
        'Left out: what is of the kind Pod and has no name (1).',
      ],
      { cluster: 'c' },
    ],
    [
      ...(['glpi', 'other devices'] as const),
      '[{"deviceid":"a","itemtype":"Unmanaged","content":{}},{"deviceid":"b","itemtype":"Phone","content":{}}]',
      ['Left out: what is of the kind Unmanaged (1).'],
    ],
  ])('%s: %s', async (name, _, file, expected, options = {}) => {
    expect(await left(name, file, options)).toEqual(expected);
  });
  it('is told of 50 kinds at most, whatever they are called', async () => {
    const kinds = Array.from({ length: 80 }, (_, i) => `${i}${'x'.repeat(100)}`);
    const told = await left('k8s', list(...kinds), { cluster: 'c' });
    expect([told.length, Math.max(...told.map((one) => one.length)) < 120]).toEqual([51, true]);
    // What is beyond the fifty is counted.
    expect(told.filter((one) => one.includes('(30)'))).toHaveLength(1);
  });
});

describe('ldif', () => {
  const entry = 'dn: CN=PC,DC=a,DC=b\nobjectClass: computer\ncn: P\n C\n';
  it('unfolds lines, takes its domain of the name, and leaves out what it is not to read', async () => {
    const { items } = await read(
      'ldif',
      `version: 1\n\n# note\n ed\n${entry}userPassword: secret\njpegPhoto:< file:///etc/passwd\n`,
      { piece: 3 },
    );
    expect(items).toEqual([
      { type: 'workstations', ref: 'cn=pc,dc=a,dc=b', set: { name: 'PC', domain: { name: 'a.b', else: 'create' } } },
    ]);
  });
  it('takes people as it is asked', async () => {
    const person = 'dn: uid=x,dc=a\nobjectClass: inetOrgPerson\nuid: x\nsn: Y\n';
    const count = async (users: string): Promise<number> => (await read('ldif', person, opt({ users }))).items.length;
    expect([await count('admins'), await count('all'), await count('none')]).toEqual([0, 1, 0]);
    expect((await refusal(count('some')))[0]).toBe(422);
  });
  it.each<[string, string, string]>([
    ['a file that ends within a line', entry.slice(0, -1), 'middle of a line'],
    ['a search that was cut off', `${entry}\nsearch: 2\nresult: 4 Size limit exceeded\n`, 'broken off'],
    ['lines that are none', 'hello\n', 'line 1'],
    ['base64 that is none', 'dn: cn=a\ncn:: c2Vy?dmVy\n', 'line 2 is marked as base64'],
    ['nothing', '', 'does not hold'],
    ['a long line', `dn: ${'x'.repeat(2 * MIB)}\n`, 'longer than'],
    ['a line that goes on for long', `dn: x\n${` ${'x'.repeat(1000)}\n`.repeat(2000)}`, 'longer than'],
  ])('refuses %s', async (_, file, words) => {
    const [status, sentence] = await refusal(read('ldif', file, { piece: 50_000 }));
    expect([status, sentence.includes(words) ? words : sentence]).toEqual([400, words]);
  });
});

describe('files of JSON and YAML', () => {
  const node = 'apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata:\n    name: n1\n';
  const list = `${node}kind: List\n`;
  it('take over what other objects of YAML have', async () => {
    const merged =
      'apiVersion: v1\nkind: List\nx: &info {nodeInfo: {osImage: Debian 12}}\nitems:\n' +
      '- {apiVersion: v1, kind: Node, metadata: {name: n1, uid: u1}, status: {<<: *info}}\n';
    const { items } = await read('k8s', merged, opt({ cluster: 'c' }));
    expect(items.find(({ ref }) => ref?.includes('n1') || ref?.includes('u1'))?.set).toMatchObject({
      operating_system: 'Debian 12',
    });
  });
  it('are read alike by k8s', async () => {
    const { items } = await read('k8s', list, opt({ cluster: 'c' }));
    expect(items.map(({ type, ref }) => [type, ref])).toEqual([
      ['clusters', 'c'],
      ['logical-servers', 'c/node/n1'],
    ]);
  });
  it('name the cluster where they tell of something in it alone, and are refused where they are empty', async () => {
    for (const [name, content] of [
      ['k8s', '{"apiVersion":"v1","kind":"List","items":[]}'],
      ['proxmox', '[]'],
    ] as const)
      expect((await read(name, content, opt({ cluster: 'c' }))).items).toEqual([]);
    for (const content of ['', ' \n', 'null', '[{"type":"qemu"}]'])
      for (const name of content.startsWith('[') ? ['proxmox'] : ['k8s', 'proxmox'])
        expect([content, (await refusal(read(name, content, opt({ cluster: 'c' }))))[0]]).toEqual([content, 400]);
  });
  it('of hosts are named as their files are', async () => {
    const facts = '{"ansible_facts":{"ansible_hostname":"h","ansible_env":{"S":"secret"}},"changed":false}';
    const { items } = await read('ansible', facts, { file: 'web-1' });
    expect(items).toEqual([{ type: 'physical-servers', ref: 'web-1', set: { name: 'h' } }]);
    const printed = `web-2 | SUCCESS => ${facts}\nweb-3 | UNREACHABLE! => {\n  "msg": "x"\n}\n`;
    expect((await read('ansible', printed)).items.map(({ ref }) => ref)).toEqual(['web-2']);
  });
  it('of the agent of GLPI may hold a device on each line', async () => {
    const line = fixture('device.glpi.json').toString().replace(/\n\s*/g, '');
    const { items } = await read('glpi', `${line}\n${line.replaceAll('lab-01', 'lab-02')}\n`, opt({ software: 'zip' }));
    expect(items.map(({ ref, set }) => [ref, set['applications']])).toEqual([
      ['lab-01', [{ name: '7-Zip', else: 'create' }]],
      ['lab-02', [{ name: '7-Zip', else: 'create' }]],
    ]);
    expect(items[0]).toMatchObject({ type: 'workstations', observed_at: '2026-03-01T08:00:00Z', partial: true });
  });
  it('of the agent of GLPI may name a processor that is none', async () => {
    const file = '{"deviceid":"a","content":{"cpus":[{"name":"Xeon"},null]}}';
    expect((await read('glpi', file)).items[0]!.set['cpu']).toBe('1 x Xeon');
  });
  const bomb = `apiVersion: v1\nkind: List\na: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(',')}]`)
    .join('\n')}\nitems: []\n`;
  const C = { cluster: 'c' };
  it.each<[string, string, string, Record<string, string>, number]>([
    ['glpi', 'no inventory', '{"a":1}', {}, 400],
    ['glpi', 'a cut file', '{"content":{', {}, 400],
    ['glpi', 'deep JSON', `{"content":${'['.repeat(MIB)}`, {}, 400],
    [
      'cyclonedx',
      'another version',
      '{"bomFormat":"CycloneDX","specVersion":"2.0","metadata":{"component":{"name":"a"}}}',
      {},
      400,
    ],
    ['cyclonedx', 'no subject', '{"bomFormat":"CycloneDX","specVersion":"1.6"}', {}, 422],
    ['spdx', 'no subject', '{"spdxVersion":"SPDX-2.3","packages":[]}', {}, 422],
    ['k8s', 'a cut list', node, C, 400],
    ['k8s', 'a bomb of aliases', bomb, C, 400],
    ['k8s', 'deep YAML', `a: ${'['.repeat(3 * MIB)}`, C, 400],
    ['k8s', 'YAML of open brackets', `a: ${'['.repeat(1000)}`, C, 400],
    ['k8s', 'YAML of dashes', '- '.repeat(MIB), C, 400],
    ['k8s', 'a name that YAML has twice', `${list}kind: List\n`, C, 400],
    ['k8s', 'YAML that holds itself', 'a: &a [*a]\n', C, 400],
    ['k8s', 'broken YAML', 'a: [b\n', C, 400],
    ['k8s', 'much YAML', '# x\n'.repeat(2 * MIB), C, 413],
    ['k8s', 'no cluster', list, {}, 422],
    ['k8s', 'an unknown option', list, { ...C, colour: 'red' }, 422],
    ['ansible', 'no facts', '{"web":{}}', {}, 400],
    ['ansible', 'a text', 'hello', {}, 400],
    ['proxmox', 'an object', '{"a":1}', C, 400],
    ['proxmox', 'bytes', '\ud800', C, 400],
  ])('%s refuses %s', async (name, _, file, options, status) => {
    const began = performance.now();
    expect((await refusal(read(name, file, { ...opt(options), piece: 1 << 16 })))[0]).toBe(status);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe('a file that repeats one thing without end', () => {
  const node = (lines: string): string => `apiVersion: v1\nkind: Node\nmetadata:\n  name: n\n${lines}`;
  const times = (count: number, text: string): string => text.repeat(count);
  const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  const glpi = (content: object): string => JSON.stringify({ deviceid: 'pc-1', content });
  const csvMap = (row: object): { mapping: unknown } => ({
    mapping: { rows: [{ type: 'sites', ref: '${a}', ...row }] },
  });

  const refused: Array<[what: string, name: string, file: string, asked: object, refusal: [number, string]]> = [
    [
      ...(['addresses', 'nmap'] as const),
      `<nmaprun><host><status state="up"/>${times(10_001, '<address addr="10.0.0.1" addrtype="ipv4"/>')}</host></nmaprun>`,
      {},
      [400, 'more than 10000 addresses of a machine stand together'],
    ],
    [
      ...(['words', 'glpi', glpi({ softwares: [] }), opt({ software: times(21, 'word,') })] as const),
      [422, 'opt[software] holds more than 20 words'],
    ],
    [
      ...([
        'programs',
        'glpi',
        glpi({ softwares: Array(100_001).fill({ name: 'x' }) }),
        opt({ software: 'x' }),
      ] as const),
      [400, 'more than 100000 programs of a machine'],
    ],
    [
      ...(['disks', 'glpi', glpi({ storages: Array(10_001).fill({ type: 'disk' }) }), {}] as const),
      [400, 'more than 10000 devices of a machine'],
    ],
    [
      ...(['devices', 'ansible'] as const),
      JSON.stringify({
        ansible_facts: {
          ...{ ansible_hostname: 'a', ansible_distribution: 'Debian' },
          ansible_devices: Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`sd${i}`, {}])),
        },
      }),
      {},
      [400, 'more than 10000 devices of a machine'],
    ],
    [
      ...(['addresses of a node', 'k8s'] as const),
      JSON.stringify({
        ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } },
        status: { addresses: Array(10_001).fill({ type: 'InternalIP', address: '10.0.0.1' }) },
      }),
      opt({ cluster: 'c' }),
      [400, 'more than 10000 addresses of a machine'],
    ],
    [
      ...(['parts', 'cyclonedx'] as const),
      JSON.stringify({
        ...{ bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: { name: 'x' } } },
        components: Array.from({ length: 10_001 }, (_, i) => ({ name: `part ${i}` })),
      }),
      {},
      [413, 'more than 10000 elements in modules'],
    ],
    [...(['filters', 'csv', 'a\nx\n', csvMap({ set: { name: `\${a${times(11, '|lower')}}` } })] as const), [422, '10']],
    [
      ...(['dashes', 'k8s', node(times(101, '- ')), opt({ cluster: 'c' })] as const),
      [400, 'nested more than 100 levels deep'],
    ],
  ];
  it.each(refused)('%s of %s', async (...[, name, file, asked, [status, sentence]]) => {
    const [code, told] = await refusal(read(name, file, { piece: 60_000, ...asked })).catch((error: unknown) => {
      if (!(error as Error).message.includes('valid')) throw error;
      return [422, JSON.stringify(error)];
    });
    expect([code, told]).toEqual([status, expect.stringContaining(sentence)]);
  });

  it('as many signs as there may be, in any mixture, are no reason to refuse', async () => {
    const fine = `${times(99, '- ')}a\n${times(50, '- ')}${times(200, '-- ')}\n${times(500, '-\n')}`;
    // The reader of YAML says what it is: no cluster.
    expect(await refusal(read('k8s', fine, { piece: 60_000, ...opt({ cluster: 'c' }) }))).toEqual([
      400,
      expect.not.stringContaining('levels deep'),
    ]);
  });

  /** Files whose reading took the square of their size. */
  const long: Array<[what: string, name: string, file: string | Buffer, asked: object]> = [
    ['blanks in the name of an entry', 'ldif', `dn: dc=a${times(200_000, ' ')}b\nobjectClass: domainDNS\n\n`, {}],
    ['a long line in pieces of a byte', 'ldif', `dn: dc=a\ndescription: ${times(400_000, 'x')}\n\n`, { piece: 1 }],
    [
      ...([
        'a list of pairs for each part of a cell',
        'csv',
        `a;b\nx;${range(20_000)
          .map((i) => `p${i}`)
          .join()}\n`,
      ] as const),
      csvMap({ set: { name: '${a}', description: `\${b|split:,|map:${times(5000, 'k=value,')}k=v}` } }),
    ],
    [
      ...([
        'headings',
        'csv',
        `a;${range(100_000)
          .map((i) => `c${i}`)
          .join(';')}\nx\n`,
      ] as const),
      csvMap({ set: Object.fromEntries(range(5000).map((i) => [`f${i}`, `\${c${i}}`])) }),
    ],
    [
      ...(['blanks in a condition', 'csv', 'a\nx\n'] as const),
      csvMap({ when: `\${a} in x${times(90_000, ' ')},y`, set: { name: '${a}' } }),
    ],
    [
      ...(['programs', 'glpi'] as const),
      glpi({ softwares: Array.from({ length: 100_000 }, (_, i) => ({ name: `Program Of A Maker ${i}` })) }),
      opt({ software: Array.from({ length: 20 }, (_, i) => `nothing${i}`).join() }),
    ],
    ['dashes', 'k8s', `${times(1 << 20, '- -')}`, opt({ cluster: 'c' })],
    [
      ...(['hosts that were printed', 'ansible'] as const),
      times(30_000, 'web-1 | SUCCESS => {"ansible_facts":{"ansible_hostname":"web-1"}}\n'),
      {},
    ],
  ];
  it.each(long)('%s of %s: others have their turn meanwhile', async (...[, name, file, asked]) => {
    // What this process itself does between two turns of the event loop, however busy the machine is.
    let [worst, isDone, last] = [0, false, process.cpuUsage()];
    const began = process.cpuUsage();
    const look = (): void => {
      const { user, system } = process.cpuUsage(last);
      worst = Math.max(worst, user + system);
      last = process.cpuUsage();
      if (!isDone) setImmediate(look);
    };
    look();
    await read(name, file, { piece: 60_000, ...asked }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
    isDone = true;
    const { user } = process.cpuUsage(began);
    expect([worst / 1000 < 400, user / 1e6 < 8]).toEqual([true, true]);
  });
});
