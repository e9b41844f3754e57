/** The settings of the server: read from the environment once, checked, typed and frozen (contract 13). */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { ConfigModule } from '@nestjs/config';
import { ldapSettings, type LdapSettings } from './access/ldap/settings.js';
import { oidcSettings, type OidcSettings } from './access/oidc/settings.js';
import { signInSettings, type SignInSettings } from './access/sign-in/settings.js';
import { Proxies } from './core/http/proxy-settings.js';
import {
  Duration,
  Flag,
  OneOf,
  readSettings,
  Secret,
  Setting,
  Text,
  WholeNumber,
  type Environment,
} from './core/settings.js';
import { mailSettings, type MailSettings } from './checks/letters/settings.js';
import { checksSettings, type ChecksSettings } from './checks/settings.js';
import { WallClock } from './core/text/dates.js';
import type { PlainTexts } from './core/text/html.js';
import { siemSettings, type SiemSettings } from './audit/siem/settings.js';
import { eventsSettings, type EventsSettings } from './events/settings.js';
import { databaseSettings, type DatabaseSettings } from './database/settings.js';
import { s3Settings, type S3Settings } from './documents/s3-settings.js';
import { cveSettings, type CveSettings } from './vulnerabilities/settings.js';

/** Injection token of the settings. */
export const CONFIG = 'meridian:config';

/** Commands that only administer the database give out no tokens, and need no key. */
type Purpose = 'serve' | 'administer';

const PLAIN_TEXTS: PlainTexts[] = ['keep', 'strip'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const MAKE_ONE = 'Make one with: openssl rand -hex 32';

/** The origin that an address is, if it is no more than that. */
function originIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { href, origin, protocol } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
}

/** Sizes are bytes, times are seconds, unless the name of the setting says otherwise. */
class ServerSettings {
  @Setting('NODE_ENV', (text) => text === 'production', () => '')
  production = false;
  @Text('HOST') host = '127.0.0.1';
  @WholeNumber('PORT', 0, 65535) port = 3000;
  /** Most connections to an external database. */
  @WholeNumber('DB_POOL', 2, 1000) databasePool = 10;
  /** Zone in which stored timestamps are wall time; undefined: found out from the database. */
  @Setting(
    'DB_TIMEZONE',
    (text) => (WallClock.isZone(text) ? text : undefined),
    (text) => `DB_TIMEZONE must be the name of a time zone, such as UTC or Europe/Paris, not '${text}'.`,
  )
  databaseTimezone: string | undefined;
  /** Zone whose day says what is in force. */
  @Setting(
    'TIME_ZONE',
    (text) => (WallClock.isZone(text) ? text : undefined),
    (text) => `TIME_ZONE must be the name of a time zone, such as UTC or Europe/Paris, not '${text}'.`,
  )
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  /** Whose map it is, as pictures say it at their foot; undefined: they do not. */
  @Text('ORGANISATION') organisation: string | undefined;
  @Text('ADMIN_LOGIN') adminLogin = 'admin';
  @Secret('ADMIN_PASSWORD') adminPassword: string | undefined;
  @Setting(
    'TOKEN_SECRET',
    (text) => (text.length < 32 ? undefined : text),
    () => `TOKEN_SECRET must have 32 characters or more. ${MAKE_ONE}`,
  )
  tokenSecret: string | undefined;
  /** Life of a token. */
  @Duration('TOKEN_TTL') tokenTtl = 12 * 3600;
  /** Where people reach the pages, as their browser says it; undefined: where each request was sent. */
  @Setting(
    'PUBLIC_URL',
    originIn,
    (text) =>
      `PUBLIC_URL must be the address of the pages without a path, such as https://map.example.org, not '${text}'.`,
  )
  publicUrl: string | undefined;
  /** After which a session of a browser ends that is not used. */
  @Duration('SESSION_IDLE') sessionIdle = 8 * 3600;
  /** After which a session of a browser ends, however it is used. */
  @Duration('SESSION_MAX') sessionMax = 12 * 3600;
  /** Days that people stay signed in on a device where they ask for it; 0: that is not offered. */
  @WholeNumber('SESSION_REMEMBER', 0, 365) sessionRemember = 0;
  @WholeNumber('BCRYPT_COST', 4, 15) bcryptCost = 12;
  /** Failed log-ins a minute, per login and address; 0: no limit. */
  @WholeNumber('LOGIN_RATE_LIMIT', 0, 1_000_000) loginRateLimit = 5;
  /** Requests a minute, per user after log-in and per address before it; 0: no limit. */
  @WholeNumber('RATE_LIMIT', 0, 1_000_000) rateLimit = 600;
  /** Requests a minute of an administrator; 0: no limit. */
  @WholeNumber('RATE_LIMIT_ADMIN', 0, 1_000_000) rateLimitAdmin = 0;
  /** Days that rows of the journal are kept; 0: for ever. */
  @WholeNumber('AUDIT_RETENTION_DAYS', 0, 36500) auditRetentionDays = 0;
  @Setting('CORS_ORIGINS', (text) => text.split(',').flatMap((origin) => origin.trim() || []), () => '')
  corsOrigins: string[] = [];
  /** Whose `X-Forwarded-For` is believed: that of so many proxies before the server, or of those at these addresses and ranges. */
  @Proxies('TRUST_PROXY') trustProxy: number | string[] = 0;
  /** Largest JSON or form body. */
  @WholeNumber('MAX_BODY_SIZE', 1024, 1 << 30) maxBodySize = 20 << 20;
  /** Largest file. */
  @WholeNumber('MAX_FILE_SIZE', 1024, 2 ** 31) maxFileSize = 50 << 20;
  /** Largest document of a feed in lines, unfolded. */
  @WholeNumber('MAX_FEED_SIZE', 1024, 2 ** 31) maxFeedSize = 256 << 20;
  /** Most items of a feed. */
  @WholeNumber('FEED_MAX_ITEMS', 1, 1_000_000) feedMaxItems = 100_000;
  /** Most pointers to other objects of a feed. */
  @WholeNumber('FEED_MAX_POINTERS', 1, 100_000_000) feedMaxPointers = 1_000_000;
  /** Most bytes of memory that planning a feed may take; never more than two fifths of the heap. */
  @WholeNumber('FEED_PLAN_MEMORY', 1 << 20, 2 ** 36) feedPlanMemory = 700 << 20;
  /** Days that a plan may be applied. */
  @WholeNumber('FEED_PLAN_DAYS', 1, 365) feedPlanDays = 7;
  /** Days that changes and findings of runs are kept; the runs are kept for good. */
  @WholeNumber('FEED_HISTORY_DAYS', 1, 36500) feedHistoryDays = 90;
  @Text('DOCUMENTS_DIR') documentsDir = './data/documents';
  /** Days after which the bytes of deleted documents are removed. */
  @WholeNumber('DOCUMENTS_PURGE_DAYS', 0, 36500) documentsPurgeDays = 30;
  /** The server is not ready where documents of the database are not in the store; without it that is only logged. */
  @Flag('DOCUMENTS_CHECK') documentsCheck = true;
  /** What looks like tags in texts that are not rich text is kept, or taken away. */
  @OneOf('PLAIN_TEXT', PLAIN_TEXTS) plainText: PlainTexts = 'keep';
  /** Seconds after which a download ends of which the client takes nothing. */
  @Duration('DOWNLOAD_TIMEOUT', 1) downloadTimeout = 60;
  /** Reports ask for the rights on the types that they show; without it `reports_access` is enough. */
  @Flag('REPORTS_CHECK_OBJECT_PERMISSIONS') reportsCheckObjectPermissions = true;
  /** Show the fifth security need, authenticity. */
  @Flag('SECURITY_NEED_AUTH') securityNeedAuth = true;
  /** Seconds of the database's work that a list may take. */
  @WholeNumber('LIST_TIME_LIMIT', 1, 3600) listTimeLimit = 30;
  /** Seconds that a stored query may take. */
  @WholeNumber('QUERY_TIME_LIMIT', 1, 3600) queryTimeLimit = 15;
  /** Most rows that a stored query may give. */
  @WholeNumber('QUERY_MAX_ROWS', 1, 10_000_000) queryMaxRows = 100_000;
  /** Seconds after its last use until the graph in memory is given up. */
  @Duration('GRAPH_IDLE', 1) graphIdle = 600;
  /** Seconds after which the graph is read anew whatever the journal says; 0: never. Undefined: found out from the database. */
  @WholeNumber('GRAPH_MAX_AGE', 0, 86_400) graphMaxAge: number | undefined;
  /** Seconds that an answer out of the graph may take. */
  @WholeNumber('GRAPH_TIME_LIMIT', 1, 3600) graphTimeLimit = 10;
  /** Most related objects that one answer embeds, each counted as often as it is written. */
  @WholeNumber('INCLUDE_MAX', 1, 1_000_000_000) includeMax = 1_000_000;
  /** What whoever asks for `/metrics` must show; undefined: nothing. */
  @Text('METRICS_TOKEN') metricsToken: string | undefined;
  /** How long requests under way may take once the server is told to end. */
  @Duration('SHUTDOWN_TIMEOUT', 1) shutdownTimeout = 20;
  /** By which work may be late before new requests are refused; 0: they never are. */
  @WholeNumber('OVERLOAD_LAG_MS', 0, 60_000) overloadLag = 1000;
  /** Requests that may wait for the database before new ones are refused; 0: any number. */
  @WholeNumber('OVERLOAD_QUEUE', 0, 1_000_000) overloadQueue = 1000;
  /** From which on a request is logged as slow; 0: none is. */
  @WholeNumber('SLOW_REQUEST_MS', 0, 3_600_000) slowRequest = 2000;
  @OneOf('LOG_LEVEL', LOG_LEVELS) logLevel = 'info';
}

export interface Config extends Readonly<ServerSettings> {
  readonly database: DatabaseSettings;
  /** The bucket that keeps documents instead of the folder. */
  readonly s3: S3Settings | undefined;
  /** Known vulnerabilities. */
  readonly cve: CveSettings;
  readonly signIn: SignInSettings;
  /** What is told to programs. */
  readonly events: EventsSettings;
  readonly siem: SiemSettings;
  /** When the map is checked. */
  readonly checks: ChecksSettings;
  /** Where letters go out; undefined: nowhere. */
  readonly mail: MailSettings | undefined;
  /** The directory that people sign in with. */
  readonly ldap: LdapSettings | undefined;
  /** The provider that people sign in with. */
  readonly oidc: OidcSettings | undefined;
}

/** Settings that may stand in a file, which `NAME_FILE` names. */
const SECRETS = [
  ...['ADMIN_PASSWORD', 'TOKEN_SECRET', 'DB_PASSWORD', 'METRICS_TOKEN', 'S3_SECRET_ACCESS_KEY'],
  ...['LDAP_BIND_PASSWORD', 'OIDC_CLIENT_SECRET', 'OIDC_CLIENT_KEY', 'MAIL_URL'],
];

/** The environment with the secrets that stand in files. What is wrong is added to `problems`. */
function withSecrets(environment: Environment, problems: string[]): Environment {
  const inFiles = SECRETS.filter((name) => `${name}_FILE` in environment);
  if (!inFiles.length) return environment;
  const read: Record<string, string> = {};
  for (const name of inFiles) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (environment[name]) problems.push(`${name} and ${name}_FILE say the same thing: set one of them.`);
    try {
      read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${(error as Error).message}.`);
    }
  }
  return { ...environment, ...read };
}

/** The settings in an environment. Throws one sentence for each that is wrong. */
export function readConfig(given: Environment, purpose: Purpose = 'serve'): Config {
  const problems: string[] = [];
  const environment = withSecrets(given, problems);
  const server = readSettings(ServerSettings, environment, problems);
  const database = databaseSettings(environment, problems);
  const s3 = s3Settings(environment, problems);
  const cve = cveSettings(environment, problems);
  const ldap = ldapSettings(environment, problems);
  const oidc = oidcSettings(environment, server.publicUrl, problems);
  const signIn = signInSettings(environment, Boolean(ldap ?? oidc), problems);
  const events = eventsSettings(environment, problems);
  const siem = siemSettings(environment, problems);
  const checks = checksSettings(environment, problems);
  const mail = mailSettings(environment, server.publicUrl, problems);
  const { adminPassword, tokenSecret, production } = server;
  if (!tokenSecret && production && database.engine === 'mysql' && purpose === 'serve') {
    problems.push(`TOKEN_SECRET is needed with an external database. ${MAKE_ONE}`);
  }
  if (adminPassword && (adminPassword.length < 8 || Buffer.byteLength(adminPassword) > 72)) {
    problems.push('ADMIN_PASSWORD must have 8 characters or more, and 72 bytes or less.');
  }
  if (problems.length) throw new Error(problems.join('\n'));
  return Object.freeze({ ...server, database, s3, cve, signIn, ldap, oidc, events, siem, checks, mail });
}

/** The settings of this process, from `.env` and the environment, which wins. Throws as `readConfig`. */
export async function loadConfig(purpose: Purpose = 'serve'): Promise<Config> {
  let config: Config | undefined;
  const validate = (environment: Record<string, string>): Record<string, string> => {
    config = readConfig(environment, purpose);
    // Libraries look for variables of their own, such as keys of a cloud: they find those of the file in the process.
    return environment;
  };
  await ConfigModule.forRoot({ envFilePath: '.env', validate });
  return config!;
}
