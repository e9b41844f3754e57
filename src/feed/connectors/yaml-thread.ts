/** A thread that turns one text of YAML into JSON and ends: its reader takes seconds for some megabytes, and much memory. */
import { parentPort, workerData } from 'node:worker_threads';
import { parseAllDocuments } from 'yaml';

/** How often all that aliases stand for may be unfolded. */
export const MAX_ALIASES = 100;

/** The documents of the text as the bytes of one JSON list, or what is wrong with it. */
export type YamlAnswer = { json: Uint8Array } | { failed: string };

function read(text: string): YamlAnswer {
  try {
    const options = { logLevel: 'error', prettyErrors: false, uniqueKeys: false } as const;
    const values = [...parseAllDocuments(text, options)].flatMap((document) => {
      const [error] = document.errors;
      if (error) throw error;
      const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
      return value === null ? [] : [value];
    });
    return { json: new TextEncoder().encode(JSON.stringify(values)) };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

const answer = read(workerData as string);
parentPort!.postMessage(answer, 'json' in answer ? [answer.json.buffer as ArrayBuffer] : []);
