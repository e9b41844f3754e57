/** The answers that are no success, each with the body that it really has (contract 10). */
import { header, mapOperations, ref, type Answer, type OpenApi, type Operation, type Reference } from './model.js';

interface Case {
  name: string;
  description: string;
  title: string;
  message: string;
  headers?: Readonly<Record<string, Reference>>;
  errors?: unknown;
  schema?: string;
  more?: Readonly<Record<string, unknown>>;
}

const RETRY = { 'Retry-After': header('Retry-After') };
const LIMIT = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [name, header(name)]),
);

const CASES: Readonly<Record<string, Case>> = {
  400: {
    name: 'BadRequest',
    description: 'The body is broken or no UTF-8, or a parameter has an unknown name or a value of the wrong type.',
    title: 'Bad Request',
    message: 'The body is not valid JSON: Unexpected end of JSON input.',
  },
  401: {
    name: 'Unauthenticated',
    description: 'No token, or one that is malformed, expired or revoked.',
    title: 'Unauthorized',
    message: 'Unauthenticated.',
    headers: { 'WWW-Authenticate': header('WWW-Authenticate') },
  },
  403: {
    name: 'Forbidden',
    description: 'The token is good, but a right is missing; the sentence names it.',
    title: 'Forbidden',
    message: 'You lack the right application_edit.',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such object, or it is deleted.',
    title: 'Not Found',
    message: 'There is no object “4711” among Applications.',
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not take this method; `Allow` names those that it takes.',
    title: 'Method Not Allowed',
    message:
      'The POST method is not supported for /api/applications/7. Supported methods: GET, HEAD, PUT, PATCH, DELETE',
    headers: { Allow: header('Allow') },
  },
  408: {
    name: 'TooSlow',
    description: 'The body stayed away, or came more slowly than 500 bytes a second. The connection is closed.',
    title: 'Request Timeout',
    message: 'The request did not come in time.',
  },
  409: {
    name: 'Conflict',
    description:
      'The name was taken meanwhile, a request with the same idempotency key is still running, or it was carried out and ' +
      'its answer is lost.',
    title: 'Conflict',
    message: 'The name was taken meanwhile.',
  },
  410: {
    name: 'Gone',
    description:
      'It is no longer kept: the content of a document that was purged, what stood before a run of long ago, changes behind an old cursor.',
    title: 'Gone',
    message: 'The content is gone for good.',
  },
  412: {
    name: 'PreconditionFailed',
    description: '`If-Match` holds another tag than the object has now: somebody changed it. Read it again.',
    title: 'Precondition Failed',
    message: 'The object was changed meanwhile. Read it again.',
  },
  413: {
    name: 'ContentTooLarge',
    description:
      'The body or the file is larger than the settings allow (20 MiB and 50 MiB, unless said otherwise; 64 KiB without a ' +
      'token), or the body holds more values, names or fields than ten thousand objects need.',
    title: 'Content Too Large',
    message: 'The body is larger than 20971520 bytes.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is neither JSON nor a form, is not in UTF-8, or brings a file where none is taken.',
    title: 'Unsupported Media Type',
    message:
      'The media type text/csv is not supported. Send JSON (Content-Type: application/json), a form or multipart.',
  },
  416: {
    name: 'RangeNotSatisfiable',
    description: 'The range lies outside of the content.',
    title: 'Range Not Satisfiable',
    message: 'The range bytes=99- lies outside of the content.',
    headers: { 'Content-Range': header('Content-Range') },
  },
  422: {
    name: 'Invalid',
    description:
      'A rule is broken: each field with its sentences, and nothing is stored. Of reads: they take longer than the settings allow.',
    title: 'Unprocessable Content',
    message: 'The name field is required. (and 1 more error)',
    schema: 'Invalid',
    errors: { name: ['The name field is required.'], 'applications.2': ['The selected applications is invalid.'] },
  },
  429: {
    name: 'TooMany',
    description: 'Too many requests, too many of them or of their bodies at a time, or too many failed log-ins.',
    title: 'Too Many Requests',
    message: 'Too many attempts. Try again in 60 seconds.',
    headers: { ...RETRY, ...LIMIT },
  },
  500: {
    name: 'ServerFailed',
    description: 'The server failed. The log tells more under the number that the answer names.',
    title: 'Internal Server Error',
    message: 'The server failed. Tell the administrator this number: 8f14e45f-ceea-467f-a4a6-0a2c3e1d9b10',
    more: { traceId: '8f14e45f-ceea-467f-a4a6-0a2c3e1d9b10' },
  },
  503: {
    name: 'Unavailable',
    description: 'The database is away, or the server is starting or overloaded.',
    title: 'Service Unavailable',
    message: 'The service is not available at the moment. Try again soon.',
    headers: RETRY,
  },
  507: {
    name: 'NoRoom',
    description: 'The disk or the database is full: nothing was stored. Administrators are told what the system said.',
    title: 'Insufficient Storage',
    message:
      'The server has no room left: nothing can be stored, nobody can sign in, and no file can be handed out that the ' +
      'journal notes. What only reads goes on. An administrator has to make room.',
  },
};

/** References to the answers with these statuses, as an operation lists them. */
export const errors = (...statuses: number[]): Record<string, Reference> =>
  Object.fromEntries(
    statuses.sort((a, b) => a - b).map((status) => [status, { $ref: `#/components/responses/${CASES[status]!.name}` }]),
  );

/** The paths, with 507 at every operation that may store something, and 400 for a dry run where there is none. */
export const withWriteFaults = (paths: OpenApi['paths']): OpenApi['paths'] =>
  mapOperations(paths, (operation, method) =>
    method === 'get'
      ? operation
      : { ...operation, responses: { ...errors(400), ...operation.responses, ...errors(507) } },
  );

/** 422 for an imported file: each wrong cell with a sentence. */
const INVALID_FILE: Case = {
  name: 'InvalidFile',
  description:
    'Cells of the file break rules: the first hundred of them with their row and heading. Nothing is stored.',
  title: 'Unprocessable Content',
  message: 'The name field is required.',
  schema: 'InvalidFile',
  errors: [{ row: 2, column: 'name', message: 'The name field is required.' }],
};

/** 409 for a plan that does not hold any more. */
const MOVED: Case = {
  name: 'FeedMoved',
  description:
    'What the plan relied upon is not as it was; nothing is stored. Or another run of the source is under way.',
  title: 'Conflict',
  message: 'The map has moved on since the plan was made (1 difference). Feed the document again.',
  schema: 'FeedMoved',
  more: {
    moved: [
      { type: 'logical-servers', id: 17, name: 'SRV-WEB-01', field: 'memory', expected: '8192', stored: '16384' },
    ],
  },
};

/** 422 for a feed that nothing may be stored of. */
const REFUSED: Case = {
  name: 'FeedRefused',
  description: 'The document is wrong, or nothing of it may be stored: why, and the errors of its items.',
  title: 'Unprocessable Content',
  message: 'Some items are in error. Mend them, or leave them out with errors: skip.',
  schema: 'FeedRefused',
  more: { blocked: [{ code: 'errors' }] },
};

/** The components that those references mean. */
export const ERROR_ANSWERS: Readonly<Record<string, Answer>> = Object.fromEntries([
  ...Object.entries(CASES).map(([status, one]): [string, Answer] => [one.name, answerOf(Number(status), one)]),
  [INVALID_FILE.name, answerOf(422, INVALID_FILE)],
  [MOVED.name, answerOf(409, MOVED)],
  [REFUSED.name, answerOf(422, REFUSED)],
]);

/**
 * The document without refusals and redirections. Programs that copy each answer into each operation (Postman does) make 18 MB of
 * the whole document, nearly all of it the same dozen refusals.
 */
export function withoutErrors(document: OpenApi): OpenApi {
  const successes = (operation: Operation): Operation => {
    const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    return { ...operation, responses: Object.fromEntries(answers) };
  };
  const paths = mapOperations(document.paths, successes);
  return { ...document, paths, components: { ...document.components, responses: {} } };
}

function answerOf(
  status: number,
  { description, title, message, headers, errors: fields, schema: named = 'Problem', more }: Case,
): Answer {
  const example = {
    message,
    code: status,
    ...(fields !== undefined && { errors: fields }),
    type: 'about:blank',
    title,
    status,
    detail: message,
    instance: '/api/applications',
    ...more,
  };
  const body = { schema: ref(named), example };
  return {
    description,
    headers: { 'X-Request-Id': header('X-Request-Id'), ...headers },
    content: { 'application/json': body, 'application/problem+json': body },
  };
}
