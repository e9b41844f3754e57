/** The chosen part of the map, ready to be written as tables or as a document. */
import type { Row } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { registry } from '../../engine/index.js';
import type { ReportRun } from '../report-run.js';
import type { Block } from '../../files/document.js';
import { joined, raw, sql } from '../sql.js';
import type { MapField, Value } from './field.js';
import { pathsOfPictures, viewPicture } from './graph/view-picture.js';
import { impactsField } from './impacts.js';
import { atGranularity, objectsOf, type MapType, type MapView } from './map-type.js';
import { granularityOf, viewsOf } from './parameters.js';
import { RelatedObjects } from './related.js';
import { VIEWS } from './views/index.js';

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

  /** Reads the parameters and loads what fields, and `pictures`, point to. Throws 400 for bad parameters. */
  static async load(run: ReportRun, pictures = false): Promise<MapContent> {
    const numbers = viewsOf(run);
    const granularity = await granularityOf(run);
    const views = atGranularity(VIEWS, granularity).filter(({ number }) => numbers.has(number));
    const activities = views.flatMap(({ types }) => types).find(({ path }) => path === 'activities');
    if (activities) activities.fields = [...activities.fields, await impactsField(run)];
    const types = views.flatMap((view) => view.types);
    const related = await RelatedObjects.load(run, types, pictures ? pathsOfPictures(views) : []);
    return new MapContent(run, granularity, views, related);
  }

  /** The objects of a type that the caller may see, by name and id. */
  async *objects(type: MapType): AsyncIterable<MapObject[]> {
    for await (const rows of this.run.rows(objectsOf(this.run, type))) {
      yield rows.map((row) => ({
        id: row['id'] as number,
        name: (row['name'] as string | null) ?? '',
        fields: type.fields.flatMap((field) => this.filled(field, row, type.path)),
      }));
    }
  }

  /** How many objects of each type there are to be seen. One statement. */
  async counts(): Promise<Map<MapType, number>> {
    const types = this.views.flatMap((view) => view.types);
    const parts = types.map(({ path }, k) => {
      const table = raw(quote(registry.get(path).table));
      return sql`SELECT ${raw(String(k))} AS k, COUNT(*) AS count FROM ${table} t WHERE ${this.run.rights.read(path, 't')}`;
    });
    const counts = new Map<MapType, number>();
    for await (const rows of this.run.rows(joined(parts, ' UNION ALL '))) {
      for (const { k, count } of rows) counts.set(types[k as number]!, Number(count));
    }
    return counts;
  }

  /** The picture of a view, of these types of it; for content that was loaded with pictures. At most two statements. */
  picture(view: MapView, types: readonly MapType[], anchorOf: (path: string, id: number) => string): Promise<Block[]> {
    return viewPicture(this.run, this.related, view, types, anchorOf);
  }

  private filled(field: MapField, row: Row, path: string): Array<{ field: MapField; value: Exclude<Value, null> }> {
    const value = field.value(row, this.related, path);
    const empty = value === null || value === '' || (typeof value === 'object' && !value.length);
    if (empty) return [];
    return [{ field, value: field.words && typeof value === 'string' ? this.run.said(value) : value! }];
  }
}
