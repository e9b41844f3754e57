/** Continuity needs of applications by activity, the most urgent first. */
import type { Row } from '../database/database.js';
import { minutes, text } from './formatters/columns.js';
import { table, type Report } from './report.js';
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
    ];
    const rows = run.rows(sql`
      SELECT a.id AS application_id, a.name AS application, a.rto, a.rpo, v.id AS activity_id, v.name AS activity,
        v.maximum_tolerable_downtime, v.recovery_time_objective, v.maximum_tolerable_data_loss, v.recovery_point_objective,
        CASE WHEN v.recovery_time_objective > 0 THEN v.recovery_time_objective
          WHEN v.maximum_tolerable_downtime > 0 THEN v.maximum_tolerable_downtime END AS urgency
      FROM activity_application p
      JOIN applications a ON a.id = p.application_id AND ${run.shown('applications', 'a')}
      JOIN activities v ON v.id = p.activity_id AND ${run.shown('activities', 'v')}
      ORDER BY urgency IS NULL, urgency, ${run.order('a')}, ${run.order('v')}`);
    return [table(run, 'continuity', columns, distinct(rows, 'application_id', 'activity_id'))];
  },
};

/**
 * Leaves out rows that repeat the one before in all of these columns: tables that join two types may hold a pair twice, and
 * sorted by name and id such rows stand side by side.
 */
async function* distinct(batches: AsyncIterable<Row[]>, ...columns: readonly string[]): AsyncIterable<Row[]> {
  let last: Row | undefined;
  for await (const rows of batches) {
    yield rows.filter((row) => {
      const repeated = last !== undefined && columns.every((column) => row[column] === last![column]);
      last = row;
      return !repeated;
    });
  }
}
