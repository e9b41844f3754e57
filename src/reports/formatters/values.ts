/** Values as people read them: levels, durations, days, versions of products. */
import type { Scalar } from '../../database/database.js';

/** The words of levels 0 to 4. */
export const LEVELS = ['Insignificant', 'Low', 'Medium', 'High', 'Very high'] as const;

/** A level, 0 and more; what is not set is stored as null or below 0. */
export function asLevel(value: Scalar): number | null {
  const level = value === null ? -1 : Number(value);
  return level >= 0 ? level : null;
}

/** The word of a level. */
export const levelWord = (value: Scalar): string | null => LEVELS[asLevel(value) ?? -1] ?? null;

const IMPORTANCE = [null, 'Low', 'Medium', 'High', 'Critical'];

/** How important a relation is. */
export const importance = (value: Scalar): string | null =>
  value === null ? null : (IMPORTANCE[Number(value)] ?? null);

/** A day, `YYYY-MM-DD`; what is none, such as a day of zeros, is empty. */
export function asDay(value: Scalar): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(String(value ?? ''))?.[0];
  return day && !day.startsWith('0000') && !Number.isNaN(Date.parse(day)) ? day : null;
}

const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** Minutes in words, such as `1 day 2 hours`; none for 0. */
export function duration(value: Scalar): string | null {
  let rest = Math.floor(Number(value ?? 0));
  if (!(rest > 0)) return null;
  const parts: string[] = [];
  for (const [unit, minutes] of UNITS) {
    const count = Math.floor(rest / minutes);
    rest -= count * minutes;
    if (count) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ');
}

/** Vendor, product and version as `vendor:product:version`; none if all of them are missing. */
export function cpe(vendor: Scalar, product: Scalar, version: Scalar): string | null {
  const parts = [vendor, product, version].map((part) => String(part ?? '').trim());
  return parts.some(Boolean) ? parts.join(':') : null;
}
