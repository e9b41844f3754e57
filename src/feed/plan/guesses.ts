/** What misspelt names of types and fields probably mean. */
import { nearest } from '../../core/text/naming.js';

/** Comparing a name with all others takes time that grows with its length, and nobody misspells one like this. */
const MAX_NAME_LENGTH = 100;
/** Names that are compared in a document: who misspells more of them has misread something else. */
const MOST = 500;
/** Shorter names are near to too many others. */
const SHORTEST = 4;

/** Of one document: each name is compared once. */
export class Guesses {
  private readonly known = new Map<string, string | undefined>();

  /**
   * The name that is probably meant.
   * @param name that means nothing
   * @param place tells one list of names from another
   * @param allowed the names that there are
   * @returns undefined where none is near
   */
  of(name: string, place: string, allowed: () => readonly string[]): string | undefined {
    const key = `${place}\n${name}`;
    if (name.length > MAX_NAME_LENGTH || (!this.known.has(key) && this.known.size >= MOST)) return undefined;
    if (!this.known.has(key)) this.known.set(key, guessOf(name, allowed()));
    return this.known.get(key);
  }
}

/** The nearest name, or the only one of which it is a word: `ip` means `address_ip`. */
function guessOf(name: string, allowed: readonly string[]): string | undefined {
  const near = name.length < SHORTEST ? undefined : nearest(name, allowed);
  const longer = allowed.filter((one) => one.split(/[-_]/).includes(name));
  return near ?? (longer.length === 1 ? longer[0] : undefined);
}
