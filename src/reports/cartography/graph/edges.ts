/** What the picture of each view shows: its types, column by column, and which of their links are lines. */
import { quote } from '../../../database/dialect.js';
import { registry } from '../../../engine/index.js';
import { AddressBook } from '../../formatters/addresses.js';
import type { ReportRun } from '../../report-run.js';
import { joined, raw, sql, type Sql } from '../../sql.js';
import { pairsOf, type RelatedObjects } from '../related.js';

/** A kind of lines: where they begin, where they end, and what says so. */
export interface EdgeKind {
  from: string;
  to: string;
  /** Each object at the end has one such line at most; that of the kind that comes first. */
  once?: true;
  /** Pairs of `own`, where a line begins, and `other`, where it ends. */
  pairs(run: ReportRun): Sql;
}

/** The picture of a view. */
export interface GraphPlan {
  /** Types from left to right, those of one column together. Types that are nested take several columns, at most `depth`. */
  columns: ReadonlyArray<{ paths: readonly string[]; depth?: number }>;
  edges: readonly EdgeKind[];
}

/** The objects that a link leads to; `towards` the owner of the link, if lines run the other way. */
function link(owner: string, name: string, towards = false): EdgeKind {
  const { target } = registry.get(owner).links.find((candidate) => candidate.name === name)!;
  const [from, to] = towards ? [target, owner] : [owner, target];
  return { from, to, pairs: () => pairsOf(`${owner}.${name}`, towards) };
}

/** Objects by the column that says where they belong. */
const placed = (from: string, to: string, column: string): EdgeKind => ({
  from,
  to,
  once: true,
  pairs: () =>
    raw(
      `SELECT p.${quote(column)} AS own, p.id AS other FROM ${quote(registry.get(to).table)} p WHERE p.${quote(column)} IS NOT NULL`,
    ),
});

/** The entities at both ends of relations. */
const relations: EdgeKind = {
  from: 'entities',
  to: 'entities',
  pairs: (run) =>
    sql`SELECT p.source_id AS own, p.destination_id AS other FROM relations p WHERE ${run.shown('relations', 'p')}`,
};

const IN_BAYS = [
  ...['physical-servers', 'storage-devices', 'peripherals'],
  ...['physical-switches', 'physical-routers', 'physical-security-devices'],
];
const EQUIPMENT = [...IN_BAYS, 'workstations', 'phones', 'wifi-terminals'];

/** By the number of the view; made when they are asked for, since all types are known then. */
export const GRAPHS: Readonly<Record<number, () => GraphPlan>> = {
  1: () => ({ columns: [{ paths: ['entities'], depth: 4 }], edges: [relations] }),
  2: () => ({
    columns: [
      { paths: ['macro-processuses'] },
      { paths: ['processes'] },
      { paths: ['activities', 'information'] },
      { paths: ['operations'] },
      { paths: ['tasks', 'actors'] },
    ],
    edges: [
      placed('macro-processuses', 'processes', 'macroprocess_id'),
      link('processes', 'activities'),
      link('processes', 'informations'),
      link('activities', 'operations'),
      link('operations', 'tasks'),
      link('operations', 'actors'),
    ],
  }),
  3: () => ({
    columns: [
      { paths: ['application-blocks'] },
      { paths: ['applications'] },
      { paths: ['application-services', 'databases'] },
      { paths: ['application-modules'] },
    ],
    edges: [
      placed('application-blocks', 'applications', 'application_block_id'),
      link('applications', 'application_services'),
      link('application-services', 'modules'),
      link('applications', 'databases'),
    ],
  }),
  4: () => ({
    columns: [{ paths: ['zone-admins'] }, { paths: ['annuaires', 'forest-ads'] }, { paths: ['domains'] }],
    edges: [
      placed('zone-admins', 'annuaires', 'zone_admin_id'),
      placed('zone-admins', 'forest-ads', 'zone_admin_id'),
      link('forest-ads', 'domains'),
    ],
  }),
  5: () => ({
    columns: [
      { paths: ['networks'] },
      { paths: ['subnetworks', 'external-connected-entities'] },
      { paths: ['vlans', 'gateways', 'routers', 'dhcp-servers', 'dnsservers', 'logical-servers'] },
      { paths: ['certificates'] },
    ],
    edges: [
      placed('networks', 'subnetworks', 'network_id'),
      placed('networks', 'external-connected-entities', 'network_id'),
      link('vlans', 'subnetworks', true),
      link('gateways', 'subnetworks', true),
      link('logical-servers', 'certificates'),
    ],
  }),
  6: () => ({
    columns: [{ paths: ['sites'] }, { paths: ['buildings'], depth: 2 }, { paths: ['bays'] }, { paths: EQUIPMENT }],
    edges: [
      placed('buildings', 'buildings', 'building_id'),
      placed('sites', 'buildings', 'site_id'),
      placed('buildings', 'bays', 'room_id'),
      ...IN_BAYS.map((path) => placed('bays', path, 'bay_id')),
      { ...link('bays', 'wifi_terminals'), once: true },
      ...EQUIPMENT.map((path) => placed('buildings', path, 'building_id')),
      ...EQUIPMENT.map((path) => placed('sites', path, 'site_id')),
    ],
  }),
};

/** Lines of one kind, none from an object to itself: beginning and end of each, one after the other. */
export interface Edges {
  from: string;
  to: string;
  ids: number[];
}

/** The lines of these kinds. One statement, or two where subnets and what is in them belong to the view. */
export async function edgesOf(run: ReportRun, related: RelatedObjects, kinds: readonly EdgeKind[]): Promise<Edges[]> {
  const found = kinds.map(({ from, to }): Edges => ({ from, to, ids: [] }));
  const placed = new Map(kinds.map(({ to }) => [to, new Set<number | string>()]));
  const seen = kinds.map(() => new Set<number | string>());
  const parts = kinds.map(({ pairs }, k) => sql`SELECT ${raw(String(k))} AS k, e.own, e.other FROM (${pairs(run)}) e`);
  if (!parts.length) return [];
  // Kinds that place an object come in the order in which they count.
  for await (const rows of run.rows(sql`SELECT u.* FROM (${joined(parts, ' UNION ALL ')}) u ORDER BY u.k`)) {
    for (const row of rows) {
      const [k, own, other] = [row['k'], row['own'], row['other']] as [number, number, number];
      const { from, to, once } = kinds[k]!;
      if ((from === to && own === other) || !related.has(from, own) || !related.has(to, other)) continue;
      const [met, key] = once ? [placed.get(to)!, other] : [seen[k]!, `${own} ${other}`];
      if (met.has(key)) continue;
      met.add(key);
      found[k]!.ids.push(own, other);
    }
  }
  return found;
}

/** Columns that hold the addresses of what is in subnets. */
const ADDRESSED = [
  ['routers', 'routers', 'ip_addresses'],
  ['dhcp-servers', 'dhcp_servers', 'address_ip'],
  ['dnsservers', 'dnsservers', 'address_ip'],
  ['logical-servers', 'logical_servers', 'address_ip'],
] as const;
const SUBNETS = 'subnetworks';

/** From subnets to the machines with an address in them. One statement. */
export async function addressEdges(
  run: ReportRun,
  related: RelatedObjects,
  paths: ReadonlySet<string>,
): Promise<Edges[]> {
  const types = ADDRESSED.filter(([path]) => paths.has(path));
  if (!paths.has(SUBNETS) || !types.length) return [];
  const columns = [[SUBNETS, 'subnetworks', 'address'] as const, ...types];
  const parts = columns.map(([, table, column], k) =>
    raw(`SELECT ${k} AS k, t.id, t.${column} AS address FROM ${table} t WHERE t.${column} IS NOT NULL`),
  );
  const subnets: Array<{ id: number; address: string }> = [];
  const books = types.map(() => ({ book: new AddressBook(), ids: [] as number[] }));
  for await (const rows of run.rows(joined(parts, ' UNION ALL '))) {
    for (const row of rows) {
      const [k, id, address] = [row['k'] as number, row['id'] as number, row['address'] as string];
      if (!related.has(columns[k]![0], id)) continue;
      if (k === 0) subnets.push({ id, address });
      else {
        books[k - 1]!.book.add('', address);
        books[k - 1]!.ids.push(id);
      }
    }
  }
  return types.map(([to], k) => ({
    from: SUBNETS,
    to,
    ids: subnets.flatMap(({ id, address }) =>
      books[k]!.book.indexes(address).flatMap((place) => [id, books[k]!.ids[place]!]),
    ),
  }));
}
