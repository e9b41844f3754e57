/** What the document says of the list language is what the server takes, and its samples work on the example map. @seconds 10 */
import { apiDocument } from '../../src/api-document.js';
import type { Schema } from '../../src/openapi/model.js';
import { namesOf } from '../../src/openapi/titles.js';
import { Plans, registry, type ResourceModel } from '../../src/engine/index.js';
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';

const document = apiDocument();
const schemas = document.components['schemas'] as Record<string, Schema>;
const resources = registry.all();

/** Every filter that the document names, patterns written out; `relation.…` for those on related objects. */
function filtersOf(resource: ResourceModel): string[] {
  const schema = schemas[`${namesOf(resource).one}Filter`]!;
  const patterns = Object.keys(schema['patternProperties'] as Schema);
  const written = patterns.flatMap((pattern) => {
    const [, bases, rest] = /^\^(?:\(\?!\w+\$\))*\((\w[^)]*)\)(.*)\$$/.exec(pattern)!;
    const suffixes = rest === '\\..+' ? ['.…'] : rest!.replace(/[()]/g, '').split('|');
    const names = bases!.split('|').flatMap((base) => suffixes.map((suffix) => base + suffix));
    return names.filter((name) => new RegExp(pattern).test(name));
  });
  return [...Object.keys(schema['properties'] as Schema), ...written];
}

/** The same out of the table that requests are read with. */
function knownFilters({ server }: TestServer, resource: ResourceModel): string[] {
  const { language } = server.app.get(Plans);
  const target = language.targetOf(resource.path);
  const filters = language.filtersOf(target);
  const relations = language.relationsOf(target)!.all.flatMap(({ name }) => [`${name}_exists`, `${name}.…`]);
  const columns = filters.all().map(([name]) => name);
  const added = language.addedTo(resource).map(({ name }) => name);
  const trashed = resource.softDelete ? ['trashed'] : [];
  return [...new Set([...columns, ...filters.special(), ...added, ...relations, ...trashed])];
}

describe.each(ENGINES)('contract 5: the list language of the document on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startDemo(engine);
  });
  afterAll(() => server.stop());

  it.each(resources.map((resource) => [resource.path, resource] as const))(
    '%s: its filters are those that the server knows',
    async (path, resource) => {
      expect([...new Set(filtersOf(resource))].sort()).toEqual(knownFilters(server, resource).sort());
      expect((await server.get(`/api/${path}?filter[no_such_column]=1`)).status).toBe(400);
    },
  );
  it('every column sorts, every member is a field, every relation is included', async () => {
    for (const resource of resources) {
      const { one } = namesOf(resource);
      const sorts = (schemas[`${one}Sort`]!['enum'] as string[]).filter((name) => !name.startsWith('-'));
      const members = Object.keys(schemas[`${one}Selection`]!['properties'] as Schema);
      const columns = Object.keys(schemas[`${one}Row`]!['properties'] as Schema);
      const included = members.filter((name) => !columns.includes(name));
      const query = [
        `sort=${sorts.join()}`,
        `fields=${sorts.filter((name) => !name.includes(':')).join()}`,
        `page[size]=1`,
        `include=${included.join()}`,
      ];
      const answer = await server.get(`/api/${resource.path}?${query.join('&')}`);
      expect([resource.path, answer.status, (answer.body as { message?: string }).message]).toEqual([
        resource.path,
        200,
        undefined,
      ]);
    }
  });
  it('every sample request finds something on the example map, where it has objects of the kind', async () => {
    for (const [url, item] of Object.entries(document.paths)) {
      const samples = item.get?.['x-requests'] ?? [];
      const isEmpty = samples.length > 0 && String((await server.get(url)).body) === '';
      for (const { path } of samples) {
        const { status, body } = await server.get(path);
        expect([path, status]).toEqual([path, 200]);
        if (Array.isArray(body)) expect([path, body.length > 0]).toEqual([path, !isEmpty]);
      }
    }
  });
});
