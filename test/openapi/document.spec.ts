/** @seconds 18 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { apiDocument } from '../../src/api-document.js';
import type { Schema } from '../../src/openapi/model.js';
import { registry } from '../../src/engine/index.js';
import { TestServer } from '../support/server.js';
import { outlineOf } from './outline.js';

const ROOT = join(__dirname, '../..');
const SNAPSHOT = join(__dirname, 'openapi.snapshot.json');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const document = apiDocument();
const schemas = document.components['schemas'] as Record<string, Schema>;

/** Bodies of requests and answers that show an example among the components. */
function shownBodies(): Array<{ schema: Schema; shown: string }> {
  const bodies = Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => {
      const { requestBody, responses = {} } = item[method] ?? {};
      return [requestBody, ...Object.values(responses)].flatMap((one) =>
        one && 'content' in one ? Object.values(one.content ?? {}) : [],
      );
    }),
  );
  return bodies.flatMap(({ schema, examples }) => {
    const shown = (examples as { example?: { $ref?: string } } | undefined)?.example?.$ref;
    return schema && shown ? [{ schema, shown }] : [];
  });
}

/** What tells people of a part; properties go by names of their own, and what is answered must have a description. */
function textsIn(part: unknown, name = ''): string[] {
  if (typeof part !== 'object' || part === null || name.startsWith('x-')) return [];
  const isNamed = name === 'properties' || name === 'patternProperties';
  return Object.entries(part).flatMap(([key, value]) => {
    const isTold = !isNamed && ['summary', 'description', 'example', 'examples'].includes(key) && value !== '';
    return isTold ? [key] : textsIn(value, isNamed ? '' : key);
  });
}

/** The schemas that one leads to. */
function reached(name: string, found = new Set<string>()): Set<string> {
  for (const [, next] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(next!)) continue;
    found.add(next!);
    reached(next!, found);
  }
  return found;
}

describe('contract 12: the document', () => {
  it('is what was agreed on: `UPDATE_OPENAPI=1 npx jest test/openapi/document` agrees on what it is now', () => {
    const outline = outlineOf(document);
    if (process.env['UPDATE_OPENAPI']) writeFileSync(SNAPSHOT, `${JSON.stringify(outline, undefined, 1)}\n`);
    expect(outline).toEqual(JSON.parse(readFileSync(SNAPSHOT, 'utf8')));
  });
  it("passes Redocly's linter without error or warning", () => {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-openapi-'));
    try {
      const file = join(folder, 'openapi.json');
      writeFileSync(file, JSON.stringify(document));
      const linter = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
      const found = execFileSync(
        'node',
        [linter, 'lint', file, '--config', join(ROOT, 'redocly.yaml'), '--format', 'json'],
        {
          env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      const { totals, problems } = JSON.parse(found.toString()) as { totals: object; problems: object[] };
      expect([totals, problems]).toEqual([{ errors: 0, warnings: 0, ignored: 0 }, []]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  it('holds examples that its own schemas take', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false });
    addFormats(ajv);
    ajv.addSchema({ components: document.components }, 'document');
    let seen = 0;
    for (const [name, { examples = [] }] of Object.entries(schemas)) {
      for (const example of examples as unknown[]) {
        const valid = ajv.validate({ $ref: `document#/components/schemas/${name}` }, example);
        expect([name, valid, ajv.errorsText()]).toEqual([name, true, 'No errors']);
        seen++;
      }
    }
    const examples = document.components['examples'] as Record<string, { value: unknown }>;
    for (const { schema, shown } of shownBodies()) {
      const name = shown.split('/').at(-1)!;
      const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as Schema;
      const valid = ajv.validate(pointed, examples[name]!.value);
      expect([name, valid, ajv.errorsText()]).toEqual([name, true, 'No errors']);
      seen++;
    }
    expect(seen).toBeGreaterThan(1000);
  });
  it('leads from no schema back to itself', () => {
    const loops = Object.keys(schemas).filter((name) => reached(name).has(name));
    expect(loops).toEqual([]);
  });
  it('lets what creates an object name what it needs, with its type', () => {
    const bare = Object.entries(schemas).flatMap(([name, { allOf = [] }]) =>
      (allOf as Schema[]).filter(({ required, properties }) => required && !properties).map(() => name),
    );
    expect(bare).toEqual([]);
    expect((schemas['SiteCreate'] as { allOf: Schema[] }).allOf[1]).toMatchObject({
      required: ['name'],
      properties: { name: { type: 'string' } },
    });
  });
  it('closes every object that is answered, and names all that it always has', () => {
    for (const { path } of registry.all()) {
      const names = Object.keys(document.paths[`/api/${path}`]!.get!.responses);
      expect(names).toContain('200');
    }
    const open = Object.entries(schemas).filter(
      ([name, { type, additionalProperties, required }]) =>
        type === 'object' &&
        !/(Create|Update|Destroy|Credentials|NewToken|ChangePassword|QueryToRun|FeedUndo|^Related)$/.test(name) &&
        (additionalProperties !== false || (!required && !name.endsWith('Filter'))),
    );
    expect(open.map(([name]) => name)).toEqual([]);
  });
  it('contract 1: marks what is deprecated, recommends storage devices, and lets old names be found', () => {
    const tags = new Map(document.tags.map((tag) => [tag['x-resource'], tag]));
    expect([...tags.values()].filter((tag) => tag['x-deprecated']).map((tag) => tag['x-resource'])).toEqual([
      'dhcp-servers',
      'dnsservers',
    ]);
    expect(document.paths['/api/dnsservers']!.get!.deprecated).toBe(true);
    expect(document.paths['/api/applications']!.get!.deprecated).toBeUndefined();
    expect(tags.get('storage-devices')!.description).toContain('recommended resource for backups');
    expect(document.paths['/api/application-flows']!['x-aliases']).toEqual(['/api/fluxes']);
    expect(tags.get('domains')!['x-aliases']).toEqual(['domaine-ads']);
    // What people look for it by stands beside its titles, in both languages.
    expect(tags.get('bays')!['x-synonyms']).toEqual(['rack', 'baie', 'cabinet', 'armoire']);
    expect(tags.get('sites')!['x-synonyms']).toBeUndefined();
  });
  it('has the version of the release, and stays of sensible size', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(document.info['version']).toBe(version);
    expect(JSON.stringify(document).length / registry.all().length).toBeLessThan(68_000);
  });
});

describe('contract 12: GET /api/openapi.json', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
  });
  afterAll(() => server.stop());

  it('needs no token, has a tag, and is sent compressed', async () => {
    const { status, headers, body } = await server.get('/api/openapi.json', { token: null });
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(document))]);
    const tag = headers.get('etag')!;
    const again = await server.get('/api/openapi.json', { token: null, headers: { 'if-none-match': tag } });
    expect([again.status, again.body]).toEqual([304, '']);
    const compressed = await server.server.app.inject({
      url: '/api/openapi.json',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.rawPayload.length).toBeLessThan(230_000);
    expect(JSON.parse(gunzipSync(compressed.rawPayload).toString())).toEqual(body);
  });
  it('has forms with tags of their own, each sent in the smallest coding that is taken', async () => {
    const tags = new Set<unknown>();
    for (const query of ['', '?errors=none', '?detail=brief', '?errors=none&detail=brief']) {
      const get = (headers: Record<string, string>) =>
        server.server.app.inject({ url: `/api/openapi.json${query}`, headers });
      const plain = await get({});
      const small = await get({ 'accept-encoding': 'gzip, deflate, br' });
      expect([small.statusCode, small.headers['content-encoding'], small.headers['vary']]).toEqual([
        200,
        'br',
        expect.stringContaining('accept-encoding'),
      ]);
      expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
      expect((await get({ 'if-none-match': String(small.headers.etag) })).statusCode).toBe(304);
      tags.add(plain.headers.etag);
      if (query === '?detail=brief') expect(small.rawPayload.length).toBeLessThan(75_000);
    }
    expect(tags.size).toBe(3);
  });
  it('told in brief has every operation and kind, leads nowhere that is not there, and tells no text', async () => {
    const { body } = await server.get('/api/openapi.json?detail=brief', { token: null });
    const brief = body as typeof document;
    const named = ({ paths }: typeof document): unknown =>
      Object.entries(paths).map(([path, item]) => [path, METHODS.map((method) => item[method]?.operationId)]);
    expect(named(brief)).toEqual(named(document));
    const told = ({ tags }: typeof document): unknown => tags.map(({ description: _description, ...tag }) => tag);
    expect(told(brief)).toEqual(told(document));
    expect([brief['x-titles'], brief['x-codes']]).toEqual([document['x-titles'], document['x-codes']]);
    for (const [, kind, name] of JSON.stringify(brief).matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
      expect([kind, name, brief.components[kind!]?.[name!] !== undefined]).toEqual([kind, name, true]);
    expect(textsIn(brief)).toEqual([]);
    // Columns of that name are told; of what is answered OpenAPI wants a text.
    const site = (brief.components['schemas'] as Record<string, Schema>)['Site']!;
    expect(site).toMatchObject({ properties: { description: { type: ['string', 'null'] } } });
    expect(site['description']).toBeUndefined();
    expect(brief.paths['/api/sites']!.get!.responses['200']).toEqual({
      description: '',
      content: {
        'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/SiteRow' } } },
      },
    });
  });
});
