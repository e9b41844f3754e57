/** The examples are objects of the example map: `UPDATE_EXAMPLES=1 npx jest test/openapi/examples` writes them anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from '../../src/openapi/document.js';
import { registry } from '../../src/engine/index.js';
import { TestServer } from '../support/server.js';
import { chosenExamples } from './chosen-examples.js';

const FILE = join(__dirname, '../../src/openapi/examples.json');

describe('contract 12: the examples of the document', () => {
  it('are what the example map holds today, one of each kind', async () => {
    const server = await TestServer.start('sqlite');
    const chosen = await chosenExamples(server);
    await server.stop();
    const text = `${JSON.stringify(chosen, undefined, 2)}\n`;
    if (process.env['UPDATE_EXAMPLES']) writeFileSync(FILE, text);
    expect(Object.keys(chosen).sort()).toEqual(
      registry
        .all()
        .map(({ path }) => path)
        .sort(),
    );
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(chosen);
  });
  it('are there for every body in a form', () => {
    const { paths, components } = openApi();
    const schemas = components['schemas'] as Record<string, Record<string, unknown>>;
    const bodies = Object.entries(paths).flatMap(([path, item]) =>
      (['post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
        const body = item[method]?.requestBody;
        if (!body || '$ref' in body) return [];
        const forms = Object.entries(body.content).filter(([type]) => type !== 'application/json');
        return forms.map(([type, media]) => ({ name: `${method} ${path} ${type}`, media }));
      }),
    );
    expect(bodies.length).toBeGreaterThan(500);
    const shown = components['examples'] as Record<string, { value: unknown }>;
    const without = bodies.filter(({ media: { example, examples, schema } }) => {
      const name = String(schema?.['$ref'] ?? '')
        .split('/')
        .at(-1)!;
      const [reference] = Object.values((examples ?? {}) as Record<string, { $ref: string }>);
      const named = reference && shown[reference.$ref.split('/').at(-1)!]!.value;
      const told = example ?? named ?? ((schema?.['examples'] ?? schemas[name]?.['examples']) as unknown[])?.[0];
      return !told || Object.keys(told).length === 0 || Object.values(told).includes(undefined);
    });
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});
