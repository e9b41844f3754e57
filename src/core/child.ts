/**
 * Work on what people send, in processes of their own: whatever it takes, it ends no process but its own. A thread would not do: V8
 * ends the whole process when a thread runs out of memory within one of its own functions.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { ApiError } from './http/errors.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a process may take. */
export interface ChildBounds {
  /** Megabytes of values. */
  heap: number;
  /** Megabytes of all that it holds, where the system tells; it is looked at now and then. */
  held: number;
  /** Bytes of an answer. */
  made: number;
}

/** A question or an answer, and the bytes that go with it: these travel in pieces, between which others get their turn. */
export interface WithBytes<T> {
  content: T;
  bytes?: Bytes | undefined;
}

export interface ChildAsking {
  /** Milliseconds that the answer may take. */
  limit: number;
  signal: AbortSignal;
}

/** A process was ended by a limit. */
export class ChildOver extends Error {
  constructor(readonly limit: 'time' | 'memory') {
    super(`A process went beyond its limit of ${limit}.`);
  }
}

/** What goes over the channel: `size` before pieces, `content` last. */
interface Sent<T> {
  isReady?: true;
  size?: number;
  piece?: Uint8Array;
  content?: T;
}

const MEGABYTE = 1024 * 1024;
/** Milliseconds between two looks at what a process holds. */
const LOOK = 100;

/** Puts pieces together, as far as they may be long. */
class Gathering {
  private bytes: Bytes | undefined;
  private at = 0;

  constructor(private readonly max: number) {}

  /** Returns the whole once it is there. Throws for more than may come. */
  take<T>({ size, piece, content }: Sent<T>): WithBytes<T> | undefined {
    if (size !== undefined) {
      if (size > this.max) throw new ChildOver('memory');
      [this.bytes, this.at] = [new Uint8Array(size), 0];
    }
    if (piece) {
      this.bytes!.set(piece, this.at);
      this.at += piece.length;
    }
    if (content === undefined) return undefined;
    const { bytes } = this;
    this.bytes = undefined;
    return { content, bytes };
  }
}

/** Sends bytes piece by piece, and then what they belong to. Whoever is gone by then is told nothing. */
async function sendAll<T>({ content, bytes }: WithBytes<T>, send: (sent: Sent<T>) => Promise<void>): Promise<void> {
  if (bytes) {
    await send({ size: bytes.length });
    for (let at = 0; at < bytes.length; at += MEGABYTE) await send({ piece: bytes.subarray(at, at + MEGABYTE) });
  }
  await send({ content });
}

const sender =
  (process: Pick<NodeJS.Process | ChildProcess, 'send'>) =>
  <T>(sent: Sent<T>): Promise<void> =>
    new Promise((resolve) => process.send!(sent, undefined, undefined, () => resolve()));

/** A process that answers one question after the other. It starts at once, with nothing of this one's environment. */
export class Child<Q, A> {
  private readonly child: ChildProcess;
  private readonly gone: Promise<void>;
  private isReady = false;
  private settle: { resolve(answer: WithBytes<A>): void; reject(error: unknown): void } | undefined;
  private reason: Error | undefined;

  /** `file`: what runs in it, which calls `answerParent`. Throws 503 where the system gives no further process. */
  constructor(
    file: string,
    private readonly bounds: ChildBounds,
  ) {
    try {
      this.child = fork(file, [], {
        ...{ env: {}, execArgv: [`--max-old-space-size=${bounds.heap}`], serialization: 'advanced' },
        // What it writes when it runs out of memory, or breaks, may hold what it was given.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
    } catch {
      throw new ApiError(503, 'unavailable');
    }
    const { child } = this;
    const gathering = new Gathering(bounds.made);
    child.on('message', (sent: Sent<A>) => {
      if (sent.isReady) this.isReady = true;
      else this.take(gathering, sent);
    });
    this.gone = new Promise((resolve) => {
      child.once('error', () => {
        this.end(new ApiError(503, 'unavailable'));
        if (child.pid === undefined) resolve();
      });
      child.once('exit', (code, signal) => {
        // Before it began it was given nothing that could end it.
        this.end(
          this.isReady ? new ChildOver('memory') : new Error(`${file} ended before it began: ${code ?? signal}.`),
        );
        resolve();
      });
    });
  }

  /**
   * Asks, one at a time.
   * @throws `ChildOver` when it goes beyond its time or memory, 503 when nobody waits any more; the process is ended then
   */
  async ask(question: WithBytes<Q>, { limit, signal }: ChildAsking): Promise<WithBytes<A>> {
    const abandon = (): void => this.end(new ApiError(503, 'unavailable'));
    if (signal.aborted) abandon();
    if (this.reason) throw this.reason;
    signal.addEventListener('abort', abandon, { once: true });
    const late = setTimeout(() => this.end(new ChildOver('time')), limit);
    const looking = setInterval(() => void this.look(), LOOK);
    try {
      return await new Promise<WithBytes<A>>((resolve, reject) => {
        this.settle = { resolve, reject };
        void sendAll(question, sender(this.child));
      });
    } finally {
      this.settle = undefined;
      clearInterval(looking);
      clearTimeout(late);
      signal.removeEventListener('abort', abandon);
    }
  }

  /** Ends the process, whatever it does, and waits until it is gone. */
  async close(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.gone;
  }

  private take(gathering: Gathering, sent: Sent<A>): void {
    try {
      const answer = gathering.take(sent);
      if (answer) this.settle?.resolve(answer);
    } catch {
      this.end(new ChildOver('memory'));
    }
  }

  /** The first reason is the one. */
  private end(reason: Error): void {
    this.reason ??= reason;
    this.child.kill('SIGKILL');
    this.settle?.reject(this.reason);
  }

  /** Memory beside the heap is bounded by nothing else. */
  private async look(): Promise<void> {
    const status = await readFile(`/proc/${this.child.pid}/status`, 'latin1').catch(() => '');
    const kilobytes = Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0);
    if (kilobytes > this.bounds.held * 1024) this.end(new ChildOver('memory'));
  }
}

/** Answers questions within the process, one at a time. What is thrown ends it. */
export function answerParent<Q, A>(
  answer: (question: Q, bytes: Bytes | undefined) => WithBytes<A> | Promise<WithBytes<A>>,
): void {
  stepBehind();
  const send = sender(process);
  const gathering = new Gathering(Infinity);
  const take = async (sent: Sent<Q>): Promise<void> => {
    const asked = gathering.take(sent);
    if (asked) await sendAll(await answer(asked.content, asked.bytes), send);
  };
  process.on('message', (sent: Sent<Q>) => void take(sent));
  void send({ isReady: true });
}

/** The server lives longer than this process, and never the other way round. */
function stepBehind(): void {
  process.on('disconnect', () => process.exit());
  // While this thread is busy it hears of nothing.
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(${process.pid}, 'SIGKILL'), 1000)`;
  new Worker(watch, { eval: true }).unref();
  // A stop that is meant for all processes is left to the server, which ends what nobody waits for.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  // Where memory is short Linux ends this one first; and what it held is not written to a file.
  for (const [name, value] of Object.entries({ oom_score_adj: '1000', coredump_filter: '0' }))
    try {
      writeFileSync(`/proc/self/${name}`, value);
    } catch {
      // Not on this system.
    }
}
