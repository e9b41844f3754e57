/** What whoever is signed in may do. The server decides all the same; pages do not offer what it would refuse. */
import type { Me } from 'meridian-client';
import type { Tag } from './openapi.js';
import { client } from './session.js';

/** The role that has every right, whatever it is called. */
export const ADMIN_ROLE = 1;

/** What a delegation of an object stands in for. */
const DELEGATED: ReadonlySet<string> = new Set(['access', 'show', 'edit']);

export class Rights {
  /** The id of the user. */
  readonly userId: number;
  /** Whether they have the role that has every right. */
  readonly isAdmin: boolean;
  /** The parts of the map to which the user is kept; none: they are not. */
  readonly limits: readonly string[];
  /** Names of the perimeters and homes of the reader, by their ids. */
  readonly ownPerimeters: ReadonlyMap<number, string>;
  /** The homes in which alone these count; none: everywhere. */
  readonly homes: readonly string[];
  private readonly abilities: ReadonlySet<string>;
  /** Objects that were delegated to the user, by the path of their kind. */
  private readonly delegated: ReadonlyMap<string, ReadonlySet<number>>;

  constructor({
    id,
    roles,
    abilities,
    delegated,
    perimeters = [],
    homes = [],
  }: Pick<Me, 'id' | 'roles' | 'abilities' | 'delegated' | 'perimeters' | 'homes'>) {
    this.limits = perimeters.map(({ name }) => name);
    this.ownPerimeters = new Map([...perimeters, ...homes].map(({ id: one, name }) => [one, name]));
    this.homes = homes.map(({ name }) => name);
    this.userId = id;
    this.isAdmin = roles.includes(ADMIN_ROLE);
    this.abilities = new Set(abilities);
    this.delegated = new Map(Object.entries(delegated).map(([path, ids]) => [path, new Set(ids)]));
  }

  /** Asks the server. Throws as the client does. */
  static async fetch(): Promise<Rights> {
    return new Rights(await client().me());
  }

  has(ability: string): boolean {
    return this.abilities.has(ability);
  }

  /** Whether the list of a kind may be read: that of all its objects, or of those delegated. */
  mayList = (tag: Tag): boolean => this.reaches('access', tag);

  /** Whether the caller may do something with all of a kind: `create`, `edit`, `delete`, … */
  may = (verb: string, tag: Tag): boolean => this.has(`${tag['x-abilities']}_${verb}`);

  /** The same with one object, or, without an id, with every object that the list of the kind has for the caller. */
  reaches(verb: string, tag: Tag, id?: number): boolean {
    if (this.may(verb, tag)) return true;
    const ids = DELEGATED.has(verb) ? this.delegated.get(tag['x-resource'] ?? '') : undefined;
    // A list that is whole has others than those delegated.
    return ids !== undefined && (id === undefined ? !this.may('access', tag) : ids.has(id));
  }
}
