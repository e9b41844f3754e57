/** Every kind as its pages show it, without a browser: the requests of its table are answered, and its form takes what may be sent. */
import { registry } from '../../src/engine/index.js';
import type { MapOfKinds } from '../../web/src/api/map.js';
import { METHODS, type OpenApi } from '../../web/src/api/openapi.js';
import { toolsOf } from '../../web/src/api/feed.js';
import { parametersOf, reportsOf } from '../../web/src/api/reports.js';
import { usualColumns } from '../../web/src/api/kinds.js';
import { listLanguageOf } from '../../web/src/components/list-language.js';
import { bodyOf } from '../../web/src/api/bodies.js';
import { fieldsOf } from '../../web/src/api/form-fields.js';
import { countRequest, requestOf } from '../../web/src/objects/list-address.js';
import { startDemo } from '../support/demo.js';
import type { TestServer } from '../support/server.js';
import { covering, mapFrom, mapOf, sortsOfForm, sortsOfTable } from './kinds-of-document.js';

/** Other tests hold the answers to the document. */
const PLAIN = { documented: false };

describe('front: every kind', () => {
  let server: TestServer;
  let map: MapOfKinds;
  beforeAll(async () => {
    server = await startDemo();
    map = await mapOf(server);
  });
  afterAll(() => server.stop());

  it('has a table whose requests are answered, with the usual columns and with all', async () => {
    expect(map.kinds.size).toBeGreaterThan(60);
    const paths = registry.all().map(({ path }) => path);
    expect(paths.filter((path) => !map.kinds.has(path))).toEqual([]);
    for (const { tag, ...rest } of map.kinds.values()) {
      const { columns: listed } = listLanguageOf(tag, map.description)!;
      const kind = { ...rest, tag, columns: rest.columns.filter(({ name }) => listed.includes(name)) };
      const links = kind.links.filter(({ target }) => target !== undefined);
      const all = [...kind.columns, ...links].map(({ name }) => name);
      for (const columns of [usualColumns(kind), all]) {
        const path = requestOf(map, kind, { filters: [], sort: kind.label ?? 'id', columns, after: '', size: 50 });
        const { status, body } = await server.get(path, PLAIN);
        expect([path, status]).toEqual([path, 200]);
        const [row] = body as Array<Record<string, unknown>>;
        if (row) expect(Object.keys(row)).toEqual(expect.arrayContaining(columns));
      }
      const path = countRequest(kind, []);
      expect([path, (await server.get(path, PLAIN)).status]).toEqual([path, 200]);
    }
  });

  it('calls no two of its columns and links the same, in either language', () => {
    for (const { path, columns, links } of map.kinds.values())
      for (const language of ['en', 'fr'] as const) {
        const words = [...columns, ...links].map(({ titles }) => titles[language]);
        const twice = words.filter((word, i) => words.indexOf(word) !== i);
        expect([path, language, twice]).toEqual([path, language, []]);
      }
    const titles = map.kinds.get('peripherals')!.columns.map((column) => [column.name, column.titles.fr]);
    expect(Object.fromEntries(titles)).toMatchObject({ vendor: 'Fournisseur', provider_id: 'Fournisseur (Entités)' });
  });

  it('has a form with a field for whatever is shown and may be sent; files, the journal and rights have none', () => {
    const without: string[] = [];
    for (const kind of map.kinds.values()) {
      for (const which of ['create', 'update'] as const) {
        const names = fieldsOf(map, kind, which).map(({ name }) => name);
        if (!names.length && which === 'create') without.push(kind.path);
        if (!names.length) continue;
        const { properties } = bodyOf(map.description, kind, which)!;
        const shown = [...kind.columns, ...kind.links].map(({ name }) => name);
        const secret = Object.keys(properties).filter((name) => properties[name]!.writeOnly);
        const lacking = [...shown, ...secret].filter((name) => name in properties && !names.includes(name));
        expect([kind.path, which, lacking]).toEqual([kind.path, which, []]);
      }
    }
    expect(without.sort()).toEqual(['audit-logs', 'documents', 'permissions']);
  });

  it('is shown alike by all of the document, and by as little of it as pages read', async () => {
    const whole = mapFrom((await server.get('/api/openapi.json')).body as OpenApi);
    const shown = (from: MapOfKinds): unknown => {
      const { description, kinds } = from;
      const paths = Object.entries(description.openapi.paths);
      return {
        groups: description.groups.map(({ titles, tags }) => [titles, tags.map(({ name }) => name)]),
        searched: [...description.searched],
        operations: paths.flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((one) => [path, one])),
        reports: reportsOf(from).map((report) => [
          report,
          parametersOf(from, report).map((one) => [one.name, one['x-titles'], one['x-choices'], one['x-many']]),
        ]),
        tools: toolsOf(from),
        kinds: [...kinds.values()].map(({ tag, ...kind }) => {
          const { operatorsOf, columns, relations, special } = listLanguageOf(tag, description)!;
          const list = description.operationsOf(tag).find(({ operationId }) => operationId.startsWith('list'))!;
          const { schema } = list.parameters!.find(({ name }) => name === 'filter')!;
          const { properties = {} } = description.resolve(schema);
          const { description: _told, ...told } = tag;
          const words = columns.map((name) => [operatorsOf(name), properties[name]!['x-contains']]);
          const fields = [fieldsOf(from, { tag, ...kind }, 'create'), fieldsOf(from, { tag, ...kind }, 'update')];
          return { ...kind, told, columns, relations, special, words, fields };
        }),
      };
    };
    expect(shown(map)).toEqual(shown(whole));
    expect(JSON.stringify(map.description.openapi).length * 2.5).toBeLessThan(
      JSON.stringify(whole.description.openapi).length,
    );
  });

  it('is like a few of them, which are tried in a browser', () => {
    const kinds = [...map.kinds.values()];
    const forms = covering(kinds, (kind) => sortsOfForm(map, kind));
    const tables = covering(kinds, sortsOfTable);
    console.log(`Tried in a browser: ${[forms, tables].map((list) => list.map(({ path }) => path).join()).join('; ')}`);
    expect(forms.length + tables.length).toBeLessThan(20);
  });
});
