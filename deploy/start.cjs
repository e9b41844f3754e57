/**
 * The entry point of the image: `node deploy/start.cjs FILE [ARGUMENTS]` runs a file of the program in this same process, so
 * that it gets the signals of the container.
 *
 * Settings that are secret may be given as files, as containers are given secrets: DB_PASSWORD_FILE=/run/secrets/… sets
 * DB_PASSWORD. Without TOKEN_SECRET a key is made and kept in the volume, also with an external database; several replicas
 * need one that they share.
 */
const { randomBytes } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const SECRETS = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DB_PASSWORD',
  'LDAP_BIND_PASSWORD',
  'METRICS_TOKEN',
  'NVD_API_KEY',
  'OIDC_CLIENT_KEY',
  'OIDC_CLIENT_KEY_ID',
  'OIDC_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'TOKEN_SECRET',
];
const DATA = 'data';

/** Reads a file that a setting names. */
function secretIn(name, file) {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Error(`${name}_FILE names a file that cannot be read: ${error.message}`);
  }
}

/** The key of this volume; made on the first start. */
function keptKey() {
  const file = join(DATA, 'token.key');
  mkdirSync(DATA, { recursive: true });
  try {
    if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process that starts at the same moment was quicker, and its key serves both.
    if (error.code !== 'EEXIST')
      throw new Error(`The key of the tokens cannot be kept in the volume: ${error.message}`);
  }
  return readFileSync(file, 'utf8').trim();
}

function start([file, ...args]) {
  for (const name of SECRETS) {
    const from = process.env[`${name}_FILE`];
    if (!from) continue;
    if (process.env[name]) throw new Error(`${name} and ${name}_FILE are both set: leave one out.`);
    process.env[name] = secretIn(name, from);
    // The program reads such files, too, and would say that both are set.
    delete process.env[`${name}_FILE`];
  }
  if (!process.env.TOKEN_SECRET) process.env.TOKEN_SECRET = keptKey();
  const program = resolve(file ?? 'dist/main.js');
  process.argv = [process.argv[0], program, ...args];
  require(program);
}

try {
  start(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
