// Writes the types of the TypeScript client, clients/typescript/src/generated.ts, out of the OpenAPI document.
//   node scripts/client-types.mjs                              from the document that the sources make
//   node scripts/client-types.mjs --document openapi.json      from a document that was fetched
// --check: writes nothing, and fails if the file is out of date.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import prettier from 'prettier';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const TARGET = join(ROOT, 'clients/typescript/src/generated.ts');
const CLASSES = ['text', 'number', 'flag', 'day', 'moment'];
const TAKES = ['list', 'one', 'two', 'flag'];
const HEAD = `/**
 * The types of every resource. Made by scripts/client-types.mjs out of the OpenAPI document: not to be edited.
 *
 * \`XRow\` is a line of a list, \`X\` a single read with the ids of its links, \`XInput\` what changes one.
 */
`;

/** The methods of resources, in groups. */
const READS_AND_WRITES = `/** Methods that read. */
export type Reads = 'list' | 'page' | 'pageByCursor' | 'each' | 'count' | 'get';
/** Methods that write. */
export type Writes = 'create' | 'update' | 'delete' | 'massStore' | 'massUpdate' | 'massDestroy';
/** Methods that move objects in files. */
export type Exchanges = 'export' | 'import';`;

/** The document of this release, where no other is named. */
async function ownDocument() {
  const { source } = await import('./source.mjs');
  // Fills the registry, from which the document is made.
  source('map/index.ts');
  return source('api-document.ts').apiDocument();
}

const lower = (name) => name[0].toLowerCase() + name.slice(1);
const quoted = (names) => names.map((name) => `'${name}'`).join(' | ') || 'never';
const docOf = (text) => (text ? `/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ').trim()} */\n` : '');
const nameOfRef = (schema) => schema?.$ref?.split('/').at(-1);

/** A schema as a type. `input`: lists that are sent may be read-only. */
function typeOf(schema, input) {
  const named = nameOfRef(schema);
  if (named === 'Ids') return 'number[]';
  if (named === 'IdsInput') return 'readonly number[] | null';
  if (named === 'Id') return 'number';
  if (named) throw new Error(`No type stands for ${named}.`);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map((each) => typeOf(each, input)).join(' | ');
  if (schema.type === undefined) return 'unknown';
  return [schema.type]
    .flat()
    .map((type) => plainType(type, schema, input))
    .join(' | ');
}

function plainType(type, schema, input) {
  if (type === 'integer') return 'number';
  if (type === 'array')
    return `${input ? 'readonly ' : ''}Array<${typeOf(schema.items ?? {}, input)}>`.replace(
      'readonly Array',
      'ReadonlyArray',
    );
  if (type === 'object') {
    if (schema.additionalProperties?.type) return `Record<string, ${typeOf(schema.additionalProperties, input)}>`;
    if (!schema.properties) return 'Json';
    return `{ ${membersOf(schema, input)} }`;
  }
  return type;
}

/** The properties of a schema, those that need not be there with a question mark. */
function membersOf(schema, input, leaveOut = new Set()) {
  const needed = new Set(schema.required ?? []);
  return Object.entries(schema.properties)
    .filter(([name]) => !leaveOut.has(name))
    .map(
      ([name, property]) =>
        `${docOf(property.description)}${name}${needed.has(name) ? '' : '?'}: ${typeOf(property, input)};`,
    )
    .join('\n');
}

/** What the document says of one resource. */
class Resource {
  constructor(document, tag) {
    this.paths = document.paths;
    this.schemas = document.components.schemas;
    this.path = tag['x-resource'];
    this.tag = tag;
    const { operationId, responses } = this.at().get;
    this.accessor = lower(operationId.replace(/^list/, ''));
    const [row] = responses[200].content['application/json'].schema.anyOf;
    this.one = nameOfRef(row.items).replace(/Row$/, '');
  }

  at(rest = '') {
    return this.paths[`/api/${this.path}${rest}`];
  }

  schema(suffix = '') {
    return this.schemas[this.one + suffix];
  }

  /** Interfaces of rows, objects and inputs. */
  interfaces() {
    const [row, whole, input, create] = ['Row', '', 'Update', 'Create'].map((suffix) => this.schema(suffix));
    const columns = new Set(Object.keys(row.properties));
    const parts = [
      `${docOf(row.description)}export interface ${this.one}Row { ${membersOf(row)} }`,
      `${docOf(whole.description)}export interface ${this.one} extends ${this.one}Row { ${membersOf(whole, false, columns)} }`,
    ];
    if (input)
      parts.push(
        `${docOf(input.description)}export interface ${this.one}Input { ${membersOf({ properties: input.properties }, true)} }`,
      );
    if (create?.properties && this.isDifferent()) {
      parts.push(`${docOf(create.description)}export interface ${this.one}Create { ${membersOf(create, true)} }`);
    }
    return parts.join('\n\n');
  }

  /** Whether what creates has other fields than what changes. */
  isDifferent() {
    const [create, update] = [this.schema('Create'), this.schema('Update')];
    return (
      Boolean(create?.properties) &&
      (Object.keys(create.properties).join() !== Object.keys(update.properties).join() || create.required)
    );
  }

  /** What creates one: the fields that change one, of which some are needed. */
  creates() {
    const create = this.schema('Create');
    if (!create) return 'never';
    if (this.isDifferent()) return `${this.one}Create`;
    const needed = create.allOf?.flatMap(({ required = [] }) => required) ?? [];
    return needed.length ? `Needing<${this.one}Input, ${quoted(needed)}>` : `${this.one}Input`;
  }

  columnsByClass() {
    const { properties } = this.schema('Filter');
    return CLASSES.map((kind) => {
      const schema = `Filter${kind[0].toUpperCase()}${kind.slice(1)}`;
      const names = Object.keys(properties).filter((name) => nameOfRef(properties[name]) === schema);
      return `${kind}: ${quoted(names)};`;
    }).join('\n');
  }

  /** Filters that belong to no column. */
  filtersBeside() {
    const { properties } = this.schema('Filter');
    return quoted(Object.keys(properties).filter((name) => !nameOfRef(properties[name])));
  }

  /** What `include` can follow: to one object or to many, under every name that it answers under. */
  relations(accessorOf) {
    const { properties } = this.schema('Selection');
    const found = Object.entries(properties).flatMap(([name, schema]) => {
      const text = JSON.stringify(schema);
      const target = /schemas\/(\w+)Embedded"/.exec(text)?.[1];
      return target ? [[name, accessorOf(target), text.includes('"null"')]] : [];
    });
    const told = (single) =>
      found
        .filter((each) => each[2] === single)
        .map(([name, target]) => `${name}: '${target}'`)
        .join('; ');
    return `one: { ${told(true)} };\nmany: { ${told(false)} };`;
  }

  /** The methods that its routes allow. */
  methods() {
    const methods = ['Reads'];
    if (this.at().post) methods.push('Writes');
    if (this.schema('Filter').properties.trashed && this.at('/{id}/restore'))
      methods.push("'restore'", "'massRestore'");
    if (this.at('/export')) methods.push('Exchanges');
    return methods.join(' | ');
  }

  shape(accessorOf) {
    return `${docOf(this.tag.description)}${this.accessor}: {
      row: ${this.one}Row; whole: ${this.one}; input: ${this.schema('Update') ? `${this.one}Input` : 'never'};
      create: ${this.creates()};
      ${this.columnsByClass()}
      beside: ${this.filtersBeside()};
      ${this.relations(accessorOf)}
      methods: ${this.methods()};
    };`;
  }
}

function operators(schemas) {
  const kinds = CLASSES.map((kind) => {
    const { 'x-operators': known } = schemas[`Filter${kind[0].toUpperCase()}${kind.slice(1)}`];
    const suffixes = TAKES.map(
      (takes) => `${takes}: ${quoted(known.filter((each) => each.takes === takes).map(({ suffix }) => suffix))};`,
    );
    return `${kind}: { ${suffixes.join(' ')} };`;
  });
  return `/** What stands behind the name of a column in a filter: by the kind of column, and by what it takes. */
export interface Operators { ${kinds.join('\n')} }`;
}

function reportNames(paths) {
  const [name] = paths['/api/report/{name}'].get.parameters;
  return `/** The names of reports. */\nexport type ReportName = ${quoted(name.schema.enum)};`;
}

/** What a route of the graph takes and answers as JSON. */
class GraphRoute {
  constructor(path, { get }) {
    this.path = path;
    this.get = get;
    this.method = lower(get.operationId.replace(/^graph/, ''));
  }

  /** Answers as files are not asked for by methods: `send` fetches them. `left`: parameters that are left out. */
  query(left = ['format', 'download']) {
    const own = (this.get.parameters ?? []).filter((one) => one.in === 'query' && !left.includes(one.name));
    const members = own.map(({ name, description, required, schema }) => {
      // Texts that are no list of names have a length.
      const isList = schema.type === 'string' && !schema.enum && schema.maxLength === undefined;
      return `${docOf(description)}${name}${required ? '' : '?'}: ${isList ? 'string | readonly string[]' : typeOf(schema, true)};`;
    });
    return members.length ? `{ ${members.join('\n')} }` : 'Record<string, never>';
  }

  answer() {
    const { schema } = this.get.responses[200].content['application/json'];
    // The other one is that of a file.
    return typeOf(schema.oneOf?.[0] ?? schema, false);
  }

  shape() {
    return `${docOf(this.get.summary)}${this.method}: { query: ${this.query()}; answer: ${this.answer()} };`;
  }
}

function graphShapes(paths) {
  const routes = Object.entries(paths)
    .filter(([path]) => /^\/api\/graph\/[\w-]+$/.test(path))
    .map(([path, operations]) => new GraphRoute(path, operations));
  const own = routes.map(({ method, path }) => `${method}: '${path}'`).join(', ');
  return [
    `/** The questions of the graph: what each takes, and what it answers. */\nexport interface GraphShapes { ${routes.map((route) => route.shape()).join('\n')} }`,
    `/** Where each question of the graph is asked. */\nexport const GRAPH_PATHS = { ${own} } as const;`,
  ];
}

/** The names of pictures, and what they take. */
function pictures(paths) {
  const path = '/api/graph/pictures/{name}';
  const route = new GraphRoute(path, paths[path]);
  const [name] = route.get.parameters;
  return [
    `/** The names of pictures. */\nexport type PictureName = ${quoted(name.schema.enum)};`,
    `/** What pictures take; the list of pictures says which of it each of them does. */\nexport interface PictureQuery ${route.query(['download'])}`,
  ];
}

/** The file as text, made from an OpenAPI document. */
export async function typesOf(document) {
  const { schemas } = document.components;
  const resources = document.tags.filter((tag) => tag['x-resource']).map((tag) => new Resource(document, tag));
  const accessors = new Map(resources.map(({ one, accessor }) => [one, accessor]));
  const accessorOf = (one) => accessors.get(one);
  const parts = [
    HEAD,
    '/** JSON of any shape. */\nexport interface Json { [member: string]: unknown }',
    READS_AND_WRITES,
    '/** Fields of which some must be there. */\nexport type Needing<T, K extends keyof T> = T & Required<Pick<T, K>>;',
    operators(schemas),
    reportNames(document.paths),
    ...resources.map((resource) => resource.interfaces()),
    `/** The resources, by the name of their member of the client. */\nexport interface Shapes { ${resources.map((resource) => resource.shape(accessorOf)).join('\n')} }`,
    ...graphShapes(document.paths),
    ...pictures(document.paths),
    `/** Where each resource is, below \`/api/\`. */\nexport const PATHS = { ${resources.map(({ accessor, path }) => `${accessor}: '${path}'`).join(', ')} } as const;`,
  ];
  const options = await prettier.resolveConfig(TARGET);
  return prettier.format(parts.join('\n\n'), { ...options, parser: 'typescript' });
}

/** Writes the file, or says that it is out of date. */
async function main() {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, document: { type: 'string' } } });
  const document = values.document ? JSON.parse(readFileSync(values.document, 'utf8')) : await ownDocument();
  const text = await typesOf(document);
  if (!values.check) writeFileSync(TARGET, text);
  else if (readFileSync(TARGET, 'utf8') !== text) {
    console.error('clients/typescript/src/generated.ts is out of date: npm run client:types');
    process.exitCode = 1;
  }
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
