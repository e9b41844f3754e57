/** Cleans the texts of large requests in a thread of its own, one request after the other. */
import { Thread } from '../thread.js';

/** Milliseconds for which the thread is kept when there is nothing to do. */
const IDLE = 30_000;

const thread = new Thread<readonly string[], string[]>(require.resolve('./clean-thread.js'), { idle: IDLE });

/** Cleans rich texts as `cleanHtml` does, while others are served; they come in the same order. */
export const cleanInThread = (texts: readonly string[]): Promise<string[]> => thread.ask(texts);
