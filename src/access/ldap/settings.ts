/** Settings of a directory; those of the older application are understood too (identity 4). */
import { readFileSync } from 'node:fs';
import { Duration, Flag, OneOf, readSettings, Secret, Setting, Text, type Environment } from '../../core/settings.js';
import { parseBoolean } from '../../core/text/booleans.js';

type Groups = 'memberOf' | 'search' | 'nested';

class LdapEnvironment {
  @Setting(
    'LDAP_URL',
    urlsIn,
    (text) => `LDAP_URL must be ldaps:// or ldap:// addresses, separated by commas, not '${text}'.`,
  )
  urls: string[] = [];
  @Flag('LDAP_STARTTLS') startTls = false;
  /** Passwords may travel unencrypted to another machine. */
  @Flag('LDAP_ALLOW_PLAIN') allowPlain = false;
  @Text('LDAP_CA') ca: string | undefined;
  @Text('LDAP_BIND_DN') bindDn: string | undefined;
  @Secret('LDAP_BIND_PASSWORD') bindPassword: string | undefined;
  @Text('LDAP_BASE_DN') baseDn: string | undefined;
  @Text('LDAP_USER_FILTER') userFilter = '(&(objectClass=person)(uid={login}))';
  @Text('LDAP_ATTR_LOGIN') attrLogin = 'uid';
  @Text('LDAP_ATTR_NAME') attrName = 'cn';
  @Text('LDAP_ATTR_EMAIL') attrEmail = 'mail';
  @Text('LDAP_ATTR_ID') attrId = 'entryUUID';
  @OneOf('LDAP_GROUPS', ['memberOf', 'search', 'nested']) groups: Groups = 'memberOf';
  @Text('LDAP_GROUP_BASE') groupBase: string | undefined;
  @Text('LDAP_GROUP_FILTER') groupFilter = '(member={dn})';
  @Text('LDAP_REQUIRE_GROUP') requireGroup: string | undefined;
  @Flag('LDAP_PROVISION') provision = true;
  @OneOf('LDAP_LINK', ['none', 'login']) link: 'none' | 'login' = 'none';
  @Duration('LDAP_SYNC_EVERY') syncEvery = 3600;
}

/** A directory. Times are seconds. */
export interface LdapSettings extends Readonly<Omit<LdapEnvironment, 'allowPlain' | 'ca'>> {
  readonly baseDn: string;
  readonly groupBase: string;
  /** Certificates that are believed, besides those of the machine; undefined: those alone. */
  readonly ca: string | undefined;
  /** What the log says of settings that have another name here. */
  readonly notes: readonly string[];
}

function urlsIn(text: string): string[] | undefined {
  const urls = text.split(/[\s,]+/);
  const isOne = (url: string): boolean =>
    URL.canParse(url) && /^ldaps?:$/.test(new URL(url).protocol) && /^\/?$/.test(new URL(url).pathname);
  return urls.every(isOne) ? urls.map((url) => url.replace(/\/$/, '')) : undefined;
}

const isLoopback = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** The directory of the settings; undefined where none is named. What is wrong is added to `problems`. */
export function ldapSettings(given: Environment, problems: string[]): LdapSettings | undefined {
  const { environment, notes } = withOlderNames(given);
  const { allowPlain, ...settings } = readSettings(LdapEnvironment, environment, problems);
  const { urls, startTls, bindDn, bindPassword, baseDn, groupBase, groups } = settings;
  const named = Object.keys(environment).filter((name) => name.startsWith('LDAP_') && environment[name]);
  if (!urls.length) {
    const rest = named.filter((name) => name !== 'LDAP_URL');
    if (rest.length && !environment['LDAP_URL'])
      problems.push(`LDAP_URL is needed beside ${rest[0]}: the address of the directory.`);
    return undefined;
  }
  if (!baseDn)
    problems.push(
      'LDAP_BASE_DN is needed beside LDAP_URL: where people are looked for, such as ou=people,dc=example,dc=org.',
    );
  if (!bindDn !== !bindPassword)
    problems.push('LDAP_BIND_DN and LDAP_BIND_PASSWORD belong together: set both, or none.');
  const plain = urls.find((url) => url.startsWith('ldap:') && !isLoopback(url));
  if (plain && !startTls && !allowPlain)
    problems.push(
      `${plain} would send passwords unencrypted: set LDAP_STARTTLS=true, use ldaps://, or set LDAP_ALLOW_PLAIN=true.`,
    );
  if (groups === 'search' && !groupBase && !baseDn) problems.push('LDAP_GROUP_BASE is needed with LDAP_GROUPS=search.');
  if (!settings.userFilter.includes('{login}'))
    problems.push('LDAP_USER_FILTER must hold {login}: otherwise everybody would be found.');
  return {
    ...settings,
    bindDn,
    bindPassword,
    requireGroup: settings.requireGroup,
    baseDn: baseDn ?? '',
    groupBase: groupBase ?? baseDn ?? '',
    ca: certificates(settings.ca, problems),
    notes,
  };
}

function certificates(file: string | undefined, problems: string[]): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    problems.push(`LDAP_CA cannot be read: ${(error as Error).message}.`);
    return undefined;
  }
}

/** Settings that the older application alone has. */
const OLDER = [
  ...['LDAP_HOST', 'LDAP_PORT', 'LDAP_SSL', 'LDAP_TLS', 'LDAP_USERNAME', 'LDAP_PASSWORD', 'LDAP_USERS_BASE_DN'],
  ...['LDAP_LOGIN_ATTRIBUTES', 'LDAP_GROUP', 'LDAP_NESTED_GROUPS', 'LDAP_AUTO_PROVISION', 'LDAP_AUTO_PROVISION_ROLE'],
];

/** Settings of the older application under the names that they have here; what is set under both counts under ours. */
function withOlderNames(given: Environment): { environment: Environment; notes: string[] } {
  const notes: string[] = [];
  if (!OLDER.some((name) => name in given)) return { environment: given, notes };
  const environment: Record<string, string | undefined> = { ...given };
  const isOn = (name: string): boolean => parseBoolean(given[name]?.trim() ?? '') === true;
  const take = (older: string, name: string, value: string | undefined): void => {
    if (!given[older]?.trim()) return;
    notes.push(`${older} of the older application is read as ${name}.`);
    if (!given[name]?.trim() && value !== undefined) environment[name] = value;
  };
  const host = given['LDAP_HOST']?.trim();
  const scheme = isOn('LDAP_SSL') ? 'ldaps' : 'ldap';
  const port = given['LDAP_PORT']?.trim();
  const hosts = host?.split(/[\s,]+/).map((one) => `${scheme}://${one}${port ? `:${port}` : ''}`);
  take('LDAP_HOST', 'LDAP_URL', hosts?.join(','));
  take('LDAP_TLS', 'LDAP_STARTTLS', given['LDAP_TLS']);
  take('LDAP_USERNAME', 'LDAP_BIND_DN', given['LDAP_USERNAME']);
  take('LDAP_PASSWORD', 'LDAP_BIND_PASSWORD', given['LDAP_PASSWORD']);
  take('LDAP_USERS_BASE_DN', 'LDAP_BASE_DN', given['LDAP_USERS_BASE_DN']);
  const attributes = given['LDAP_LOGIN_ATTRIBUTES']?.split(',').flatMap((name) => name.trim() || []);
  const filter = attributes?.map((name) => `(${name}={login})`).join('');
  take('LDAP_LOGIN_ATTRIBUTES', 'LDAP_USER_FILTER', filter && `(&(objectClass=person)(|${filter}))`);
  if (attributes?.[0] && !given['LDAP_ATTR_LOGIN']) environment['LDAP_ATTR_LOGIN'] = attributes[0];
  take('LDAP_GROUP', 'LDAP_REQUIRE_GROUP', given['LDAP_GROUP']);
  take('LDAP_NESTED_GROUPS', 'LDAP_GROUPS', isOn('LDAP_NESTED_GROUPS') ? 'nested' : undefined);
  take('LDAP_AUTO_PROVISION', 'LDAP_PROVISION', given['LDAP_AUTO_PROVISION']);
  take('LDAP_AUTO_PROVISION_ROLE', 'DEFAULT_ROLE', given['LDAP_AUTO_PROVISION_ROLE']);
  return { environment, notes };
}
