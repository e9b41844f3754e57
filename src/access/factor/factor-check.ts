/** Whether what somebody shows as their second factor is right: a code of an app, a passkey, or a recovery code. Each serves once. */
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../core/http/errors.js';
import { scalarToString } from '../../core/http/request-body.js';
import { Database, type Transaction } from '../../database/database.js';
import { idIn, Passkeys } from './passkeys.js';
import { recoveryCodeIn } from './recovery-codes.js';
import { SecondFactors, type FactorKind } from './second-factors.js';
import { plainCode, stepOf } from './totp.js';
import { WrongFactors } from './wrong-factors.js';

/** What was shown, for the journal. */
export type Shown = FactorKind | 'recovery';

/** What somebody shows: `code`, or what the browser answered for `passkey`. */
export interface Proof {
  code: string;
  passkey: unknown;
}

/** What a body shows. */
export const proofIn = ({ code, passkey }: Record<string, unknown>): Proof => ({
  code: scalarToString(code).slice(0, 100),
  passkey,
});

@Injectable()
export class FactorCheck {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly wrong: WrongFactors,
  ) {}

  /**
   * What a user has shown; undefined where it is wrong, which is counted. `purpose`: what the question for the passkey was asked for.
   * @throws 429 after ten wrong ones within an hour; 409 where the secret of the app cannot be read any more
   */
  async check(userId: number, proof: Proof, purpose: string, request: FastifyRequest): Promise<Shown | undefined> {
    await this.wrong.requireFew(userId);
    // Before the transaction, in which nothing else may be asked for.
    const used =
      proof.passkey === undefined ? undefined : await this.passkeyOf(userId, proof.passkey, purpose, request);
    const result = await this.database.transaction(async (tx) => {
      // Guesses at a user pass one by one, however many replicas there are.
      await tx.all(`SELECT id FROM users WHERE id = ?${this.database.dialect.forUpdate}`, [userId]);
      await this.wrong.requireFew(userId, tx);
      if (proof.passkey !== undefined) {
        if (used && (await this.factors.useCounter(used.factorId, used.counter, tx))) return 'passkey';
      } else {
        const shown = await this.codeOf(userId, proof.code, tx);
        if (shown) return shown;
      }
      await this.wrong.note(userId, tx);
      return undefined;
    });
    if (result === 'unreadable') throw new ApiError(409, 'factorUnreadable');
    return result;
  }

  private async codeOf(userId: number, typed: string, tx: Transaction): Promise<Shown | 'unreadable' | undefined> {
    const recovery = recoveryCodeIn(typed);
    if (recovery !== undefined) return (await this.factors.useCode(userId, recovery, tx)) ? 'recovery' : undefined;
    const apps = await this.factors.appsOf(userId, tx);
    for (const { id, secret } of apps) {
      const step = secret === undefined ? undefined : await stepOf(secret, plainCode(typed));
      if (step !== undefined && (await this.factors.useStep(id, step, tx))) return 'totp';
    }
    return apps.length && apps.every(({ secret }) => secret === undefined) ? 'unreadable' : undefined;
  }

  private async passkeyOf(
    userId: number,
    answer: unknown,
    purpose: string,
    request: FastifyRequest,
  ): Promise<{ factorId: number; counter: number } | undefined> {
    const id = idIn(answer);
    const found = id === undefined ? undefined : await this.factors.passkey(id);
    if (found?.userId !== userId) return undefined;
    const counter = await this.passkeys.shown(answer, found.passkey, purpose, false, request);
    return counter === undefined ? undefined : { factorId: found.factorId, counter };
  }
}
