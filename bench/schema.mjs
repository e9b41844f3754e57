// The tables of the generated map, written once: the limit's databases are created from it and the generator fills it.

/**
 * Columns of each table beside id and the three timestamps. `name:kind` with the kinds h rich text, t text, i integer,
 * b flag, d date, m date and time, f decimal; without a kind a text of 255; `>table` a reference with its index;
 * `!` not null; `*` indexed.
 */
const COLUMNS = {
  documents: 'filename! mimetype! size:i! hash!',
  entities: `name! icon_id>documents security_level:h contact_point:h description:h is_external:b* entity_type*
    attributes reference parent_entity_id>entities external_ref_id`,
  information: `name! description:h owner administrator storage security_need_c:i security_need_i:i security_need_a:i
    security_need_t:i security_need_auth:i sensitivity constraints:h retention`,
  macro_processuses: `name! description:h io_elements:h security_need_c:i security_need_i:i security_need_a:i
    security_need_t:i security_need_auth:i owner`,
  processes: `name! icon_id>documents description:h owner security_need_c:i security_need_i:i security_need_a:i
    security_need_t:i security_need_auth:i in_out:h macroprocess_id>macro_processuses`,
  activities: `name! description:h recovery_time_objective:i maximum_tolerable_downtime:i recovery_point_objective:i
    maximum_tolerable_data_loss:i drp:t drp_link`,
  application_blocks: 'name! description:h responsible',
  applications: `name! description:h vendor product security_need_c:i security_need_i:i security_need_a:i
    security_need_t:i security_need_auth:i responsible functional_referent type icon_id>documents technology external
    users editor entity_resp_id>entities application_block_id>application_blocks documentation version rto:i rpo:i
    install_date:d update_date:d attributes patching_frequency:i next_update:d`,
  databases: `name! type icon_id>documents description:h responsible external entity_resp_id>entities
    security_need_c:i security_need_i:i security_need_a:i security_need_t:i security_need_auth:i`,
  domains: 'name! description:h domain_ctrl_cnt:i user_count:i machine_count:i relation_inter_domaine',
  networks: `name! description:h protocol_type responsible responsible_sec security_need_c:i security_need_i:i
    security_need_a:i security_need_t:i security_need_auth:i`,
  vlans: 'name! description vlan_id:i',
  subnetworks: `name! description:h address ip_allocation_type responsible_exp dmz wifi zone vlan_id>vlans
    network_id>networks subnetwork_id>subnetworks default_gateway`,
  sites: 'name! icon_id>documents description:h',
  buildings: 'name! type attributes description:h site_id>sites building_id>buildings icon_id>documents',
  bays: 'name! description:h room_id>buildings',
  physical_servers: `name! type icon_id>documents description:h vendor product version responsible configuration:h
    site_id>sites building_id>buildings bay_id>bays address_ip cpu memory disk disk_used operating_system
    install_date:m update_date:m patching_group paching_frequency:i next_update:d`,
  workstations: `entity_id>entities name! description:h vendor product version site_id>sites building_id>buildings type
    icon_id>documents operating_system address_ip cpu memory disk:i other_user status manufacturer model serial_number
    last_inventory_date:d warranty_end_date:d domain_id>domains network_id>networks mac_address purchase_date:d
    fin_value:f`,
  clusters: 'name! type attributes icon_id>documents description:h address_ip',
  certificates: 'name! type description:h status:i start_validity:d end_validity:d last_notification:m',
  containers: 'name! type description:h icon_id>documents',
  backups: 'name! type attributes:t description:t backup_frequency:i backup_cycle:i backup_retention:i',
  logical_servers: `name! icon_id>documents type active:b* description:h net_services configuration:h operating_system
    address_ip cpu memory environment disk:i disk_used:i install_date:d update_date:d attributes patching_frequency:i
    next_update:d domain_id>domains`,
  logical_flows: `name description:t chain interface priority:i protocol source_ip_range dest_ip_range source_port
    dest_port logical_server_source_id>logical_servers workstation_source_id>workstations
    subnetwork_source_id>subnetworks logical_server_dest_id>logical_servers physical_server_dest_id>physical_servers
    subnetwork_dest_id>subnetworks cluster_dest_id>clusters users schedule action`,
  application_flows: `name! nature attributes description:h application_source_id>applications
    database_source_id>databases application_dest_id>applications database_dest_id>databases crypted:b bidirectional:b`,
};

/** Link tables: the two sides with their tables, and how they are keyed where not by two plain indexes and references. */
const LINKS = [
  ['entity_process', 'process', 'processes', 'entity', 'entities'],
  ['activity_process', 'process', 'processes', 'activity', 'activities'],
  ['information_process', 'process', 'processes', 'information', 'information'],
  ['application_process', 'application', 'applications', 'process', 'processes'],
  ['application_entity', 'application', 'applications', 'entity', 'entities'],
  ['application_database', 'application', 'applications', 'database', 'databases'],
  ['application_certificate', 'certificate', 'certificates', 'application', 'applications'],
  ['application_logical_server', 'logical_server', 'logical_servers', 'application', 'applications'],
  ['logical_server_physical_server', 'logical_server', 'logical_servers', 'physical_server', 'physical_servers'],
  ['database_logical_server', 'logical_server', 'logical_servers', 'database', 'databases', 'loose'],
  ['document_logical_server', 'logical_server', 'logical_servers', 'document', 'documents'],
  ['cluster_logical_server', 'logical_server', 'logical_servers', 'cluster', 'clusters', 'primary'],
  ['certificate_logical_server', 'logical_server', 'logical_servers', 'certificate', 'certificates'],
  ['container_logical_server', 'logical_server', 'logical_servers', 'container', 'containers'],
  ['backup_logical_server', 'logical_server', 'logical_servers', 'backup', 'backups', 'primary'],
];

const UNIQUE = { containers: 'name, deleted_at', backups: 'name' };
const TYPES = {
  mariadb: {
    s: 'varchar(255)',
    h: 'longtext',
    t: 'text',
    i: 'int',
    b: 'tinyint(1)',
    d: 'date',
    m: 'datetime',
    f: 'decimal(12,2)',
    r: 'int unsigned',
    key: 'int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
    stamp: 'timestamp NULL DEFAULT NULL',
    end: ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci',
  },
  sqlite: {
    ...{ s: 'TEXT', h: 'TEXT', t: 'TEXT', i: 'INTEGER', b: 'INTEGER', d: 'TEXT', m: 'TEXT', f: 'NUMERIC' },
    ...{ r: 'INTEGER', key: 'INTEGER PRIMARY KEY AUTOINCREMENT', stamp: 'TEXT', end: '' },
  },
};

/** The object tables in an order that creates the target of every reference first. */
export const tables = Object.entries(COLUMNS).map(([table, text]) => ({
  table,
  columns: text.split(/\s+/).map((word) => {
    const [, name, kind = 's', target, marks] = /^(\w+)(?::(\w))?(?:>(\w+))?([!*]*)$/.exec(word);
    return { name, kind: target ? 'r' : kind, target, required: marks.includes('!'), indexed: marks.includes('*') };
  }),
}));

/** The link tables with the column and table of both sides. */
export const links = LINKS.map(([table, own, ownTable, other, otherTable, keyed]) => {
  return { table, own: `${own}_id`, ownTable, other: `${other}_id`, otherTable, keyed };
});

/** The statements that create the limit's tables with the indexes and references of the existing databases. */
export function createStatements(engine) {
  const type = TYPES[engine];
  const statements = [];
  const create = (table, parts, indexed) => {
    statements.push(`CREATE TABLE \`${table}\` (${parts.join(', ')})${type.end}`);
    for (const name of indexed) statements.push(`CREATE INDEX \`${table}_${name}\` ON \`${table}\` (\`${name}\`)`);
  };
  for (const { table, columns } of tables) {
    const own = columns.map((c) => `\`${c.name}\` ${type[c.kind]}${c.required ? ' NOT NULL' : ''}`);
    const stamps = ['created_at', 'updated_at', 'deleted_at'].map((name) => `${name} ${type.stamp}`);
    const unique = UNIQUE[table] ? [`UNIQUE (${UNIQUE[table]})`] : [];
    const references = columns
      .filter((c) => c.target)
      .map((c) => `FOREIGN KEY (${c.name}) REFERENCES \`${c.target}\` (id)`);
    const indexed = columns.filter((c) => c.target || c.indexed).map((c) => c.name);
    create(table, [`id ${type.key}`, ...own, ...stamps, ...unique, ...references], indexed);
  }
  for (const { table, own, ownTable, other, otherTable, keyed } of links) {
    const parts = [`${own} ${type.r} NOT NULL`, `${other} ${type.r} NOT NULL`];
    if (keyed === 'primary') parts.push(`PRIMARY KEY (${other}, ${own})`);
    if (keyed !== 'loose') {
      parts.push(`FOREIGN KEY (${own}) REFERENCES ${ownTable} (id) ON DELETE CASCADE`);
      parts.push(`FOREIGN KEY (${other}) REFERENCES \`${otherTable}\` (id)`);
    }
    create(table, parts, keyed === 'primary' ? [own] : [own, other]);
  }
  return statements;
}
