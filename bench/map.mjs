// The seeded generator of the map of a large organisation, in batches so that memory does not grow with the scale.
import { links, tables } from './schema.mjs';
import { between, distinctIds, pick, richText, seeded, SUBJECTS } from './text.mjs';

const BATCH = 500;
const SIZES = {
  ...{ documents: 20, entities: 400, information: 1000, macro_processuses: 50, processes: 500, activities: 1000 },
  ...{ application_blocks: 60, applications: 3000, databases: 1000, domains: 30, networks: 20, vlans: 500 },
  ...{ subnetworks: 1000, sites: 100, buildings: 500, bays: 2000, physical_servers: 2000, workstations: 3000 },
  ...{ clusters: 100, certificates: 2000, containers: 200, backups: 100, logical_servers: 10000 },
  ...{ logical_flows: 20000, application_flows: 5000 },
};
/** Least and most links of one row of the link table's own side. */
const LINKED = {
  ...{ entity_process: [0, 2], activity_process: [1, 4], information_process: [0, 3], application_process: [0, 2] },
  ...{ application_entity: [0, 2], application_database: [0, 1], application_certificate: [0, 1] },
  ...{ application_logical_server: [0, 3], logical_server_physical_server: [1, 2], database_logical_server: [0, 2] },
  ...{ document_logical_server: [0, 0], cluster_logical_server: [0, 1], certificate_logical_server: [0, 1] },
  ...{ container_logical_server: [0, 1], backup_logical_server: [0, 1] },
};
const CITIES = 'paris lyon lille nantes rennes metz nancy brest dijon tours nice toulon angers reims'.split(' ');
const ROLES = 'web app sql file mail dns ldap proxy batch etl print backup log gis'.split(' ');
const VALUES = {
  operating_system: ['Debian 12', 'Red Hat 9.4', 'Windows Server 2022', 'Ubuntu 24.04 LTS', 'AlmaLinux 9'],
  ...{ cpu: ['2 vCPU', '4 vCPU', '8 vCPU', '2 × 16 cœurs'], memory: ['4 Go', '8 Go', '16 Go', '64 Go', '256 Go'] },
  ...{ disk: ['500 Go', '2 To', '12 To'], disk_used: ['120 Go', '900 Go', '7 To'] },
  environment: ['Production', 'Préproduction', 'Recette', 'Développement'],
  net_services: ['ssh, https', 'rdp, smb', 'ldap, kerberos', 'smtp, imap', 'https'],
  ...{ vendor: ['Dell', 'HPE', 'Lenovo', 'Berger-Levrault', 'Éditions Héron'], protocol: ['TCP', 'UDP', 'HTTPS'] },
  responsible: ['Émilie Dürr', 'Noël Lefèvre', 'Chloé Martin', 'José García', 'Équipe systèmes'],
  attributes: ['critique sauvegardé', 'interne', 'exposé dmz', 'à-migrer', 'supervisé'],
  type: ['Virtuel', 'Physique', 'Conteneur', 'Progiciel', 'Spécifique'],
};
const COMMON = ['Standard', 'Interne', 'Externe', 'Mutualisé', 'Dédié', 'Site principal', 'Site secondaire'];

/** Number of rows of each object table at a scale. */
export const sizesAt = (scale) =>
  Object.fromEntries(Object.entries(SIZES).map(([table, size]) => [table, Math.max(4, Math.round(size * scale))]));

function nameOf(table, id, random) {
  const number = String(id).padStart(6, '0');
  const city = pick(random, CITIES);
  if (/server|workstation|cluster|container/.test(table)) {
    const kind = { physical_servers: 'phy', workstations: 'pc', clusters: 'clu', containers: 'ct' }[table] ?? 'srv';
    return `${kind}-${city}-${pick(random, ROLES)}-${number}`;
  }
  return `${pick(random, SUBJECTS)} ${city} ${number}`;
}

function day(random) {
  return new Date(Date.UTC(2018, 0, 1) + between(random, 0, 2900) * 86400000).toISOString().slice(0, 10);
}

function valueOf({ name, kind, target }, { table, id, sizes, random }) {
  if (name === 'name' || name === 'filename') return nameOf(table, id, random);
  if (target === 'documents') return null;
  if (target === table) return id > 10 && random() < 0.3 ? between(random, 1, Math.floor(id / 2)) : null;
  if (target) return random() < 0.9 ? between(random, 1, sizes[target]) : null;
  if (name.startsWith('security_need')) return between(random, 0, 4);
  if (kind === 'h') return richText(random);
  if (kind === 'i')
    return name === 'status' ? between(random, 0, 2) : between(random, 1, 4) * (/^disk/.test(name) ? 64 : 1);
  if (kind === 'b') return random() < 0.8 ? 1 : 0;
  if (kind === 'd') return day(random);
  if (kind === 'm') return `${day(random)} 08:30:00`;
  if (kind === 'f') return between(random, 300, 2500);
  if (/_ip$|_ip_range$|^address|gateway$/.test(name))
    return `10.${[0, 0, 0].map(() => between(random, 1, 254)).join('.')}`;
  if (/_port$/.test(name)) return String(between(random, 1, 65535));
  return pick(random, VALUES[name] ?? COMMON);
}

function* batches(table, columns, count, rowsOf) {
  let rows = [];
  for (let id = 1; id <= count; id++) {
    rows.push(...rowsOf(id));
    if (rows.length >= BATCH || (id === count && rows.length)) {
      yield { table, columns, rows };
      rows = [];
    }
  }
}

/** Yields the whole map as `{ table, columns, rows }`, targets of references first, the same for the same seed. */
export function* generateMap({ scale, seed }) {
  const sizes = sizesAt(scale);
  for (const { table, columns } of tables) {
    const random = seeded(`${seed} ${table}`);
    const names = ['id', ...columns.map((c) => c.name), 'created_at', 'updated_at', 'deleted_at'];
    yield* batches(table, names, sizes[table], (id) => {
      const own = columns.map((column) => valueOf(column, { table, id, sizes, random }));
      const created = `${day(random)} ${10 + (id % 10)}:15:${10 + (id % 50)}`;
      const deleted = table === 'certificates' && id % 10 === 0 ? '2026-02-03 04:05:06' : null;
      return [[id, ...own, created, '2026-01-02 03:04:05', deleted]];
    });
  }
  for (const { table, own, ownTable, other, otherTable } of links) {
    const random = seeded(`${seed} ${table}`);
    const [least, most] = LINKED[table];
    yield* batches(table, [own, other], sizes[ownTable], (id) =>
      distinctIds(random, between(random, least, most), sizes[otherTable]).map((target) => [id, target]),
    );
  }
}
