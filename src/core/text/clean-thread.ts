/** A thread that cleans texts: long rich ones take seconds, during which the event loop would be blocked. */
import { parentPort } from 'node:worker_threads';
import { cleanHtml } from './html.js';

/** The same texts, cleaned, in the same order; or what went wrong. */
export type CleanedTexts = { texts: string[] } | { failed: string };

function answerTo(all: readonly string[]): CleanedTexts {
  try {
    return { texts: all.map(cleanHtml) };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

parentPort!.on('message', (all: string[]) => parentPort!.postMessage(answerTo(all)));
