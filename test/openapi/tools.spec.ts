/**
 * The document in other people's tools: types and clients made from it compile and run, and a server made from it starts. A tool
 * that is not installed is skipped, and named. Before a release: that the document is one, says what is so, and makes types that
 * compile, `openapi/document`, `openapi/answers` and `clients/types` prove. @seconds 40 @release
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import '../../src/map/index.js';
import { registry } from '../../src/engine/index.js';
import { apiDocument } from '../../src/api-document.js';
import { TestServer } from '../support/server.js';

const PROJECT = resolve(__dirname, '../..');
/** Where the tools are installed, unless it is here. */
const TOOLS = process.env['OPENAPI_TOOLS'] ?? PROJECT;
const { resolve: found } = createRequire(join(TOOLS, 'package.json'));

/** The folder of a package; undefined where it is not installed. */
const folderOf = (name: string): string | undefined => {
  const folder = join(TOOLS, 'node_modules', name);
  return existsSync(folder) ? folder : undefined;
};
/** A test that needs a package. */
const withPackage = (name: string): jest.It => (folderOf(name) ? it : it.skip);

const run = async (file: string, ...args: string[]): Promise<string> => {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
      cwd: folder,
      maxBuffer: 1 << 26,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`);
  }
};

let folder: string;
let server: TestServer;
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meridian-openapi-tools-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(apiDocument()));
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  server = await TestServer.start('sqlite');
});
afterAll(async () => {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

/** Compiles a program strictly, with its types and its modules as they were made. */
const compile = (file: string): Promise<string> =>
  run(
    join(dirname(found('typescript/package.json')), 'bin/tsc'),
    ...['--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext'],
    ...['--lib', 'es2022,dom,dom.iterable', '--types', 'node', '--typeRoots', join(PROJECT, 'node_modules/@types')],
    ...['--outDir', 'out', file],
  );

/** A collection of Postman, as far as it matters here. */
interface Collection {
  item?: Collection[];
  request?: PostmanRequest;
}
interface PostmanRequest {
  method: string;
  url: { path: string[]; query?: Array<{ key: string; value: string; disabled?: boolean }> };
}

const requestsOf = ({ item, request }: Collection): PostmanRequest[] =>
  request ? [request] : (item ?? []).flatMap(requestsOf);

describe('contract 12: tools that read the document', () => {
  withPackage('openapi-typescript')(
    'openapi-typescript makes types that know what is needed',
    async () => {
      await run(join(folderOf('openapi-typescript')!, 'bin/cli.js'), 'openapi.json', '-o', 'types.ts');
      const program = `import type { components, paths } from './types.js';
type Site = components['schemas']['SiteCreate'];
export const site: Site = { name: 'North', description: null };
// @ts-expect-error the name is needed
export const none: Site = { description: null };
// @ts-expect-error a number
export const wrong: Site = { name: 1 };
type List = paths['/api/sites']['get']['responses'][200]['content']['application/json'];
export const names = (list: List): Array<string | undefined> => list.map(({ name }) => name);
type Filters = NonNullable<NonNullable<paths['/api/applications']['get']['parameters']['query']>['filter']>;
export const filters: Filters = { rto: 60, name: ['a', 'b'] };
`;
      writeFileSync(join(folder, 'with-types.ts'), program);
      expect(await compile('with-types.ts')).toBe('');
    },
    180_000,
  );

  withPackage('openapi-to-postmanv2')(
    'Postman imports a collection of a bearable size, whose lists can be sent as they are',
    async () => {
      const plain = await (await fetch(`${server.url}/api/openapi.json?errors=none`)).text();
      writeFileSync(join(folder, 'plain.json'), plain);
      const tool = join(folderOf('openapi-to-postmanv2')!, 'bin/openapi2postmanv2.js');
      await run(
        tool,
        '-s',
        'plain.json',
        '-o',
        'postman.json',
        '-O',
        'parametersResolution=Example,enableOptionalParameters=false',
      );
      const text = readFileSync(join(folder, 'postman.json'), 'utf8');
      expect(text.length).toBeLessThan(6_000_000);
      const lists = requestsOf(JSON.parse(text) as Collection).filter(
        // The day of the example of a difference is before the map of this test.
        ({ method, url }) =>
          method === 'GET' && url.path.length === 2 && url.path[0] === 'api' && url.path[1] !== 'diff',
      );
      expect(lists.length).toBeGreaterThan(60);
      for (const { url } of lists) {
        const query = (url.query ?? []).filter(({ disabled }) => !disabled);
        const asked = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&');
        const { status } = await server.get(`/${url.path.join('/')}?${asked}`, { documented: false });
        expect([url.path.join('/'), asked, status]).toEqual([url.path.join('/'), asked, 200]);
      }
    },
    240_000,
  );

  withPackage('@hey-api/openapi-ts')(
    '@hey-api/openapi-ts makes a client that compiles and runs',
    async () => {
      const input = join(folder, 'openapi.json');
      await run(
        join(folderOf('@hey-api/openapi-ts')!, 'bin/run.js'),
        '-i',
        input,
        '-o',
        join(folder, 'made'),
        '--silent',
      );
      const program = `import { createSite, getSite, listSites, type SiteCreate } from './made/index.js';
import { client } from './made/client.gen.js';
const site: SiteCreate = { name: 'North' };
// @ts-expect-error the name is needed
export const none: SiteCreate = {};
void (async () => {
  client.setConfig({ baseUrl: '${server.url}', auth: '${server.token}' });
  const made = await createSite({ body: site });
  const id = made.data!.id;
  const read = await getSite({ path: { id }, query: { fields: ['name'], include: ['buildings'] } });
  const listed = await listSites({ query: { filter: { name: 'nor,south' }, sort: ['-name'], page: { size: 5 } } });
  const names = listed.data!.map(({ name }) => name);
  console.log(JSON.stringify([made.response!.status, read.data, names, listed.response!.status]));
})();
`;
      writeFileSync(join(folder, 'with-client.ts'), program);
      expect(await compile('with-client.ts')).toBe('');
      const said = await run(join(folder, 'out/with-client.js'));
      expect(JSON.parse(said)).toEqual([201, { data: { id: 1, name: 'North', buildings: [] } }, ['North'], 200]);
    },
    240_000,
  );

  withPackage('@stoplight/prism-cli')(
    'Prism starts, and sees no violation in what passes through it',
    async () => {
      const plain = await (await fetch(`${server.url}/api/openapi.json?errors=none`)).text();
      writeFileSync(join(folder, 'plain.json'), plain);
      const through = await prism('proxy', 'plain.json', server.url);
      const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
        const answer = await fetch(`${through}${path}`, {
          method,
          headers: { authorization: `Bearer ${server.token}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        expect([method, path, answer.status, answer.headers.get('sl-violations')]).toEqual([
          method,
          path,
          method === 'POST' ? 201 : 200,
          null,
        ]);
        return text && JSON.parse(text);
      };
      const { id: building } = (await ask('POST', '/api/buildings', { name: 'East' })) as { id: number };
      const { id } = (await ask('POST', '/api/sites', { name: 'North', buildings: [building] })) as { id: number };
      await ask('PUT', `/api/sites/${id}`, { description: '<p>By the river</p>' });
      await ask('GET', `/api/sites/${id}?include=buildings`);
      await ask('GET', '/api/sites?filter[name]=nor&sort=-name&page[size]=5&include=buildings,buildingsCount');
      for (const { path } of registry.all()) await ask('GET', `/api/${path}?page[size]=2`);
      await ask('DELETE', `/api/sites/${id}`);
    },
    240_000,
  );
});

/** Starts Prism on a document, and tells where it listens. */
function prism(...given: string[]): Promise<string> {
  const bin = join(folderOf('@stoplight/prism-cli')!, 'dist/index.js');
  const child = spawn(process.execPath, [bin, ...given, '-p', '0'], { cwd: folder });
  started.push(child);
  let said = '';
  return new Promise<string>((done, failed) => {
    const read = (chunk: Buffer): void => {
      said += chunk.toString();
      const listening = /listening on (http:\S+)/.exec(said)?.[1];
      if (listening) done(listening);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => failed(new Error(said)));
  });
}
