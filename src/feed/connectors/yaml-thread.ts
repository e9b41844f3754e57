/** A thread that turns one text of YAML into JSON and ends: its reader takes seconds for some megabytes, and much memory. */
import { isScalar, parseAllDocuments, visit, type Document } from 'yaml';
import { serve } from '../../core/thread.js';

/** How often all that aliases stand for may be unfolded. */
const MAX_ALIASES = 100;

/** The documents of the text as the bytes of one JSON list, or what is wrong with it: a name that stands twice in one object, or what the reader says. */
export type YamlAnswer = { json: Uint8Array } | { twice: string; line: number } | { circle: true } | { failed: string };

class RepeatedKey extends Error {
  constructor(
    readonly key: string,
    readonly at: number,
  ) {
    super(key);
  }
}

/** The check of the library compares each name with all others. */
function requireUniqueNames(document: Document.Parsed): void {
  visit(document, {
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        // Objects have names of text.
        const name = String(key.value);
        if (names.has(name)) throw new RepeatedKey(name.slice(0, 100), key.range?.[0] ?? 0);
        names.add(name);
      }
    },
  });
}

/** The values as JSON; undefined where what an alias names holds the alias. */
function jsonOf(values: readonly unknown[]): string | undefined {
  try {
    return JSON.stringify(values);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function read(text: string): YamlAnswer {
  try {
    // As YAML 1.1 has it, and the tools that write it: `<<` takes over what another object has.
    const options = { logLevel: 'error', prettyErrors: false, uniqueKeys: false, merge: true } as const;
    const values = [...parseAllDocuments(text, options)].flatMap((document) => {
      const [error] = document.errors;
      if (error) throw error;
      requireUniqueNames(document as Document.Parsed);
      const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
      return value === null ? [] : [value];
    });
    const json = jsonOf(values);
    return json === undefined ? { circle: true } : { json: new TextEncoder().encode(json) };
  } catch (error) {
    if (error instanceof RepeatedKey) return { twice: error.key, line: text.slice(0, error.at).split('\n').length };
    return { failed: (error as Error).message };
  }
}

serve(read, (answer) => ('json' in answer ? [answer.json.buffer as ArrayBuffer] : []));
