/** The words that pairs of linked objects carry, such as `effect` of `requires`: what sources say of them. */
import type { Target } from './changes.js';

/** Words by target, by the name of their link. */
export type PairWords = Readonly<Record<string, ReadonlyMap<Target, string>>>;

/** The name under which a record has the objects of a link that a source says this word of. */
export const saidAs = (link: string, word: string): string => `${link} ${word}`;

/** The column or link that a name in a record is about. */
export const aboutOf = (name: string): string => name.split(' ', 1)[0]!;

/** What a record has of the words of a link: the objects that each word is said of. */
export function recordOfWords(words: PairWords, link: string, all: readonly string[]): Record<string, Target[]> {
  const says: Record<string, Target[]> = {};
  for (const word of all) {
    const targets = [...(words[link] ?? [])].flatMap(([target, one]) => (one === word ? [target] : []));
    if (targets.length) says[saidAs(link, word)] = targets;
  }
  return says;
}
