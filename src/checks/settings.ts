/** Settings of checks. */
import { Flag, readSettings, Setting, WholeNumber, type Environment } from '../core/settings.js';

class ChecksEnvironment {
  /** The map is checked; without it the routes are not there. */
  @Flag('CHECKS') enabled = true;
  /** When all is looked at each night, on the clock of `TIME_ZONE`. */
  @Setting(
    'CHECKS_AT',
    (text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined),
    (text) => `CHECKS_AT must be a time of the day such as 03:00, not '${text}'.`,
  )
  at = '03:00';
  /** Seconds after the last of a burst of changes until all is looked at; 0: that waits for the night. */
  @Setting(
    'CHECKS_AFTER',
    secondsIn,
    (text) => `CHECKS_AFTER must be 0, or a time of a second or more, such as 15m or 900, not '${text}'.`,
  )
  after = 900;
  /** Seconds of the database's work for one check. */
  @WholeNumber('CHECK_TIME_LIMIT', 1, 3600) timeLimit = 30;
}

export type ChecksSettings = Readonly<ChecksEnvironment>;

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

function secondsIn(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,9})\s*([smhd]?)$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * SECONDS[unit!]!;
}

/** The settings. What is wrong is added to `problems`. */
export const checksSettings = (environment: Environment, problems: string[]): ChecksSettings =>
  Object.freeze(readSettings(ChecksEnvironment, environment, problems));
