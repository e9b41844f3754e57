/** The document in few words, a line for each operation and each schema, so that changes of it can be read. */
import type { Content, OpenApi, Operation, Schema } from '../../src/openapi/model.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export interface Outline {
  operations: string[];
  schemas: Record<string, string>;
}

export function outlineOf({ paths, components }: OpenApi): Outline {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [lineOf(`${method.toUpperCase()} ${path}`, item[method])] : [])),
  );
  // What filters, sorts and selects follows from the columns; another test asks the server about it.
  const told = ([name]: [string, Schema]): boolean => !/.(Filter|Sort|Member|Selection|Embedded)$/.test(name);
  const schemas = Object.entries(components['schemas'] as Record<string, Schema>).filter(told);
  return { operations, schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, typeOf(schema)])) };
}

function lineOf(
  route: string,
  { operationId, parameters = [], requestBody, responses, deprecated, security }: Operation,
): string {
  const named = parameters.map((one) => ('$ref' in one ? last(one.$ref) : one.name));
  const content = requestBody && 'content' in requestBody ? requestBody.content : undefined;
  const answers = Object.entries(responses).map(([status, answer]) =>
    '$ref' in answer ? status : `${status} ${bodyOf(answer.content)}`.trim(),
  );
  return [
    `${route} ${operationId}(${named.join(', ')})`,
    ...(deprecated ? ['deprecated'] : []),
    ...(security ? ['without token'] : []),
    ...(content ? [`takes ${bodyOf(content)} as ${Object.keys(content).map(shortType).join(' ')}`] : []),
    `answers ${answers.join(', ')}`,
  ].join(' ');
}

const shortType = (type: string): string =>
  type.replace(/^application\/(x-www-)?|^multipart\//, '').replace(/-data|-urlencoded/, '');

const bodyOf = (content: Content | undefined): string => {
  const [first] = Object.values(content ?? {});
  return first?.schema ? typeOf(first.schema) : '';
};

/** A schema as a type is written: `{ id: integer, name?: string(3..32) | null }`. */
export function typeOf(schema: Schema): string {
  const { $ref, type, anyOf, oneOf, allOf, items, properties, patternProperties } = schema as Record<string, Schema>;
  if (typeof $ref === 'string') return last($ref);
  for (const [parts, word] of [
    [anyOf, ' | '],
    [oneOf, ' | '],
    [allOf, ' & '],
  ] as const) {
    if (Array.isArray(parts)) return parts.map((part) => typeOf(part as Schema)).join(word);
  }
  if (items) return `${types(type)}<${typeOf(items)}>`;
  if (properties || patternProperties) return objectOf(schema);
  if (schema['required']) return `with ${String(schema['required'])}`;
  return `${types(type)}${limitsOf(schema)}`;
}

function objectOf({ properties = {}, patternProperties = {}, required, additionalProperties }: Schema): string {
  const needed = new Set((required ?? []) as string[]);
  const members = Object.entries(properties as Record<string, Schema>).map(
    ([name, member]) => `${name}${needed.has(name) ? '' : '?'}: ${typeOf(member)}`,
  );
  const patterns = Object.entries(patternProperties as Record<string, Schema>).map(
    ([name, one]) => `/${name}/: ${typeOf(one)}`,
  );
  return `{ ${[...members, ...patterns, ...(additionalProperties === false ? [] : ['…'])].join(', ')} }`;
}

function limitsOf({
  format,
  pattern,
  minLength,
  maxLength,
  minimum,
  maximum,
  enum: values,
  const: only,
}: Schema): string {
  if (values) return `(${(values as unknown[]).join(' ')})`;
  if (only !== undefined) return `(${String(only)})`;
  const [least, most] = [minLength ?? minimum, maxLength ?? maximum] as Array<number | undefined>;
  const range = least !== undefined || most !== undefined ? `${least ?? ''}..${most ?? ''}` : '';
  const said = [format ?? pattern, range].filter(Boolean).join(' ');
  return said ? `(${String(said)})` : '';
}

const types = (type: unknown): string => [type ?? 'any'].flat().join('|');
const last = (pointer: string): string => pointer.split('/').at(-1)!;
