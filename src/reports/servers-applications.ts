/** Applications as they are shown beside the servers that they run on. */
import type { Row } from '../database/database.js';
import type { ReportRun } from './report-run.js';
import { sql } from './sql.js';

/** What is shown of applications, with the entities that use them; in the order of their names. */
export async function applicationsOf(run: ReportRun): Promise<Map<number, Row>> {
  const applications = new Map<number, Row>();
  const statement = sql`
    SELECT a.id AS application_id, a.name AS application, a.responsible, e.name AS entity, b.name AS block,
      b.responsible AS block_responsible, u.id AS user_id, u.name AS users
    FROM applications a
    LEFT JOIN entities e ON e.id = a.entity_resp_id AND ${run.shown('entities', 'e')}
    LEFT JOIN application_blocks b ON b.id = a.application_block_id AND ${run.shown('application-blocks', 'b')}
    LEFT JOIN application_entity p ON p.application_id = a.id
    LEFT JOIN entities u ON u.id = p.entity_id AND ${run.shown('entities', 'u')}
    WHERE ${run.shown('applications', 'a')} ORDER BY ${run.order('a')}, ${run.order('u')}`;
  for await (const rows of run.rows(statement)) {
    for (const row of rows) {
      const known = applications.get(row['application_id'] as number);
      if (!known) applications.set(row['application_id'] as number, { ...row, place: applications.size });
      else if (known['user_id'] === null) [known['user_id'], known['users']] = [row['user_id']!, row['users']!];
      else if (known['user_id'] !== row['user_id']) {
        [known['user_id'], known['users']] = [
          row['user_id']!,
          `${known['users'] as string}, ${row['users'] as string}`,
        ];
      }
    }
  }
  return applications;
}

/** A row for each application of each server, in their order and each once; one for a server without. */
export async function* joinedTo(applications: Map<number, Row>, batches: AsyncIterable<Row[]>): AsyncIterable<Row[]> {
  let server: Row | undefined;
  let places = new Set<Row>();
  const joined = (): Row[] =>
    places.size
      ? [...places]
          .sort((a, b) => (a['place'] as number) - (b['place'] as number))
          .map((row) => ({ ...row, ...server }))
      : [server!];
  for await (const rows of batches) {
    const done: Row[] = [];
    for (const row of rows) {
      if (server && row['id'] !== server['id']) {
        done.push(...joined());
        places = new Set();
      }
      server = row;
      const application = applications.get(row['application_id'] as number);
      if (application) places.add(application);
    }
    yield done;
  }
  if (server) yield joined();
}
