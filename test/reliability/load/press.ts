/** Many clients that each send one request after the other for a while, and what they were answered. */
import { Client, type Sending } from '../support/http.js';
import { pause } from '../support/waiting.js';

/** Clients come within so many milliseconds: more connections at one moment than a machine takes are tried again by it. */
const SPREAD = 2000;

export type Request = [method: string, path: string, sending?: Sending];

/** What was answered. */
export interface Pressed {
  seconds: number;
  /** Answers by status; broken connections stand under 0. */
  statuses: Record<number, number>;
  /** Milliseconds of each answer, by status, in rising order. */
  times: Map<number, Float64Array>;
  /** The body, or the error, of the first answer of each status other than 2xx. */
  first: Record<number, string>;
}

/** A part of the answers is given within this many milliseconds. */
export const within = (times: Float64Array | undefined, part: number): number =>
  Math.round(times?.[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0);

/**
 * Sends requests from so many clients at once until the time is over. `next` makes the requests of a client; it hears what
 * the one before was answered.
 */
export async function press(
  url: string,
  token: string,
  clients: number,
  seconds: number,
  next: (client: number, last: unknown) => Request,
): Promise<Pressed> {
  const client = new Client(url);
  client.token = token;
  const began = performance.now();
  const times = new Map<number, number[]>();
  const first: Record<number, string> = {};
  const note = (status: number, ms: number, body: unknown): void => {
    if (status < 200 || status >= 300) first[status] ??= JSON.stringify(body).slice(0, 500);
    if (!times.has(status)) times.set(status, []);
    times.get(status)!.push(ms);
  };
  const run = async (at: number): Promise<void> => {
    await pause(Math.random() * SPREAD);
    for (let last: unknown; performance.now() - began < seconds * 1000;) {
      const sent = performance.now();
      try {
        const { status, body, ms } = await client.send(...next(at, last));
        note(status, ms, body);
        last = status < 300 ? body : undefined;
      } catch (error) {
        note(0, performance.now() - sent, String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, at) => run(at)));
  client.close();
  return {
    first,
    seconds: (performance.now() - began) / 1000,
    statuses: Object.fromEntries([...times].map(([status, list]) => [status, list.length])),
    times: new Map([...times].map(([status, list]) => [status, Float64Array.from(list).sort()])),
  };
}
