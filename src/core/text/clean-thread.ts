/** A thread that cleans texts: of long ones the work takes seconds, in which nobody else would be served. */
import { parentPort } from 'node:worker_threads';
import { cleanHtml, stripTags } from './html.js';

/** A text as it was sent; `rich`: it may hold what `cleanHtml` leaves in, else nothing but text. */
export interface Uncleaned {
  text: string;
  rich: boolean;
}

/** The same texts, cleaned, in the same order; or what went wrong. */
export type Answered = { texts: string[] } | { failed: string };

function answerTo(all: readonly Uncleaned[]): Answered {
  try {
    return { texts: all.map(({ text, rich }) => (rich ? cleanHtml(text) : stripTags(text))) };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

parentPort!.on('message', (all: Uncleaned[]) => parentPort!.postMessage(answerTo(all)));
