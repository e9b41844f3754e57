/** Differences in what is stored and answered; see `allowed.ts`. */
import type { Allowed } from './allowed.js';
import type { Difference } from './comparison.js';

const FAILURE = /^(status|body\.(code|message|errors))$/;

const ascending = ({ recorded, ours }: Difference): boolean =>
  Array.isArray(recorded) && JSON.stringify([...recorded].sort((a, b) => a - b)) === JSON.stringify(ours);

export const ALLOWED_ANSWERS: Allowed[] = [
  // Single objects.
  {
    request: /put|PUT/,
    place: /^body$/,
    recorded: /^\[\]$/,
    ours: /^\{.*"id":\d/,
    contract: '200 bare updated object',
  },
  {
    request: /\/put_empty$/,
    place: FAILURE,
    recorded: /422|attribute field/,
    ours: /^(200|undefined)$/,
    contract: 'Partial: an absent field stays',
  },
  {
    request: /./,
    place: /^body\.data\.\w+$/,
    when: ascending,
    contract: 'every link field as an array of ids (live targets, ascending)',
  },
  {
    request: /\/admin-users_(post2|get)$/,
    place: /description$/,
    recorded: /^"<p>d<\/p>"$/,
    ours: /^"d"$/,
    contract: 'no paragraph is added, `<p>x</p>` stays, `x` stays',
  },
  // Limits. The recorded ones were those of every minute, for administrators too.
  {
    request: /\/rate_limit_429_/,
    place: FAILURE,
    recorded: /^(429|"Too Many)/,
    ours: /^(200|undefined)$/,
    contract: 'Admin unlimited by default',
  },
  {
    request: /\/rate_limit_login_/,
    place: FAILURE,
    recorded: /^(429|"Too Many)/,
    ours: /^(200|undefined)$/,
    contract: 'Too many failures (5 a minute per login and address',
  },
  // Mass actions.
  {
    request: /\/get_after_/,
    place: /\.(cpu|clusters)$/,
    recorded: /^(null|\[\])$/,
    ours: /^("16"|\[1\])$/,
    contract: 'All fields and links of single writes work.',
  },
  {
    request: /\/update_swap_names$/,
    place: FAILURE,
    recorded: /422|attribute has/,
    ours: /^(200|undefined)$/,
    contract: 'two names may be swapped',
  },
  {
    request: /\/get_after_swap_names$/,
    place: /\.name$/,
    recorded: /m1b/,
    ours: /m2b/,
    contract: 'two names may be swapped',
  },
  {
    request: /\/update_same_new_name_twice$/,
    place: /^(status|body\.status)$/,
    recorded: /^(200|"ok")$/,
    ours: /^422$/,
    contract: 'Names repeated inside one payload are 422.',
  },
  {
    request: /\/get_after_same_new_name_twice$/,
    place: /\.name$/,
    recorded: /mx"$/,
    ours: /m2b"$/,
    contract: 'one bad item stores nothing',
  },
  {
    request: /\/update_soft_deleted$/,
    place: FAILURE,
    recorded: /^(404|"No query)/,
    ours: /^(422|"The selected id)/,
    contract: 'unknown id: `items.N.id`',
  },
  // Users and documents.
  {
    request: /\/users_post_without_login_500$/,
    place: FAILURE,
    recorded: /^(500|"Server Error)/,
    ours: /^(422|"The login field is required)/,
    contract: 'login is required on create',
  },
  // Reports.
  {
    request: /\/auditor_report$/,
    place: /^(type|body)$/,
    ours: /^("application\/json"|\{"report":"entities")/,
    contract: '`application/json` alone → json [+]',
  },
];
