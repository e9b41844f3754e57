/** The map of the request list: the same rows with the same ids on both engines, written directly. */
import type { Scalar } from '../../../src/database/database.js';
import type { TestServer } from '../../support/server.js';

const columnsOf = (rows: readonly object[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))];

type Rows = Array<Record<string, Scalar>>;

const applications = [
  { id: 1, name: 'Élan', vendor: '50%', responsible: 'Anne', rto: 1, install_date: '2024-02-28', entity_resp_id: 1 },
  { id: 2, name: 'elan', vendor: '50 percent', responsible: 'anne', rto: null, install_date: '2024-02-29' },
  { id: 3, name: 'Straße', vendor: 'a_b', responsible: null, rto: 4, install_date: null, entity_resp_id: 2 },
  { id: 4, name: 'STRASSE', vendor: 'axb', responsible: 'Bob, the builder', rto: 24, entity_resp_id: 3 },
  { id: 5, name: 'œuvre', vendor: 'a\\b', responsible: 'bob', rto: -2, install_date: '2024-03-01', entity_resp_id: 1 },
  { id: 6, name: 'Oeuvre', vendor: 'a|b', version: 'one', responsible: 'Zoë', rto: 4, entity_resp_id: null },
  { id: 7, name: 'Paie, RH', vendor: '||%_\\', version: 'One ', responsible: 'x', rto: 0, application_block_id: null },
  { id: 8, name: 'Hidden', vendor: 'a_b', version: 'two', rto: 7, deleted_at: '2024-05-01 10:00:00' },
  {
    id: 9,
    name: '-dash',
    vendor: "l'eau",
    version: 'un',
    description: '<p>Hello "World"</p>\n\u0001\\ 😀',
    rto: 2147483647,
  },
  { id: 10, name: '10 x', vendor: '', version: 'TWO', description: '', rto: 4, install_date: '1999-12-31' },
].map((row, i) => ({
  created_at: `2024-01-${String(10 + i)} ${i % 2 ? '23:59:59' : '00:00:00'}`,
  updated_at: i === 3 ? null : '2024-06-30 12:00:00',
  deleted_at: null,
  ...row,
})) as unknown as Rows;

const entities: Rows = [
  { id: 1, name: 'Hospital', is_external: 0, entity_type: 'care', parent_entity_id: null, deleted_at: null },
  { id: 2, name: 'Supplier', is_external: 1, entity_type: 'company', parent_entity_id: 1, deleted_at: null },
  {
    id: 3,
    name: 'Gone',
    is_external: 1,
    entity_type: 'company',
    parent_entity_id: 1,
    deleted_at: '2024-05-01 10:00:00',
  },
  { id: 4, name: 'Ward', is_external: null, entity_type: null, parent_entity_id: 2, deleted_at: null },
];

const servers: Rows = [
  { id: 1, name: 'v4', active: 1, address_ip: '10.0.0.1' },
  { id: 2, name: 'v4 list', active: 0, address_ip: '192.168.1.4, 10.200.0.9' },
  { id: 3, name: 'v6', active: 1, address_ip: '2001:db8::ff' },
  { id: 4, name: 'v6 long', active: null, address_ip: '2001:0DB8:0000:0000:0000:0000:0000:0001;::1' },
  { id: 5, name: 'mapped', active: 1, address_ip: '::ffff:10.0.0.1' },
  { id: 6, name: 'junk', active: 0, address_ip: 'host (10.0.0.256) é "x" \\ 999.1.1.1 10.0.0.1.5 ::: fe80::1/64 end' },
  { id: 7, name: 'prefix', active: 0, address_ip: 'net 172.16.0.0/12, gw=172.16.0.1' },
  { id: 8, name: 'empty', active: 0, address_ip: '' },
  { id: 9, name: 'none', active: 1, address_ip: null },
];

const TABLES: Record<string, Rows> = {
  entities,
  applications,
  logical_servers: servers,
  databases: [
    { id: 1, name: 'Orders', type: 'pg' },
    { id: 2, name: 'Patients', type: 'maria' },
  ],
  workstations: [
    { id: 1, name: 'W1', fin_value: 1234.5, disk: 10, entity_id: 1 },
    { id: 2, name: 'W2', fin_value: -0.25, disk: null, entity_id: 3 },
    { id: 3, name: 'W3', fin_value: null, disk: -5, entity_id: null },
  ],
  physical_servers: [
    { id: 1, name: 'P1', install_date: '2024-01-01 00:00:00' },
    { id: 2, name: 'P2', install_date: '2024-01-01 23:59:59' },
    { id: 3, name: 'P3', install_date: '2024-01-02 00:00:00' },
    { id: 4, name: 'P4', install_date: null },
  ],
  relations: [
    { id: 1, name: 'R1', source_id: 1, destination_id: 2, active: 1, start_date: '2024-01-01' },
    { id: 2, name: 'R2', source_id: 2, destination_id: 3, active: 0, start_date: null },
  ],
  relation_values: [
    { relation_id: 1, date_price: '2024-02-01', price: 20.5 },
    { relation_id: 1, date_price: '2024-01-01', price: 10 },
  ],
  buildings: [
    { id: 1, name: 'A', building_id: null },
    { id: 2, name: 'A.1', building_id: 1 },
    { id: 3, name: 'A.1.1', building_id: 2 },
    { id: 4, name: 'A.1.1.1', building_id: 3 },
  ],
  application_entity: [
    { application_id: 1, entity_id: 1 },
    { application_id: 1, entity_id: 1 },
    { application_id: 1, entity_id: 3 },
    { application_id: 2, entity_id: 2 },
    { application_id: 8, entity_id: 2 },
  ],
  application_database: [
    { application_id: 1, database_id: 2 },
    { application_id: 1, database_id: 1 },
    { application_id: 5, database_id: 2 },
  ],
  application_logical_server: [
    { application_id: 1, logical_server_id: 2 },
    { application_id: 3, logical_server_id: 1 },
  ],
};

/** Stores the map in an empty database. */
export async function storeSameMap({ database }: TestServer): Promise<void> {
  for (const [table, rows] of Object.entries(TABLES)) {
    const columns = columnsOf(rows);
    const values = rows.map((row) => columns.map((column) => row[column] ?? null));
    await database.transaction((tx) => database.write(tx, database.dialect.insertRows(table, columns), values));
  }
}
