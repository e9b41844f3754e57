/** A map made at random, as rows in memory and in a database: NULLs, duplicates, accents, deleted rows and links to them. */
import type { Scalar } from '../../../src/database/database.js';
import type { TestServer } from '../../support/server.js';

export type Below = (bound: number) => number;
export type MapRow = Record<string, Scalar> & { id: number };
export type MapRows = Record<string, MapRow[]>;

/** What a column holds; `contains`: a text that the plain filter and `search` look into. */
export type Holds = 'contains' | 'text' | 'number' | 'decimal' | 'flag' | 'day' | 'moment' | 'ref';

/** How rows of a table lead to those of another. */
export interface Way {
  to: string;
  single: boolean;
  /** The ids at the other end, live or not. */
  follow(row: MapRow, rows: MapRows): number[];
}

export interface MapTable {
  path: string;
  columns: Record<string, Holds>;
  ways: Record<string, Way>;
  size: number;
}

const ref = (to: string, column: string): Way => ({
  to,
  single: true,
  follow: (row) => (row[column] === null ? [] : [row[column] as number]),
});
const inverse = (to: string, column: string): Way => ({
  to,
  single: false,
  follow: (row, rows) => rows[to]!.filter((other) => other[column] === row.id).map(({ id }) => id),
});
const pivot = (to: string, table: string, own: string, other: string): Way => ({
  to,
  single: false,
  follow: (row, rows) => rows[table]!.filter((pair) => pair[own] === row.id).map((pair) => pair[other] as number),
});

const TIMES = { created_at: 'moment', updated_at: 'moment', deleted_at: 'moment' } as const;

/** The tables in the order in which they are filled. */
export const TABLES: Record<string, MapTable> = {
  sites: {
    ...{ path: 'sites', size: 12 },
    columns: { name: 'contains', description: 'contains', ...TIMES },
    ways: { buildings: inverse('buildings', 'site_id'), workstations: inverse('workstations', 'site_id') },
  },
  buildings: {
    ...{ path: 'buildings', size: 30 },
    columns: { name: 'contains', type: 'text', site_id: 'ref', building_id: 'ref', ...TIMES },
    ways: {
      site: ref('sites', 'site_id'),
      building: ref('buildings', 'building_id'),
      child_buildings: inverse('buildings', 'building_id'),
      workstations: inverse('workstations', 'building_id'),
    },
  },
  entities: {
    ...{ path: 'entities', size: 40 },
    columns: { name: 'contains', entity_type: 'contains', is_external: 'flag', parent_entity_id: 'ref', ...TIMES },
    ways: {
      parent_entity: ref('entities', 'parent_entity_id'),
      applications: pivot('applications', 'application_entity', 'entity_id', 'application_id'),
    },
  },
  applications: {
    ...{ path: 'applications', size: 90 },
    columns: {
      ...{ name: 'contains', vendor: 'contains', version: 'text', rto: 'number', install_date: 'day' },
      ...{ entity_resp_id: 'ref', ...TIMES },
    },
    ways: {
      entity_resp: ref('entities', 'entity_resp_id'),
      entities: pivot('entities', 'application_entity', 'application_id', 'entity_id'),
      workstations: pivot('workstations', 'application_workstation', 'application_id', 'workstation_id'),
    },
  },
  workstations: {
    ...{ path: 'workstations', size: 130 },
    columns: {
      ...{ name: 'contains', type: 'contains', address_ip: 'contains', disk: 'number', fin_value: 'decimal' },
      ...{ last_inventory_date: 'day', entity_id: 'ref', site_id: 'ref', building_id: 'ref', ...TIMES },
    },
    ways: {
      applications: pivot('applications', 'application_workstation', 'workstation_id', 'application_id'),
      entity: ref('entities', 'entity_id'),
      site: ref('sites', 'site_id'),
      building: ref('buildings', 'building_id'),
    },
  },
};

const PIVOTS: Record<string, [string, string]> = {
  application_entity: ['application', 'entity'],
  application_workstation: ['application', 'workstation'],
};
const PLURALS: Record<string, string> = {
  application: 'applications',
  entity: 'entities',
  workstation: 'workstations',
};

export const WORDS = [
  ...['Élan', 'elan', 'ELAN', 'Straße', 'strasse', 'œuvre', 'Oeuvre', 'Bâle', 'bale', 'x_1', 'x-1', 'x.1', '50%', '50'],
  ...['a,b', 'a|b', 'Øst', 'ost', 'zz', 'Zoë', 'été', 'srv', 'SRV', '(7)', 'n’o', "l'eau", 'a+b', 'a/b', 'ñu', 'nu'],
];
const ADDRESSES = ['10.0.0.1', '10.0.0.1, 10.9.0.7', '10.1.2.3;192.168.0.9', '192.168.0.200', '172.16.5.5 10.0.0.77'];

const two = (n: number): string => String(n).padStart(2, '0');
export const aDay = (below: Below): string => `2024-${two(1 + below(3))}-${two(1 + below(28))}`;

function aText(below: Below): string {
  const word = (): string => WORDS[below(WORDS.length)]!;
  return below(3) ? word() : `${word()} ${word()}`;
}

const VALUES: Record<Exclude<Holds, 'ref'>, (below: Below) => Scalar> = {
  contains: aText,
  text: aText,
  number: (below) => below(12),
  decimal: (below) => (below(800) - 200) / 4,
  flag: (below) => below(2),
  day: aDay,
  moment: (below) => `${aDay(below)} ${two(below(24))}:00:${two(below(60))}`,
};

/** How often a column is empty: one in so many. */
const EMPTY = 5;

function aRow(id: number, { columns, ways }: MapTable, below: Below): MapRow {
  const row: MapRow = { id };
  for (const [column, holds] of Object.entries(columns)) {
    const empty = column !== 'name' && below(EMPTY) === 0;
    if (holds !== 'ref') row[column] = empty ? null : VALUES[holds](below);
    else {
      const { to } = Object.values(ways).find((way) => way.single && column === columnOf(ways, way))!;
      const most = to === 'buildings' && 'child_buildings' in ways ? id - 1 : TABLES[to]!.size;
      row[column] = empty || most < 1 ? null : 1 + below(to === 'entities' && columns['is_external'] ? id : most);
    }
  }
  if ('address_ip' in columns) row['address_ip'] = below(3) ? ADDRESSES[below(ADDRESSES.length)]! : null;
  // Namesakes may not be deleted in one second.
  row['deleted_at'] = below(8) ? null : `2025-01-01 00:${two(Math.floor(id / 60))}:${two(id % 60)}`;
  return row;
}

const columnOf = (ways: MapTable['ways'], way: Way): string =>
  `${Object.keys(ways).find((name) => ways[name] === way)!}_id`;

/** All rows, with those of the tables that join two objects; some pairs twice. */
export function randomMap(below: Below): MapRows {
  const rows: MapRows = {};
  for (const [name, table] of Object.entries(TABLES)) {
    rows[name] = Array.from({ length: table.size }, (_, i) => aRow(i + 1, table, below));
  }
  for (const [name, ends] of Object.entries(PIVOTS)) {
    rows[name] = Array.from({ length: 150 }, () => ({
      id: 0,
      ...Object.fromEntries(ends.map((end) => [`${end}_id`, 1 + below(TABLES[PLURALS[end]!]!.size)])),
    }));
  }
  return rows;
}

/** Stores the rows in an empty database. */
export async function storeMap({ database }: TestServer, rows: MapRows): Promise<void> {
  for (const [table, list] of Object.entries(rows)) {
    const columns = Object.keys(list[0]!).filter((name) => !(table in PIVOTS) || name !== 'id');
    const values = list.map((row) => columns.map((column) => row[column]!));
    await database.transaction((tx) => database.write(tx, database.dialect.insertRows(table, columns), values));
  }
}
