/** Which engine a backup or a restore works on. */
import type { DatabaseSettings } from '../database/settings.js';
import type { BackupEngine } from './engine.js';

/** The engine of the settings. */
export async function engineOf(settings: DatabaseSettings): Promise<BackupEngine> {
  if (settings.engine === 'sqlite') return new (await import('./engine-sqlite.js')).SqliteEngine(settings.path);
  return new (await import('./engine-mysql.js')).MysqlEngine(settings);
}
