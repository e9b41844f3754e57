/** What whoever is signed in may do. The server decides all the same; pages do not offer what it would refuse. */
import type { Tag } from './openapi.js';
import { client } from './session.js';

export class Rights {
  private constructor(private readonly abilities: ReadonlySet<string>) {}

  /** Asks the server. Throws as the client does. */
  static async fetch(): Promise<Rights> {
    return new Rights(new Set((await client().me()).abilities));
  }

  has(ability: string): boolean {
    return this.abilities.has(ability);
  }

  /** Whether the list of a kind may be read. */
  mayList = (tag: Tag): boolean => this.has(`${tag['x-abilities']}_access`);
}
