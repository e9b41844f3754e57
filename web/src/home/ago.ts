/** How long ago something was, or in how many days it will be, in words. */

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `5 minutes ago`, in the largest unit of which there is one; `at` and `now` in milliseconds. */
export function ago(at: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  // A clock that is a little ahead is no future.
  const seconds = Math.max((now - at) / 1000, 0);
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? ['minute', 60];
  return format.format(-Math.floor(seconds / length), unit);
}

/** `in 12 days`, `yesterday`; both as `YYYY-MM-DD`. */
export function daysUntil(day: string, today: string, locale: string): string {
  const days = Math.round((Date.parse(day.slice(0, 10)) - Date.parse(today)) / 86_400_000);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}
