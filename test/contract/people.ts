/** Users who hold one verb on everything, all but one, or the abilities of some resources (contract 3). */
import type { Verb } from '../../src/core/http/access.js';
import { registry } from '../../src/engine/index.js';
import type { TestServer } from '../support/server.js';

export const VERBS: Verb[] = ['access', 'show', 'create', 'edit', 'delete'];

export interface Person {
  id: number;
  token: string;
}

/** A user with these abilities; those of one resource or all, in one statement. */
export async function person(server: TestServer, abilities: readonly string[]): Promise<Person> {
  const made = await server.userWith([]);
  const { database } = server;
  await database.run(
    `INSERT INTO permission_role (role_id, permission_id) SELECT ${made.roleId}, id FROM permissions ` +
      `WHERE ${database.dialect.isIn('title')}`,
    [[...abilities, '']],
  );
  return made;
}

export const titles = (verbs: readonly Verb[], resources = registry.all()): string[] =>
  resources.flatMap(({ key }) => verbs.map((verb) => `${key}_${verb}`));

/** The users of a server: one without abilities, and for each verb one with it alone and one with all others. */
export interface People {
  nobody: Person;
  only: Record<Verb, Person>;
  but: Record<Verb, Person>;
  /** Hold the abilities of the resources whose number has their bit. */
  bits: Person[];
}

export async function people(server: TestServer): Promise<People> {
  const byVerb = async (verbsOf: (verb: Verb) => Verb[]): Promise<Record<Verb, Person>> =>
    Object.fromEntries(
      await Promise.all(VERBS.map(async (verb) => [verb, await person(server, titles(verbsOf(verb)))])),
    ) as Record<Verb, Person>;
  const bits: Person[] = [];
  for (let bit = 0; 1 << bit < registry.all().length; bit++) {
    const held = registry.all().filter((_, i) => i & (1 << bit));
    bits.push(await person(server, titles(VERBS, held)));
  }
  return {
    nobody: await person(server, []),
    only: await byVerb((verb) => [verb]),
    but: await byVerb((verb) => VERBS.filter((other) => other !== verb)),
    bits,
  };
}
