/** `check`: whether the file of an embedded database is damaged. */
import { loadConfig } from '../../config.js';
import { checkFile, fileOf } from '../../database/sqlite/check-file.js';
import { UsageError } from '../errors.js';
import { say } from '../terminal.js';

/** Checks a file, or the database of the settings. Throws a sentence if something is wrong with it, or it cannot be read. */
export async function check({ file }: { file?: string | undefined }): Promise<void> {
  const path = file ?? (await ownFile());
  const { damage, dangling } = checkFile(path);
  for (const line of damage) say(line);
  for (const [reference, count] of dangling) say(`${reference}: ${count} of these references point nowhere`);
  if (damage.length) {
    throw new Error(`${path} is damaged. See "A damaged database file" in docs/runbooks.md for what to do.`);
  }
  if (dangling.size) throw new Error(`${path} is not damaged, but has references that point nowhere.`);
  say(`${path} is in order.`);
}

async function ownFile(): Promise<string> {
  const path = fileOf((await loadConfig('administer')).database);
  if (path !== undefined) return path;
  throw new UsageError(
    'DATABASE_URL names a database server, which has commands of its own: mariadb-check, mysqlcheck.',
  );
}
