/** As much of an OpenAPI document as the pages read. */
import type { Titles } from '../i18n/titles.js';

/** Codes with their words. */
export type Codes = ReadonlyArray<Titles & { code: number }>;

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: readonly unknown[];
  allOf?: Schema[];
  anyOf?: Schema[];
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** It is never answered, such as a password. */
  writeOnly?: boolean;
  /** The resource to which the ids lead. */
  'x-resource'?: string;
  /** What a column holds, where type and format do not tell: `flag`, `html`, `text`, `numbers`. */
  'x-kind'?: string;
  /** The words of a column that takes a few, with what people call them. */
  'x-words'?: ReadonlyArray<Titles & { word: string }>;
  /** How a text is written, such as `ext-refs`. */
  'x-format'?: string;
  /** The list that the codes of a column are of. */
  'x-codes'?: string;
  /** What an object needs of its surroundings: `c` for confidentiality, `rto` in minutes. */
  'x-need'?: string;
  /** What a number counts, such as `gigabyte`: a unit of Intl.NumberFormat. */
  'x-unit'?: string;
  /** A day after which the object is valid no more. */
  'x-ends'?: boolean;
  /** The name under which the object is embedded that a reference leads to. */
  'x-include'?: string;
  /** The link of which this one holds the ids once more. */
  'x-same-as'?: string;
  /** Older names of a field. */
  'x-aliases'?: string[];
  /** Of a filter without an ending: it finds the text within the column's. */
  'x-contains'?: boolean;
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
  /** What people call it, what they choose from, and whether they may choose several, which commas separate. */
  'x-titles'?: Titles;
  'x-choices'?: readonly Choice[];
  'x-many'?: boolean;
}

/** What people choose, with the options that come with it: `opt[name]` of a query. */
export interface Choice extends Titles {
  value: string;
  options?: ReadonlyArray<Titles & { name: string; required?: true }>;
}

/** A report: what people call it, the kinds that one must be allowed to list, its own parameters and its formats. */
export interface ReportFacts {
  name: string;
  titles: Titles;
  abouts: Titles;
  kinds: readonly string[];
  parameters: readonly string[];
  formats: readonly string[];
}

export interface Operation {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
  'x-reports'?: readonly ReportFacts[];
  'x-kinds'?: readonly string[];
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
  /** Further words that people call it by, in any language. */
  'x-synonyms'?: string[];
  'x-deprecated'?: boolean;
  'x-titles'?: Titles;
  'x-titles-of-one'?: Titles;
  'x-abouts'?: Titles;
  /** What its abilities begin with: `application` of `application_edit`. */
  'x-abilities'?: string;
  /** What delegations and the journal call it: `App\Models\Application`. */
  'x-type'?: string;
  /** Single objects of it can be delegated. */
  'x-delegable'?: boolean;
  /** The column that names its objects. */
  'x-label'?: string;
  /** Its objects are nodes of the graph. */
  'x-node'?: boolean;
}

export interface OpenApi {
  openapi: string;
  info: { version: string };
  servers?: unknown;
  security?: unknown;
  tags: Tag[];
  /** What people call columns and links, by their name. */
  'x-titles'?: Record<string, Titles>;
  /** The words of codes, by the name of their list. */
  'x-codes'?: Record<string, Codes>;
  'x-tagGroups': Array<{ name: string; 'x-titles'?: Titles; tags: string[] }>;
  paths: Record<string, PathItem>;
  components: Record<string, Record<string, unknown>>;
}
