/** The first start of a map: somebody must be able to sign in (contract 13). */
import { randomBytes } from 'node:crypto';
import { nameKey } from '../core/text/name-key.js';
import type { Config } from '../config.js';
import type { Database, Transaction } from '../database/database.js';
import { hashPassword } from './password.js';
import { ADMIN_ROLE } from './rights.js';

const LIVE_ADMIN = `
  SELECT u.id FROM users u JOIN role_user ru ON ru.user_id = u.id
  WHERE ru.role_id = ${ADMIN_ROLE} AND u.deleted_at IS NULL LIMIT 1`;

/**
 * Makes an administrator where no live one is, from `ADMIN_LOGIN` and `ADMIN_PASSWORD`; without a password one is made up.
 * Returns the lines to be printed once; none if there was nothing to do. Replicas may call it at once.
 */
export async function firstStart(database: Database, config: Config): Promise<string[]> {
  if ((await database.all(LIVE_ADMIN)).length) return [];
  const password = config.adminPassword ?? randomBytes(12).toString('base64url');
  const hash = await hashPassword(password, config.bcryptCost);
  const made = await database.transaction((tx) => makeAdmin(database, tx, config.adminLogin, hash));
  if (!made) return [];
  if (config.adminPassword)
    return [`The administrator '${config.adminLogin}' was made with the password of ADMIN_PASSWORD.`];
  return [
    `The administrator was made. Login: ${config.adminLogin}  Password: ${password}`,
    'This password is shown only once: note it, or change it after you have signed in.',
  ];
}

async function makeAdmin(database: Database, tx: Transaction, login: string, hash: string): Promise<boolean> {
  // The role's row is the gate through which servers that start at once pass one by one.
  await tx.all(`SELECT id FROM roles WHERE id = ${ADMIN_ROLE}${database.dialect.forUpdate}`);
  if ((await tx.all(LIVE_ADMIN)).length) return false;
  const now = database.clock.toStored(Date.now());
  const columns = ['login', 'name', 'password', 'granularity', 'created_at', 'updated_at'];
  const [id] = await database.insert(tx, 'users', columns, [[login, login, hash, 3, now, now]]);
  await tx.run('INSERT INTO role_user (user_id, role_id) VALUES (?, ?)', [id!, ADMIN_ROLE]);
  // The roles that the migrations made have their titles; without a claim another role could take one.
  const roles = await tx.all('SELECT id, title FROM roles WHERE deleted_at IS NULL AND title IS NOT NULL');
  const names = [
    ...['users.login', 'users.name'].map((scope) => [scope, nameKey(login), id!]),
    ...roles.map((role) => ['roles.title', nameKey(String(role['title'])), Number(role['id'])]),
  ];
  await database.write(tx, database.dialect.insertMissing('own_names', ['scope', 'name_key', 'object_id']), names);
  return true;
}
