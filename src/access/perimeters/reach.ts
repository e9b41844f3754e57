/**
 * How far the rights of a caller go (identity 9): a role with perimeters gives its abilities inside them alone, one without
 * gives them everywhere; an ability reaches as far as all roles together that give it.
 */
import { hash } from 'node:crypto';
import type { Caller, Part, Reach, Reads } from '../../core/http/caller.js';
import { HOME, registry, sourceOf } from '../../engine/index.js';
import { classKey, typesGivenTo } from '../delegations.js';
import { hasHomes, isOn } from './homes.js';

type Row = Record<string, unknown>;

/** Abilities that nobody holds whom homes or perimeters limit: they give rights to others. */
const NEVER = /^((user|role|permission|group_role|cartographer|perimeter)_(create|edit|delete)|configure)$/;

/** Abilities of feeding: a source feeds a home, and knows nothing of rules and roots. */
const FEEDING = /^feed_[a-z]+$/;

/** Abilities that a token which is kept to perimeters has never: webhooks name, and are sent, what their owner may see. */
const NEVER_BY_TOKEN = /^webhook_[a-z]+$/;

/** Joins the perimeters of the role `r`, for `withReach`. */
export const PERIMETERS_OF_ROLES = 'LEFT JOIN own_perimeter_role pp ON pp.role_id = r.id';

/** The home of a role while homes count; null otherwise. */
export const homeOfRole = (role: string): string =>
  hasHomes() ? `CASE WHEN ${isOn()} THEN ${role}.${HOME} END` : 'NULL';

/**
 * The caller with what perimeters limit them to; unchanged where nothing does. Two statements, for those alone; for an
 * administrator with a token that is kept to perimeters, who has every ability in these and is no administrator with it.
 * @param rows of `role`, `home`, `perimeter`, `title` and `perimeters` (those of the token)
 */
export async function withReach(caller: Caller, rows: readonly Row[], session: Reads): Promise<Caller> {
  const token = perimetersOfToken(rows[0]!);
  if (caller.admin) {
    if (!token) return caller;
    const titles = await session.all('SELECT title FROM permissions WHERE title IS NOT NULL');
    const abilities = withoutNever(
      titles.map(({ title }) => title as string),
      token,
      true,
    );
    const perimeters = await heldBy(token, session);
    const fingerprint = fingerprintOf(new Map(), token, perimeters, undefined);
    const reach = {
      abilities: new Map(),
      roles: undefined,
      token,
      perimeters,
      delegated: new Set<string>(),
      fingerprint,
    };
    return { ...caller, admin: false, abilities, reach };
  }
  const byRole = perimetersByRole(rows);
  const isLimited = [...byRole.values()].some(({ size }) => size > 0);
  const homes = homesByRole(rows);
  if (!isLimited && !token && !homes) return caller;
  const ids = new Set([...byRole.values()].flatMap((perimeters) => [...perimeters]));
  const perimeters = await heldBy([...ids, ...(token ?? [])], session);
  const delegated = new Set([...(await typesGivenTo(caller, session))].map(classKey));
  const reach: Reach = {
    abilities: perimetersByAbility(rows, byRole),
    roles: [...byRole.values()].every(({ size }) => size > 0) ? [...ids] : undefined,
    token,
    perimeters,
    delegated,
    ...(homes && { homes: homesIn(rows, homes, byRole) }),
    fingerprint: fingerprintOf(byRole, token, perimeters, homes, delegated),
  };
  return { ...caller, abilities: withoutNever([...caller.abilities], token, isLimited), reach };
}

/** Says how far somebody reaches: by the perimeters and homes of their roles, and of their token, what these hold, and the classes of what was given to them. */
export function fingerprintOf(
  byRole: ReadonlyMap<number, ReadonlySet<number>>,
  token: readonly number[] | undefined,
  perimeters: Reach['perimeters'],
  homes: ReadonlyMap<number, number> | undefined,
  delegated: ReadonlySet<string> = new Set(),
): string {
  const roles = [...byRole].map(([role, ids]) => [role, [...ids].sort((a, b) => a - b)] as const);
  const held = new Set([...roles.flatMap(([, ids]) => ids), ...(token ?? [])]);
  const text = JSON.stringify([
    roles.sort(([a], [b]) => a - b),
    token ?? null,
    [...held].sort((a, b) => a - b).map((id) => [id, perimeters.get(id) ?? null]),
    homes ? [...homes].sort(([a], [b]) => a - b) : null,
    [...delegated].sort(),
  ]);
  return hash('sha256', text);
}

/** `isLimited`: by rules or roots. */
const withoutNever = (
  abilities: readonly string[],
  token: readonly number[] | undefined,
  isLimited: boolean,
): Set<string> =>
  new Set(
    abilities.filter(
      (ability) =>
        !NEVER.test(ability) &&
        !(token && NEVER_BY_TOKEN.test(ability)) &&
        !((token || isLimited) && FEEDING.test(ability)),
    ),
  );

/** Returns true if an ability of the caller does not hold any more in all perimeters in which they had it. */
export function isNarrower(still: Caller, caller: Caller, ability: string): boolean {
  const [now, before] = [still.reach, caller.reach];
  return (
    isLess(now?.abilities.get(ability), before?.abilities.get(ability)) ||
    isLess(now?.homes && (now.homes.abilities.get(ability) ?? []), before?.homes?.abilities.get(ability)) ||
    (now?.homes !== undefined && isKept(now.homes.parts.get(ability) ?? [], before?.homes?.parts.get(ability) ?? []))
  );
}

/** In one of the homes the ability is kept to perimeters now that did not limit it, or are fewer. */
const isKept = (now: readonly Part[], before: readonly Part[]): boolean =>
  before.some(({ homes, perimeters }) =>
    homes.some((home) => !now.some((part) => part.homes.includes(home) && !isLess(part.perimeters, perimeters))),
  );

/** Some of the perimeters are missing now; undefined stands for all. */
function isLess(now: readonly number[] | undefined, before: readonly number[] | undefined): boolean {
  return now !== undefined && (!before || before.some((id) => !now.includes(id)));
}

/** The home of each role, where homes count. */
function homesByRole(rows: readonly Row[]): Map<number, number> | undefined {
  if (!rows.some(({ home }) => typeof home === 'number')) return undefined;
  return new Map(rows.flatMap(({ role, home }) => (typeof role === 'number' ? [[role, Number(home)]] : [])));
}

/** The same of roles by their ids, for `fingerprintOf`. One statement, or none. */
export async function homesOf(roles: readonly number[], session: Reads): Promise<Map<number, number> | undefined> {
  if (!roles.length || !hasHomes()) return undefined;
  const marks = roles.map(() => '?').join(', ');
  const sql = `SELECT r.id AS role, ${homeOfRole('r')} AS home FROM roles r WHERE r.id IN (${marks})`;
  return homesByRole(await session.all(sql, roles));
}

/** In which homes each ability is given, and inside which perimeters there. */
function homesIn(
  rows: readonly Row[],
  homes: ReadonlyMap<number, number>,
  byRole: ReadonlyMap<number, ReadonlySet<number>>,
): NonNullable<Reach['homes']> {
  const rolesOf = new Map<string, Set<number>>();
  for (const { role, title } of rows) {
    if (typeof title !== 'string') continue;
    rolesOf.set(title, (rolesOf.get(title) ?? new Set()).add(role as number));
  }
  const upwards = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);
  const homesOfRoles = (roles: Iterable<number>): number[] => upwards([...roles].map((role) => homes.get(role)!));
  /** Roles that are kept to the same perimeters make one part. */
  const partsOf = (roles: Iterable<number>): Part[] => {
    const alike = new Map<string, number[]>();
    for (const role of roles) {
      const key = upwards(byRole.get(role) ?? []).join();
      alike.set(key, [...(alike.get(key) ?? []), role]);
    }
    return [...alike.values()].map((same) => {
      const perimeters = upwards(byRole.get(same[0]!) ?? []);
      return { homes: homesOfRoles(same), perimeters: perimeters.length ? perimeters : undefined };
    });
  };
  return {
    abilities: new Map([...rolesOf].map(([title, roles]) => [title, homesOfRoles(roles)])),
    all: homesOfRoles(homes.keys()),
    parts: new Map([...rolesOf].map(([title, roles]) => [title, partsOf(roles)])),
    allParts: partsOf(homes.keys()),
  };
}

function perimetersOfToken({ perimeters }: Row): number[] | undefined {
  return typeof perimeters === 'string' ? (JSON.parse(perimeters) as number[]) : undefined;
}

/** The perimeters of each role; none: it reaches everything. */
function perimetersByRole(rows: readonly Row[]): Map<number, Set<number>> {
  const byRole = new Map<number, Set<number>>();
  for (const { role, perimeter } of rows) {
    if (typeof role !== 'number') continue;
    if (!byRole.has(role)) byRole.set(role, new Set());
    if (typeof perimeter === 'number') byRole.get(role)!.add(perimeter);
  }
  return byRole;
}

/** Of abilities that no role gives everywhere: where they hold. */
function perimetersByAbility(
  rows: readonly Row[],
  byRole: ReadonlyMap<number, ReadonlySet<number>>,
): Map<string, number[]> {
  const held = new Map<string, Set<number> | 'everywhere'>();
  for (const { role, title } of rows) {
    if (typeof title !== 'string') continue;
    const perimeters = byRole.get(role as number)!;
    const known = held.get(title);
    if (!perimeters.size) held.set(title, 'everywhere');
    else if (known !== 'everywhere') held.set(title, new Set([...(known ?? []), ...perimeters]));
  }
  const limited = [...held].filter((entry): entry is [string, Set<number>] => entry[1] !== 'everywhere');
  return new Map(limited.map(([title, ids]) => [title, [...ids]]));
}

/** What perimeters hold, as stored; those that are gone hold nothing. */
export async function heldBy(ids: readonly number[], session: Reads): Promise<Reach['perimeters']> {
  if (!ids.length) return new Map();
  const marks = ids.map(() => '?').join(', ');
  const from = sourceOf(registry.get('perimeters'));
  const rows = await session.all(`SELECT p.id, p.roots, p.rules FROM ${from} p WHERE p.id IN (${marks})`, [...ids]);
  return new Map(
    rows.map(({ id, roots, rules }) => [Number(id), { roots: roots as string | null, rules: rules as string | null }]),
  );
}
