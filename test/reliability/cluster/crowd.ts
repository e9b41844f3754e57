/** Writers and readers at a steady pace, and what they saw. */
import type { Client } from '../support/http.js';
import { pause } from '../support/waiting.js';
import type { Writer } from '../support/writer.js';

/** Between two requests of one client, in milliseconds. */
const PACE = 60;

const READ = ['/api/applications?page[size]=20', '/api/logical-servers?page[size]=20', '/api/buildings?page[size]=20'];

/** What was seen in a while. */
export interface Seen {
  requests: number;
  /** When each of the failed ones was told so, as `performance.now()`. */
  failures: number[];
  /** Milliseconds of the slowest request. */
  longest: number;
}

export class Crowd {
  constructor(
    private readonly client: Client,
    private readonly writers: Writer[],
    private readonly readers: number,
  ) {}

  /** Works until it is told to end. */
  work(): { end(): Promise<Seen> } {
    const seen: Seen = { requests: 0, failures: [], longest: 0 };
    let ended = false;
    const steadily = async (request: () => Promise<boolean>): Promise<void> => {
      for (; !ended; await pause(PACE)) {
        const began = performance.now();
        const well = await request();
        seen.requests++;
        seen.longest = Math.max(seen.longest, performance.now() - began);
        if (!well) seen.failures.push(performance.now());
      }
    };
    const all = [
      ...this.writers.map((writer) => steadily(() => writer.step())),
      ...Array.from({ length: this.readers }, (_, at) => steadily(() => this.read(at))),
    ];
    return {
      end: async () => {
        ended = true;
        await Promise.all(all);
        return seen;
      },
    };
  }

  private async read(at: number): Promise<boolean> {
    try {
      return (await this.client.send('GET', READ[at % READ.length]!)).status === 200;
    } catch {
      return false;
    }
  }
}
