/** Differences in texts and refusals; see `allowed.ts`. */
import type { Allowed } from './allowed.js';

const ANY = /./;
const FAILURE = /^(status|body\.(code|message|errors))$/;
const TEXT = /^body\.(message|errors\.[\w.]+)$/;
const ONLY_A_MESSAGE = 'Always JSON, whatever `Accept` says: `{"message", "code"}`';
const ORDER = '401 → 403 → 404 → 422';

export const ALLOWED_REFUSALS: Allowed[] = [
  // Texts. Those of 403, 404 and 405 are not promised; those of validation are.
  ...[
    [/^\[?": attribute field is required\./, /^\[?"The \w+ field is required\./, '"The name field is required."'],
    [
      /^\[?": attribute has already been taken/,
      /^\[?"The \w+ has already been taken\./,
      '"The name has already been taken."',
    ],
    [/^"No query results for model/, /^"There is no object “\w+” among [^"]+\."$/, ONLY_A_MESSAGE],
    [/^"403 Forbidden"$/, /^"You lack the right \w+\."$/, ONLY_A_MESSAGE],
    [/^"404 Not Found"$/, /^"There is no intact content of document \d+\."$/, ONLY_A_MESSAGE],
    [/^"Unauthenticated"$/, /^"Unauthenticated\."$/, ONLY_A_MESSAGE],
    [/^"The route api\//, /^"The route \/api\//, ONLY_A_MESSAGE],
    [
      /^"The \w+ method is not supported for route api\//,
      /^"The \w+ method is not supported for \/api\//,
      ONLY_A_MESSAGE,
    ],
  ].map(([recorded, ours, contract]) => ({
    request: ANY,
    place: TEXT,
    recorded: recorded as RegExp,
    ours: ours as RegExp,
    contract: contract as string,
  })),
  // Signing in.
  {
    request: /\/login_(bad_password|unknown_user)$/,
    place: FAILURE,
    recorded: /^(400|"This user)/,
    ours: /^(401|"These cred)/,
    contract: '**401** with one neutral message',
  },
  {
    request: /\/login_array_login$/,
    place: FAILURE,
    recorded: /^(400|"This user)/,
    ours: /^(422|"The login field must be a string)/,
    contract: 'values must be strings',
  },
  {
    request: /\/login_malformed_json$/,
    place: FAILURE,
    recorded: /422|attribute field/,
    ours: /^(400|undefined|"The body is not valid JSON)/,
    contract: 'Invalid JSON: 400.',
  },
  {
    request: /\/login_email_key$/,
    place: FAILURE,
    recorded: /422|attribute field/,
    ours: /^(200|undefined)$/,
    contract: '`email` is accepted in place of `login`',
  },
  {
    request: /_session_cookie_|\/session_cookie_only$/,
    place: /^(status|body(\.data)?)$/,
    recorded: /^(200|[[{])/,
    ours: /^(401|undefined|\{"message":"Unauth)/,
    contract: 'Never a redirect, a cookie or HTML.',
  },
  // Order of answers, paths and methods.
  {
    request: /\/auditor_delete_missing$/,
    place: FAILURE,
    recorded: /^(404|"No query)/,
    ours: /^(403|"You lack)/,
    contract: ORDER,
  },
  {
    request: /\/no_token_missing_id$/,
    place: FAILURE,
    recorded: /^(404|"No query)/,
    ours: /^(401|"Unauth)/,
    contract: ORDER,
  },
  {
    request: /\/create_form_route$/,
    place: FAILURE,
    recorded: /^(500|"Server Error)/,
    ours: /^(404|"There is no)/,
    contract: 'anything else in the path is 404',
  },
  {
    request: /\/edit_form_route$/,
    place: FAILURE,
    recorded: /^(500|"Server Error)/,
    ours: /^(404|"The route)/,
    contract: '404 also for unknown routes',
  },
  {
    request: /\/options_preflight$/,
    place: /^type$/,
    ours: /^undefined$/,
    contract: 'CORS: list in the environment, default none',
  },
];
