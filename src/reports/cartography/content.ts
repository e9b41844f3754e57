/** The chosen part of the map, ready to be written as tables or as a document. */
import { ApiError } from '../../core/http/errors.js';
import type { Row } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { registry, selectOf } from '../../engine/index.js';
import { severityWord } from '../formatters/codes.js';
import type { ReportRun } from '../report-run.js';
import { joined, raw, sql, type Sql } from '../sql.js';
import { atGranularity, textOf, worked, type MapField, type MapType, type MapView, type Value } from './fields.js';
import { RelatedObjects } from './related.js';

/** An object with the fields that are not empty. */
export interface MapObject {
  id: number;
  name: string;
  fields: ReadonlyArray<{ field: MapField; value: Exclude<Value, null> }>;
}

export class MapContent {
  private constructor(
    private readonly run: ReportRun,
    readonly granularity: number,
    readonly views: readonly MapView[],
    private readonly related: RelatedObjects,
  ) {}

  /** Reads the parameters and loads what fields point to. Throws 400 for bad parameters. */
  static async load(run: ReportRun, all: readonly MapView[]): Promise<MapContent> {
    const numbers = viewsOf(run, all.length);
    const granularity = await granularityOf(run);
    const views = atGranularity(all, granularity).filter(({ number }) => numbers.has(number));
    const activities = views.flatMap(({ types }) => types).find(({ path }) => path === 'activities');
    if (activities) activities.fields = [...activities.fields, await impactsField(run)];
    const types = views.flatMap((view) => view.types);
    const pointing = types.map(({ path, fields, named }) => ({ path, fields: named ? [...fields, named] : fields }));
    const related = await RelatedObjects.load(run, pointing);
    return new MapContent(run, granularity, views, related);
  }

  /** The objects of a type that the caller may see, by name and id. */
  async *objects(type: MapType): AsyncIterable<MapObject[]> {
    for await (const rows of this.run.rows(objectsOf(this.run, type))) {
      yield rows.map((row) => ({
        id: row['id'] as number,
        name: this.nameOf(type, row),
        fields: type.fields.flatMap((field) => this.filled(field, row, type.path)),
      }));
    }
  }

  private nameOf({ path, named }: MapType, row: Row): string {
    if (!named) return (row[registry.get(path).label!] as string | null) ?? '';
    return String(textOf(named.value(row, this.related, path, this.run.translate)) ?? '');
  }

  /** How many objects of each type there are to be seen. One statement. */
  async counts(): Promise<Map<MapType, number>> {
    const types = this.views.flatMap((view) => view.types);
    const parts = types.map(({ path }, k) => {
      const table = raw(quote(registry.get(path).table));
      return sql`SELECT ${raw(String(k))} AS k, COUNT(*) AS count FROM ${table} t WHERE ${this.run.rights.read(path)}`;
    });
    const counts = new Map<MapType, number>();
    for await (const rows of this.run.rows(joined(parts, ' UNION ALL '))) {
      for (const { k, count } of rows) counts.set(types[k as number]!, Number(count));
    }
    return counts;
  }

  private filled(field: MapField, row: Row, path: string): Array<{ field: MapField; value: Exclude<Value, null> }> {
    const value = field.value(row, this.related, path, this.run.translate);
    const empty = value === null || value === '' || (typeof value === 'object' && !value.length);
    return empty ? [] : [{ field, value: value! }];
  }
}

/** The objects of a type that the caller may see, by name and id. */
function objectsOf(run: ReportRun, { path, fields, named }: MapType): Sql {
  const resource = registry.get(path);
  const { table, label } = resource;
  const own = [...(named ? [named] : []), ...fields].flatMap(({ columns, refs }) => [...columns, ...refs]);
  const columns = new Set(['id', ...(label === null ? [] : [label]), ...own]);
  const list = raw([...columns].map((column) => selectOf(resource, column, 't')).join(', '));
  const order = label === null ? raw('t.`id`') : run.order('t', label);
  return sql`SELECT ${list} FROM ${raw(quote(table))} t WHERE ${run.rights.read(path)} ORDER BY ${order}`;
}

/** The field of the impacts: `Financial: High`, worst first. One statement. */
async function impactsField(run: ReportRun): Promise<MapField> {
  const texts = new Map<number, string[]>();
  const statement = sql`SELECT i.activity_id, i.impact_type, i.severity FROM activity_impact i
    ORDER BY i.severity DESC, i.impact_type, i.id`;
  for await (const rows of run.rows(statement)) {
    for (const { activity_id, impact_type, severity } of rows) {
      const word = severityWord(severity!, run.translate) ?? '';
      const text = [String(impact_type ?? '').trim(), word].filter(Boolean).join(': ');
      const known = texts.get(activity_id as number);
      if (!known) texts.set(activity_id as number, [text]);
      else if (!known.includes(text)) known.push(text);
    }
  }
  return worked('impacts', [], ({ id }) => texts.get(id as number)?.join(', ') || null);
}

/** 1 to 3: what the request says, else the caller's own, else everything. Throws 400 for anything else. */
async function granularityOf(run: ReportRun): Promise<number> {
  const { granularity } = run.query;
  if (granularity === undefined || granularity === '') {
    const own = await run.granularity();
    return own !== null && own >= 1 && own <= 3 ? own : 3;
  }
  if (typeof granularity === 'string' && /^[123]$/.test(granularity)) return Number(granularity);
  throw new ApiError(400, 'wantsBetween', { name: 'granularity', min: 1, max: 3 });
}

/** The numbers of the views that are asked for, by `vues[]`, `vues` or `views`; all of them if none is. Throws 400. */
function viewsOf({ query }: ReportRun, max: number): ReadonlySet<number> {
  const asked = ['vues', 'vues[]', 'views', 'views[]'].flatMap((name) => partsOf(query[name]));
  for (const view of asked) {
    const isNumber = /^[1-9]$/.test(view) && Number(view) <= max;
    if (!isNumber) throw new ApiError(400, 'wantsBetween', { name: 'vues', min: 1, max });
  }
  return new Set(asked.length ? asked.map(Number) : Array.from({ length: max }, (_, i) => i + 1));
}

/** `1,2`, or a list, or an object with numbered keys, as forms are read. */
function partsOf(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(partsOf);
  return String(value)
    .split(',')
    .map((part) => part.trim());
}
