/** Log-in, log-out, who one is, and tokens for scripts (contract 2). */
import {
  json,
  parameter,
  ref,
  type Body,
  type Operation,
  type Parameter,
  type PathItem,
  type Schema,
} from '../openapi/model.js';
import type { MakeChapter } from '../openapi/chapter.js';
import { anyBody, faults, forms, NOT_MODIFIED, OPEN, openFaults, success } from '../openapi/routes/answers.js';
import { enveloped, ResourceRoutes } from '../openapi/routes/resource-routes.js';
import { strict, TIME, TIME_OR_NULL } from '../openapi/schemas/shapes.js';
import { FACTOR_SCHEMAS, factorPaths } from './factor/factor.openapi.js';

const TAG = 'Signing in';

/** Delegations: what is delegated already answers as it is (contract 9). */
class CartographerRoutes extends ResourceRoutes {
  protected override create(): Operation {
    const operation = super.create();
    const existing = success(
      'It was delegated already; this is it.',
      ref(this.schemas.whole),
      'ETag',
      'X-Ignored-Fields',
    );
    return {
      ...operation,
      description: 'Delegates one object to a user or to a role. Needs the right to edit the object’s kind as well.',
      responses: { 200: existing, ...operation.responses },
    };
  }
}

/** Users: single reads tell more than columns and links; an administrator disables by `disabled` (identity 2). */
class UserRoutes extends ResourceRoutes {
  protected override readAnswer(): Schema {
    return { anyOf: [enveloped(ref('UserRead')), enveloped(ref(this.schemas.selection))] };
  }

  protected override update(word: 'replace' | 'update', method: 'put' | 'patch'): Operation {
    const operation = super.update(word, method);
    const more =
      ' With `disabled`, which is for administrators, the user may not come in, and all their tokens end at once.';
    return { ...operation, description: `${operation.description}${more}` };
  }
}

const CREDENTIALS: Schema = {
  type: 'object',
  properties: {
    login: { type: 'string', description: 'The login, or the e-mail address.' },
    email: { type: 'string', description: 'Taken in place of `login`.' },
    password: { type: 'string' },
    remember: {
      type: 'boolean',
      default: false,
      description: 'Of the session of a browser: it is to last for `remember_days`. 422 where these are 0.',
    },
  },
  required: ['password'],
  anyOf: [{ required: ['login'] }, { required: ['email'] }],
  examples: [{ login: 'admin', password: 'the password that the server printed' }],
};

const NETWORKS: Schema = { type: 'array', items: { type: 'string', examples: ['10.0.0.0/8'] } };

const PERIMETERS: Schema = {
  type: 'array',
  items: { type: 'integer', minimum: 1, examples: [1], 'x-resource': 'perimeters' },
};

const NEW_TOKEN: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255 },
    expires_at: { ...TIME, description: 'When it ends; a year from now where it is left out.' },
    read_only: { type: 'boolean', default: false, description: 'It may only GET.' },
    networks: {
      ...NETWORKS,
      minItems: 1,
      maxItems: 20,
      description: 'Ranges of addresses from which it counts; left out: from everywhere.',
    },
    perimeters: {
      ...PERIMETERS,
      minItems: 1,
      maxItems: 50,
      description: 'Perimeters to which it is kept; left out: as far as its owner reaches.',
    },
  },
  required: ['name'],
  examples: [{ name: 'inventory import', expires_at: '2030-01-01T00:00:00Z', read_only: false }],
};

const PROVIDER: Schema = { type: 'string', enum: ['ldap', 'oidc'] };

const TOKEN_COLUMNS = {
  id: { type: 'integer', minimum: 1 },
  user_id: { type: 'integer', minimum: 1, 'x-resource': 'users' },
  name: { type: 'string' },
  read_only: { type: 'boolean' },
  expires_at: TIME_OR_NULL,
  created_at: TIME_OR_NULL,
  last_used_at: { ...TIME_OR_NULL, description: 'Noted every five minutes at most; null before the first time.' },
  last_address: { type: ['string', 'null'], description: 'From where it was last used.' },
};

const NAMED_COLUMNS = {
  ...TOKEN_COLUMNS,
  networks: {
    ...NETWORKS,
    type: ['array', 'null'],
    description: 'Ranges of addresses from which it counts; null: from everywhere.',
  },
  perimeters: {
    ...PERIMETERS,
    type: ['array', 'null'],
    description: 'Perimeters to which it is kept; null: as far as its owner reaches.',
  },
};

/** Who somebody is with a directory or a provider. */
const IDENTITY: Schema = strict(
  {
    id: { type: 'integer', minimum: 1 },
    provider: PROVIDER,
    issuer: { type: 'string', description: '`ldap`, or the issuer of the provider.' },
    subject: { type: 'string', description: 'What never changes of them there.' },
    name: { type: ['string', 'null'], description: 'What they are called there.' },
    last_sign_in: TIME_OR_NULL,
  },
  {},
  {
    examples: [
      {
        ...{ id: 4, provider: 'ldap', issuer: 'ldap', subject: '6f1c5a52-8f0e-103e-9c1d-3b6e1c0f4a11' },
        ...{ name: 'Inès Martin', last_sign_in: '2026-02-01T08:00:00.000000Z' },
      },
    ],
  },
);
const IDENTITIES: Schema = { type: 'array', items: ref('Identity') };
const DISABLED: Schema = { type: 'boolean', description: 'The user may not come in, and has no tokens.' };

const IDENTITY_CREATE: Schema = {
  type: 'object',
  properties: {
    provider: PROVIDER,
    issuer: { type: 'string', maxLength: 255, description: 'Of `oidc`; left out: the provider of the settings.' },
    subject: { type: 'string', minLength: 1, maxLength: 255 },
  },
  required: ['provider', 'subject'],
  examples: [{ provider: 'ldap', subject: '6f1c5a52-8f0e-103e-9c1d-3b6e1c0f4a11' }],
};

const MAPPING: Schema = {
  provider: PROVIDER,
  group: { type: 'string', minLength: 1, maxLength: 1024, description: 'A DN, or what the claim of the groups says.' },
  role_id: { type: 'integer', minimum: 1, 'x-resource': 'roles' },
};
const mapping = { provider: 'ldap', group: 'cn=it,ou=groups,dc=example,dc=org', role_id: 2 };

/** The session of a browser. */
const SESSION: Schema = strict({
  id: { type: 'integer', minimum: 1, description: 'Its id among the tokens: not the secret, which is in the cookie.' },
  expires_at: { ...TIME, description: 'When it ends if it is not used.' },
  ends_at: { ...TIME, description: 'When it ends in any case.' },
});

const ENROL: Schema = {
  type: 'boolean',
  const: true,
  description: 'A second factor is required and there is none: until there is, this serves for setting one up alone.',
};
const LOGGED_IN: Schema = strict(
  {
    access_token: { type: 'string', description: 'Goes into `Authorization: Bearer …` of every other request.' },
    token_type: { type: 'string', const: 'Bearer' },
    expires_at: TIME,
    user: ref('UserRow'),
  },
  { enrol: ENROL },
);
const SESSION_GIVEN: Schema = strict({ session: SESSION, expires_at: TIME, user: ref('UserRow') }, { enrol: ENROL });
const LOGOUT_URL: Schema = {
  logout_url: {
    type: 'string',
    description: 'The page of the provider that ends the session there, where it has one.',
  },
};

/** The answer to a log-in, perhaps of somebody of the provider. */
const LET_IN: Schema = {
  oneOf: [besides(LOGGED_IN, {}, LOGOUT_URL), besides(SESSION_GIVEN, {}, LOGOUT_URL)],
};

const SESSION_HEADER: Parameter = {
  name: 'X-Meridian-Session',
  in: 'header',
  description: 'Of the pages: a session in place of a token.',
  schema: { type: 'string', enum: ['cookie'] },
};

/** A log-in, in a browser or of a program: it has no name. */
const LOG_IN_COLUMNS = {
  ...TOKEN_COLUMNS,
  name: { type: 'null' },
  browser: { type: 'boolean', description: 'It is the session of a browser.' },
};

const PASSWORDS: Schema = {
  type: 'object',
  properties: {
    old_password: { type: 'string' },
    new_password: { type: 'string', minLength: 8, description: '8 characters to 72 bytes.' },
    current_password: { type: 'string', description: 'Taken in place of `old_password`.' },
    password: { type: 'string', description: 'Taken in place of `new_password`.' },
  },
  examples: [{ old_password: 'the password so far', new_password: 'a longer password' }],
};

const PER_MINUTE: Schema = {
  per_minute: {
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 1_000_000,
    description: 'Requests a minute; 0: any number, null: as the settings of the server say.',
  },
};

const PREFERENCES: Schema = {
  type: 'object',
  description: 'What pages remember for a user: any members. 64 KiB of JSON at most.',
  additionalProperties: true,
  examples: [{ language: 'fr', columns: { applications: ['name', 'responsible'] } }],
};

const logInExample = {
  id: 3,
  user_id: 1,
  name: 'inventory import',
  read_only: false,
  expires_at: '2030-01-01T00:00:00.000000Z',
  created_at: '2026-01-15T08:30:00.000000Z',
  last_used_at: '2026-02-01T03:00:00.000000Z',
  last_address: '10.1.0.7',
};
const tokenExample = { ...logInExample, networks: ['10.0.0.0/8'], perimeters: null };

const operation = (operationId: string, details: Omit<Operation, 'operationId' | 'tags'>): Operation => ({
  operationId,
  tags: [TAG],
  ...details,
});

export const access: MakeChapter = (schemas) => ({
  resources: { cartographers: CartographerRoutes, users: UserRoutes },
  tags: [{ name: TAG, description: 'Log-in with login and password, tokens with names for scripts, and who one is.' }],
  schemas: {
    Credentials: CREDENTIALS,
    LoggedIn: LOGGED_IN,
    SessionGiven: SESSION_GIVEN,
    SignInChoices: strict(
      {
        remember_days: {
          type: 'integer',
          minimum: 0,
          description: 'Days for which somebody may stay signed in on a device; 0: that is not offered.',
        },
      },
      {
        provider: {
          type: 'string',
          description: 'What the OpenID provider is called, where there is one: `/login/oidc`.',
        },
        password: { type: 'boolean', description: 'Beside a provider: whether anybody signs in with a password.' },
        passkey: { type: 'boolean', const: true, description: 'Somebody has a passkey.' },
      },
    ),
    CodeCredentials: {
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
      examples: [{ code: 'rNl5Yj3bq0cQm2sV8wXzA1b2C3d4E5f6G7h8I9j0K1l' }],
    },
    ...FACTOR_SCHEMAS,
    ...PROGRAM_SCHEMAS,
    Me: withRights(schemas['User']!),
    Token: strict(NAMED_COLUMNS, {}, { examples: [tokenExample] }),
    LogIn: strict(LOG_IN_COLUMNS, {}, { examples: [{ ...logInExample, name: null, browser: true }] }),
    UserRead: besides(schemas['User']!, {}, { disabled: DISABLED, identities: IDENTITIES }),
    Identity: IDENTITY,
    IdentityCreate: IDENTITY_CREATE,
    GroupRole: strict({ id: { type: 'integer', minimum: 1 }, ...MAPPING }, {}, { examples: [{ id: 2, ...mapping }] }),
    GroupRoleUpdate: { type: 'object', properties: MAPPING, required: Object.keys(MAPPING), examples: [mapping] },
    NewToken: NEW_TOKEN,
    MadeToken: strict(
      { ...NAMED_COLUMNS, token: { type: 'string', description: 'Shown this once: only its hash is kept.' } },
      {},
      { examples: [{ ...tokenExample, token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.c2lnbmF0dXJl' }] },
    ),
    ChangePassword: PASSWORDS,
    RequestLimit: strict(PER_MINUTE, {}, { examples: [{ per_minute: 5000 }] }),
    RequestLimitUpdate: {
      type: 'object',
      properties: PER_MINUTE,
      required: ['per_minute'],
      examples: [{ per_minute: 5000 }],
    },
  },
  paths: {
    '/api/login': { post: login() },
    '/api/login/choices': { get: signInChoices() },
    '/api/login/code': {
      post: operation('loginByCode', {
        summary: 'Log in with the code of the provider’s way back',
        description:
          'Whoever comes back from the OpenID provider is led to a page with a code behind `#signin=`: worth something once, for a minute, ' +
          'and together with the cookie that was set with it. 404 without a provider.',
        security: OPEN,
        parameters: [SESSION_HEADER],
        requestBody: anyBody(ref('CodeCredentials')),
        responses: {
          200: success('The token, or the session, and its user.', LET_IN),
          ...openFaults(400, 401, 403, 404, 408, 413, 415, 422, 429),
        },
      }),
    },
    ...programPaths(),
    '/api/logout': {
      post: operation('logout', {
        summary: 'Log out',
        description: 'The token of this request ends.',
        responses: { 200: success('Done.', ref('Nothing')), ...faults(false) },
      }),
    },
    '/api/me': {
      get: operation('getMe', {
        summary: 'Who am I?',
        description: 'The user of the token, their roles, and every ability that those give.',
        responses: { 200: success('The user.', ref('Me')), ...faults(false) },
      }),
    },
    '/api/me/preferences': { get: readPreferences(), put: storePreferences() },
    '/api/me/password': { put: changePassword('changePassword'), post: changePassword('overridePassword', 'PUT') },
    '/api/tokens': { get: listTokens(), post: createToken() },
    '/api/tokens/{id}': {
      parameters: [parameter('Id')],
      delete: endToken('deleteToken', 'End a token or a log-in'),
      post: { ...endToken('overrideToken', 'End a token or a log-in by a form'), requestBody: byForm('DELETE') },
    },
    '/api/tokens/{id}/request-limit': requestLimit(
      'Token',
      'of a named token',
      'Requests with it are counted by themselves.',
    ),
    ...identityPaths(),
    ...factorPaths(operation, LET_IN, SESSION_HEADER),
    ...groupRolePaths(),
    '/api/users/{id}/request-limit': requestLimit(
      'User',
      'of a user',
      'Over all tokens that have no limit of their own.',
    ),
  },
});

/** How programs sign in by a browser (identity 6). */
const programPaths = (): Record<string, PathItem> => {
  const given = success('The token, and its user.', ref('LoggedIn'));
  const inBrowser = 'For log-ins alone: neither a named token nor one of the provider lets a program in.';
  return {
    '/api/login/cli': {
      post: operation('allowProgram', {
        summary: 'Let a program on the same machine in',
        description: `The page \`/login/cli\` asks for this code, and sends the browser to the program's port with it (RFC 8252, PKCE). ${inBrowser}`,
        requestBody: anyBody(ref('ProgramCodeCreate')),
        responses: {
          200: success('A code, worth something once and for a minute.', ref('ProgramCode')),
          ...faults(true),
        },
      }),
    },
    '/api/login/cli/token': {
      post: operation('loginByProgramCode', {
        summary: 'Log in with the code that a browser has brought',
        security: OPEN,
        description: 'Once, and with what the challenge was made of. The sign-in in the browser must still go on.',
        requestBody: anyBody(ref('ProgramCodeCredentials')),
        responses: { 200: given, ...openFaults(400, 401, 408, 413, 415, 422, 429) },
      }),
    },
    '/api/login/device': {
      get: operation('getWaitingProgram', {
        summary: 'Which program waits with a code',
        description: 'Ten wrong codes of an address a minute are 429.',
        parameters: [
          {
            ...{ name: 'user_code', in: 'query', required: true, example: 'WDJB-MJHT' },
            ...{ description: 'What the program shows.', schema: { type: 'string' } },
          },
        ],
        responses: { 200: success('The program.', ref('WaitingProgram')), ...faults(false, 400, 404) },
      }),
      post: operation('beginDeviceLogin', {
        summary: 'Begin to sign in without a browser',
        security: OPEN,
        description:
          'RFC 8628: the program shows `user_code` and `verification_uri`, and asks every `interval` seconds with `device_code`. ' +
          'Twenty programs of a network wait at most: 429.',
        requestBody: anyBody(ref('DeviceCreate')),
        responses: { 200: success('The codes.', ref('DeviceCodes')), ...openFaults(400, 408, 413, 415, 422, 429) },
      }),
    },
    '/api/login/device/confirm': {
      post: operation('answerProgram', {
        summary: 'Let the program in that waits with a code, or refuse it',
        description: inBrowser,
        requestBody: anyBody(ref('DeviceUpdate')),
        responses: { 200: success('Done.', ref('Nothing')), ...faults(true, 404) },
      }),
    },
    '/api/login/device/token': {
      post: operation('loginByDeviceCode', {
        summary: 'Ask whether somebody has let the program in',
        security: OPEN,
        description:
          '400 with `error`: `authorization_pending`, `slow_down` (wait five seconds longer from now on), `expired_token`, `access_denied`.',
        requestBody: anyBody(ref('DeviceCredentials')),
        responses: { 200: given, ...openFaults(400, 401, 408, 413, 415, 422, 429) },
      }),
    },
  };
};

const text = (...names: string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
});

/** What programs that sign in, and the pages that let them in, send and get. */
const PROGRAM_SCHEMAS: Record<string, Schema> = {
  ProgramCodeCreate: {
    ...text('code_challenge'),
    examples: [{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }],
  },
  ProgramCode: strict({ code: { type: 'string' }, expires_in: { type: 'integer', description: 'Seconds.' } }),
  ProgramCodeCredentials: {
    ...text('code', 'code_verifier'),
    examples: [
      {
        code: 'rNl5Yj3bq0cQm2sV8wXzA1b2C3d4E5f6G7h8I9j0K1l',
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      },
    ],
  },
  WaitingProgram: strict({
    client: { type: ['string', 'null'], description: 'What it says that it is.' },
    address: { type: ['string', 'null'], description: 'From where it asked.' },
    expires_at: TIME,
  }),
  DeviceCreate: {
    type: 'object',
    properties: { client_name: { type: 'string', description: 'Shown to the person; cut at 100 characters.' } },
    examples: [{ client_name: 'meridian on build-7' }],
  },
  DeviceCodes: strict(
    {
      device_code: { type: 'string' },
      user_code: { type: 'string' },
      verification_uri: { type: 'string' },
      verification_uri_complete: { type: 'string' },
      expires_in: { type: 'integer', description: 'Seconds.' },
      interval: { type: 'integer', description: 'Seconds between two questions.' },
    },
    {},
    {
      examples: [
        {
          device_code: 'rNl5Yj3bq0cQm2sV8wXzA1b2C3d4E5f6G7h8I9j0K1l',
          user_code: 'WDJB-MJHT',
          verification_uri: 'https://map.example.org/login/device',
          verification_uri_complete: 'https://map.example.org/login/device?user_code=WDJB-MJHT',
          expires_in: 600,
          interval: 5,
        },
      ],
    },
  ),
  DeviceUpdate: {
    type: 'object',
    properties: { user_code: { type: 'string' }, allow: { type: 'boolean' } },
    required: ['user_code', 'allow'],
    examples: [{ user_code: 'WDJB-MJHT', allow: true }],
  },
  DeviceCredentials: {
    ...text('device_code'),
    examples: [{ device_code: 'rNl5Yj3bq0cQm2sV8wXzA1b2C3d4E5f6G7h8I9j0K1l' }],
  },
};

const identityPaths = (): Record<string, PathItem> => ({
  '/api/users/{id}/identities': {
    parameters: [parameter('Id')],
    get: operation('listIdentities', {
      summary: 'Who a user is with the directory and the provider',
      description: 'For administrators.',
      responses: { 200: success('The identities.', IDENTITIES), ...faults(false, 404) },
    }),
    post: operation('linkIdentity', {
      summary: 'Link a user by hand',
      description: 'For administrators. Whoever is this subject there signs in as this user from then on.',
      requestBody: anyBody(ref('IdentityCreate')),
      responses: { 201: success('The identity.', ref('Identity')), ...faults(true, 404) },
    }),
  },
  '/api/users/{id}/identities/{identity}': {
    parameters: [
      parameter('Id'),
      {
        name: 'identity',
        in: 'path',
        required: true,
        description: 'The id of the identity.',
        schema: { type: 'integer', minimum: 1 },
        example: 4,
      },
    ],
    delete: operation('unlinkIdentity', {
      summary: 'Unlink a user by hand',
      description: 'For administrators.',
      responses: { 200: success('Done.', ref('Nothing')), ...faults(false, 404) },
    }),
  },
});

const groupRolePaths = (): Record<string, PathItem> => {
  const description =
    'A role that a mapping names is managed for the users of that provider: they have it while one of their groups gives it.';
  const one = success('The mapping.', ref('GroupRole'));
  return {
    '/api/group-roles': {
      get: operation('listGroupRoles', {
        summary: 'Which groups give which roles',
        description,
        responses: {
          200: success('The mappings.', { type: 'array', items: ref('GroupRole') }),
          ...faults(false),
        },
      }),
      post: operation('createGroupRole', {
        summary: 'Let a group give a role',
        description: `${description} Needs every right of the role.`,
        requestBody: anyBody(ref('GroupRoleUpdate')),
        responses: { 201: one, ...faults(true) },
      }),
    },
    '/api/group-roles/{id}': {
      parameters: [parameter('Id')],
      get: operation('getGroupRole', {
        summary: 'Read a mapping',
        description,
        responses: { 200: one, ...faults(false, 404) },
      }),
      put: operation('replaceGroupRole', {
        summary: 'Change a mapping',
        description: `${description} Needs every right of the role, before and after.`,
        requestBody: anyBody(ref('GroupRoleUpdate')),
        responses: { 200: one, ...faults(true, 404) },
      }),
      delete: operation('deleteGroupRole', {
        summary: 'Remove a mapping',
        description: 'Whoever had the role by this group alone loses it.',
        responses: { 200: success('Done.', ref('Nothing')), ...faults(false, 404) },
      }),
    },
  };
};

/** A schema with further members. */
function besides({ properties, required, ...rest }: Schema, more: Schema, optional: Schema): Schema {
  const { examples: _examples, ...kept } = rest;
  return {
    ...kept,
    properties: { ...(properties as Schema), ...more, ...optional },
    required: [...(required as string[]), ...Object.keys(more)],
  };
}

const readPreferences = (): Operation =>
  operation('getPreferences', {
    summary: 'Read the own preferences',
    description: 'What pages remember for the user of the token: an empty object until something was stored.',
    parameters: [parameter('IfNoneMatch')],
    responses: {
      200: success('The preferences.', PREFERENCES, 'ETag'),
      304: NOT_MODIFIED,
      ...faults(false, 400),
    },
  });

const storePreferences = (): Operation =>
  operation('storePreferences', {
    summary: 'Store the own preferences',
    description:
      'The object takes the place of the one that there was. Preferences belong to the user, whatever the token; they go with the user, ' +
      'and are part of backups. The journal does not tell of them.',
    parameters: [parameter('IfMatch')],
    requestBody: { required: true, content: json(PREFERENCES) },
    responses: { 200: success('As stored.', PREFERENCES, 'ETag'), ...faults(true, 412) },
  });

const signInChoices = (): Operation =>
  operation('getSignInChoices', {
    summary: 'What somebody may choose who logs in',
    description: 'For the pages, which ask it before anybody has logged in.',
    security: OPEN,
    responses: { 200: success('The choices.', ref('SignInChoices')), ...openFaults(429) },
  });

const login = (): Operation =>
  operation('login', {
    summary: 'Log in',
    description:
      'Five failures a minute per login and address, and thirty per address, are answered with 429. The value is ' +
      'compared with logins first, then with e-mail addresses. The pages of this server, and nobody else (403), ask with ' +
      '`X-Meridian-Session: cookie` for a session: its secret is then in a cookie, which counts for requests of these pages alone, ' +
      'and their scripts send the id of the session as `X-Meridian-Page`.',
    security: OPEN,
    parameters: [SESSION_HEADER],
    requestBody: anyBody(ref('Credentials')),
    responses: {
      200: success('The token, or the session, and its user.', { oneOf: [ref('LoggedIn'), ref('SessionGiven')] }),
      ...openFaults(400, 401, 403, 408, 413, 415, 422, 429),
    },
  });

const changePassword = (operationId: string, stoodInFor?: string): Operation =>
  operation(operationId, {
    summary: stoodInFor ? 'Change the own password by a form' : 'Change the own password',
    description: 'Every token of the user ends, this one too. A named token cannot do this.',
    requestBody: stoodInFor ? byForm(stoodInFor, ref('ChangePassword')) : anyBody(ref('ChangePassword')),
    responses: { 200: success('Done.', ref('Nothing')), ...faults(true, ...(stoodInFor ? [405] : [])) },
  });

const endToken = (operationId: string, summary: string): Operation =>
  operation(operationId, {
    summary,
    responses: { 200: success('Done.', ref('Nothing')), ...faults(true, 404, 405) },
  });

/** The routes of a limit, for administrators. */
function requestLimit(name: string, whose: string, counted: string): PathItem {
  const description = `${counted} For administrators.`;
  const responses = (body: boolean): Operation['responses'] => ({
    200: success('The limit.', ref('RequestLimit')),
    ...faults(body, 404, ...(body ? [405] : [])),
  });
  return {
    parameters: [parameter('Id')],
    get: operation(`get${name}RequestLimit`, {
      summary: `Read the limit of requests ${whose}`,
      description,
      responses: responses(false),
    }),
    put: operation(`set${name}RequestLimit`, {
      summary: `Set the limit of requests ${whose}`,
      description,
      requestBody: anyBody(ref('RequestLimitUpdate')),
      responses: responses(true),
    }),
    post: operation(`override${name}RequestLimit`, {
      summary: `Set the limit of requests ${whose} by a form`,
      description,
      requestBody: byForm('PUT', ref('RequestLimitUpdate')),
      responses: responses(true),
    }),
  };
}

/** A form that names its method. */
function byForm(method: string, schema?: Schema): Body {
  const named = { type: 'object', properties: { _method: { type: 'string', const: method } }, required: ['_method'] };
  return { required: true, content: forms(schema ? { allOf: [schema, named] } : named) };
}

const listTokens = (): Operation =>
  operation('listTokens', {
    summary: 'List named tokens, or log-ins',
    description: 'The own ones; for administrators those of everybody. Values are never shown again.',
    parameters: [
      {
        name: 'sessions',
        in: 'query',
        description:
          'With `1`, log-ins that have not ended, those of browsers and of programs, in place of named tokens.',
        schema: { type: 'string', enum: ['1', '0', 'true', 'false'] },
        example: '0',
      },
    ],
    responses: {
      200: success('The tokens.', { type: 'array', items: { anyOf: [ref('Token'), ref('LogIn')] } }),
      ...faults(false, 400),
    },
  });

const createToken = (): Operation =>
  operation('createToken', {
    summary: 'Make a named token',
    description: 'For scripts: its value is shown this once. A named token cannot make others.',
    requestBody: anyBody(ref('NewToken')),
    responses: { 201: success('The token with its value.', ref('MadeToken')), ...faults(true) },
  });

/** A user as `/api/me` answers: the object with every ability, and what was delegated. */
function withRights({ properties, required, ...rest }: Schema): Schema {
  const { examples: _examples, description: _description, ...kept } = rest;
  return {
    ...kept,
    description: 'The user of the token, with every ability and what was delegated to them.',
    properties: {
      ...(properties as Schema),
      abilities: { type: 'array', items: { type: 'string', examples: ['application_access'] } },
      delegated: {
        type: 'object',
        description:
          'Objects that the user may list, read and change one by one, without the right to all of their resource: ids by its path.',
        additionalProperties: { type: 'array', items: { type: 'integer', minimum: 1 } },
        examples: [{ processes: [2, 7] }],
      },
      perimeters: {
        type: 'array',
        description: 'Of whom perimeters limit: these. Left out where none do.',
        items: strict({ id: { type: 'integer', minimum: 1, 'x-resource': 'perimeters' }, name: { type: 'string' } }),
        examples: [[{ id: 1, name: 'Human resources' }]],
      },
      homes: {
        type: 'array',
        description:
          'Where homes limit besides: of the perimeters only what is at home in these. Left out where only one of the two limits.',
        items: strict({ id: { type: 'integer', minimum: 1, 'x-resource': 'perimeters' }, name: { type: 'string' } }),
      },
      identities: IDENTITIES,
      way: {
        type: 'string',
        enum: ['password', 'ldap', 'oidc', 'passkey', 'device', 'token', 'jwt'],
        description: 'How the caller came in: by which log-in, a named token, or a token of the provider.',
      },
      enrol: ENROL,
      session: { ...SESSION, description: 'In the pages of a browser: their session.' },
    },
    required: [...(required as string[]), 'abilities', 'delegated', 'identities', 'way'],
  };
}
