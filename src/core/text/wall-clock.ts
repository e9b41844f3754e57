/** Translates between moments, the zone-less times in the database and the UTC times of the API. */

const SECOND = 1000;
const DAY_SECONDS = 86_400;
const DAY = DAY_SECONDS * SECOND;

/** Clocks have changed on a multiple of this since about 1930; before, a time can be off within one such span. */
const SPAN = 15 * 60_000;
const MAX_OFFSETS = 50_000;

/** The offsets of one zone (contract 13, DB_TIMEZONE). */
class ZoneOffsets {
  /** Whether the zone is UTC under any of its names. */
  readonly isUtc: boolean;
  private readonly format: Intl.DateTimeFormat;
  private readonly cache = new Map<number, number>();

  /**
   * @param zone an IANA name such as `Europe/Paris`
   * @throws RangeError for an unknown zone
   */
  constructor(zone: string) {
    this.format = wallFormat(zone);
    this.isUtc = this.format.resolvedOptions().timeZone === 'UTC';
  }

  /**
   * Returns true if the runtime knows a zone.
   * @param zone a name
   * @returns true when the constructor takes it
   */
  static isZone(zone: string): boolean {
    try {
      return wallFormat(zone) !== undefined;
    } catch {
      return false;
    }
  }

  /**
   * How far the zone is ahead of UTC.
   * @param time milliseconds since 1970
   * @returns the offset at that moment in milliseconds
   */
  at(time: number): number {
    if (this.isUtc) return 0;
    const midnight = time - modulo(time, DAY);
    const offset = this.read(midnight);
    // Clocks change at most once a day: with equal offsets at both ends it was the same all day.
    return offset === this.read(midnight + DAY) ? offset : this.read(time - modulo(time, SPAN));
  }

  private read(time: number): number {
    const cached = this.cache.get(time);
    if (cached !== undefined) return cached;
    const parts = this.format.formatToParts(time).map(({ type, value }) => [type, Number(value)]);
    const { year, month, day, hour, minute, second } = Object.fromEntries(parts) as Record<string, number>;
    const offset = Date.UTC(year!, month! - 1, day, hour, minute, second) - time;
    if (this.cache.size >= MAX_OFFSETS) this.cache.clear();
    this.cache.set(time, offset);
    return offset;
  }
}

function wallFormat(zone: string): Intl.DateTimeFormat {
  const [digits, hourCycle] = ['numeric', 'h23'] as const;
  const time = { hour: digits, minute: digits, second: digits, hourCycle };
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, year: digits, month: digits, day: digits, ...time });
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

const ZERO = '0'.charCodeAt(0);
const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Days kept at most; a century has fewer. */
const MAX_DAYS = 50_000;

/** A real time of the years 1000 to 9999, but for the length of its month. */
const STORED = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d/;

const FIRST_STORED = Date.UTC(1000, 0, 1);
const LAST_STORED = Date.UTC(9999, 11, 31, 23, 59, 59);

/** A day on the wall: how it is ahead of UTC, unless that changes near it, and the UTC days that it may fall on. */
type WallDay = { offset: number | undefined; before: string; same: string; after: string };

/** The clock on the wall of the zone in which the database keeps its times (contract 13, DB_TIMEZONE). */
export class WallClock {
  private readonly offsets: ZoneOffsets;
  private readonly days = new Map<string, WallDay>();
  private day = NaN;
  private dayText = '';

  /**
   * @param zone an IANA name such as `Europe/Paris`; isZone returns true if it is known
   * @throws RangeError for an unknown zone
   */
  constructor(zone: string) {
    this.offsets = new ZoneOffsets(zone);
  }

  /**
   * Returns true if a zone can be used.
   * @param zone what the setting holds
   * @returns true when the runtime knows the zone
   */
  static isZone(zone: string): boolean {
    return ZoneOffsets.isZone(zone);
  }

  /**
   * The form in which a moment is stored.
   * @param epochMs milliseconds since 1970; fractions of a second are dropped
   * @returns `YYYY-MM-DD HH:MM:SS` on the wall clock; what lies outside of the years 1000 to 9999 there becomes the
   *   first or last second that can be stored
   */
  toStored(epochMs: number): string {
    return this.write(epochMs + this.offsets.at(epochMs), ' ');
  }

  /**
   * The form in which a stored time is answered (contract 6). Of an hour that the clock shows twice the first is
   * meant; a time that it skips is moved forward by what was skipped. Never throws.
   * @param stored `YYYY-MM-DD HH:MM:SS`, maybe with a fraction, which is dropped; a bare date means midnight
   * @returns `YYYY-MM-DDTHH:MM:SS.000000Z`, or null for what is no time: `0000-00-00 00:00:00` and other garbage
   */
  toApi(stored: string): string | null {
    const time = stored.length === 10 ? stored + ' 00:00:00' : stored;
    if (!STORED.test(time)) return null;
    if (this.offsets.isUtc) return time.slice(0, 10) + 'T' + time.slice(11, 19) + '.000000Z';
    const date = time.slice(0, 10);
    const day = this.days.get(date) ?? this.learnDay(date);
    if (day.offset === undefined) return this.moved(time) + '.000000Z';
    const second = number(time, 11) * 3600 + number(time, 14) * 60 + number(time, 17) - day.offset;
    if (second < 0) return day.before + 'T' + clock(second + DAY_SECONDS) + '.000000Z';
    if (second < DAY_SECONDS) return day.same + 'T' + clock(second) + '.000000Z';
    return day.after + 'T' + clock(second - DAY_SECONDS) + '.000000Z';
  }

  private learnDay(date: string): WallDay {
    const local = Date.parse(date + 'T00:00:00Z');
    const [before, same, after] = [local - DAY, local, local + DAY].map((day) => this.write(day, ' ').slice(0, 10));
    const offsets = [-1, 0, 1, 2].map((days) => this.offsets.at(local + days * DAY));
    const steady = offsets.every((offset) => offset === offsets[0]) && before !== same && same !== after;
    const offset = steady ? offsets[0]! / SECOND : undefined;
    const day = { offset, before: before!, same: same!, after: after! };
    if (this.days.size >= MAX_DAYS) this.days.clear();
    this.days.set(date, day);
    return day;
  }

  /** A wall time in UTC, up to the seconds. */
  private moved(time: string): string {
    const local = Date.parse(time.slice(0, 10) + 'T' + time.slice(11, 19) + 'Z');
    return this.write(local - this.offsetOfWall(local), 'T');
  }

  /** The offset by which a time on the wall is read: the earlier moment of two, the clock before a gap. */
  private offsetOfWall(local: number): number {
    const before = this.offsets.at(local - DAY);
    const after = this.offsets.at(local + DAY);
    if (before === after) return before;
    const onlyAfter = this.offsets.at(local - before) !== before && this.offsets.at(local - after) === after;
    return onlyAfter ? after : before;
  }

  /** A moment of UTC as text; the text of the last day is kept, since neighbours mostly share it. */
  private write(wanted: number, separator: string): string {
    const time = Math.min(Math.max(wanted, FIRST_STORED), LAST_STORED);
    const day = Math.floor(time / DAY);
    if (day !== this.day) {
      this.day = day;
      this.dayText = new Date(day * DAY).toISOString().slice(0, 10);
    }
    return this.dayText + separator + clock(Math.floor((time - day * DAY) / SECOND));
  }
}

/** `HH:MM:SS` of a second of the day. */
function clock(second: number): string {
  return TWO[Math.floor(second / 3600)] + ':' + TWO[Math.floor(second / 60) % 60] + ':' + TWO[second % 60];
}

/** The two digits at a place, known to be digits. */
function number(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}
