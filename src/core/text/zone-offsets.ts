/** How far the clocks of a time zone are ahead of UTC, remembered so that asking a million times is cheap. */

const DAY = 86_400_000;

/** Clocks have changed on a multiple of this since about 1930; before, a time can be off within one such span. */
const SPAN = 15 * 60_000;
const MOST_OFFSETS = 50_000;

/** The offsets of one zone (contract 13, DB_TIMEZONE). */
export class ZoneOffsets {
  /** Whether the zone is UTC under any of its names. */
  readonly isUtc: boolean;
  private readonly format: Intl.DateTimeFormat;
  private readonly known = new Map<number, number>();

  /**
   * @param zone an IANA name such as `Europe/Paris`
   * @throws RangeError for an unknown zone
   */
  constructor(zone: string) {
    this.format = wallFormat(zone);
    this.isUtc = this.format.resolvedOptions().timeZone === 'UTC';
  }

  /**
   * Whether the runtime knows a zone.
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
   * @param moment milliseconds since 1970
   * @returns the offset at that moment in milliseconds
   */
  at(moment: number): number {
    if (this.isUtc) return 0;
    const midnight = moment - modulo(moment, DAY);
    const offset = this.read(midnight);
    // Clocks change at most once a day: with equal offsets at both ends it was the same all day.
    return offset === this.read(midnight + DAY) ? offset : this.read(moment - modulo(moment, SPAN));
  }

  private read(moment: number): number {
    const known = this.known.get(moment);
    if (known !== undefined) return known;
    const parts = this.format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]);
    const { year, month, day, hour, minute, second } = Object.fromEntries(parts) as Record<string, number>;
    const offset = Date.UTC(year!, month! - 1, day, hour, minute, second) - moment;
    if (this.known.size >= MOST_OFFSETS) this.known.clear();
    this.known.set(moment, offset);
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
