/** Sets a new password for a user who cannot sign in any more; run on the server's machine. */
import { randomBytes } from 'node:crypto';
import { PENDING, UNPUBLISHED } from '../audit/audit-row.js';
import { className } from '../core/text/class-names.js';
import type { Database, Row, Transaction } from '../database/database.js';
import { ARE_FACTORS, TAKEN } from './factor/factor-rows.js';
import { hashPassword, passwordProblem } from './password.js';
import { ADMIN_ROLE } from './rights.js';

/** A live user, as a command shows them. */
export interface Person {
  id: number;
  login: string;
  name: string | null;
  email: string | null;
}

export interface Reset {
  /** A login, an e-mail, or `id:7`. */
  who: string;
  /** Left out: one is made up. */
  password: string | undefined;
  /** Give the role Admin as well. */
  admin: boolean;
  /** Take their second factors away as well, and end a lock by wrong ones. */
  factors?: boolean;
  bcryptCost: number;
}

const PERSON = 'SELECT u.id, u.login, u.name, u.email FROM users u WHERE u.deleted_at IS NULL';

/** The users who hold the role Admin, and can sign in once they have a password. */
export async function liveAdmins(database: Database): Promise<Person[]> {
  const holds = `EXISTS (SELECT 1 FROM role_user ru WHERE ru.user_id = u.id AND ru.role_id = ${ADMIN_ROLE})`;
  return (await database.all(`${PERSON} AND ${holds} ORDER BY u.id`)).map(personOf);
}

/**
 * Sets the password of a live user and ends all their tokens, on every replica within a second.
 * Throws a sentence if there is no such user, or more than one, or the password does not do.
 */
export async function resetPassword(database: Database, reset: Reset): Promise<{ person: Person; password: string }> {
  const password = reset.password ?? randomBytes(12).toString('base64url');
  if (passwordProblem(password)) {
    throw new Error('The password must have 8 characters or more, 72 bytes or less, and no NUL character.');
  }
  const person = await findPerson(database, reset.who);
  if (reset.admin) await requireAdminRole(database);
  const hash = await hashPassword(password, reset.bcryptCost);
  const now = database.clock.toStored(Date.now());
  await database.transaction(async (tx) => {
    await store(tx, person.id, hash, reset, now);
    if (reset.factors) await takeFactors(tx, person.id, now);
  });
  return { person, password };
}

async function store(
  tx: Transaction,
  id: number,
  hash: string,
  { admin, factors = false }: Reset,
  now: string,
): Promise<void> {
  const [user] = await tx.all('SELECT updated_at FROM users WHERE id = ?', [id]);
  await tx.run('UPDATE users SET password = ?, updated_at = ? WHERE id = ?', [hash, now, id]);
  await tx.run('DELETE FROM own_tokens WHERE user_id = ?', [id]);
  const [before, after] = admin ? await giveAdminRole(tx, id) : [{}, {}];
  const facts = { at: Date.now(), via: 'api', transaction: tx.id, auth: 'system' };
  // The column `host` says that nobody did this through the network.
  await tx.run(
    'INSERT INTO audit_logs (description, subject_id, subject_type, properties, host, created_at, updated_at, ' +
      `${PENDING}) VALUES ('updated', ?, ?, ?, 'command line', ?, ?, ${UNPUBLISHED})`,
    [
      id,
      className('User'),
      JSON.stringify({
        ...{ before, after, command: 'admin:reset-password', ...(factors && { factors }) },
        ...{ ...facts, updated_at: [user?.['updated_at'] ?? null, now] },
      }),
      now,
      now,
    ],
  );
}

/** As when an administrator does (src/access/factor/second-factors.ts): the person is told by the row that is left. */
async function takeFactors(tx: Transaction, id: number, now: string): Promise<void> {
  const had = await tx.all(`SELECT id FROM own_factors WHERE user_id = ? AND ${ARE_FACTORS}`, [id]);
  for (const table of ['own_factors', 'own_recovery_codes', 'own_factor_failures'])
    await tx.run(`DELETE FROM ${table} WHERE user_id = ?`, [id]);
  if (!had.length) return;
  const values = [id, TAKEN, '', '', now];
  await tx.run('INSERT INTO own_factors (user_id, kind, name, secret, created_at) VALUES (?, ?, ?, ?, ?)', values);
}

/** Returns the roles before and after, as the journal tells them; nothing where the user is an administrator already. */
async function giveAdminRole(tx: Transaction, id: number): Promise<[object, object]> {
  const rows = await tx.all(
    'SELECT ru.role_id AS id FROM role_user ru JOIN roles r ON r.id = ru.role_id WHERE ru.user_id = ? AND r.deleted_at IS NULL',
    [id],
  );
  const held = [...new Set(rows.map((row) => Number(row['id'])))].sort((a, b) => a - b);
  if (held.includes(ADMIN_ROLE)) return [{}, {}];
  await tx.run('INSERT INTO role_user (user_id, role_id) VALUES (?, ?)', [id, ADMIN_ROLE]);
  return [{ roles: held }, { roles: [...held, ADMIN_ROLE].sort((a, b) => a - b) }];
}

async function requireAdminRole(database: Database): Promise<void> {
  const live = await database.all(`SELECT 1 FROM roles WHERE id = ${ADMIN_ROLE} AND deleted_at IS NULL`);
  if (!live.length)
    throw new Error(`The role Admin (id ${ADMIN_ROLE}) is missing or deleted, so nobody can be given it.`);
}

/** Logins come before e-mails, as at log-in. */
async function findPerson(database: Database, who: string): Promise<Person> {
  const id = /^id:([1-9]\d{0,9})$/.exec(who)?.[1];
  const same = (column: string): [string, string] => [database.dialect.sameText(`u.${column}`), who];
  const ways: Array<[string, string | number]> = id ? [['u.id = ?', Number(id)]] : [same('login'), same('email')];
  for (const [where, value] of ways) {
    const found = (await database.all(`${PERSON} AND ${where} ORDER BY u.id`, [value])).map(personOf);
    if (found.length === 1) return found[0]!;
    if (found.length) {
      const ids = found.map((person) => `id:${person.id}`).join(', ');
      throw new Error(`Several live users are called '${who}'. Name one of them: ${ids}`);
    }
  }
  throw new Error(`There is no live user '${who}'. Without a login, the command lists the administrators.`);
}

const personOf = (row: Row): Person => ({
  id: row['id'] as number,
  login: row['login'] as string,
  name: row['name'] as string | null,
  email: row['email'] as string | null,
});
