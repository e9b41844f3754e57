/** When the next letter is due, and when one that could not be sent is tried again. Pure. */
import { WallClock } from '../../core/text/dates.js';
import { Calendar } from '../../core/text/moments.js';
import type { Every } from './digest.js';

/** On the clock of `TIME_ZONE`: after the checks of the night, and before people begin. */
const AT = '07:00:00';
const DAYS_OF_WEEK = 7;
const MONDAY = 1;

const MINUTE = 60_000;
/** Pauses before another attempt; the last one again and again. */
const PAUSES = [1, 5, 15, 60].map((minutes) => minutes * MINUTE);
/** After which a letter is given up: what it would have said comes with the next one. */
const GIVEN_UP_AFTER = 24 * 60 * MINUTE;

/** The next morning, or the next Monday's, after a moment; milliseconds since 1970. */
export function nextLetter(now: number, every: Every, zone: string): number {
  const wall = new WallClock(zone);
  const calendar = new Calendar(zone, () => now);
  for (let days = 0; ; days++) {
    const day = calendar.day(`${days}d`)!;
    const at = Date.parse(wall.toApi(`${day} ${AT}`)!.replace('.000000', ''));
    const isDay = every === 'daily' || new Date(`${day}T00:00:00Z`).getUTCDay() % DAYS_OF_WEEK === MONDAY;
    if (isDay && at > now) return at;
  }
}

/** When it is tried again; undefined where that is over. */
export function nextAttempt(now: number, failingSince: number): number | undefined {
  const failing = now - failingSince;
  if (failing >= GIVEN_UP_AFTER) return undefined;
  return now + (PAUSES.find((pause) => failing < pause) ?? PAUSES.at(-1)!);
}
