/** The settings of the server: read from the environment once, checked, typed and frozen (contract 13). */
import { existsSync } from 'node:fs';
import { s3Settings, type S3Settings } from './documents/s3-settings.js';
import { readCveSettings, type CveSettings } from './vulnerabilities/settings.js';
import { readProxies } from './core/http/proxy-settings.js';

/** Where the database is. */
export type DatabaseSettings =
  | { engine: 'sqlite'; path: string }
  | { engine: 'mysql'; host: string; port: number; username: string; password: string; database: string };

/** Injection token of the settings. */
export const CONFIG = 'meridian:config';

export interface Config {
  production: boolean;
  host: string;
  port: number;
  database: DatabaseSettings;
  /** Most connections to an external database. */
  databasePool: number;
  /** Zone in which stored timestamps are wall time; undefined: found out from the database. */
  databaseTimezone: string | undefined;
  adminLogin: string;
  adminPassword: string | undefined;
  tokenSecret: string | undefined;
  /** Life of a token, in seconds. */
  tokenTtl: number;
  bcryptCost: number;
  /** Failed log-ins a minute, per login and address; 0: no limit. */
  loginRateLimit: number;
  /** Requests a minute, per user after log-in and per address before it; 0: no limit. */
  rateLimit: number;
  /** Requests a minute of an administrator; 0: no limit. */
  rateLimitAdmin: number;
  /** Days that rows of the journal are kept; 0: for ever. */
  auditRetentionDays: number;
  corsOrigins: string[];
  /** Whose `X-Forwarded-For` is believed: that of so many proxies before the server, or of those at these addresses and ranges. */
  trustProxy: number | string[];
  /** Largest JSON or form body, in bytes. */
  maxBodySize: number;
  /** Largest file, in bytes. */
  maxFileSize: number;
  documentsDir: string;
  /** The bucket that keeps documents instead of the folder. */
  s3: S3Settings | undefined;
  /** Days after which the bytes of deleted documents are removed. */
  documentsPurgeDays: number;
  /** Reports ask for the rights on the types that they show; without it `reports_access` is enough. */
  reportsCheckObjectPermissions: boolean;
  /** Show the fifth security need, authenticity. */
  securityNeedAuth: boolean;
  /** Known vulnerabilities. */
  cve: CveSettings;
  /** Seconds of the database's work that a list may take. */
  listTimeLimit: number;
  /** Seconds that a stored query may take. */
  queryTimeLimit: number;
  /** Most rows that a stored query may give. */
  queryMaxRows: number;
  /** Most related objects that one answer embeds, each counted as often as it is written. */
  includeMax: number;
  /** What whoever asks for `/metrics` must show; undefined: nothing. */
  metricsToken: string | undefined;
  /** Seconds that requests under way may take once the server is told to end. */
  shutdownTimeout: number;
  /** Milliseconds by which work may be late before new requests are refused; 0: they never are. */
  overloadLag: number;
  /** Requests that may wait for the database before new ones are refused; 0: any number. */
  overloadQueue: number;
  /** Milliseconds from which on a request is told in the log as slow; 0: none is. */
  slowRequest: number;
  logLevel: string;
}

type Environment = Record<string, string | undefined>;

/** Commands that only administer the database give out no tokens, and need no key. */
type Purpose = 'serve' | 'administer';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads one setting after the other and collects what is wrong with them. */
class Reader {
  readonly problems: string[] = [];

  constructor(private readonly environment: Environment) {}

  text(name: string): string | undefined {
    return this.environment[name]?.trim() || undefined;
  }

  number(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}, not '${text}'.`);
    return fallback;
  }

  /** Seconds, or a number followed by s, m, h or d; a minute or more unless `least` says otherwise. */
  duration(name: string, fallback: number, least = 60): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const match = /^(\d{1,9})\s*([smhd]?)$/.exec(text);
    const seconds = match && Number(match[1]) * { '': 1, s: 1, m: 60, h: 3600, d: 86400 }[match[2] as 's' | '']!;
    if (seconds && seconds >= least) return seconds;
    const [unit, examples] = least === 60 ? ['minute', '12h, 30m or 3600'] : ['second', '20s, 2m or 20'];
    this.problems.push(`${name} must be a time of a ${unit} or more, such as ${examples}, not '${text}'.`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return fallback;
    if (['1', 'true', 'yes', 'on'].includes(text)) return true;
    if (['0', 'false', 'no', 'off'].includes(text)) return false;
    this.problems.push(`${name} must be true or false, not '${text}'.`);
    return fallback;
  }

  choice(name: string, fallback: string, allowed: readonly string[]): string {
    const text = this.text(name) ?? fallback;
    if (!allowed.includes(text)) this.problems.push(`${name} must be one of ${allowed.join(', ')}, not '${text}'.`);
    return text;
  }

  database(): DatabaseSettings {
    const url = this.text('DATABASE_URL');
    if (!url && this.text('DB_HOST')) {
      return {
        engine: 'mysql',
        host: this.text('DB_HOST')!,
        port: this.number('DB_PORT', 3306, 1, 65535),
        username: this.text('DB_USERNAME') ?? 'root',
        password: this.environment['DB_PASSWORD'] ?? '',
        database: this.required('DB_DATABASE'),
      };
    }
    return this.databaseUrl(url ?? 'sqlite:./data/meridian.sqlite');
  }

  private databaseUrl(url: string): DatabaseSettings {
    if (url.startsWith('sqlite:') && url.length > 7) return { engine: 'sqlite', path: url.slice(7) };
    const parsed = /^(mysql|mariadb):\/\//.test(url) && URL.canParse(url) ? new URL(url) : null;
    const name = parsed?.pathname.slice(1);
    if (parsed && name) {
      return {
        engine: 'mysql',
        host: parsed.hostname,
        port: Number(parsed.port || 3306),
        username: decodeURIComponent(parsed.username || 'root'),
        password: decodeURIComponent(parsed.password),
        database: decodeURIComponent(name),
      };
    }
    this.problems.push('DATABASE_URL must be sqlite:PATH, mysql://USER:PASSWORD@HOST:PORT/NAME or mariadb://…');
    return { engine: 'sqlite', path: '' };
  }

  private required(name: string): string {
    const text = this.text(name);
    if (!text) this.problems.push(`${name} is needed beside DB_HOST.`);
    return text ?? '';
  }
}

/**
 * The settings in an environment. Throws one sentence for each that is wrong.
 * Sizes are bytes, times are seconds.
 */
export function readConfig(environment: Environment, purpose: Purpose = 'serve'): Config {
  const read = new Reader(environment);
  const config: Config = {
    production: environment['NODE_ENV'] === 'production',
    host: read.text('HOST') ?? '127.0.0.1',
    port: read.number('PORT', 3000, 0, 65535),
    database: read.database(),
    databasePool: read.number('DB_POOL', 10, 2, 1000),
    databaseTimezone: read.text('DB_TIMEZONE'),
    adminLogin: read.text('ADMIN_LOGIN') ?? 'admin',
    adminPassword: environment['ADMIN_PASSWORD'] || undefined,
    tokenSecret: read.text('TOKEN_SECRET'),
    tokenTtl: read.duration('TOKEN_TTL', 12 * 3600),
    bcryptCost: read.number('BCRYPT_COST', 12, 4, 15),
    loginRateLimit: read.number('LOGIN_RATE_LIMIT', 5, 0, 1_000_000),
    rateLimit: read.number('RATE_LIMIT', 600, 0, 1_000_000),
    rateLimitAdmin: read.number('RATE_LIMIT_ADMIN', 0, 0, 1_000_000),
    auditRetentionDays: read.number('AUDIT_RETENTION_DAYS', 0, 0, 36500),
    corsOrigins: (read.text('CORS_ORIGINS') ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    trustProxy: readProxies(read),
    maxBodySize: read.number('MAX_BODY_SIZE', 20 << 20, 1024, 1 << 30),
    maxFileSize: read.number('MAX_FILE_SIZE', 50 << 20, 1024, 2 ** 31),
    documentsDir: read.text('DOCUMENTS_DIR') ?? './data/documents',
    s3: s3Settings(read),
    documentsPurgeDays: read.number('DOCUMENTS_PURGE_DAYS', 30, 0, 36500),
    reportsCheckObjectPermissions: read.flag('REPORTS_CHECK_OBJECT_PERMISSIONS', true),
    securityNeedAuth: read.flag('SECURITY_NEED_AUTH', true),
    cve: readCveSettings(read),
    listTimeLimit: read.number('LIST_TIME_LIMIT', 30, 1, 3600),
    queryTimeLimit: read.number('QUERY_TIME_LIMIT', 15, 1, 3600),
    queryMaxRows: read.number('QUERY_MAX_ROWS', 100_000, 1, 10_000_000),
    includeMax: read.number('INCLUDE_MAX', 1_000_000, 1, 1_000_000_000),
    metricsToken: read.text('METRICS_TOKEN'),
    shutdownTimeout: read.duration('SHUTDOWN_TIMEOUT', 20, 1),
    overloadLag: read.number('OVERLOAD_LAG_MS', 1000, 0, 60_000),
    overloadQueue: read.number('OVERLOAD_QUEUE', 1000, 0, 1_000_000),
    slowRequest: read.number('SLOW_REQUEST_MS', 2000, 0, 3_600_000),
    logLevel: read.choice('LOG_LEVEL', 'info', LOG_LEVELS),
  };
  checkSecrets(config, purpose, read.problems);
  if (read.problems.length) throw new Error(read.problems.join('\n'));
  return Object.freeze(config);
}

function checkSecrets(config: Config, purpose: Purpose, problems: string[]): void {
  const { tokenSecret, production, database, databaseTimezone, adminPassword } = config;
  if (tokenSecret !== undefined && tokenSecret.length < 32) {
    problems.push('TOKEN_SECRET must have 32 characters or more. Make one with: openssl rand -hex 32');
  }
  if (!tokenSecret && production && database.engine === 'mysql' && purpose === 'serve') {
    problems.push('TOKEN_SECRET is needed with an external database. Make one with: openssl rand -hex 32');
  }
  if (adminPassword && (adminPassword.length < 8 || Buffer.byteLength(adminPassword) > 72)) {
    problems.push('ADMIN_PASSWORD must have 8 characters or more, and 72 bytes or less.');
  }
  if (databaseTimezone && !isZone(databaseTimezone)) {
    problems.push(
      `DB_TIMEZONE must be the name of a time zone, such as UTC or Europe/Paris, not '${databaseTimezone}'.`,
    );
  }
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** The settings of this process, from `.env` and the environment, which wins. Throws as `readConfig`. */
export function loadConfig(purpose: Purpose = 'serve'): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env, purpose);
}
