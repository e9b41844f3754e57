/** As much of an OpenAPI document as the pages read. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** The resource to which the ids lead. */
  'x-resource'?: string;
  /** Older names of a field. */
  'x-aliases'?: string[];
  /** The endings of a filter's name, and what each does. */
  'x-operators'?: Operator[];
}

export interface Operator {
  suffix: string;
  about: string;
}

interface Media {
  schema?: Schema;
}

export interface Parameter {
  $ref?: string;
  name: string;
  schema: Schema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
  /** Requests that can be tried on the example map. */
  'x-requests'?: Array<{ summary: string; description: string; path: string }>;
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export type PathItem = { parameters?: Parameter[] } & { [M in Method]?: Operation };

export interface Tag {
  name: string;
  description: string;
  /** The path of a resource; absent where the tag is none. */
  'x-resource'?: string;
  'x-aliases'?: string[];
  'x-deprecated'?: boolean;
}

export interface OpenApi {
  openapi: string;
  info: { version: string };
  servers?: unknown;
  security?: unknown;
  tags: Tag[];
  'x-tagGroups': Array<{ name: string; tags: string[] }>;
  paths: Record<string, PathItem>;
  components: Record<string, Record<string, unknown>>;
}
