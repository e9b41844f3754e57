/** An entry of the journal as an event of the Open Cybersecurity Schema Framework (OCSF 1.5). */
import { version } from '../../core/version.js';
import type { Row } from '../../database/database.js';
import { registry } from '../../engine/index.js';

const [AUTHENTICATION, ACCOUNT_CHANGE, ENTITY_MANAGEMENT, API_ACTIVITY] = [3002, 3001, 3004, 6003];
const [SUCCESS, FAILURE] = [1, 2];
const OTHER = 99;

interface Kind {
  class: number;
  activity: number;
  failed?: true;
}

/** What each word of the journal is; changes of users and all that is not here: see `kindOf`. */
const KINDS: Readonly<Record<string, Kind>> = {
  logged_in: { class: AUTHENTICATION, activity: 1 },
  login_refused: { class: AUTHENTICATION, activity: 1, failed: true },
  logged_out: { class: AUTHENTICATION, activity: 2 },
  session_confirmed: { class: AUTHENTICATION, activity: OTHER },
  factor_refused: { class: AUTHENTICATION, activity: OTHER, failed: true },
  password_refused: { class: AUTHENTICATION, activity: OTHER, failed: true },
  token_created: { class: AUTHENTICATION, activity: OTHER },
  token_revoked: { class: AUTHENTICATION, activity: OTHER },
  user_provisioned: { class: ACCOUNT_CHANGE, activity: 1 },
  user_enabled: { class: ACCOUNT_CHANGE, activity: 2 },
  password_changed: { class: ACCOUNT_CHANGE, activity: 3 },
  user_disabled: { class: ACCOUNT_CHANGE, activity: 5 },
  factor_added: { class: ACCOUNT_CHANGE, activity: 10 },
  factor_removed: { class: ACCOUNT_CHANGE, activity: 11 },
  factors_taken: { class: ACCOUNT_CHANGE, activity: 11 },
  recovery_codes_made: { class: ACCOUNT_CHANGE, activity: OTHER },
  identity_linked: { class: ACCOUNT_CHANGE, activity: OTHER },
  identity_unlinked: { class: ACCOUNT_CHANGE, activity: OTHER },
  roles_synced: { class: ACCOUNT_CHANGE, activity: OTHER },
  created: { class: ENTITY_MANAGEMENT, activity: 1 },
  updated: { class: ENTITY_MANAGEMENT, activity: 3 },
  deleted: { class: ENTITY_MANAGEMENT, activity: 4 },
  restored: { class: ENTITY_MANAGEMENT, activity: OTHER },
  merged: { class: ENTITY_MANAGEMENT, activity: OTHER },
  unmerged: { class: ENTITY_MANAGEMENT, activity: OTHER },
  exported: { class: API_ACTIVITY, activity: 2 },
  executed: { class: API_ACTIVITY, activity: 2 },
  imported: { class: API_ACTIVITY, activity: 1 },
};
/** Changes of users are changes of accounts. */
const OF_USERS: Readonly<Record<string, number>> = { created: 1, deleted: 6 };

/** Columns that are never told, in whatever an entry holds: the older application writes whole rows. */
let hidden: ReadonlySet<string> | undefined;
const ALWAYS_HIDDEN = ['password', 'remember_token', 'token', 'secret', 'hash'];

/** What an entry holds besides, without what is hidden. */
function shownOf(value: unknown): unknown {
  hidden ??= new Set([
    ...ALWAYS_HIDDEN,
    ...registry.all().flatMap(({ fields }) => fields.flatMap((field) => (field.hidden ? [field.name] : []))),
  ]);
  if (Array.isArray(value)) return value.map(shownOf);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !hidden!.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, shownOf(inner)]));
}

function kindOf(action: string, path: string | undefined): Kind {
  if (path === 'users' && KINDS[action]?.class === ENTITY_MANAGEMENT)
    return { class: ACCOUNT_CHANGE, activity: OF_USERS[action] ?? OTHER };
  return KINDS[action] ?? { class: API_ACTIVITY, activity: OTHER };
}

/** The event. `row`: an entry, with the columns of `contentColumns`; `number`: of its link, `time` its moment in milliseconds. */
export function ocsfOf(row: Row, number: number, time: number): Record<string, unknown> {
  const action = String(row['description']);
  const type = row['subject_type'] === null ? undefined : String(row['subject_type']);
  const path = registry.all().find(({ polymorphicType }) => polymorphicType === type)?.path;
  const kind = kindOf(action, path);
  const held = propertiesOf(row);
  const subject = row['subject_id'] === null ? undefined : String(row['subject_id']);
  const by = row['user_id'] === null ? undefined : String(row['user_id']);
  const address = typeof row['host'] === 'string' && /^[\d.]+$|:/.test(row['host']) ? row['host'] : undefined;
  const endpoint = address === undefined ? { name: String(row['host'] ?? '') || 'unknown' } : { ip: address };
  const user = userOf(path, subject, by, held);
  return {
    category_uid: kind.class === API_ACTIVITY ? 6 : 3,
    ...{ class_uid: kind.class, activity_id: kind.activity, type_uid: kind.class * 100 + kind.activity },
    ...(kind.activity === OTHER && { activity_name: action }),
    ...{ severity_id: kind.failed ? 3 : 1, status_id: kind.failed ? FAILURE : SUCCESS, time, message: action },
    metadata: {
      ...{ version: '1.5.0', uid: String(row['id']), sequence: number },
      product: { name: 'Meridian', vendor_name: 'Meridian', version: version() },
      ...(typeof held['request_id'] === 'string' && held['request_id'] && { correlation_uid: held['request_id'] }),
    },
    ...(kind.class === AUTHENTICATION && { user, service: { name: 'Meridian' }, src_endpoint: endpoint }),
    ...(kind.class === ACCOUNT_CHANGE && { user, ...actorOf(by), src_endpoint: endpoint }),
    ...(kind.class === ENTITY_MANAGEMENT && {
      entity: { type: path ?? type ?? 'unknown', uid: subject ?? '0' },
      ...actorOf(by),
    }),
    ...(kind.class === API_ACTIVITY && {
      actor: { user: { uid: by ?? '0' } },
      api: { operation: action },
      src_endpoint: endpoint,
      ...(path !== undefined && { resources: [{ type: path, ...(subject !== undefined && { uid: subject }) }] }),
    }),
    unmapped: { journal: held },
  };
}

const actorOf = (by: string | undefined) => (by === undefined ? {} : { actor: { user: { uid: by } } });

/** Whose account it is: that of the subject, or else of whoever did it; of a refused log-in the name that was tried. */
function userOf(
  path: string | undefined,
  subject: string | undefined,
  by: string | undefined,
  held: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const uid = (path === 'users' ? subject : undefined) ?? by;
  const login = held['login'];
  const name = typeof login === 'string' && login ? login : undefined;
  return { ...(uid !== undefined && { uid }), ...(name !== undefined && { name }), ...(!uid && !name && { uid: '0' }) };
}

function propertiesOf(row: Row): Record<string, unknown> {
  try {
    const held = shownOf(JSON.parse(String(row['properties'] ?? '{}')));
    return typeof held === 'object' && held !== null && !Array.isArray(held) ? (held as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
