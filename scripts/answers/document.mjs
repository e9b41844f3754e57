// The OpenAPI document as a walk needs it: operations, resources with their columns and links, examples, generated bodies.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What a document says, read for a walk. */
export class ApiDocument {
  constructor(json) {
    this.json = json;
    /** Every operation: `{ id, method, path, operation }`, in the order of the document. */
    this.operations = Object.entries(json.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => ({
        id: item[method].operationId,
        method: method.toUpperCase(),
        path,
        operation: item[method],
      })),
    );
    /** The resources: what can be listed with the filters of its fields, and all that hangs below. */
    this.resources = this.operations
      .filter(({ method, operation }) => method === 'GET' && this.filters(operation))
      .map((list) => this.resource(list));
  }

  /** The operation of a method and path; undefined where there is none. */
  at(method, path) {
    return this.operations.find((operation) => operation.method === method && operation.path === path);
  }

  /** Follows references. */
  resolve(node) {
    return node?.$ref
      ? this.resolve(
          node.$ref
            .slice(2)
            .split('/')
            .reduce((at, key) => at[key], this.json),
        )
      : node;
  }

  parameter(operation, name) {
    return operation.parameters?.map((one) => this.resolve(one)).find((one) => one.name === name);
  }

  /** The properties and required names of a schema, with those that it is put together from. */
  shape(node) {
    const schema = this.resolve(node) ?? {};
    const parts = (schema.allOf ?? []).map((part) => this.shape(part));
    return {
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
      required: [...parts.flatMap(({ required }) => required), ...(schema.required ?? [])],
    };
  }

  /** The example of a body; undefined where the document has none. */
  example(operation, type = 'application/json') {
    const content = operation?.requestBody?.content?.[type];
    const example = content?.example ?? this.resolve(Object.values(content?.examples ?? {})[0])?.value;
    return example ?? this.resolve(content?.schema)?.examples?.[0];
  }

  resource(list) {
    const { path, operation } = list;
    const create = this.at('POST', path);
    const update = this.at('PATCH', `${path}/{id}`) ?? this.at('PUT', `${path}/{id}`);
    const content = create?.operation.requestBody.content;
    const accepted = content?.['application/json'] ?? content?.['multipart/form-data'];
    const include = this.parameter(operation, 'include')?.description ?? '';
    const listed = include.slice(include.indexOf('There are')).match(/`\w+`/g) ?? [];
    return {
      name: path.split('/').pop(),
      path,
      /** The operation of a method below the resource: `on('POST', '/mass-store')`. */
      on: (method, below = '') => this.at(method, path + below),
      create: create && this.shape(accepted.schema),
      update: update && this.shape(update.operation.requestBody.content['application/json'].schema),
      example: this.example(create?.operation) ?? {},
      /** Made of a file that is sent as a form. */
      isFile: Boolean(create && !content['application/json']),
      filters: Object.entries(this.filters(operation)).map(([name, node]) => ({
        name,
        kind: node.$ref?.split('/').pop(),
      })),
      operators: (kind) => this.json.components.schemas[kind]?.['x-operators'] ?? [],
      sorts: this.words(operation, 'sort'),
      members: this.words(operation, 'fields'),
      includes: include.includes('There are') ? listed.map((word) => word.slice(1, -1)) : [],
    };
  }

  /** The schemas of the filters of a list; undefined where it has none by field. */
  filters(operation) {
    return this.resolve(this.parameter(operation, 'filter')?.schema)?.properties;
  }

  words(operation, name) {
    const { schema } = this.parameter(operation, name) ?? {};
    return this.resolve(schema?.items)?.enum ?? [];
  }

  /**
   * A body that makes an object, from the example and the schema; another one for each `turn`.
   * @param idsOf ids of the map by the name of a resource
   */
  body({ name: own, create, example }, turn, idsOf) {
    const entries = Object.entries(create.properties).filter(([name]) => name !== 'file');
    // Two links to its own kind may contradict each other.
    const [first] = entries.find(([, node]) => node['x-resource'] === own) ?? [];
    const values = entries
      .filter(([name, node]) => node['x-resource'] !== own || name === first)
      .map(([name, node]) => [name, this.value(name, node, example[name], turn, idsOf, create.required)]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }

  value(name, node, example, turn, idsOf, required = []) {
    const schema = this.resolve(node);
    const types = [schema.type].flat();
    const ids = node['x-resource'] && idsOf(node['x-resource']);
    if (ids && (schema.items || types.includes('array'))) return ids.slice(0, 2);
    // Of references some exclude each other: those of the example go together.
    if (ids) return example || required.includes(name) ? ids[turn % ids.length] : undefined;
    if (typeof example === 'string' && example.includes('@')) return `turn${turn}.${example}`;
    if (typeof example === 'string' && isName(name, schema) && (required.includes(name) || name === 'name'))
      return `${example} ${turn}`;
    if (example !== undefined && example !== null) return example;
    if (schema.enum) return schema.enum[turn % schema.enum.length];
    if (types.includes('boolean')) return turn % 2 === 0;
    if (types.includes('integer') || types.includes('number')) return Math.max(schema.minimum ?? 0, 0) + (turn % 3);
    if (schema.format === 'date') return `2026-02-0${1 + (turn % 9)}`;
    if (schema.format === 'date-time') return `2026-02-0${1 + (turn % 9)}T10:00:00Z`;
    return types.includes('string') && isName(name, schema) ? `Recorded ${turn}` : undefined;
  }
}

/** Whether any text will do. */
const isName = (name, { type, pattern, format, enum: words }) =>
  ![type].flat().includes('object') && !pattern && !format && !words && !name.endsWith('_type');
