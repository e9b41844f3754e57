/** Which sources were imported, what they hold, of when, and whether that is old. */
import type { Database, Row } from '../database/database.js';
import type { WallClock } from '../core/text/wall-clock.js';

/** An imported feed. */
export interface Source {
  name: string;
  /** What it holds: `osv`, or `cve5` and `kev`. */
  kinds: string[];
  records: number;
  /** When the newest of what it holds was changed. */
  data_at: string | null;
  imported_at: string | null;
  /** Ecosystems of which it holds everything. */
  covers: string[];
  stale: boolean;
}

/** What is read of each feed. */
export const FEEDS = `
  SELECT s.source, s.records, s.last_modified, s.imported_at, c.kind, c.data_at, c.covers
  FROM own_cve_sources s LEFT JOIN own_cve_covers c ON c.source = s.source ORDER BY s.source`;

/** All of them, by name. `staleAfter`: days after which they are old. */
export async function sourcesOf(database: Database, staleAfter: number, now: Date): Promise<Source[]> {
  const { clock } = database;
  const time = (stored: unknown): string | null => (typeof stored === 'string' ? clock.toApi(stored) : null);
  return (await database.all(FEEDS)).map((row) => ({
    name: row['source'] as string,
    kinds: typeof row['kind'] === 'string' ? row['kind'].split(', ') : [],
    records: Number(row['records']),
    ...{ data_at: time(row['data_at'] ?? row['last_modified']), imported_at: time(row['imported_at']) },
    covers: row['covers'] ? (JSON.parse(row['covers'] as string) as string[]) : [],
    stale: isStale(row, staleAfter, clock, now),
  }));
}

const DAY = 86_400_000;

/** The data of an imported feed, or their import where they have no date, are older than so many days. */
export function isStale(row: Row, days: number, clock: WallClock, now: Date): boolean {
  const stored = row['data_at'] ?? row['imported_at'];
  const at = typeof stored === 'string' ? clock.toApi(stored) : null;
  return days > 0 && at !== null && now.getTime() - Date.parse(at) > days * DAY;
}
