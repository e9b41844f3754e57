/** The document without what its readers alone need: less than a third of it, for programs that ask what there is. */
import { withoutErrors } from './errors.js';
import { mapOperations, type Answer, type Body, type Content, type OpenApi, type Operation } from './model.js';

/** What tells people of a part. */
const TEXTS: ReadonlySet<string> = new Set(['summary', 'description', 'example', 'examples', 'x-requests']);
/** What stands below these goes by names of its own, which are no words of OpenAPI. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties']);
const JSON_TYPE = 'application/json';

/**
 * The document without summaries, descriptions and examples, refusals, headers of answers, what the server sends, bodies other than JSON, and what
 * nothing refers to then. Of answers that are whole or selected, by `fields` and `include`, the whole one is told.
 */
export function briefly(document: OpenApi): OpenApi {
  const { webhooks: _, ...bare } = withoutTexts(withoutErrors(document)) as OpenApi;
  const paths = mapOperations(bare.paths, briefOperation);
  return { ...bare, paths, components: reachedFrom(paths, bare.components) };
}

function withoutTexts(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutTexts);
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).flatMap(([name, value]): Array<[string, unknown]> => {
    if (TEXTS.has(name)) return [];
    if (name.startsWith('x-')) return [[name, value]];
    return [[name, NAMED.has(name) ? mapValues(value as object, withoutTexts) : withoutTexts(value)]];
  });
  return Object.fromEntries(kept);
}

function briefOperation({ requestBody, responses, ...operation }: Operation): Operation {
  const body = requestBody && 'content' in requestBody ? briefBody(requestBody) : requestBody;
  return { ...operation, ...(body && { requestBody: body }), responses: mapValues(responses, briefAnswer) };
}

/** Undefined where it is no JSON. */
function briefBody(body: Body): Body | undefined {
  const content = jsonIn(body.content);
  return content && { ...body, content };
}

function briefAnswer({ content = {} }: Partial<Answer>): Answer {
  const json = jsonIn(content);
  const { schema } = json?.[JSON_TYPE] ?? {};
  const [whole = schema] = (schema?.['anyOf'] ?? []) as ReadonlyArray<typeof schema>;
  // An answer must have a description.
  return { description: '', ...(whole && { content: { [JSON_TYPE]: { schema: whole } } }) };
}

const jsonIn = ({ [JSON_TYPE]: body }: Content): Content | undefined => body && { [JSON_TYPE]: body };

/** The components that paths lead to, and how one signs in. */
function reachedFrom(paths: object, components: OpenApi['components']): OpenApi['components'] {
  const found: Record<string, Record<string, unknown>> = { securitySchemes: components['securitySchemes']! };
  const visit = (part: unknown): void => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const known = (found[kind!] ??= {});
      if (name! in known) continue;
      visit((known[name!] = components[kind!]![name!]));
    }
  };
  visit(paths);
  return found;
}

const mapValues = <T, U>(values: Readonly<Record<string, T>> | object, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value as T)]));
