/** Where machines stand: their site, and the security zones of the buildings around them. */
import { quote } from '../../database/dialect.js';
import { columnOf, registry, sqlOf } from '../../engine/index.js';
import { columnsOf, grouped, linked, live, tableOf } from './parts.js';
import type { RuleReading } from './rule.js';

const COLUMNS = ['site_id', 'building_id', 'bay_id'];

export interface Place {
  sites: Set<number>;
  zones: Set<number>;
}

/** What a bay says of where it stands. */
interface Bay {
  room: number | undefined;
  site: number | undefined;
}

const number = (value: unknown): number | undefined =>
  value === null || value === undefined ? undefined : Number(value);

/** Kinds that say where they stand. */
export const standsSomewhere = (path: string): boolean => columnsOf(path, COLUMNS).length > 0;

/** Looks up places; buildings are in buildings, and bays in them. */
export class Places {
  private readonly ofKinds = new Map<string, Map<number, Place>>();

  private constructor(
    private readonly reading: RuleReading,
    private readonly buildings: ReadonlyMap<number, Place>,
    private readonly bays: ReadonlyMap<number, Bay>,
  ) {}

  static async of(reading: RuleReading): Promise<Places> {
    const { all } = reading;
    const zones = grouped(
      (await linked(reading, 'zones', 'buildings')).map(([zone, building]) => [building, zone] as const),
    );
    const rows = await all(
      `SELECT t.\`id\` AS id, t.\`site_id\` AS site, t.\`building_id\` AS above FROM ${tableOf('buildings')} t WHERE ${live(registry.get('buildings'), 't')}`,
    );
    const byId = new Map(rows.map((row) => [Number(row['id']), row]));
    const buildings = new Map<number, Place>();
    for (const id of byId.keys()) {
      const place: Place = { sites: new Set(), zones: new Set() };
      const seen = new Set<number>();
      for (let at: number | undefined = id; at !== undefined && !seen.has(at);) {
        seen.add(at);
        const row = byId.get(at);
        if (!row) break;
        for (const zone of zones.get(at) ?? []) place.zones.add(zone);
        if (row['site'] !== null && !place.sites.size) place.sites.add(Number(row['site']));
        at = row['above'] === null ? undefined : Number(row['above']);
      }
      buildings.set(id, place);
    }
    const room = sqlOf(columnOf(registry.get('bays'), 'room_id'), 't');
    // Not every generation of the older application has it.
    const site = columnsOf('bays', ['site_id']).length ? 't.`site_id`' : 'NULL';
    const bays = await all(
      `SELECT t.\`id\` AS id, ${room} AS room, ${site} AS site FROM ${tableOf('bays')} t ` +
        `WHERE ${live(registry.get('bays'), 't')} AND (${room} IS NOT NULL OR ${site} IS NOT NULL)`,
    );
    const byBay = bays.map((row): [number, Bay] => [
      Number(row['id']),
      { room: number(row['room']), site: number(row['site']) },
    ]);
    return new Places(reading, buildings, new Map(byBay));
  }

  /** The places of all objects of a kind that say one. One statement for each kind. */
  async ofKind(path: string): Promise<ReadonlyMap<number, Place>> {
    const known = this.ofKinds.get(path);
    if (known) return known;
    const columns = columnsOf(path, COLUMNS);
    const places = new Map<number, Place>();
    this.ofKinds.set(path, places);
    if (!columns.length) return places;
    const names = columns.map(({ name }) => `t.${quote(name)}`);
    const rows = await this.reading.all(
      `SELECT t.\`id\` AS id, ${names.join(', ')} FROM ${tableOf(path)} t ` +
        `WHERE ${live(registry.get(path), 't')} AND (${names.map((name) => `${name} IS NOT NULL`).join(' OR ')})`,
    );
    for (const row of rows) {
      const bay = this.bays.get(number(row['bay_id']) ?? -1);
      const building = number(row['building_id']) ?? bay?.room;
      const around = building === undefined ? undefined : this.buildings.get(building);
      const sites = new Set(around?.sites);
      // What is named nearest counts: the site of the building, else that of the bay, else its own.
      const site = bay?.site ?? number(row['site_id']);
      if (site !== undefined && !sites.size) sites.add(site);
      places.set(Number(row['id']), { sites, zones: new Set(around?.zones) });
    }
    return places;
  }
}

/** What is known of both, and nothing of it is the same. */
export const areApart = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  one.size > 0 && other.size > 0 && ![...one].some((each) => other.has(each));
