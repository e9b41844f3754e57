/** What every way of signing in ends in: who it is (identity 1, 3, 5). Plain data, so that it can be kept while something else is asked. */

/** A service that knows people: a directory, or an OpenID provider. */
export type Provider = 'ldap' | 'oidc';

/** How somebody came in; `token`: a named one, `jwt`: a token of the provider, `device`: a program without a browser. */
export type Way = 'password' | 'ldap' | 'oidc' | 'passkey' | 'device' | 'token' | 'jwt';

/** A user who has been identified, and by what. Nobody has a token yet. */
export interface Identified {
  userId: number;
  way: 'password' | 'ldap' | 'oidc' | 'passkey' | 'device';
  /** Of `password`: the hash that was compared. Whoever changed the password meanwhile has ended this. */
  hash?: string;
  /** Of `password`: one of the few accounts that keep one while all others use a provider. */
  breakGlass?: boolean;
  /** Of a provider: the row of `own_identities`. */
  identityId?: number;
  /** Of OpenID: the hash of the session at the provider, which may end ours. */
  providerSession?: string;
  /** Of OpenID: what the provider says it asked for (`acr`, then `amr`). */
  factors?: readonly string[];
  /** Of OpenID: the provider was asked to make sure anew who it is. */
  isFresh?: boolean;
  /** Of a program: when the session behind it was last confirmed, milliseconds since 1970; undefined: never. */
  confirmedAt?: number | undefined;
  /** Of `password`: whether they have a second factor; left out, that is to be found out. */
  hasFactor?: boolean;
  /** The second factor that they have shown. */
  shown?: string;
}

/** A person as a provider knows them, before it is known which user they are. */
export interface Person {
  provider: Provider;
  /** `ldap` for the directory; of OpenID, the issuer. */
  issuer: string;
  /** What never changes of them there. */
  subject: string;
  /** The login that a new user gets; undefined where the provider tells none. */
  login: string | undefined;
  name: string | undefined;
  email: string | undefined;
  /** The provider says that the address is theirs. */
  emailVerified: boolean;
  /** Undefined: it is not known, and roles stay as they are. */
  groups: readonly string[] | undefined;
}

/** The issuer of everybody whom the directory knows: their subjects are unique the world over. */
export const DIRECTORY = 'ldap';

/** Why nobody was let in; the journal and `/login?error=` have this word. */
export type Refusal = 'collision' | 'no-account' | 'no-group' | 'disabled';

/** A person was identified and is not let in. The answer to a password says no more than 401. */
export class Refused extends Error {
  constructor(
    readonly reason: Refusal,
    readonly userId?: number,
  ) {
    super(reason);
  }
}
