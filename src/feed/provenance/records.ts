/** What is stored of one object beside its row: the records of all sources, and the marks of people. */
import type { Dialect } from '../../database/dialect.js';
import type { Row, Scalar, Session } from '../../database/database.js';
import type { Mark, Value } from '../merge/model.js';
import type { FeedRecord, Says } from '../plan/map-view.js';
import type { Kind } from '../plan/kinds.js';

/** A record, and what is told of it alone. Times are as stored. */
export interface ObjectRecord extends FeedRecord {
  readonly firstSeen: string;
  /** When the source said the object last, and in which run. */
  readonly lastSeen: string | null;
  readonly lastRun: number;
  readonly missingSince: string | null;
}

const RECORDS =
  'SELECT r.*, s.name AS source FROM own_feed_records r JOIN own_feed_sources s ON s.id = r.source_id ' +
  'WHERE r.type = ? AND r.object_id = ? ORDER BY r.id';
const SCOPES =
  'SELECT source_id, scope, last_full_run, last_full_at FROM own_feed_scopes WHERE last_full_at IS NOT NULL';

/** The records of an object; those that spoke first at the front. Two statements. */
export async function recordsOf(
  session: Session,
  dialect: Dialect,
  { path, resource: { table } }: Kind,
  id: number,
): Promise<ObjectRecord[]> {
  const rows = await session.all(RECORDS, [table, id]);
  // What a full run saw again is written to its scope alone.
  const sources = rows.filter((row) => row['missing_since'] === null).map((row) => row['source_id'] as number);
  const scopes = sources.length
    ? await session.all(`${SCOPES} AND ${dialect.isIn('source_id')} ORDER BY last_full_at DESC`, [sources])
    : [];
  return rows.map((row) => recordOf(row, path, scopes));
}

/** `scopes`: of sources of records that are not missing, with their newest full runs, the latest first. */
function recordOf(row: Row, type: string, scopes: readonly Row[]): ObjectRecord {
  const seenIn = parsed<string[]>(row['scopes'], []);
  const [missing, said] = [row['missing_since'] as string | null, row['last_seen'] as string | null];
  const full = missing === null ? scopes.find((one) => isOf(one, row, seenIn)) : undefined;
  const isNewer = full !== undefined && (said === null || String(full['last_full_at']) > said);
  return {
    source: row['source'] as string,
    type,
    ref: row['ref'] as string,
    id: row['object_id'] as number,
    scopes: seenIn,
    digest: row['digest'] as string,
    says: parsed<Record<string, Says>>(row['says'], {}),
    leaves: parsed<Record<string, Value>>(row['leaves'], {}),
    kept: parsed<string[]>(row['kept'], []),
    marked: parsed(row['marked'], { fields: {}, deleted: false }),
    created: row['created'] === 1,
    observedAt: row['observed_at'] as string | null,
    missing: missing !== null,
    missingRuns: row['missing_runs'] as number,
    firstSeen: row['first_seen'] as string,
    lastSeen: isNewer ? (full['last_full_at'] as string) : (said ?? missing),
    lastRun: (isNewer ? full['last_full_run'] : row['last_run']) as number,
    missingSince: missing,
  };
}

const isOf = (scope: Row, record: Row, scopes: readonly string[]): boolean =>
  scope['source_id'] === record['source_id'] && scopes.includes(scope['scope'] as string);

const parsed = <T>(text: Scalar | undefined, none: T): T =>
  text === null || text === undefined || text === '' ? none : (JSON.parse(String(text)) as T);

/** The marks of an object, by field. */
export async function marksOf(session: Session, { resource }: Kind, id: number): Promise<Map<string, Mark>> {
  const sql = 'SELECT field, kind FROM own_feed_marks WHERE type = ? AND object_id = ? ORDER BY field';
  const rows = await session.all(sql, [resource.table, id]);
  return new Map(rows.map(({ field, kind }) => [field as string, kind as Mark]));
}
