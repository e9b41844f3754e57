/**
 * The commands of the graph: the real program against the real server with the example map. What a server answers on either
 * database is proved by `graph/routes.spec.ts`: the program hears HTTP alone. @seconds 42
 */
import { ROUTE_FACTS } from '../../src/graph/index.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { startDemo } from '../support/demo.js';
import type { TestServer } from '../support/server.js';
import { buildProgram, CommandLine, type Program, type Said } from './command-line.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

it('takes all that the routes take, and nothing else but formats', () => {
  const taken = COMMANDS.filter(({ name }) => name.startsWith('graph ')).map(({ positionals, options }) =>
    [...Object.keys(positionals), ...Object.keys(options)].map((name) => name.replaceAll('-', '_')).sort(),
  );
  const wanted = Object.values(ROUTE_FACTS).map(({ parameters }) =>
    [...parameters.map(({ name }) => name), 'output', 'url', ...(hasStates(parameters) ? ['fail_on'] : [])].sort(),
  );
  expect(taken.map(String).sort()).toEqual(wanted.map(String).sort());
});
const hasStates = (parameters: ReadonlyArray<{ name: string }>): boolean =>
  parameters.some(({ name }) => name === 'states');

describe('the graph from the command line', () => {
  let server: TestServer;
  let shell: CommandLine;
  beforeAll(async () => {
    server = await startDemo();
    // Maps that were made elsewhere hold namesakes, though none is made here.
    await server.server.database.run("UPDATE phones SET name = 'Twin' WHERE id IN (1, 2)");
    shell = new CommandLine(program, server.url, server.token);
  }, 120_000);
  afterAll(async () => {
    shell.remove();
    await server.stop();
  });

  const graph = (...args: string[]): Promise<Said> => shell.run(['graph', ...args]);
  const answerOf = async (path: string): Promise<unknown> => (await server.get(`/api/graph/${path}`)).body;

  it('answers what the route answers, as JSON and as the files of other programs', async () => {
    const cases: Array<[string[], string]> = [
      [['near', 'bays:BAIE-A1', '--depth', '2', '--direction=up', '--families', 'places,hosting'], NEAR],
      [['between', 'applications,databases', '--families', 'hosting'], BETWEEN],
      [['paths', 'bays_1', 'applications:Clarté', '--most=1'], 'paths?from=bays_1&to=applications_1&most=1'],
      [['impact', 'bays_1', 'clusters_1', '--flows', '--min-up', 'applications_1:1'], IMPACT],
      [['needs', 'applications:Clarté'], 'dependencies?of=applications_1'],
      [['single-points', '--of', 'processes', '--least', '2'], 'single-points?of=processes&least=2'],
      [['cuts'], 'cuts'],
      [['cycles', '--families=flows,hosting'], 'cycles?families=flows,hosting'],
      [['orphans', '--kinds', 'logical-servers', '--without', 'network'], ORPHANS],
      [['statistics'], 'statistics'],
      [['search', 'clar', '--kinds', 'applications', '--kinds', 'databases'], SEARCH],
    ];
    for (const [args, path] of cases) {
      const { code, out, err } = await graph(...args);
      expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
      expect({ args, answer: JSON.parse(out) as unknown }).toEqual({ args, answer: await answerOf(path) });
    }
    for (const format of ['dot', 'mermaid', 'graphml', 'cytoscape']) {
      const { code, out } = await graph('near', 'bays_1', '-o', format);
      const { body } = await server.get(`/api/graph/neighbourhood?of=bays_1&format=${format}`);
      expect([code, format === 'cytoscape' ? JSON.parse(out) : out]).toEqual([0, body]);
    }
  }, 180_000);

  it('tells an outage in words, with the chain to each object', async () => {
    const { code, out } = await graph('impact', 'physical-servers:ESX-01', '-o', 'table');
    expect(code).toBe(0);
    expect(out).toContain('Down: 1 (1 physical-servers)\n');
    expect(out).toMatch(/^physical-servers_1 +ESX-01 +fails$/m);
    expect(out).toMatch(/^clusters_1 +CLU-VIRTUAL +ESX-01 \(physical-servers\) fails: 1 of 2 left$/m);
    expect(out).toMatch(/^Works worse: 13 .*\nNeeds: c 4, a 4 of Clarté/m);
    expect(out).toMatch(/^No reserve left: 8 \(1 clusters, 7 logical-servers\)$/m);
    expect(out).toMatch(/^To be told: 10 /m);
  });

  it('fails a pipeline where a kind is hit so badly or worse, and not for what was said to fail', async () => {
    const failOn = (...words: string[]): Promise<Said> =>
      graph('impact', 'physical-servers_1', '-o', 'csv', ...words.flatMap((word) => ['--fail-on', word]));
    expect(await failOn('down:applications', 'down:physical_servers')).toMatchObject({ code: 0, err: '' });
    for (const word of [
      'degraded:applications',
      'concerned:applications',
      'down:physical-servers,degraded:applications',
    ])
      expect(await failOn(word)).toMatchObject({
        code: 1,
        err: 'Hit: 1 of applications (Clarté).\n',
        out: /^id,name,state/,
      });
    const rack = await graph('impact', 'bays_1', '-o', 'csv', '--fail-on', 'down:physical_servers');
    expect(rack).toMatchObject({ code: 1, err: 'Hit: 2 of physical-servers (ESX-01, ESX-02).\n' });
    // Five of many by name; none of those that the answer does not list.
    const many = await graph('impact', 'sites_1', '-o', 'csv', '--fail-on', 'concerned:buildings,concerned:phones');
    expect(many.err).toMatch(/^Hit: 9 of buildings \((?:[^,]+, ){4}[^,]+ … and 4 more\), 3 of phones \(.*\)\.\n$/);
    const others = ['--states', 'concerned', '--fail-on', 'degraded:applications'];
    expect((await graph('impact', 'physical-servers_1', '-o', 'csv', ...others)).err).toBe('Hit: 1 of applications.\n');
    for (const word of ['down:aplications', 'works:applications', 'applications', 'down:users'])
      expect(await failOn(word)).toMatchObject({ code: 2, out: '' });
    expect((await graph('impact', 'physical-servers_1', '-o', 'dot', '--fail-on', 'degraded:applications')).code).toBe(
      1,
    );
  });

  it('prints lists as tables, CSV and JSON lines', async () => {
    const search = await graph('search', 'clar', '-o', 'csv');
    expect(search.out.split('\r\n')).toEqual([
      'id,name,where',
      'applications_1,Clarté,Care',
      'containers_1,clarte-front,SRV-DOCKER-01',
      '',
    ]);
    const lines = (await graph('needs', 'applications_1', '-o', 'jsonl')).out.trim().split('\n');
    const { nodes } = (await answerOf('dependencies?of=applications_1')) as { nodes: unknown[] };
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(nodes);
    expect((await graph('cycles', '-o', 'table')).out).toMatch(
      /^ +4 +Clarté \(applications\) → Passerelle HL7 \(applications\) → Clarté \(applications\)$/m,
    );
    expect((await graph('paths', 'bays_1', 'applications_1', '--most', '1', '-o', 'table')).out).toMatch(
      /^ +2 +BAIE-A1 \(bays\) → ESX-01 \(physical-servers\) → Clarté \(applications\)$/m,
    );
    const cut = await graph('near', 'sites_1', '--most', '3', '-o', 'table');
    expect(cut).toMatchObject({ code: 0, err: expect.stringMatching(/^\d+ more are not listed: --most N/) as string });
    for (const name of ['cuts', 'statistics', 'single-points', 'orphans'])
      for (const format of ['table', 'csv', 'jsonl'])
        expect([name, format, (await graph(name, '-o', format)).out]).toEqual([
          name,
          format,
          expect.stringMatching(/\S/),
        ]);
    expect(await graph('search', 'xyzzyxyzzy', '-o', 'table')).toEqual({ code: 0, out: '', err: 'There are none.\n' });
  }, 180_000);

  it('knows objects by type and name, and asks which where there are two', async () => {
    expect(await graph('needs', 'applications:Clarte')).toMatchObject({
      code: 5,
      err: expect.stringContaining('Clarté (applications_1)') as string,
    });
    expect(await graph('needs', 'aplications:Clarté')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean applications?') as string,
    });
    expect(await graph('needs', 'applications_4000')).toMatchObject({ code: 5 });
    const bare = await graph('near', 'Clarté');
    expect(bare.err).toContain("'Clarté' names no object: say of which kind it is, as in applications:Clarté");
    expect(bare.code).toBe(2);
    expect((await graph('orphans', '--kinds', 'applicatons')).err).toContain('Did you mean applications?');
    expect((await server.post('/api/buildings', { name: 'Wing: left, "right"', site_id: 1 })).status).toBe(201);
    expect(await graph('near', 'buildings:Wing: left, "right"')).toMatchObject({ code: 0, err: '' });
    const twins = await graph('near', 'phones:Twin');
    expect(twins).toMatchObject({ code: 2, out: '' });
    expect(twins.err).toMatch(/^There are 2 phones of the name 'Twin': phones_1.*, phones_2/);
    expect((await graph('near', 'phones_2')).code).toBe(0);
  });

  it('speaks English to whoever has another language at the server, and draws in theirs', async () => {
    const french = await server.userWith(['explore_access', 'application_access', 'application_show']);
    const person = (await server.get('/api/me', { token: french.token })).body as { id: number };
    expect((await server.put(`/api/users/${person.id}`, { language: 'fr' })).status).toBe(200);
    const environment = { MERIDIAN_TOKEN: french.token };
    const run = (...args: string[]): Promise<Said> => shell.run(args, { environment });
    expect((await run('get', 'applications', '4000')).err).toContain('There is no object “4000” among Applications.');
    expect((await run('graph', 'near', 'applications_4000')).err).toContain('There is no object “4000”');
    expect((await run('picture')).out).toContain('Subnets by zone, with their VLAN');
    expect((await run('picture', 'applications', '-f', 'svg')).out).toContain('lang="fr"');
    expect((await run('get', 'applications', 'Clarté')).err).toContain(
      "meridian search 'Clarté' finds it by its name.",
    );
  }, 60_000);

  it('numbers of whoever is kept to a perimeter are of what they see, and it says so', async () => {
    const rules = [{ resource: 'applications', filter: { name: 'Clar' } }];
    const { body: perimeter } = await server.post('/api/perimeters', { name: 'Clar alone', rules });
    const { body: made } = await server.post('/api/tokens', { name: 'clar', perimeters: [perimeter.id] });
    const environment = { MERIDIAN_TOKEN: made.token };
    const table = await shell.run(['graph', 'impact', 'applications:Clarté', '-o', 'table'], { environment });
    expect(table.out).toContain('Down: 1 that you may see (1 applications)');
    expect(table.out).toContain('Works worse: 0 that you may see\n');
    expect(table.err).toContain('You see a part of the map: Clar alone.');
    expect(table.err).not.toContain('Not looked at');
    const json = await shell.run(['graph', 'impact', 'applications:Clarté', '-o', 'json'], { environment });
    expect([JSON.parse(json.out).summary.down.total, json.err]).toEqual([
      1,
      expect.stringContaining('You see a part of the map: Clar alone.'),
    ]);
    const whole = await graph('impact', 'applications:Clarté', '-o', 'table');
    expect(whole.out + whole.err).not.toMatch(/that you may see|part of the map/);
  }, 60_000);

  it('says what was not looked at, in every format, and JSON stays JSON', async () => {
    const { token } = await server.userWith(['explore_access', 'application_access', 'application_show']);
    const environment = { MERIDIAN_TOKEN: token };
    for (const format of ['json', 'jsonl', 'csv', 'table'])
      for (const args of [
        ['graph', 'search', 'clar'],
        ['search', 'clar'],
      ]) {
        const said = await shell.run([...args, '-o', format], { environment });
        expect([args, format, said.code, said.err]).toEqual([
          args,
          format,
          0,
          expect.stringMatching(/Not looked at, as you may not list them: .*\bbays\b/),
        ]);
        if (format === 'json') expect(JSON.parse(said.out).meta.hidden_kinds).toContain('bays');
      }
  }, 120_000);
});

const NEAR = 'neighbourhood?of=bays_1&depth=2&direction=up&families=places,hosting';
const IMPACT = 'impact?of=bays_1,clusters_1&flows=1&min_up=applications_1:1';
const BETWEEN = 'between?kinds=applications,databases&families=hosting';
const ORPHANS = 'orphans?kinds=logical-servers&without=network';
const SEARCH = 'objects?search=clar&kinds=applications,databases';
