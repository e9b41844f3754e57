/** Times that were noted: by other servers, or before the clock of this one was set back. */

/** In milliseconds. */
export const MINUTE = 60_000;

/** Milliseconds by which the clocks of servers may differ, and to which stored times are rounded. */
const DIFFERENCE = 5000;

/** The latest time, in milliseconds since 1970, that may lie ahead by a while: what is later was noted by a clock that went wrong. */
export const latest = (ahead: number, now: number): number => now + ahead + DIFFERENCE;
