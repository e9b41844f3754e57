/** Continuity needs of applications by activity, beside what is promised and how often is backed up: the worst first. */
import type { Row, Scalar } from '../database/database.js';
import { cell, level, minutes, text } from './formatters/columns.js';
import { duration } from './formatters/values.js';
import type { LabelKey, Translate } from './locales/index.js';
import { inBatches, table, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { sql } from './sql.js';

export const rto: Report = {
  name: 'rto',
  file: 'rto',
  titles: { en: 'Continuity of applications', fr: 'Continuité des applications' },
  abouts: {
    en: 'Continuity needs of applications beside those of the activities that they support.',
    fr: 'Les besoins de continuité des applications à côté de ceux des activités qu’elles soutiennent.',
  },
  roots: ['activities'],
  async tables(run) {
    const columns = [
      text('application', 'application'),
      minutes('applicationRto', 'rto'),
      minutes('applicationRpo', 'rpo'),
      text('activity', 'activity'),
      minutes('mtd', 'maximum_tolerable_downtime'),
      minutes('activityRto', 'recovery_time_objective'),
      minutes('mtdl', 'maximum_tolerable_data_loss'),
      minutes('activityRpo', 'recovery_point_objective'),
      cell('rtoVerdict', (row, translate) => sentence(recovery(row), PROMISED, translate)),
      cell('rpoVerdict', (row, translate) => sentence(loss(row), PROMISED, translate)),
      minutes('backupEvery', 'backup_every'),
      cell('backupVerdict', backupVerdict),
      level('lateness', 'lateness'),
    ];
    return [table(run, 'continuity', columns, inBatches(await worstFirst(run)))];
  },
};

/** Minutes between two backups, by the code of the frequency (`BACKUP_FREQUENCY` in `map/codes.ts`). */
const EVERY: Readonly<Record<number, number>> = { 1: 60, 2: 24 * 60, 3: 7 * 24 * 60, 4: 31 * 24 * 60 };

/** What is needed and what there is for it, in minutes; null where it is not known. */
interface Compared {
  needed: number | null;
  promised: number | null;
}

/** Minutes; 0 is what an empty form of the older application stored. */
const known = (value: Scalar | undefined): number | null => (Number(value ?? 0) > 0 ? Number(value) : null);

const recovery = (row: Row): Compared => ({
  needed: known(row['recovery_time_objective']) ?? known(row['maximum_tolerable_downtime']),
  promised: known(row['rto']),
});

const loss = (row: Row): Compared => ({
  needed: known(row['recovery_point_objective']) ?? known(row['maximum_tolerable_data_loss']),
  promised: known(row['rpo']),
});

/** What is lost at most is what came since the last backup: it must be within what the activity bears, or the application promises. */
const backup = (row: Row): Compared => ({
  needed: loss(row).needed ?? known(row['rpo']),
  promised: known(row['backup_every']),
});

/** The words of a verdict: too late, met, and nothing known. */
type Verdict = readonly [late: LabelKey, met: LabelKey, unknown: LabelKey];
const PROMISED: Verdict = ['verdictLate', 'verdictMet', 'verdictUnknown'];
const BACKED_UP: Verdict = ['backupLate', 'backupMet', 'backupUnknown'];

function sentence({ needed, promised }: Compared, [late, met, unknown]: Verdict, translate: Translate): string | null {
  if (needed === null) return null;
  const words = { needed: duration(needed, translate)! };
  if (promised === null) return translate(unknown, words);
  return translate(promised > needed ? late : met, { ...words, promised: duration(promised, translate)! });
}

/** Names of servers in a verdict. */
const MAX_SERVERS = 3;

/** Where some servers of an application are backed up and others are not, the verdict says which are not. */
function backupVerdict(row: Row, translate: Translate): string | null {
  const compared = backup(row);
  const without = row['without_backup'] as string | null;
  if (compared.needed === null || without === null) return sentence(compared, BACKED_UP, translate);
  return translate('backupUnknownOf', { needed: duration(compared.needed, translate)!, servers: without });
}

/** How bad it is as a level, which is coloured: 4 too late, 3 nothing known, 0 met; null where nothing is needed. */
function lateness(row: Row): number | null {
  const levels = [recovery(row), loss(row), backup(row)].flatMap(({ needed, promised }) =>
    needed === null ? [] : promised === null ? 3 : promised > needed ? 4 : 0,
  );
  return levels.length ? Math.max(...levels) : null;
}

/** Pairs of an application and an activity: the worst first, then the most urgent, then by name. */
async function worstFirst(run: ReportRun): Promise<Row[]> {
  const backups = await backupsOf(run);
  const rows: Row[] = [];
  // Tables that join two types may hold a pair twice.
  const seen = new Set<string>();
  const found = run.rows(sql`
    SELECT a.id AS application_id, a.name AS application, a.rto, a.rpo, v.id AS activity_id, v.name AS activity,
      v.maximum_tolerable_downtime, v.recovery_time_objective, v.maximum_tolerable_data_loss, v.recovery_point_objective,
      CASE WHEN v.recovery_time_objective > 0 THEN v.recovery_time_objective
        WHEN v.maximum_tolerable_downtime > 0 THEN v.maximum_tolerable_downtime END AS urgency
    FROM activity_application p
    JOIN applications a ON a.id = p.application_id AND ${run.shown('applications', 'a')}
    JOIN activities v ON v.id = p.activity_id AND ${run.shown('activities', 'v')}
    ORDER BY urgency IS NULL, urgency, ${run.order('a')}, ${run.order('v')}`);
  for await (const batch of found) {
    for (const row of batch) {
      const pair = `${String(row['application_id'])} ${String(row['activity_id'])}`;
      if (seen.has(pair)) continue;
      seen.add(pair);
      const { every, without = [] } = backups.get(Number(row['application_id'])) ?? {};
      const more = without.length - MAX_SERVERS;
      const names = without.slice(0, MAX_SERVERS).join(', ') + (more > 0 ? ` +${more}` : '');
      const whole: Row = { ...row, backup_every: every ?? null, without_backup: names || null };
      rows.push({ ...whole, lateness: lateness(whole) });
    }
  }
  // The order of equal ones stays.
  return rows.sort((one, other) => Number(other['lateness'] ?? -1) - Number(one['lateness'] ?? -1));
}

/** How the servers of an application are backed up. */
interface Backups {
  /** The longest time between two backups of one of them; undefined where one has no plan. */
  every?: number;
  /** Names of those without a plan, where others have one. */
  without: string[];
}

/**
 * By application, of its servers, its databases' among them: of one server the most frequent plan counts, of several servers that
 * which is backed up least.
 */
async function backupsOf(run: ReportRun): Promise<Map<number, Backups>> {
  const servers = sql`
    SELECT p.application_id AS id, p.logical_server_id AS server FROM application_logical_server p
    UNION SELECT d.application_id, s.logical_server_id FROM application_database d
      JOIN \`databases\` b ON b.id = d.database_id AND ${run.shown('databases', 'b')}
      JOIN database_logical_server s ON s.database_id = d.database_id`;
  const statement = sql`
    SELECT k.id, k.server, l.name, b.backup_frequency FROM (${servers}) k
    JOIN logical_servers l ON l.id = k.server AND ${run.shown('logical-servers', 'l')}
    LEFT JOIN backup_logical_server j ON j.logical_server_id = k.server
    LEFT JOIN backups b ON b.id = j.backup_id AND ${run.shown('backups', 'b')}
    ORDER BY k.id, l.name, k.server`;
  const best = new Map<number, Map<number, { name: string; every: number }>>();
  for await (const rows of run.rows(statement)) {
    for (const row of rows) {
      const ofApplication = best.get(Number(row['id'])) ?? new Map<number, { name: string; every: number }>();
      best.set(Number(row['id']), ofApplication);
      const server = Number(row['server']);
      const every = EVERY[Number(row['backup_frequency'])] ?? Infinity;
      const known = ofApplication.get(server)?.every ?? Infinity;
      ofApplication.set(server, { name: row['name'] as string, every: Math.min(every, known) });
    }
  }
  return new Map([...best].map(([id, ofApplication]) => [id, backupsAmong([...ofApplication.values()])]));
}

function backupsAmong(servers: ReadonlyArray<{ name: string; every: number }>): Backups {
  const without = servers.filter(({ every }) => every === Infinity).map(({ name }) => name);
  if (!without.length) return { every: Math.max(...servers.map(({ every }) => every)), without };
  return { without: without.length < servers.length ? without : [] };
}
