/** Facts as text that people can read and machines can compare: a fact is a list of words separated by `; `. */

/** All facts of one resource: about itself, its columns and its links. */
export interface ResourceFacts {
  about: string;
  columns: Record<string, string>;
  links: Record<string, string>;
}

export interface Facts {
  enumerations: Record<string, string>;
  resources: Record<string, ResourceFacts>;
}

/** One word that only one side has; `word` is empty where the whole fact is missing on the other side. */
export interface Difference {
  /** `applications.columns.name`, … */
  path: string;
  side: 'only left' | 'only right';
  word: string;
}

/** Facts in stable order of their names. */
export const sortedByName = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Every word in which two trees of facts differ. */
export function differences(left: Facts, right: Facts): Difference[] {
  const [a, b] = [flat(left), flat(right)];
  const found: Difference[] = [];
  for (const path of new Set([...a.keys(), ...b.keys()])) {
    const [mine, theirs] = [a.get(path), b.get(path)];
    if (!mine || !theirs) found.push({ path, side: mine ? 'only left' : 'only right', word: '' });
    else {
      const [have, want] = [new Set(mine.split('; ')), new Set(theirs.split('; '))];
      for (const word of have) if (!want.has(word)) found.push({ path, side: 'only left', word });
      for (const word of want) if (!have.has(word)) found.push({ path, side: 'only right', word });
    }
  }
  return found;
}

function flat({ enumerations, resources }: Facts): Map<string, string> {
  const facts = new Map<string, string>();
  for (const [name, text] of Object.entries(enumerations)) facts.set(`enumerations.${name}`, text);
  for (const [path, resource] of Object.entries(resources)) {
    facts.set(path, resource.about);
    for (const [name, text] of Object.entries(resource.columns)) facts.set(`${path}.columns.${name}`, text);
    for (const [name, text] of Object.entries(resource.links)) facts.set(`${path}.links.${name}`, text);
  }
  return facts;
}
