/** The inventory of equipment for the yearly stock-take: every asset once, by site, room and bay. */
import { quote } from '../database/dialect.js';
import { columnOf, registry, sqlOf } from '../engine/index.js';
import { cell, html, text } from './formatters/columns.js';
import type { LabelKey } from './locales/index.js';
import { table, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { joined, raw, sql, type Sql } from './sql.js';

/** Kinds of assets in their order, by path. */
const KINDS = {
  'physical-servers': 'server',
  workstations: 'workstation',
  'storage-devices': 'storage',
  peripherals: 'peripheral',
  phones: 'phone',
  'physical-switches': 'switch',
  'physical-routers': 'router',
  'wifi-terminals': 'wifi',
  'physical-security-devices': 'securityDevice',
} as const;

export const physicalInventory: Report = {
  name: 'physicalInventory',
  file: 'physicalInventory',
  titles: { en: 'Equipment inventory', fr: 'Inventaire du matériel' },
  abouts: {
    en: 'Equipment by site, room and bay.',
    fr: 'Les équipements par site, local et baie, pour l’inventaire annuel.',
  },
  roots: [],
  async tables(run) {
    const columns = [
      text('site', 'site'),
      text('room', 'room'),
      text('bay', 'bay'),
      cell('asset', (row, translate) => translate(row['asset'] as LabelKey)),
      text('name', 'name'),
      text('type', 'type'),
      html('description', 'description'),
    ];
    const kinds = Object.entries(KINDS).map(([path, asset], kind) => assets(run, path, asset, kind));
    const one = (path: 'buildings' | 'sites', id: string): Sql => sql`
      (SELECT o.id FROM ${raw(path)} o WHERE o.id = ${raw(id)} AND ${run.shown(path, 'o')})`;
    const ofBay = registry.get('bays').fields.some(({ name }) => name === 'site_id')
      ? sql`${one('sites', 'y.site_id')}, `
      : sql``;
    // The room is that of the bay, or else the asset's own; the site that of the room, else that of the bay, else the asset's own.
    const rows = run.rows(sql`
      SELECT s.name AS site, r.name AS room, y.name AS bay, x.asset, x.name, x.type, x.description
      FROM (${joined(kinds, ' UNION ALL ')}) x
      LEFT JOIN bays y ON y.id = x.bay_id AND ${run.shown('bays', 'y')}
      LEFT JOIN buildings r ON r.id = COALESCE(
        ${one('buildings', sqlOf(columnOf(registry.get('bays'), 'room_id'), 'y'))}, ${one('buildings', 'x.building_id')})
      LEFT JOIN sites s ON s.id = COALESCE(
        ${one('sites', 'r.site_id')}, ${ofBay}${one('sites', 'x.site_id')})
      ORDER BY s.id IS NULL, ${run.order('s')}, ${run.order('r')}, ${run.order('y')}, x.kind, ${run.order('x')}`);
    return [table(run, 'inventory', columns, rows)];
  },
};

function assets(run: ReportRun, path: string, asset: string, kind: number): Sql {
  const { table: name, fields } = registry.get(path);
  const bay = fields.some((field) => field.name === 'bay_id') ? 't.bay_id' : 'NULL';
  return sql`
    SELECT ${raw(String(kind))} AS kind, ${asset} AS asset, t.id, t.name, t.type, t.description, ${raw(bay)} AS bay_id, t.building_id,
      t.site_id FROM ${raw(quote(name))} t WHERE ${run.shown(path, 't')}`;
}
