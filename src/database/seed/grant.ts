/** Puts the rights and roles into a database, as part of a migration: once, and never against an administrator. */
import type { QueryRunner } from 'typeorm';
import { ADDITIONS, PERMISSIONS, ROLES, titlesOf } from './permissions.js';

type Grant = (role: { id: number; title: string }, title: string) => boolean;

/** A new map gets all titles and the four roles; an existing one the missing titles and what its roles lack. */
export async function seedPermissions(runner: QueryRunner): Promise<void> {
  await insertTitles(runner, PERMISSIONS);
  const roles = await runner.query('SELECT `id` FROM `roles`');
  if (roles.length) {
    const additions = new Map(ADDITIONS.map(({ role, gains }) => [role, gains]));
    await grant(runner, (role, title) => additions.get(role.title)?.(title) ?? false);
    return;
  }
  for (const { id, title } of ROLES) {
    await runner.query('INSERT INTO `roles` (`id`, `title`) VALUES (?, ?)', [id, title]);
  }
  const holds = new Map(ROLES.map((role) => [role.title, role.holds]));
  await grant(runner, (role, title) => holds.get(role.title)!(title));
}

/**
 * For the migration of a new resource, as `migration:generate` writes it: its five titles, for Admin and User all, for Auditor the reading ones.
 * @public
 */
export async function seedResource(runner: QueryRunner, key: string): Promise<void> {
  const titles = titlesOf(key);
  await insertTitles(
    runner,
    titles.map((title) => ({ title })),
  );
  await grant(runner, (role, title) => {
    if (!titles.includes(title)) return false;
    return role.title === 'Auditor' ? /_(show|access)$/.test(title) : ['Admin', 'User'].includes(role.title);
  });
}

async function insertTitles(runner: QueryRunner, wanted: ReadonlyArray<{ id?: number; title: string }>): Promise<void> {
  const present: Array<{ id: number; title: string }> = await runner.query('SELECT `id`, `title` FROM `permissions`');
  const ids = new Set(present.map(({ id }) => id));
  const titles = new Set(present.map(({ title }) => title));
  for (const { id, title } of wanted.filter((permission) => !titles.has(permission.title))) {
    if (id !== undefined && !ids.has(id)) {
      await runner.query('INSERT INTO `permissions` (`id`, `title`) VALUES (?, ?)', [id, title]);
    } else await runner.query('INSERT INTO `permissions` (`title`) VALUES (?)', [title]);
  }
}

/** Gives live roles the titles that `decide` says, where they do not hold them yet. */
async function grant(runner: QueryRunner, decide: Grant): Promise<void> {
  const roles: Array<{ id: number; title: string }> = await runner.query(
    'SELECT `id`, `title` FROM `roles` WHERE `deleted_at` IS NULL',
  );
  const permissions: Array<{ id: number; title: string }> = await runner.query(
    'SELECT `id`, `title` FROM `permissions`',
  );
  const held: Array<{ role_id: number; permission_id: number }> = await runner.query('SELECT * FROM `permission_role`');
  const known = new Set(held.map((pair) => `${pair.role_id} ${pair.permission_id}`));
  for (const role of roles) {
    const missing = permissions.filter(({ id, title }) => decide(role, title) && !known.has(`${role.id} ${id}`));
    if (!missing.length) continue;
    const pairs = missing.map(({ id }) => `(${Number(id)}, ${Number(role.id)})`);
    await runner.query(`INSERT INTO \`permission_role\` (\`permission_id\`, \`role_id\`) VALUES ${pairs.join(', ')}`);
  }
}
