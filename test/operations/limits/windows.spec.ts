/** What a replica makes of the leases that it is given (contract 11, docs/decisions/rate-limits.md). */
import { trustOf, TokenBucket, TokenBuckets } from '../../../src/operations/limits/token-bucket.js';

const LIMIT = 600;

function passing(window: TokenBucket): number {
  let count = 0;
  while (window.mayPass) {
    window.used++;
    count++;
  }
  return count;
}

describe('the minute of a caller', () => {
  it('contract 11: begins with what passes in a second, and goes on with what was granted', () => {
    const window = new TokenBucket('somebody', LIMIT, 1000);
    expect([passing(window), window.usedUp, window.remaining]).toEqual([trustOf(LIMIT), false, LIMIT - 10]);
    window.receive({ granted: 47, left: 553, ends: 900 }, 10, 10);
    expect([window.ends, passing(window), window.remaining]).toEqual([900, 37, 553]);
  });
  it('contract 11: what passed and was not granted any more is too much, and the end', () => {
    const window = new TokenBucket('somebody', LIMIT, 1000);
    passing(window);
    window.receive({ granted: 3, left: 0, ends: 1000 }, 10, 10);
    expect([window.mayPass, window.usedUp, window.remaining]).toEqual([false, true, 0]);
  });
  it('a lease of the next minute counts what was not paid in this one, and nothing else', () => {
    const window = new TokenBucket('somebody', LIMIT, 1000);
    window.used = 1;
    window.receive({ granted: 40, left: 560, ends: 1000 }, 1, 1);
    passing(window);
    // Asked for with all of the old lease used; two more passed before the answer came.
    const { used, uncounted } = window;
    window.used += 2;
    window.receive({ granted: 38, left: 562, ends: 61_000 }, used, uncounted);
    expect([window.ends, window.used, passing(window)]).toEqual([61_000, 2, 36]);
  });
  it('without the database passes as many as one server alone allows; a late lease is heeded', () => {
    const window = new TokenBucket('somebody', LIMIT, 1000);
    window.countLocally();
    expect([passing(window), window.usedUp]).toEqual([LIMIT, true]);
    window.receive({ granted: 100, left: 0, ends: 1000 }, LIMIT, LIMIT);
    expect([window.usedUp, window.uncounted]).toEqual([true, LIMIT - 100]);
  });
});

it('minutes that are over are forgotten, and of too many the oldest', () => {
  const windows = new TokenBuckets();
  const first = windows.of('first', LIMIT, 0);
  expect(windows.of('first', LIMIT, 59_999)).toBe(first);
  expect(windows.of('first', LIMIT, 60_000)).not.toBe(first);
  expect(windows.of('first', 5, 60_001).limit).toBe(5);
  const early = windows.of('early', LIMIT, 70_000);
  for (let i = 0; i < 20_000; i++) windows.of(`other ${i}`, LIMIT, 70_000);
  expect(windows.of('early', LIMIT, 70_000)).not.toBe(early);
  const last = windows.of('other 19999', LIMIT, 70_000);
  expect(windows.of('other 19999', LIMIT, 70_000)).toBe(last);
});
