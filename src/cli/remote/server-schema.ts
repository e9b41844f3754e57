/** The types of objects that a server has, their fields and filters: read from its OpenAPI document, and cached for a day. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, type Meridian } from 'meridian-client';
import { nearest } from '../../core/text/naming.js';
import type { GraphNames } from '../command.js';
import { UsageError } from '../errors.js';

/** How a field is given on the command line: a value, ids of other objects, or JSON. */
type FieldKind = 'value' | 'ids' | 'json';

/** One type of objects. */
export interface ResourceType {
  path: string;
  aliases: string[];
  title: string;
  view: string;
  /** Columns with their class: text, number, flag, day or moment. */
  columns: Record<string, string>;
  /** Fields that can be written. */
  fields: Record<string, FieldKind>;
  /** What `include` can follow. */
  relations: string[];
}

/** What commands and completion need of an OpenAPI document of three megabytes, and of the graph. */
export interface ServerSchema {
  /** Where it is from; another address has another file. */
  url: string;
  types: ResourceType[];
  reports: string[];
  pictures: string[];
  /** What may stand behind a column in a filter, by the class of the column. */
  operators: Record<string, string[]>;
  /** What the graph has; nothing for who may not explore it. */
  graph: GraphNames;
}

/** A file of the cache. */
interface CachedSchema {
  /** When it was fetched, in milliseconds. */
  at: number;
  known: ServerSchema;
}

const CACHE_TTL_MS = 24 * 3600 * 1000;

/** From the cache while it is young, unless it is to be `fresh`; otherwise from the server. Throws as requests do. */
export async function loadSchema(client: Meridian, url: string, folder: string, fresh = false): Promise<ServerSchema> {
  const cached = fresh ? undefined : await cachedSchema(url, folder);
  if (cached && Date.now() - cached.at < CACHE_TTL_MS) return cached.known;
  const [document, graph] = await Promise.all([client.request('GET', '/api/openapi.json'), graphNames(client)]);
  const schema = { url, ...summaryOf(document), graph };
  await cache(schema, folder);
  return schema;
}

/** What the graph has for who may not explore it. */
const NO_GRAPH: GraphNames = { kinds: [], views: [], families: [], edges: [] };

/** The names of kinds, views, families and edges. */
async function graphNames(client: Meridian): Promise<GraphNames> {
  try {
    const { kinds, families, edges } = await client.graph.kinds();
    return {
      kinds: kinds.map(({ path }) => path),
      views: [...new Set(kinds.map(({ view }) => view))],
      families: families.map(({ name }) => name),
      edges: edges.map(({ name }) => name),
    };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return NO_GRAPH;
    throw error;
  }
}

/** What the cache holds, however old; nothing is asked of the server. */
export async function cachedSchema(url: string, folder: string): Promise<CachedSchema | undefined> {
  try {
    const cached = JSON.parse(await readFile(cacheFile(url, folder), 'utf8')) as CachedSchema;
    // What an earlier release has kept knows nothing of pictures.
    return cached.known.url === url && cached.known.pictures ? cached : undefined;
  } catch {
    return undefined;
  }
}

/** Where no file can be written there is no cache, and everything works as well. */
async function cache(known: ServerSchema, folder: string): Promise<void> {
  const target = cacheFile(known.url, folder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${target}.${process.pid}`, JSON.stringify({ at: Date.now(), known }), { mode: 0o600 });
    await rename(`${target}.${process.pid}`, target);
  } catch {
    return;
  }
}

const cacheFile = (url: string, folder: string): string =>
  join(folder, `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.json`);

/** The type that a path or an older name of it means. */
export function findType({ types }: ServerSchema, name: string): ResourceType | undefined {
  const wanted = kebabCase(name);
  return types.find(({ path, aliases }) => path === wanted || aliases.includes(wanted));
}

/** A UsageError that proposes the nearest type. */
export function unknownType({ types }: ServerSchema, name: string): UsageError {
  const near = nearest(
    kebabCase(name),
    types.flatMap(({ path, aliases }) => [path, ...aliases]),
  );
  const hint = near === undefined ? 'meridian resources lists them all.' : `Did you mean ${near}?`;
  return new UsageError(`There is no type '${name}'. ${hint}`);
}

const kebabCase = (name: string): string => name.toLowerCase().replaceAll('_', '-');

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  properties?: Record<string, Schema>;
  'x-operators'?: Array<{ suffix: string }>;
}

interface Tag {
  name: string;
  'x-resource'?: string;
  'x-aliases'?: string[];
}

interface OpenApiDocument {
  tags: Tag[];
  'x-tagGroups': Array<{ name: string; tags: string[] }>;
  paths: Record<string, { get: { parameters: Array<{ schema: Schema }>; responses: Record<string, unknown> } }>;
  components: { schemas: Record<string, Schema> };
}

const COLUMN_CLASSES = ['text', 'number', 'flag', 'day', 'moment'];
const filterSchema = (columnClass: string): string => `Filter${columnClass[0]!.toUpperCase()}${columnClass.slice(1)}`;
const referenceOf = ({ $ref }: Schema): string => $ref?.split('/').at(-1) ?? '';

/** Types, reports and operators of a document. */
function summaryOf(source: unknown): Omit<ServerSchema, 'url' | 'graph'> {
  const document = source as OpenApiDocument;
  const { schemas } = document.components;
  const operatorsOf = (columnClass: string): string[] =>
    schemas[filterSchema(columnClass)]!['x-operators']!.map(({ suffix }) => suffix).filter(Boolean);
  return {
    types: document.tags.flatMap((tag) => (tag['x-resource'] ? [typeOf(tag, tag['x-resource'], document)] : [])),
    reports: namesIn(document, '/api/report/{name}'),
    pictures: namesIn(document, '/api/graph/pictures/{name}'),
    operators: Object.fromEntries(COLUMN_CLASSES.map((each) => [each, operatorsOf(each)])),
  };
}

/** What may stand in the place of the name in a path. */
const namesIn = ({ paths }: OpenApiDocument, path: string): string[] =>
  paths[path]?.get.parameters[0]?.schema.enum ?? [];

function typeOf(tag: Tag, path: string, { paths, components, 'x-tagGroups': groups }: OpenApiDocument): ResourceType {
  const answer = JSON.stringify(paths[`/api/${path}`]!.get.responses['200']);
  const schemaName = /schemas\/(\w+)Row"/.exec(answer)![1]!;
  const propertiesOf = (suffix: string): Array<[string, Schema]> =>
    Object.entries(components.schemas[`${schemaName}${suffix}`]?.properties ?? {});
  const columns = propertiesOf('Filter').flatMap(([name, schema]) => {
    const columnClass = COLUMN_CLASSES.find((each) => filterSchema(each) === referenceOf(schema));
    return columnClass ? [[name, columnClass] as const] : [];
  });
  return {
    path,
    aliases: tag['x-aliases'] ?? [],
    title: tag.name,
    view: groups.find(({ tags }) => tags.includes(tag.name))?.name ?? '',
    columns: Object.fromEntries(columns),
    fields: Object.fromEntries(propertiesOf('Update').map(([name, schema]) => [name, kindOf(schema)])),
    relations: propertiesOf('Selection').flatMap(([name, schema]) =>
      JSON.stringify(schema).includes('Embedded"') ? [name] : [],
    ),
  };
}

function kindOf(schema: Schema): FieldKind {
  if (referenceOf(schema) === 'IdsInput') return 'ids';
  const types = [schema.type ?? []].flat();
  return (types.includes('object') || types.includes('array')) && !types.includes('string') ? 'json' : 'value';
}
