/** A thread that cleans texts: long ones take seconds, during which the event loop would be blocked. */
import { parentPort } from 'node:worker_threads';
import { cleanHtml, stripTags } from './html.js';

/** A text as it was sent; `rich`: it may hold what `cleanHtml` leaves in, else nothing but text. */
export interface TextToClean {
  text: string;
  rich: boolean;
}

/** The same texts, cleaned, in the same order; or what went wrong. */
export type CleanedTexts = { texts: string[] } | { failed: string };

function answerTo(all: readonly TextToClean[]): CleanedTexts {
  try {
    return { texts: all.map(({ text, rich }) => (rich ? cleanHtml(text) : stripTags(text))) };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

parentPort!.on('message', (all: TextToClean[]) => parentPort!.postMessage(answerTo(all)));
