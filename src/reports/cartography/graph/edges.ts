/** What the picture of each view shows: its types, column by column, and which of their links are lines. */
import { registry } from '../../../engine/index.js';
import { quote } from '../../../database/dialect.js';
import type { ReportRun } from '../../report-run.js';
import { raw, sql, type Sql } from '../../sql.js';
import { pairsOf } from '../pairs.js';

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
