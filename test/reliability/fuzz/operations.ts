/** The operations of the OpenAPI document, one by one, with everything that their references mean. */
import '../../../src/map/index.js';
import { apiDocument } from '../../../src/api-document.js';
import type { OpenApi, Operation as Told, Parameter, PathItem, Schema } from '../../../src/openapi/model.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** One method of one path. */
export interface Operation {
  /** `GET /api/sites/{id}`. */
  name: string;
  id: string;
  method: string;
  path: string;
  /** Other spellings of the path. */
  aliases: readonly string[];
  /** The resource whose objects it is about; empty for the others. */
  resource: string;
  parameters: readonly Parameter[];
  /** Schemas of the body, by media type. */
  bodies: Readonly<Record<string, Schema>>;
  open: boolean;
}

/** The document with its components at hand. */
export class Description {
  readonly operations: readonly Operation[];
  private readonly document: OpenApi = apiDocument();

  constructor() {
    this.operations = Object.entries(this.document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => (item[method] ? [this.operation(path, item, method, item[method])] : [])),
    );
  }

  /** What a reference means; anything else is what it is. */
  resolved<T extends object>(told: T): T {
    const { $ref, ...beside } = told as { $ref?: string };
    if ($ref === undefined) return told;
    const [kind, name] = $ref.split('/').slice(-2) as [string, string];
    return { ...this.resolved(this.document.components[kind]![name] as T), ...beside } as T;
  }

  private operation(path: string, item: PathItem, method: (typeof METHODS)[number], told: Told): Operation {
    const parameters = [...(item.parameters ?? []), ...(told.parameters ?? [])].map((one) => this.resolved(one));
    const body = told.requestBody && this.resolved(told.requestBody);
    const content = body && 'content' in body ? body.content : {};
    return {
      name: `${method.toUpperCase()} ${path}`,
      id: told.operationId,
      method: method.toUpperCase(),
      path,
      aliases: item['x-aliases'] ?? [],
      resource: /^\/api\/([\w-]+)/.exec(path)?.[1] ?? '',
      parameters: parameters as Parameter[],
      bodies: Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema ?? {}])),
      open: told.security?.length === 0,
    };
  }
}
