/** Runs as they are kept: asked for, under way, done. */
import type { Database, Param, Row } from '../../database/database.js';

/** What a run is for. */
export type Reason = 'night' | 'changes' | 'hand';

export interface Run {
  id: number;
  state: 'waiting' | 'running' | 'done' | 'failed';
  reason: Reason;
  /** Keys of the checks that it keeps to; null: all that are on. */
  checks: string[] | null;
  done: number;
  total: number;
  opened: number;
  gone: number;
  failed: number;
  queuedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

export const SELECT_RUN = 'SELECT r.* FROM `own_check_runs` r';

export function runOf(row: Row): Run {
  const number = (name: string): number => Number(row[name]);
  return {
    ...{ id: number('id'), state: row['state'] as Run['state'], reason: row['reason'] as Reason },
    checks: JSON.parse((row['checks'] as string | null) ?? 'null') as string[] | null,
    ...{ done: number('done'), total: number('total'), opened: number('opened'), gone: number('gone') },
    ...{ failed: number('failed'), queuedAt: String(row['queued_at']) },
    ...{ startedAt: row['started_at'] as string | null, finishedAt: row['finished_at'] as string | null },
  };
}

/** Sets columns of a run. */
export async function setRun(database: Database, id: number, set: Readonly<Record<string, Param>>): Promise<void> {
  const names = Object.keys(set).map((name) => `\`${name}\` = ?`);
  await database.run(`UPDATE \`own_check_runs\` SET ${names.join(', ')} WHERE \`id\` = ?`, [...Object.values(set), id]);
}

/** A run as answered. `withCounts`: what it found is told to who may list all that it looked at. */
export const runAnswer = (run: Run, { clock }: Database, withCounts: boolean): Record<string, unknown> => ({
  ...{ id: run.id, state: run.state, reason: run.reason, checks: run.checks, done: run.done, total: run.total },
  ...(withCounts ? { opened: run.opened, gone: run.gone } : { opened: null, gone: null }),
  ...{ failed: run.failed, queued_at: clock.toApi(run.queuedAt) },
  started_at: run.startedAt === null ? null : clock.toApi(run.startedAt),
  finished_at: run.finishedAt === null ? null : clock.toApi(run.finishedAt),
});
