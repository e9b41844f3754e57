/** What an object must tell at each level of maturity: its columns and links, by type. */

const NEEDS = 'security_need_c security_need_i security_need_a security_need_t';
const PLACE = 'site_id building_id';

/** Columns and links by level, separated by blanks; `a|b`: either of them. */
export type Criteria = Partial<Record<1 | 2 | 3, string>>;

/** The views and their types, in the order of the report. */
export const CRITERIA: Readonly<Record<string, Readonly<Record<string, Criteria>>>> = {
  Ecosystem: {
    entities: { 1: 'description security_level contact_point processes' },
    relations: { 1: 'description type', 2: 'importance' },
  },
  Business: {
    'macro-processuses': { 2: `description io_elements ${NEEDS}`, 3: 'owner' },
    processes: { 1: 'description in_out owner', 2: `macroprocess_id ${NEEDS}` },
    activities: { 2: 'description' },
    operations: { 1: 'description', 2: 'actors', 3: 'tasks' },
    tasks: { 3: 'description' },
    actors: { 2: 'contact nature type' },
    information: { 1: 'description owner administrator storage', 2: `${NEEDS} sensitivity` },
  },
  Applications: {
    'application-blocks': { 2: 'description responsible applications' },
    applications: { 1: 'description technology type users processes', 2: `responsible ${NEEDS}` },
    'application-services': { 2: 'description applications' },
    'application-modules': { 2: 'description' },
    databases: { 1: 'description type entity_resp_id responsible', 2: NEEDS },
    'application-flows': {
      1:
        'description application_source_id|service_source_id|module_source_id|database_source_id ' +
        'application_dest_id|service_dest_id|module_dest_id|database_dest_id',
    },
  },
  Administration: {
    'zone-admins': { 1: 'description' },
    annuaires: { 1: 'description solution zone_admin_id' },
    'forest-ads': { 1: 'description zone_admin_id' },
    domains: { 1: 'description domain_ctrl_cnt user_count machine_count relation_inter_domaine' },
  },
  'Logical infrastructure': {
    networks: { 1: `description responsible responsible_sec ${NEEDS}` },
    subnetworks: { 1: 'description address default_gateway ip_allocation_type dmz wifi vlan_id' },
    gateways: { 1: 'description authentification ip' },
    'external-connected-entities': { 2: 'type contacts' },
    'network-switches': { 1: 'description' },
    routers: { 1: 'description' },
    'security-devices': { 1: 'description' },
    clusters: { 1: 'description type' },
    'logical-servers': {
      1: 'description operating_system environment address_ip applications physical_servers|clusters',
    },
    vlans: { 1: 'description' },
    certificates: { 2: 'description type start_validity end_validity applications|logical_servers' },
  },
  'Physical infrastructure': {
    sites: { 1: 'description' },
    buildings: { 1: 'description' },
    bays: { 1: 'description' },
    'physical-servers': { 1: `description configuration responsible ${PLACE}` },
    workstations: { 1: `description ${PLACE}` },
    phones: { 1: `description ${PLACE}` },
    'storage-devices': { 1: `description ${PLACE}` },
    peripherals: { 1: `description responsible ${PLACE}` },
    'physical-switches': { 1: `description type ${PLACE}` },
    'physical-routers': { 1: `description type ${PLACE}` },
    'wifi-terminals': { 1: `description type ${PLACE}` },
    'physical-security-devices': { 1: `description type ${PLACE}` },
    lans: { 1: 'description' },
  },
};
