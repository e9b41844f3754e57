/** Examples of forms: bodies in a form are put together from schemas, and so are their examples. */
import type { Body, Content, Method, PathItem, Schema } from './model.js';

const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];
const FORM = /^(multipart\/form-data|application\/x-www-form-urlencoded)$/;
const FILE = 'the bytes of the file';

/** The same paths, in which every form has an example: its schema's own, or one beside the schema. */
export function withFormExamples(
  paths: Record<string, PathItem>,
  schemas: Readonly<Record<string, Schema>>,
): Record<string, PathItem> {
  const withExamples = (content: Content): Content =>
    Object.fromEntries(
      Object.entries(content).map(([type, media]) => {
        const own = !FORM.test(type) || !media.schema || media.example !== undefined || media.examples !== undefined;
        const example =
          own || resolved(media.schema!, schemas)['examples'] ? undefined : exampleOf(media.schema!, schemas);
        return [type, { ...media, ...(example !== undefined && { example }) }];
      }),
    );
  const itemOf = (item: PathItem): PathItem => {
    const copy: PathItem = { ...item };
    for (const method of METHODS) {
      const body = item[method]?.requestBody;
      if (!body || '$ref' in body) continue;
      const requestBody: Body = { ...body, content: withExamples(body.content) };
      copy[method] = { ...item[method]!, requestBody };
    }
    return copy;
  };
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, itemOf(item)]));
}

function resolved(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const { $ref } = schema;
  return typeof $ref === 'string' ? resolved(schemas[$ref.split('/').at(-1)!]!, schemas) : schema;
}

/** The example of a schema, or that its parts make together; undefined where they have none. */
function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  const {
    examples,
    allOf,
    properties,
    required,
    items,
    const: only,
    enum: words,
    contentMediaType,
  } = resolved(schema, schemas) as {
    examples?: unknown[];
    allOf?: Schema[];
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
    const?: unknown;
    enum?: unknown[];
    contentMediaType?: string;
  };
  if (examples) return examples[0];
  if (allOf) return Object.assign({}, ...allOf.map((part) => exampleOf(part, schemas) ?? {}));
  if (items) return [exampleOf(items, schemas)].filter((one) => one !== undefined);
  if (only !== undefined || words) return only ?? words![0];
  if (contentMediaType) return FILE;
  if (!properties) return undefined;
  // Of what may be left out the file alone: the example of a change of columns stands beside it.
  const isInExample = (name: string, one: Schema): boolean => required?.includes(name) ?? 'contentMediaType' in one;
  const members = Object.entries(properties)
    .filter(([name, one]) => isInExample(name, one))
    .map(([name, one]) => [name, exampleOf(one, schemas)] as const);
  return Object.fromEntries(members.filter(([, example]) => example !== undefined));
}
