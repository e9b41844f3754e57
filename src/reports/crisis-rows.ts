/** Critical applications, the entities that answer for them, and the relations of these that are in force. */
import type { Row } from '../database/database.js';
import type { ReportRun } from './report-run.js';
import { joined, raw, sql } from './sql.js';

/** From this level on a need is critical. */
const CRITICAL = 3;

const NEEDS = [
  ['Confidentiality', 'security_need_c'],
  ['Integrity', 'security_need_i'],
  ['Availability', 'security_need_a'],
  ['Traceability', 'security_need_t'],
  ['Authenticity', 'security_need_auth'],
] as const;

/** The needs that make an application critical. */
export const needsOf = ({ securityNeedAuth }: ReportRun) => NEEDS.slice(0, securityNeedAuth ? 5 : 4);

/** Critical applications with the relations of their entities that are in force; one row where there is none. */
export function crisisRows(run: ReportRun, date: string): AsyncIterable<Row[]> {
  const critical = needsOf(run).map(([, need]) => sql`${raw(`a.${need}`)} >= ${CRITICAL}`);
  return run.rows(sql`
    SELECT a.id, a.name, a.description, a.responsible, a.security_need_c, a.security_need_i, a.security_need_a,
      a.security_need_t, a.security_need_auth, a.rto, a.rpo, e.name AS entity, e.contact_point,
      e.description AS entity_description, r.id AS relation_id, r.name AS relation, r.type AS relation_type, r.importance,
      r.start_date, r.end_date, r.description AS relation_description
    FROM applications a
    LEFT JOIN entities e ON e.id = a.entity_resp_id AND ${run.shown('entities', 'e')}
    LEFT JOIN relations r ON r.source_id = e.id AND r.active = 1 AND ${run.shown('relations', 'r')}
      AND (r.start_date IS NULL OR r.start_date <= ${date}) AND (r.end_date IS NULL OR r.end_date >= ${date})
    WHERE (${joined(critical, ' OR ')}) AND ${run.shown('applications', 'a')}
    ORDER BY ${run.order('a')}, ${run.order('r')}`);
}
