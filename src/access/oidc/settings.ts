/** Settings of an OpenID provider; those of the older application for Keycloak are understood too (identity 5, 8, 11). */
import { Flag, OneOf, readSettings, Secret, Setting, Text, type Environment } from '../../core/settings.js';

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const Words = (name: string): PropertyDecorator => Setting(name, words, () => '');

class OidcEnvironment {
  @Setting('OIDC_ISSUER', issuerIn, (text) => `OIDC_ISSUER must be the https address of the provider, not '${text}'.`)
  issuer: string | undefined;
  @Text('OIDC_CLIENT_ID') clientId: string | undefined;
  @Secret('OIDC_CLIENT_SECRET') clientSecret: string | undefined;
  /** A private key in PEM, in place of the secret. */
  @Secret('OIDC_CLIENT_KEY') clientKey: string | undefined;
  @Text('OIDC_CLIENT_KEY_ID') clientKeyId: string | undefined;
  @Text('OIDC_NAME') name = 'OpenID';
  @Text('OIDC_SCOPES') scopes = 'openid profile email';
  @Text('OIDC_LOGIN_CLAIM') loginClaim = 'preferred_username';
  @Text('OIDC_GROUPS_CLAIM') groupsClaim = 'groups';
  @Text('OIDC_REQUIRE_GROUP') requireGroup: string | undefined;
  @Flag('OIDC_PROVISION') provision = true;
  @OneOf('OIDC_LINK', ['none', 'email', 'login']) link: 'none' | 'email' | 'login' = 'none';
  @Flag('OIDC_TRUST_EMAIL') trustEmail = false;
  /** Whom tokens of the provider are for, so that they are taken on the API; none: they are not. */
  @Words('OIDC_AUDIENCE') audience: string[] = [];
  /** Clients whose tokens are taken; none: those of all. */
  @Words('OIDC_CLIENTS') clients: string[] = [];
  /** A token of the provider without this scope only reads. */
  @Text('OIDC_WRITE_SCOPE') writeScope: string | undefined;
  /** What the provider says (`acr`) of whoever signed in with a second factor; none: `mfa` among its `amr`. */
  @Words('OIDC_ACR') acr: string[] = [];
}

export interface OidcSettings extends Readonly<OidcEnvironment> {
  readonly issuer: string;
  readonly clientId: string;
  /** What the log says of settings that have another name here. */
  readonly notes: readonly string[];
}

function issuerIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, hash, search } = new URL(text);
  const isSafe =
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
  return isSafe && !username && !password && !hash && !search ? text : undefined;
}

/** The provider of the settings; undefined where none is named. What is wrong is added to `problems`. */
export function oidcSettings(
  given: Environment,
  publicUrl: string | undefined,
  problems: string[],
): OidcSettings | undefined {
  const { environment, notes } = withOlderNames(given);
  const settings = readSettings(OidcEnvironment, environment, problems);
  const { issuer, clientId, clientSecret, clientKey, audience, scopes } = settings;
  if (!issuer) {
    const other = Object.keys(environment).find((name) => name.startsWith('OIDC_') && environment[name]);
    if (other && !environment['OIDC_ISSUER'])
      problems.push(`OIDC_ISSUER is needed beside ${other}: the address of the provider.`);
    return undefined;
  }
  if (!clientId) problems.push('OIDC_CLIENT_ID is needed beside OIDC_ISSUER: how the provider knows this server.');
  if (!publicUrl) problems.push('PUBLIC_URL is needed beside OIDC_ISSUER: the provider sends people back there.');
  if (!clientSecret === !clientKey)
    problems.push('OIDC_CLIENT_SECRET or OIDC_CLIENT_KEY is needed beside OIDC_ISSUER: one of them, not both.');
  if (!words(scopes).includes('openid')) problems.push('OIDC_SCOPES must hold openid.');
  if (clientId && audience.includes(clientId))
    problems.push(
      'OIDC_AUDIENCE must differ from OIDC_CLIENT_ID: tokens that only say who signed in would open the API.',
    );
  return { ...settings, issuer, clientId: clientId ?? '', notes };
}

const OLDER = [
  ...['KEYCLOAK_BASE_URL', 'KEYCLOAK_REALM', 'KEYCLOAK_CLIENT_ID', 'KEYCLOAK_CLIENT_SECRET', 'KEYCLOAK_BTN_LABEL'],
];

/** Settings of the older application under the names that they have here. */
function withOlderNames(given: Environment): { environment: Environment; notes: string[] } {
  const notes: string[] = [];
  if (!OLDER.some((name) => name in given)) return { environment: given, notes };
  const environment: Record<string, string | undefined> = { ...given };
  const take = (older: string, name: string, value = given[older]): void => {
    if (!given[older]?.trim()) return;
    notes.push(`${older} of the older application is read as ${name}.`);
    if (!given[name]?.trim()) environment[name] = value;
  };
  const [base, realm] = [given['KEYCLOAK_BASE_URL']?.trim().replace(/\/$/, ''), given['KEYCLOAK_REALM']?.trim()];
  if (base && realm) take('KEYCLOAK_BASE_URL', 'OIDC_ISSUER', `${base}/realms/${realm}`);
  take('KEYCLOAK_CLIENT_ID', 'OIDC_CLIENT_ID');
  take('KEYCLOAK_CLIENT_SECRET', 'OIDC_CLIENT_SECRET');
  take('KEYCLOAK_BTN_LABEL', 'OIDC_NAME');
  return { environment, notes };
}
