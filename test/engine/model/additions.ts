/**
 * What the registry holds beyond the specification: resources, columns, links and lists of codes of our own. They are listed in
 * `additions.json`, so that each is seen in review; `npm run resource:accept` writes the list.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differences, type Difference, type Facts } from './differences.js';

/** The facts of the specification, so that a checkout without it is held to it too. */
export const SPECIFIED = join(__dirname, 'specified.json');
/** The list of what was added. */
export const ADDITIONS = join(__dirname, 'additions.json');

export const specifiedFacts = (): Facts => JSON.parse(readFileSync(SPECIFIED, 'utf8')) as Facts;

/** A whole fact that the specification does not have; a changed one is none. */
export const isAddition = ({ side, word }: Difference): boolean => side === 'only left' && word === '';

/** The places of what was added: `cameras`, `sites.links.cameras`, `enumerations.mounting`; of a new resource the path alone. */
export function additionsOf(facts: Facts): string[] {
  const { resources } = specifiedFacts();
  const places = differences(facts, specifiedFacts()).filter(isAddition);
  return places
    .map(({ path }) => path)
    .filter((path) => {
      const [resource, ...rest] = path.split('.');
      return rest.length === 0 || resource === 'enumerations' || resources[resource!] !== undefined;
    })
    .sort();
}

const listed = new Set(JSON.parse(readFileSync(ADDITIONS, 'utf8')) as string[]);

/** Whether a resource is one of ours. */
export const isAdded = ({ path }: { path: string }): boolean => listed.has(path);

/** Whether a column or link is one of ours, on a resource that the specification has. */
export const isAddedTo = ({ path }: { path: string }, part: 'columns' | 'links', name: string): boolean =>
  listed.has(`${path}.${part}.${name}`);
