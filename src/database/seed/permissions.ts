/** The rights and roles of a new map, and what an existing one lacks of them. */

const VERBS = ['create', 'edit', 'show', 'delete', 'access'] as const;

/** Titles under the ids that they have always had: a key stands for its five verbs, a full title for itself. */
const FROM_ID: ReadonlyArray<readonly [number, string[], string[]?]> = [
  [1, [], ['user_management_access']],
  [2, ['permission', 'role', 'user', 'entity'], ['ecosystem_access']],
  [23, ['relation', 'process'], ['metier_access']],
  [34, ['operation', 'actor', 'activity', 'task', 'information', 'application_block', 'application']],
  [75, ['application_service', 'database', 'flux', 'zone_admin'], ['administration_access']],
  [96, ['annuaire', 'forest_ad', 'domaine_ad'], ['infrastructure_access']],
  [112, ['network', 'subnetwork', 'gateway', 'external_connected_entity', 'network_switch', 'router']],
  [142, ['security_device', 'dhcp_server', 'dnsserver', 'logical_server'], ['physicalinfrastructure_access']],
  [163, ['site', 'building', 'bay', 'physical_server', 'workstation', 'storage_device', 'peripheral', 'phone']],
  [203, ['physical_switch', 'physical_router', 'wifi_terminal', 'physical_security_device', 'wan', 'man', 'lan']],
  [238, ['vlan', 'application_module'], ['audit_log_show', 'audit_log_access']],
  [250, ['macro_processus'], ['configuration_access', 'profile_password_edit']],
  [257, ['certificate'], ['configure']],
  [263, ['physical_link'], ['gdpr_access']],
  [269, ['security_control', 'data_processing'], ['patching_access', 'patching_make']],
  [281, ['cluster', 'logical_flow', 'admin_user', 'graph', 'container']],
  [306, [], ['tools_access', 'explore_access', 'reports_access', 'module_manage']],
  [310, ['document', 'backup', 'query', 'zone', 'cartographer']],
];

/** The five titles of a key: `site_create`, `site_edit`, `site_show`, `site_delete`, `site_access`. */
export const titlesOf = (key: string): string[] => VERBS.map((verb) => `${key}_${verb}`);

/** Every title that a map starts with, with the id to use where it is free. */
export const PERMISSIONS: ReadonlyArray<{ id: number; title: string }> = FROM_ID.flatMap(([first, keys, titles = []]) =>
  [...keys.flatMap(titlesOf), ...titles].map((title, i) => ({ id: first + i, title })),
);

const withKeys = (...keys: string[]): Set<string> => new Set(keys.flatMap(titlesOf));

const ADMINISTRATION = withKeys('permission', 'role', 'user', 'dhcp_server', 'dnsserver', 'cartographer');
const MENUS = new Set(['user_management_access', 'configuration_access', 'module_manage']);
const APPLICATION_VIEW = withKeys(
  'application_block',
  'application',
  'application_service',
  'application_module',
  'database',
  'flux',
);
const READ_ONLY_EXTRAS = ['document', 'backup', 'query'].flatMap((key) => [`${key}_show`, `${key}_access`]);
const NEVER = new Set(['user_management_access', 'permission_create', 'permission_edit', 'permission_delete']);

/** The four roles of a new map, and the titles that each holds. Role 1 passes every check whatever it holds. */
export const ROLES: ReadonlyArray<{ id: number; title: string; holds: (title: string) => boolean }> = [
  { id: 1, title: 'Admin', holds: (title) => !NEVER.has(title) },
  { id: 2, title: 'User', holds: (title) => !ADMINISTRATION.has(title) && !MENUS.has(title) },
  {
    id: 3,
    title: 'Auditor',
    holds: (title) => /_(show|access)$/.test(title) && !ADMINISTRATION.has(title) && !MENUS.has(title),
  },
  {
    id: 4,
    title: 'Cartographer',
    holds: (title) =>
      APPLICATION_VIEW.has(title) || [...READ_ONLY_EXTRAS, 'configure', 'profile_password_edit'].includes(title),
  },
];

const READ_TITLES = new Set(['permission_show', 'permission_access']);

/** What roles of an existing map are given once, so that every type of object can be reached. */
export const ADDITIONS: ReadonlyArray<{ role: string; gains: (title: string) => boolean }> = [
  {
    role: 'Admin',
    gains: (title) => READ_TITLES.has(title) || withKeys('dhcp_server', 'dnsserver', 'cartographer').has(title),
  },
  { role: 'User', gains: (title) => withKeys('zone').has(title) },
  { role: 'Auditor', gains: (title) => ['zone_show', 'zone_access'].includes(title) },
];

/** Under which title roles of an older database may hold a right; undefined if it never had another. */
export const formerTitle = (title: string): string | undefined =>
  /^application_(create|edit|show|delete|access)$/.test(title) ? `m_${title}` : undefined;
