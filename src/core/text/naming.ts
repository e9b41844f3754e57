/** The spellings of one name: snake_case in JSON, camelCase in older clients, singular in columns. */
import { distance } from 'fastest-levenshtein';

/** `application_services` → `applicationServices`. */
export const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** `applicationServices` or `application-services` → `application_services`. */
export const snake = (name: string): string =>
  name
    .replace(/-/g, '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();

/** The candidate nearest to a misspelt name, if any is near enough to be meant. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.ceil(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = distance(name, candidate);
    if (edits < bestDistance) [best, bestDistance] = [candidate, edits];
  }
  return best;
}

/** The candidates nearest to a name, so many at most, the nearest first; those that are equally far stay in their order. */
export const nearestFirst = (name: string, candidates: readonly string[], most: number): string[] =>
  candidates
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ candidate }) => candidate);

/** `network_switches` → `network_switch`, `activities` → `activity`; words without plural stay. */
export function singular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(ss|ch|sh|x)es$/.test(plural)) return plural.slice(0, -2);
  return plural.endsWith('s') ? plural.slice(0, -1) : plural;
}

/** A title as it stands within a sentence: `Physical server` → `physical server`; words in capitals stay. */
export const withinSentence = (title: string): string =>
  /^(\p{Lu}{2}|Wi-Fi)/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
