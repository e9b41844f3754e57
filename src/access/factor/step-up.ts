/**
 * Who gives rights, makes tokens, or changes passwords and factors shows anew that it is them, unless they did so within ten minutes
 * (identity 5b, RFC 9470).
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { RequestContext } from '../../core/http/caller.js';
import { ApiError, DetailedError, unauthenticated } from '../../core/http/errors.js';
import { Database, type Session } from '../../database/database.js';
import { mayGiveRights } from './factor-rules.js';
import { ARE_FACTORS } from './factor-rows.js';
import { SecondFactors, type FactorKind } from './second-factors.js';

/** Seconds for which a confirmation serves. */
export const CONFIRMED_S = 600;

/** By what a session is confirmed: a factor; the password of who has none; signing in again of who came from a provider. */
export type Confirmation = FactorKind | 'password' | 'provider';

@Injectable()
export class StepUp {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactors,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Refuses a session that was not confirmed lately. Where no second factor is required of anybody, only those are asked who have one, unless
   * `always`. Commands of the server's machine have no session.
   * @throws 401 with what it may be confirmed by; 403 for named tokens and those of a provider, where a factor is required of their owner
   */
  async require(
    { caller }: Pick<RequestContext, 'caller'>,
    { always = false, session = this.database }: { always?: boolean; session?: Session } = {},
  ): Promise<void> {
    const { tokenId, providerToken, userId } = caller;
    const { requireSecondFactor } = this.config.signIn;
    const isRequired = requireSecondFactor === 'all' || (requireSecondFactor === 'admins' && mayGiveRights(caller));
    if (!tokenId && !providerToken) return;
    const row = tokenId ? await this.tokenRow(tokenId, session) : undefined;
    if (tokenId && !row) throw unauthenticated();
    if (!row || row['name'] !== null) {
      if (isRequired) throw new ApiError(403, 'cannotConfirm');
      return;
    }
    if (!always && requireSecondFactor === 'none' && !Number(row['factors'])) return;
    const at = Date.parse(this.database.clock.toApi((row['confirmed_at'] ?? '') as string) ?? '');
    if (at + CONFIRMED_S * 1000 > Date.now()) return;
    const kinds = await this.factors.kindsOf(userId, session);
    const confirm: Confirmation[] = kinds.length ? kinds : [row['way'] === 'oidc' ? 'provider' : 'password'];
    const challenge = `Bearer error="insufficient_user_authentication", max_age=${CONFIRMED_S}`;
    throw new DetailedError(401, 'confirmFirst', {}, { confirm }, { 'www-authenticate': challenge });
  }

  /** Notes that a session was confirmed. */
  async note(tokenId: number, session: Session): Promise<void> {
    const now = this.database.clock.toStored(Date.now());
    await session.run('UPDATE own_tokens SET confirmed_at = ? WHERE id = ?', [now, tokenId]);
  }

  private async tokenRow(tokenId: number, session: Session): Promise<Record<string, unknown> | undefined> {
    const factors = `(SELECT COUNT(*) FROM own_factors f WHERE f.user_id = t.user_id AND f.${ARE_FACTORS}) AS factors`;
    const sql = `SELECT t.name, t.way, t.confirmed_at, ${factors} FROM own_tokens t WHERE t.id = ?`;
    return (await session.all(sql, [tokenId]))[0];
  }
}
