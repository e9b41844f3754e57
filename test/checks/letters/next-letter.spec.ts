/** When letters are due, and tried again. Pure. */
import { nextAttempt, nextLetter } from '../../../src/checks/letters/next-letter.js';

const at = (text: string): number => Date.parse(text);

it.each([
  ['2026-11-28T06:59:59Z', 'daily', 'UTC', '2026-11-28T07:00:00Z'],
  ['2026-11-28T07:00:00Z', 'daily', 'UTC', '2026-11-29T07:00:00Z'],
  ['2026-12-31T12:00:00Z', 'daily', 'UTC', '2027-01-01T07:00:00Z'],
  // The night in which summer time begins, and the one in which it ends.
  ['2026-03-28T12:00:00Z', 'daily', 'Europe/Paris', '2026-03-29T05:00:00Z'],
  ['2026-10-24T12:00:00Z', 'daily', 'Europe/Paris', '2026-10-25T06:00:00Z'],
  ['2026-11-28T12:00:00Z', 'weekly', 'UTC', '2026-11-30T07:00:00Z'],
  ['2026-11-30T06:00:00Z', 'weekly', 'UTC', '2026-11-30T07:00:00Z'],
  ['2026-11-30T07:00:00Z', 'weekly', 'UTC', '2026-12-07T07:00:00Z'],
  ['2026-11-30T07:00:00Z', 'weekly', 'Pacific/Auckland', '2026-12-06T18:00:00Z'],
] as const)('after %s a %s letter in %s is due at %s', (now, every, zone, due) => {
  expect(new Date(nextLetter(at(now), every, zone)).toISOString()).toBe(new Date(due).toISOString());
});

it('tries again seldom and more seldom, for a day', () => {
  const pauses: number[] = [];
  let now = 0;
  for (let next = nextAttempt(0, 0); next !== undefined; next = nextAttempt(now, 0)) {
    pauses.push((next - now) / 60_000);
    now = next;
  }
  expect(pauses.slice(0, 5)).toEqual([1, 5, 15, 60, 60]);
  expect(now).toBeGreaterThanOrEqual(86_400_000);
  expect(now).toBeLessThan(90_000_000);
});
