/** What the API takes in the bodies of a kind's writes, as its description says. */
import type { Description } from './description.js';
import type { Kind } from './kinds.js';
import type { Schema } from './openapi.js';

/** What a body takes: its properties, and those that must be there. */
export interface Body {
  properties: Readonly<Record<string, Schema>>;
  required: ReadonlySet<string>;
}

/** Reads the body of an operation; null where the API has none, or takes a file in its place. */
export function bodyOf(description: Description, kind: Kind, which: 'create' | 'update'): Body | null {
  const { paths } = description.openapi;
  const operation =
    which === 'create'
      ? paths[`/api/${kind.path}`]?.post
      : paths[`/api/${kind.path}/{id}`]?.[methodOf(description, kind)];
  const schema = operation?.requestBody?.content?.['application/json']?.schema;
  return schema ? flat(description, schema) : null;
}

/** How a kind's objects are changed: by PATCH wherever there is one. */
export const methodOf = (description: Description, kind: Kind): 'patch' | 'put' =>
  description.openapi.paths[`/api/${kind.path}/{id}`]?.patch?.requestBody ? 'patch' : 'put';

/** A schema with all that it is put together of. */
export function flat(description: Description, schema: Schema): Body {
  const { properties = {}, required = [], allOf = [] } = description.resolve(schema);
  const parts = allOf.map((part) => flat(description, part));
  const all: Record<string, Schema> = {};
  for (const one of [...parts.map((part) => part.properties), properties])
    for (const [name, property] of Object.entries(one)) all[name] = { ...all[name], ...property };
  return { properties: all, required: new Set([...parts.flatMap((part) => [...part.required]), ...required]) };
}
