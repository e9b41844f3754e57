/** Moments that are counted from the present: `today`, `30d`, `-12h` (checks 1). */
import { WallClock } from './wall-clock.js';

type Unit = 'now' | 'h' | 'd' | 'w' | 'm' | 'y';

/** So many units from the present; 0 days: today. */
interface Relative {
  amount: number;
  unit: Unit;
}

/** A stretch of time, both ends included, in milliseconds since 1970. */
export interface Stretch {
  from: number;
  to: number;
}

/** How the times of a database are read and written, and which day it is. */
export interface Times {
  readonly clock: WallClock;
  readonly calendar: Calendar;
}

const FORM = /^(?:(today)|(now)|([+-]?\d{1,5})([hdwmy]))$/i;
const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const [FIRST_DAY, LAST_DAY] = ['1000-01-01', '9998-12-31'];

/**
 * A moment that is counted from the present, without looking at a clock.
 * @param text `today`, `now`, or a whole number of hours, days, weeks, months or years: `30d`, `-6m`; in any letter case
 * @returns undefined for any other text
 */
export function parseRelative(text: string): Relative | undefined {
  const [all, today, now, amount, unit] = FORM.exec(text) ?? [];
  if (all === undefined) return undefined;
  if (now) return { amount: 0, unit: 'now' };
  return today ? { amount: 0, unit: 'd' } : { amount: Number(amount), unit: unit!.toLowerCase() as Unit };
}

/**
 * The day so many units after another one. A month that lacks the day ends on its last.
 * @param day `YYYY-MM-DD`
 * @returns undefined beyond the years 1000 to 9998
 */
export function dayAfter(day: string, { amount, unit }: Relative): string | undefined {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const months = unit === 'm' ? amount : unit === 'y' ? 12 * amount : 0;
  const days = unit === 'd' ? amount : unit === 'w' ? 7 * amount : 0;
  const inYear = year + Math.floor((month - 1 + months) / 12);
  if (inYear < 1000 || inYear > 9998) return undefined;
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth) + days)).toISOString();
  const text = moved.slice(0, 10);
  return FIRST_DAY <= text && text <= LAST_DAY && !moved.startsWith('+') ? text : undefined;
}

/** The calendar on the wall of a zone (TIME_ZONE): says what a moment that is counted from the present means now. */
export class Calendar {
  private readonly wall: WallClock;

  /**
   * @param zone an IANA name that is known to be one
   * @param now milliseconds since 1970
   */
  constructor(
    zone: string,
    private readonly now: () => number = Date.now,
  ) {
    this.wall = new WallClock(zone);
  }

  /** The day that a text names; undefined for what is no relative day: another text, or one of hours. */
  day(text: string): string | undefined {
    const relative = parseRelative(text);
    if (!relative || relative.unit === 'h') return undefined;
    return dayAfter(this.wall.toStored(this.now()).slice(0, 10), relative);
  }

  /** The moments that a text names: one, or those of a whole day; undefined for what is no relative moment. */
  stretch(text: string): Stretch | undefined {
    const relative = parseRelative(text);
    if (!relative) return undefined;
    if (relative.unit === 'now' || relative.unit === 'h') {
      const at = this.now() + relative.amount * HOUR;
      return { from: at, to: at };
    }
    const day = this.day(text);
    return day === undefined ? undefined : { from: this.begin(day), to: this.begin(nextDay(day)) - SECOND };
  }

  /** As `stretch`, for times that stand as a clock of the zone shows them: `YYYY-MM-DD HH:MM:SS`. */
  wallTimes(text: string): { from: string; to: string } | undefined {
    const stretch = this.stretch(text);
    return stretch && { from: this.wall.toStored(stretch.from), to: this.wall.toStored(stretch.to) };
  }

  /** The first moment of a day; not all begin at midnight. */
  private begin(day: string): number {
    return Date.parse(this.wall.toApi(`${day} 00:00:00`)!.replace('.000000', ''));
  }
}

const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
