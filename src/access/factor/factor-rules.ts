/** Of whom a second factor is asked: of whoever has one, and of those whom `REQUIRE_SECOND_FACTOR` names (identity 5b). */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { Caller } from '../../core/http/caller.js';
import type { Identified } from '../sign-in/identified.js';
import { TokenService } from '../token.service.js';
import { SecondFactors, type FactorKind } from './second-factors.js';
import { WrongFactors } from './wrong-factors.js';

/** With these somebody gives rights to others, or to themselves. */
const GIVES_RIGHTS = /^(user|role|permission|group_role|cartographer|perimeter)_(create|edit)$/;

/** Whether a caller may give rights: administrators, and whoever writes users, roles, mappings of groups, perimeters or delegations. */
export const mayGiveRights = ({ admin, abilities }: Pick<Caller, 'admin' | 'abilities'>): boolean =>
  admin || [...abilities].some((ability) => GIVES_RIGHTS.test(ability));

/** Whether what a provider says of a sign-in (`acr`, `amr`) stands for a second factor; `wanted`: what the settings take for it. */
export const isStrong = (said: readonly string[] = [], wanted: readonly string[] = []): boolean =>
  said.some((one) => (wanted.length ? wanted : ['mfa']).includes(one));

@Injectable()
export class FactorRules {
  constructor(
    private readonly factors: SecondFactors,
    private readonly wrong: WrongFactors,
    private readonly tokens: TokenService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * What is asked of somebody who is identified, before they are let in: one of these factors; `enrol`, to get one; or nothing.
   * @throws 429 after ten wrong factors within an hour
   */
  async askedOf(who: Identified): Promise<FactorKind[] | 'enrol' | 'nothing'> {
    const { userId, way, hasFactor } = who;
    if (way === 'passkey') return 'nothing';
    if (way === 'oidc' && isStrong(who.factors, this.config.oidc?.acr)) return 'nothing';
    const kinds = hasFactor === false ? [] : await this.factors.kindsOf(userId);
    if (kinds.length) {
      await this.wrong.requireFew(userId);
      return kinds;
    }
    return (await this.isRequiredOf(userId)) ? 'enrol' : 'nothing';
  }

  /** Whether the settings require a second factor of a user. */
  async isRequiredOf(userId: number): Promise<boolean> {
    const { requireSecondFactor } = this.config.signIn;
    if (requireSecondFactor !== 'admins') return requireSecondFactor === 'all';
    const caller = await this.tokens.rightsOf(userId);
    return caller !== undefined && mayGiveRights(caller);
  }
}
