/** The records of all sources on one object, with when each of them saw it last. */
import type { Dialect } from '../../database/dialect.js';
import type { Row, Session } from '../../database/database.js';
import type { FeedRecord } from '../plan/map-view.js';
import type { Kind } from '../plan/kinds.js';
import { recordOf } from '../store/record-row.js';

/** A record, and what is told of it alone. Times are as stored. */
export interface ObjectRecord extends FeedRecord {
  readonly firstSeen: string;
  /** When the source said the object last, and in which run. */
  readonly lastSeen: string | null;
  readonly lastRun: number;
  readonly missingSince: string | null;
  /** What the source called it besides, before its objects became one. */
  readonly refs: readonly string[];
}

const RECORDS =
  'SELECT r.*, s.name AS source FROM own_feed_records r JOIN own_feed_sources s ON s.id = r.source_id ' +
  'WHERE r.type = ? AND r.object_id = ? ORDER BY r.id';
const REFS = 'SELECT record_id, ref FROM own_feed_refs';
const SCOPES = 'SELECT source_id, scope, last_full_run, last_full_at FROM own_feed_scopes';

/** The records of an object; those that spoke first at the front. Three statements. */
export async function recordsOf(
  session: Session,
  dialect: Dialect,
  { path, resource: { table } }: Kind,
  id: number,
): Promise<ObjectRecord[]> {
  const rows = await session.all(RECORDS, [table, id]);
  if (!rows.length) return [];
  const where = `WHERE last_full_at IS NOT NULL AND ${dialect.isIn('source_id')} ORDER BY last_full_at DESC`;
  const fullRuns = await session.all(`${SCOPES} ${where}`, [rows.map((row) => row['source_id'] as number)]);
  const further = `${REFS} WHERE ${dialect.isIn('record_id')} ORDER BY ref`;
  const refs = await session.all(further, [rows.map((row) => row['id'] as number)]);
  return rows.map((row) => ({
    ...objectRecordOf(row, path, fullRuns),
    refs: refs.flatMap(({ record_id: id, ref }) => (Number(id) === Number(row['id']) ? (ref as string) : [])),
  }));
}

/** `fullRuns`: of scopes, the latest first. What a full run saw again is written to its scope alone. */
function objectRecordOf(row: Row, type: string, fullRuns: readonly Row[]): Omit<ObjectRecord, 'refs'> {
  const record = recordOf(row, row['source'] as string, type, row['source'] as string);
  const [missing, said] = [row['missing_since'] as string | null, row['last_seen'] as string | null];
  const full = fullRuns.find(
    ({ source_id, scope }) => source_id === row['source_id'] && record.scopes.includes(scope as string),
  );
  const isNewer = full !== undefined && !record.missing && (said === null || String(full['last_full_at']) > said);
  return {
    ...record,
    firstSeen: row['first_seen'] as string,
    lastSeen: isNewer ? (full['last_full_at'] as string) : (said ?? missing),
    lastRun: Number(isNewer ? full['last_full_run'] : row['last_run']),
    missingSince: missing,
  };
}
