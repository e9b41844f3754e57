/** Values as people read them: levels, durations, days, versions of products. Codes are put in words in `codes.ts`. */
import type { Scalar } from '../../database/database.js';
import type { Translate } from '../locales/index.js';

/** A level, 0 and more; what is not set is stored as null or below 0. */
export function asLevel(value: Scalar): number | null {
  const level = value === null ? -1 : Number(value);
  return level >= 0 ? level : null;
}

/** Yes or no. */
export const yesOrNo = (value: Scalar, translate: Translate): string => translate(value ? 'yes' : 'no');

/** A day, `YYYY-MM-DD`; what is none, such as a day of zeros, is empty. */
export function asDay(value: Scalar): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(String(value ?? ''))?.[0];
  return day && !day.startsWith('0000') && !Number.isNaN(Date.parse(day)) ? day : null;
}

const UNITS = [
  [1440, 'oneDay', 'severalDays'],
  [60, 'oneHour', 'severalHours'],
  [1, 'oneMinute', 'severalMinutes'],
] as const;

/** Minutes in words, such as `1 day 2 hours`; none for 0. */
export function duration(value: Scalar, translate: Translate): string | null {
  let rest = Math.floor(Number(value ?? 0));
  if (!(rest > 0)) return null;
  const parts: string[] = [];
  for (const [minutes, one, several] of UNITS) {
    const count = Math.floor(rest / minutes);
    rest -= count * minutes;
    if (count) parts.push(count === 1 ? translate(one) : translate(several, { count }));
  }
  return parts.join(' ');
}

/** Vendor, product and version as `vendor:product:version`; none if all of them are missing. */
export function cpe(vendor: Scalar, product: Scalar, version: Scalar): string | null {
  const parts = [vendor, product, version].map((part) => String(part ?? '').trim());
  return parts.some(Boolean) ? parts.join(':') : null;
}
