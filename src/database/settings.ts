/** Where the database is (contract 13). */
import { ValidateIf } from 'class-validator';
import { readSettings, Secret, Text, WholeNumber, type Environment } from '../core/settings.js';

export type DatabaseSettings =
  | { engine: 'sqlite'; path: string }
  | { engine: 'mysql'; host: string; port: number; username: string; password: string; database: string };

class DatabaseEnvironment {
  @Text('DATABASE_URL') url?: string;
  @Text('DB_HOST') host?: string;
  @ValidateIf(({ url, host }: DatabaseEnvironment) => !url && host !== undefined)
  @WholeNumber('DB_PORT', 1, 65535)
  port = 3306;
  @Text('DB_USERNAME') username = 'root';
  @Secret('DB_PASSWORD') password = '';
  @Text('DB_DATABASE') database?: string;
}

/** The database of the settings: by its URL, else by the names that the older application has; else an embedded one. */
export function databaseSettings(environment: Environment, problems: string[]): DatabaseSettings {
  const { url, host, port, username, password, database } = readSettings(DatabaseEnvironment, environment, problems);
  if (!url && host) {
    if (!database) problems.push('DB_DATABASE is needed beside DB_HOST.');
    return { engine: 'mysql', host, port, username, password, database: database ?? '' };
  }
  return parseUrl(url ?? 'sqlite:./data/meridian.sqlite', problems);
}

function parseUrl(url: string, problems: string[]): DatabaseSettings {
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
  problems.push('DATABASE_URL must be sqlite:PATH, mysql://USER:PASSWORD@HOST:PORT/NAME or mariadb://…');
  return { engine: 'sqlite', path: '' };
}
