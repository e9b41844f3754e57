/** Points in time, and times on the wall that belong to no zone (contract 14): how each is read, and by which clock. */
import { parseDateTime, parseWallTime, WallClock } from '../../core/text/dates.js';
import type { Field } from '../schema/model.js';

/** Shows what is stored as it stands. */
const WALL = new WallClock('UTC');

/** The clock by which the times of a column are stored and answered, in a database with this one. */
export const clockOf = ({ zoneless }: Pick<Field, 'zoneless'>, clock: WallClock): WallClock =>
  zoneless ? WALL : clock;

/** The moment that a text names for a column, by the clock of `clockOf`; undefined if it names none. */
export const parseTime = (text: string, { zoneless }: Pick<Field, 'zoneless'>): number | undefined =>
  zoneless ? parseWallTime(text) : parseDateTime(text);
