/** Tickets: somebody whose password is right, and who is still to show a second factor. Kept sealed, once, for five minutes (identity 5b). */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Sealer } from '../sealed.js';
import type { Identified } from '../sign-in/identified.js';
import { SigninCodes } from '../sign-in/signin-codes.js';
import { tokenSecret } from '../token.strategy.js';

const LIFE_S = 300;

/** What a ticket stands for. */
export interface Waiting {
  who: Identified;
  /** What they typed: wrong factors count beside wrong passwords for it. */
  login: string;
  remember: boolean;
}

@Injectable()
export class Tickets {
  private readonly sealer: Sealer;

  constructor(
    private readonly codes: SigninCodes,
    @Inject(CONFIG) config: Config,
  ) {
    // The hash of a password is in it.
    this.sealer = new Sealer(tokenSecret(config), 'ticket');
  }

  /** A new ticket, which serves from this address alone. */
  make(waiting: Waiting, address: string): Promise<string> {
    return this.codes.make({ sealed: this.sealer.seal(waiting) }, address, LIFE_S, 'ticket');
  }

  /** What a ticket stands for; undefined where it serves no more, or not from here. A wrong code leaves it as it is. */
  async read(ticket: string, address: string): Promise<Waiting | undefined> {
    return this.open(await this.codes.read(ticket, address, 'ticket'));
  }

  /** As `read`, once. */
  async take(ticket: string, address: string): Promise<Waiting | undefined> {
    return this.open(await this.codes.take(ticket, address, 'ticket'));
  }

  private open(says: unknown): Waiting | undefined {
    return says === undefined ? undefined : this.sealer.open<Waiting>((says as { sealed: string }).sealed);
  }
}
