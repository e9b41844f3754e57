/** `meridian feed` against the server: from a file to the map, what goes wrong on the way, and who may do it. @seconds 45 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Running } from '../existing-database/processes.js';
import { makeDatabase } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { buildProgram, CommandLine, type Calling, type Program, type Said } from './command-line.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

interface Item {
  type?: string;
  ref?: string;
  set: Record<string, unknown>;
  [other: string]: unknown;
}

/** A document of lines about logical servers. */
const lines = (head: object, items: readonly Item[]): string =>
  [{ feed: 1, ...head }, ...items.map((item) => ({ type: 'logical-servers', ...item })), { end: items.length }]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
const vm = (n: number, set: Record<string, unknown> = {}): Item => ({
  ref: `vm-${n}`,
  set: { name: `SRV-${n}`, ...set },
});
// What it speaks is HTTP: that both engines answer alike is shown in test/feed.
describe.each(['sqlite'] as const)('feeding from the command line on %s', (engine) => {
  let server: TestServer;
  let shell: CommandLine;
  /** The folder for temporary files. */
  const temporary = (): string => join(shell.folder, 'temporary');
  beforeAll(async () => {
    server = await TestServer.start(engine);
    shell = new CommandLine(program, server.url, server.token);
    mkdirSync(temporary());
    shell.environment['TMPDIR'] = temporary();
  });
  afterAll(async () => {
    const left = readdirSync(temporary()).filter((name) => name.startsWith('meridian-feed-'));
    shell.remove();
    await server.stop();
    expect(left).toEqual([]);
  });

  const feed = (...args: string[]): Promise<Said> => shell.run(['feed', ...args]);
  const said = (input: string, args: readonly string[] = [], calling: Calling = {}): Promise<Said> =>
    shell.run(['feed', 'ndjson', '-', ...args], { ...calling, input });
  const planIn = ({ err }: Said): string => /pl_\w+/.exec(err)![0];
  const servers = async (): Promise<unknown> =>
    (await server.get('/api/logical-servers?fields=name,memory&sort=id')).body;

  it('feeding 14: makes the source, plans without storing, stores, and finds nothing to change', async () => {
    const document = lines({ source: 'VCENTER' }, [vm(1, { memory: '8' }), vm(2)]);
    expect(await said(document)).toMatchObject({
      code: 5,
      out: '',
      err: expect.stringContaining('feed source set VCENTER'),
    });
    const made = await feed('source', 'set', 'VCENTER', 'precedence=60', 'missing={"do":"mark"}', 'expected_every=26h');
    expect(JSON.parse(made.out)).toMatchObject({
      name: 'VCENTER',
      settings: { precedence: 60, missing: { do: 'mark' }, expected_every: '26h' },
    });
    expect(JSON.parse((await feed('source', 'show', 'VCENTER')).out)).toMatchObject({ settings: { precedence: 60 } });
    expect(await feed('source', 'show', 'NOBODY')).toMatchObject({ code: 5, out: '' });
    const planned = await said(document);
    expect(planned).toMatchObject({
      code: 0,
      err: expect.stringContaining('Nothing was stored; meridian feed apply pl_'),
    });
    expect(planned.out).toMatch(/^Source VCENTER \(60\), delta .*pl_/);
    expect(planned.out).toMatch(/^\+ logical-servers  SRV-1 +vm-1\n {6}memory  8$/m);
    expect(planned.out).toContain('2 items: 2 created, 0 changed');
    expect(await servers()).toEqual([]);
    expect(planIn(await said(document))).toBe(planIn(planned));

    const applied = await feed('apply', planIn(planned));
    expect(applied).toMatchObject({ code: 0, out: 'Run 1 is stored: 2 created.\n', err: '' });
    expect(await servers()).toEqual([
      { id: 1, name: 'SRV-1', memory: '8' },
      { id: 2, name: 'SRV-2', memory: null },
    ]);
    const again = await said(document, ['--yes']);
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('2 items: 0 created, 0 changed') });
    const [runs, one, sources] = await Promise.all([
      feed('runs', '--source', 'VCENTER', '-o', 'table'),
      feed('runs', '1', '-o', 'jsonl'),
      feed('sources', '-o', 'table'),
    ]);
    expect(runs.out.split('\n').map((line) => line.trim().split(/\s+/).slice(0, 6))).toEqual([
      ['id', 'source', 'scope', 'mode', 'state', 'changes'],
      expect.arrayContaining(['2', 'VCENTER', 'applied', '0']) as string[],
      expect.arrayContaining(['1', 'VCENTER', 'applied', '2']) as string[],
      [''],
    ]);
    const told = one.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told).toMatchObject([{ id: 1, state: 'applied' }, { action: 'create', name: 'SRV-1' }, { name: 'SRV-2' }]);
    expect(sources.out).toMatch(/^VCENTER +60 +2 +0 /m);
  });

  it('feeding 9: a value by hand is kept and told, why, held and free', async () => {
    await server.patch('/api/logical-servers/1', { memory: '16' });
    const document = lines({ source: 'VCENTER' }, [vm(1, { memory: '12' })]);
    const kept = await said(document, ['--yes']);
    expect(kept).toMatchObject({ code: 0, out: expect.stringMatching(/^= kept .*#1.*memory.* new$/m) });
    expect(kept.out).toMatch(/^What people keep stays: meridian feed free TYPE ID FIELD lets VCENTER write it\.$/m);
    const why = await feed('why', 'logical-servers', '1', '-o', 'table');
    expect(why.out).toMatch(/^VCENTER +vm-1 /m);
    expect(why.err).toMatch(/^hold: .* free: .* No mark, as after release: .*\n$/);
    expect(why.out).toMatch(/^memory +16 +hand +VCENTER: 12$/m);
    expect(await feed('free', 'logical-servers', '1', 'memory')).toMatchObject({ code: 0, out: '' });
    expect((await said(document, ['--yes'])).out).toContain('      memory  16 → 12\n');
    expect(await feed('hold', 'logical-servers', '1', 'memory', 'cpu')).toMatchObject({
      err: 'Held for sources: memory, cpu of logical-servers 1.\n',
    });
    const held = await said(lines({ source: 'VCENTER' }, [vm(1, { memory: '14' })]), ['--yes']);
    expect(held.out).toMatch(/^= kept .*held/m);
    expect(held.out).toContain('feed release TYPE ID FIELD');
    expect(await feed('hold', 'logical-servers', '1', 'nonsense')).toMatchObject({ code: 6 });
    expect(await feed('release', 'logical-servers', '1', 'memory', 'cpu')).toMatchObject({
      ...{ code: 0, out: '' },
      err: 'Neither held nor free: memory, cpu of logical-servers 1.\n',
    });
    expect((await said(lines({ source: 'VCENTER' }, [vm(1, { memory: '14' })]), ['--yes'])).out).toContain('12 → 14');
    expect(await feed('why', 'logical-servers', '99')).toMatchObject({ code: 5 });
    expect(await feed('why', 'logical-servers', 'SRV-1')).toMatchObject({ code: 2 });
  });

  it('undoes a run, leaves what has moved where that is asked for, and forgets', async () => {
    await feed('source', 'set', 'SLIP');
    const slip = (n: number, set: object = {}): Item => ({ ref: `slip-${n}`, set: { name: `SLIP-${n}`, ...set } });
    await said(lines({ source: 'SLIP' }, [slip(1, { cpu: '1' }), slip(2)]), ['--yes']);
    const stored = await said(lines({ source: 'SLIP' }, [slip(1, { cpu: '2', memory: '4' }), slip(3)]), ['--yes']);
    expect(stored.code).toBe(0);
    const [{ id: run }] = (await server.get('/api/feed/runs?source=SLIP')).body;
    const dry = await feed('undo', String(run), '--dry-run');
    expect(dry).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining(`Run ${run} would be undone: 2 changes.`),
    });
    expect(dry.out).toMatch(/^- logical-servers {2}SLIP-3 /m);
    expect(dry.out).toContain('      cpu     2 → 1\n');
    const [{ id }] = (await server.get('/api/logical-servers?filter[name]=SLIP-1')).body;
    await server.patch(`/api/logical-servers/${id}`, { cpu: '8' });
    expect(await feed('undo', String(run))).toMatchObject({
      ...{ code: 6, out: '' },
      err: expect.stringMatching(
        new RegExp(`feed undo ${run} --skip-conflicts\n  logical-servers #${id} cpu: 2 is 8 by now`),
      ),
    });
    expect(await feed('undo', String(run), '--skip-conflicts')).toMatchObject({
      ...{ code: 0, out: expect.stringContaining('1 changed, 1 deleted') },
      err: expect.stringContaining(`logical-servers #${id} cpu`),
    });
    const { data } = (await server.get(`/api/logical-servers/${id}`)).body;
    expect(data).toMatchObject({ cpu: '8', memory: null });
    expect(await feed('undo', 'pl_x')).toMatchObject({ code: 2 });
    expect(await feed('forget', 'SLIP', 'logical-servers', 'slip-1')).toMatchObject({
      ...{ code: 0, out: '' },
      err: 'What SLIP said of logical-servers slip-1 is forgotten. The object stays.\n',
    });
    expect(await feed('forget', 'SLIP', 'logical-servers', 'slip-1')).toMatchObject({ code: 5 });
  });

  it('keeps with the run what of the files was left out', async () => {
    const url = (list: string, id: number): string => `https://netbox.hill.example/api/${list}/${id}/`;
    const answer = [
      { id: 1, url: url('dcim/sites', 1), name: 'Far' },
      { id: 1, url: url('dcim/regions', 1), name: 'Region' },
      { id: 1, url: url('dcim/cables', 1), a_terminations: [], b_terminations: [] },
    ];
    writeFileSync(join(shell.folder, 'far.json'), JSON.stringify({ count: 3, next: null, results: answer }));
    const stored = await feed('netbox', 'far.json', '--yes', '-o', 'json');
    const { id } = JSON.parse(stored.out) as { id: number };
    const { data } = (await server.get(`/api/feed/runs/${id}`)).body;
    expect(data.findings.map(({ level, code, message }: Record<string, string>) => [level, code, message])).toEqual([
      ['note', 'left-out', 'Left out: what is of the kind dcim/regions (1).'],
      ['note', 'left-out', 'Left out: cables that do not lead from a device to a device of these (1).'],
    ]);
    const wrong = `${JSON.stringify({ feed: 1, source: 'NETBOX' })}\n{"end": 0, "left_out": [{"what": "x", "count": 1}]}\n`;
    expect(await said(wrong)).toMatchObject({ code: 6, err: expect.stringContaining('left_out.what') as string });
  });

  it('tells by its exit code what a plan would do, what is blocked, and what has moved', async () => {
    const change = lines({ source: 'VCENTER' }, [vm(2, { memory: '4', cpu: '2' })]);
    const dry = await said(change, ['--dry-run', '--exit-code', '-o', 'json']);
    expect([dry.code, (JSON.parse(dry.out) as { counts: object }).counts]).toEqual([
      8,
      expect.objectContaining({ update: 1 }),
    ]);
    // Nobody can apply it by mistake.
    const { id: gone } = JSON.parse(dry.out) as { id: string };
    expect([gone, await feed('show', gone)]).toEqual([
      expect.stringMatching(/^pl_/),
      expect.objectContaining({ code: 5 }),
    ]);
    const wrong = lines({ source: 'VCENTER' }, [vm(2, { physical_servers: [{ name: 'nowhere' }] }), vm(3)]);
    for (const args of [[], ['--yes']]) {
      const blocked = await said(wrong, args);
      // What lets it pass is said once, in the words of the command line.
      expect(blocked).toMatchObject({ code: 6, out: expect.stringMatching(/^! error.* or --skip-errors\.$/ms) });
      expect(blocked.err).toBe('Nothing was stored.\n');
    }
    const asJson = await said(wrong, ['-o', 'json']);
    expect(asJson).toMatchObject({ code: 6, err: expect.stringContaining('Some items are in error.') });
    const skipped = await said(wrong, ['--skip-errors', '--yes']);
    expect(skipped).toMatchObject({ code: 0 });
    expect(((await servers()) as Array<{ name: string }>).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['SRV-1', 'SRV-2', 'SRV-3']),
    );

    // Nobody can ask for what is not kept.
    expect((await said(change, ['--dry-run'])).out).toMatch(/^Source VCENTER.* dry run\n/);
    const planned = await said(change);
    // A plan that somebody made before stays.
    expect(await said(change, ['--dry-run'])).toMatchObject({
      ...{ code: 0, err: expect.stringContaining('Nothing was stored.') as string },
      out: expect.stringContaining(planIn(planned)) as string,
    });
    await server.patch('/api/logical-servers/2', { memory: '3' });
    const moved = await feed('apply', planIn(planned), '-o', 'json');
    expect(moved).toMatchObject({
      code: 6,
      out: '',
      err: expect.stringMatching(/\(1 difference\).*\n {2}logical-servers #2 memory: .* is 3 by now/),
    });
    expect(await servers()).toContainEqual({ id: 2, name: 'SRV-2', memory: '3' });
    expect(await feed('apply', planIn(planned))).toMatchObject({ code: 6 });
    expect((await feed('show', planIn(planned))).out).toMatch(/^Source VCENTER.* pl_\w+ stale\n/);
    expect(await feed('discard', planIn(planned))).toMatchObject({ code: 0 });
    expect(await feed('show', planIn(planned))).toMatchObject({ code: 5 });
    const weighed = await said(change);
    await feed('source', 'set', 'VCENTER', 'precedence=61');
    expect(await feed('apply', planIn(weighed))).toMatchObject({
      code: 6,
      out: '',
      err: 'The settings of sources were changed since the plan was made. Feed the document again.\n',
    });
    expect(await feed('show', 'vm-1')).toMatchObject({ code: 2, err: expect.stringContaining('no plan') });
  });

  it('what a document says stands before the settings of its source, also where it is as it is anyway', async () => {
    await feed('source', 'set', 'LOOSE', 'options={"pointers":"drop"}');
    const items = [vm(90, { physical_servers: [{ name: 'nowhere' }] })];
    expect(await said(lines({ source: 'LOOSE' }, items))).toMatchObject({ code: 0 });
    const strict = lines({ source: 'LOOSE', options: { pointers: 'refuse' } }, items);
    expect(await said(strict)).toMatchObject({ code: 6, out: expect.stringMatching(/^! error/m) });
  });

  it('a full feed that misses too much is blocked, unless it is allowed', async () => {
    await feed('source', 'set', 'RACKS');
    const all = Array.from({ length: 20 }, (_, i) => ({ ...vm(100 + i) }));
    expect(await said(lines({ source: 'RACKS', mode: 'full' }, all), ['--yes'])).toMatchObject({ code: 0 });
    const half = lines({ source: 'RACKS' }, all.slice(0, 10));
    expect(await said(half, ['--full', '--yes'])).toMatchObject({ code: 6 });
    expect(await said(half, ['--full', '--yes', '--allow-missing', '9'])).toMatchObject({ code: 6 });
    expect(await said(half, ['--full', '--yes', '--allow-missing', '10'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('10 missing'),
    });
    const cut = all.map((item) => JSON.stringify({ type: 'logical-servers', ...item })).join('\n');
    const head = JSON.stringify({ feed: 1, source: 'RACKS', mode: 'full' });
    const runs = (await server.get('/api/feed/runs?source=RACKS')).body as unknown[];
    expect(await said(`${head}\n${cut}\n`, ['--yes'])).toMatchObject({ code: 6, out: '' });
    expect((await server.get('/api/feed/runs?source=RACKS')).body).toHaveLength(runs.length);
  });

  it('a full feed that is older than the last one is blocked, unless it is allowed', async () => {
    await feed('source', 'set', 'NIGHTLY');
    const of = (day: string, memory: string): string =>
      lines({ source: 'NIGHTLY', mode: 'full', observed_at: `2026-01-${day}T00:00:00Z` }, [vm(950, { memory })]);
    expect(await said(of('02', '2'), ['--yes'])).toMatchObject({ code: 0 });
    expect(await said(of('01', '1'), ['--yes'])).toMatchObject({
      ...{ code: 6, err: 'Nothing was stored.\n' },
      out: expect.stringMatching(/^Nothing can be applied: .*--allow-older /m),
    });
    expect(await said(of('01', '1'), ['--yes', '--allow-older'])).toMatchObject({
      ...{ code: 0, out: expect.stringContaining('memory  2 → 1') },
    });
  });

  it('a host that has moved is found by its name; one with another hardware address is told of, and left out', async () => {
    const scan = (...hosts: Array<[address: string, name: string, mac?: string]>): string => {
      const file = hosts.map(
        ([address, name, mac]) =>
          `<host><status state="up"/><address addr="${address}" addrtype="ipv4"/>` +
          (mac ? `<address addr="${mac}" addrtype="mac"/>` : '') +
          `<hostnames><hostname name="${name}" type="PTR"/></hostnames></host>`,
      );
      return `<nmaprun start="1770012000">${file.join('')}<runstats><finished exit="success"/></runstats></nmaprun>`;
    };
    const scanned = (input: string, ...args: string[]): Promise<Said> =>
      shell.run(['feed', 'nmap', '-', ...args], { input });
    const [one, other] = ['00:11:22:33:44:01', '00:11:22:33:44:02'];
    await scanned(scan(['10.9.0.5', 'cam'], ['10.9.0.6', 'door'], ['10.9.0.3', 'gate', one]), '--yes');
    const moved = await scanned(scan(['10.9.0.9', 'cam'], ['10.9.0.6', 'door']), '--yes', '--no-skip-errors');
    expect([moved.code, moved.out]).toEqual([0, expect.stringContaining('2 items: 0 created, 1 changed')]);
    const cams = await server.get('/api/logical-servers?filter[name]=cam&fields=address_ip,ext_refs');
    // An address is no lasting id, and not written on what has it today.
    expect(cams.body).toEqual([{ id: expect.any(Number), address_ip: '10.9.0.9', ext_refs: null }]);

    const later = scan(['10.9.0.4', 'gate', other], ['10.9.0.7', 'lamp']);
    const refused = await scanned(later, '--yes', '--no-skip-errors');
    expect(refused.code).toBe(6);
    expect(refused.out).toMatch(
      /^! error {2}item 1 .*Object #\d+ is known to this source as 00:11:22:33:44:01\. .*full run/m,
    );
    // One machine that is wrong stops no job: what is left out stands in the last line.
    const skipped = await scanned(later, '--yes');
    expect([skipped.code, skipped.out]).toEqual([0, expect.stringContaining('1 created')]);
    expect(skipped.err.trim().split('\n').at(-1)).toMatch(
      /^Run \d+ is stored\. 1 item in error is left out: --no-skip-errors stores nothing instead\.$/,
    );
    const planned = await scanned(scan(['10.9.0.8', 'gate', other]));
    expect(planned.err.trim().split('\n').at(-1)).toMatch(/^No object would change; .* 1 item in error is left out: /);
    // The source may be set to something else.
    await server.put('/api/feed/sources/NMAP', { options: { errors: 'stop' } });
    expect((await scanned(later, '--yes')).code).toBe(6);
    await server.put('/api/feed/sources/NMAP', { options: null });
  });

  it('asks on a terminal, and shows nothing there that a terminal obeys', async () => {
    const name = 'SRV-\u001b[31m-\u009bm';
    writeFileSync(join(shell.folder, 'odd.ndjson'), lines({ source: 'ODD' }, [{ ref: 'odd', set: { name } }]));
    const no = await shell.onTerminal(['feed', 'ndjson', 'odd.ndjson'], 'n\r');
    expect([no.code, no.shown]).toEqual([5, expect.stringContaining('There is no source ODD yet. Make it? [y/N]')]);
    const yes = await shell.onTerminal(['feed', 'ndjson', 'odd.ndjson'], 'y\r');
    expect(yes.code).toBe(0);
    expect(yes.shown.match(/\[y\/N\]/g)).toHaveLength(2);
    expect(yes.shown).not.toContain('\u001b[31m');
    expect(yes.shown).not.toContain('\u009b');
    expect((await server.get('/api/logical-servers?filter[name_like]=%25[31m%25')).body).toHaveLength(1);
    const later = lines({ source: 'ODD' }, [{ ref: 'odd', set: { name: 'SRV-even' } }]);
    writeFileSync(join(shell.folder, 'odd.ndjson'), later);
    const kept = await shell.onTerminal(['feed', 'ndjson', 'odd.ndjson'], '\r');
    expect([kept.code, kept.shown]).toEqual([0, expect.stringContaining('Nothing was stored')]);
    const json = await feed('runs', '-o', 'jsonl');
    expect(json.out).not.toContain('\u009b');
  });

  it('a program of that name is a connector, with whatever stands behind --', async () => {
    const folder = join(shell.folder, 'programs');
    mkdirSync(folder);
    const script = `#!/bin/sh\nprintf '{"feed":1,"source":"OWN","items":[{"type":"sites","set":{"name":"%s"}}]}' "$2"\n`;
    writeFileSync(join(folder, 'meridian-feed-own'), script);
    chmodSync(join(folder, 'meridian-feed-own'), 0o755);
    const environment = { PATH: `${folder}:${process.env['PATH']}` };
    const own = await shell.run(['feed', 'own', '--yes', '--', '--site', 'Harbour'], { environment });
    expect(own).toMatchObject({ code: 0, out: expect.stringContaining('+ sites  Harbour') });
    expect((await server.get('/api/sites?filter[name]=Harbour')).body).toHaveLength(1);
  });

  it('refuses whoever has not the rights, and asks no more of them than it needs', async () => {
    const reader = await server.userWith(['logical_server_access']);
    const planner = await server.userWith(['logical_server_access', 'feed_show']);
    const doc = lines({ source: 'VCENTER' }, [vm(50)]);
    const as = (token: string, ...args: string[]): Promise<Said> =>
      said(doc, args, { environment: { MERIDIAN_TOKEN: token } });
    expect(await as('wrong')).toMatchObject({ code: 3, out: '' });
    expect(await as(reader.token)).toMatchObject({ code: 4, out: '', err: expect.stringContaining('feed_show') });
    // Nobody but its feeders speaks for a source.
    const stranger = await as(planner.token);
    expect(stranger).toMatchObject({ code: 4, out: '' });
    expect(stranger.err).toMatch(new RegExp(`setting feeders .* feed_edit, adds your id, ${planner.id}, .*feeders=`));
    expect(stranger.err).not.toContain('give you that right');
    await feed('source', 'set', 'VCENTER', `feeders=[${planner.id}]`);
    const planned = await as(planner.token);
    expect(planned).toMatchObject({ code: 0, out: expect.stringContaining('1 created') });
    expect(await as(planner.token, '--yes')).toMatchObject({ code: 4, err: expect.stringContaining('feed_create') });
    // One plans, another applies.
    expect(await feed('apply', planIn(planned))).toMatchObject({ code: 0 });
  });

  it('a pipe that is closed early is no error', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => vm(1000 + i, { description: 'x'.repeat(100) }));
    writeFileSync(join(shell.folder, 'many.ndjson'), lines({ source: 'VCENTER' }, many));
    const script = '"$0" "$1" feed ndjson many.ndjson | head -n 2; echo "${PIPESTATUS[0]}"';
    const { stdout } = await promisify(execFile)('bash', ['-c', script, process.execPath, shell.file], {
      cwd: shell.folder,
      env: shell.environment,
    });
    expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('Source VCENTER'), expect.any(String), '0']);
    const shown = await shell.onTerminal(['feed', 'ndjson', 'many.ndjson'], 'n\r');
    expect(shown.shown.match(/^\+ logical-servers/gm)).toHaveLength(50);
    expect(shown.shown).toContain('2,950 more');
  });

  it('says plainly that nothing was taken of what is older', async () => {
    await feed('source', 'set', 'LATE');
    const at = (day: string): string => lines({ source: 'LATE', observed_at: `2026-01-${day}T00:00:00Z` }, [vm(901)]);
    expect(await said(at('02'), ['--yes'])).toMatchObject({ code: 0 });
    expect(await said(at('01'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/newer[^]*All of it is older than what LATE said last/),
      err: 'There is nothing to apply: something newer is known of all objects.\n',
    });
  });
});

describe('feeding from the command line', () => {
  it('a server that is killed has stored all of a run or nothing of it, and the command says where to look', async () => {
    const place = await makeDatabase('sqlite');
    const settings = {
      ...{ PORT: '0', DATABASE_URL: place.url, DOCUMENTS_DIR: `${place.folder}/documents`, BCRYPT_COST: '4' },
      ...{ ADMIN_PASSWORD: ADMIN.password, TOKEN_SECRET: 'a secret of the tests, 32 characters or more' },
    };
    const start = async (): Promise<{ server: Running; url: string }> => {
      const server = Running.start(program, ['main.js'], settings);
      await server.says('Meridian serves');
      return { server, url: /(http:\S+)\/api$/m.exec(server.output)![1]! };
    };
    let { server, url } = await start();
    const shell = new CommandLine(program, url);
    const login = ['login', '--login', 'admin', '--password-stdin'];
    expect((await shell.run(login, { input: ADMIN.password })).code).toBe(0);
    const document = lines(
      { source: 'BIG' },
      Array.from({ length: 20_000 }, (_, i) => vm(i)),
    );
    writeFileSync(join(shell.folder, 'big.ndjson'), document);
    const feeding = shell.run(['feed', 'ndjson', 'big.ndjson', '--yes']);
    const kept = readFileSync(join(shell.folder, 'config/meridian/sign-in.json'), 'utf8');
    const { token } = JSON.parse(kept) as { token: string };
    const isBegun = async (): Promise<boolean> => {
      const answer = await fetch(`${url}/api/feed/runs?source=BIG`, { headers: { authorization: `Bearer ${token}` } });
      return ((await answer.json()) as unknown[]).length > 0;
    };
    while (!(await isBegun())) await new Promise((wake) => setTimeout(wake, 20));
    await server.kill();
    const { code, out, err } = await feeding;
    expect([code, out, err.split('\n').slice(0, 2)]).toEqual([
      7,
      '',
      [expect.stringContaining('The source BIG was made'), 'What has become of it: meridian feed runs 1'],
    ]);

    ({ server, url } = await start());
    const answer = await fetch(`${url}/api/logical-servers?fields=id`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([0, 20_000]).toContain(((await answer.json()) as unknown[]).length);
    await server.kill();
    shell.remove();
    await place.drop();
  }, 120_000);
});
