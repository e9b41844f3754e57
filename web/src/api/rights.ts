/** What whoever is signed in may do. The server decides all the same; pages do not offer what it would refuse. */
import type { Me } from 'meridian-client';
import type { Tag } from './openapi.js';
import { client } from './session.js';

/** The role that has every right, whatever it is called. */
export const ADMIN_ROLE = 1;

export class Rights {
  /** The id of the user. */
  readonly userId: number;
  /** Whether they have the role that has every right. */
  readonly isAdmin: boolean;
  private readonly abilities: ReadonlySet<string>;

  private constructor({ id, roles, abilities }: Me) {
    this.userId = id;
    this.isAdmin = roles.includes(ADMIN_ROLE);
    this.abilities = new Set(abilities);
  }

  /** Asks the server. Throws as the client does. */
  static async fetch(): Promise<Rights> {
    return new Rights(await client().me());
  }

  has(ability: string): boolean {
    return this.abilities.has(ability);
  }

  /** Whether the list of a kind may be read. */
  mayList = (tag: Tag): boolean => this.has(`${tag['x-abilities']}_access`);

  /** Whether the caller may do something with a kind: `create`, `edit`, `delete`, … */
  may = (verb: string, tag: Tag): boolean => this.has(`${tag['x-abilities']}_${verb}`);
}
