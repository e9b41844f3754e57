/**
 * The types of every resource. Made by scripts/client-types.mjs out of the OpenAPI document: not to be edited.
 *
 * `XRow` is a line of a list, `X` a single read with the ids of its links, `XInput` what changes one.
 */

/** JSON of any shape. */
export interface Json {
  [member: string]: unknown;
}

/** Methods that read. */
export type Reads = 'list' | 'page' | 'pageByCursor' | 'each' | 'count' | 'get';
/** Methods that write. */
export type Writes = 'create' | 'update' | 'delete' | 'massStore' | 'massUpdate' | 'massDestroy';
/** Methods that move objects in files. */
export type Exchanges = 'export' | 'import';

/** Fields of which some must be there. */
export type Needing<T, K extends keyof T> = T & Required<Pick<T, K>>;

/** What stands behind the name of a column in a filter: by the kind of column, and by what it takes. */
export interface Operators {
  text: {
    list: '' | '_not' | '_in' | '_not_in' | '_starts' | '_ends' | '_like';
    one: '_lt' | '_lte' | '_gt' | '_gte';
    two: '_between';
    flag: '_null' | '_empty';
  };
  number: {
    list: '' | '_not' | '_in' | '_not_in';
    one: '_lt' | '_lte' | '_gt' | '_gte';
    two: '_between';
    flag: '_null' | '_empty';
  };
  flag: {
    list: '' | '_not' | '_in' | '_not_in';
    one: '_lt' | '_lte' | '_gt' | '_gte';
    two: '_between';
    flag: '_null' | '_empty';
  };
  day: {
    list: '' | '_not' | '_in' | '_not_in';
    one: '_lt' | '_lte' | '_gt' | '_gte' | '_after' | '_before';
    two: '_between';
    flag: '_null' | '_empty';
  };
  moment: {
    list: '' | '_not' | '_in' | '_not_in';
    one: '_lt' | '_lte' | '_gt' | '_gte' | '_after' | '_before';
    two: '_between';
    flag: '_null' | '_empty';
  };
}

/** The names of reports. */
export type ReportName =
  | 'cartography'
  | 'entities'
  | 'applicationsByBlocks'
  | 'directory'
  | 'logicalServers'
  | 'securityNeeds'
  | 'logicalServerConfigs'
  | 'externalAccess'
  | 'physicalInventory'
  | 'vlans'
  | 'workstations'
  | 'activityList'
  | 'activityReport'
  | 'impacts'
  | 'rto'
  | 'backups'
  | 'maturity'
  | 'changes'
  | 'zones'
  | 'inventory'
  | 'cve';

/** A line of the list of administration zones. */
export interface ZoneAdminRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the administration zone */
  name: string;
  /** Description of the administration zone. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** An area of administration under one authority, with the ids of what it is linked to. */
export interface ZoneAdmin extends ZoneAdminRow {}

/** What changes an administration zone: a field that is absent stays as it is, null clears it. */
export interface ZoneAdminInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the administration zone; unique */
  name?: string;
  /** Description of the administration zone. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
}

/** A line of the list of directories. */
export interface AnnuaireRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the directory service */
  name: string;
  /** Description of the directory service. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Technical product used */
  solution: string | null;
  /** Application that it is */
  application_id: number | null;
  /** Administration zone it belongs to */
  zone_admin_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A directory of users and machines, with the ids of what it is linked to. */
export interface Annuaire extends AnnuaireRow {
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { application_id?: number; zone_admin_id?: number } | null;
}

/** What changes a directory: a field that is absent stays as it is, null clears it. */
export interface AnnuaireInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the directory service; unique */
  name?: string;
  /** Description of the directory service. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Technical product used */
  solution?: string | null;
  /** Application that it is */
  application_id?: number | null;
  /** Administration zone it belongs to */
  zone_admin_id?: number | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { application_id?: number; zone_admin_id?: number } | null;
}

/** A line of the list of AD forests. */
export interface ForestAdRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the forest or LDAP tree */
  name: string;
  /** Description of the forest or LDAP tree. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Administration zone it belongs to */
  zone_admin_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A forest of Active Directory domains, with the ids of what it is linked to. */
export interface ForestAd extends ForestAdRow {
  /** Ids of the AD domains it is linked to */
  domains: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { zone_admin_id?: number } | null;
}

/** What changes an AD forest: a field that is absent stays as it is, null clears it. */
export interface ForestAdInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the forest or LDAP tree; unique */
  name?: string;
  /** Description of the forest or LDAP tree. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Administration zone it belongs to */
  zone_admin_id?: number | null;
  /** Ids of the AD domains it is linked to */
  domains?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { zone_admin_id?: number } | null;
}

/** A line of the list of AD domains. */
export interface DomainRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the AD or LDAP domain */
  name: string;
  /** Description of the AD or LDAP domain. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Number of domain controllers */
  domain_ctrl_cnt: number | null;
  /** Number of users */
  user_count: number | null;
  /** Number of machines */
  machine_count: number | null;
  /** Trust relations with other domains */
  relation_inter_domaine: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** An Active Directory or LDAP domain, with the ids of what it is linked to. */
export interface Domain extends DomainRow {
  /** Ids of the AD forests it is linked to */
  forest_ads: number[];
  /** Ids of the logical servers it is linked to */
  logical_servers: number[];
  /** Servers that carry it: its controllers */
  controllers: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { forest_ads?: number; controllers?: number } | null;
}

/** What changes an AD domain: a field that is absent stays as it is, null clears it. */
export interface DomainInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the AD or LDAP domain; unique */
  name?: string;
  /** Description of the AD or LDAP domain. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Number of domain controllers */
  domain_ctrl_cnt?: number | null;
  /** Number of users */
  user_count?: number | null;
  /** Number of machines */
  machine_count?: number | null;
  /** Trust relations with other domains */
  relation_inter_domaine?: string | null;
  /** Ids of the AD forests it is linked to */
  forest_ads?: readonly number[] | null;
  /** Ids of the logical servers it is linked to */
  logical_servers?: readonly number[] | null;
  /** Servers that carry it: its controllers */
  controllers?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { forest_ads?: number; controllers?: number } | null;
}

/** A line of the list of administration users. */
export interface AdminUserRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Account name */
  user_id: string;
  /** First name */
  firstname: string | null;
  /** Family name */
  lastname: string | null;
  /** Kind of account */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Description of the account. Rich text (HTML) */
  description: string | null;
  /** Domain it belongs to */
  domain_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** An account that administers or uses systems, with the ids of what it is linked to. */
export interface AdminUser extends AdminUserRow {
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Ids of the zones it is linked to */
  zones: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { domain_id?: number } | null;
}

/** What changes an administration user: a field that is absent stays as it is, null clears it. */
export interface AdminUserInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Account name; unique */
  user_id?: string;
  /** First name */
  firstname?: string | null;
  /** Family name */
  lastname?: string | null;
  /** Kind of account */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Description of the account. Rich text (HTML) */
  description?: string | null;
  /** Domain it belongs to */
  domain_id?: number | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Ids of the zones it is linked to */
  zones?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { domain_id?: number } | null;
}

/** A line of the list of application blocks. */
export interface ApplicationBlockRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the application block */
  name: string;
  /** Description of the application block. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Person or team in charge */
  responsible: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A group of applications, with the ids of what it is linked to. */
export interface ApplicationBlock extends ApplicationBlockRow {
  /** Ids of the applications it is linked to */
  applications: number[];
}

/** What changes an application block: a field that is absent stays as it is, null clears it. */
export interface ApplicationBlockInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the application block; unique */
  name?: string;
  /** Description of the application block. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Person or team in charge */
  responsible?: string | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
}

/** A line of the list of applications. */
export interface ApplicationRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the application */
  name: string;
  /** Description of the application. Rich text (HTML) */
  description: string | null;
  /** Comments. Rich text (HTML) */
  comments: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth: number | null;
  /** Person or team in charge */
  responsible: string | null;
  /** Business contact */
  functional_referent: string | null;
  /** Kind, free text */
  type: string | null;
  /** Where it is in its life, free text */
  status: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Technology used */
  technology: string | null;
  /** Hosted outside, free text */
  external: string | null;
  /** How it is hosted, free text */
  hosting: string | null;
  /** Where it is reached */
  urls: string | null;
  /** User population, free text */
  users: string | null;
  /** Publisher of the application */
  editor: string | null;
  /** Entity in charge */
  entity_resp_id: number | null;
  /** Block the application belongs to */
  application_block_id: number | null;
  /** Where the documentation is */
  documentation: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** Recovery time objective, minutes */
  rto: number | null;
  /** Recovery point objective, minutes */
  rpo: number | null;
  /** When it was installed */
  install_date: string | null;
  /** In production since */
  prod_date: string | null;
  /** Last update */
  update_date: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Months between updates */
  patching_frequency: number | null;
  /** Next planned update */
  next_update: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** Software that supports processes, with the ids of what it is linked to. */
export interface Application extends ApplicationRow {
  /** Ids of the entities it is linked to */
  entities: number[];
  /** Ids of the processes it is linked to */
  processes: number[];
  /** Ids of the activities it is linked to */
  activities: number[];
  /** Ids of the application services it is linked to */
  application_services: number[];
  /** The same as `application_services` */
  services: number[];
  /** Ids of the databases it is linked to */
  databases: number[];
  /** Ids of the workstations it is linked to */
  workstations: number[];
  /** Ids of the logical servers it is linked to */
  logical_servers: number[];
  /** Ids of the containers it is linked to */
  containers: number[];
  /** Ids of the security devices it is linked to */
  security_devices: number[];
  /** Ids of the administration users it is linked to */
  administrators: number[];
  /** Ids of the security controls it is linked to */
  security_controls: number[];
  /** Ids of the certificates it is linked to */
  certificates: number[];
  /** Ids of the data processings it is linked to */
  data_processings: number[];
  /** Ids of the peripherals it is linked to */
  peripherals: number[];
  /** Ids of the physical servers it is linked to */
  physical_servers: number[];
  /** Applications that it needs, such as a sign-in or an interface engine, and what becomes of it without them */
  requires: Array<{
    id: number;
    /** What becomes of the application without it */
    effect: 'degraded' | 'down';
  }>;
  /** Applications that need it, and what becomes of them without it */
  required_by: Array<{
    id: number;
    /** What becomes of the application without it */
    effect: 'degraded' | 'down';
  }>;
  /** Contracts that are about it */
  contracts: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: {
    entity_resp_id?: number;
    application_block_id?: number;
    application_services?: number;
    databases?: number;
    workstations?: number;
    logical_servers?: number;
    containers?: number;
    security_devices?: number;
    certificates?: number;
    peripherals?: number;
    physical_servers?: number;
    requires?: number;
    contracts?: number;
    application_flows?: number;
  } | null;
}

/** What changes an application: a field that is absent stays as it is, null clears it. */
export interface ApplicationInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the application; unique */
  name?: string;
  /** Description of the application. Rich text (HTML) */
  description?: string | null;
  /** Comments. Rich text (HTML) */
  comments?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c?: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i?: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a?: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t?: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth?: number | null;
  /** Person or team in charge */
  responsible?: string | null;
  /** Business contact */
  functional_referent?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Where it is in its life, free text */
  status?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Technology used */
  technology?: string | null;
  /** Hosted outside, free text */
  external?: string | null;
  /** How it is hosted, free text */
  hosting?: string | null;
  /** Where it is reached; addresses that begin with http:// or https://, separated by blanks */
  urls?: string | null;
  /** User population, free text */
  users?: string | null;
  /** Publisher of the application */
  editor?: string | null;
  /** Entity in charge */
  entity_resp_id?: number | null;
  /** Block the application belongs to */
  application_block_id?: number | null;
  /** Where the documentation is */
  documentation?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** Recovery time objective, minutes */
  rto?: number | null;
  /** Recovery point objective, minutes */
  rpo?: number | null;
  /** When it was installed */
  install_date?: string | null;
  /** In production since */
  prod_date?: string | null;
  /** Last update */
  update_date?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Months between updates */
  patching_frequency?: number | null;
  /** Next planned update */
  next_update?: string | null;
  /** Ids of the entities it is linked to */
  entities?: readonly number[] | null;
  /** Ids of the processes it is linked to */
  processes?: readonly number[] | null;
  /** Ids of the activities it is linked to */
  activities?: readonly number[] | null;
  /** Ids of the application services it is linked to */
  application_services?: readonly number[] | null;
  /** Ids of the databases it is linked to */
  databases?: readonly number[] | null;
  /** Ids of the workstations it is linked to */
  workstations?: readonly number[] | null;
  /** Ids of the logical servers it is linked to */
  logical_servers?: readonly number[] | null;
  /** Ids of the containers it is linked to */
  containers?: readonly number[] | null;
  /** Ids of the security devices it is linked to */
  security_devices?: readonly number[] | null;
  /** Ids of the administration users it is linked to */
  administrators?: readonly number[] | null;
  /** Ids of the security controls it is linked to */
  security_controls?: readonly number[] | null;
  /** Ids of the certificates it is linked to */
  certificates?: readonly number[] | null;
  /** Ids of the data processings it is linked to */
  data_processings?: readonly number[] | null;
  /** Ids of the peripherals it is linked to */
  peripherals?: readonly number[] | null;
  /** Ids of the physical servers it is linked to */
  physical_servers?: readonly number[] | null;
  /** Applications that it needs, such as a sign-in or an interface engine, and what becomes of it without them. An id alone means `degraded`. */
  requires?: ReadonlyArray<
    | number
    | {
        id: number;
        /** What becomes of the application without it */
        effect?: 'degraded' | 'down';
      }
  > | null;
  /** Applications that need it, and what becomes of them without it. An id alone means `degraded`. */
  required_by?: ReadonlyArray<
    | number
    | {
        id: number;
        /** What becomes of the application without it */
        effect?: 'degraded' | 'down';
      }
  > | null;
  /** Contracts that are about it */
  contracts?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: {
    entity_resp_id?: number;
    application_block_id?: number;
    application_services?: number;
    databases?: number;
    workstations?: number;
    logical_servers?: number;
    containers?: number;
    security_devices?: number;
    certificates?: number;
    peripherals?: number;
    physical_servers?: number;
    requires?: number;
    contracts?: number;
    application_flows?: number;
  } | null;
}

/** A line of the list of application services. */
export interface ApplicationServiceRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Description of the application service. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Comments. Rich text (HTML) */
  comments: string | null;
  /** How the service is exposed */
  exposition: string | null;
  /** Name of the application service */
  name: string;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A service that an application offers to others, with the ids of what it is linked to. */
export interface ApplicationService extends ApplicationServiceRow {
  /** Ids of the application modules it is linked to */
  modules: number[];
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { applications?: number; modules?: number; application_flows?: number } | null;
}

/** What changes an application service: a field that is absent stays as it is, null clears it. */
export interface ApplicationServiceInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Description of the application service. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Comments. Rich text (HTML) */
  comments?: string | null;
  /** How the service is exposed */
  exposition?: string | null;
  /** Name of the application service; unique */
  name?: string;
  /** Ids of the application modules it is linked to */
  modules?: readonly number[] | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { applications?: number; modules?: number; application_flows?: number } | null;
}

/** A line of the list of application modules. */
export interface ApplicationModuleRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the application module */
  name: string;
  /** Description of the application module. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Comments. Rich text (HTML) */
  comments: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A component of an application service, with the ids of what it is linked to. */
export interface ApplicationModule extends ApplicationModuleRow {
  /** Ids of the application services it is linked to */
  application_services: number[];
  /** Ids of the entities it is linked to */
  entities: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { application_services?: number; application_flows?: number } | null;
}

/** What changes an application module: a field that is absent stays as it is, null clears it. */
export interface ApplicationModuleInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the application module; unique */
  name?: string;
  /** Description of the application module. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Comments. Rich text (HTML) */
  comments?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** Ids of the application services it is linked to */
  application_services?: readonly number[] | null;
  /** Ids of the entities it is linked to */
  entities?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { application_services?: number; application_flows?: number } | null;
}

/** A line of the list of databases. */
export interface DatabaseRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the database */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Description of the database. Rich text (HTML) */
  description: string | null;
  /** Person or team in charge */
  responsible: string | null;
  /** Hosted outside, free text */
  external: string | null;
  /** Entity in charge */
  entity_resp_id: number | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A set of data kept by a database engine, with the ids of what it is linked to. */
export interface Database extends DatabaseRow {
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Ids of the entities it is linked to */
  entities: number[];
  /** Ids of the information it is linked to */
  informations: number[];
  /** Ids of the logical servers it is linked to */
  logical_servers: number[];
  /** Ids of the containers it is linked to */
  containers: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { entity_resp_id?: number; logical_servers?: number; containers?: number; application_flows?: number } | null;
}

/** What changes a database: a field that is absent stays as it is, null clears it. */
export interface DatabaseInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the database; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Description of the database. Rich text (HTML) */
  description?: string | null;
  /** Person or team in charge */
  responsible?: string | null;
  /** Hosted outside, free text */
  external?: string | null;
  /** Entity in charge */
  entity_resp_id?: number | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c?: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i?: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a?: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t?: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth?: number | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Ids of the entities it is linked to */
  entities?: readonly number[] | null;
  /** Ids of the information it is linked to */
  informations?: readonly number[] | null;
  /** Ids of the logical servers it is linked to */
  logical_servers?: readonly number[] | null;
  /** Ids of the containers it is linked to */
  containers?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { entity_resp_id?: number; logical_servers?: number; containers?: number; application_flows?: number } | null;
}

/** A line of the list of application flows. */
export interface ApplicationFlowRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the application flow */
  name: string;
  /** Nature of the flow */
  nature: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the application flow. Rich text (HTML) */
  description: string | null;
  /** Source, one of the applications */
  application_source_id: number | null;
  /** Source, one of the application-services */
  service_source_id: number | null;
  /** Source, one of the application-modules */
  module_source_id: number | null;
  /** Source, one of the databases */
  database_source_id: number | null;
  /** Destination, one of the applications */
  application_dest_id: number | null;
  /** Destination, one of the application-services */
  service_dest_id: number | null;
  /** Destination, one of the application-modules */
  module_dest_id: number | null;
  /** Destination, one of the databases */
  database_dest_id: number | null;
  /** Data is encrypted in transit */
  crypted: number | null;
  /** Data moves both ways */
  bidirectional: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
  /** Nature of the flow */
  type: string | null;
}

/** An exchange between applications, services, modules or databases, with the ids of what it is linked to. */
export interface ApplicationFlow extends ApplicationFlowRow {
  /** Ids of the information it is linked to */
  informations: number[];
}

/** What changes an application flow: a field that is absent stays as it is, null clears it. */
export interface ApplicationFlowInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the application flow */
  name?: string;
  /** Nature of the flow */
  nature?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the application flow. Rich text (HTML) */
  description?: string | null;
  /** Source, one of the applications */
  application_source_id?: number | null;
  /** Source, one of the application-services */
  service_source_id?: number | null;
  /** Source, one of the application-modules */
  module_source_id?: number | null;
  /** Source, one of the databases */
  database_source_id?: number | null;
  /** Destination, one of the applications */
  application_dest_id?: number | null;
  /** Destination, one of the application-services */
  service_dest_id?: number | null;
  /** Destination, one of the application-modules */
  module_dest_id?: number | null;
  /** Destination, one of the databases */
  database_dest_id?: number | null;
  /** Data is encrypted in transit */
  crypted?: boolean | number | null;
  /** Data moves both ways */
  bidirectional?: boolean | number | null;
  /** Ids of the information it is linked to */
  informations?: readonly number[] | null;
}

/** A line of the list of audit logs. */
export interface AuditLogRow {
  /** Numeric identifier */
  id: number;
  /** What was done: created, updated, logged_in, … */
  description: string;
  /** Id of the object */
  subject_id: number | null;
  /** Class name of the object, such as App\Models\Application */
  subject_type: string | null;
  /** Id of the user who did it */
  user_id: number | null;
  /** What changed: values before and after, and the id of the request; null where you may not show the object */
  properties: unknown;
  /** Address that the request came from */
  host: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
}

/** What somebody did, and when: changes of objects, log-ins, exports, with the ids of what it is linked to. */
export interface AuditLog extends AuditLogRow {}

/** A line of the list of macro-processes. */
export interface MacroProcessRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the macro-process */
  name: string;
  /** Description of the macro-process. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Inputs and outputs. Rich text (HTML) */
  io_elements: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth: number | null;
  /** Owner */
  owner: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A set of processes that serve one purpose, with the ids of what it is linked to. */
export interface MacroProcess extends MacroProcessRow {
  /** Ids of the processes it is linked to */
  processes: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { processes?: number } | null;
}

/** What changes a macro-process: a field that is absent stays as it is, null clears it. */
export interface MacroProcessInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the macro-process; unique */
  name?: string;
  /** Description of the macro-process. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Inputs and outputs. Rich text (HTML) */
  io_elements?: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c?: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i?: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a?: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t?: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth?: number | null;
  /** Owner */
  owner?: string | null;
  /** Ids of the processes it is linked to */
  processes?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { processes?: number } | null;
}

/** A line of the list of processes. */
export interface ProcessRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the process */
  name: string;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Description of the process. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Owner */
  owner: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth: number | null;
  /** Inputs and outputs. Rich text (HTML) */
  in_out: string | null;
  /** Macro-process it belongs to */
  macroprocess_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A set of activities that produces a result for someone, with the ids of what it is linked to. */
export interface Process extends ProcessRow {
  /** Ids of the information it is linked to */
  informations: number[];
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Ids of the activities it is linked to */
  activities: number[];
  /** Ids of the entities it is linked to */
  entities: number[];
  /** Ids of the operations it is linked to */
  operations: number[];
  /** Ids of the data processings it is linked to */
  data_processings: number[];
  /** Ids of the security controls it is linked to */
  security_controls: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: {
    informations?: number;
    applications?: number;
    activities?: number;
    operations?: number;
    entities?: number;
  } | null;
}

/** What changes a process: a field that is absent stays as it is, null clears it. */
export interface ProcessInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the process; unique */
  name?: string;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Description of the process. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Owner */
  owner?: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c?: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i?: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a?: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t?: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth?: number | null;
  /** Inputs and outputs. Rich text (HTML) */
  in_out?: string | null;
  /** Macro-process it belongs to */
  macroprocess_id?: number | null;
  /** Ids of the information it is linked to */
  informations?: readonly number[] | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Ids of the activities it is linked to */
  activities?: readonly number[] | null;
  /** Ids of the entities it is linked to */
  entities?: readonly number[] | null;
  /** Ids of the operations it is linked to */
  operations?: readonly number[] | null;
  /** Ids of the data processings it is linked to */
  data_processings?: readonly number[] | null;
  /** Ids of the security controls it is linked to */
  security_controls?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: {
    informations?: number;
    applications?: number;
    activities?: number;
    operations?: number;
    entities?: number;
  } | null;
}

/** A line of the list of activities. */
export interface ActivityRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the activity */
  name: string;
  /** Description of the activity. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Recovery time objective, minutes */
  recovery_time_objective: number | null;
  /** Longest bearable outage, minutes */
  maximum_tolerable_downtime: number | null;
  /** Recovery point objective, minutes */
  recovery_point_objective: number | null;
  /** Largest bearable data loss, minutes */
  maximum_tolerable_data_loss: number | null;
  /** Disaster recovery plan */
  drp: string | null;
  /** Link to the recovery plan */
  drp_link: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A step of a process, with its recovery objectives, with the ids of what it is linked to. */
export interface Activity extends ActivityRow {
  /** Ids of the processes it is linked to */
  processes: number[];
  /** Ids of the operations it is linked to */
  operations: number[];
  /** Ids of the applications it is linked to */
  applications: number[];
  impacts: Array<{
    /** Kind of impact */
    impact_type: string;
    /** How severe; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
    severity: number;
  }>;
  /** Ids of the documents it is linked to */
  documents: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { operations?: number; applications?: number } | null;
}

/** What changes an activity: a field that is absent stays as it is, null clears it. */
export interface ActivityInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the activity; unique */
  name?: string;
  /** Description of the activity. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Recovery time objective, minutes */
  recovery_time_objective?: number | null;
  /** Longest bearable outage, minutes */
  maximum_tolerable_downtime?: number | null;
  /** Recovery point objective, minutes */
  recovery_point_objective?: number | null;
  /** Largest bearable data loss, minutes */
  maximum_tolerable_data_loss?: number | null;
  /** Disaster recovery plan */
  drp?: string | null;
  /** Link to the recovery plan */
  drp_link?: string | null;
  /** Ids of the processes it is linked to */
  processes?: readonly number[] | null;
  /** Ids of the operations it is linked to */
  operations?: readonly number[] | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  impacts?: ReadonlyArray<{
    /** Kind of impact */
    impact_type: string;
    /** How severe; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
    severity: number;
  }> | null;
  /** Ids of the documents it is linked to */
  documents?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { operations?: number; applications?: number } | null;
}

/** A line of the list of operations. */
export interface OperationRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the operation */
  name: string;
  /** Description of the operation. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Process it belongs to */
  process_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A piece of an activity, done by actors, with the ids of what it is linked to. */
export interface Operation extends OperationRow {
  /** Ids of the activities it is linked to */
  activities: number[];
  /** Ids of the actors it is linked to */
  actors: number[];
  /** Ids of the tasks it is linked to */
  tasks: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { actors?: number; tasks?: number } | null;
}

/** What changes an operation: a field that is absent stays as it is, null clears it. */
export interface OperationInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the operation; unique */
  name?: string;
  /** Description of the operation. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Process it belongs to */
  process_id?: number | null;
  /** Ids of the activities it is linked to */
  activities?: readonly number[] | null;
  /** Ids of the actors it is linked to */
  actors?: readonly number[] | null;
  /** Ids of the tasks it is linked to */
  tasks?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { actors?: number; tasks?: number } | null;
}

/** A line of the list of tasks. */
export interface TaskRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the task */
  name: string;
  /** Description of the task. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** An elementary piece of work within an operation, with the ids of what it is linked to. */
export interface Task extends TaskRow {
  /** Ids of the operations it is linked to */
  operations: number[];
}

/** What changes a task: a field that is absent stays as it is, null clears it. */
export interface TaskInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the task; unique */
  name?: string;
  /** Description of the task. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Ids of the operations it is linked to */
  operations?: readonly number[] | null;
}

/** A line of the list of actors. */
export interface ActorRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the actor */
  name: string;
  /** Person, group or entity */
  nature: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** How to reach the actor */
  contact: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A person, group or role that carries out operations, with the ids of what it is linked to. */
export interface Actor extends ActorRow {
  /** Ids of the operations it is linked to */
  operations: number[];
}

/** What changes an actor: a field that is absent stays as it is, null clears it. */
export interface ActorInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the actor; unique */
  name?: string;
  /** Person, group or entity */
  nature?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** How to reach the actor */
  contact?: string | null;
  /** Ids of the operations it is linked to */
  operations?: readonly number[] | null;
}

/** A line of the list of information. */
export interface InformationRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the information item */
  name: string;
  /** Description of the information item. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Owner */
  owner: string | null;
  /** Who administers the information */
  administrator: string | null;
  /** Where it is stored */
  storage: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth: number | null;
  /** How sensitive it is */
  sensitivity: string | null;
  /** Legal and regulatory limits. Rich text (HTML) */
  constraints: string | null;
  /** How long data is kept */
  retention: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** Information that processes use and applications hold, with the ids of what it is linked to. */
export interface Information extends InformationRow {
  /** Ids of the databases it is linked to */
  databases: number[];
  /** Ids of the processes it is linked to */
  processes: number[];
  /** Ids of the application flows it is linked to */
  application_flows: number[];
  /** Ids of the information it is linked to */
  children: number[];
  /** Ids of the information it is linked to */
  parents: number[];
  /** Ids of the data processings it is linked to */
  data_processings: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { databases?: number; children?: number; parents?: number } | null;
}

/** What changes an information: a field that is absent stays as it is, null clears it. */
export interface InformationInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the information item; unique */
  name?: string;
  /** Description of the information item. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Owner */
  owner?: string | null;
  /** Who administers the information */
  administrator?: string | null;
  /** Where it is stored */
  storage?: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c?: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i?: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a?: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t?: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth?: number | null;
  /** How sensitive it is */
  sensitivity?: string | null;
  /** Legal and regulatory limits. Rich text (HTML) */
  constraints?: string | null;
  /** How long data is kept */
  retention?: string | null;
  /** Ids of the databases it is linked to */
  databases?: readonly number[] | null;
  /** Ids of the processes it is linked to */
  processes?: readonly number[] | null;
  /** Ids of the application flows it is linked to */
  application_flows?: readonly number[] | null;
  /** Ids of the information it is linked to */
  children?: readonly number[] | null;
  /** Ids of the information it is linked to */
  parents?: readonly number[] | null;
  /** Ids of the data processings it is linked to */
  data_processings?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { databases?: number; children?: number; parents?: number } | null;
}

/** A line of the list of users. */
export interface UserRow {
  /** Numeric identifier */
  id: number;
  /** Sign-in identifier */
  login: string;
  /** Display name */
  name: string | null;
  /** E-mail address */
  email: string | null;
  /** When the e-mail was confirmed */
  email_verified_at: string | null;
  /** Level of detail shown, 1 to 3; 1 level 1, 2 level 2, 3 level 3 */
  granularity: number | null;
  /** Two-letter interface language */
  language: string | null;
  /** What the older product labels flows with: name or nature */
  flow_label: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A person or script that signs in, with the ids of what it is linked to. */
export interface User extends UserRow {
  /** Ids of the roles it is linked to */
  roles: number[];
}

/** What changes an user: a field that is absent stays as it is, null clears it. */
export interface UserInput {
  /** Sign-in identifier; unique */
  login?: string;
  /** Display name; unique */
  name?: string | null;
  /** E-mail address; an e-mail address; unique */
  email?: string | null;
  /** Password, 8 characters to 72 bytes; never read */
  password?: string | null;
  /** Level of detail shown, 1 to 3; 1 level 1, 2 level 2, 3 level 3 */
  granularity?: number | null;
  /** Two-letter interface language; two letters */
  language?: string | null;
  /** What the older product labels flows with: name or nature; name or nature */
  flow_label?: 'name' | 'nature' | null;
  /** Ids of the roles it is linked to */
  roles?: readonly number[] | null;
}

/** A line of the list of roles. */
export interface RoleRow {
  /** Numeric identifier */
  id: number;
  /** Role name */
  title: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A set of permissions that users hold, with the ids of what it is linked to. */
export interface Role extends RoleRow {
  /** Ids of the permissions it is linked to */
  permissions: number[];
  /** Perimeters in which the role gives its rights; none: everywhere */
  perimeters: number[];
}

/** What changes a role: a field that is absent stays as it is, null clears it. */
export interface RoleInput {
  /** Role name; unique */
  title?: string;
  /** Ids of the permissions it is linked to */
  permissions?: readonly number[] | null;
  /** Perimeters in which the role gives its rights; none: everywhere */
  perimeters?: readonly number[] | null;
}

/** A line of the list of permissions. */
export interface PermissionRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Permission key, such as site_edit */
  title: string | null;
  /** Add-on that owns the permission */
  module: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
}

/** The right to one action on one type of object, with the ids of what it is linked to. */
export interface Permission extends PermissionRow {}

/** A line of the list of perimeters. */
export interface PerimeterRow {
  /** Numeric identifier */
  id: number;
  /** Name of the perimeter */
  name: string;
  /** What it is for */
  description: string | null;
  /** Places and entities that are in it with what belongs to them */
  roots: Array<Json> | null;
  /** Filters of lists whose objects are in it */
  rules: Array<Json> | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
}

/** A named part of the map, to which roles can be kept, with the ids of what it is linked to. */
export interface Perimeter extends PerimeterRow {
  /** Roles that give their rights in this perimeter alone */
  roles: number[];
}

/** What changes a perimeter: a field that is absent stays as it is, null clears it. */
export interface PerimeterInput {
  /** Name of the perimeter; unique */
  name?: string;
  /** What it is for */
  description?: string | null;
  /** Places and entities that are in it with what belongs to them */
  roots?: ReadonlyArray<Json> | null;
  /** Filters of lists whose objects are in it */
  rules?: ReadonlyArray<Json> | null;
  /** Roles that give their rights in this perimeter alone */
  roles?: readonly number[] | null;
}

/** A line of the list of cartographers. */
export interface CartographerRow {
  /** Numeric identifier */
  id: number;
  /** Kind of object (class name) */
  cartographiable_type: string;
  /** Object concerned */
  cartographiable_id: number;
  /** User holding the right */
  user_id: number | null;
  /** Role holding the right */
  role_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
}

/** The delegation of one object to a user or a role, with the ids of what it is linked to. */
export interface Cartographer extends CartographerRow {}

/** What changes a cartographer: a field that is absent stays as it is, null clears it. */
export interface CartographerInput {
  /** User holding the right */
  user_id?: number | null;
  /** Role holding the right */
  role_id?: number | null;
}

/** What makes a cartographer. */
export interface CartographerCreate {
  /** Kind of object (class name) */
  cartographiable_type: string;
  /** Object concerned */
  cartographiable_id: number;
  /** User holding the right */
  user_id?: number | null;
  /** Role holding the right */
  role_id?: number | null;
}

/** A line of the list of documents. */
export interface DocumentRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** File name with extension */
  filename: string;
  /** Media type of the content */
  mimetype: string;
  /** Size in bytes */
  size: number;
  /** SHA-256 of the content */
  hash: string;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A file kept with the map, with the ids of what it is linked to. */
export interface Document extends DocumentRow {
  /** Ids of the activities it is linked to */
  activities: number[];
  /** Ids of the entities it is linked to */
  entities: number[];
  /** Ids of the data processings it is linked to */
  data_processings: number[];
  /** Ids of the external connected entities it is linked to */
  external_connected_entities: number[];
  /** Ids of the logical servers it is linked to */
  logical_servers: number[];
  /** Ids of the relations it is linked to */
  relations: number[];
}

/** What changes a document: a field that is absent stays as it is, null clears it. */
export interface DocumentInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** File name with extension */
  filename?: string;
  /** Ids of the activities it is linked to */
  activities?: readonly number[] | null;
  /** Ids of the entities it is linked to */
  entities?: readonly number[] | null;
  /** Ids of the data processings it is linked to */
  data_processings?: readonly number[] | null;
  /** Ids of the external connected entities it is linked to */
  external_connected_entities?: readonly number[] | null;
  /** Ids of the logical servers it is linked to */
  logical_servers?: readonly number[] | null;
  /** Ids of the relations it is linked to */
  relations?: readonly number[] | null;
}

/** What makes a document. */
export interface DocumentCreate {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Ids of the activities it is linked to */
  activities?: readonly number[] | null;
  /** Ids of the entities it is linked to */
  entities?: readonly number[] | null;
  /** Ids of the data processings it is linked to */
  data_processings?: readonly number[] | null;
  /** Ids of the external connected entities it is linked to */
  external_connected_entities?: readonly number[] | null;
  /** Ids of the logical servers it is linked to */
  logical_servers?: readonly number[] | null;
  /** Ids of the relations it is linked to */
  relations?: readonly number[] | null;
}

/** A line of the list of entities. */
export interface EntityRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the entity */
  name: string;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Security level reached. Rich text (HTML) */
  security_level: string | null;
  /** Contact details. Rich text (HTML) */
  contact_point: string | null;
  /** Description of the entity. Rich text (HTML) */
  description: string | null;
  /** Outside the organisation */
  is_external: number | null;
  /** Kind of entity */
  entity_type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Reference number */
  reference: string | null;
  /** Entity it is part of */
  parent_entity_id: number | null;
  /** Identifier in an outside system (legacy) */
  external_ref_id: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
  /** Kind of entity */
  type: string | null;
}

/** An organisation or a part of one: departments, suppliers, partners, with the ids of what it is linked to. */
export interface Entity extends EntityRow {
  /** Ids of the databases it is linked to */
  resp_databases: number[];
  /** Ids of the applications it is linked to */
  resp_applications: number[];
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Ids of the processes it is linked to */
  processes: number[];
  /** Ids of the application modules it is linked to */
  application_modules: number[];
  /** Ids of the databases it is linked to */
  databases: number[];
  /** Ids of the documents it is linked to */
  documents: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { child_entities?: number; parent_entity_id?: number } | null;
}

/** What changes an entity: a field that is absent stays as it is, null clears it. */
export interface EntityInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the entity; unique */
  name?: string;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Security level reached. Rich text (HTML) */
  security_level?: string | null;
  /** Contact details. Rich text (HTML) */
  contact_point?: string | null;
  /** Description of the entity. Rich text (HTML) */
  description?: string | null;
  /** Outside the organisation */
  is_external?: boolean | number | null;
  /** Kind of entity */
  entity_type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Reference number */
  reference?: string | null;
  /** Entity it is part of */
  parent_entity_id?: number | null;
  /** Identifier in an outside system (legacy) */
  external_ref_id?: string | null;
  /** Ids of the databases it is linked to */
  resp_databases?: readonly number[] | null;
  /** Ids of the applications it is linked to */
  resp_applications?: readonly number[] | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Ids of the processes it is linked to */
  processes?: readonly number[] | null;
  /** Ids of the application modules it is linked to */
  application_modules?: readonly number[] | null;
  /** Ids of the databases it is linked to */
  databases?: readonly number[] | null;
  /** Ids of the documents it is linked to */
  documents?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { child_entities?: number; parent_entity_id?: number } | null;
}

/** A line of the list of relations. */
export interface RelationRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Weight of the relationship, coded; 0 not set, 1 low, 2 medium, 3 high, 4 critical */
  importance: number | null;
  /** Name of the relationship */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Description of the relationship. Rich text (HTML) */
  description: string | null;
  /** Entity at the sending end */
  source_id: number | null;
  /** Entity at the receiving end */
  destination_id: number | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Reference number */
  reference: string | null;
  /** Person or team in charge */
  responsible: string | null;
  /** Order number */
  order_number: string | null;
  /** Relationship still in force */
  active: number;
  /** First day of validity */
  start_date: string | null;
  /** Last day of validity */
  end_date: string | null;
  /** Remarks on the state */
  comments: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A relation between two entities: contract, supply, service, with the ids of what it is linked to. */
export interface Relation extends RelationRow {
  /** Ids of the documents it is linked to */
  documents: number[];
  /** Applications that it is about */
  applications: number[];
  /** WANs that it is about */
  wans: number[];
  values: Array<{
    /** Price */
    price: number | null;
    /** From this date on */
    date_price: string | null;
  }>;
}

/** What changes a relation: a field that is absent stays as it is, null clears it. */
export interface RelationInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Weight of the relationship, coded; 0 not set, 1 low, 2 medium, 3 high, 4 critical */
  importance?: number | null;
  /** Name of the relationship */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Description of the relationship. Rich text (HTML) */
  description?: string | null;
  /** Entity at the sending end */
  source_id?: number;
  /** Entity at the receiving end */
  destination_id?: number;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Reference number */
  reference?: string | null;
  /** Person or team in charge */
  responsible?: string | null;
  /** Order number */
  order_number?: string | null;
  /** Relationship still in force */
  active?: boolean | number;
  /** First day of validity */
  start_date?: string | null;
  /** Last day of validity */
  end_date?: string | null;
  /** Remarks on the state */
  comments?: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c?: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i?: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a?: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t?: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth?: number | null;
  /** Ids of the documents it is linked to */
  documents?: readonly number[] | null;
  /** Applications that it is about */
  applications?: readonly number[] | null;
  /** WANs that it is about */
  wans?: readonly number[] | null;
  values?: ReadonlyArray<{
    /** Price */
    price?: number | null;
    /** From this date on */
    date_price?: string | null;
  }> | null;
}

/** A line of the list of data processings. */
export interface DataProcessingRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the processing activity */
  name: string;
  /** Legal basis in short */
  legal_basis: string | null;
  /** Description of the processing activity. Rich text (HTML) */
  description: string | null;
  /** Comments. Rich text (HTML) */
  comments: string | null;
  /** Controller of the processing. Rich text (HTML) */
  responsible: string | null;
  /** Why the data is processed. Rich text (HTML) */
  purpose: string | null;
  /** Legal grounds, free text. Rich text (HTML) */
  lawfulness: string | null;
  /** Ground: consent */
  lawfulness_consent: number | null;
  /** Ground: contract */
  lawfulness_contract: number | null;
  /** Ground: legal duty */
  lawfulness_legal_obligation: number | null;
  /** Ground: vital interest */
  lawfulness_vital_interest: number | null;
  /** Ground: public task */
  lawfulness_public_interest: number | null;
  /** Ground: legitimate interest */
  lawfulness_legitimate_interest: number | null;
  /** Categories of persons and data. Rich text (HTML) */
  categories: string | null;
  /** Where the data comes from */
  data_source: string | null;
  /** Whether supplying data is mandatory */
  data_collection_obligation: string | null;
  /** Who receives the data. Rich text (HTML) */
  recipients: string | null;
  /** Transfers to third countries (misspelt). Rich text (HTML) */
  transfert: string | null;
  /** Automated decisions and profiling */
  automated_decision_making: string | null;
  /** How long data is kept. Rich text (HTML) */
  retention: string | null;
  /** Rights of the persons concerned */
  data_subject_rights: string | null;
  /** Last revision of the register entry */
  update_date: string | null;
  /** Protective measures applied */
  controls: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** An entry of the register of processing activities (GDPR), with the ids of what it is linked to. */
export interface DataProcessing extends DataProcessingRow {
  /** Ids of the processes it is linked to */
  processes: number[];
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Ids of the information it is linked to */
  informations: number[];
  /** Ids of the documents it is linked to */
  documents: number[];
}

/** What changes a data processing: a field that is absent stays as it is, null clears it. */
export interface DataProcessingInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the processing activity; unique */
  name?: string;
  /** Legal basis in short */
  legal_basis?: string | null;
  /** Description of the processing activity. Rich text (HTML) */
  description?: string | null;
  /** Comments. Rich text (HTML) */
  comments?: string | null;
  /** Controller of the processing. Rich text (HTML) */
  responsible?: string | null;
  /** Why the data is processed. Rich text (HTML) */
  purpose?: string | null;
  /** Legal grounds, free text. Rich text (HTML) */
  lawfulness?: string | null;
  /** Ground: consent */
  lawfulness_consent?: boolean | number | null;
  /** Ground: contract */
  lawfulness_contract?: boolean | number | null;
  /** Ground: legal duty */
  lawfulness_legal_obligation?: boolean | number | null;
  /** Ground: vital interest */
  lawfulness_vital_interest?: boolean | number | null;
  /** Ground: public task */
  lawfulness_public_interest?: boolean | number | null;
  /** Ground: legitimate interest */
  lawfulness_legitimate_interest?: boolean | number | null;
  /** Categories of persons and data. Rich text (HTML) */
  categories?: string | null;
  /** Where the data comes from */
  data_source?: string | null;
  /** Whether supplying data is mandatory */
  data_collection_obligation?: string | null;
  /** Who receives the data. Rich text (HTML) */
  recipients?: string | null;
  /** Transfers to third countries (misspelt). Rich text (HTML) */
  transfert?: string | null;
  /** Automated decisions and profiling */
  automated_decision_making?: string | null;
  /** How long data is kept. Rich text (HTML) */
  retention?: string | null;
  /** Rights of the persons concerned */
  data_subject_rights?: string | null;
  /** Last revision of the register entry */
  update_date?: string | null;
  /** Protective measures applied */
  controls?: string | null;
  /** Ids of the processes it is linked to */
  processes?: readonly number[] | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Ids of the information it is linked to */
  informations?: readonly number[] | null;
  /** Ids of the documents it is linked to */
  documents?: readonly number[] | null;
}

/** A line of the list of security controls. */
export interface SecurityControlRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the security measure */
  name: string;
  /** Description of the security measure. Rich text (HTML) */
  description: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A measure that protects applications and processes, with the ids of what it is linked to. */
export interface SecurityControl extends SecurityControlRow {
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Ids of the processes it is linked to */
  processes: number[];
}

/** What changes a security control: a field that is absent stays as it is, null clears it. */
export interface SecurityControlInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the security measure; unique */
  name?: string;
  /** Description of the security measure. Rich text (HTML) */
  description?: string | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Ids of the processes it is linked to */
  processes?: readonly number[] | null;
}

/** A line of the list of networks. */
export interface NetworkRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the network */
  name: string;
  /** Description of the network. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Protocols used */
  protocol_type: string | null;
  /** Person or team in charge */
  responsible: string | null;
  /** Who handles its security */
  responsible_sec: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A network, as a whole of subnetworks, with the ids of what it is linked to. */
export interface Network extends NetworkRow {
  /** Ids of the subnetworks it is linked to */
  subnetworks: number[];
}

/** What changes a network: a field that is absent stays as it is, null clears it. */
export interface NetworkInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the network; unique */
  name?: string;
  /** Description of the network. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Protocols used */
  protocol_type?: string | null;
  /** Person or team in charge */
  responsible?: string | null;
  /** Who handles its security */
  responsible_sec?: string | null;
  /** Confidentiality need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_c?: number | null;
  /** Integrity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_i?: number | null;
  /** Availability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_a?: number | null;
  /** Traceability need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_t?: number | null;
  /** Authenticity need, level; -1 not set, 0 none, 1 low, 2 medium, 3 high, 4 very high */
  security_need_auth?: number | null;
  /** Ids of the subnetworks it is linked to */
  subnetworks?: readonly number[] | null;
}

/** A line of the list of subnetworks. */
export interface SubnetworkRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the subnet */
  name: string;
  /** Description of the subnet. Rich text (HTML) */
  description: string | null;
  /** Address range in CIDR notation */
  address: string | null;
  /** How addresses are assigned */
  ip_allocation_type: string | null;
  /** Who operates the subnet */
  responsible_exp: string | null;
  /** Located in a DMZ (yes/no text) */
  dmz: string | null;
  /** Wireless (yes/no text) */
  wifi: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Subnet it is connected to (legacy) */
  connected_subnets_id: number | null;
  /** Gateway used */
  gateway_id: number | null;
  /** Firewall zone name, free text */
  zone: string | null;
  /** VLAN carrying the subnet */
  vlan_id: number | null;
  /** Network it belongs to */
  network_id: number | null;
  /** Enclosing subnet */
  subnetwork_id: number | null;
  /** Default gateway address */
  default_gateway: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A range of addresses of a network, with the ids of what it is linked to. */
export interface Subnetwork extends SubnetworkRow {
  /** Ids of the external connected entities it is linked to */
  external_connected_entities: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: {
    gateway_id?: number;
    vlan_id?: number;
    network_id?: number;
    subnetwork_id?: number;
    logical_flows?: number;
  } | null;
}

/** What changes a subnetwork: a field that is absent stays as it is, null clears it. */
export interface SubnetworkInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the subnet; unique */
  name?: string;
  /** Description of the subnet. Rich text (HTML) */
  description?: string | null;
  /** Address range in CIDR notation; an address with its prefix length, such as 10.20.0.0/16 */
  address?: string | null;
  /** How addresses are assigned */
  ip_allocation_type?: string | null;
  /** Who operates the subnet */
  responsible_exp?: string | null;
  /** Located in a DMZ (yes/no text) */
  dmz?: string | null;
  /** Wireless (yes/no text) */
  wifi?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Subnet it is connected to (legacy) */
  connected_subnets_id?: number | null;
  /** Gateway used */
  gateway_id?: number | null;
  /** Firewall zone name, free text */
  zone?: string | null;
  /** VLAN carrying the subnet */
  vlan_id?: number | null;
  /** Network it belongs to */
  network_id?: number | null;
  /** Enclosing subnet */
  subnetwork_id?: number | null;
  /** Default gateway address; an IPv4 or IPv6 address */
  default_gateway?: string | null;
  /** Ids of the external connected entities it is linked to */
  external_connected_entities?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: {
    gateway_id?: number;
    vlan_id?: number;
    network_id?: number;
    subnetwork_id?: number;
    logical_flows?: number;
  } | null;
}

/** A line of the list of gateways. */
export interface GatewayRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the gateway */
  name: string;
  /** Description of the gateway. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** IP address */
  ip: string | null;
  /** Authentication means */
  authentification: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A component that joins networks, with the ids of what it is linked to. */
export interface Gateway extends GatewayRow {
  /** Ids of the subnetworks it is linked to */
  subnetworks: number[];
}

/** What changes a gateway: a field that is absent stays as it is, null clears it. */
export interface GatewayInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the gateway; unique */
  name?: string;
  /** Description of the gateway. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** IP address */
  ip?: string | null;
  /** Authentication means */
  authentification?: string | null;
  /** Ids of the subnetworks it is linked to */
  subnetworks?: readonly number[] | null;
}

/** A line of the list of external connected entities. */
export interface ExternalConnectedEntityRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the external connection */
  name: string;
  /** Description of the external connection. Rich text (HTML) */
  description: string | null;
  /** Security demands on the connection */
  security: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Entity concerned */
  entity_id: number | null;
  /** Internal network reached */
  network_id: number | null;
  /** Source address or range */
  src: string | null;
  /** What the source is */
  src_desc: string | null;
  /** Destination address or range */
  dest: string | null;
  /** What the destination is */
  dest_desc: string | null;
  /** Contact persons at the other party */
  contacts: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** An outside party that is connected to the networks, with the ids of what it is linked to. */
export interface ExternalConnectedEntity extends ExternalConnectedEntityRow {
  /** Ids of the subnetworks it is linked to */
  subnetworks: number[];
  /** Ids of the documents it is linked to */
  documents: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { entity_id?: number; network_id?: number; subnetworks?: number } | null;
}

/** What changes an external connected entity: a field that is absent stays as it is, null clears it. */
export interface ExternalConnectedEntityInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the external connection; unique */
  name?: string;
  /** Description of the external connection. Rich text (HTML) */
  description?: string | null;
  /** Security demands on the connection */
  security?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Entity concerned */
  entity_id?: number | null;
  /** Internal network reached */
  network_id?: number | null;
  /** Source address or range; addresses or ranges, separated by commas or blanks */
  src?: string | null;
  /** What the source is */
  src_desc?: string | null;
  /** Destination address or range */
  dest?: string | null;
  /** What the destination is */
  dest_desc?: string | null;
  /** Contact persons at the other party */
  contacts?: string | null;
  /** Ids of the subnetworks it is linked to */
  subnetworks?: readonly number[] | null;
  /** Ids of the documents it is linked to */
  documents?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { entity_id?: number; network_id?: number; subnetworks?: number } | null;
}

/** A line of the list of network switches. */
export interface NetworkSwitchRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the logical switch */
  name: string;
  /** IP address */
  ip: string | null;
  /** Description of the logical switch. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A logical switch, with the ids of what it is linked to. */
export interface NetworkSwitch extends NetworkSwitchRow {
  /** Ids of the physical switches it is linked to */
  physical_switches: number[];
  /** Ids of the VLANs it is linked to */
  vlans: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { physical_switches?: number } | null;
}

/** What changes a network switch: a field that is absent stays as it is, null clears it. */
export interface NetworkSwitchInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the logical switch; unique */
  name?: string;
  /** IP address */
  ip?: string | null;
  /** Description of the logical switch. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Ids of the physical switches it is linked to */
  physical_switches?: readonly number[] | null;
  /** Ids of the VLANs it is linked to */
  vlans?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { physical_switches?: number } | null;
}

/** A line of the list of routers. */
export interface RouterRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the logical router */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the logical router. Rich text (HTML) */
  description: string | null;
  /** Filter rules. Rich text (HTML) */
  rules: string | null;
  /** IP address list, comma separated */
  ip_addresses: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A logical router, with the ids of what it is linked to. */
export interface Router extends RouterRow {
  /** Ids of the physical routers it is linked to */
  physical_routers: number[];
  /** Ids of the clusters it is linked to */
  clusters: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { physical_routers?: number } | null;
}

/** What changes a router: a field that is absent stays as it is, null clears it. */
export interface RouterInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the logical router; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the logical router. Rich text (HTML) */
  description?: string | null;
  /** Filter rules. Rich text (HTML) */
  rules?: string | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  ip_addresses?: string | null;
  /** Ids of the physical routers it is linked to */
  physical_routers?: readonly number[] | null;
  /** Ids of the clusters it is linked to */
  clusters?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { physical_routers?: number } | null;
}

/** A line of the list of security devices. */
export interface SecurityDeviceRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the logical security device */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Description of the logical security device. Rich text (HTML) */
  description: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A logical security device, such as a firewall or a proxy, with the ids of what it is linked to. */
export interface SecurityDevice extends SecurityDeviceRow {
  /** Ids of the physical security devices it is linked to */
  physical_security_devices: number[];
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { physical_security_devices?: number; logical_flows?: number } | null;
}

/** What changes a security device: a field that is absent stays as it is, null clears it. */
export interface SecurityDeviceInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the logical security device; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Description of the logical security device. Rich text (HTML) */
  description?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** Ids of the physical security devices it is linked to */
  physical_security_devices?: readonly number[] | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { physical_security_devices?: number; logical_flows?: number } | null;
}

/** A line of the list of DHCP servers. */
export interface DhcpServerRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the DHCP server */
  name: string;
  /** Description of the DHCP server. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A DHCP server. Deprecated: describe it as a logical server, with the ids of what it is linked to. */
export interface DhcpServer extends DhcpServerRow {
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { address_ip?: number } | null;
}

/** What changes a DHCP server: a field that is absent stays as it is, null clears it. */
export interface DhcpServerInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the DHCP server; unique */
  name?: string;
  /** Description of the DHCP server. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { address_ip?: number } | null;
}

/** A line of the list of DNS servers. */
export interface DnsServerRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the DNS server */
  name: string;
  /** Description of the DNS server. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A DNS server. Deprecated: describe it as a logical server, with the ids of what it is linked to. */
export interface DnsServer extends DnsServerRow {
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { address_ip?: number } | null;
}

/** What changes a DNS server: a field that is absent stays as it is, null clears it. */
export interface DnsServerInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the DNS server; unique */
  name?: string;
  /** Description of the DNS server. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { address_ip?: number } | null;
}

/** A line of the list of clusters. */
export interface ClusterRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the cluster */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Description of the cluster. Rich text (HTML) */
  description: string | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A group of servers that act as one, with the ids of what it is linked to. */
export interface Cluster extends ClusterRow {
  /** Ids of the logical servers it is linked to */
  logical_servers: number[];
  /** Ids of the routers it is linked to */
  routers: number[];
  /** Ids of the physical servers it is linked to */
  physical_servers: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { logical_servers?: number; routers?: number; physical_servers?: number; logical_flows?: number } | null;
}

/** What changes a cluster: a field that is absent stays as it is, null clears it. */
export interface ClusterInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the cluster; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Description of the cluster. Rich text (HTML) */
  description?: string | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** Ids of the logical servers it is linked to */
  logical_servers?: readonly number[] | null;
  /** Ids of the routers it is linked to */
  routers?: readonly number[] | null;
  /** Ids of the physical servers it is linked to */
  physical_servers?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { logical_servers?: number; routers?: number; physical_servers?: number; logical_flows?: number } | null;
}

/** A line of the list of logical servers. */
export interface LogicalServerRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the logical server */
  name: string;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Kind, free text */
  type: string | null;
  /** Still in use */
  active: number | null;
  /** Description of the logical server. Rich text (HTML) */
  description: string | null;
  /** Network services offered */
  net_services: string | null;
  /** Technical configuration. Rich text (HTML) */
  configuration: string | null;
  /** Operating system */
  operating_system: string | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Processor data */
  cpu: string | null;
  /** Memory data */
  memory: string | null;
  /** Production, test and so on */
  environment: string | null;
  /** Disk space */
  disk: number | null;
  /** Disk space in use */
  disk_used: number | null;
  /** When it was installed */
  install_date: string | null;
  /** Last update */
  update_date: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Months between updates */
  patching_frequency: number | null;
  /** Next planned update */
  next_update: string | null;
  /** Domain it belongs to */
  domain_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A server as software sees it: virtual machine or host, with the ids of what it is linked to. */
export interface LogicalServer extends LogicalServerRow {
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Ids of the physical servers it is linked to */
  physical_servers: number[];
  /** Ids of the documents it is linked to */
  documents: number[];
  /** Ids of the databases it is linked to */
  databases: number[];
  /** Ids of the clusters it is linked to */
  clusters: number[];
  /** Ids of the certificates it is linked to */
  certificates: number[];
  /** Ids of the containers it is linked to */
  containers: number[];
  /** Ids of the backups it is linked to */
  backups: number[];
  /** Domains that it carries as a controller */
  controlled_domains: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: {
    clusters?: number;
    domain_id?: number;
    physical_servers?: number;
    certificates?: number;
    address_ip?: number;
    logical_flows?: number;
    physical_links?: number;
  } | null;
}

/** What changes a logical server: a field that is absent stays as it is, null clears it. */
export interface LogicalServerInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the logical server; unique */
  name?: string;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Kind, free text */
  type?: string | null;
  /** Still in use */
  active?: boolean | number | null;
  /** Description of the logical server. Rich text (HTML) */
  description?: string | null;
  /** Network services offered */
  net_services?: string | null;
  /** Technical configuration. Rich text (HTML) */
  configuration?: string | null;
  /** Operating system */
  operating_system?: string | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** Processor data */
  cpu?: string | null;
  /** Memory data */
  memory?: string | null;
  /** Production, test and so on */
  environment?: string | null;
  /** Disk space */
  disk?: number | null;
  /** Disk space in use */
  disk_used?: number | null;
  /** When it was installed */
  install_date?: string | null;
  /** Last update */
  update_date?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Months between updates */
  patching_frequency?: number | null;
  /** Next planned update */
  next_update?: string | null;
  /** Domain it belongs to */
  domain_id?: number | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Ids of the physical servers it is linked to */
  physical_servers?: readonly number[] | null;
  /** Ids of the documents it is linked to */
  documents?: readonly number[] | null;
  /** Ids of the databases it is linked to */
  databases?: readonly number[] | null;
  /** Ids of the clusters it is linked to */
  clusters?: readonly number[] | null;
  /** Ids of the certificates it is linked to */
  certificates?: readonly number[] | null;
  /** Ids of the containers it is linked to */
  containers?: readonly number[] | null;
  /** Ids of the backups it is linked to */
  backups?: readonly number[] | null;
  /** Domains that it carries as a controller */
  controlled_domains?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: {
    clusters?: number;
    domain_id?: number;
    physical_servers?: number;
    certificates?: number;
    address_ip?: number;
    logical_flows?: number;
    physical_links?: number;
  } | null;
}

/** A line of the list of backups. */
export interface BackupRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the backup plan */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the backup plan */
  description: string | null;
  /** How often it runs, coded; 1 hourly, 2 daily, 3 weekly, 4 monthly */
  backup_frequency: number | null;
  /** Backup kind, coded; 1 full, 2 incremental, 3 differential, 4 full + incremental, 5 full + differential, 6 mirror */
  backup_cycle: number | null;
  /** Days the copies are kept */
  backup_retention: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A backup plan: how often, in which cycle, for how long, with the ids of what it is linked to. */
export interface Backup extends BackupRow {
  /** Ids of the logical servers it is linked to */
  logical_servers: number[];
  /** The same as `logical_servers` */
  logical_server_ids: number[];
  /** Ids of the storage devices it is linked to */
  storage_devices: number[];
  /** The same as `storage_devices` */
  storage_device_ids: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { storage_devices?: number } | null;
}

/** What changes a backup: a field that is absent stays as it is, null clears it. */
export interface BackupInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the backup plan; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the backup plan */
  description?: string | null;
  /** How often it runs, coded; 1 hourly, 2 daily, 3 weekly, 4 monthly */
  backup_frequency?: number | null;
  /** Backup kind, coded; 1 full, 2 incremental, 3 differential, 4 full + incremental, 5 full + differential, 6 mirror */
  backup_cycle?: number | null;
  /** Days the copies are kept */
  backup_retention?: number | null;
  /** Ids of the logical servers it is linked to */
  logical_servers?: readonly number[] | null;
  /** Ids of the storage devices it is linked to */
  storage_devices?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { storage_devices?: number } | null;
}

/** A line of the list of logical flows. */
export interface LogicalFlowRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the logical flow */
  name: string | null;
  /** Description of the logical flow. Rich text (HTML) */
  description: string | null;
  /** Filter chain, for example INPUT */
  chain: string | null;
  /** Network interface used */
  interface: string | null;
  /** Router holding the rule */
  router_id: number | null;
  /** Order of the rule */
  priority: number | null;
  /** Protocol(s) used */
  protocol: string | null;
  /** Source address range */
  source_ip_range: string | null;
  /** Destination address range */
  dest_ip_range: string | null;
  /** Source port(s) */
  source_port: string | null;
  /** Destination port(s) */
  dest_port: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Source, one of the logical-servers */
  logical_server_source_id: number | null;
  /** Source, one of the peripherals */
  peripheral_source_id: number | null;
  /** Source, one of the physical-servers */
  physical_server_source_id: number | null;
  /** Source, one of the storage-devices */
  storage_device_source_id: number | null;
  /** Source, one of the workstations */
  workstation_source_id: number | null;
  /** Source, one of the physical-security-devices */
  physical_security_device_source_id: number | null;
  /** Source, one of the security-devices */
  security_device_source_id: number | null;
  /** Source, one of the subnetworks */
  subnetwork_source_id: number | null;
  /** Source, one of the clusters */
  cluster_source_id: number | null;
  /** Destination, one of the logical-servers */
  logical_server_dest_id: number | null;
  /** Destination, one of the peripherals */
  peripheral_dest_id: number | null;
  /** Destination, one of the physical-servers */
  physical_server_dest_id: number | null;
  /** Destination, one of the storage-devices */
  storage_device_dest_id: number | null;
  /** Destination, one of the workstations */
  workstation_dest_id: number | null;
  /** Destination, one of the physical-security-devices */
  physical_security_device_dest_id: number | null;
  /** Destination, one of the security-devices */
  security_device_dest_id: number | null;
  /** Destination, one of the subnetworks */
  subnetwork_dest_id: number | null;
  /** Destination, one of the clusters */
  cluster_dest_id: number | null;
  /** Users the rule concerns */
  users: string | null;
  /** When the rule applies */
  schedule: string | null;
  /** Rule action such as allow or deny */
  action: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A rule or flow between logical or physical objects, with the ids of what it is linked to. */
export interface LogicalFlow extends LogicalFlowRow {}

/** What changes a logical flow: a field that is absent stays as it is, null clears it. */
export interface LogicalFlowInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the logical flow */
  name?: string | null;
  /** Description of the logical flow. Rich text (HTML) */
  description?: string | null;
  /** Filter chain, for example INPUT */
  chain?: string | null;
  /** Network interface used */
  interface?: string | null;
  /** Router holding the rule */
  router_id?: number | null;
  /** Order of the rule */
  priority?: number | null;
  /** Protocol(s) used */
  protocol?: string | null;
  /** Source address range */
  source_ip_range?: string | null;
  /** Destination address range */
  dest_ip_range?: string | null;
  /** Source port(s) */
  source_port?: string | null;
  /** Destination port(s) */
  dest_port?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Source, one of the logical-servers */
  logical_server_source_id?: number | null;
  /** Source, one of the peripherals */
  peripheral_source_id?: number | null;
  /** Source, one of the physical-servers */
  physical_server_source_id?: number | null;
  /** Source, one of the storage-devices */
  storage_device_source_id?: number | null;
  /** Source, one of the workstations */
  workstation_source_id?: number | null;
  /** Source, one of the physical-security-devices */
  physical_security_device_source_id?: number | null;
  /** Source, one of the security-devices */
  security_device_source_id?: number | null;
  /** Source, one of the subnetworks */
  subnetwork_source_id?: number | null;
  /** Source, one of the clusters */
  cluster_source_id?: number | null;
  /** Destination, one of the logical-servers */
  logical_server_dest_id?: number | null;
  /** Destination, one of the peripherals */
  peripheral_dest_id?: number | null;
  /** Destination, one of the physical-servers */
  physical_server_dest_id?: number | null;
  /** Destination, one of the storage-devices */
  storage_device_dest_id?: number | null;
  /** Destination, one of the workstations */
  workstation_dest_id?: number | null;
  /** Destination, one of the physical-security-devices */
  physical_security_device_dest_id?: number | null;
  /** Destination, one of the security-devices */
  security_device_dest_id?: number | null;
  /** Destination, one of the subnetworks */
  subnetwork_dest_id?: number | null;
  /** Destination, one of the clusters */
  cluster_dest_id?: number | null;
  /** Users the rule concerns */
  users?: string | null;
  /** When the rule applies */
  schedule?: string | null;
  /** Rule action such as allow or deny */
  action?: string | null;
}

/** A line of the list of containers. */
export interface ContainerRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the container */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the container. Rich text (HTML) */
  description: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A software container, with the ids of what it is linked to. */
export interface Container extends ContainerRow {
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Ids of the databases it is linked to */
  databases: number[];
  /** Ids of the logical servers it is linked to */
  logical_servers: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { logical_servers?: number } | null;
}

/** What changes a container: a field that is absent stays as it is, null clears it. */
export interface ContainerInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the container; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the container. Rich text (HTML) */
  description?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Ids of the databases it is linked to */
  databases?: readonly number[] | null;
  /** Ids of the logical servers it is linked to */
  logical_servers?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { logical_servers?: number } | null;
}

/** A line of the list of certificates. */
export interface CertificateRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the certificate */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the certificate. Rich text (HTML) */
  description: string | null;
  /** State of the certificate, coded; 0 good, 1 revoked, 2 unknown */
  status: number | null;
  /** Start of validity */
  start_validity: string | null;
  /** Expiry date */
  end_validity: string | null;
  /** Last expiry warning sent */
  last_notification: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A certificate, with its validity, with the ids of what it is linked to. */
export interface Certificate extends CertificateRow {
  /** Ids of the logical servers it is linked to */
  logical_servers: number[];
  /** Ids of the applications it is linked to */
  applications: number[];
}

/** What changes a certificate: a field that is absent stays as it is, null clears it. */
export interface CertificateInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the certificate; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the certificate. Rich text (HTML) */
  description?: string | null;
  /** State of the certificate, coded; 0 good, 1 revoked, 2 unknown */
  status?: number | null;
  /** Start of validity */
  start_validity?: string | null;
  /** Expiry date */
  end_validity?: string | null;
  /** Ids of the logical servers it is linked to */
  logical_servers?: readonly number[] | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
}

/** A line of the list of VLANs. */
export interface VlanRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the VLAN */
  name: string;
  /** Description of the VLAN. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** VLAN number (not a key) */
  vlan_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A virtual local network, with the ids of what it is linked to. */
export interface Vlan extends VlanRow {
  /** Ids of the physical routers it is linked to */
  physical_routers: number[];
  /** Ids of the network switches it is linked to */
  network_switches: number[];
  /** Ids of the subnetworks it is linked to */
  subnetworks: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { physical_routers?: number; network_switches?: number } | null;
}

/** What changes a VLAN: a field that is absent stays as it is, null clears it. */
export interface VlanInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the VLAN; unique */
  name?: string;
  /** Description of the VLAN. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** VLAN number (not a key) */
  vlan_id?: number | null;
  /** Ids of the physical routers it is linked to */
  physical_routers?: readonly number[] | null;
  /** Ids of the network switches it is linked to */
  network_switches?: readonly number[] | null;
  /** Ids of the subnetworks it is linked to */
  subnetworks?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { physical_routers?: number; network_switches?: number } | null;
}

/** A line of the list of sites. */
export interface SiteRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the site */
  name: string;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Description of the site. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A place where the organisation is, with the ids of what it is linked to. */
export interface Site extends SiteRow {
  /** Ids of the WANs it is linked to */
  wans: number[];
  /** Ids of the MANs it is linked to */
  mans: number[];
  /** Ids of the LANs it is linked to */
  lans: number[];
}

/** What changes a site: a field that is absent stays as it is, null clears it. */
export interface SiteInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the site; unique */
  name?: string;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Description of the site. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Ids of the WANs it is linked to */
  wans?: readonly number[] | null;
  /** Ids of the MANs it is linked to */
  mans?: readonly number[] | null;
  /** Ids of the LANs it is linked to */
  lans?: readonly number[] | null;
}

/** A line of the list of buildings. */
export interface BuildingRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the building or room */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the building or room. Rich text (HTML) */
  description: string | null;
  /** Site it is on */
  site_id: number | null;
  /** Enclosing building or room */
  building_id: number | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A building or a room of a site, with the ids of what it is linked to. */
export interface Building extends BuildingRow {
  /** Ids of the zones it is linked to */
  zones: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { site_id?: number; building_id?: number } | null;
}

/** What changes a building: a field that is absent stays as it is, null clears it. */
export interface BuildingInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the building or room; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the building or room. Rich text (HTML) */
  description?: string | null;
  /** Site it is on */
  site_id?: number | null;
  /** Enclosing building or room */
  building_id?: number | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Ids of the zones it is linked to */
  zones?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { site_id?: number; building_id?: number } | null;
}

/** A line of the list of bays. */
export interface BayRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the bay */
  name: string;
  /** Description of the bay. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Site it stands on */
  site_id: number | null;
  /** Building or room it stands in */
  room_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
  /** Building or room it stands in */
  building_id: number | null;
}

/** A bay, which is a rack, in a room, with the ids of what it is linked to. */
export interface Bay extends BayRow {
  /** Ids of the Wi-Fi terminals it is linked to */
  wifi_terminals: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { site_id?: number; room_id?: number } | null;
}

/** What changes a bay: a field that is absent stays as it is, null clears it. */
export interface BayInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the bay; unique */
  name?: string;
  /** Description of the bay. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Site it stands on */
  site_id?: number | null;
  /** Building or room it stands in */
  room_id?: number | null;
  /** Ids of the Wi-Fi terminals it is linked to */
  wifi_terminals?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { site_id?: number; room_id?: number } | null;
}

/** A line of the list of zones. */
export interface ZoneRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the security zone */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the security zone. Rich text (HTML) */
  description: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A physical security zone, with the ids of what it is linked to. */
export interface Zone extends ZoneRow {
  /** Ids of the zones it is linked to */
  child_zones: number[];
  /** The same as `child_zones` */
  childZones: number[];
  /** Ids of the zones it is linked to */
  parent_zones: number[];
  /** The same as `parent_zones` */
  parentZones: number[];
  /** Ids of the buildings it is linked to */
  buildings: number[];
  /** Ids of the administration users it is linked to */
  admin_users: number[];
  /** The same as `admin_users` */
  adminUsers: number[];
}

/** What changes a zone: a field that is absent stays as it is, null clears it. */
export interface ZoneInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the security zone; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the security zone. Rich text (HTML) */
  description?: string | null;
  /** Ids of the zones it is linked to */
  child_zones?: readonly number[] | null;
  /** Ids of the zones it is linked to */
  parent_zones?: readonly number[] | null;
  /** Ids of the buildings it is linked to */
  buildings?: readonly number[] | null;
  /** Ids of the administration users it is linked to */
  admin_users?: readonly number[] | null;
}

/** A line of the list of physical servers. */
export interface PhysicalServerRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the physical server */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Description of the physical server. Rich text (HTML) */
  description: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** Person or team in charge */
  responsible: string | null;
  /** Technical configuration */
  configuration: string | null;
  /** Site it is on */
  site_id: number | null;
  /** Building or room it is in */
  building_id: number | null;
  /** Bay it stands in */
  bay_id: number | null;
  /** Switch it is plugged into (unused) */
  physical_switch_id: number | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Processor data */
  cpu: string | null;
  /** Memory data */
  memory: string | null;
  /** Disk space (text) */
  disk: string | null;
  /** Disk space in use (text) */
  disk_used: string | null;
  /** Operating system */
  operating_system: string | null;
  /** When it was installed */
  install_date: string | null;
  /** Last update */
  update_date: string | null;
  /** Update group (unused) */
  patching_group: string | null;
  /** Months between updates (misspelt, unused) */
  paching_frequency: number | null;
  /** Next planned update */
  next_update: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A physical machine that hosts servers, with the ids of what it is linked to. */
export interface PhysicalServer extends PhysicalServerRow {
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Ids of the clusters it is linked to */
  clusters: number[];
  /** Ids of the logical servers it is linked to */
  logical_servers: number[];
  /** Storage that it starts from or writes to, where no cable tells so */
  storage_devices: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: {
    site_id?: number;
    building_id?: number;
    bay_id?: number;
    storage_devices?: number;
    logical_flows?: number;
    physical_links?: number;
  } | null;
}

/** What changes a physical server: a field that is absent stays as it is, null clears it. */
export interface PhysicalServerInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the physical server; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Description of the physical server. Rich text (HTML) */
  description?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** Person or team in charge */
  responsible?: string | null;
  /** Technical configuration */
  configuration?: string | null;
  /** Site it is on */
  site_id?: number | null;
  /** Building or room it is in */
  building_id?: number | null;
  /** Bay it stands in */
  bay_id?: number | null;
  /** Switch it is plugged into (unused) */
  physical_switch_id?: number | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** Processor data */
  cpu?: string | null;
  /** Memory data */
  memory?: string | null;
  /** Disk space (text) */
  disk?: string | null;
  /** Disk space in use (text) */
  disk_used?: string | null;
  /** Operating system */
  operating_system?: string | null;
  /** When it was installed */
  install_date?: string | null;
  /** Last update */
  update_date?: string | null;
  /** Update group (unused) */
  patching_group?: string | null;
  /** Months between updates (misspelt, unused) */
  paching_frequency?: number | null;
  /** Next planned update */
  next_update?: string | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Ids of the clusters it is linked to */
  clusters?: readonly number[] | null;
  /** Ids of the logical servers it is linked to */
  logical_servers?: readonly number[] | null;
  /** Storage that it starts from or writes to, where no cable tells so */
  storage_devices?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: {
    site_id?: number;
    building_id?: number;
    bay_id?: number;
    storage_devices?: number;
    logical_flows?: number;
    physical_links?: number;
  } | null;
}

/** A line of the list of workstations. */
export interface WorkstationRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Entity owning the workstation */
  entity_id: number | null;
  /** Name of the workstation */
  name: string;
  /** Description of the workstation. Rich text (HTML) */
  description: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** Site it is on */
  site_id: number | null;
  /** Building or room it is in */
  building_id: number | null;
  /** Switch it is plugged into (unused) */
  physical_switch_id: number | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Operating system */
  operating_system: string | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Processor data */
  cpu: string | null;
  /** Memory data */
  memory: string | null;
  /** Disk space */
  disk: number | null;
  /** Person using it (account) */
  user_id: number | null;
  /** User outside the domain, free text */
  other_user: string | null;
  /** Life-cycle state, free text */
  status: string | null;
  /** Who built it */
  manufacturer: string | null;
  /** Model name */
  model: string | null;
  /** Serial number */
  serial_number: string | null;
  /** Last time seen by the inventory */
  last_inventory_date: string | null;
  /** Warranty end */
  warranty_end_date: string | null;
  /** Domain it belongs to */
  domain_id: number | null;
  /** Warranty contract */
  warranty: string | null;
  /** Warranty start */
  warranty_start_date: string | null;
  /** Warranty length, free text */
  warranty_period: string | null;
  /** Version of the inventory agent */
  agent_version: string | null;
  /** Where inventory data comes from */
  update_source: string | null;
  /** Network it belongs to */
  network_id: number | null;
  /** Connector type */
  network_port_type: string | null;
  /** Hardware address(es) */
  mac_address: string | null;
  /** Date of purchase */
  purchase_date: string | null;
  /** Financial value */
  fin_value: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A desktop or portable computer, with the ids of what it is linked to. */
export interface Workstation extends WorkstationRow {
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: {
    site_id?: number;
    building_id?: number;
    domain_id?: number;
    network_id?: number;
    address_ip?: number;
    logical_flows?: number;
    physical_links?: number;
  } | null;
}

/** What changes a workstation: a field that is absent stays as it is, null clears it. */
export interface WorkstationInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Entity owning the workstation */
  entity_id?: number | null;
  /** Name of the workstation; unique */
  name?: string;
  /** Description of the workstation. Rich text (HTML) */
  description?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** Site it is on */
  site_id?: number | null;
  /** Building or room it is in */
  building_id?: number | null;
  /** Switch it is plugged into (unused) */
  physical_switch_id?: number | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Operating system */
  operating_system?: string | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** Processor data */
  cpu?: string | null;
  /** Memory data */
  memory?: string | null;
  /** Disk space */
  disk?: number | null;
  /** Person using it (account) */
  user_id?: number | null;
  /** User outside the domain, free text */
  other_user?: string | null;
  /** Life-cycle state, free text */
  status?: string | null;
  /** Who built it */
  manufacturer?: string | null;
  /** Model name */
  model?: string | null;
  /** Serial number */
  serial_number?: string | null;
  /** Last time seen by the inventory */
  last_inventory_date?: string | null;
  /** Warranty end */
  warranty_end_date?: string | null;
  /** Domain it belongs to */
  domain_id?: number | null;
  /** Warranty contract */
  warranty?: string | null;
  /** Warranty start */
  warranty_start_date?: string | null;
  /** Warranty length, free text */
  warranty_period?: string | null;
  /** Version of the inventory agent */
  agent_version?: string | null;
  /** Where inventory data comes from */
  update_source?: string | null;
  /** Network it belongs to */
  network_id?: number | null;
  /** Connector type */
  network_port_type?: string | null;
  /** Hardware address(es) */
  mac_address?: string | null;
  /** Date of purchase */
  purchase_date?: string | null;
  /** Financial value */
  fin_value?: number | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: {
    site_id?: number;
    building_id?: number;
    domain_id?: number;
    network_id?: number;
    address_ip?: number;
    logical_flows?: number;
    physical_links?: number;
  } | null;
}

/** A line of the list of storage devices. */
export interface StorageDeviceRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the storage system */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the storage system. Rich text (HTML) */
  description: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** Site it is on */
  site_id: number | null;
  /** Building or room it is in */
  building_id: number | null;
  /** Bay it stands in */
  bay_id: number | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A storage device. The recommended resource for backups, with the ids of what it is linked to. */
export interface StorageDevice extends StorageDeviceRow {
  /** Ids of the backups it is linked to */
  backups: number[];
  /** Servers that start from it or write to it, where no cable tells so */
  physical_servers: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: {
    site_id?: number;
    building_id?: number;
    bay_id?: number;
    address_ip?: number;
    logical_flows?: number;
    physical_links?: number;
  } | null;
}

/** What changes a storage device: a field that is absent stays as it is, null clears it. */
export interface StorageDeviceInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the storage system; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the storage system. Rich text (HTML) */
  description?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** Site it is on */
  site_id?: number | null;
  /** Building or room it is in */
  building_id?: number | null;
  /** Bay it stands in */
  bay_id?: number | null;
  /** IP address list, comma separated */
  address_ip?: string | null;
  /** Ids of the backups it is linked to */
  backups?: readonly number[] | null;
  /** Servers that start from it or write to it, where no cable tells so */
  physical_servers?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: {
    site_id?: number;
    building_id?: number;
    bay_id?: number;
    address_ip?: number;
    logical_flows?: number;
    physical_links?: number;
  } | null;
}

/** A line of the list of peripherals. */
export interface PeripheralRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the peripheral */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Description of the peripheral. Rich text (HTML) */
  description: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** Person or team in charge */
  responsible: string | null;
  /** Site it is on */
  site_id: number | null;
  /** Building or room it is in */
  building_id: number | null;
  /** Bay it stands in */
  bay_id: number | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Field of use, such as IT or OT */
  domain: string | null;
  /** Entity supplying the peripheral */
  provider_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A printer, scanner or other device, with the ids of what it is linked to. */
export interface Peripheral extends PeripheralRow {
  /** Ids of the applications it is linked to */
  applications: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: {
    site_id?: number;
    building_id?: number;
    bay_id?: number;
    provider_id?: number;
    address_ip?: number;
    logical_flows?: number;
    physical_links?: number;
  } | null;
}

/** What changes a peripheral: a field that is absent stays as it is, null clears it. */
export interface PeripheralInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the peripheral; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Description of the peripheral. Rich text (HTML) */
  description?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** Person or team in charge */
  responsible?: string | null;
  /** Site it is on */
  site_id?: number | null;
  /** Building or room it is in */
  building_id?: number | null;
  /** Bay it stands in */
  bay_id?: number | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** Field of use, such as IT or OT */
  domain?: string | null;
  /** Entity supplying the peripheral */
  provider_id?: number | null;
  /** Ids of the applications it is linked to */
  applications?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: {
    site_id?: number;
    building_id?: number;
    bay_id?: number;
    provider_id?: number;
    address_ip?: number;
    logical_flows?: number;
    physical_links?: number;
  } | null;
}

/** A line of the list of phones. */
export interface PhoneRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the phone */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the phone. Rich text (HTML) */
  description: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** Site it is on */
  site_id: number | null;
  /** Building or room it is in */
  building_id: number | null;
  /** Switch it is plugged into (unused) */
  physical_switch_id: number | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A telephone, with the ids of what it is linked to. */
export interface Phone extends PhoneRow {
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { site_id?: number; building_id?: number; address_ip?: number; physical_links?: number } | null;
}

/** What changes a phone: a field that is absent stays as it is, null clears it. */
export interface PhoneInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the phone; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the phone. Rich text (HTML) */
  description?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** Site it is on */
  site_id?: number | null;
  /** Building or room it is in */
  building_id?: number | null;
  /** Switch it is plugged into (unused) */
  physical_switch_id?: number | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { site_id?: number; building_id?: number; address_ip?: number; physical_links?: number } | null;
}

/** A line of the list of physical switches. */
export interface PhysicalSwitchRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the physical switch */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Description of the physical switch. Rich text (HTML) */
  description: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** Site it is on */
  site_id: number | null;
  /** Building or room it is in */
  building_id: number | null;
  /** Bay it stands in */
  bay_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A switch as a piece of equipment, with the ids of what it is linked to. */
export interface PhysicalSwitch extends PhysicalSwitchRow {
  /** Ids of the network switches it is linked to */
  network_switches: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { site_id?: number; building_id?: number; bay_id?: number } | null;
}

/** What changes a physical switch: a field that is absent stays as it is, null clears it. */
export interface PhysicalSwitchInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the physical switch; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Description of the physical switch. Rich text (HTML) */
  description?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** Site it is on */
  site_id?: number | null;
  /** Building or room it is in */
  building_id?: number | null;
  /** Bay it stands in */
  bay_id?: number | null;
  /** Ids of the network switches it is linked to */
  network_switches?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { site_id?: number; building_id?: number; bay_id?: number } | null;
}

/** A line of the list of physical routers. */
export interface PhysicalRouterRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the physical router */
  name: string;
  /** Description of the physical router. Rich text (HTML) */
  description: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Site it is on */
  site_id: number | null;
  /** Building or room it is in */
  building_id: number | null;
  /** Bay it stands in */
  bay_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A router as a piece of equipment, with the ids of what it is linked to. */
export interface PhysicalRouter extends PhysicalRouterRow {
  /** Ids of the routers it is linked to */
  routers: number[];
  /** Ids of the VLANs it is linked to */
  vlans: number[];
  /** Ids of the WANs it is linked to */
  wans: number[];
  /** Ids of the MANs it is linked to */
  mans: number[];
  /** Ids of the LANs it is linked to */
  lans: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { site_id?: number; building_id?: number; bay_id?: number } | null;
}

/** What changes a physical router: a field that is absent stays as it is, null clears it. */
export interface PhysicalRouterInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the physical router; unique */
  name?: string;
  /** Description of the physical router. Rich text (HTML) */
  description?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Site it is on */
  site_id?: number | null;
  /** Building or room it is in */
  building_id?: number | null;
  /** Bay it stands in */
  bay_id?: number | null;
  /** Ids of the routers it is linked to */
  routers?: readonly number[] | null;
  /** Ids of the VLANs it is linked to */
  vlans?: readonly number[] | null;
  /** Ids of the WANs it is linked to */
  wans?: readonly number[] | null;
  /** Ids of the MANs it is linked to */
  mans?: readonly number[] | null;
  /** Ids of the LANs it is linked to */
  lans?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { site_id?: number; building_id?: number; bay_id?: number } | null;
}

/** A line of the list of Wi-Fi terminals. */
export interface WifiTerminalRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the wifi access point */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the wifi access point. Rich text (HTML) */
  description: string | null;
  /** Vendor name for CPE matching */
  vendor: string | null;
  /** Product name for CPE matching */
  product: string | null;
  /** Version for CPE matching */
  version: string | null;
  /** Site it is on */
  site_id: number | null;
  /** Building or room it is in */
  building_id: number | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A Wi-Fi access point, with the ids of what it is linked to. */
export interface WifiTerminal extends WifiTerminalRow {
  /** Ids of the bays it is linked to */
  bays: number[];
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products: Array<{
    /** Address of the package (purl) */
    purl: string | null;
    /** Name of the product in CPE 2.3 */
    cpe: string | null;
  }>;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { site_id?: number; building_id?: number; bays?: number; address_ip?: number; physical_links?: number } | null;
}

/** What changes a Wi-Fi terminal: a field that is absent stays as it is, null clears it. */
export interface WifiTerminalInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the wifi access point; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the wifi access point. Rich text (HTML) */
  description?: string | null;
  /** Vendor name for CPE matching */
  vendor?: string | null;
  /** Product name for CPE matching */
  product?: string | null;
  /** Version for CPE matching */
  version?: string | null;
  /** Site it is on */
  site_id?: number | null;
  /** Building or room it is in */
  building_id?: number | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** Ids of the bays it is linked to */
  bays?: readonly number[] | null;
  /** Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up */
  products?: ReadonlyArray<{
    /** Address of the package (purl); the address of a package, such as pkg:npm/lodash@4.17.21 */
    purl?: string | null;
    /** Name of the product in CPE 2.3; a name of CPE 2.3, or of 2.2 as an address */
    cpe?: string | null;
  }> | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: {
    site_id?: number;
    building_id?: number;
    bays?: number;
    address_ip?: number;
    physical_links?: number;
  } | null;
}

/** A line of the list of physical security devices. */
export interface PhysicalSecurityDeviceRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the physical security device */
  name: string;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Picture document shown for the object */
  icon_id: number | null;
  /** Description of the physical security device. Rich text (HTML) */
  description: string | null;
  /** Site it is on */
  site_id: number | null;
  /** Building or room it is in */
  building_id: number | null;
  /** Bay it stands in */
  bay_id: number | null;
  /** IP address list, comma separated */
  address_ip: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A security device as a piece of equipment, with the ids of what it is linked to. */
export interface PhysicalSecurityDevice extends PhysicalSecurityDeviceRow {
  /** Ids of the security devices it is linked to */
  security_devices: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { site_id?: number; building_id?: number; bay_id?: number; logical_flows?: number } | null;
}

/** What changes a physical security device: a field that is absent stays as it is, null clears it. */
export interface PhysicalSecurityDeviceInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the physical security device; unique */
  name?: string;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Picture document shown for the object */
  icon_id?: number | null;
  /** Description of the physical security device. Rich text (HTML) */
  description?: string | null;
  /** Site it is on */
  site_id?: number | null;
  /** Building or room it is in */
  building_id?: number | null;
  /** Bay it stands in */
  bay_id?: number | null;
  /** IP address list, comma separated; IPv4 or IPv6 addresses, separated by commas or blanks */
  address_ip?: string | null;
  /** Ids of the security devices it is linked to */
  security_devices?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { site_id?: number; building_id?: number; bay_id?: number; logical_flows?: number } | null;
}

/** A line of the list of physical links. */
export interface PhysicalLinkRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Kind, free text */
  type: string | null;
  /** Cable colour as #rrggbb */
  color: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Description of the link. Rich text (HTML) */
  description: string | null;
  /** Port on the source device */
  src_port: string | null;
  /** Port on the destination device */
  dest_port: string | null;
  /** Source, one of the peripherals */
  peripheral_src_id: number | null;
  /** Source, one of the phones */
  phone_src_id: number | null;
  /** Source, one of the physical-routers */
  physical_router_src_id: number | null;
  /** Source, one of the physical-security-devices */
  physical_security_device_src_id: number | null;
  /** Source, one of the physical-servers */
  physical_server_src_id: number | null;
  /** Source, one of the physical-switches */
  physical_switch_src_id: number | null;
  /** Source, one of the storage-devices */
  storage_device_src_id: number | null;
  /** Source, one of the wifi-terminals */
  wifi_terminal_src_id: number | null;
  /** Source, one of the workstations */
  workstation_src_id: number | null;
  /** Source, one of the logical-servers */
  logical_server_src_id: number | null;
  /** Source, one of the network-switches */
  network_switch_src_id: number | null;
  /** Source, one of the routers */
  router_src_id: number | null;
  /** Destination, one of the peripherals */
  peripheral_dest_id: number | null;
  /** Destination, one of the phones */
  phone_dest_id: number | null;
  /** Destination, one of the physical-routers */
  physical_router_dest_id: number | null;
  /** Destination, one of the physical-security-devices */
  physical_security_device_dest_id: number | null;
  /** Destination, one of the physical-servers */
  physical_server_dest_id: number | null;
  /** Destination, one of the physical-switches */
  physical_switch_dest_id: number | null;
  /** Destination, one of the storage-devices */
  storage_device_dest_id: number | null;
  /** Destination, one of the wifi-terminals */
  wifi_terminal_dest_id: number | null;
  /** Destination, one of the workstations */
  workstation_dest_id: number | null;
  /** Destination, one of the logical-servers */
  logical_server_dest_id: number | null;
  /** Destination, one of the network-switches */
  network_switch_dest_id: number | null;
  /** Destination, one of the routers */
  router_dest_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A cable between two pieces of equipment, with the ids of what it is linked to. */
export interface PhysicalLink extends PhysicalLinkRow {}

/** What changes a physical link: a field that is absent stays as it is, null clears it. */
export interface PhysicalLinkInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Cable colour as #rrggbb; a colour such as #a1b2c3 */
  color?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Description of the link. Rich text (HTML) */
  description?: string | null;
  /** Port on the source device */
  src_port?: string | null;
  /** Port on the destination device */
  dest_port?: string | null;
  /** Source, one of the peripherals */
  peripheral_src_id?: number | null;
  /** Source, one of the phones */
  phone_src_id?: number | null;
  /** Source, one of the physical-routers */
  physical_router_src_id?: number | null;
  /** Source, one of the physical-security-devices */
  physical_security_device_src_id?: number | null;
  /** Source, one of the physical-servers */
  physical_server_src_id?: number | null;
  /** Source, one of the physical-switches */
  physical_switch_src_id?: number | null;
  /** Source, one of the storage-devices */
  storage_device_src_id?: number | null;
  /** Source, one of the wifi-terminals */
  wifi_terminal_src_id?: number | null;
  /** Source, one of the workstations */
  workstation_src_id?: number | null;
  /** Source, one of the logical-servers */
  logical_server_src_id?: number | null;
  /** Source, one of the network-switches */
  network_switch_src_id?: number | null;
  /** Source, one of the routers */
  router_src_id?: number | null;
  /** Destination, one of the peripherals */
  peripheral_dest_id?: number | null;
  /** Destination, one of the phones */
  phone_dest_id?: number | null;
  /** Destination, one of the physical-routers */
  physical_router_dest_id?: number | null;
  /** Destination, one of the physical-security-devices */
  physical_security_device_dest_id?: number | null;
  /** Destination, one of the physical-servers */
  physical_server_dest_id?: number | null;
  /** Destination, one of the physical-switches */
  physical_switch_dest_id?: number | null;
  /** Destination, one of the storage-devices */
  storage_device_dest_id?: number | null;
  /** Destination, one of the wifi-terminals */
  wifi_terminal_dest_id?: number | null;
  /** Destination, one of the workstations */
  workstation_dest_id?: number | null;
  /** Destination, one of the logical-servers */
  logical_server_dest_id?: number | null;
  /** Destination, one of the network-switches */
  network_switch_dest_id?: number | null;
  /** Destination, one of the routers */
  router_dest_id?: number | null;
}

/** A line of the list of WANs. */
export interface WanRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the WAN */
  name: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A wide area network, with the ids of what it is linked to. */
export interface Wan extends WanRow {
  /** Ids of the MANs it is linked to */
  mans: number[];
  /** Ids of the LANs it is linked to */
  lans: number[];
  /** Routers at which it ends */
  physical_routers: number[];
  /** Sites at which it ends */
  sites: number[];
  /** Contracts that are about it */
  contracts: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { contracts?: number } | null;
}

/** What changes a WAN: a field that is absent stays as it is, null clears it. */
export interface WanInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the WAN; unique */
  name?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Ids of the MANs it is linked to */
  mans?: readonly number[] | null;
  /** Ids of the LANs it is linked to */
  lans?: readonly number[] | null;
  /** Routers at which it ends */
  physical_routers?: readonly number[] | null;
  /** Sites at which it ends */
  sites?: readonly number[] | null;
  /** Contracts that are about it */
  contracts?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { contracts?: number } | null;
}

/** A line of the list of MANs. */
export interface ManRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the MAN */
  name: string;
  /** Description of the MAN. Rich text (HTML) */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** MAN it is part of */
  parent_man_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A metropolitan area network, with the ids of what it is linked to. */
export interface Man extends ManRow {
  /** Ids of the WANs it is linked to */
  wans: number[];
  /** Ids of the LANs it is linked to */
  lans: number[];
  /** Routers at which it ends */
  physical_routers: number[];
  /** Sites at which it ends */
  sites: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { wans?: number; parent_man_id?: number } | null;
}

/** What changes a MAN: a field that is absent stays as it is, null clears it. */
export interface ManInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the MAN; unique */
  name?: string;
  /** Description of the MAN. Rich text (HTML) */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** MAN it is part of */
  parent_man_id?: number | null;
  /** Ids of the WANs it is linked to */
  wans?: readonly number[] | null;
  /** Ids of the LANs it is linked to */
  lans?: readonly number[] | null;
  /** Routers at which it ends */
  physical_routers?: readonly number[] | null;
  /** Sites at which it ends */
  sites?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { wans?: number; parent_man_id?: number } | null;
}

/** A line of the list of LANs. */
export interface LanRow {
  /** Numeric identifier */
  id: number;
  /** References to other systems: {SOURCE}ID joined by | */
  ext_refs: string | null;
  /** Name of the LAN */
  name: string;
  /** Description of the LAN */
  description: string | null;
  /** Kind, free text */
  type: string | null;
  /** Free tags, separated by spaces */
  attributes: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A local area network, with the ids of what it is linked to. */
export interface Lan extends LanRow {
  /** Ids of the MANs it is linked to */
  mans: number[];
  /** Ids of the WANs it is linked to */
  wans: number[];
  /** Routers at which it ends */
  physical_routers: number[];
  /** Sites at which it ends */
  sites: number[];
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs: { wans?: number; mans?: number } | null;
}

/** What changes a LAN: a field that is absent stays as it is, null clears it. */
export interface LanInput {
  /** References to other systems: {SOURCE}ID joined by |; `{SOURCE}ID` joined by `|` */
  ext_refs?: string | null;
  /** Name of the LAN; unique */
  name?: string;
  /** Description of the LAN */
  description?: string | null;
  /** Kind, free text */
  type?: string | null;
  /** Free tags, separated by spaces */
  attributes?: string | null;
  /** Ids of the MANs it is linked to */
  mans?: readonly number[] | null;
  /** Ids of the WANs it is linked to */
  wans?: readonly number[] | null;
  /** Routers at which it ends */
  physical_routers?: readonly number[] | null;
  /** Sites at which it ends */
  sites?: readonly number[] | null;
  /** How many objects of which sort are enough for it to work, where that is not what the graph takes for granted */
  needs?: { wans?: number; mans?: number } | null;
}

/** A line of the list of stored queries. */
export interface QueryRow {
  /** Numeric identifier */
  id: number;
  /** Query title */
  name: string;
  /** Description of the stored query */
  description: string | null;
  /** Query definition, JSON object */
  query: Json;
  /** Visible to every user */
  is_public: boolean;
  /** Who stored the query */
  user_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** The query in its text form */
  query_text: string | null;
  /** Paths of the kinds that it asks about: who may list none of one of them may not run it */
  query_kinds: Array<string> | null;
}

/** A stored query over the map, with the ids of what it is linked to. */
export interface Query extends QueryRow {}

/** What changes a stored query: a field that is absent stays as it is, null clears it. */
export interface QueryInput {
  /** Query title */
  name?: string;
  /** Description of the stored query */
  description?: string | null;
  /** The query: as an object, as JSON text, or in the text form, such as `FROM applications WHERE rto <= 60` */
  query?: Json | string;
  /** Visible to every user */
  is_public?: boolean | number;
  /** The same as JSON text, for forms */
  query_json?: string;
}

/** A line of the list of saved maps. */
export interface SavedMapRow {
  /** Numeric identifier */
  id: number;
  /** Title */
  name: string;
  /** What it shows */
  description: string | null;
  /** What the page needs to show it again: a JSON object of 256 kB at most */
  state: Json;
  /** Visible to every user */
  is_public: boolean;
  /** Who saved it */
  user_id: number | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
}

/** A saved exploration of the map, with the ids of what it is linked to. */
export interface SavedMap extends SavedMapRow {}

/** What changes a saved map: a field that is absent stays as it is, null clears it. */
export interface SavedMapInput {
  /** Title */
  name?: string;
  /** What it shows */
  description?: string | null;
  /** What the page needs to show it again: a JSON object of 256 kB at most */
  state?: Json;
  /** Visible to every user */
  is_public?: boolean | number;
}

/** A line of the list of diagrams. */
export interface GraphRow {
  /** Numeric identifier */
  id: number;
  /** What it is: a map or a BPMN diagram; 1 map, 2 BPMN */
  class: number | null;
  /** Name of the diagram */
  name: string;
  /** Kind of map or diagram */
  type: string | null;
  /** What is drawn, as XML: stored and answered to the byte, and never read */
  content: string | null;
  /** Creation time */
  created_at: string | null;
  /** Last change time */
  updated_at: string | null;
  /** Soft-deletion time, null while live */
  deleted_at: string | null;
}

/** A diagram drawn by hand in Mercator, and kept for it, with the ids of what it is linked to. */
export interface Graph extends GraphRow {}

/** What changes a diagram: a field that is absent stays as it is, null clears it. */
export interface GraphInput {
  /** What it is: a map or a BPMN diagram; 1 map, 2 BPMN */
  class?: number | null;
  /** Name of the diagram */
  name?: string;
  /** Kind of map or diagram */
  type?: string | null;
  /** What is drawn, as XML: stored and answered to the byte, and never read */
  content?: string | null;
}

/** The resources, by the name of their member of the client. */
export interface Shapes {
  /** An area of administration under one authority. */
  zoneAdmins: {
    row: ZoneAdminRow;
    whole: ZoneAdmin;
    input: ZoneAdminInput;
    create: Needing<ZoneAdminInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { annuaires: 'annuaires'; forest_ads: 'forestAds' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A directory of users and machines. */
  annuaires: {
    row: AnnuaireRow;
    whole: Annuaire;
    input: AnnuaireInput;
    create: Needing<AnnuaireInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'solution';
    number: 'id' | 'application_id' | 'zone_admin_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { application: 'applications'; zone_admin: 'zoneAdmins' };
    many: {};
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A forest of Active Directory domains. */
  forestAds: {
    row: ForestAdRow;
    whole: ForestAd;
    input: ForestAdInput;
    create: Needing<ForestAdInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes';
    number: 'id' | 'zone_admin_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { zone_admin: 'zoneAdmins' };
    many: { domains: 'domains'; domaines: 'domains'; domaine_ads: 'domains'; domaines_forest_ads: 'domains' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** An Active Directory or LDAP domain. Also served as `domaine-ads`. */
  domains: {
    row: DomainRow;
    whole: Domain;
    input: DomainInput;
    create: Needing<DomainInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'relation_inter_domaine';
    number: 'id' | 'domain_ctrl_cnt' | 'user_count' | 'machine_count';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: {
      forest_ads: 'forestAds';
      domaines_forest_ads: 'forestAds';
      logical_servers: 'logicalServers';
      servers: 'logicalServers';
      controllers: 'logicalServers';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** An account that administers or uses systems. */
  adminUsers: {
    row: AdminUserRow;
    whole: AdminUser;
    input: AdminUserInput;
    create: Needing<AdminUserInput, 'user_id'>;
    text: 'ext_refs' | 'user_id' | 'firstname' | 'lastname' | 'type' | 'attributes' | 'description';
    number: 'id' | 'icon_id' | 'domain_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { icon: 'documents'; domain: 'domains' };
    many: { applications: 'applications'; application_id: 'applications'; zones: 'zones' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A group of applications. */
  applicationBlocks: {
    row: ApplicationBlockRow;
    whole: ApplicationBlock;
    input: ApplicationBlockInput;
    create: Needing<ApplicationBlockInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'responsible';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { applications: 'applications'; application_id: 'applications' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** Software that supports processes. */
  applications: {
    row: ApplicationRow;
    whole: Application;
    input: ApplicationInput;
    create: Needing<ApplicationInput, 'name'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'description'
      | 'comments'
      | 'vendor'
      | 'product'
      | 'responsible'
      | 'functional_referent'
      | 'type'
      | 'status'
      | 'technology'
      | 'external'
      | 'hosting'
      | 'urls'
      | 'users'
      | 'editor'
      | 'documentation'
      | 'version'
      | 'attributes';
    number:
      | 'id'
      | 'security_need_c'
      | 'security_need_i'
      | 'security_need_a'
      | 'security_need_t'
      | 'security_need_auth'
      | 'icon_id'
      | 'entity_resp_id'
      | 'application_block_id'
      | 'rto'
      | 'rpo'
      | 'patching_frequency';
    flag: never;
    day: 'install_date' | 'prod_date' | 'update_date' | 'next_update';
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { icon: 'documents'; entity_resp: 'entities'; application_block: 'applicationBlocks' };
    many: {
      source_flows: 'applicationFlows';
      application_source_fluxes: 'applicationFlows';
      dest_flows: 'applicationFlows';
      application_dest_fluxes: 'applicationFlows';
      entities: 'entities';
      processes: 'processes';
      activities: 'activities';
      application_services: 'applicationServices';
      services: 'applicationServices';
      databases: 'databases';
      workstations: 'workstations';
      logical_servers: 'logicalServers';
      servers: 'logicalServers';
      containers: 'containers';
      security_devices: 'securityDevices';
      administrators: 'adminUsers';
      admin_users: 'adminUsers';
      security_controls: 'securityControls';
      certificates: 'certificates';
      data_processings: 'dataProcessings';
      peripherals: 'peripherals';
      physical_servers: 'physicalServers';
      requires: 'applications';
      required_by: 'applications';
      contracts: 'relations';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A service that an application offers to others. */
  applicationServices: {
    row: ApplicationServiceRow;
    whole: ApplicationService;
    input: ApplicationServiceInput;
    create: Needing<ApplicationServiceInput, 'name'>;
    text: 'ext_refs' | 'description' | 'type' | 'attributes' | 'comments' | 'exposition' | 'name';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: {
      source_flows: 'applicationFlows';
      service_source_fluxes: 'applicationFlows';
      dest_flows: 'applicationFlows';
      service_dest_fluxes: 'applicationFlows';
      modules: 'applicationModules';
      application_modules: 'applicationModules';
      applications: 'applications';
      application_id: 'applications';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A component of an application service. */
  applicationModules: {
    row: ApplicationModuleRow;
    whole: ApplicationModule;
    input: ApplicationModuleInput;
    create: Needing<ApplicationModuleInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'comments' | 'vendor' | 'product' | 'version';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: {
      source_flows: 'applicationFlows';
      module_source_fluxes: 'applicationFlows';
      dest_flows: 'applicationFlows';
      module_dest_fluxes: 'applicationFlows';
      application_services: 'applicationServices';
      services: 'applicationServices';
      entities: 'entities';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A set of data kept by a database engine. */
  databases: {
    row: DatabaseRow;
    whole: Database;
    input: DatabaseInput;
    create: Needing<DatabaseInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description' | 'responsible' | 'external';
    number:
      | 'id'
      | 'icon_id'
      | 'entity_resp_id'
      | 'security_need_c'
      | 'security_need_i'
      | 'security_need_a'
      | 'security_need_t'
      | 'security_need_auth';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { icon: 'documents'; entity_resp: 'entities' };
    many: {
      source_flows: 'applicationFlows';
      database_source_fluxes: 'applicationFlows';
      dest_flows: 'applicationFlows';
      database_dest_fluxes: 'applicationFlows';
      applications: 'applications';
      application_id: 'applications';
      entities: 'entities';
      informations: 'information';
      information: 'information';
      logical_servers: 'logicalServers';
      servers: 'logicalServers';
      containers: 'containers';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** An exchange between applications, services, modules or databases. Also served as `fluxes`. */
  applicationFlows: {
    row: ApplicationFlowRow;
    whole: ApplicationFlow;
    input: ApplicationFlowInput;
    create: Needing<ApplicationFlowInput, 'name'>;
    text: 'ext_refs' | 'name' | 'nature' | 'attributes' | 'description' | 'type';
    number:
      | 'id'
      | 'application_source_id'
      | 'service_source_id'
      | 'module_source_id'
      | 'database_source_id'
      | 'application_dest_id'
      | 'service_dest_id'
      | 'module_dest_id'
      | 'database_dest_id';
    flag: 'crypted' | 'bidirectional';
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {
      application_source: 'applications';
      service_source: 'applicationServices';
      module_source: 'applicationModules';
      database_source: 'databases';
      application_dest: 'applications';
      application_dst: 'applications';
      service_dest: 'applicationServices';
      service_dst: 'applicationServices';
      module_dest: 'applicationModules';
      module_dst: 'applicationModules';
      database_dest: 'databases';
      database_dst: 'databases';
    };
    many: { informations: 'information'; information: 'information' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** What somebody did, and when: changes of objects, log-ins, exports. */
  auditLogs: {
    row: AuditLogRow;
    whole: AuditLog;
    input: never;
    create: never;
    text: 'description' | 'subject_type' | 'properties' | 'host';
    number: 'id' | 'subject_id' | 'user_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at';
    beside: 'search';
    one: {};
    many: {};
    methods: Reads;
  };
  /** A set of processes that serve one purpose. */
  macroProcesses: {
    row: MacroProcessRow;
    whole: MacroProcess;
    input: MacroProcessInput;
    create: Needing<MacroProcessInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'io_elements' | 'owner';
    number: 'id' | 'security_need_c' | 'security_need_i' | 'security_need_a' | 'security_need_t' | 'security_need_auth';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { processes: 'processes' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A set of activities that produces a result for someone. */
  processes: {
    row: ProcessRow;
    whole: Process;
    input: ProcessInput;
    create: Needing<ProcessInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'owner' | 'in_out';
    number:
      | 'id'
      | 'icon_id'
      | 'security_need_c'
      | 'security_need_i'
      | 'security_need_a'
      | 'security_need_t'
      | 'security_need_auth'
      | 'macroprocess_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { icon: 'documents'; macro_process: 'macroProcesses'; macroprocess: 'macroProcesses' };
    many: {
      informations: 'information';
      information: 'information';
      applications: 'applications';
      application_id: 'applications';
      activities: 'activities';
      entities: 'entities';
      operations: 'operations';
      data_processings: 'dataProcessings';
      data_processes: 'dataProcessings';
      security_controls: 'securityControls';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A step of a process, with its recovery objectives. */
  activities: {
    row: ActivityRow;
    whole: Activity;
    input: ActivityInput;
    create: Needing<ActivityInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'drp' | 'drp_link';
    number:
      | 'id'
      | 'recovery_time_objective'
      | 'maximum_tolerable_downtime'
      | 'recovery_point_objective'
      | 'maximum_tolerable_data_loss';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: {
      processes: 'processes';
      operations: 'operations';
      applications: 'applications';
      application_id: 'applications';
      documents: 'documents';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A piece of an activity, done by actors. */
  operations: {
    row: OperationRow;
    whole: Operation;
    input: OperationInput;
    create: Needing<OperationInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes';
    number: 'id' | 'process_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { process: 'processes' };
    many: { activities: 'activities'; actors: 'actors'; tasks: 'tasks' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** An elementary piece of work within an operation. */
  tasks: {
    row: TaskRow;
    whole: Task;
    input: TaskInput;
    create: Needing<TaskInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { operations: 'operations' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A person, group or role that carries out operations. */
  actors: {
    row: ActorRow;
    whole: Actor;
    input: ActorInput;
    create: Needing<ActorInput, 'name'>;
    text: 'ext_refs' | 'name' | 'nature' | 'type' | 'attributes' | 'contact';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { operations: 'operations' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** Information that processes use and applications hold. */
  information: {
    row: InformationRow;
    whole: Information;
    input: InformationInput;
    create: Needing<InformationInput, 'name'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'description'
      | 'type'
      | 'attributes'
      | 'owner'
      | 'administrator'
      | 'storage'
      | 'sensitivity'
      | 'constraints'
      | 'retention';
    number: 'id' | 'security_need_c' | 'security_need_i' | 'security_need_a' | 'security_need_t' | 'security_need_auth';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: {
      databases: 'databases';
      processes: 'processes';
      application_flows: 'applicationFlows';
      fluxes: 'applicationFlows';
      flows: 'applicationFlows';
      children: 'information';
      parents: 'information';
      data_processings: 'dataProcessings';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A person or script that signs in. */
  users: {
    row: UserRow;
    whole: User;
    input: UserInput;
    create: Needing<UserInput, 'login'>;
    text: 'login' | 'name' | 'email' | 'language' | 'flow_label';
    number: 'id' | 'granularity';
    flag: never;
    day: never;
    moment: 'email_verified_at' | 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed' | 'disabled';
    one: {};
    many: { roles: 'roles' };
    methods: Reads | Writes | 'restore' | 'massRestore';
  };
  /** A set of permissions that users hold. */
  roles: {
    row: RoleRow;
    whole: Role;
    input: RoleInput;
    create: Needing<RoleInput, 'title'>;
    text: 'title';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { users: 'users'; permissions: 'permissions'; perimeters: 'perimeters' };
    methods: Reads | Writes | 'restore' | 'massRestore';
  };
  /** The right to one action on one type of object. */
  permissions: {
    row: PermissionRow;
    whole: Permission;
    input: never;
    create: never;
    text: 'ext_refs' | 'title' | 'module';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at';
    beside: 'search';
    one: {};
    many: { roles: 'roles' };
    methods: Reads;
  };
  /** A named part of the map, to which roles can be kept. */
  perimeters: {
    row: PerimeterRow;
    whole: Perimeter;
    input: PerimeterInput;
    create: Needing<PerimeterInput, 'name'>;
    text: 'name' | 'description' | 'roots' | 'rules';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at';
    beside: 'search';
    one: {};
    many: { roles: 'roles' };
    methods: Reads | Writes;
  };
  /** The delegation of one object to a user or a role. */
  cartographers: {
    row: CartographerRow;
    whole: Cartographer;
    input: CartographerInput;
    create: CartographerCreate;
    text: 'cartographiable_type';
    number: 'id' | 'cartographiable_id' | 'user_id' | 'role_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at';
    beside: never;
    one: { user: 'users'; role: 'roles'; cartographiable: 'zoneAdmins' };
    many: {};
    methods: Reads | Writes;
  };
  /** A file kept with the map. */
  documents: {
    row: DocumentRow;
    whole: Document;
    input: DocumentInput;
    create: DocumentCreate;
    text: 'ext_refs' | 'filename' | 'mimetype' | 'hash';
    number: 'id' | 'size';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: {
      activities: 'activities';
      entities: 'entities';
      data_processings: 'dataProcessings';
      external_connected_entities: 'externalConnectedEntities';
      logical_servers: 'logicalServers';
      relations: 'relations';
    };
    methods: Reads | Writes | 'restore' | 'massRestore';
  };
  /** An organisation or a part of one: departments, suppliers, partners. */
  entities: {
    row: EntityRow;
    whole: Entity;
    input: EntityInput;
    create: Needing<EntityInput, 'name'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'security_level'
      | 'contact_point'
      | 'description'
      | 'entity_type'
      | 'attributes'
      | 'reference'
      | 'external_ref_id'
      | 'type';
    number: 'id' | 'icon_id' | 'parent_entity_id';
    flag: 'is_external';
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { icon: 'documents'; parent_entity: 'entities' };
    many: {
      resp_databases: 'databases';
      resp_applications: 'applications';
      source_relations: 'relations';
      destination_relations: 'relations';
      applications: 'applications';
      application_id: 'applications';
      processes: 'processes';
      child_entities: 'entities';
      entities: 'entities';
      children: 'entities';
      application_modules: 'applicationModules';
      modules: 'applicationModules';
      databases: 'databases';
      linked_databases: 'databases';
      documents: 'documents';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A relation between two entities: contract, supply, service. */
  relations: {
    row: RelationRow;
    whole: Relation;
    input: RelationInput;
    create: Needing<RelationInput, 'name' | 'source_id' | 'destination_id'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'type'
      | 'description'
      | 'attributes'
      | 'reference'
      | 'responsible'
      | 'order_number'
      | 'comments';
    number:
      | 'id'
      | 'importance'
      | 'source_id'
      | 'destination_id'
      | 'security_need_c'
      | 'security_need_i'
      | 'security_need_a'
      | 'security_need_t'
      | 'security_need_auth';
    flag: 'active';
    day: 'start_date' | 'end_date';
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { source: 'entities'; destination: 'entities' };
    many: { documents: 'documents'; applications: 'applications'; wans: 'wans' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** An entry of the register of processing activities (GDPR). */
  dataProcessings: {
    row: DataProcessingRow;
    whole: DataProcessing;
    input: DataProcessingInput;
    create: Needing<DataProcessingInput, 'name'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'legal_basis'
      | 'description'
      | 'comments'
      | 'responsible'
      | 'purpose'
      | 'lawfulness'
      | 'categories'
      | 'data_source'
      | 'data_collection_obligation'
      | 'recipients'
      | 'transfert'
      | 'automated_decision_making'
      | 'retention'
      | 'data_subject_rights'
      | 'controls';
    number: 'id';
    flag:
      | 'lawfulness_consent'
      | 'lawfulness_contract'
      | 'lawfulness_legal_obligation'
      | 'lawfulness_vital_interest'
      | 'lawfulness_public_interest'
      | 'lawfulness_legitimate_interest';
    day: 'update_date';
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: {
      processes: 'processes';
      applications: 'applications';
      application_id: 'applications';
      informations: 'information';
      information: 'information';
      documents: 'documents';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A measure that protects applications and processes. */
  securityControls: {
    row: SecurityControlRow;
    whole: SecurityControl;
    input: SecurityControlInput;
    create: Needing<SecurityControlInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { applications: 'applications'; application_id: 'applications'; processes: 'processes' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A network, as a whole of subnetworks. */
  networks: {
    row: NetworkRow;
    whole: Network;
    input: NetworkInput;
    create: Needing<NetworkInput, 'name'>;
    text:
      'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'protocol_type' | 'responsible' | 'responsible_sec';
    number: 'id' | 'security_need_c' | 'security_need_i' | 'security_need_a' | 'security_need_t' | 'security_need_auth';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { external_connected_entities: 'externalConnectedEntities'; subnetworks: 'subnetworks' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A range of addresses of a network. */
  subnetworks: {
    row: SubnetworkRow;
    whole: Subnetwork;
    input: SubnetworkInput;
    create: Needing<SubnetworkInput, 'name'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'description'
      | 'address'
      | 'ip_allocation_type'
      | 'responsible_exp'
      | 'dmz'
      | 'wifi'
      | 'type'
      | 'attributes'
      | 'zone'
      | 'default_gateway';
    number: 'id' | 'connected_subnets_id' | 'gateway_id' | 'vlan_id' | 'network_id' | 'subnetwork_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: {
      connected_subnets: 'subnetworks';
      gateway: 'gateways';
      vlan: 'vlans';
      network: 'networks';
      subnetwork: 'subnetworks';
    };
    many: {
      connected_subnetworks: 'subnetworks';
      connected_subnets_subnetworks: 'subnetworks';
      child_subnetworks: 'subnetworks';
      subnetworks: 'subnetworks';
      children: 'subnetworks';
      external_connected_entities: 'externalConnectedEntities';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A component that joins networks. */
  gateways: {
    row: GatewayRow;
    whole: Gateway;
    input: GatewayInput;
    create: Needing<GatewayInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'ip' | 'authentification';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: {};
    many: { subnetworks: 'subnetworks' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** An outside party that is connected to the networks. */
  externalConnectedEntities: {
    row: ExternalConnectedEntityRow;
    whole: ExternalConnectedEntity;
    input: ExternalConnectedEntityInput;
    create: Needing<ExternalConnectedEntityInput, 'name'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'description'
      | 'security'
      | 'type'
      | 'attributes'
      | 'src'
      | 'src_desc'
      | 'dest'
      | 'dest_desc'
      | 'contacts';
    number: 'id' | 'entity_id' | 'network_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: { entity: 'entities'; network: 'networks' };
    many: { subnetworks: 'subnetworks'; documents: 'documents' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A logical switch. */
  networkSwitches: {
    row: NetworkSwitchRow;
    whole: NetworkSwitch;
    input: NetworkSwitchInput;
    create: Needing<NetworkSwitchInput, 'name'>;
    text: 'ext_refs' | 'name' | 'ip' | 'description' | 'type' | 'attributes';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: {};
    many: { physical_switches: 'physicalSwitches'; vlans: 'vlans' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A logical router. */
  routers: {
    row: RouterRow;
    whole: Router;
    input: RouterInput;
    create: Needing<RouterInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description' | 'rules' | 'ip_addresses';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: {};
    many: { physical_routers: 'physicalRouters'; clusters: 'clusters' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A logical security device, such as a firewall or a proxy. */
  securityDevices: {
    row: SecurityDeviceRow;
    whole: SecurityDevice;
    input: SecurityDeviceInput;
    create: Needing<SecurityDeviceInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description' | 'vendor' | 'product' | 'version' | 'address_ip';
    number: 'id' | 'icon_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: { icon: 'documents' };
    many: {
      physical_security_devices: 'physicalSecurityDevices';
      applications: 'applications';
      application_id: 'applications';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A DHCP server. Deprecated: describe it as a logical server. Deprecated: keep them as logical servers. */
  dhcpServers: {
    row: DhcpServerRow;
    whole: DhcpServer;
    input: DhcpServerInput;
    create: Needing<DhcpServerInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'address_ip';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: {};
    many: {};
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A DNS server. Deprecated: describe it as a logical server. Deprecated: keep them as logical servers. */
  dnsServers: {
    row: DnsServerRow;
    whole: DnsServer;
    input: DnsServerInput;
    create: Needing<DnsServerInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes' | 'address_ip';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: {};
    many: {};
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A group of servers that act as one. */
  clusters: {
    row: ClusterRow;
    whole: Cluster;
    input: ClusterInput;
    create: Needing<ClusterInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description' | 'address_ip';
    number: 'id' | 'icon_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: { icon: 'documents' };
    many: {
      logical_servers: 'logicalServers';
      servers: 'logicalServers';
      routers: 'routers';
      physical_servers: 'physicalServers';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A server as software sees it: virtual machine or host. */
  logicalServers: {
    row: LogicalServerRow;
    whole: LogicalServer;
    input: LogicalServerInput;
    create: Needing<LogicalServerInput, 'name'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'type'
      | 'description'
      | 'net_services'
      | 'configuration'
      | 'operating_system'
      | 'address_ip'
      | 'cpu'
      | 'memory'
      | 'environment'
      | 'attributes';
    number: 'id' | 'icon_id' | 'disk' | 'disk_used' | 'patching_frequency' | 'domain_id';
    flag: 'active';
    day: 'install_date' | 'update_date' | 'next_update';
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: { icon: 'documents'; domain: 'domains' };
    many: {
      applications: 'applications';
      application_id: 'applications';
      physical_servers: 'physicalServers';
      servers: 'physicalServers';
      documents: 'documents';
      databases: 'databases';
      clusters: 'clusters';
      cluster_id: 'clusters';
      certificates: 'certificates';
      containers: 'containers';
      backups: 'backups';
      backup_ids: 'backups';
      controlled_domains: 'domains';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A backup plan: how often, in which cycle, for how long. */
  backups: {
    row: BackupRow;
    whole: Backup;
    input: BackupInput;
    create: Needing<BackupInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description';
    number: 'id' | 'backup_frequency' | 'backup_cycle' | 'backup_retention';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: {
      logical_servers: 'logicalServers';
      logical_server_ids: 'logicalServers';
      servers: 'logicalServers';
      storage_devices: 'storageDevices';
      storage_device_ids: 'storageDevices';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A rule or flow between logical or physical objects. */
  logicalFlows: {
    row: LogicalFlowRow;
    whole: LogicalFlow;
    input: LogicalFlowInput;
    create: LogicalFlowInput;
    text:
      | 'ext_refs'
      | 'name'
      | 'description'
      | 'chain'
      | 'interface'
      | 'protocol'
      | 'source_ip_range'
      | 'dest_ip_range'
      | 'source_port'
      | 'dest_port'
      | 'type'
      | 'attributes'
      | 'users'
      | 'schedule'
      | 'action';
    number:
      | 'id'
      | 'router_id'
      | 'priority'
      | 'logical_server_source_id'
      | 'peripheral_source_id'
      | 'physical_server_source_id'
      | 'storage_device_source_id'
      | 'workstation_source_id'
      | 'physical_security_device_source_id'
      | 'security_device_source_id'
      | 'subnetwork_source_id'
      | 'cluster_source_id'
      | 'logical_server_dest_id'
      | 'peripheral_dest_id'
      | 'physical_server_dest_id'
      | 'storage_device_dest_id'
      | 'workstation_dest_id'
      | 'physical_security_device_dest_id'
      | 'security_device_dest_id'
      | 'subnetwork_dest_id'
      | 'cluster_dest_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: {
      router: 'routers';
      logical_server_source: 'logicalServers';
      peripheral_source: 'peripherals';
      physical_server_source: 'physicalServers';
      storage_device_source: 'storageDevices';
      workstation_source: 'workstations';
      physical_security_device_source: 'physicalSecurityDevices';
      security_device_source: 'securityDevices';
      subnetwork_source: 'subnetworks';
      cluster_source: 'clusters';
      logical_server_dest: 'logicalServers';
      logical_server_dst: 'logicalServers';
      peripheral_dest: 'peripherals';
      peripheral_dst: 'peripherals';
      physical_server_dest: 'physicalServers';
      physical_server_dst: 'physicalServers';
      storage_device_dest: 'storageDevices';
      storage_device_dst: 'storageDevices';
      workstation_dest: 'workstations';
      workstation_dst: 'workstations';
      physical_security_device_dest: 'physicalSecurityDevices';
      physical_security_device_dst: 'physicalSecurityDevices';
      security_device_dest: 'securityDevices';
      security_device_dst: 'securityDevices';
      subnetwork_dest: 'subnetworks';
      subnetwork_dst: 'subnetworks';
      cluster_dest: 'clusters';
      cluster_dst: 'clusters';
    };
    many: {};
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A software container. */
  containers: {
    row: ContainerRow;
    whole: Container;
    input: ContainerInput;
    create: Needing<ContainerInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description';
    number: 'id' | 'icon_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { icon: 'documents' };
    many: {
      applications: 'applications';
      application_id: 'applications';
      databases: 'databases';
      logical_servers: 'logicalServers';
      servers: 'logicalServers';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A certificate, with its validity. */
  certificates: {
    row: CertificateRow;
    whole: Certificate;
    input: CertificateInput;
    create: Needing<CertificateInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description';
    number: 'id' | 'status';
    flag: never;
    day: 'start_validity' | 'end_validity';
    moment: 'last_notification' | 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: {
      logical_servers: 'logicalServers';
      servers: 'logicalServers';
      applications: 'applications';
      application_id: 'applications';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A virtual local network. */
  vlans: {
    row: VlanRow;
    whole: Vlan;
    input: VlanInput;
    create: Needing<VlanInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes';
    number: 'id' | 'vlan_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { physical_routers: 'physicalRouters'; network_switches: 'networkSwitches'; subnetworks: 'subnetworks' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A place where the organisation is. */
  sites: {
    row: SiteRow;
    whole: Site;
    input: SiteInput;
    create: Needing<SiteInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes';
    number: 'id' | 'icon_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { icon: 'documents' };
    many: {
      buildings: 'buildings';
      physical_servers: 'physicalServers';
      workstations: 'workstations';
      storage_devices: 'storageDevices';
      peripherals: 'peripherals';
      phones: 'phones';
      physical_switches: 'physicalSwitches';
      wans: 'wans';
      mans: 'mans';
      lans: 'lans';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A building or a room of a site. */
  buildings: {
    row: BuildingRow;
    whole: Building;
    input: BuildingInput;
    create: Needing<BuildingInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description';
    number: 'id' | 'site_id' | 'building_id' | 'icon_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { site: 'sites'; building: 'buildings'; icon: 'documents' };
    many: {
      bays: 'bays';
      room_bays: 'bays';
      physical_servers: 'physicalServers';
      workstations: 'workstations';
      storage_devices: 'storageDevices';
      peripherals: 'peripherals';
      phones: 'phones';
      physical_routers: 'physicalRouters';
      wifi_terminals: 'wifiTerminals';
      physical_switches: 'physicalSwitches';
      child_buildings: 'buildings';
      buildings: 'buildings';
      children: 'buildings';
      zones: 'zones';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A bay, which is a rack, in a room. */
  bays: {
    row: BayRow;
    whole: Bay;
    input: BayInput;
    create: Needing<BayInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes';
    number: 'id' | 'site_id' | 'room_id' | 'building_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { site: 'sites'; room: 'buildings'; building: 'buildings' };
    many: {
      physical_servers: 'physicalServers';
      storage_devices: 'storageDevices';
      peripherals: 'peripherals';
      physical_switches: 'physicalSwitches';
      physical_routers: 'physicalRouters';
      physical_security_devices: 'physicalSecurityDevices';
      wifi_terminals: 'wifiTerminals';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A physical security zone. */
  zones: {
    row: ZoneRow;
    whole: Zone;
    input: ZoneInput;
    create: Needing<ZoneInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { child_zones: 'zones'; parent_zones: 'zones'; buildings: 'buildings'; admin_users: 'adminUsers' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A physical machine that hosts servers. */
  physicalServers: {
    row: PhysicalServerRow;
    whole: PhysicalServer;
    input: PhysicalServerInput;
    create: Needing<PhysicalServerInput, 'name'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'type'
      | 'attributes'
      | 'description'
      | 'vendor'
      | 'product'
      | 'version'
      | 'responsible'
      | 'configuration'
      | 'address_ip'
      | 'cpu'
      | 'memory'
      | 'disk'
      | 'disk_used'
      | 'operating_system'
      | 'patching_group';
    number: 'id' | 'icon_id' | 'site_id' | 'building_id' | 'bay_id' | 'physical_switch_id' | 'paching_frequency';
    flag: never;
    day: 'next_update';
    moment: 'install_date' | 'update_date' | 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: { icon: 'documents'; site: 'sites'; building: 'buildings'; bay: 'bays'; physical_switch: 'physicalSwitches' };
    many: {
      applications: 'applications';
      application_id: 'applications';
      clusters: 'clusters';
      logical_servers: 'logicalServers';
      servers: 'logicalServers';
      storage_devices: 'storageDevices';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A desktop or portable computer. */
  workstations: {
    row: WorkstationRow;
    whole: Workstation;
    input: WorkstationInput;
    create: Needing<WorkstationInput, 'name'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'description'
      | 'vendor'
      | 'product'
      | 'version'
      | 'type'
      | 'attributes'
      | 'operating_system'
      | 'address_ip'
      | 'cpu'
      | 'memory'
      | 'other_user'
      | 'status'
      | 'manufacturer'
      | 'model'
      | 'serial_number'
      | 'warranty'
      | 'warranty_period'
      | 'agent_version'
      | 'update_source'
      | 'network_port_type'
      | 'mac_address';
    number:
      | 'id'
      | 'entity_id'
      | 'site_id'
      | 'building_id'
      | 'physical_switch_id'
      | 'icon_id'
      | 'disk'
      | 'user_id'
      | 'domain_id'
      | 'network_id'
      | 'fin_value';
    flag: never;
    day: 'last_inventory_date' | 'warranty_end_date' | 'warranty_start_date' | 'purchase_date';
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: {
      entity: 'entities';
      site: 'sites';
      building: 'buildings';
      physical_switch: 'physicalSwitches';
      icon: 'documents';
      user: 'adminUsers';
      domain: 'domains';
      network: 'networks';
    };
    many: { applications: 'applications'; application_id: 'applications' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A storage device. The recommended resource for backups. It is the recommended resource for backups. */
  storageDevices: {
    row: StorageDeviceRow;
    whole: StorageDevice;
    input: StorageDeviceInput;
    create: Needing<StorageDeviceInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description' | 'vendor' | 'product' | 'version' | 'address_ip';
    number: 'id' | 'site_id' | 'building_id' | 'bay_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: { site: 'sites'; building: 'buildings'; bay: 'bays' };
    many: { backups: 'backups'; physical_servers: 'physicalServers' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A printer, scanner or other device. */
  peripherals: {
    row: PeripheralRow;
    whole: Peripheral;
    input: PeripheralInput;
    create: Needing<PeripheralInput, 'name'>;
    text:
      | 'ext_refs'
      | 'name'
      | 'type'
      | 'attributes'
      | 'description'
      | 'vendor'
      | 'product'
      | 'version'
      | 'responsible'
      | 'address_ip'
      | 'domain';
    number: 'id' | 'icon_id' | 'site_id' | 'building_id' | 'bay_id' | 'provider_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: { icon: 'documents'; site: 'sites'; building: 'buildings'; bay: 'bays'; provider: 'entities' };
    many: { applications: 'applications'; application_id: 'applications' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A telephone. */
  phones: {
    row: PhoneRow;
    whole: Phone;
    input: PhoneInput;
    create: Needing<PhoneInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description' | 'vendor' | 'product' | 'version' | 'address_ip';
    number: 'id' | 'site_id' | 'building_id' | 'physical_switch_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: { site: 'sites'; building: 'buildings'; physical_switch: 'physicalSwitches' };
    many: {};
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A switch as a piece of equipment. */
  physicalSwitches: {
    row: PhysicalSwitchRow;
    whole: PhysicalSwitch;
    input: PhysicalSwitchInput;
    create: Needing<PhysicalSwitchInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description' | 'vendor' | 'product' | 'version';
    number: 'id' | 'icon_id' | 'site_id' | 'building_id' | 'bay_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { icon: 'documents'; site: 'sites'; building: 'buildings'; bay: 'bays' };
    many: { network_switches: 'networkSwitches' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A router as a piece of equipment. */
  physicalRouters: {
    row: PhysicalRouterRow;
    whole: PhysicalRouter;
    input: PhysicalRouterInput;
    create: Needing<PhysicalRouterInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'vendor' | 'product' | 'version' | 'type' | 'attributes';
    number: 'id' | 'site_id' | 'building_id' | 'bay_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { site: 'sites'; building: 'buildings'; bay: 'bays' };
    many: { routers: 'routers'; vlans: 'vlans'; wans: 'wans'; mans: 'mans'; lans: 'lans' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A Wi-Fi access point. */
  wifiTerminals: {
    row: WifiTerminalRow;
    whole: WifiTerminal;
    input: WifiTerminalInput;
    create: Needing<WifiTerminalInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description' | 'vendor' | 'product' | 'version' | 'address_ip';
    number: 'id' | 'site_id' | 'building_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: { site: 'sites'; building: 'buildings' };
    many: { bays: 'bays' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A security device as a piece of equipment. */
  physicalSecurityDevices: {
    row: PhysicalSecurityDeviceRow;
    whole: PhysicalSecurityDevice;
    input: PhysicalSecurityDeviceInput;
    create: Needing<PhysicalSecurityDeviceInput, 'name'>;
    text: 'ext_refs' | 'name' | 'type' | 'attributes' | 'description' | 'address_ip';
    number: 'id' | 'icon_id' | 'site_id' | 'building_id' | 'bay_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'ip_in' | 'trashed';
    one: { icon: 'documents'; site: 'sites'; building: 'buildings'; bay: 'bays' };
    many: { security_devices: 'securityDevices' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A cable between two pieces of equipment. */
  physicalLinks: {
    row: PhysicalLinkRow;
    whole: PhysicalLink;
    input: PhysicalLinkInput;
    create: PhysicalLinkInput;
    text: 'ext_refs' | 'type' | 'color' | 'attributes' | 'description' | 'src_port' | 'dest_port';
    number:
      | 'id'
      | 'peripheral_src_id'
      | 'phone_src_id'
      | 'physical_router_src_id'
      | 'physical_security_device_src_id'
      | 'physical_server_src_id'
      | 'physical_switch_src_id'
      | 'storage_device_src_id'
      | 'wifi_terminal_src_id'
      | 'workstation_src_id'
      | 'logical_server_src_id'
      | 'network_switch_src_id'
      | 'router_src_id'
      | 'peripheral_dest_id'
      | 'phone_dest_id'
      | 'physical_router_dest_id'
      | 'physical_security_device_dest_id'
      | 'physical_server_dest_id'
      | 'physical_switch_dest_id'
      | 'storage_device_dest_id'
      | 'wifi_terminal_dest_id'
      | 'workstation_dest_id'
      | 'logical_server_dest_id'
      | 'network_switch_dest_id'
      | 'router_dest_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {
      peripheral_src: 'peripherals';
      peripheral_source: 'peripherals';
      phone_src: 'phones';
      phone_source: 'phones';
      physical_router_src: 'physicalRouters';
      physical_router_source: 'physicalRouters';
      physical_security_device_src: 'physicalSecurityDevices';
      physical_security_device_source: 'physicalSecurityDevices';
      physical_server_src: 'physicalServers';
      physical_server_source: 'physicalServers';
      physical_switch_src: 'physicalSwitches';
      physical_switch_source: 'physicalSwitches';
      storage_device_src: 'storageDevices';
      storage_device_source: 'storageDevices';
      wifi_terminal_src: 'wifiTerminals';
      wifi_terminal_source: 'wifiTerminals';
      workstation_src: 'workstations';
      workstation_source: 'workstations';
      logical_server_src: 'logicalServers';
      logical_server_source: 'logicalServers';
      network_switch_src: 'networkSwitches';
      network_switch_source: 'networkSwitches';
      router_src: 'routers';
      router_source: 'routers';
      peripheral_dest: 'peripherals';
      peripheral_dst: 'peripherals';
      phone_dest: 'phones';
      phone_dst: 'phones';
      physical_router_dest: 'physicalRouters';
      physical_router_dst: 'physicalRouters';
      physical_security_device_dest: 'physicalSecurityDevices';
      physical_security_device_dst: 'physicalSecurityDevices';
      physical_server_dest: 'physicalServers';
      physical_server_dst: 'physicalServers';
      physical_switch_dest: 'physicalSwitches';
      physical_switch_dst: 'physicalSwitches';
      storage_device_dest: 'storageDevices';
      storage_device_dst: 'storageDevices';
      wifi_terminal_dest: 'wifiTerminals';
      wifi_terminal_dst: 'wifiTerminals';
      workstation_dest: 'workstations';
      workstation_dst: 'workstations';
      logical_server_dest: 'logicalServers';
      logical_server_dst: 'logicalServers';
      network_switch_dest: 'networkSwitches';
      network_switch_dst: 'networkSwitches';
      router_dest: 'routers';
      router_dst: 'routers';
    };
    many: {};
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A wide area network. */
  wans: {
    row: WanRow;
    whole: Wan;
    input: WanInput;
    create: WanInput;
    text: 'ext_refs' | 'name' | 'type' | 'attributes';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { mans: 'mans'; lans: 'lans'; physical_routers: 'physicalRouters'; sites: 'sites'; contracts: 'relations' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A metropolitan area network. */
  mans: {
    row: ManRow;
    whole: Man;
    input: ManInput;
    create: Needing<ManInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes';
    number: 'id' | 'parent_man_id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: { parent_man: 'mans' };
    many: {
      wans: 'wans';
      lans: 'lans';
      child_mans: 'mans';
      mans: 'mans';
      children: 'mans';
      physical_routers: 'physicalRouters';
      sites: 'sites';
    };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A local area network. */
  lans: {
    row: LanRow;
    whole: Lan;
    input: LanInput;
    create: Needing<LanInput, 'name'>;
    text: 'ext_refs' | 'name' | 'description' | 'type' | 'attributes';
    number: 'id';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: { mans: 'mans'; wans: 'wans'; physical_routers: 'physicalRouters'; sites: 'sites' };
    methods: Reads | Writes | 'restore' | 'massRestore' | Exchanges;
  };
  /** A stored query over the map. */
  queries: {
    row: QueryRow;
    whole: Query;
    input: QueryInput;
    create: Needing<QueryInput, 'name' | 'query'>;
    text: 'name' | 'description' | 'query';
    number: 'id' | 'user_id';
    flag: 'is_public';
    day: never;
    moment: 'created_at' | 'updated_at';
    beside: 'search';
    one: { user: 'users' };
    many: {};
    methods: Reads | Writes;
  };
  /** A saved exploration of the map. */
  savedMaps: {
    row: SavedMapRow;
    whole: SavedMap;
    input: SavedMapInput;
    create: Needing<SavedMapInput, 'name' | 'state'>;
    text: 'name' | 'description' | 'state';
    number: 'id' | 'user_id';
    flag: 'is_public';
    day: never;
    moment: 'created_at' | 'updated_at';
    beside: 'search';
    one: { user: 'users' };
    many: {};
    methods: Reads | Writes;
  };
  /** A diagram drawn by hand in Mercator, and kept for it. */
  graphs: {
    row: GraphRow;
    whole: Graph;
    input: GraphInput;
    create: Needing<GraphInput, 'name'>;
    text: 'name' | 'type' | 'content';
    number: 'id' | 'class';
    flag: never;
    day: never;
    moment: 'created_at' | 'updated_at' | 'deleted_at';
    beside: 'search' | 'trashed';
    one: {};
    many: {};
    methods: Reads | Writes | 'restore' | 'massRestore';
  };
}

/** The questions of the graph: what each takes, and what it answers. */
export interface GraphShapes {
  /** What there is in the graph */
  kinds: {
    query: Record<string, never>;
    answer: {
      kinds: Array<{
        path: string;
        title: string;
        view: string;
        /** Of its lines in pictures, on light ground. */
        colour: string;
        /** SVG: shapes of lines within a square of 24 units. */
        icon: string;
        /** Its objects are accounts of people. */
        account: boolean;
      }>;
      connectors: Array<{
        path: string;
        title: string;
        view: string;
        /** Of its lines in pictures, on light ground. */
        colour: string;
        /** SVG: shapes of lines within a square of 24 units. */
        icon: string;
      }>;
      families: Array<{
        name:
          | 'places'
          | 'hosting'
          | 'structure'
          | 'business'
          | 'data'
          | 'flows'
          | 'cables'
          | 'network'
          | 'access'
          | 'protection'
          | 'duties'
          | 'register'
          | 'blocked';
        title: string;
      }>;
      edges: Array<{
        name: string;
        family: string;
        from: Array<string>;
        to: Array<string>;
        connector: string | null;
        rules: Array<Json>;
      }>;
      meta: { hidden_kinds: Array<string> };
    };
  };
  /** Find objects */
  objects: {
    query: {
      /** The text that is looked for. */
      search: string;
      /** Objects of these kinds alone. */
      kinds?: string | readonly string[];
      /** Objects of these views alone. */
      views?: string | readonly string[];
      /** How long lists may be; what is counted is all. */
      most?: number;
    };
    answer: {
      nodes: Array<{
        id: string;
        label: string;
        /** Path of its kind. */
        group: string;
        view: string;
        /** Where its picture is. */
        icon: string | null;
        /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
        data: { id: number | null; name: string; model: string; url: string | null };
        where: string | null;
      }>;
      meta: {
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
    };
  };
  /** Who is near some objects */
  neighbourhood: {
    query: {
      /** The objects to begin with. */
      of: string | readonly string[];
      /** Steps from them. */
      depth?: number;
      /** Up: towards the business. Down: towards the machines. */
      direction?: 'both' | 'up' | 'down';
      /** Edges of these families alone; those of `edges` are added. */
      families?: string | readonly string[];
      /** Edges of these names alone; those of `families` are added. */
      edges?: string | readonly string[];
      /** Only objects of these kinds are entered. */
      kinds?: string | readonly string[];
      /** Objects of these views alone. */
      views?: string | readonly string[];
      /** Only objects with one of these tags are entered. */
      tags?: string | readonly string[];
      /** Objects of these kinds are passed through and not shown. */
      hide?: string | readonly string[];
      /** Whether flows, cables and relations are edges, or nodes between their ends. */
      connectors?: 'edges' | 'nodes';
      /** How long lists may be; what is counted is all. */
      most?: number;
    };
    answer: {
      nodes: Array<{
        id: string;
        label: string;
        /** Path of its kind. */
        group: string;
        view: string;
        /** Where its picture is. */
        icon: string | null;
        /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
        data: { id: number | null; name: string; model: string; url: string | null };
        depth: number;
        more: number;
      }>;
      edges: Array<{
        id: string;
        from: string;
        to: string;
        edge: string;
        family:
          | 'places'
          | 'hosting'
          | 'structure'
          | 'business'
          | 'data'
          | 'flows'
          | 'cables'
          | 'network'
          | 'access'
          | 'protection'
          | 'duties'
          | 'register'
          | 'blocked'
          | 'implied';
        /** It leads up and down both ways. */
        both: boolean;
        label: string | null;
        object: number | null;
        implied?: boolean;
        via?: Array<string>;
        /** An address at one of its ends may stand for other objects as well. */
        unsure?: boolean;
      }>;
      not_drawn: {
        /** Flows at these objects that a rule forbids, and that are not among the edges. */
        blocked: number;
        /** The first of them. */
        names: Array<string>;
      };
      meta: {
        of: Array<string>;
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
    };
  };
  /** What lies between the objects of some kinds */
  between: {
    query: {
      /** The kinds whose objects are listed. */
      kinds: string | readonly string[];
      /** Edges of these families alone; those of `edges` are added. */
      families?: string | readonly string[];
      /** Edges of these names alone; those of `families` are added. */
      edges?: string | readonly string[];
      /** How long lists may be; what is counted is all. */
      most?: number;
    };
    answer: {
      nodes: Array<{
        id: string;
        label: string;
        /** Path of its kind. */
        group: string;
        view: string;
        /** Where its picture is. */
        icon: string | null;
        /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
        data: { id: number | null; name: string; model: string; url: string | null };
        more: number;
      }>;
      edges: Array<{
        id: string;
        from: string;
        to: string;
        edge: string;
        family:
          | 'places'
          | 'hosting'
          | 'structure'
          | 'business'
          | 'data'
          | 'flows'
          | 'cables'
          | 'network'
          | 'access'
          | 'protection'
          | 'duties'
          | 'register'
          | 'blocked'
          | 'implied';
        /** It leads up and down both ways. */
        both: boolean;
        label: string | null;
        object: number | null;
        implied?: boolean;
        via?: Array<string>;
        /** An address at one of its ends may stand for other objects as well. */
        unsure?: boolean;
      }>;
      meta: {
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
      not_drawn: {
        /** Flows at these objects that a rule forbids, and that are not among the edges. */
        blocked: number;
        /** The first of them. */
        names: Array<string>;
        /** Flows of the whole map of which an end is found nowhere. */
        nowhere: number;
      };
    };
  };
  /** Ways from objects to others */
  paths: {
    query: {
      /** Where the ways begin. */
      from: string | readonly string[];
      /** Where they end. */
      to: string | readonly string[];
      /** Steps of a way, at most. */
      longest?: number;
      /** Up: towards the business. Down: towards the machines. */
      direction?: 'both' | 'up' | 'down';
      /** Edges of these families alone; those of `edges` are added. */
      families?: string | readonly string[];
      /** Edges of these names alone; those of `families` are added. */
      edges?: string | readonly string[];
      /** Objects of these kinds alone. */
      kinds?: string | readonly string[];
      /** How long lists may be; what is counted is all. */
      most?: number;
    };
    answer: {
      paths: Array<{ length: number; nodes: Array<string>; edges: Array<Array<string>> }>;
      nodes: Array<{
        id: string;
        label: string;
        /** Path of its kind. */
        group: string;
        view: string;
        /** Where its picture is. */
        icon: string | null;
        /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
        data: { id: number | null; name: string; model: string; url: string | null };
      }>;
      edges: Array<{
        id: string;
        from: string;
        to: string;
        edge: string;
        family:
          | 'places'
          | 'hosting'
          | 'structure'
          | 'business'
          | 'data'
          | 'flows'
          | 'cables'
          | 'network'
          | 'access'
          | 'protection'
          | 'duties'
          | 'register'
          | 'blocked'
          | 'implied';
        /** It leads up and down both ways. */
        both: boolean;
        label: string | null;
        object: number | null;
        implied?: boolean;
        via?: Array<string>;
        /** An address at one of its ends may stand for other objects as well. */
        unsure?: boolean;
      }>;
      meta: {
        from: Array<string>;
        to: Array<string>;
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
    };
  };
  /** What an outage takes with it */
  impact: {
    query: {
      /** The objects that fail. */
      of: string | readonly string[];
      /** Whether a lost source degrades who receives its data. */
      flows?: boolean;
      /** How many suppliers are enough for an object, wherever it would go down without them, such as `applications_12:1`. */
      min_up?: string | readonly string[];
      /** How many suppliers of one sort are enough for an object, such as `applications_12.databases:1`: the names of its links and references. */
      needs?: string | readonly string[];
      /** Objects in these states, or with this mark, alone are listed. */
      states?: string | readonly string[];
      /** How long lists may be; what is counted is all. */
      most?: number;
    };
    answer: {
      nodes: Array<{
        id: string;
        label: string;
        /** Path of its kind. */
        group: string;
        view: string;
        /** Where its picture is. */
        icon: string | null;
        /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
        data: { id: number | null; name: string; model: string; url: string | null };
        state: 'concerned' | 'at_risk' | 'degraded' | 'down';
        round: number;
        /** How it came to it, from what failed. */
        chain: Array<string>;
        /** What each object of the chain had become by then; it may have become worse since. */
        chain_states: Array<'concerned' | 'at_risk' | 'degraded' | 'down'>;
        because: Array<{ edge: string; from: string; group: string | null; standing: number; of: number }>;
        /** Of a long chain the middle is left out: so many objects. */
        chain_left_out?: number;
      }>;
      edges: Array<{
        id: string;
        from: string;
        to: string;
        edge: string;
        family:
          | 'places'
          | 'hosting'
          | 'structure'
          | 'business'
          | 'data'
          | 'flows'
          | 'cables'
          | 'network'
          | 'access'
          | 'protection'
          | 'duties'
          | 'register'
          | 'blocked'
          | 'implied';
        /** It leads up and down both ways. */
        both: boolean;
        label: string | null;
        object: number | null;
        implied?: boolean;
        via?: Array<string>;
        /** An address at one of its ends may stand for other objects as well. */
        unsure?: boolean;
      }>;
      /** Names of objects that chains, reasons and needs refer to and `nodes` does not list, by their ids. */
      names: Record<string, string>;
      /** Objects of which nobody can tell whether they fail too: a mark beside their state. */
      doubtful: Array<{
        of: string;
        why: 'inactive' | 'unfounded' | 'hidden' | 'mirror' | 'network';
        by: Array<string>;
        node: {
          id: string;
          label: string;
          /** Path of its kind. */
          group: string;
          view: string;
          /** Where its picture is. */
          icon: string | null;
          /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
          data: { id: number | null; name: string; model: string; url: string | null };
        };
        /** Of the objects in `by`. */
        names: Array<string>;
      }>;
      /** Parts of what is plugged together that no longer reach the rest. */
      parted: Array<{
        size: number;
        by_kind: Record<string, number>;
        main: boolean;
        /** In which its devices are. */
        sites: Array<string>;
        /** Its first devices. */
        sample: Array<{
          id: string;
          label: string;
          /** Path of its kind. */
          group: string;
          view: string;
          /** Where its picture is. */
          icon: string | null;
          /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
          data: { id: number | null; name: string; model: string; url: string | null };
        }>;
      }>;
      summary: {
        down: {
          total: number;
          by_kind: Record<string, number>;
          needs: {
            c: { level: number; of: Array<string>; more?: number } | null;
            i: { level: number; of: Array<string>; more?: number } | null;
            a: { level: number; of: Array<string>; more?: number } | null;
            t: { level: number; of: Array<string>; more?: number } | null;
            auth: { level: number; of: Array<string>; more?: number } | null;
            rto: { minutes: number; of: Array<string>; more?: number } | null;
            rpo: { minutes: number; of: Array<string>; more?: number } | null;
            mtd: { minutes: number; of: Array<string>; more?: number } | null;
            mtdl: { minutes: number; of: Array<string>; more?: number } | null;
          };
        };
        degraded: {
          total: number;
          by_kind: Record<string, number>;
          needs: {
            c: { level: number; of: Array<string>; more?: number } | null;
            i: { level: number; of: Array<string>; more?: number } | null;
            a: { level: number; of: Array<string>; more?: number } | null;
            t: { level: number; of: Array<string>; more?: number } | null;
            auth: { level: number; of: Array<string>; more?: number } | null;
            rto: { minutes: number; of: Array<string>; more?: number } | null;
            rpo: { minutes: number; of: Array<string>; more?: number } | null;
            mtd: { minutes: number; of: Array<string>; more?: number } | null;
            mtdl: { minutes: number; of: Array<string>; more?: number } | null;
          };
        };
        at_risk: {
          total: number;
          by_kind: Record<string, number>;
          needs: {
            c: { level: number; of: Array<string>; more?: number } | null;
            i: { level: number; of: Array<string>; more?: number } | null;
            a: { level: number; of: Array<string>; more?: number } | null;
            t: { level: number; of: Array<string>; more?: number } | null;
            auth: { level: number; of: Array<string>; more?: number } | null;
            rto: { minutes: number; of: Array<string>; more?: number } | null;
            rpo: { minutes: number; of: Array<string>; more?: number } | null;
            mtd: { minutes: number; of: Array<string>; more?: number } | null;
            mtdl: { minutes: number; of: Array<string>; more?: number } | null;
          };
        };
        concerned: { total: number; by_kind: Record<string, number> };
        doubtful: { total: number; by_kind: Record<string, number> };
        /** Objects that are no longer in use and would be hit. */
        inactive: { total: number; by_kind: Record<string, number>; sample: Array<string> };
      };
      meta: {
        of: Array<string>;
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
    };
  };
  /** Whom an object hangs on */
  dependencies: {
    query: {
      /** One object. */
      of: string | readonly string[];
      /** Whether headings, such as blocks of applications, are listed. */
      headings?: boolean;
      /** How long lists may be; what is counted is all. */
      most?: number;
    };
    answer: {
      nodes: Array<{
        id: string;
        label: string;
        /** Path of its kind. */
        group: string;
        view: string;
        /** Where its picture is. */
        icon: string | null;
        /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
        data: { id: number | null; name: string; model: string; url: string | null };
        depth: number;
        critical: boolean;
        /** The worst that its failure may bring to the object. */
        effect: 'down' | 'degraded' | 'at_risk';
      }>;
      edges: Array<{
        id: string;
        from: string;
        to: string;
        edge: string;
        family:
          | 'places'
          | 'hosting'
          | 'structure'
          | 'business'
          | 'data'
          | 'flows'
          | 'cables'
          | 'network'
          | 'access'
          | 'protection'
          | 'duties'
          | 'register'
          | 'blocked'
          | 'implied';
        /** It leads up and down both ways. */
        both: boolean;
        label: string | null;
        object: number | null;
        implied?: boolean;
        via?: Array<string>;
        /** An address at one of its ends may stand for other objects as well. */
        unsure?: boolean;
      }>;
      meta: {
        of: Array<string>;
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
    };
  };
  /** Whom everything hangs on */
  singlePoints: {
    query: {
      /** Kinds whose outage matters, or one object: `applications_12`. */
      of?: string | readonly string[];
      /** Kinds that may fail; left out: all but headings, which do not fail. */
      among?: string | readonly string[];
      /** So many objects go down, at least. */
      least?: number;
      /** How many fail at a time: 2 with one object alone. */
      together?: number;
      /** How long lists may be; what is counted is all. */
      most?: number;
    };
    answer: {
      points: Array<{
        node: {
          id: string;
          label: string;
          /** Path of its kind. */
          group: string;
          view: string;
          /** Where its picture is. */
          icon: string | null;
          /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
          data: { id: number | null; name: string; model: string; url: string | null };
        };
        takes_down: {
          total: number;
          by_kind: Record<string, number>;
          needs: {
            c: { level: number; of: Array<string>; more?: number } | null;
            i: { level: number; of: Array<string>; more?: number } | null;
            a: { level: number; of: Array<string>; more?: number } | null;
            t: { level: number; of: Array<string>; more?: number } | null;
            auth: { level: number; of: Array<string>; more?: number } | null;
            rto: { minutes: number; of: Array<string>; more?: number } | null;
            rpo: { minutes: number; of: Array<string>; more?: number } | null;
            mtd: { minutes: number; of: Array<string>; more?: number } | null;
            mtdl: { minutes: number; of: Array<string>; more?: number } | null;
          };
        };
        degrades: { total: number };
        sample: Array<string>;
      }>;
      meta: {
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
      /** With `together=2`: who takes the object down together and not alone, the nearest first. */
      pairs?: Array<
        Array<{
          id: string;
          label: string;
          /** Path of its kind. */
          group: string;
          view: string;
          /** Where its picture is. */
          icon: string | null;
          /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
          data: { id: number | null; name: string; model: string; url: string | null };
        }>
      >;
      /** How many of those whom the object hangs on were tried in pairs, the nearest, and how many there are. */
      tried?: { total: number; of: number };
    };
  };
  /** Where a network falls apart */
  cuts: {
    query: {
      /** Families of edges. */
      families?: string | readonly string[];
      /** How long lists may be; what is counted is all. */
      most?: number;
    };
    answer: {
      points: Array<{
        node: {
          id: string;
          label: string;
          /** Path of its kind. */
          group: string;
          view: string;
          /** Where its picture is. */
          icon: string | null;
          /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
          data: { id: number | null; name: string; model: string; url: string | null };
        };
        components: number;
        /** Sizes of all parts but the largest, ascending. */
        sizes: Array<number>;
        /** The parts that no longer reach the main one, the largest first. */
        parted: Array<{
          size: number;
          by_kind: Record<string, number>;
          main: boolean;
          /** In which its devices are. */
          sites: Array<string>;
          /** Its first devices. */
          sample: Array<{
            id: string;
            label: string;
            /** Path of its kind. */
            group: string;
            view: string;
            /** Where its picture is. */
            icon: string | null;
            /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
            data: { id: number | null; name: string; model: string; url: string | null };
          }>;
        }>;
      }>;
      bridges: Array<{ from: string; to: string; edges: Array<string> }>;
      components: Array<{ size: number; sample: Array<string> }>;
      meta: {
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
    };
  };
  /** Who, in the end, feeds itself */
  cycles: {
    query: {
      /** Families of edges. */
      families?: string | readonly string[];
      /** How long lists may be; what is counted is all. */
      most?: number;
    };
    answer: {
      cycles: Array<{
        nodes: Array<{
          id: string;
          label: string;
          /** Path of its kind. */
          group: string;
          view: string;
          /** Where its picture is. */
          icon: string | null;
          /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
          data: { id: number | null; name: string; model: string; url: string | null };
        }>;
        size: number;
        example: Array<string>;
      }>;
      meta: {
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
    };
  };
  /** Objects without any edge */
  orphans: {
    query: {
      /** Objects of these kinds alone. */
      kinds?: string | readonly string[];
      /** Families of which no edge leads to them, such as `hosting`: what runs on nothing. `hosting:either`: what has no such edge at either end. */
      without?: string | readonly string[];
      /** How long lists may be; what is counted is all. */
      most?: number;
    };
    answer: {
      nodes: Array<{
        id: string;
        label: string;
        /** Path of its kind. */
        group: string;
        view: string;
        /** Where its picture is. */
        icon: string | null;
        /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
        data: { id: number | null; name: string; model: string; url: string | null };
      }>;
      total: number;
      by_kind: Record<string, number>;
      meta: {
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
    };
  };
  /** The map in numbers */
  statistics: {
    query: Record<string, never>;
    answer: {
      nodes: {
        total: number;
        by_kind: Record<string, number>;
        /** Ends of flows that are no objects; they are counted nowhere else. */
        outside: number;
      };
      edges: { total: number; by_edge: Record<string, number>; by_family: Record<string, number> };
      components: { total: number; largest: number };
      busiest: Array<{
        id: string;
        label: string;
        /** Path of its kind. */
        group: string;
        view: string;
        /** Where its picture is. */
        icon: string | null;
        /** Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`. */
        data: { id: number | null; name: string; model: string; url: string | null };
        edges: number;
      }>;
      dangling: { total: number; by_edge: Record<string, number> };
      meta: {
        /** Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what. */
        snapshot: string;
        /** Lists are shorter than what was found. */
        truncated: boolean;
        /** By so many. */
        left_out: number;
        /** Kinds that the caller has no right to list, and of which nothing was given to them. */
        hidden_kinds: Array<string>;
      };
    };
  };
  /** What pictures of the map there are */
  pictures: {
    query: Record<string, never>;
    answer: {
      pictures: Array<{
        name:
          | 'ecosystem'
          | 'information-system'
          | 'applications'
          | 'application-flows'
          | 'administration'
          | 'logical-infrastructure'
          | 'physical-infrastructure'
          | 'network-infrastructure'
          | 'security-zones'
          | 'register'
          | 'address-plan'
          | 'overview'
          | 'object'
          | 'path'
          | 'impact'
          | 'dependencies';
        title: string;
        about: string;
        parameters: Array<string>;
        kinds: Array<string>;
        selectors: Array<{
          name: string;
          /** Several are taken, separated by commas. */
          list: boolean;
          /** Objects of this kind are named by id. */
          kind: string | null;
          /** Values of this column are named. */
          column: { of: string; name: string } | null;
          /** The values that there are, with what the column holds; null: any text. */
          values: Record<string, number> | null;
        }>;
        /** Words that `show` takes. */
        show: Array<string>;
        /** Words that `group` takes. */
        group: Array<string>;
        /** The finest `granularity`; 0 where there is none. */
        granularity: number;
      }>;
    };
  };
}

/** Where each question of the graph is asked. */
export const GRAPH_PATHS = {
  kinds: '/api/graph/kinds',
  objects: '/api/graph/objects',
  neighbourhood: '/api/graph/neighbourhood',
  between: '/api/graph/between',
  paths: '/api/graph/paths',
  impact: '/api/graph/impact',
  dependencies: '/api/graph/dependencies',
  singlePoints: '/api/graph/single-points',
  cuts: '/api/graph/cuts',
  cycles: '/api/graph/cycles',
  orphans: '/api/graph/orphans',
  statistics: '/api/graph/statistics',
  pictures: '/api/graph/pictures',
} as const;

/** The names of pictures. */
export type PictureName =
  | 'ecosystem'
  | 'information-system'
  | 'applications'
  | 'application-flows'
  | 'administration'
  | 'logical-infrastructure'
  | 'physical-infrastructure'
  | 'network-infrastructure'
  | 'security-zones'
  | 'register'
  | 'address-plan'
  | 'overview'
  | 'object'
  | 'path'
  | 'impact'
  | 'dependencies';

/** What pictures take; the list of pictures says which of it each of them does. */
export interface PictureQuery {
  /** The format of the file. */
  format?: 'svg' | 'png' | 'drawio' | 'dot' | 'mermaid' | 'text' | 'json';
  /** Pixels for each unit, of PNG. */
  scale?: number;
  /** On light or on dark ground. */
  theme?: 'light' | 'dark';
  /** Whether boxes lead to the pages of their objects. */
  links?: 'map' | 'none';
  /** Boxes, at most. */
  most?: number;
  /** Whether its foot says whose map it is, what, when, who may see it, and the release. */
  foot?: boolean;
  /** Whether alike boxes may be drawn as one. */
  fold?: 'auto' | 'none';
  /** Objects with one of these tags alone, separated by commas. */
  tags?: string | readonly string[];
  /** What is written besides names, separated by commas: tags, kinds, ip, flows, ports, logical. */
  show?: string | readonly string[];
  /** Containers that are drawn on demand. */
  group?: 'blocks';
  /** How fine it is, as in the map report. */
  granularity?: number;
  /** Of ecosystem. Narrows the picture: ids or texts, separated by commas. */
  perimeter?: string | readonly string[];
  /** Of ecosystem. Narrows the picture: ids or texts, separated by commas. */
  type?: string | readonly string[];
  /** Of information-system, register. Narrows the picture: ids or texts, separated by commas. */
  macro_process?: string | readonly string[];
  /** Of information-system, register. Narrows the picture: ids or texts, separated by commas. */
  process?: string | readonly string[];
  /** Of applications, application-flows. Narrows the picture: ids or texts, separated by commas. */
  application_block?: string | readonly string[];
  /** Of applications, application-flows. Narrows the picture: ids or texts, separated by commas. */
  application?: string | readonly string[];
  /** Of application-flows. Narrows the picture: ids or texts, separated by commas. */
  database?: string | readonly string[];
  /** Of administration, security-zones, address-plan. Narrows the picture: ids or texts, separated by commas. */
  zone?: string | readonly string[];
  /** Of logical-infrastructure. Narrows the picture: ids or texts, separated by commas. */
  network?: string | readonly string[];
  /** Of logical-infrastructure. Narrows the picture: ids or texts, separated by commas. */
  subnetwork?: string | readonly string[];
  /** Of physical-infrastructure, network-infrastructure. Narrows the picture: ids or texts, separated by commas. */
  site?: string | readonly string[];
  /** Of physical-infrastructure, network-infrastructure. Narrows the picture: ids or texts, separated by commas. */
  building?: string | readonly string[];
  /** Of object, impact, dependencies. The objects to begin with. */
  of?: string | readonly string[];
  /** Of object. Steps from them. */
  depth?: string | readonly string[];
  /** Of object, path. Up: towards the business. Down: towards the machines. */
  direction?: string | readonly string[];
  /** Of object, path. Edges of these families alone; those of `edges` are added. */
  families?: string | readonly string[];
  /** Of object, path. Edges of these names alone; those of `families` are added. */
  edges?: string | readonly string[];
  /** Of object, path. Objects of these kinds alone. */
  kinds?: string | readonly string[];
  /** Of object. Objects of these views alone. */
  views?: string | readonly string[];
  /** Of object. Objects of these kinds are passed through and not shown. */
  hide?: string | readonly string[];
  /** Of object. Whether flows, cables and relations are edges, or nodes between their ends. */
  connectors?: string | readonly string[];
  /** Of path. Where the ways begin. */
  from?: string | readonly string[];
  /** Of path. Where they end. */
  to?: string | readonly string[];
  /** Of path. Steps of a way, at most. */
  longest?: string | readonly string[];
  /** Of impact. Whether a lost source degrades who receives its data. */
  flows?: string | readonly string[];
  /** Of impact. How many suppliers are enough for an object, wherever it would go down without them, such as `applications_12:1`. */
  min_up?: string | readonly string[];
  /** Of impact. How many suppliers of one sort are enough for an object, such as `applications_12.databases:1`: the names of its links and references. */
  needs?: string | readonly string[];
  /** Of impact. Objects in these states, or with this mark, alone are listed. */
  states?: string | readonly string[];
  /** Of dependencies. Whether headings, such as blocks of applications, are listed. */
  headings?: string | readonly string[];
}

/** Where each resource is, below `/api/`. */
export const PATHS = {
  zoneAdmins: 'zone-admins',
  annuaires: 'annuaires',
  forestAds: 'forest-ads',
  domains: 'domains',
  adminUsers: 'admin-users',
  applicationBlocks: 'application-blocks',
  applications: 'applications',
  applicationServices: 'application-services',
  applicationModules: 'application-modules',
  databases: 'databases',
  applicationFlows: 'application-flows',
  auditLogs: 'audit-logs',
  macroProcesses: 'macro-processuses',
  processes: 'processes',
  activities: 'activities',
  operations: 'operations',
  tasks: 'tasks',
  actors: 'actors',
  information: 'information',
  users: 'users',
  roles: 'roles',
  permissions: 'permissions',
  perimeters: 'perimeters',
  cartographers: 'cartographers',
  documents: 'documents',
  entities: 'entities',
  relations: 'relations',
  dataProcessings: 'data-processings',
  securityControls: 'security-controls',
  networks: 'networks',
  subnetworks: 'subnetworks',
  gateways: 'gateways',
  externalConnectedEntities: 'external-connected-entities',
  networkSwitches: 'network-switches',
  routers: 'routers',
  securityDevices: 'security-devices',
  dhcpServers: 'dhcp-servers',
  dnsServers: 'dnsservers',
  clusters: 'clusters',
  logicalServers: 'logical-servers',
  backups: 'backups',
  logicalFlows: 'logical-flows',
  containers: 'containers',
  certificates: 'certificates',
  vlans: 'vlans',
  sites: 'sites',
  buildings: 'buildings',
  bays: 'bays',
  zones: 'zones',
  physicalServers: 'physical-servers',
  workstations: 'workstations',
  storageDevices: 'storage-devices',
  peripherals: 'peripherals',
  phones: 'phones',
  physicalSwitches: 'physical-switches',
  physicalRouters: 'physical-routers',
  wifiTerminals: 'wifi-terminals',
  physicalSecurityDevices: 'physical-security-devices',
  physicalLinks: 'physical-links',
  wans: 'wans',
  mans: 'mans',
  lans: 'lans',
  queries: 'queries',
  savedMaps: 'saved-maps',
  graphs: 'graphs',
} as const;
