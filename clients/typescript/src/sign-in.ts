/** Where the token of requests comes from: one that was given, or log-in, again each time it has expired. */

/** What the server answers to a log-in. */
export interface SignedIn {
  access_token: string;
  token_type: 'Bearer';
  expires_at: string;
  user: { id: number; login: string; name: string; [column: string]: unknown };
}

/** Seconds before its end from which on a token is not used any more. */
const MARGIN = 5;

export class SignIn {
  private token: string | undefined;
  private until = Infinity;
  private underWay: Promise<string> | undefined;

  /** `log` signs in with login and password; without it there is only the token that was given. */
  constructor(
    token: string | undefined,
    private readonly log: (() => Promise<SignedIn>) | undefined,
  ) {
    this.token = token;
  }

  /** Whether an expired token can be replaced. */
  get renewable(): boolean {
    return this.log !== undefined;
  }

  /** The token to send; signs in first where there is none, or where it ends. */
  async current(): Promise<string | undefined> {
    if (this.token !== undefined && Date.now() < this.until) return this.token;
    return this.log ? this.renewed() : this.token;
  }

  /** Takes the place of a token that was refused. Requests that find out together sign in once. */
  replacing(refused: string | undefined): Promise<string | undefined> {
    return this.token !== undefined && this.token !== refused ? Promise.resolve(this.token) : this.renewed();
  }

  /** What a log-in brought. */
  take({ access_token: token, expires_at: end }: SignedIn): string {
    this.token = token;
    this.until = Date.parse(end) - MARGIN * 1000;
    return token;
  }

  forget(): void {
    this.token = undefined;
  }

  private renewed(): Promise<string> {
    this.underWay ??= this.log!()
      .then((answer) => this.take(answer))
      .finally(() => (this.underWay = undefined));
    return this.underWay;
  }
}
