/** Events 6: the AsyncAPI document is valid, its examples are events, and whoever asks gets it without a token. @seconds 15 */
import { Parser } from '@asyncapi/parser';
import { CloudEvent } from 'cloudevents';
import { TestServer } from '../support/server.js';
import { follow } from './copy.js';
import { checkEvent } from './documented.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into documents of every shape
type Json = any;

const SOURCE = 'https://map.example.org';

describe('events: the AsyncAPI document', () => {
  let server: TestServer;
  let document: Json;
  beforeAll(async () => {
    server = await TestServer.start('sqlite', { PUBLIC_URL: SOURCE });
    document = (await server.get('/api/asyncapi.json', { token: null })).body;
  });
  afterAll(() => server.stop());

  it('is valid, with what it refers to in the OpenAPI document', async () => {
    const { body: openApi } = await server.get('/api/openapi.json');
    // The parser reads what is referred to as AsyncAPI has it; of the other document its schemas are looked at by their names.
    const names = new Set(
      [...JSON.stringify(document).matchAll(/openapi\.json#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!),
    );
    for (const name of names) expect(openApi.components.schemas).toHaveProperty(name);
    const schemas = Object.fromEntries([...names].map((name) => [name, { type: 'object' }]));
    const resolver = {
      schema: 'https',
      read: (uri: { toString(): string }): string => {
        expect(uri.toString()).toBe(`${SOURCE}/api/openapi.json`);
        return JSON.stringify({ components: { schemas } });
      },
    };
    const parser = new Parser({ __unstable: { resolver: { resolvers: [resolver] } } } as Json);
    const { document: parsed, diagnostics } = await parser.parse(JSON.stringify(document), {
      source: `${SOURCE}/api/asyncapi.json`,
    });
    expect(diagnostics.filter(({ severity }) => severity <= 1)).toEqual([]);
    expect(parsed?.version()).toBe('3.1.0');
    expect(parsed?.operations().all()).toHaveLength(3);
  });

  it('has an event of each kind of object and action as an example, which its schema takes', () => {
    const messages = Object.entries<Json>(document.components.messages).filter(([name]) => !name.startsWith('stream.'));
    expect(messages.length).toBeGreaterThan(200);
    for (const [, { name, examples }] of messages) {
      const [{ payload }] = examples;
      expect(payload.type).toBe(name);
      checkEvent(payload);
      expect(new CloudEvent(payload).validate()).toBe(true);
    }
  });

  it('objects to what is none of its events', () => {
    const good = document.components.messages['sites.created'].examples[0].payload;
    expect(() => checkEvent({ ...good, type: 'meridian.sites.exploded' })).toThrow('no message');
    expect(() => checkEvent({ ...good, data: { ...good.data, object: { id: 1 } } })).toThrow('must');
    expect(() => checkEvent({ ...good, more: 1 })).toThrow('additional');
  });

  it('every event says where its data is described', async () => {
    await server.post('/api/sites', { name: 'Described' });
    const { changes } = await follow(server, 'beginning');
    for (const { dataschema } of changes) {
      const [address, pointer] = dataschema.split('#') as [string, string];
      expect(address).toBe(`${SOURCE}/api/asyncapi.json`);
      const found = pointer
        .split('/')
        .slice(1)
        .reduce<Json>((part, name) => part[name], document);
      expect(found.properties).toHaveProperty('resource');
    }
  });

  it('is kept by those who have it', async () => {
    const { headers } = await server.get('/api/asyncapi.json', { token: null });
    const again = await server.get('/api/asyncapi.json', {
      token: null,
      headers: { 'if-none-match': headers.get('etag')! },
    });
    expect([again.status, again.body]).toEqual([304, '']);
  });
});
