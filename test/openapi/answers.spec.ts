/** The check that every answer of the test suite goes through would notice a wrong one. */
import { exampleOf } from '../../src/openapi/examples.js';
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { DocumentedAnswers } from '../support/answers.js';

type Body = Record<string, unknown>;

const documented = new DocumentedAnswers();
const contentType = 'application/json; charset=utf-8';

const objection = (method: string, url: string, body: unknown, status = 200): string | undefined =>
  documented.objection({ method, url, status, contentType, body });

/** A line of a list: what a single read answers, without its links. */
function rowOf({ links }: ResourceModel, whole: Body): Body {
  const sets = new Set(links.flatMap(({ name, alsoShownAs }) => [name, ...alsoShownAs]));
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !sets.has(name)));
}

const without = (body: Body, name: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
const renamed = (body: Body, name: string): Body => ({ ...without(body, name), [`${name}_`]: body[name] });

/** Members that hold JSON of any kind. */
const ANYTHING = new Set(['audit-logs.properties']);

/** A value of a type that the member never has. */
const ofAnotherType = (value: unknown): unknown => (Array.isArray(value) ? 'text' : [['list']]);

describe('contract 12: an answer that differs from the document is noticed', () => {
  it.each(registry.all().map((resource) => [resource.path, resource] as const))('%s', (path, resource) => {
    const whole = exampleOf(resource) as Body;
    const places: Array<[string, Body, (body: Body) => unknown]> = [
      [`/api/${path}/1`, whole, (data) => ({ data })],
      [`/api/${path}`, rowOf(resource, whole), (row) => [row]],
    ];
    for (const [url, body, wrapped] of places) {
      expect(objection('GET', url, wrapped(body))).toBeUndefined();
      for (const name of Object.keys(body)) {
        const mutants = [without(body, name), renamed(body, name)];
        if (!ANYTHING.has(`${path}.${name}`)) mutants.push({ ...body, [name]: ofAnotherType(body[name]) });
        const noticed = mutants.map((mutant) => objection('GET', url, wrapped(mutant)) !== undefined);
        expect([url, name, noticed]).toEqual([url, name, mutants.map(() => true)]);
      }
    }
  });
  it('so are statuses, bodies and routes that it does not know', () => {
    const object = exampleOf(registry.get('sites'))!;
    expect(objection('POST', '/api/sites', object, 201)).toBeUndefined();
    expect(objection('POST', '/api/sites', object, 200)).toContain('knows 201, 400');
    expect(objection('DELETE', '/api/sites/1', {}, 200)).toContain('must be array');
    expect(objection('DELETE', '/api/documents/1', 'text', 204)).toContain('no body');
    expect(objection('GET', '/api/no-such-route', [], 200)).toContain('does not know this operation');
    expect(objection('GET', '/api/no-such-route', { message: 'Not found' }, 404)).toContain(
      "must have required property 'code'",
    );
  });
  it('an object that was not asked to be cut or widened is whole', () => {
    expect(objection('GET', '/api/sites', [{ id: 1, name: 'North' }])).toContain(
      "must have required property 'ext_refs'",
    );
    expect(objection('GET', '/api/sites?fields=name', [{ id: 1, name: 'North' }])).toBeUndefined();
    expect(objection('GET', '/api/sites?fields=name', [{ id: 1, nam: 'North' }])).toContain('must NOT have additional');
    expect(
      objection('GET', '/api/sites?include=buildingsCount&fields=id', [{ id: 1, buildings_count: 2 }]),
    ).toBeUndefined();
    expect(
      objection('GET', '/api/sites?include=buildings&fields=id', [{ id: 1, buildings: [{ name: 'x' }] }]),
    ).toBeDefined();
  });
});
