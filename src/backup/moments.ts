/** Values between a database and the file: times are wall time in the one and moments in the other. */
import type { Scalar } from '../database/database.js';
import type { WallClock } from '../core/text/dates.js';
import type { KeptColumn } from './tables.js';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

type Translation = (value: Scalar) => Scalar;

const isTime = ({ type }: KeptColumn): boolean => type === 'timestamp' || type === 'datetime';

/** How the values of a column get into the file. What the clock cannot read stays as it is stored. */
export function toFile(column: KeptColumn, clock: WallClock): Translation | undefined {
  if (!isTime(column) || column.zoneless) return undefined;
  return (value) => (typeof value === 'string' ? (clock.toApi(value) ?? value) : value);
}

/** How they get out of it again. Files of former releases hold moments for times without a zone too. */
export function fromFile(column: KeptColumn, clock: WallClock): Translation | undefined {
  if (!isTime(column)) return undefined;
  return (value) =>
    typeof value === 'string' && MOMENT.test(value) ? clock.toStored(Date.parse(value.slice(0, 19) + 'Z')) : value;
}
