/** Moments that are counted from the present, against a calendar of its own (checks 1). */
import { Calendar, dayAfter, parseRelative } from '../../../src/core/text/moments';

const at = (zone: string, now: string): Calendar => new Calendar(zone, () => Date.parse(now));
const iso = (time: number): string => new Date(time).toISOString().replace('.000', '');

describe('parseRelative', () => {
  it.each([...['today', 'now', 'TODAY', '30d', '-30d', '+30d', '0d', '2w', '-6m', '1y', '-12h', '30D', '99999d']])(
    'checks 1: %j is counted from the present',
    (text) => expect(parseRelative(text)).toBeDefined(),
  );

  it.each([
    ...['', 'tomorrow', '30', 'd', '30 d', '- 30d', '--3d', '1.5d', '30s', '100000d', '30dd', '1y6m', '２d', ' 30d'],
  ])('checks 1: %j is not', (text) => expect(parseRelative(text)).toBeUndefined());
});

describe('dayAfter', () => {
  const after = (day: string, text: string): string | undefined => dayAfter(day, parseRelative(text)!);

  it.each([
    ['2026-01-31', '1m', '2026-02-28'],
    ['2028-01-31', '1m', '2028-02-29'],
    ['2026-03-31', '-1m', '2026-02-28'],
    ['2028-03-31', '-1m', '2028-02-29'],
    ['2026-05-31', '1m', '2026-06-30'],
    ['2026-12-31', '2m', '2027-02-28'],
    ['2026-11-30', '3m', '2027-02-28'],
    ['2026-01-15', '-1m', '2025-12-15'],
    ['2026-10-31', '-13m', '2025-09-30'],
    ['2024-02-29', '1y', '2025-02-28'],
    ['2024-02-29', '4y', '2028-02-29'],
    ['2024-02-29', '-1y', '2023-02-28'],
    ['2024-02-29', '-100y', '1924-02-29'],
    ['2026-02-28', '1d', '2026-03-01'],
    ['2028-02-28', '1d', '2028-02-29'],
    ['2100-02-28', '1d', '2100-03-01'],
    ['2000-02-28', '1d', '2000-02-29'],
    ['2026-12-31', '1d', '2027-01-01'],
    ['2027-01-01', '-1d', '2026-12-31'],
    ['2026-11-27', '30d', '2026-12-27'],
    ['2026-11-27', '-30d', '2026-10-28'],
    ['2026-11-27', '365d', '2027-11-27'],
    ['2026-11-27', '2w', '2026-12-11'],
    ['2026-11-27', '-53w', '2025-11-21'],
    ['2026-11-27', '12m', '2027-11-27'],
    ['2026-11-27', '1y', '2027-11-27'],
    ['2026-11-27', 'today', '2026-11-27'],
    ['2026-11-27', '0m', '2026-11-27'],
    ['9998-12-30', '1d', '9998-12-31'],
    ['1000-01-02', '-1d', '1000-01-01'],
  ])('checks 1: %s and %s is %s', (day, text, expected) => expect(after(day, text)).toBe(expected));

  it.each([
    ['9998-12-31', '1d'],
    ['2026-11-27', '9000y'],
    ['2026-11-27', '99999y'],
    ['1000-01-01', '-1d'],
    ['2026-11-27', '-2000y'],
    ['2026-11-27', '-1950y'],
    ['9998-11-27', '99999d'],
  ])('checks 1: %s and %s is beyond what can be stored', (day, text) => expect(after(day, text)).toBeUndefined());

  it('checks 1: counts days as walking from one to the next does', () => {
    const step = (day: string): string => {
      const [y, m, d] = day.split('-').map(Number) as [number, number, number];
      const leap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
      const long = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]!;
      const [ny, nm, nd] = d < long ? [y, m, d + 1] : m < 12 ? [y, m + 1, 1] : [y + 1, 1, 1];
      return `${ny}-${String(nm).padStart(2, '0')}-${String(nd).padStart(2, '0')}`;
    };
    for (let days = 0, day = '2023-11-27'; days < 2000; days++, day = step(day)) {
      expect(after('2023-11-27', `${days}d`)).toBe(day);
      expect(after(day, `-${days}d`)).toBe('2023-11-27');
    }
  });
});

describe('Calendar', () => {
  it.each([
    ['UTC', '2026-11-27T23:30:00Z', '2026-11-27'],
    ['Europe/Paris', '2026-11-27T23:30:00Z', '2026-11-28'],
    ['Europe/Paris', '2026-07-27T22:30:00Z', '2026-07-28'],
    ['America/New_York', '2026-11-28T04:30:00Z', '2026-11-27'],
    ['Pacific/Kiritimati', '2026-11-27T10:30:00Z', '2026-11-28'],
    ['Pacific/Pago_Pago', '2026-11-27T10:30:00Z', '2026-11-26'],
  ])('checks 1: in %s at %s it is %s', (zone, now, day) => expect(at(zone, now).day('today')).toBe(day));

  it.each([
    ['UTC', '2026-11-27T12:00:00Z', 'today', '2026-11-27T00:00:00Z', '2026-11-27T23:59:59Z'],
    ['Europe/Paris', '2026-11-27T12:00:00Z', 'today', '2026-11-26T23:00:00Z', '2026-11-27T22:59:59Z'],
    // A day of 23 hours, and one of 25.
    ['Europe/Paris', '2026-03-29T12:00:00Z', 'today', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'],
    ['Europe/Paris', '2026-10-25T12:00:00Z', 'today', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'],
    ['Europe/Paris', '2026-10-20T12:00:00Z', '1w', '2026-10-26T23:00:00Z', '2026-10-27T22:59:59Z'],
    // The day begins at one: the clock is put forward at midnight.
    ['Africa/Cairo', '2026-04-24T12:00:00Z', 'today', '2026-04-23T22:00:00Z', '2026-04-24T20:59:59Z'],
    ['America/Havana', '2026-11-01T12:00:00Z', 'today', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z'],
    ['UTC', '2026-01-31T12:00:00Z', '1m', '2026-02-28T00:00:00Z', '2026-02-28T23:59:59Z'],
    ['Europe/Paris', '2026-11-27T12:34:56Z', 'now', '2026-11-27T12:34:56Z', '2026-11-27T12:34:56Z'],
    ['Europe/Paris', '2026-03-29T06:00:00Z', '-12h', '2026-03-28T18:00:00Z', '2026-03-28T18:00:00Z'],
    ['Europe/Paris', '2026-11-27T12:34:56Z', '36h', '2026-11-29T00:34:56Z', '2026-11-29T00:34:56Z'],
  ])('checks 1: in %s at %s %s is %s to %s', (zone, now, text, from, to) => {
    const stretch = at(zone, now).stretch(text)!;
    expect([iso(stretch.from), iso(stretch.to)]).toEqual([from, to]);
  });

  it('checks 1: days know no hours', () => expect(at('UTC', '2026-11-27T12:00:00Z').day('12h')).toBeUndefined());

  it('contract 14: a time without a zone is the one on the wall', () =>
    expect(at('Europe/Paris', '2026-11-27T12:00:00Z').wallTimes('-1d')).toEqual({
      from: '2026-11-26 00:00:00',
      to: '2026-11-26 23:59:59',
    }));
});
