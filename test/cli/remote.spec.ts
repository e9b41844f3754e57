/** The command line over HTTP: the real program against the real server. It cannot tell which engine that runs on. @seconds 16 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINES } from '../support/engines.js';
import { fileFeed } from '../../src/vulnerabilities/feeds/feed.js';
import { importFeed } from '../../src/vulnerabilities/feeds/import-feed.js';
import { ADMIN, TestServer } from '../support/server.js';
import { cpe, nvd, nvdFeed } from '../vulnerabilities/feeds.js';
import { buildProgram, CommandLine, type Program, type Said } from './command-line.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

const engine = ENGINES.at(-1)!;

describe(`the command line on ${engine}`, () => {
  let server: TestServer;
  let shell: CommandLine;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    shell = new CommandLine(program, server.url);
  });
  afterAll(async () => {
    shell.remove();
    await server.stop();
  });

  const meridian = (...args: string[]): Promise<Said> => shell.run(args);
  const file = (name: string): string => join(shell.folder, name);
  const done = (out: string): Said => ({ code: 0, out, err: '' });

  it('contract 2: signs in with a password from the input, and keeps the token where only its owner reads it', async () => {
    expect(await meridian('list', 'sites')).toMatchObject({ code: 3, err: expect.stringContaining('meridian login') });
    const wrong = await shell.run(['login', '--login', 'admin', '--password-stdin'], { input: 'wrong\n' });
    expect(wrong.code).toBe(3);
    const login = ['login', '--login', ADMIN.login, '--password-stdin'];
    const signedIn = await shell.run(login, { input: `${ADMIN.password}\n` });
    expect(signedIn).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining(`at ${server.url} as admin until`),
    });
    const kept = file('config/meridian/sign-in.json');
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect(statSync(file('config/meridian')).mode & 0o777).toBe(0o700);
    expect(readFileSync(kept, 'utf8')).not.toContain(ADMIN.password);
    const elsewhere = await meridian('list', 'sites', '--url', 'http://127.0.0.1:9');
    expect(elsewhere).toMatchObject({ code: 3, err: expect.stringContaining('not signed in at http://127.0.0.1:9') });
  });

  it('contract 6: creates, reads, changes, deletes and brings back', async () => {
    const made = await meridian('create', 'sites', 'name=North campus', 'description=<p>Old <b>mill</b></p>');
    expect(JSON.parse(made.out)).toMatchObject({ id: 1, name: 'North campus' });
    const building = await meridian('create', 'buildings', 'name=Block A', 'site_id=1', 'attributes=');
    expect(JSON.parse(building.out)).toMatchObject({ id: 1, site_id: 1 });
    const server1 = await meridian('create', 'applications', 'name=Imago', 'rto:=60');
    expect(JSON.parse(server1.out)).toMatchObject({ rto: 60 });
    const object = JSON.stringify({ name: 'SRV-1', applications: [1] });
    const host = await shell.run(['create', 'logical-servers', '--file', '-', 'cpu=4'], { input: object });
    expect(JSON.parse(host.out)).toMatchObject({ name: 'SRV-1', applications: [1], cpu: '4' });
    const [changed, table] = [
      await meridian('update', 'sites', '1', 'name=South, "campus"', 'description='),
      await meridian('get', 'sites', '1', '--fields', 'name,description', '-o', 'table'),
    ];
    expect(JSON.parse(changed.out)).toMatchObject({ name: 'South, "campus"', description: null });
    expect(table).toEqual(done('field        value\nid           1\nname         South, "campus"\ndescription\n'));
    expect(await meridian('delete', 'sites', '1', '--dry-run')).toMatchObject({ code: 0 });
    expect(await meridian('delete', 'sites', '1')).toEqual({ code: 0, out: '', err: 'Deleted: sites 1.\n' });
    expect(await meridian('list', 'sites')).toEqual(done('[]\n'));
    expect(JSON.parse((await meridian('undelete', 'sites', '1')).out)).toMatchObject([{ id: 1 }]);
  });

  it('contract 5: lists as table, JSON, CSV and JSON lines', async () => {
    await server.post('/api/buildings/mass-store', {
      items: [
        { name: 'Été', type: '=1+1', description: 'a\nb' },
        { name: 'North, "east"', type: null },
        { name: 'Zone 3', type: 'lab' },
      ],
    });
    await server.post('/api/sites', { name: 'Harbour' });
    await server.patch('/api/buildings/2', { site_id: 2 });
    const [table, csv, json, lines, wide] = await Promise.all(
      [
        ['--fields', 'name,type', '-o', 'table', '--sort=-id'],
        ['--fields', 'name,type', '-o', 'csv'],
        ['--fields', 'name', '--limit', '2'],
        ['--fields', 'name', '-o', 'jsonl', '--filter', 'name=ete,zone 3'],
        ['--fields', 'name', '--include', 'site', '--filter', 'site.name=harb', '-o', 'table'],
      ].map((options) => meridian('list', 'buildings', '--filter', 'id_gt=1', ...options)),
    );
    expect(table).toEqual(
      done(
        ['id  name           type', ' 4  Zone 3         lab', ' 3  North, "east"', ' 2  Été            =1+1', ''].join(
          '\n',
        ),
      ),
    );
    expect(csv).toEqual(done(`id,name,type\r\n2,Été,'=1+1\r\n3,"North, ""east""",\r\n4,Zone 3,lab\r\n`));
    expect(json).toEqual(done('[\n  {"id":2,"name":"Été"},\n  {"id":3,"name":"North, \\"east\\""}\n]\n'));
    expect(lines).toEqual(done('{"id":2,"name":"Été"}\n{"id":4,"name":"Zone 3"}\n'));
    expect(wide).toEqual(done('id  name  site\n 2  Été   Harbour\n'));
  });

  it('contract 12: imports and exports workbooks, CSV and JSON, and names what is wrong by row or line', async () => {
    writeFileSync(file('new.jsonl'), '{"name":"WAN 1"}\n\n{"name":"WAN 2"}\n{"name":"WAN 3"}\n');
    expect(await meridian('import', 'wans', 'new.jsonl', '--dry-run')).toMatchObject({ code: 0 });
    expect(await meridian('import', 'wans', 'new.jsonl')).toMatchObject({
      code: 0,
      err: 'The import has 3 created, 0 changed, 0 deleted: WANs.\n',
    });
    writeFileSync(file('wrong.jsonl'), '{"name":"WAN 4"}\n\n{"name":"wan 1"}\n');
    writeFileSync(file('wrong.csv'), 'id,name\n,WAN 5\n,wan 1\n');
    writeFileSync(file('broken.json'), '[{"name":');
    const [jsonl, csv, broken, kind] = await Promise.all(
      ['wrong.jsonl', 'wrong.csv', 'broken.json', 'wans.ods'].map((name) => meridian('import', 'wans', name)),
    );
    expect(jsonl).toMatchObject({
      code: 6,
      err: 'The server refused it:\n  line 3, name: The name has already been taken.\n',
    });
    expect(csv).toMatchObject({
      code: 6,
      err: 'The server refused it:\n  row 3, name: The name has already been taken.\n',
    });
    expect(broken).toMatchObject({ code: 1, err: expect.stringMatching(/^broken\.json: this is not JSON/) });
    expect(kind).toMatchObject({ code: 2, err: expect.stringContaining('.xlsx, .csv, .json or .jsonl') });
    const names = ['wans.xlsx', 'wans.csv', 'wans.json', 'wans.jsonl'];
    const exported = await Promise.all(names.map((name) => meridian('export', 'wans', name)));
    expect(exported.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const objects = JSON.parse(readFileSync(file('wans.json'), 'utf8')) as Array<{ name: string; mans: number[] }>;
    expect(objects.map(({ name, mans }) => [name, mans])).toEqual([
      ['WAN 1', []],
      ['WAN 2', []],
      ['WAN 3', []],
    ]);
    const again = await Promise.all(names.map((name) => meridian('import', 'wans', name)));
    expect(again.map(({ err }) => err.replace(/^.* has /, ''))).toEqual([
      '0 created, 0 changed, 0 deleted: WANs.\n',
      '0 created, 0 changed, 0 deleted: WANs.\n',
      '0 created, 3 changed, 0 deleted: WANs.\n',
      '0 created, 3 changed, 0 deleted: WANs.\n',
    ]);
    writeFileSync(file('saved.csv'), Buffer.from('id;name\r\n;WAN caf\xe9\r\n', 'latin1'));
    expect(await meridian('import', 'wans', 'saved.csv', '--dry-run')).toMatchObject({
      code: 0,
      err:
        'The file was read as Windows-1252, separated by semicolons.\n' +
        'It was only checked; an import would have 1 created, 0 changed, 0 deleted: WANs.\n',
    });
    await meridian('delete', 'wans', '1', '2', '3');
  });

  it('makes one object of several that are one thing, and takes that back', async () => {
    const make = async (fields: object): Promise<number> =>
      (await server.post('/api/logical-servers', fields)).body.id as number;
    const [one, two] = [await make({ name: 'TWIN', cpu: '2' }), await make({ name: 'twin.hill.example', cpu: '4' })];
    const merge = ['merge', 'logical-servers', String(one), String(two)];
    const dry = await meridian(...merge, '--dry-run', '-o', 'table');
    expect(dry.out).toMatch(
      new RegExp(
        `^column +#${one} +#${two} +stands\\nname +TWIN +twin\\.hill\\.example +#${one}\\ncpu +2 +4 +#${one}\\n$`,
      ),
    );
    expect(dry.err).toBe(`logical-servers #${two} would become part of #${one}; nothing was stored.\n`);
    expect(await meridian(...merge, '--prefer', 'cpu')).toMatchObject({
      code: 2,
      err: expect.stringContaining('column=id'),
    });
    expect(await meridian(...merge, '--prefer', 'dragons=1')).toMatchObject({
      code: 6,
      err: expect.stringContaining('dragons'),
    });
    const done = await meridian(...merge, '--prefer', `cpu=${two}`);
    const { entry } = JSON.parse(done.out) as { entry: number };
    expect(done).toMatchObject({
      code: 0,
      err:
        `logical-servers #${two} became part of #${one}.\n` +
        `This takes it back: meridian unmerge logical-servers ${one} ${entry}\n`,
    });
    const cpu = async (): Promise<unknown> => (await server.get(`/api/logical-servers/${one}`)).body.data.cpu;
    expect(await cpu()).toBe('4');
    const gone = await meridian('get', 'logical-servers', String(two));
    expect(gone).toMatchObject({ code: 5, err: expect.stringContaining(`became part of #${one}`) });
    await server.patch(`/api/logical-servers/${one}`, { cpu: '8' });
    const unmerge = ['unmerge', 'logical-servers', String(one), String(entry)];
    expect(await meridian(...unmerge)).toMatchObject({ code: 6, err: expect.stringContaining('cpu') });
    await server.patch(`/api/logical-servers/${one}`, { cpu: '4' });
    expect(await meridian(...unmerge)).toMatchObject({
      code: 0,
      err: `logical-servers #${two} came apart from #${one} again.\n`,
    });
    expect(await cpu()).toBe('2');
  });

  it('contract 12: runs queries and reports', async () => {
    const text = 'FROM buildings FIELDS name, site.name WHERE site.name = "Harbour"';
    const stored = await server.post('/api/queries', { name: 'Blocks', query: text });
    const drawing = 'FROM buildings WITH site OUTPUT graph';
    const [asked, byId, drawn, sheet, saved] = await Promise.all([
      meridian('query', text, '-o', 'csv'),
      meridian('query', String(stored.body.id), '-o', 'table'),
      meridian('query', drawing, '-o', 'mermaid'),
      meridian('report', 'rto', '-o', 'csv'),
      meridian('report', 'rto', 'rto.xlsx'),
    ]);
    expect(asked).toEqual(done('name,site.name\r\nÉté,Harbour\r\n'));
    expect(byId).toEqual(done('name  site.name\nÉté   Harbour\n'));
    expect(drawn.out).toContain('Harbour');
    expect([sheet.code, sheet.out.split('\r\n').length > 1, saved.code]).toEqual([0, true, 0]);
    expect(readFileSync(file('rto.xlsx')).subarray(0, 2).toString()).toBe('PK');
  });

  it('lists vulnerabilities, the most urgent first, with the reasons', async () => {
    const path = file('nvd.json');
    const score = { metrics: { cvssMetricV31: [{ type: 'Primary', cvssData: { baseScore: 9.8 } }] } };
    writeFileSync(path, JSON.stringify(nvdFeed([nvd('CVE-2099-0001', [cpe('acme:shop', '*', { versionEndExcluding: '2' })], score)]))); // prettier-ignore
    await importFeed(server.database, fileFeed(path));
    expect(await meridian('vulnerabilities', '-o', 'table')).toEqual({ code: 0, out: '', err: 'There are none.\n' });
    await meridian('create', 'applications', 'name=Boutique', 'vendor=acme', 'product=shop', 'version=1');
    const { out, code } = await meridian('vulnerabilities', '--min', '7', '--since', '-1d', '-o', 'csv');
    expect([code, out.trim().split('\r\n')[1]]).toEqual([
      0,
      expect.stringMatching(/^applications:\d+,Boutique,CVE-2099-0001,CRITICAL,9.8,open,score 9.8/),
    ]);
    expect(JSON.parse((await meridian('vulnerabilities', '--exploited', '-o', 'json')).out)).toMatchObject({
      data: [],
    });
    expect(await meridian('vulnerabilities', '--object', 'nothing')).toMatchObject({ code: 6 });
  });

  it('signs out: the token is worth nothing any more, and forgotten', async () => {
    const { token } = JSON.parse(readFileSync(file('config/meridian/sign-in.json'), 'utf8')) as { token: string };
    expect(await meridian('logout')).toMatchObject({ code: 0 });
    expect((await server.get('/api/me', { token })).status).toBe(401);
    expect(await meridian('whoami')).toMatchObject({ code: 3, out: '' });
    expect(await shell.run(['whoami'], { environment: { MERIDIAN_TOKEN: token } })).toMatchObject({ code: 3 });
  });
});
