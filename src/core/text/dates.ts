/** Reads the dates and times that clients send; the form that is stored and answered is made by WallClock. */

export { WallClock } from './wall-clock.js';

const DAY = '(\\d{4})-(\\d{2})-(\\d{2})';
const TIME = '(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d{1,9})?)?';
const ZONE = '(Z|[+-]\\d{2}:?\\d{2})';
const DATE_TIME = new RegExp(`^${DAY}(?:[T ]${TIME} ?${ZONE}?)?$`, 'i');

/** Days that every month has, which need no calendar: most of those that are sent. */
const COMMON_DAY = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;

const FIRST_YEAR = 1000;
const FIRST_MOMENT = Date.UTC(FIRST_YEAR, 0, 1);
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59);
const MINUTE = 60_000;

/**
 * The day that a text names (contract 6): a date never moves by a time zone, so the zone of a date-time is ignored.
 * @param value `YYYY-MM-DD`, or a date-time whose first part is taken literally
 * @returns `YYYY-MM-DD`, or undefined unless it is a real day of the years 1000 to 9999
 */
export function parseDay(value: string): string | undefined {
  return COMMON_DAY.test(value) || readWall(value) !== undefined ? value.slice(0, 10) : undefined;
}

/**
 * The moment that a text names (contract 6).
 * @param value `YYYY-MM-DD` (midnight), `YYYY-MM-DD HH:MM[:SS]` or ISO 8601 with `T`, fraction, `Z` or offset; without
 *   an offset it is UTC
 * @returns milliseconds since 1970, whole seconds; undefined unless real and, in UTC, of the years 1000 to 9999
 */
export function parseDateTime(value: string): number | undefined {
  const wall = readWall(value);
  if (wall === undefined) return undefined;
  const time = wall.local - wall.offset;
  return time >= FIRST_MOMENT && time <= LAST_MOMENT ? time : undefined;
}

/**
 * The time on the wall that a text names (contract 14): taken as it stands, so the zone of a date-time is ignored.
 * @param value as of `parseDateTime`
 * @returns milliseconds since 1970 of a clock that shows UTC; undefined unless it is a real time of the years 1000 to 9999
 */
export function parseWallTime(value: string): number | undefined {
  return readWall(value)?.local;
}

/** The time on the clock as if it were UTC, and how far that clock is ahead of UTC. */
function readWall(value: string): { local: number; offset: number } | undefined {
  const parts = DATE_TIME.exec(value);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as number[];
  const offset = offsetOf(parts[7]);
  if (year! < FIRST_YEAR || hour! > 23 || minute! > 59 || second! > 59 || offset === undefined) return undefined;
  const local = Date.UTC(year!, month! - 1, day!, hour, minute, second);
  const real = new Date(local);
  return real.getUTCMonth() === month! - 1 && real.getUTCDate() === day ? { local, offset } : undefined;
}

function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}
