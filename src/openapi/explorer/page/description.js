/** The description of the API: fetched once, and cut down to one resource where only that is shown. */

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What the pages need of the document. */
export class Description {
  constructor(openapi) {
    this.openapi = openapi;
    this.tags = new Map(openapi.tags.map((tag) => [tag.name, tag]));
    this.bySlug = new Map(openapi.tags.map((tag) => [slugOf(tag), tag]));
    this.groups = openapi['x-tagGroups'].map(({ name, tags }) => ({
      name,
      tags: tags.map((tag) => this.tags.get(tag)),
    }));
    this.operations = new Map();
    for (const [path, item] of Object.entries(openapi.paths)) {
      for (const method of METHODS.filter((one) => item[one])) {
        for (const tag of item[method].tags) {
          if (!this.operations.has(tag)) this.operations.set(tag, []);
          this.operations.get(tag).push({ path, method, item, ...item[method] });
        }
      }
    }
  }

  static async fetch() {
    const answer = await fetch('/api/openapi.json');
    if (!answer.ok) throw new Error(`The server answered ${answer.status} for /api/openapi.json.`);
    return new Description(await answer.json());
  }

  /** The operations of a tag: `{ path, method, operationId, … }`. */
  operationsOf(tag) {
    return this.operations.get(tag.name) ?? [];
  }

  groupOf(tag) {
    return this.groups.find(({ tags }) => tags.includes(tag));
  }

  /** What a `$ref` means; anything else as it is. */
  resolve(part) {
    if (!part?.$ref) return part;
    const { $ref, ...beside } = part;
    const found = $ref
      .slice(2)
      .split('/')
      .reduce((place, key) => place[key.replaceAll('~1', '/')], this.openapi);
    return { ...this.resolve(found), ...beside };
  }

  /** The schema of whole objects of a resource; undefined for a tag that is none. */
  wholeOf(tag) {
    const read = tag['x-resource'] && this.operationsOf(tag).find(({ operationId }) => operationId.startsWith('get'));
    const schema = read?.responses['200'].content['application/json'].schema;
    return this.resolve((schema?.anyOf?.[0] ?? schema)?.properties?.data);
  }

  /** An object of the example map. */
  exampleOf(tag) {
    return this.wholeOf(tag)?.examples?.[0];
  }

  /** The document with nothing but this tag, and the components that it speaks of. */
  only(tag) {
    const paths = {};
    for (const { path, method, item } of this.operationsOf(tag)) {
      paths[path] ??= item.parameters ? { parameters: item.parameters } : {};
      paths[path][method] = { ...item[method], parameters: unfilledAll(item[method].parameters ?? []) };
    }
    const { info, openapi, servers, security } = this.openapi;
    const { securitySchemes } = this.openapi.components;
    const reached = this.reached(paths);
    return {
      openapi,
      info,
      servers,
      security,
      tags: [tag],
      paths,
      components: { ...reached, parameters: unfilledAll(reached.parameters), securitySchemes },
    };
  }

  /** Every component that `from` leads to. */
  reached(from) {
    const found = {};
    const visit = (part) => {
      if (typeof part !== 'object' || part === null) return;
      if (typeof part.$ref === 'string') {
        const [, , kind, name] = part.$ref.split('/');
        found[kind] ??= {};
        if (!(name in found[kind])) {
          const component = this.openapi.components[kind][name];
          found[kind][name] = component;
          visit(component);
        }
      }
      for (const value of Object.values(part)) visit(value);
    };
    visit(from);
    return found;
  }
}

/** A parameter that is empty until somebody fills it in: its example would be sent as it is. An empty object says so itself. */
const unfilled = ({ example, ...told }) =>
  example === undefined || (typeof example === 'object' && !Array.isArray(example)) ? { ...told, example } : told;

/** Every parameter of a list, or of components by name. */
const unfilledAll = (parameters) =>
  Array.isArray(parameters)
    ? parameters.map(unfilled)
    : Object.fromEntries(Object.entries(parameters ?? {}).map(([name, one]) => [name, unfilled(one)]));

/** The name of a tag in addresses. */
export const slugOf = (tag) => tag['x-resource'] ?? tag.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
