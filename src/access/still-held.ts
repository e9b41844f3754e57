/** Whether many callers may still do what they came with, for those whose requests stay open: a few statements for all of them. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import type { Caller } from '../core/http/caller.js';
import { Database, type Row } from '../database/database.js';
import { classKey } from './delegations.js';
import { fingerprintOf, heldBy, homesOf } from './perimeters/reach.js';
import { ADMIN_ROLE } from './rights.js';
import { SIGNED_IN, TokenService } from './token.service.js';

/** What a caller has lost: the token with its user, or a right. */
export type Lost = 'token' | 'rights';

@Injectable()
export class StillHeld {
  private readonly signedIn: string;

  constructor(
    private readonly database: Database,
    private readonly tokens: TokenService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.signedIn = config.ldap || config.oidc ? SIGNED_IN : 'NULL';
  }

  /** Those of these callers who have lost something. At most nine statements, however many there are. */
  async lostBy(callers: readonly Caller[]): Promise<Map<Caller, Lost>> {
    const lost = new Map<Caller, Lost>();
    const [tokens, identities] = [await this.tokensOf(callers), await this.identitiesOf(callers)];
    const left = callers.filter((caller) => {
      const { tokenId, userId, providerToken } = caller;
      const isThere = providerToken
        ? providerToken.ends > Date.now() && identities.get(providerToken.identityId) === userId
        : tokens.get(tokenId) === userId && !this.tokens.isEnded(tokenId);
      if (!isThere) lost.set(caller, 'token');
      return isThere;
    });
    const roles = await this.rolesOf(left);
    const all = [...new Set([...roles.values()].flat())];
    const titles = await this.titlesOf(all);
    const perimeters = await this.perimetersOf(all);
    const homes = await homesOf(all, this.database);
    const ofTokens = left.flatMap(({ reach }) => reach?.token ?? []);
    const definitions = await heldBy(
      [...new Set([...[...perimeters.values()].flatMap((ids) => [...ids]), ...ofTokens])],
      this.database,
    );
    const delegated = await this.delegatedTo(
      left.filter(({ reach }) => reach),
      roles,
    );
    for (const caller of left) {
      const held = roles.get(caller.userId) ?? [];
      const isAdmin = held.includes(ADMIN_ROLE);
      const byRole = new Map(isAdmin ? [] : held.map((role) => [role, perimeters.get(role) ?? new Set<number>()]));
      const { token } = caller.reach ?? {};
      const own = homes && !isAdmin && held.length ? new Map(held.map((role) => [role, homes.get(role)!])) : undefined;
      const isLimited = [...byRole.values()].some(({ size }) => size > 0) || token !== undefined || own !== undefined;
      const given = isAdmin ? undefined : delegated.get(caller.userId);
      const fingerprint = isLimited ? fingerprintOf(byRole, token, definitions, own, given) : undefined;
      // Who reaches farther begins anew as well: what they are sent was chosen for them as they were.
      if (fingerprint !== caller.reach?.fingerprint) lost.set(caller, 'rights');
      if (isAdmin) continue;
      const hasAll = [...caller.abilities].every((title) => held.some((role) => titles.get(role)?.has(title)));
      if (caller.admin || !hasAll) lost.set(caller, 'rights');
    }
    return lost;
  }

  /** Whose the tokens are that have not ended. */
  private async tokensOf(callers: readonly Caller[]): Promise<Map<number, number>> {
    const ids = callers.flatMap(({ tokenId }) => tokenId || []);
    const { clock } = this.database;
    const sql =
      `SELECT t.id, t.user_id, t.name, ${this.signedIn} AS signed_in FROM own_tokens t ` +
      'JOIN users u ON u.id = t.user_id AND u.deleted_at IS NULL WHERE t.expires_at > ? AND ';
    const rows = await this.among(sql, 't.id', ids, [clock.toStored(Date.now())]);
    // Named tokens end with the sign-ins of their user at a provider.
    const isOver = ({ name, signed_in: at }: Row): boolean =>
      name !== null &&
      at !== null &&
      Date.parse(clock.toApi(String(at)) ?? '') + this.config.signIn.ssoMaxAge * 1000 < Date.now();
    return new Map(rows.filter((row) => !isOver(row)).map((row) => [Number(row['id']), Number(row['user_id'])]));
  }

  /** Whose the identities are that tokens of the provider need. */
  private async identitiesOf(callers: readonly Caller[]): Promise<Map<number, number>> {
    const ids = callers.flatMap(({ providerToken }) => providerToken?.identityId ?? []);
    const sql =
      'SELECT i.id, i.user_id FROM own_identities i JOIN users u ON u.id = i.user_id AND u.deleted_at IS NULL ' +
      'LEFT JOIN own_user_states s ON s.user_id = i.user_id WHERE s.user_id IS NULL AND ';
    const rows = await this.among(sql, 'i.id', ids);
    return new Map(rows.map((row) => [Number(row['id']), Number(row['user_id'])]));
  }

  private async rolesOf(callers: readonly Caller[]): Promise<Map<number, number[]>> {
    const sql =
      'SELECT ru.user_id, r.id FROM role_user ru JOIN roles r ON r.id = ru.role_id AND r.deleted_at IS NULL WHERE ';
    const roles = new Map<number, number[]>();
    for (const row of await this.among(
      sql,
      'ru.user_id',
      callers.map(({ userId }) => userId),
    )) {
      const userId = Number(row['user_id']);
      roles.set(userId, [...(roles.get(userId) ?? []), Number(row['id'])]);
    }
    return roles;
  }

  /** What roles give, but for that of administrators, who have everything. */
  private async titlesOf(roles: readonly number[]): Promise<Map<number, Set<string>>> {
    const sql =
      'SELECT pr.role_id, p.title FROM permission_role pr JOIN permissions p ON p.id = pr.permission_id WHERE ';
    const titles = new Map(roles.map((role) => [role, new Set<string>()]));
    const rows = await this.among(
      sql,
      'pr.role_id',
      roles.filter((role) => role !== ADMIN_ROLE),
    );
    for (const row of rows) titles.get(Number(row['role_id']))!.add(String(row['title']));
    return titles;
  }

  /** The perimeters to which roles are kept. */
  private async perimetersOf(roles: readonly number[]): Promise<Map<number, Set<number>>> {
    const rows = await this.among(
      'SELECT pp.role_id, pp.perimeter_id FROM own_perimeter_role pp WHERE ',
      'pp.role_id',
      roles,
    );
    const perimeters = new Map<number, Set<number>>();
    for (const row of rows) {
      const [role, perimeter] = [Number(row['role_id']), Number(row['perimeter_id'])];
      perimeters.set(role, (perimeters.get(role) ?? new Set()).add(perimeter));
    }
    return perimeters;
  }

  /** The classes of what was given one by one to users, or to one of their roles. */
  private async delegatedTo(
    callers: readonly Caller[],
    roles: ReadonlyMap<number, readonly number[]>,
  ): Promise<Map<number, Set<string>>> {
    const rowsOf = (column: string, ids: readonly number[]): Promise<Row[]> =>
      this.among(
        `SELECT DISTINCT ${column} AS holder, cartographiable_type AS type FROM cartographers WHERE `,
        column,
        ids,
      );
    const users = callers.map(({ userId }) => userId);
    const [ofUsers, ofRoles] = [
      await rowsOf('user_id', users),
      await rowsOf('role_id', users.flatMap((id) => roles.get(id) ?? [])), // prettier-ignore
    ];
    const classesOf = (rows: readonly Row[], holders: readonly number[]): string[] =>
      rows.filter(({ holder }) => holders.includes(Number(holder))).map(({ type }) => classKey(String(type)));
    return new Map(
      users.map((id) => [id, new Set([...classesOf(ofUsers, [id]), ...classesOf(ofRoles, roles.get(id) ?? [])])]),
    );
  }

  private async among(
    sql: string,
    column: string,
    ids: readonly number[],
    before: readonly string[] = [],
  ): Promise<Row[]> {
    if (!ids.length) return [];
    return this.database.all(sql + this.database.dialect.isIn(column), [...before, [...new Set(ids)]]);
  }
}
