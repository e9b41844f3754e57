/** The examples of the document are made from the entity files: people can read them, and the server takes every one. @seconds 6 @always */
import { apiDocument } from '../../src/api-document.js';
import { exampleFile } from '../../src/exchange/exchange.openapi.js';
import { exampleOf } from '../../src/openapi/examples.js';
import { exampleName } from '../../src/openapi/schemas/objects.js';
import { isExchanged } from '../../src/exchange/columns.js';
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { objectOf } from '../support/make.js';
import { TestServer } from '../support/server.js';

const document = apiDocument();
const shown = document.components['examples'] as Record<string, { value: unknown }>;
const resources = registry.all();
const METHODS = ['post', 'put', 'patch', 'delete'] as const;

describe('contract 12: the examples of the document', () => {
  it('are there for every resource, and the same every time', () => {
    for (const resource of resources) expect(exampleOf(resource)).toEqual(exampleOf(resource));
    expect(apiDocument().components['examples']).toEqual(shown);
    const named = resources.map((resource) => shown[exampleName(resource, 'Read')]);
    expect(named.filter((one) => one === undefined)).toEqual([]);
  });
  it('look like what they stand for', () => {
    expect(exampleOf(registry.get('logical-servers'))).toMatchObject({
      ext_refs: '{CMDB}LSERVER-1',
      name: 'Logical server 1',
      operating_system: 'Debian 12',
      address_ip: '10.20.0.11, 10.20.0.12',
      install_date: '2026-01-15',
      deleted_at: null,
      applications: [1, 2],
    });
    expect(exampleOf(registry.get('relations'))).toMatchObject({
      values: [{ price: 1250.5, date_price: '2026-01-15' }],
    });
    expect(exampleOf(registry.get('zones'))).toMatchObject({ child_zones: [2], parent_zones: [3] });
    expect(exampleFile(registry.get('vlans'))).toBe(
      'id,ext_refs,name,description,type,attributes,vlan_id,physicalRouters,networkSwitches\r\n' +
        ',{CMDB}VLAN-1,VLAN 1,<p>Description of the VLAN</p>,Type,critical,1,"1,2","1,2"',
    );
  });
  it('are there for every body in a form', () => {
    const schemas = document.components['schemas'] as Record<string, Record<string, unknown>>;
    const bodies = Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const body = item[method]?.requestBody;
        if (!body || '$ref' in body) return [];
        const forms = Object.entries(body.content).filter(([type]) => type !== 'application/json');
        return forms.map(([type, media]) => ({ name: `${method} ${path} ${type}`, media }));
      }),
    );
    expect(bodies.length).toBeGreaterThan(500);
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

describe('contract 12: the server takes the examples', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    // What examples refer to: of every kind some objects, of which some are there already.
    for (const { path, readOnly } of resources) {
      const there = ((await server.get(`/api/${path}?fields=id`)).body as unknown[]).length;
      for (let i = there; i < 3 && !readOnly; i++) await objectOf(server, path);
    }
  });
  afterAll(() => server.stop());

  /** The bodies that a resource shows, each with the request that it is of. */
  const requestsOf = (resource: ResourceModel): Array<[method: string, path: string, body: unknown]> => {
    const { path } = resource;
    const body = (name: Parameters<typeof exampleName>[1]): unknown => shown[exampleName(resource, name)]?.value;
    // Documents are made of files.
    const made: Array<[string, string, unknown]> =
      path === 'documents'
        ? []
        : [
            ['POST', `/api/${path}`, body('Create')],
            ['POST', `/api/${path}/mass-store`, body('Store')],
          ];
    // The first role is that of administrators, which cannot be renamed.
    const id = path === 'roles' ? 2 : 1;
    const { items } = body('Change') as { items: object[] };
    return [
      ...made,
      ['PATCH', `/api/${path}/${id}`, body('Update')],
      ['PUT', `/api/${path}/mass-update`, { items: items.map((item) => ({ ...item, id })) }],
    ];
  };

  it.each(resources.filter(({ readOnly }) => !readOnly).map((resource) => [resource.path, resource] as const))(
    '%s',
    async (path, resource) => {
      const refused: unknown[] = [];
      for (const [method, url, body] of requestsOf(resource)) {
        const answer = await server.request(method, `${url}?dry_run=1`, { body });
        if (answer.status >= 300) refused.push([method, url, body, answer.status, answer.body]);
      }
      if (isExchanged(resource)) {
        const form = new FormData();
        form.append('file', new Blob([exampleFile(resource)], { type: 'text/csv' }), 'objects.csv');
        const answer = await server.post(`/api/${path}/import?dry_run=1`, form);
        if (answer.status !== 200) refused.push([path, exampleFile(resource), answer.status, answer.body]);
        else expect([path, answer.body]).toEqual([path, expect.objectContaining({ inserted: 1 })]);
      }
      expect(refused).toEqual([]);
    },
  );
});
