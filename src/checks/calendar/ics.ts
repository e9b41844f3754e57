/** Writes calendars as programs read them (RFC 5545): all-day events, without alarms. */

/** A day of a calendar. */
export interface CalendarDay {
  /** The same for the same entry, for good. */
  uid: string;
  /** `YYYY-MM-DD` */
  day: string;
  summary: string;
  description?: string;
  url: string;
  /** When it was changed last, in milliseconds since 1970. */
  changed: number;
}

/** Changes are counted in seconds from here, so that a later one has a higher number. */
const FIRST = Date.UTC(2020, 0, 1);
const DAY = 86_400_000;
/** Octets of a line. */
const LINE = 75;

/** @param name what the calendar is called */
export function writeCalendar(name: string, days: readonly CalendarDay[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Meridian//Meridian//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...days.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const linesOf = ({ uid, day, summary, description, url, changed }: CalendarDay): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(uid)}`,
  `DTSTAMP:${momentOf(changed)}`,
  `LAST-MODIFIED:${momentOf(changed)}`,
  `SEQUENCE:${Math.max(0, Math.floor((changed - FIRST) / 1000))}`,
  `DTSTART;VALUE=DATE:${dayOf(Date.parse(`${day}T00:00:00Z`))}`,
  `DTEND;VALUE=DATE:${dayOf(Date.parse(`${day}T00:00:00Z`) + DAY)}`,
  `SUMMARY:${escaped(summary)}`,
  ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
  `URL:${url}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

const momentOf = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');

const dayOf = (time: number): string => momentOf(time).slice(0, 8);

/** A text of a property; control characters are none of a text. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\n/g, '\\n');

/** A line in pieces that are no longer than allowed, none of which ends within a character. */
function folded(line: string): string {
  let [text, octets] = ['', 0];
  for (const sign of line) {
    const length = Buffer.byteLength(sign);
    if (octets + length > LINE) {
      text += '\r\n ';
      octets = 1;
    }
    text += sign;
    octets += length;
  }
  return text;
}
