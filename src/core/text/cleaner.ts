/** Cleans the texts of large requests in a thread of its own, one request after the other. */
import { Worker } from 'node:worker_threads';
import type { CleanedTexts } from './clean-thread.js';

const THREAD = require.resolve('./clean-thread.js');

/** How long the thread is kept when there is nothing to do, in milliseconds. */
const IDLE = 30_000;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let queue: Promise<unknown> = Promise.resolve();

/** Cleans rich texts as `cleanHtml` does, while others are served; they come in the same order. */
export async function cleanInThread(texts: readonly string[]): Promise<string[]> {
  const turn = queue.then(() => ask(texts));
  queue = turn.catch(() => undefined);
  const answered = await turn;
  if ('failed' in answered) throw new Error(answered.failed);
  return answered.texts;
}

function ask(texts: readonly string[]): Promise<CleanedTexts> {
  clearTimeout(idle);
  const worker = (thread ??= new Worker(THREAD));
  worker.ref();
  return new Promise<CleanedTexts>((resolve, reject) => {
    const ended = (error: unknown): void => {
      thread = undefined;
      reject(error as Error);
    };
    const exited = (): void => ended(new Error('The thread that cleans texts has ended.'));
    worker.once('error', ended);
    worker.once('exit', exited);
    worker.once('message', (answered: CleanedTexts) => {
      worker.off('error', ended).off('exit', exited);
      rest(worker);
      resolve(answered);
    });
    worker.postMessage(texts);
  });
}

/** The process need not live on for the thread's sake. */
function rest(worker: Worker): void {
  worker.unref();
  idle = setTimeout(() => {
    thread = undefined;
    void worker.terminate();
  }, IDLE).unref();
}
