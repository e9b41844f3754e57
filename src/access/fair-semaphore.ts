/** Runs a few pieces of work at a time, in a fair order: a client that sends many does not delay others. */
import { ApiError } from '../core/http/errors.js';

/** Whose work it is. Those of one address wait for each other, and so do those of one login. */
export interface Client {
  address: string;
  login: string;
  /** Whether nobody waits for the work any more. */
  gone?: (() => boolean) | undefined;
}

interface WaitingWork {
  client: Client;
  begin: () => void;
  refuse: (error: Error) => void;
}

const unavailable = (): ApiError => new ApiError(503, 'unavailable', {}, { 'retry-after': '5' });

/**
 * The next turn is that of whoever had the fewest of the last ones, by address and login together, and among these of whoever
 * came first. Once all places are taken, a newcomer who has fewer of them than somebody else takes one over.
 */
export class FairSemaphore {
  private waiting: WaitingWork[] = [];
  private readonly lowPriority: Array<() => void> = [];
  /** Who had the last turns, as many as may wait. */
  private readonly recent: Client[] = [];
  private running = 0;
  private lowPriorityRunning = 0;

  /** `atOnce`: how many run at a time; `mostWaiting`: how many may wait. */
  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Runs `work` when it is its turn. Throws 503 where too many wait, and where nobody waits for it any more. */
  async take<T>(work: () => Promise<T>, client: Client): Promise<T> {
    await new Promise<void>((begin, refuse) => {
      this.enter({ client, begin, refuse });
      this.startWaiting();
    });
    try {
      return await work();
    } finally {
      this.running--;
      this.startWaiting();
    }
  }

  /** Runs work of low priority, one piece at a time, so that it does not delay the rest. Throws 503 where too many wait. */
  async runLowPriority<T>(work: () => Promise<T>): Promise<T> {
    if (this.lowPriority.length >= this.mostWaiting) throw unavailable();
    await new Promise<void>((begin) => {
      this.lowPriority.push(begin);
      this.startWaiting();
    });
    try {
      return await work();
    } finally {
      this.lowPriorityRunning--;
      this.running--;
      this.startWaiting();
    }
  }

  private enter(newcomer: WaitingWork): void {
    if (this.waiting.length >= this.mostWaiting) this.makeRoom(newcomer);
    this.waiting.push(newcomer);
  }

  /** Sends away the newest of those who hold most places. Throws 503 where nobody holds more than the newcomer would. */
  private makeRoom({ client }: WaitingWork): void {
    const places = countOf(this.waiting.map((waiting) => waiting.client));
    let heaviest: WaitingWork | undefined;
    // The newcomer's own place counts for the address and for the login.
    let most = places(client) + 2;
    for (const waiting of this.waiting) {
      const held = places(waiting.client);
      if (held < most || (held === most && !heaviest)) continue;
      [heaviest, most] = [waiting, held];
    }
    if (!heaviest) throw unavailable();
    this.waiting = this.waiting.filter((waiting) => waiting !== heaviest);
    heaviest.refuse(unavailable());
  }

  private startWaiting(): void {
    while (this.running < this.atOnce) {
      const begin = (this.lowPriorityRunning ? undefined : this.nextPatient()) ?? this.next();
      if (!begin) return;
      this.running++;
      begin();
    }
  }

  private nextPatient(): (() => void) | undefined {
    const begin = this.lowPriority.shift();
    if (begin) this.lowPriorityRunning++;
    return begin;
  }

  private next(): (() => void) | undefined {
    const turns = countOf(this.recent);
    let chosen: WaitingWork | undefined;
    const left: WaitingWork[] = [];
    for (const waiting of this.waiting) {
      if (waiting.client.gone?.()) {
        waiting.refuse(unavailable());
        continue;
      }
      left.push(waiting);
      if (!chosen || turns(waiting.client) < turns(chosen.client)) chosen = waiting;
    }
    this.waiting = left.filter((waiting) => waiting !== chosen);
    if (!chosen) return undefined;
    this.recent.push(chosen.client);
    if (this.recent.length > this.mostWaiting) this.recent.shift();
    return chosen.begin;
  }
}

/** How often the address of somebody, and their login, stand among these. */
function countOf(all: readonly Client[]): (client: Client) => number {
  const [addresses, logins] = [new Map<string, number>(), new Map<string, number>()];
  for (const { address, login } of all) {
    addresses.set(address, (addresses.get(address) ?? 0) + 1);
    logins.set(login, (logins.get(login) ?? 0) + 1);
  }
  return ({ address, login }) => (addresses.get(address) ?? 0) + (logins.get(login) ?? 0);
}
