/** What the map report consists of: views, their types of objects, and the fields of these. */
import { quote } from '../../database/dialect.js';
import { registry } from '../../engine/index.js';
import type { ReportRun } from '../report-run.js';
import { raw, sql, type Sql } from '../sql.js';
import type { Granularity, MapField } from './field.js';

/** A type of objects of the map, as the report shows it. */
export interface MapType {
  /** Heading of its chapter. */
  title: string;
  /** Name of its sheet, if not the title. */
  sheet: string;
  path: string;
  /** The granularity from which it is shown. */
  from: Granularity;
  fields: readonly MapField[];
}

/** A view of the map: a number, a chapter and its types in order. */
export interface MapView {
  number: number;
  title: string;
  introduction: string;
  types: readonly MapType[];
}

/** Writes a type down. */
export const type = (
  title: string,
  path: string,
  fields: readonly MapField[],
  { from = 1, sheet = title }: Partial<Pick<MapType, 'from' | 'sheet'>> = {},
): MapType => ({ title, sheet, path, from, fields });

/** The views as they are shown at a granularity: without the types and fields that come later. */
export const atGranularity = (views: readonly MapView[], granularity: number): MapView[] =>
  views.map((view) => ({
    ...view,
    types: view.types
      .filter(({ from }) => from <= granularity)
      .map((one) => ({ ...one, fields: one.fields.filter(({ from }) => from <= granularity) })),
  }));

/** The objects of a type that the caller may see, by name and id. */
export function objectsOf(run: ReportRun, { path, fields }: MapType): Sql {
  const { table } = registry.get(path);
  const columns = new Set(['id', 'name', ...fields.flatMap((field) => field.columns)]);
  const list = raw([...columns].map((column) => `t.${quote(column)}`).join(', '));
  return sql`SELECT ${list} FROM ${raw(quote(table))} t WHERE ${run.rights.read(path, 't')} ORDER BY ${run.order('t')}`;
}
