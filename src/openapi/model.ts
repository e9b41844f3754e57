/** The parts of an OpenAPI document that we write. */

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** Anything that has a place among the components. */
export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  description?: string;
  required?: boolean;
  style?: string;
  explode?: boolean;
  schema: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, unknown>>;
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

/** Bodies by media type. */
export type Content = Readonly<Record<string, { schema?: Schema; examples?: unknown; example?: unknown }>>;

export interface Answer {
  description: string;
  headers?: Readonly<Record<string, unknown>>;
  content?: Content;
}

export interface Body {
  description?: string;
  required?: boolean;
  content: Content;
}

/** What one method of a path does. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security?: ReadonlyArray<Readonly<Record<string, string[]>>>;
  parameters?: ReadonlyArray<Parameter | Reference>;
  requestBody?: Body | Reference;
  responses: Readonly<Record<string, Answer | Reference>>;
  /** The reports that there are, with what people call them, the kinds that one must be allowed to list, and what each takes. */
  'x-reports'?: ReadonlyArray<{
    name: string;
    titles: Titles;
    abouts: Titles;
    kinds: readonly string[];
    parameters: readonly string[];
    formats: readonly string[];
  }>;
  /** The kinds of whose objects it makes something, where these are not all. */
  'x-kinds'?: readonly string[];
  /** Requests that show the operation at work on the example map. */
  'x-requests'?: ReadonlyArray<{ summary: string; description: string; path: string }>;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Operations of a path, with what describes the path itself. */
export type PathItem = Partial<Record<Method, Operation>> & {
  parameters?: ReadonlyArray<Parameter | Reference>;
  'x-aliases'?: string[];
};

/** A text in each language of the program; French is absent where there is no word yet. */
export interface Titles {
  en: string;
  fr?: string;
}

export interface Tag {
  name: string;
  description: string;
  'x-displayName'?: string;
  'x-resource'?: string;
  /** What people call it, a single one of it, and what it is, by language. */
  'x-titles'?: Titles;
  'x-titles-of-one'?: Titles;
  'x-abouts'?: Titles;
  /** What its abilities begin with: `application` of `application_edit`. */
  'x-abilities'?: string;
  /** What delegations and the journal call it: `App\Models\Application`. */
  'x-type'?: string;
  /** Single objects of it can be delegated. */
  'x-delegable'?: boolean;
  /** The column that names its objects to people. */
  'x-label'?: string;
  /** Its objects are nodes of the graph. */
  'x-node'?: boolean;
  'x-aliases'?: string[];
  /** Further words that people call it by, in any language. */
  'x-synonyms'?: string[];
  'x-deprecated'?: boolean;
}

/** The whole document. */
export interface OpenApi {
  openapi: string;
  info: Readonly<Record<string, unknown>>;
  servers: ReadonlyArray<{ url: string; description: string }>;
  security: ReadonlyArray<Readonly<Record<string, string[]>>>;
  tags: Tag[];
  /** What people call columns and links, by their name. */
  'x-titles': Readonly<Record<string, Titles>>;
  /** The words of codes, by the name of their list. */
  'x-codes': Readonly<Record<string, ReadonlyArray<Titles & { code: number }>>>;
  'x-tagGroups': ReadonlyArray<{ name: string; 'x-titles'?: Titles; tags: string[] }>;
  paths: Record<string, PathItem>;
  /** Requests that the server sends. */
  webhooks?: Readonly<Record<string, PathItem>>;
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A reference to a component, with its description at this place. */
export const ref = (name: string, beside: Schema = {}): Schema & Reference => ({
  $ref: `#/components/schemas/${name}`,
  ...beside,
});

/** A reference to a shared parameter. */
export const parameter = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` });

/** A reference to a shared header. */
export const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

/** A JSON body. */
export const json = (schema: Schema): Content => ({ 'application/json': { schema } });

/** Paths with each of their operations changed; what describes a path itself stays. */
export function mapOperations(
  paths: OpenApi['paths'],
  change: (operation: Operation, method: string) => Operation,
): OpenApi['paths'] {
  const isOperation = (part: object): part is Operation => 'responses' in part;
  const itemOf = (item: PathItem): PathItem =>
    Object.fromEntries(
      Object.entries(item).map(([name, part]) => [name, isOperation(part) ? change(part, name) : part]),
    );
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, itemOf(item)]));
}
