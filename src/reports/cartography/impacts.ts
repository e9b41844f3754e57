/** What an interruption of activities would do. */
import { levelWord } from '../formatters/values.js';
import type { ReportRun } from '../report-run.js';
import { sql } from '../sql.js';
import { worked, type MapField } from './field.js';

/** The field of the impacts: `Financial: High`, worst first. One statement. */
export async function impactsField(run: ReportRun): Promise<MapField> {
  const texts = new Map<number, string[]>();
  const statement = sql`SELECT i.activity_id, i.impact_type, i.severity FROM activity_impact i
    ORDER BY i.severity DESC, i.impact_type, i.id`;
  for await (const rows of run.rows(statement)) {
    for (const { activity_id, impact_type, severity } of rows) {
      const word = run.said(levelWord(severity!) ?? '');
      const text = [String(impact_type ?? '').trim(), word].filter(Boolean).join(': ');
      const known = texts.get(activity_id as number);
      if (!known) texts.set(activity_id as number, [text]);
      else if (!known.includes(text)) known.push(text);
    }
  }
  return worked('Impacts', [], ({ id }) => texts.get(id as number)?.join(', ') || null);
}
