/** What the command line needs of an OpenAPI document of three megabytes. */

/** How a field is given in words: a value, ids of other objects, or JSON. */
export type FieldKind = 'value' | 'ids' | 'json';

/** One type of objects. */
export interface KnownType {
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
  /** Files can be imported and exported. */
  exchanged: boolean;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, unknown>;
  items?: Schema;
  'x-operators'?: Array<{ suffix: string }>;
}

interface Tag {
  name: string;
  'x-resource'?: string;
  'x-aliases'?: string[];
}

interface Document {
  tags: Tag[];
  'x-tagGroups': Array<{ name: string; tags: string[] }>;
  paths: Record<string, { get: { parameters: Array<{ schema: Schema }>; responses: Record<string, unknown> } }>;
  components: { schemas: Record<string, Schema> };
}

const CLASSES = ['text', 'number', 'flag', 'day', 'moment'];
const filterOf = (kind: string): string => `Filter${kind[0]!.toUpperCase()}${kind.slice(1)}`;
const nameOf = ({ $ref }: Schema): string => $ref?.split('/').at(-1) ?? '';

/** Types, reports and operators of a document. */
export function condensed(document: unknown) {
  const { tags, paths, components, 'x-tagGroups': groups } = document as Document;
  const { schemas } = components;
  return {
    types: tags.flatMap((tag) => (tag['x-resource'] ? [typeOf(tag, document as Document, groups)] : [])),
    reports: paths['/api/report/{name}']?.get.parameters[0]?.schema.enum ?? [],
    operators: Object.fromEntries(
      CLASSES.map((kind) => [
        kind,
        schemas[filterOf(kind)]!['x-operators']!.map(({ suffix }) => suffix).filter(Boolean),
      ]),
    ),
  };
}

function typeOf(tag: Tag, { paths, components: { schemas } }: Document, groups: Document['x-tagGroups']): KnownType {
  const path = tag['x-resource']!;
  const answer = JSON.stringify(paths[`/api/${path}`]!.get.responses['200']);
  const one = /schemas\/(\w+)Row"/.exec(answer)![1]!;
  const filters = Object.entries(schemas[`${one}Filter`]!.properties ?? {});
  const columns = filters.flatMap(([name, schema]) => {
    const kind = CLASSES.find((each) => filterOf(each) === nameOf(schema));
    return kind ? [[name, kind]] : [];
  });
  const writable = Object.entries(schemas[`${one}Update`]?.properties ?? {});
  const members = Object.entries(schemas[`${one}Selection`]!.properties ?? {});
  return {
    path,
    aliases: tag['x-aliases'] ?? [],
    title: tag.name,
    view: groups.find(({ tags }) => tags.includes(tag.name))?.name ?? '',
    columns: Object.fromEntries(columns) as Record<string, string>,
    fields: Object.fromEntries(writable.map(([name, schema]) => [name, kindOf(schema)])),
    relations: members.filter(([, schema]) => JSON.stringify(schema).includes('Embedded"')).map(([name]) => name),
    exchanged: paths[`/api/${path}/export`] !== undefined,
  };
}

function kindOf(schema: Schema): FieldKind {
  if (nameOf(schema) === 'IdsInput') return 'ids';
  const types = [schema.type ?? []].flat();
  return (types.includes('object') || types.includes('array')) && !types.includes('string') ? 'json' : 'value';
}
