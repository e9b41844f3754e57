/** Opens the connection of a thread that reads much. */
import { MysqlThreadReader } from './mysql/thread-reader.js';
import { SqliteThreadReader } from './sqlite/thread-reader.js';
import type { DatabaseSettings } from './settings.js';
import type { ThreadReader } from './thread-reader.js';

/** A reader of the database of these settings. It connects when it is first asked. */
export const openThreadReader = (settings: DatabaseSettings): ThreadReader =>
  settings.engine === 'sqlite' ? new SqliteThreadReader(settings.path) : new MysqlThreadReader(settings);
