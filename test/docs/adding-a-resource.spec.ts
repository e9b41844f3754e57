/**
 * Does what `docs/adding-a-resource.md` says, in a copy of the project: a resource with a reference, links at both ends, a code
 * list and a required name is written down in four files, one command makes the rest, and the tests of the copy are green. @seconds 110 @always
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  type Dirent,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isWhole } from '../support/extent.cjs';
import { blockOf, mistakesIn, PROJECT } from './support/checkout.js';

const COPIED = [
  ...[
    'src',
    'examples',
    'scripts',
    'test',
    'clients',
    '.prettierrc.json',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ],
  ...['nest-cli.json', 'jest.config.cjs', 'docs'],
];
const VIEW = 'src/map/physical-infrastructure';
const MODULE = `${VIEW}/physical-infrastructure.module.ts`;
/** What a resource may cost. */
const MOST_FILES = 4;

/**
 * Tests of the copy that speak of the new resource, of what pins lists of resources, and of what the command writes: in a gate
 * those whose like no other resource of the gate is tried by, since snapshots and types have just been made by the command.
 */
const FILES = [
  ...['contract/write', 'contract/links', 'openapi/document', 'engine/model/', 'database/drift'],
  ...['pictures/pictures', 'feed/types', 'cameras'],
  ...(isWhole()
    ? [
        ...['contract/', 'openapi/answers', 'openapi/examples', 'openapi/list-language', 'engine/snapshots/sql'],
        ...['engine/snapshots/filters', 'database/tables', 'clients/types'],
      ]
    : []),
].map((name) => `test/${name}`);
/** As many of them at least are about it. */
const LEAST = isWhole() ? 100 : 25;
const NAMES = [
  'cameras',
  'facts',
  'a fresh map',
  'the migrations make',
  'is what was agreed on',
  'those of the document',
  'exactly the tables',
  'TypeORM finds nothing',
  'stays of sensible size',
  'a sign of its own',
  'all types on sqlite are made',
];

/** A spec that the copy is given: the new resource on both engines, its far ends, and all pages, which nobody changed for it. */
const SPEC = `
import { ENGINES } from './support/engines.js';
import { TestServer } from './support/server.js';
import { unzipped } from './support/unzip.js';
import { describeInChromium, TEXTS } from './openapi/explorer/browser.js';
import { field, save, take } from './pages/form-page.js';
import { openAs } from './pages/people.js';

const { en } = TEXTS;

describe.each(ENGINES)('cameras on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => { server = await TestServer.start(engine); });
  afterAll(() => server.stop());

  it('are stored with their links, and seen from the far ends', async () => {
    const { body: site } = await server.post('/api/sites', { name: 'Hospital' });
    const { body: building } = await server.post('/api/buildings', { name: 'Emergency' });
    const camera = { name: 'Entrance', mounting: 2, site_id: site.id, buildings: [building.id] };
    const made = await server.post('/api/cameras', camera);
    expect([made.status, made.body]).toEqual([201, expect.objectContaining(camera)]);
    expect((await server.get('/api/buildings/' + building.id)).body.data.cameras).toEqual([made.body.id]);
    expect((await server.get('/api/sites/' + site.id)).body.data.cameras).toEqual([made.body.id]);
    expect((await server.get('/api/sites?include=cameras')).body[0].cameras[0].name).toBe('Entrance');
    const { body: outage } = await server.get('/api/graph/impact?of=sites_' + site.id);
    expect(outage.nodes.map(({ id, state }) => [id, state])).toContainEqual(['cameras_' + made.body.id, 'down']);
    expect((await server.post('/api/cameras', { name: 'entrance' })).status).toBe(422);
    expect((await server.post('/api/cameras', { name: 'Other', mounting: 9 })).status).toBe(422);
    expect((await server.get('/api/flights', { documented: false })).body).toEqual([]);
    // Nobody named the kind in the picture of its view, nor in the map report.
    const { body: picture } = await server.get('/api/graph/pictures/physical-infrastructure?format=text');
    expect(picture).toContain('Entrance');
    const report = await fetch(server.url + '/api/report/cartography?format=docx', {
      headers: { authorization: 'Bearer ' + server.token },
    });
    const parts = await unzipped(Buffer.from(await report.arrayBuffer()));
    expect(parts.some(({ content }) => content.includes('Entrance'))).toBe(true);
  });
  it('cameras stand in the document, and the page that shows it opens', async () => {
    const { status, body } = await server.get('/api/openapi.json', { token: null });
    expect([status, Object.keys(body.paths['/api/cameras'])]).toEqual([200, ['get', 'post']]);
    expect(body.components.examples.CameraCreate.value).toMatchObject({ name: 'Camera 1', mounting: 2, site_id: 1 });
    const page = await server.get('/docs/', { token: null, documented: false });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  });
});

describeInChromium('cameras in Chromium', (explorer) => {
  it('cameras have a form, a table, a page for each, and are found, counted, explored, imported and told of', async () => {
    const page = await openAs(explorer, 'admin', '/objects/cameras');
    await page.locator('.empty').waitFor();
    await page.goto('/objects/cameras/new');
    await field(page, 'name').getByRole('textbox').fill('Entrance camera');
    await field(page, 'mounting').getByRole('combobox').selectOption({ label: 'wall' });
    await field(page, 'retention').getByRole('textbox').fill('30');
    await take(page, 'site_id', 'Valmarais centre');
    await take(page, 'buildings', 'Salle machine A');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Entrance camera' }).waitFor();
    for (const name of ['Valmarais centre', 'Salle machine A']) await page.getByRole('link', { name }).first().waitFor();
    await page.locator('dd', { hasText: 'wall' }).first().waitFor();
    await page.getByRole('link', { name: en['form.do.edit'] }).click();
    await field(page, 'name').getByRole('textbox').fill('Hall camera');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Hall camera' }).waitFor();
    const { pathname } = new URL(page.url());
    await page.goto('/objects/cameras');
    await page.getByRole('table').getByRole('link', { name: 'Hall camera' }).waitFor();
    // The far end knows it as well.
    await page.getByRole('table').getByRole('link', { name: 'Valmarais centre' }).click();
    await page.getByRole('link', { name: 'Hall camera' }).first().waitFor();
    await page.goto('/search?q=hall+camera');
    await page.locator('.hits').getByRole('link', { name: /Hall camera/ }).waitFor();
    await page.goto('/home');
    await page.locator('.view').getByRole('link', { name: 'Cameras', exact: true }).waitFor();
    await page.goto('/map?node=' + pathname.slice('/objects/'.length).replace('/', '_'));
    await page.locator('.map-objects').getByText('Hall camera').waitFor();
    await page.goto('/import?kind=cameras');
    await page.locator('#import-file').waitFor();
    await page.goto('/admin/roles/2');
    await page.getByRole('checkbox', { name: 'Cameras: edit' }).waitFor();
    await page.goto('/admin/journal');
    await page.locator('.entry').getByRole('link', { name: 'Hall camera' }).first().waitFor();
    await page.goto('/docs#/cameras');
    await page.getByRole('heading', { level: 1, name: 'Cameras' }).waitFor();
  });
});
`;

/** The packages of the project, and the client of the copy instead of the project's own. */
function linkPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(PROJECT, 'node_modules'))) {
    const target = name === 'meridian-client' ? '../clients/typescript' : join(PROJECT, 'node_modules', name);
    symlinkSync(target, join(folder, 'node_modules', name));
  }
}

describe('docs/adding-a-resource.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-cameras-'));
  const page = readFileSync(join(PROJECT, 'docs/adding-a-resource.md'), 'utf8');

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const at = (file: string): string => join(folder, file);
  const edit = (file: string, change: (text: string) => string): void =>
    writeFileSync(at(file), change(readFileSync(at(file), 'utf8')));
  /** Adds a line of the page to a class, with the import above it, and the decorator that it begins with to the import. */
  const addToClass = (file: string): void =>
    edit(file, (text) => {
      const [imports, line] = blockOf(page, file).split('\n\n') as [string, string];
      const [, decorator] = /@(\w+)/.exec(line)!;
      const imported = /import \{([^}]*)\}/.exec(text)![1]!;
      const known = imported.split(',').some((name) => name.trim() === decorator);
      const withImport = known ? text : text.replace(imported, ` ${decorator},${imported}`);
      return withImport.replace(/;\n/, `;\n${imports}\n`).replace(/\}\n$/, `${line}}\n`);
    });

  /** Runs a program of the copy, on the database server of this run. Throws with all that it said, if it fails. */
  const run = async (...[name, ...words]: [string, ...string[]]): Promise<string> => {
    const { MERIDIAN_TEST_SERVER: server, MERIDIAN_TEST_FOLDER: run, ...others } = process.env;
    const inherited = Object.entries(others).filter(([key]) => !/^(MERIDIAN_|JEST_|npm_)/.test(key));
    // What the tests have compiled, or one program of the copy, the next one need not.
    const shared = { MERIDIAN_COMPILED: join(run ?? folder, 'compiled'), ...(server && { TEST_DATABASE_URL: server }) };
    const env = { ...Object.fromEntries(inherited), ...shared };
    try {
      const { stdout, stderr } = await promisify(execFile)(name, words, { cwd: folder, env, maxBuffer: 1 << 26 });
      return stdout + stderr;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${name} ${words.join(' ')}\n${stdout}\n${stderr}`);
    }
  };

  /** Files of the sources and tests that differ from those of the project. */
  const changed = (): string[] =>
    ['src', 'test', 'scripts', 'clients/typescript/src'].flatMap((part) =>
      (readdirSync(at(part), { recursive: true, withFileTypes: true }) as Dirent[])
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .filter((file) => {
          const read = (place: string): string | undefined => {
            try {
              return readFileSync(join(place, file), 'utf8');
            } catch {
              return undefined;
            }
          };
          return read(folder) !== read(PROJECT);
        }),
    );

  it('four files and one command make a 62nd resource', async () => {
    for (const name of COPIED) {
      const isSource = (file: string): boolean => !/\/(node_modules|dist)(\/|$)/.test(file.slice(PROJECT.length));
      cpSync(join(PROJECT, name), at(name), { recursive: true, filter: isSource });
    }
    linkPackages(folder);
    // The pages are built once, for the project.
    symlinkSync(join(PROJECT, 'web'), at('web'));

    writeFileSync(at(`${VIEW}/camera.entity.ts`), blockOf(page, `${VIEW}/camera.entity.ts`));
    edit(MODULE, (text) => blockOf(page, MODULE) + text.replace('resourceModule(', 'resourceModule(Camera, '));
    for (const far of ['building', 'site']) addToClass(`${VIEW}/${far}.entity.ts`);
    const edited = changed();
    expect(edited).toContain(`${VIEW}/camera.entity.ts`);
    expect(edited.length).toBeLessThanOrEqual(MOST_FILES);

    expect(page).toContain('\nnpm run resource:accept\n');
    const accepted = await run('npm', 'run', 'resource:accept');
    expect(accepted).toContain('add-cameras.ts  written');
    expect(accepted.match(/^graph .*/gm)).toEqual([
      'graph         cameras.buildings  has no edge: no outage is followed along it',
    ]);
    const made = changed().filter((file) => !edited.includes(file));
    expect(made.map((file) => file.replace(/\d+-/, '…-')).sort()).toEqual([
      'clients/typescript/src/generated.ts',
      'src/database/migrations/index.ts',
      'src/database/migrations/…-add-cameras.ts',
      'test/engine/model/additions.json',
      'test/engine/snapshots/__snapshots__/filters.spec.ts.snap',
      'test/engine/snapshots/__snapshots__/sql.spec.ts.snap',
      'test/openapi/openapi.snapshot.json',
    ]);
  }, 300_000);

  it('a field of a resource that is there is accepted as well, with its key and index', async () => {
    const field = "  @Ref('cameras', { about: 'Camera that watches its door' }) camera_id!: number | null;\n";
    edit(`${VIEW}/bay.entity.ts`, (text) => text.replace(/\}\n$/, `${field}}\n`));
    const said = await run('npm', 'run', 'resource:accept');
    expect(said).toContain('change-bays.ts  written');
    expect(said).toMatch(/additions.json {2}written/);
    const bare = '  @Html({ nullable: false }) colour!: string;\n';
    edit(`${VIEW}/bay.entity.ts`, (text) => text.replace(/\}\n$/, `${bare}}\n`));
    await expect(run('npm', 'run', 'resource:accept')).rejects.toThrow('bays.colour: rows that are there');
    edit(`${VIEW}/bay.entity.ts`, (text) => text.replace(bare, ''));
    if (isWhole()) expect(await run('npm', 'run', 'resource:accept')).not.toContain('written');
  }, 300_000);

  it('the Nest CLI makes the frame of a route beside the resources', async () => {
    for (const kind of ['module', 'controller']) await run('npx', 'nest', 'g', kind, 'flights');
    expect(readdirSync(at('src/flights')).sort()).toEqual(['flights.controller.ts', 'flights.module.ts']);
    writeFileSync(at('src/flights/flights.controller.ts'), blockOf(page, 'src/flights/flights.controller.ts'));
    const own = ['camera', 'building', 'site', 'bay'].map((name) => `${VIEW}/${name}.entity.ts`);
    const generated = ['src/flights/flights.module.ts', 'src/flights/flights.controller.ts'];
    expect(mistakesIn(folder, [...own, MODULE, ...generated, 'src/database/migrations/index.ts'])).toEqual([]);
  }, 300_000);

  it('the tests of the copy are green: contract suite, document, types, snapshots, all pages', async () => {
    writeFileSync(at('test/cameras.spec.ts'), SPEC);
    const jest = join(dirname(require.resolve('jest/package.json')), 'bin/jest.js');
    const said = await run(process.execPath, jest, '--ci', '-i', ...FILES, '-t', NAMES.join('|'));
    const [, passed] = /^Tests:.* (\d+) passed/m.exec(said)!;
    expect(Number(passed)).toBeGreaterThan(LEAST);
    expect(said).not.toContain('failed');
  }, 600_000);
});
