/** Turns among long reads: bounded in number, and fair between users. */
import { ApiError } from '../../src/core/http/errors.js';
import { Semaphore } from '../../src/database/semaphore.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('a user has half of the places, and whoever comes later does not wait for all that they asked for', async () => {
  const places = new Semaphore(3);
  const order: number[] = [];
  const leaves: Array<() => void> = [];
  const enter = (userId: number): void => {
    void places.enter({ userId }).then((leave) => {
      order.push(userId);
      leaves.push(leave);
    });
  };
  for (const userId of [1, 1, 1, 1, 1, 2, 3, 2]) enter(userId);
  await settled();
  expect([order, places.queue]).toEqual([[1, 1, 2], 5]);
  for (let i = 0; i < 5; i++) {
    leaves.shift()!();
    await settled();
  }
  expect([order.slice(3).sort(), places.queue]).toEqual([[1, 1, 1, 2, 3], 0]);
  expect(order.indexOf(3)).toBeLessThan(6);
  leaves.forEach((leave) => leave());
  await places.enter({ userId: 7 });
});
it('one place does for all; a place is left once, however often that is said', async () => {
  const places = new Semaphore(1);
  const leave = await places.enter({ userId: 1 });
  leave();
  leave();
  await places.enter({ userId: 1 });
  let entered = false;
  void places.enter({ userId: 2 }).then(() => (entered = true));
  await settled();
  expect(entered).toBe(false);
});
it('who goes away waits no longer, and is not begun', async () => {
  const places = new Semaphore(1);
  const leave = await places.enter({ userId: 1 });
  const controller = new AbortController();
  const waiting = places.enter({ userId: 2, signal: controller.signal });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ status: 503 });
  expect(places.queue).toBe(0);
  leave();
  await expect(places.enter({ userId: 2, signal: controller.signal })).rejects.toMatchObject({ status: 503 });
  await places.enter({ userId: 3 });
});
it('of one user so many may wait, and no more', async () => {
  const places = new Semaphore(1);
  await places.enter({ userId: 1 });
  const waiting = Array.from({ length: 201 }, () => places.enter({ userId: 1 }));
  waiting.slice(0, 200).forEach((each) => void each.catch(() => undefined));
  await expect(waiting[200]).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
  void places.enter({ userId: 2 });
  expect(places.queue).toBe(201);
});
it('how many may wait, and what is said to whoever has more, is chosen; who may wait in any case does', async () => {
  const places = new Semaphore(2, 1, 1, () => new ApiError(503, 'unavailable'));
  const leave = await places.enter({ userId: 1 });
  const waiting = places.enter({ userId: 1 });
  await expect(places.enter({ userId: 1 })).rejects.toMatchObject({ status: 503 });
  const patient = places.enter({ userId: 1 }, false);
  expect(places.queue).toBe(2);
  // Another one has a place, and may wait as well.
  (await places.enter({ userId: 2 }))();
  leave();
  (await waiting)();
  (await patient)();
});
it('who has lost their rights while they waited is refused, and leaves the place to others', async () => {
  const places = new Semaphore(1);
  const leave = await places.enter({ userId: 1 });
  const recheck = jest.fn(() => Promise.reject(new ApiError(401, 'unauthenticated')));
  const late = places.enter({ userId: 2, recheck }).catch((error: unknown) => error);
  await new Promise((wake) => setTimeout(wake, 1100));
  leave();
  expect(await late).toMatchObject({ status: 401 });
  expect(recheck).toHaveBeenCalledTimes(1);
  // Who has not waited has been asked for a moment ago.
  (await places.enter({ userId: 2, recheck }))();
  expect(recheck).toHaveBeenCalledTimes(1);
});
