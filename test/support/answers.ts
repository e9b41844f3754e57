/** Holds every answer that a test receives to the OpenAPI document (contract 12). */
import { registry } from '../../src/engine/index.js';
import '../../src/map/index.js';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { apiDocument } from '../../src/api-document.js';
import type { Answer, Content, OpenApi, Operation, PathItem, Reference, Schema } from '../../src/openapi/model.js';

/** What is known of a request and its answer. */
export interface Received {
  method: string;
  /** With its query. */
  url: string;
  status: number;
  contentType: string;
  /** Parsed where it is JSON. */
  body: unknown;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Of a long list so many are looked at, at each end. */
const SAMPLE = 20;
/** Columns and objects that an answer holds are another choice with these. */
const CHOOSING = /[?&](include|fields)(=|\[|%5B)/i;
const PROBLEM: Schema = { $ref: '#/components/schemas/Problem' };

/** The document, ready to be asked. Everything is made when it is first needed: most test files speak of few operations. */
export class DocumentedAnswers {
  private readonly document: OpenApi = apiDocument();
  private readonly paths: Array<{ pattern: RegExp; fixed: boolean; item: PathItem }>;
  private readonly found = new Map<string, PathItem | undefined>();
  private readonly compiled = new Map<Schema, ValidateFunction>();
  // Each is used a few times: making its code shorter takes longer than running it.
  private readonly ajv = new Ajv2020({
    ...{ strict: false, validateSchema: false, validateFormats: true },
    code: { optimize: false },
  });

  constructor() {
    addFormats.default(this.ajv);
    // Each under a key of its own: what is found by a pointer into one document would be compiled anew for each operation.
    const schemas = this.document.components['schemas'] as Record<string, Schema>;
    for (const [name, schema] of Object.entries(schemas)) this.ajv.addSchema(keyed(schema), keyOf(name));
    this.paths = Object.entries(this.document.paths).flatMap(([path, item]) =>
      [path, ...(item['x-aliases'] ?? [])].map((url) => ({
        pattern: new RegExp(`^${url.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}/?$`),
        fixed: !url.includes('{'),
        item,
      })),
    );
  }

  /** What the document says against an answer; undefined if it agrees. */
  objection(received: Received): string | undefined {
    const { method, url, status } = received;
    const path = url.replace(/[?#].*$/, '');
    if (!/^\/(api|health)\//.test(path) || !/^(GET|POST|PUT|PATCH|DELETE)$/.test(method)) return undefined;
    const operation = this.itemOf(path)?.[method.toLowerCase() as Method];
    const problem = operation ? this.against(operation, received) : this.againstUnknown(received);
    return problem && `${method} ${url} answered ${status}, and the document objects: ${problem}`;
  }

  private itemOf(path: string): PathItem | undefined {
    if (!this.found.has(path)) {
      const fitting = this.paths.filter(({ pattern }) => pattern.test(path));
      this.found.set(path, (fitting.find(({ fixed }) => fixed) ?? fitting[0])?.item);
    }
    return this.found.get(path);
  }

  /** Routes that do not exist answer with an error, and with nothing else. */
  private againstUnknown({ status, body }: Received): string | undefined {
    if (status < 400) return 'it does not know this operation.';
    return this.invalid(PROBLEM, body);
  }

  private against({ responses }: Operation, received: Received): string | undefined {
    const told = responses[received.status];
    if (!told) return `it knows ${Object.keys(responses).join(', ')} only.`;
    const { content } = this.resolve(told);
    const { body } = received;
    if (!content) return body === '' ? undefined : `there is no body, but ${JSON.stringify(body).slice(0, 200)} came.`;
    const schema = schemaFor(content, received.contentType);
    if (!schema) return `the media type ${received.contentType} is none of ${Object.keys(content).join(', ')}.`;
    return typeof body === 'string' ? undefined : this.invalid(chosen(schema, received.url), sampled(body));
  }

  private resolve(told: Answer | Reference): Answer {
    if (!('$ref' in told)) return told;
    const name = told.$ref.split('/').at(-1)!;
    return (this.document.components['responses'] as Record<string, Answer>)[name]!;
  }

  private invalid(schema: Schema, value: unknown): string | undefined {
    let validate = this.compiled.get(schema);
    if (!validate) this.compiled.set(schema, (validate = this.ajv.compile(keyed(schema))));
    return validate(value) ? undefined : this.ajv.errorsText(validate.errors, { dataVar: 'body' });
  }
}

const keyOf = (name: string): string => `document:${name}`;

/** A schema whose references are keys of components. */
const keyed = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/components/schemas/', `"$ref":"${keyOf('')}`)) as Schema;

function schemaFor(content: Content, contentType: string): Schema | undefined {
  const type = contentType.split(';')[0]!.trim();
  return (content[type] ?? content['*/*'])?.schema;
}

/** Of alternatives the first one is the plain answer; the others are for requests that choose columns or objects. */
function chosen(schema: Schema, url: string): Schema {
  const { anyOf } = schema as { anyOf?: Schema[] };
  return anyOf && !CHOOSING.test(url) ? anyOf[0]! : schema;
}

const sampled = (body: unknown): unknown =>
  Array.isArray(body) && body.length > 2 * SAMPLE ? [...body.slice(0, SAMPLE), ...body.slice(-SAMPLE)] : body;

let documented: DocumentedAnswers | undefined;
let documentOf: unknown;

/** Throws what the document says against an answer. */
export function checkAnswer(received: Received): void {
  // Another database may have other columns.
  if (documentOf !== registry.get('sites')) [documented, documentOf] = [undefined, registry.get('sites')];
  const objection = (documented ??= new DocumentedAnswers()).objection(received);
  if (objection) throw new Error(objection);
}
