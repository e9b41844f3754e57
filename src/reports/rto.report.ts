/** Continuity needs of applications by activity, the most urgent first. */
import { minutes, text } from './formatters/columns.js';
import { table, type Report } from './report.js';
import { distinct } from './rows.js';
import { sql } from './sql.js';

export const rto: Report = {
  name: 'rto',
  file: 'rto',
  about: 'Continuity needs of applications beside those of the activities that they support.',
  roots: ['activities'],
  async tables(run) {
    const columns = [
      text('Application', 'application'),
      minutes('Application RTO', 'rto'),
      minutes('Application RPO', 'rpo'),
      text('Activity', 'activity'),
      minutes('MTD', 'maximum_tolerable_downtime'),
      minutes('Activity RTO', 'recovery_time_objective'),
      minutes('MTDL', 'maximum_tolerable_data_loss'),
      minutes('Activity RPO', 'recovery_point_objective'),
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
    return [table('Continuity', columns, distinct(rows, 'application_id', 'activity_id'))];
  },
};
