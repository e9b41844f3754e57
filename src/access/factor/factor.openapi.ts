/** Second factors in the API's document: the second step of a log-in, the own factors, those of users (identity 5b). */
import { parameter, ref, type Operation, type Parameter, type PathItem, type Schema } from '../../openapi/model.js';
import { anyBody, faults, OPEN, openFaults, success } from '../../openapi/routes/answers.js';
import { strict, TIME, TIME_OR_NULL } from '../../openapi/schemas/shapes.js';

type Describe = (operationId: string, details: Omit<Operation, 'operationId' | 'tags'>) => Operation;

const KIND: Schema = { type: 'string', enum: ['passkey', 'totp'] };
const PASSKEY: Schema = {
  type: 'object',
  description: 'What the browser answers, as JSON (WebAuthn).',
  additionalProperties: {},
};
const OPTIONS: Schema = {
  type: 'object',
  additionalProperties: {},
  description: 'What the browser takes (WebAuthn).',
};
const CODES: Schema = {
  type: 'array',
  items: { type: 'string', examples: ['7k3f-9m2p-q0xd-51vt'] },
  description: 'Each serves once; shown this once.',
};
const CODE: Schema = { type: 'string', description: 'Six digits of an authenticator app, or a recovery code.' };
const TAKEN: Schema = strict(
  { id: { type: 'integer', minimum: 1 }, by: { type: ['string', 'null'] }, at: TIME },
  {},
  { description: 'An administrator (`by`; null: on the server’s machine) took factors away. It ends with `DELETE`.' },
);

const factorExample = {
  ...{ id: 3, kind: 'totp', name: 'Phone', created_at: '2026-02-01T08:00:00.000000Z' },
  last_used_at: '2026-02-02T08:00:00.000000Z',
};

export const FACTOR_SCHEMAS: Record<string, Schema> = {
  Factor: strict(
    {
      id: { type: 'integer', minimum: 1 },
      kind: KIND,
      name: { type: 'string' },
      created_at: TIME_OR_NULL,
      last_used_at: TIME_OR_NULL,
    },
    {},
    { examples: [factorExample] },
  ),
  Factors: strict(
    {
      factors: { type: 'array', items: ref('Factor') },
      recovery_codes: { type: 'integer', minimum: 0, description: 'How many recovery codes are left.' },
      required: { type: 'boolean', description: '`REQUIRE_SECOND_FACTOR` asks one of this user.' },
    },
    { taken: TAKEN },
  ),
  FactorCreate: {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['passkey', 'totp', 'recovery'] },
      name: { type: 'string', minLength: 1, maxLength: 255, description: 'Of the second step.' },
      setup: { type: 'string', description: 'Of an app: what the first step answered.' },
      code: { type: 'string', description: 'Of an app: what it shows.' },
      passkey: PASSKEY,
    },
    required: ['kind'],
    examples: [{ kind: 'totp' }],
  },
  FactorSetup: {
    anyOf: [
      strict({
        setup: { type: 'string', description: 'Goes with the code, within fifteen minutes.' },
        secret: { type: 'string', description: 'For who types it into the app.' },
        uri: { type: 'string', description: 'What the picture says.' },
        qr: { type: 'string', description: 'The picture that apps read, as SVG.' },
      }),
      strict({ options: OPTIONS }),
    ],
  },
  FactorMade: {
    anyOf: [strict({ factor: ref('Factor') }, { recovery_codes: CODES }), strict({ recovery_codes: CODES })],
  },
  FactorCredentials: {
    type: 'object',
    properties: { ticket: { type: 'string' }, code: CODE, passkey: PASSKEY },
    required: ['ticket'],
    examples: [{ ticket: 'rNl5Yj3bq0cQm2sV8wXzA1b2C3d4E5f6G7h8I9j0K1l', code: '123456' }],
  },
  TicketCredentials: {
    type: 'object',
    properties: { ticket: { type: 'string', description: 'Left out: a passkey is to serve alone.' } },
    examples: [{ ticket: 'rNl5Yj3bq0cQm2sV8wXzA1b2C3d4E5f6G7h8I9j0K1l' }],
  },
  PasskeyCredentials: {
    type: 'object',
    properties: { passkey: PASSKEY, remember: { type: 'boolean', default: false } },
    required: ['passkey'],
    examples: [{ passkey: {} }],
  },
  ConfirmCredentials: {
    type: 'object',
    properties: { code: CODE, passkey: PASSKEY, password: { type: 'string', description: 'Of who has no factor.' } },
    examples: [{ code: '123456' }],
  },
  Confirmed: strict({ confirmed_until: TIME }),
};

/** The paths. `operation` makes one of the chapter; `loggedIn`: the answer to a log-in; `session`: the header that asks for a session. */
export const factorPaths = (operation: Describe, loggedIn: Schema, session: Parameter): Record<string, PathItem> => ({
  '/api/login/factor': {
    post: operation('loginByFactor', {
      summary: 'Show the second factor of a log-in',
      description:
        'A log-in whose password is right is answered with 401, `factor` and a `ticket` where the user has a second factor. The ticket serves ' +
        'for five minutes, once, and from the same address; a wrong code leaves it as it is. Wrong ones count beside wrong passwords, and ten ' +
        'within an hour lock signing in with a password for an hour (429).',
      security: OPEN,
      parameters: [session],
      requestBody: anyBody(ref('FactorCredentials')),
      responses: {
        200: success('The token, or the session, and its user.', loggedIn),
        ...openFaults(400, 401, 403, 408, 409, 413, 415, 422, 429),
      },
    }),
  },
  '/api/login/passkey/options': {
    post: operation('getPasskeyOptions', {
      summary: 'What a browser asks for a passkey',
      description:
        'With a ticket: one of its user, as a second factor. The question serves once, for five minutes. 409 where browsers take no passkeys.',
      security: OPEN,
      parameters: [session],
      requestBody: anyBody(ref('TicketCredentials')),
      responses: {
        200: success('The options.', OPTIONS),
        ...openFaults(400, 401, 403, 408, 409, 413, 415, 422, 429),
      },
    }),
  },
  '/api/login/passkey': {
    post: operation('loginByPasskey', {
      summary: 'Log in by a passkey alone',
      description:
        'The device makes sure who it is (PIN, finger, face). Not for users of the directory, of whom that decides, nor where `LOCAL_LOGIN` ' +
        'does not let them.',
      security: OPEN,
      parameters: [session],
      requestBody: anyBody(ref('PasskeyCredentials')),
      responses: {
        200: success('The token, or the session, and its user.', loggedIn),
        ...openFaults(400, 401, 403, 408, 409, 413, 415, 422, 429),
      },
    }),
  },
  '/api/me/factors': {
    get: operation('listOwnFactors', {
      summary: 'List the own second factors',
      responses: { 200: success('The factors.', ref('Factors')), ...faults(false) },
    }),
    post: operation('createFactor', {
      summary: 'Set up a second factor',
      description:
        'In two steps: `{"kind":"totp"}` or `{"kind":"passkey"}` answers (200) what the app or the browser needs; the same with `name` and what ' +
        'it shows stores the factor (201). The first one comes with ten recovery codes; `{"kind":"recovery"}` makes new ones. The session must ' +
        'have been confirmed within ten minutes. Named tokens cannot do this.',
      requestBody: anyBody(ref('FactorCreate')),
      responses: {
        200: success('The first step.', ref('FactorSetup')),
        201: success('What was made.', ref('FactorMade')),
        ...faults(true, 409),
      },
    }),
  },
  '/api/me/factors/{id}': {
    parameters: [parameter('Id')],
    delete: operation('deleteOwnFactor', {
      summary: 'Remove an own second factor',
      description:
        'With the last one go the recovery codes; 409 where one is required. The session must have been confirmed within ten minutes.',
      responses: { 200: success('Done.', ref('Nothing')), ...faults(false, 404, 409) },
    }),
  },
  '/api/me/confirm/options': {
    post: operation('getConfirmOptions', {
      summary: 'What a browser asks for a passkey that confirms a session',
      responses: { 200: success('The options.', OPTIONS), ...faults(false, 409) },
    }),
  },
  '/api/me/confirm': {
    post: operation('confirmSession', {
      summary: 'Show anew that it is you',
      description:
        'Giving rights, making tokens and changing passwords or factors answer 401 with `error="insufficient_user_authentication"` where the ' +
        'session was not confirmed within ten minutes (RFC 9470), and say in `confirm` by what it may be. Whoever has no factor confirms by the ' +
        'password; people of the OpenID provider sign in anew (`/login/oidc?fresh`). A log-in counts as a confirmation.',
      requestBody: anyBody(ref('ConfirmCredentials')),
      responses: { 200: success('Confirmed.', ref('Confirmed')), ...faults(true, 409, 503) },
    }),
  },
  '/api/users/{id}/factors': {
    parameters: [parameter('Id')],
    get: operation('listFactors', {
      summary: 'List the second factors of a user',
      description: 'For administrators.',
      responses: { 200: success('The factors.', ref('Factors')), ...faults(false, 404) },
    }),
    delete: operation('takeFactors', {
      summary: 'Take all second factors of a user away',
      description:
        'For administrators, of others (409 of themselves). The journal tells of it, and the person is told.',
      responses: { 200: success('Done.', ref('Nothing')), ...faults(false, 404, 409) },
    }),
  },
  '/api/users/{id}/factors/{factor}': {
    parameters: [
      parameter('Id'),
      {
        name: 'factor',
        in: 'path',
        required: true,
        description: 'The id of the factor.',
        schema: { type: 'integer', minimum: 1 },
        example: 3,
      },
    ],
    delete: operation('takeFactor', {
      summary: 'Take a second factor of a user away',
      description: 'As for all of them.',
      responses: { 200: success('Done.', ref('Nothing')), ...faults(false, 404, 409) },
    }),
  },
});
