/** What is kept of vulnerabilities by their numbers: that they are exploited (KEV), and how probable that is (EPSS). */
import type { Database, Scalar } from '../database/database.js';
import type { EpssScore, KevEntry } from './record.js';

const KEV = ['cve_id', 'added', 'due', 'ransomware', 'action'] as const;
const EPSS = ['cve_id', 'epss', 'percentile', 'scored_at'] as const;

/** Stores entries of the catalogue, in place of those of the same numbers. */
export async function storeKev(database: Database, entries: readonly KevEntry[]): Promise<StoredMarks> {
  const { clock } = database;
  const time = (at: number | null): string | null => (at === null ? null : clock.toStored(at));
  const rows = new Map(
    entries.map((entry) => [entry.cveId, [entry.cveId, time(entry.added), time(entry.due), entry.ransomware ? 1 : 0, entry.action]]), // prettier-ignore
  );
  return replaceByNumber(database, 'own_kev', KEV, rows);
}

/** The catalogue is a whole: what stands in it no more is known to be exploited no more. */
export async function keepKev(database: Database, numbers: ReadonlySet<string>): Promise<void> {
  const stored = await database.all('SELECT cve_id FROM own_kev');
  const gone = stored.map((row) => row['cve_id'] as string).filter((id) => !numbers.has(id));
  if (!gone.length) return;
  await database.transaction(async (tx) => {
    await tx.defer(`DELETE FROM own_kev WHERE ${database.dialect.isIn('cve_id')}`, [gone]);
  });
}

/** When the newest scores that are stored were made, milliseconds since 1970; undefined where there are none. */
export async function scoredAt(database: Database): Promise<number | undefined> {
  const [row] = await database.all('SELECT MAX(scored_at) AS at FROM own_epss');
  const at = row?.['at'];
  return typeof at === 'string' ? Date.parse(database.clock.toApi(at)!) : undefined;
}

/** Stores scores, in place of those of the same numbers. */
export async function storeEpss(database: Database, scores: readonly EpssScore[]): Promise<StoredMarks> {
  const { clock } = database;
  const rows = new Map(
    scores.map(({ cveId, epss, percentile, date }) => [cveId, [cveId, String(epss), String(percentile), date === null ? null : clock.toStored(date)]]), // prettier-ignore
  );
  return replaceByNumber(database, 'own_epss', EPSS, rows);
}

async function replaceByNumber(
  database: Database,
  table: string,
  columns: readonly string[],
  all: ReadonlyMap<string, Scalar[]>,
): Promise<StoredMarks> {
  const { dialect } = database;
  const rows = [...all].filter(([id]) => id.length <= MAX_ID);
  const ids = rows.map(([id]) => id);
  return database.transaction(async (tx) => {
    const isIn = dialect.isIn('cve_id');
    const [before] = await tx.all(`SELECT COUNT(*) AS n FROM ${table} WHERE ${isIn}`, [ids]);
    await tx.defer(`DELETE FROM ${table} WHERE ${isIn}`, [ids]);
    await database.write(
      tx,
      dialect.insertRows(table, columns),
      rows.map(([, row]) => row),
    );
    const updated = Number(before!['n']);
    return { updated, inserted: rows.length - updated };
  });
}

/** Characters of the column of numbers. */
const MAX_ID = 32;

/** What became of some marks. */
interface StoredMarks {
  inserted: number;
  updated: number;
}

/** What is known of one number beside its record. */
export interface Marks {
  kev?: { added: string | null; due: string | null; ransomware: boolean; action: string | null };
  epss?: { score: number; percentile: number; date: string | null };
}

/** The marks of some numbers; those without any are left out. Two statements. */
export async function marksOf(database: Database, numbers: readonly string[]): Promise<Map<string, Marks>> {
  const marks = new Map<string, Marks>();
  if (!numbers.length) return marks;
  const { clock, dialect } = database;
  const day = (at: unknown): string | null => (typeof at === 'string' ? (clock.toApi(at)?.slice(0, 10) ?? null) : null);
  const isIn = dialect.isIn('cve_id');
  for (const row of await database.all(`SELECT ${KEV.join(', ')} FROM own_kev WHERE ${isIn}`, [[...numbers]])) {
    const { added, due, ransomware, action } = row;
    const kev = { added: day(added), due: day(due), ransomware: Boolean(ransomware), action: action as string | null };
    marks.set(row['cve_id'] as string, { kev });
  }
  for (const row of await database.all(`SELECT ${EPSS.join(', ')} FROM own_epss WHERE ${isIn}`, [[...numbers]])) {
    const epss = { score: Number(row['epss']), percentile: Number(row['percentile']), date: day(row['scored_at']) };
    marks.set(row['cve_id'] as string, { ...marks.get(row['cve_id'] as string), epss });
  }
  return marks;
}
