// The limit's statements, plain SQL that both engines take, and the few helpers that shape their rows.

/** Columns that a create sets. */
const COLUMNS = `name icon_id type active description net_services configuration operating_system address_ip cpu memory
  environment disk disk_used install_date update_date attributes patching_frequency next_update domain_id`.split(/\s+/);

/** Link fields of a logical server with their table and the column and table of the other side. */
export const LINKS = [
  ['applications', 'application_logical_server', 'application_id', 'applications'],
  ['physical_servers', 'logical_server_physical_server', 'physical_server_id', 'physical_servers'],
  ['documents', 'document_logical_server', 'document_id', 'documents'],
  ['databases', 'database_logical_server', 'database_id', 'databases'],
  ['clusters', 'cluster_logical_server', 'cluster_id', 'clusters'],
  ['certificates', 'certificate_logical_server', 'certificate_id', 'certificates'],
  ['containers', 'container_logical_server', 'container_id', 'containers'],
  ['backups', 'backup_logical_server', 'backup_id', 'backups'],
].map(([field, table, column, target]) => ({ field, table, column, target }));

/** The links that L3 embeds. */
export const EMBEDDED = LINKS.filter(({ field }) => field === 'applications' || field === 'databases');

const LIVE = 'SELECT * FROM logical_servers WHERE deleted_at IS NULL';
const marks = (count) => `(${Array(count).fill('?').join(', ')})`;
const many = (rows, count) => Array(rows).fill(marks(count)).join(', ');

/** Statement texts by workload, and those made for a number of rows. */
export const SQL = {
  L1: `${LIVE} ORDER BY id`,
  L2: `${LIVE} AND name LIKE ? ORDER BY id`,
  L3: `${LIVE} ORDER BY id LIMIT ? OFFSET ?`,
  L4:
    'SELECT s.* FROM (SELECT id FROM logical_servers WHERE deleted_at IS NULL ORDER BY name, id LIMIT ? OFFSET ?) page' +
    ' JOIN logical_servers s ON s.id = page.id ORDER BY s.name, s.id',
  L4k:
    'SELECT s.* FROM (SELECT id FROM logical_servers WHERE deleted_at IS NULL AND name >= ? AND (name > ? OR id > ?)' +
    ' ORDER BY name, id LIMIT ?) page JOIN logical_servers s ON s.id = page.id ORDER BY s.name, s.id',
  G1: `${LIVE} AND id = ?`,
  ids: LINKS.map(
    ({ table, column, target }, field) =>
      `SELECT ${field} AS field, l.${column} AS id FROM ${table} l JOIN \`${target}\` t ON t.id = l.${column}` +
      ` WHERE l.logical_server_id = ? AND t.deleted_at IS NULL`,
  ).join(' UNION ALL '),
  Q1:
    'SELECT s.name, s.address_ip, a.name AS application FROM (SELECT id, name, address_ip FROM logical_servers' +
    ' WHERE deleted_at IS NULL AND name LIKE ? ORDER BY id LIMIT ?) s' +
    ' LEFT JOIN application_logical_server l ON l.logical_server_id = s.id' +
    ' LEFT JOIN applications a ON a.id = l.application_id AND a.deleted_at IS NULL ORDER BY s.id, a.name, a.id',
  R1: (joinedNames) =>
    'SELECT s.name, s.type, a.name AS application, g.users, e.name AS entity, a.responsible, b.name AS block,' +
    ' b.responsible AS block_responsible FROM logical_servers s' +
    ' LEFT JOIN application_logical_server l ON l.logical_server_id = s.id' +
    ' LEFT JOIN applications a ON a.id = l.application_id AND a.deleted_at IS NULL' +
    ' LEFT JOIN entities e ON e.id = a.entity_resp_id AND e.deleted_at IS NULL' +
    ' LEFT JOIN application_blocks b ON b.id = a.application_block_id AND b.deleted_at IS NULL' +
    ` LEFT JOIN (SELECT p.application_id, ${joinedNames} AS users FROM application_entity p JOIN entities u` +
    ' ON u.id = p.entity_id AND u.deleted_at IS NULL GROUP BY p.application_id) g ON g.application_id = a.id' +
    ' WHERE s.deleted_at IS NULL ORDER BY s.name, s.id, a.name, a.id',
  embedded: ({ table, column, target }) =>
    `SELECT l.logical_server_id AS owner, t.* FROM ${table} l JOIN \`${target}\` t ON t.id = l.${column}` +
    ` WHERE l.logical_server_id BETWEEN ? AND ? AND t.deleted_at IS NULL ORDER BY l.logical_server_id, t.id`,
  W2: 'UPDATE logical_servers SET description = ?, cpu = ?, memory = ?, updated_at = ? WHERE id = ?',
  insert: (rows) =>
    `INSERT INTO logical_servers (${COLUMNS.join(', ')}, created_at, updated_at) VALUES ${many(rows, COLUMNS.length + 2)}`,
  link: ({ table, column }, rows) => `INSERT INTO ${table} (logical_server_id, ${column}) VALUES ${many(rows, 2)}`,
  unlink: ({ table }) => `DELETE FROM ${table} WHERE logical_server_id = ?`,
};

/** The headings of R1. */
export const HEADINGS = [
  ...['Logical Server', 'Type', 'Application', 'Using entities', 'Responsible entity', 'Application responsible'],
  ...['Application block', 'Block responsible'],
];

/** The present moment as the databases keep it. */
export const now = () => new Date().toISOString().slice(0, 19).replace('T', ' ');

/** The values of an insert in the order of its columns. */
export const valuesOf = (item, time) => [...COLUMNS.map((name) => item[name] ?? null), time, time];

/** The created object as it is answered, made from what was sent. */
export function created(id, item, time) {
  const answer = { id };
  for (const name of COLUMNS) answer[name] = item[name] ?? null;
  Object.assign(answer, { created_at: time, updated_at: time, deleted_at: null });
  for (const { field } of LINKS) answer[field] = item[field] ?? [];
  return answer;
}

/** The answer of Q1. */
export const queried = (fields, rows) => ({
  columns: fields,
  rows: rows.map((row) => Object.fromEntries(Object.values(row).map((value, i) => [fields[i], value]))),
});

/** Adds the link id arrays to a row. */
export function withIds(row, found) {
  for (const { field } of LINKS) row[field] = [];
  for (const { field, id } of found) row[LINKS[field].field].push(id);
  for (const { field } of LINKS) row[field].sort((a, b) => a - b);
  return row;
}

/** Puts the related objects of one link into their rows. */
export function embed(rows, { field }, related) {
  const owners = new Map(rows.map((row) => [row.id, (row[field] = [])]));
  for (const { owner, ...object } of related) owners.get(owner)?.push(object);
}
