/** The usual answers and bodies of operations, so that each route takes one line. */
import { errors } from '../errors.js';
import {
  header,
  json,
  type Answer,
  type Body,
  type Content,
  type Operation,
  type Parameter,
  type Schema,
} from '../model.js';

/** A success with a JSON body and these headers. */
export const success = (description: string, schema: Schema, ...headers: string[]): Answer => ({
  description,
  ...(headers.length && { headers: Object.fromEntries(headers.map((name) => [name, header(name)])) }),
  content: json(schema),
});

/** An answer that is CSV where that is asked for. */
export const withCsv = (answer: Answer): Answer => ({
  ...answer,
  content: { ...answer.content, 'text/csv': { schema: { type: 'string' } } },
});

/** A body or an answer with an example among the components. */
export const showing = <T extends { content?: Content }>(holder: T, example: string): T => ({
  ...holder,
  content: Object.fromEntries(
    Object.entries(holder.content ?? {}).map(([type, body]) => [
      type,
      { ...body, examples: { example: { $ref: `#/components/examples/${example}` } } },
    ]),
  ),
});

/** A success without a body. */
export const empty = (description: string): Answer => ({ description });

export const NOT_MODIFIED: Answer = {
  description: 'Not changed since the tag that was sent.',
  headers: { ETag: header('ETag') },
};

/** JSON or a form, in either of the two encodings (contract 4). */
export const anyBody = (schema: Schema): Body => ({ required: true, content: { ...json(schema), ...forms(schema) } });

/** The two encodings of forms. */
export const forms = (schema: Schema): Content => ({
  'application/x-www-form-urlencoded': { schema },
  'multipart/form-data': { schema },
});

/** What may go wrong with any request that needs a token. */
const ALWAYS = [401, 403, 429, 500, 503];
const WITH_BODY = [400, 408, 413, 415, 422];

/** The errors of an operation: the usual ones, those of a body if it has one, and `more`. */
export const faults = (body: boolean, ...more: number[]): Operation['responses'] =>
  errors(...new Set([...ALWAYS, ...(body ? WITH_BODY : []), ...more]));

/** The errors of an operation that needs no token. */
export const openFaults = (...more: number[]): Operation['responses'] => errors(...new Set([500, 503, ...more]));

/** Needs no token. */
export const OPEN: NonNullable<Operation['security']> = [];

/** Bytes, whatever they mean. */
export const FILE: Schema = { type: 'string', contentMediaType: 'application/octet-stream' };
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A file in the part `file`. */
export const uploaded = (description: string): Body => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { file: { ...FILE, description } }, required: ['file'] },
    },
  },
});

/** A parameter of the address. */
export const queryOf = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
});
