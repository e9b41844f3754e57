/** Puts the rights and roles into a database, as part of a migration: once, and never against an administrator. */
import type { QueryRunner } from 'typeorm';
import { inWords } from '../migration-watch.js';
import { ADDITIONS, formerTitle, PERMISSIONS, ROLES, titlesOf } from './permissions.js';

interface Role {
  id: number;
  title: string;
}

/** Whether a role is to hold a title. `holds`: what it holds so far. */
type Grant = (role: Role, title: string, holds: ReadonlySet<string>) => boolean;

/** A new map gets all titles and the four roles; an existing one the missing titles and what its roles lack. */
export async function seedPermissions(runner: QueryRunner): Promise<void> {
  await insertTitles(runner, PERMISSIONS);
  // Rights that came later are given by the migrations that made them.
  const titles = PERMISSIONS.map(({ title }) => title);
  const known = await runner.query('SELECT `id` FROM `roles`');
  if (known.length) {
    const additions = new Map(ADDITIONS.map(({ role, gains }) => [role, gains]));
    await grant(runner, await liveRoles(runner), titles, (role, title, holds) => {
      const former = formerTitle(title);
      return (additions.get(role.title)?.(title) ?? false) || (former !== undefined && holds.has(former));
    });
    return;
  }
  await inWords(runner, `The roles ${ROLES.map(({ title }) => title).join(', ')} are made.`, async () => {
    for (const { id, title } of ROLES) {
      await runner.query('INSERT INTO `roles` (`id`, `title`) VALUES (?, ?)', [id, title]);
    }
  });
  const holds = new Map(ROLES.map((role) => [role.title, role.holds]));
  await grant(runner, ROLES, titles, (role, title) => holds.get(role.title)!(title));
}

/**
 * For the migration of a new resource, as `resource:accept` writes it: its five titles, for Admin and User all, for Auditor the reading ones.
 * @public
 */
export async function seedResource(runner: QueryRunner, key: string): Promise<void> {
  const titles = titlesOf(key);
  if (await wereGiven(runner, titles)) return;
  await beginTogether(runner);
  await insertTitles(
    runner,
    titles.map((title) => ({ title })),
  );
  await grant(runner, await liveRoles(runner), titles, (role, title) =>
    role.title === 'Auditor' ? /_(show|access)$/.test(title) : ['Admin', 'User'].includes(role.title),
  );
}

/** Ids of rights that the older application does not know: its own later ones are inserted by number, below. */
const OWN_IDS_FROM = 10_001;

/** The five titles of something of the server's own: for Admin all, for User and Auditor the reading ones. */
export async function seedOwnRights(runner: QueryRunner, key: string): Promise<void> {
  const [last] = (await runner.query('SELECT MAX(`id`) AS `id` FROM `permissions`')) as Array<{ id: number | null }>;
  const from = Math.max(OWN_IDS_FROM, Number(last?.id ?? 0) + 1);
  const titles = titlesOf(key);
  if (await wereGiven(runner, titles)) return;
  await beginTogether(runner);
  await insertTitles(
    runner,
    titles.map((title, i) => ({ id: from + i, title })),
  );
  await grant(
    runner,
    await liveRoles(runner),
    titles,
    (role, title) =>
      role.title === 'Admin' || (/_(show|access)$/.test(title) && ['User', 'Auditor'].includes(role.title)),
  );
}

/**
 * The five titles of something of the server's own, from this id on: role 1 has them all the same, and User and Auditor are given those
 * that `read` names.
 */
export async function addOwnRights(
  runner: QueryRunner,
  key: string,
  from: number,
  read: readonly string[] = [],
): Promise<void> {
  const titles = ['access', 'create', 'delete', 'edit', 'show'].map((verb) => `${key}_${verb}`);
  const isGiven = read.length > 0 && (await wereGiven(runner, titles));
  await beginTogether(runner);
  await insertTitles(
    runner,
    titles.map((title, i) => ({ id: from + i, title })),
  );
  if (isGiven || !read.length) return;
  await grant(runner, await liveRoles(runner), read, (role) => ['User', 'Auditor'].includes(role.title));
}

/**
 * Returns true if a role holds one of the titles: they were given out by this migration already, before somebody went back to
 * an earlier release, and an administrator may have taken them from a role since.
 */
async function wereGiven(runner: QueryRunner, titles: readonly string[]): Promise<boolean> {
  const marks = titles.map(() => '?').join(', ');
  const held: unknown[] = await runner.query(
    'SELECT 1 FROM `permission_role` `pr` JOIN `permissions` `p` ON `p`.`id` = `pr`.`permission_id` ' +
      `WHERE \`p\`.\`title\` IN (${marks}) LIMIT 1`,
    [...titles],
  );
  return held.length > 0;
}

/** On MariaDB and MySQL making tables ended the transaction; rights are given all at once, or not at all. */
async function beginTogether(runner: QueryRunner): Promise<void> {
  if (runner.connection.options.type !== 'better-sqlite3') await runner.query('START TRANSACTION');
}

/** Adds the titles that are missing. */
async function insertTitles(runner: QueryRunner, wanted: ReadonlyArray<{ id?: number; title: string }>): Promise<void> {
  const present: Array<{ id: number; title: string }> = await runner.query(
    'SELECT `id`, `title` FROM `permissions` ORDER BY `id`',
  );
  const ids = new Set(present.map(({ id }) => id));
  const titles = new Set(present.map(({ title }) => title));
  const missing = wanted.filter(({ title }) => !titles.has(title));
  if (missing.length) await inWords(runner, `${countOf(missing)} added: ${listOf(missing)}.`, () => insert(missing));

  async function insert(rows: typeof missing): Promise<void> {
    for (const { id, title } of rows) {
      if (id !== undefined && !ids.has(id)) {
        await runner.query('INSERT INTO `permissions` (`id`, `title`) VALUES (?, ?)', [id, title]);
      } else await runner.query('INSERT INTO `permissions` (`title`) VALUES (?)', [title]);
    }
  }
}

const countOf = ({ length }: { length: number }): string => (length === 1 ? '1 right is' : `${length} rights are`);

/** Titles in words: the first of them, where they are many. */
function listOf(rights: ReadonlyArray<{ title: string }>): string {
  const titles = rights.map(({ title }) => title);
  return titles.length > 20 ? `${titles.slice(0, 5).join(', ')} and ${titles.length - 5} more` : titles.join(', ');
}

const liveRoles = (runner: QueryRunner): Promise<Role[]> =>
  runner.query('SELECT `id`, `title` FROM `roles` WHERE `deleted_at` IS NULL');

/** Gives roles those of the titles that `decide` says, where they do not hold them yet. */
async function grant(
  runner: QueryRunner,
  roles: readonly Role[],
  titles: readonly string[],
  decide: Grant,
): Promise<void> {
  const pairs: Array<{ role_id: number; title: string }> = await runner.query(
    'SELECT `pr`.`role_id`, `p`.`title` FROM `permission_role` `pr` JOIN `permissions` `p` ON `p`.`id` = `pr`.`permission_id`',
  );
  for (const role of roles) {
    const holds = new Set(pairs.filter(({ role_id: id }) => id === role.id).map(({ title }) => title));
    const missing = titles.filter((title) => !holds.has(title) && decide(role, title, holds));
    if (!missing.length) continue;
    const words = `The role ${role.title} is given ${missing.length} rights: ${listOf(missing.map((title) => ({ title })))}.`;
    const marks = missing.map(() => '?').join(', ');
    await inWords(runner, words, async () => {
      await runner.query(
        'INSERT INTO `permission_role` (`permission_id`, `role_id`) ' +
          `SELECT \`id\`, ${Number(role.id)} FROM \`permissions\` WHERE \`title\` IN (${marks})`,
        missing,
      );
    });
  }
}
