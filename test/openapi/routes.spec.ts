import { RouteTable } from '../../src/access/route-table.js';
import { apiDocument } from '../../src/api-document.js';
import type { Operation, PathItem } from '../../src/openapi/model.js';
import { PAGES } from '../../src/pages/pages.controller.js';
import { TestServer } from '../support/server.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/**
 * Answered by the plugins under every path, and by the front: its pages and their files, and the root that leads there; and the ways
 * to the provider and back, which browsers and the provider take, and no client of the API.
 */
const NOT_DESCRIBED = new RegExp(
  `^(HEAD|OPTIONS) |^GET /(${['', 'assets/:name', ...PAGES].join('|')})$|^(GET|POST) /login/oidc(/|$)`,
);

/** `GET /api/applications/:id` of each operation, old path names included. */
function described(paths: Record<string, PathItem>): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    [path, ...(item['x-aliases'] ?? [])].flatMap((url) =>
      METHODS.filter((method) => item[method]).map(
        (method) => `${method.toUpperCase()} ${url.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    ),
  );
}

describe('contract 12: the document and the server speak of the same routes', () => {
  const document = apiDocument();
  const operations = Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((method): Operation[] => (item[method] ? [item[method]] : [])),
  );
  let served: string[];
  beforeAll(async () => {
    const server = await TestServer.start('sqlite');
    const routes = server.server.app.get(RouteTable).all();
    served = routes.map(({ method, url }) => `${method} ${url}`).filter((route) => !NOT_DESCRIBED.test(route));
    await server.stop();
  });

  it('every route served is described', () => {
    const known = new Set(described(document.paths));
    expect(served.filter((route) => !known.has(route))).toEqual([]);
    expect(served.length).toBeGreaterThan(800);
  });
  it('every route described is served', () => {
    const known = new Set(served);
    expect(described(document.paths).filter((route) => !known.has(route))).toEqual([]);
  });
  it('every operation has a name of its own and a known tag', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([]);
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(operations.flatMap((operation) => operation.tags).filter((tag) => !tags.has(tag))).toEqual([]);
    const grouped = document['x-tagGroups'].flatMap((group) => group.tags);
    expect(grouped.sort()).toEqual([...tags].sort());
  });
});
