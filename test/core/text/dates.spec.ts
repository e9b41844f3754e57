/** Dates and times as clients send them, as they are stored and as they are answered. */
import { parseDay, parseDateTime, WallClock } from '../../../src/core/text/dates';
import { newSeed, randomBelow } from './seeded';

const PARIS = new WallClock('Europe/Paris');
const UTC = new WallClock('UTC');

describe('parseDay', () => {
  it.each([
    ['2026-05-30', '2026-05-30'],
    ['2024-02-29', '2024-02-29'],
    ['2026-05-30T23:59:59Z', '2026-05-30'],
    ['2026-05-30T00:30:00+02:00', '2026-05-30'],
    ['2026-05-30T22:00:00.000000Z', '2026-05-30'],
    ['2026-05-30 12:00:00', '2026-05-30'],
    ['1000-01-01', '1000-01-01'],
    ['9999-12-31', '9999-12-31'],
  ])('contract 6: %j is %j, whatever the zone', (value, day) => expect(parseDay(value)).toBe(day));

  it.each([
    ...['', '2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-01-00', '0999-12-31', '0000-00-00'],
    ...['2026-5-3', '30/05/2026', '2026-05-30T25:00:00Z', '2026-05-30T', '2026-05-30x', '2026', ' 2026-05-30'],
  ])('contract 6: %j is no day', (value) => expect(parseDay(value)).toBeUndefined());
});

describe('parseMoment', () => {
  it.each([
    ['2026-05-30', '2026-05-30T00:00:00Z'],
    ['2026-05-30 12:34', '2026-05-30T12:34:00Z'],
    ['2026-05-30 12:34:56', '2026-05-30T12:34:56Z'],
    ['2026-05-30T12:34:56', '2026-05-30T12:34:56Z'],
    ['2026-05-30T12:34:56Z', '2026-05-30T12:34:56Z'],
    ['2026-05-30t12:34:56z', '2026-05-30T12:34:56Z'],
    ['2026-05-30T12:34:56.999999Z', '2026-05-30T12:34:56Z'],
    ['2026-05-30T00:34:56+02:00', '2026-05-29T22:34:56Z'],
    ['2026-05-30T12:34:56-0530', '2026-05-30T18:04:56Z'],
    ['1000-01-01', '1000-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.9Z', '9999-12-31T23:59:59Z'],
  ])('contract 6: %j is %j', (value, iso) => expect(parseDateTime(value)).toBe(Date.parse(iso)));

  it.each([
    ...['', 'now', '1717000000', '2026-02-30 00:00:00', '2026-05-30 24:00:00', '2026-05-30 12:60', '2026-05-30 12'],
    ...['2026-05-30T12:34:60Z', '2026-05-30T12:34:56+24:00', '2026-05-30T12:34:56+02', '2026-05-30Z', '0999-12-31'],
    ...[
      '1000-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
      '2026-05-30T12:34:56Europe/Paris',
      '2026-05-30  12:34',
    ],
  ])('contract 6: %j is no moment', (value) => expect(parseDateTime(value)).toBeUndefined());
});

describe('WallClock', () => {
  it('contract 13: knows zones', () => {
    expect(['UTC', 'Europe/Paris', 'America/St_Johns'].map((zone) => WallClock.isZone(zone))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['', 'Paris', 'Europe/Atlantis', '2'].some((zone) => WallClock.isZone(zone))).toBe(false);
    expect(() => new WallClock('Europe/Atlantis')).toThrow(RangeError);
  });

  it.each([
    ['UTC', '2026-05-30 12:34:56', '2026-05-30T12:34:56.000000Z'],
    ['Etc/UTC', '2026-05-30 12:34:56.789', '2026-05-30T12:34:56.000000Z'],
    ['UTC', '2026-05-30', '2026-05-30T00:00:00.000000Z'],
    ['Europe/Paris', '2026-05-30 01:34:56', '2026-05-29T23:34:56.000000Z'],
    ['Europe/Paris', '2026-01-01 00:00:00', '2025-12-31T23:00:00.000000Z'],
    ['Europe/Paris', '2026-03-29 01:59:59', '2026-03-29T00:59:59.000000Z'],
    ['Europe/Paris', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000000Z'],
    ['Europe/Paris', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000000Z'],
    ['Asia/Kathmandu', '2026-05-30 12:34:56', '2026-05-30T06:49:56.000000Z'],
    ['Australia/Lord_Howe', '2026-04-05 01:29:59', '2026-04-04T14:29:59.000000Z'],
    ['America/New_York', '2026-05-30 22:00:00', '2026-05-31T02:00:00.000000Z'],
  ])('contract 6: in %s, %s is answered as %s', (zone, stored, api) =>
    expect(new WallClock(zone).toApi(stored)).toBe(api),
  );

  it('contract 13: an hour shown twice is the first of the two, a skipped one moves forward', () => {
    expect(PARIS.toApi('2026-10-25 02:30:00')).toBe('2026-10-25T00:30:00.000000Z');
    expect(PARIS.toApi('2026-03-29 02:30:00')).toBe('2026-03-29T01:30:00.000000Z');
  });

  it('contract 13: both hours of the autumn night are stored as the clock shows them', () => {
    expect(PARIS.toStored(Date.UTC(2026, 9, 25, 0, 30))).toBe('2026-10-25 02:30:00');
    expect(PARIS.toStored(Date.UTC(2026, 9, 25, 1, 30))).toBe('2026-10-25 02:30:00');
    expect(UTC.toStored(Date.UTC(2026, 9, 25, 0, 30, 7, 999))).toBe('2026-10-25 00:30:07');
  });

  it('contract 10: garbage of old databases is answered as null', () => {
    const garbage = ['0000-00-00 00:00:00', '0000-00-00', '', 'x', '2026-13-01 00:00:00', '2026-01-01 25:00:00', '💥'];
    for (const text of garbage) expect([UTC.toApi(text), PARIS.toApi(text)]).toEqual([null, null]);
    expect(PARIS.toApi('2026-02-31 12:00:00')).toBe('2026-03-03T11:00:00.000000Z');
  });

  it('contract 6: times at the ends of the calendar are kept within it', () => {
    const newYork = new WallClock('America/New_York');
    expect(newYork.toApi('9999-12-31 23:59:59')).toBe('9999-12-31T23:59:59.000000Z');
    expect(PARIS.toStored(Date.UTC(9999, 11, 31, 23, 59, 59))).toBe('9999-12-31 23:59:59');
    expect(newYork.toStored(Date.UTC(1000, 0, 1))).toBe('1000-01-01 00:00:00');
    expect(PARIS.toApi('1000-01-01 00:00:00')).toBe('1000-01-01T00:00:00.000000Z');
  });

  it('contract 6: what was stored comes back as the same moment in any zone', () => {
    const below = randomBelow(newSeed('WallClock round trip'));
    for (const zone of ['UTC', 'Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      const clock = new WallClock(zone);
      const iso = (moment: number) => new Date(moment).toISOString().replace('.000Z', '.000000Z');
      for (let i = 0; i < 2000; i++) {
        const moment = Date.UTC(1990, 0, 1) + below(2 ** 31) * 1000;
        const stored = clock.toStored(moment);
        const back = clock.toApi(stored);
        // Only of an hour shown twice may another moment come back: the one before.
        if (back !== iso(moment)) expect(clock.toStored(Date.parse(back ?? ''))).toBe(stored);
        expect(stored).toBe(new Date(moment).toLocaleString('sv-SE', { timeZone: zone }));
      }
    }
  });
});
