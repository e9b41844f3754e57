/** What the errors of drivers and of the file system mean for whoever waits for an answer. */

/** Codes with which they say that something is unavailable or overloaded. */
const UNAVAILABLE = new Set([
  'EACCES',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EPERM',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_ACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_CHECKREAD',
  'ER_CON_COUNT_ERROR',
  'ER_CONNECTION_KILLED',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_ERROR_DURING_COMMIT',
  'ER_LOCK_DEADLOCK',
  'ER_NORMAL_SHUTDOWN',
  'ER_QUERY_INTERRUPTED',
  'ER_SERVER_SHUTDOWN',
  'ER_TOO_MANY_USER_CONNECTIONS',
  // A node that is not, or no more, part of its cluster.
  'ER_UNKNOWN_COM_ERROR',
  'POOL_CLOSED',
  'SQLITE_CANTOPEN',
  'SQLITE_IOERR',
]);

/** Codes with which they say what it is. */
const CAUSES: ReadonlyMap<string, StorageCause> = new Map([
  ...['EDQUOT', 'ENOSPC', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'SQLITE_FULL'].map((code) => [code, 'full'] as const),
  ...['EROFS', 'ER_OPEN_AS_READONLY', 'ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE', 'SQLITE_READONLY'].map(
    (code) => [code, 'read-only'] as const,
  ),
  ...['DATABASE_DAMAGED', 'SQLITE_CORRUPT', 'SQLITE_NOTADB'].map((code) => [code, 'damaged'] as const),
  ...['DATABASE_GONE', 'DATABASE_CHANGED'].map((code) => [code, 'gone'] as const),
  ...['ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY'].map((code) => [code, 'locked'] as const),
]);

/** Why something cannot be stored, or cannot be read; `failed`: what else can be wrong with a database or a disk. */
export type StorageCause = 'full' | 'read-only' | 'damaged' | 'gone' | 'locked' | 'failed';

interface DriverError extends Partial<Error> {
  code?: string;
  /** The connection is gone with it. */
  fatal?: boolean;
}

/** What an error of a driver or of the file system means; undefined where it is none that passes or that others can mend. */
export function storageCauseOf(error: unknown): StorageCause | undefined {
  const { code = '', fatal, message = '' } = error as DriverError;
  // The engine appends where it happened: SQLITE_IOERR_WRITE.
  const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  const cause = CAUSES.get(plain);
  if (cause) return cause;
  // Some of the errors that a lost connection causes have no code.
  return UNAVAILABLE.has(plain) || fatal === true || message === 'Pool is closed.' ? 'failed' : undefined;
}
