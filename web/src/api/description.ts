/** The description of the API: fetched once, as much of it as is shown, and cut down to one resource where only that is. */
import type { Titles } from '../i18n/titles.js';
import { client } from './session.js';
import {
  METHODS,
  type Method,
  type OpenApi,
  type Operation,
  type Parameter,
  type PathItem,
  type Schema,
  type Tag,
} from './openapi.js';

/** An operation and where it stands. */
export interface PlacedOperation extends Operation {
  path: string;
  method: Method;
  item: PathItem;
}

/** The tags that stand together, such as the resources of a view. */
export interface Group {
  name: string;
  titles: Titles;
  tags: Tag[];
}

/** What was fetched, or is on its way: what pages for people need, and all of it. */
const fetched = new Map<'brief' | 'whole', Promise<Description>>();

/** What the pages need of the document. */
export class Description {
  readonly bySlug: ReadonlyMap<string, Tag>;
  readonly groups: readonly Group[];
  private readonly operations = new Map<string, PlacedOperation[]>();

  constructor(readonly openapi: OpenApi) {
    const tags = new Map(openapi.tags.map((tag) => [tag.name, tag]));
    this.bySlug = new Map(openapi.tags.map((tag) => [slugOf(tag), tag]));
    this.groups = openapi['x-tagGroups'].map(({ name, tags: names, 'x-titles': titles = { en: name } }) => ({
      name,
      titles,
      tags: names.map((one) => tags.get(one)!),
    }));
    for (const [path, item] of Object.entries(openapi.paths)) {
      for (const method of METHODS) {
        const operation = item[method];
        for (const tag of operation?.tags ?? []) {
          if (!this.operations.has(tag)) this.operations.set(tag, []);
          this.operations.get(tag)!.push({ path, method, item, ...operation! });
        }
      }
    }
  }

  /** Fetches the document, once for all pages; `brief` without the texts and examples of the API. Throws as the client does. */
  static known(detail: 'brief' | 'whole'): Promise<Description> {
    const known = fetched.get(detail);
    if (known) return known;
    const query = detail === 'brief' ? { detail } : {};
    const asked = client()
      .request<OpenApi>('GET', '/api/openapi.json', { open: true, query })
      .then((document) => new Description(document));
    fetched.set(detail, asked);
    asked.catch(() => fetched.delete(detail));
    return asked;
  }

  /** The operations of a tag. */
  operationsOf(tag: Tag): readonly PlacedOperation[] {
    return this.operations.get(tag.name) ?? [];
  }

  /** How many operations there are in all. */
  get size(): number {
    return [...this.operations.values()].flat().length;
  }

  /** Paths of the kinds whose objects the search over all kinds finds. */
  get searched(): ReadonlySet<string> {
    const kinds = this.openapi.paths['/api/search']?.get?.parameters?.find(({ name }) => name === 'kinds');
    return new Set(kinds?.schema.items?.enum?.map(String));
  }

  groupOf(tag: Tag): Group {
    return this.groups.find(({ tags }) => tags.includes(tag))!;
  }

  /** What a `$ref` means; anything else as it is. */
  resolve<T extends Schema | undefined>(part: T): T {
    if (!part?.$ref) return part;
    const { $ref, ...beside } = part;
    const found = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((place, key) => (place as Record<string, unknown>)[key.replaceAll('~1', '/')], this.openapi);
    return { ...this.resolve(found as Schema), ...beside } as T;
  }

  /** The schema of whole objects of a resource; undefined for a tag that is none. */
  wholeOf(tag: Tag): Schema | undefined {
    const read = tag['x-resource']
      ? this.operationsOf(tag).find(({ method, path }) => method === 'get' && path === `/api/${tag['x-resource']}/{id}`)
      : null;
    const schema = read?.responses['200']?.content?.['application/json']?.schema;
    return this.resolve((schema?.anyOf?.[0] ?? schema)?.properties?.['data']);
  }

  /** An object of the example map. */
  exampleOf(tag: Tag): Readonly<Record<string, unknown>> | undefined {
    return this.wholeOf(tag)?.examples?.[0] as Record<string, unknown> | undefined;
  }

  /** The document with nothing but this tag, and the components that it speaks of. */
  only(tag: Tag): OpenApi {
    const paths: Record<string, PathItem> = {};
    for (const { path, method, item } of this.operationsOf(tag)) {
      const kept = (paths[path] ??= item.parameters ? { parameters: item.parameters } : {});
      kept[method] = { ...item[method]!, parameters: (item[method]!.parameters ?? []).map(unfilled) };
    }
    const { components, ...document } = this.openapi;
    const reached = this.reached(paths);
    const parameters = Object.entries(reached['parameters'] ?? {}).map(([name, one]) => [
      name,
      unfilled(one as Parameter),
    ]);
    return {
      ...document,
      tags: [tag],
      paths,
      components: {
        ...reached,
        parameters: Object.fromEntries(parameters) as Record<string, Parameter>,
        securitySchemes: components['securitySchemes']!,
      },
    };
  }

  /** Every component that `from` leads to. */
  private reached(from: unknown): Record<string, Record<string, unknown>> {
    const found: Record<string, Record<string, unknown>> = {};
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      if ('$ref' in part && typeof part.$ref === 'string') {
        const [, , kind, name] = part.$ref.split('/') as [string, string, string, string];
        const kept = (found[kind] ??= {});
        if (!(name in kept)) visit((kept[name] = this.openapi.components[kind]![name]));
      }
      for (const value of Object.values(part)) visit(value);
    };
    visit(from);
    return found;
  }
}

/** A parameter that is empty until somebody fills it in: its example would be sent as it is. An empty object says so itself. */
const unfilled = ({ example, ...told }: Parameter): Parameter =>
  example === undefined || (typeof example === 'object' && !Array.isArray(example)) ? { ...told, example } : told;

/** The name of a tag in addresses. */
export const slugOf = (tag: Tag): string => tag['x-resource'] ?? tag.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
