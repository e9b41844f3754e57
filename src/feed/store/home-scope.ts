/**
 * Where the map has homes: to which one a source feeds, and what of the map whoever feeds sees (identity 9). What is sought by what it
 * holds is sought in the home of the source, whoever feeds. A caller whom homes limit changes nothing elsewhere, and points to what
 * lies where a role lets them list it; what was given to them one by one counts for nothing in feeding.
 */
import { hash } from 'node:crypto';
import { can, type Caller } from '../../core/http/caller.js';
import { quote, type Condition, type Dialect } from '../../database/dialect.js';
import { HOME, homeOf, registry, type ResourceModel } from '../../engine/index.js';

/** The home of everything that names no other one. */
const FIRST = 1;

/** The opened database has homes. */
export const hasHomes = (): boolean => homeOf(registry.get('roles')) !== undefined;

/** The home that a source feeds; undefined where there are none. */
export const homeOfSource = ({
  settings,
}: {
  readonly settings: { readonly perimeter_id?: number };
}): number | undefined => (hasHomes() ? (settings.perimeter_id ?? FIRST) : undefined);

/** Returns true if the caller has the ability, and in this home where homes limit them. */
export const mayIn = (caller: Caller, ability: string, home: number | undefined): boolean =>
  can(caller, ability) && (!caller.reach?.homes || home === undefined || homesOf(caller, ability).includes(home));

/** The homes in which a caller whom homes limit has an ability. */
export const homesOf = ({ reach }: Caller, ability: string): readonly number[] =>
  reach?.homes?.abilities.get(ability) ?? [];

/** Names what a caller whom homes limit sees of the map, so that plans and runs are shown to those alone who see as much; else undefined. */
export function homesKeyOf({ reach }: Caller): string | undefined {
  if (!reach?.homes) return undefined;
  const seen = [...reach.homes.abilities].filter(([ability]) => ability.endsWith('_access'));
  return hash('sha256', JSON.stringify(seen.sort(([a], [b]) => (a < b ? -1 : 1))), 'base64url');
}

/** Returns true if a plan or a run, made by somebody with this key, of a source of this home, is there for the caller. */
export const isShown = (caller: Caller, homes: string | undefined, home: number | undefined): boolean =>
  !caller.reach?.homes || (home !== undefined && mayIn(caller, 'feed_access', home) && homes === homesKeyOf(caller));

/**
 * The same as a condition on rows of plans or runs, for a caller whom homes limit: `sources`, by what the column holds that names
 * their source; `kept`, the column with what is kept of them, as JSON.
 */
export function shownCondition(
  caller: Caller,
  { column, kept }: { column: string; kept: string },
  sources: ReadonlyArray<readonly [name: string | number, home: number | undefined]>,
  dialect: Pick<Dialect, 'isIn'>,
): Condition | undefined {
  const key = homesKeyOf(caller);
  if (key === undefined) return undefined;
  const own = sources.filter(([, home]) => home !== undefined && mayIn(caller, 'feed_access', home));
  return {
    sql: `${dialect.isIn(column)} AND INSTR(${kept}, ?) > 0`,
    params: [own.map(([name]) => name), `"homes":"${key}"`],
  };
}

/** Conditions on the rows of a type, to be put behind others: empty, or beginning with `AND`. */
export class HomeScope {
  constructor(
    /** That of the source; undefined where the database has none, or all are meant. */
    readonly home: number | undefined,
    private readonly caller?: Caller,
  ) {}

  /** Something of the map may be hidden from whoever feeds. */
  get isLimited(): boolean {
    return this.caller?.reach?.homes !== undefined;
  }

  /** What may be pointed to. */
  seen(resource: ResourceModel, alias: string): string {
    if (!this.isLimited || !homeOf(resource)) return '';
    const ids = homesOf(this.caller!, `${resource.key}_access`);
    return ids.length ? ` AND ${alias}.${quote(HOME)} IN (${ids.join(', ')})` : ' AND false';
  }

  /** What may be changed: in the home of the source, and what the source knows elsewhere where nothing limits whoever feeds. */
  own(resource: ResourceModel, alias: string): string {
    return this.isLimited ? this.seen(resource, alias) + this.inHome(resource, alias) : '';
  }

  /** What is sought by what it holds, such as its name; nothing among kinds that whoever feeds may not list. */
  sought(resource: ResourceModel, alias: string): string {
    if (this.caller && !can(this.caller, `${resource.key}_access`)) return ' AND false';
    return this.seen(resource, alias) + this.inHome(resource, alias);
  }

  private inHome(resource: ResourceModel, alias: string): string {
    return this.home === undefined || !homeOf(resource) ? '' : ` AND ${alias}.${quote(HOME)} = ${this.home}`;
  }
}

/** Everything. */
export const EVERYTHING = new HomeScope(undefined);
