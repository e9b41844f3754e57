/** What a start looks at first, and what it says: where everything is, and how to get in. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { Config } from '../config.js';

/**
 * Throws a sentence if the port of the settings cannot be listened on. The port is free again afterwards: this is for those who start
 * a server, who should not wait for a long migration only to learn that another one is running.
 */
export async function requireFreePort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const trial = createServer().listen({ port, host });
  try {
    await once(trial, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'another program listens there already' : message;
    throw new Error(`Port ${port} of ${host} cannot be used (PORT, HOST): ${reason}.`, { cause: error });
  }
  trial.close();
  await once(trial, 'close');
}

/** The line that every start says. */
export function greeting(config: Config, url: string): string {
  return `Meridian serves ${databaseLocation(config)} at ${url}/api`;
}

/** The lines for somebody who sits before a terminal. No secret stands in them. */
export function banner(config: Config, url: string): string[] {
  const { adminLogin, metricsToken } = config;
  return [
    '',
    `  Pages      ${url}/home`,
    `  API        ${url}/api    described at ${url}/api/openapi.json`,
    `  Explorer   ${url}/docs`,
    `  Database   ${databaseLocation(config)}`,
    `  Documents  ${storeLocation(config)}`,
    `  Health     ${url}/health/ready`,
    `  Metrics    ${url}/metrics${metricsToken ? '    behind METRICS_TOKEN' : ''}`,
    '',
    '  A token:',
    `  curl -s ${url}/api/login -d login=${quoted(adminLogin)} --data-urlencode 'password=YOUR-PASSWORD'`,
    '',
  ];
}

/** Where the map is kept, without secrets. */
export function databaseLocation({ database }: Config): string {
  if (database.engine === 'sqlite') return database.path;
  return `${database.database} at ${database.host}:${database.port}`;
}

/** Where the bytes of documents are kept, without secrets. */
export const storeLocation = ({ s3, documentsDir }: Config): string =>
  s3 ? `the bucket ${s3.bucket}` : resolve(documentsDir);

/** A word for a shell, whatever stands in it. */
const quoted = (word: string): string => (/^[\w.@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
