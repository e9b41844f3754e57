/** Entities and the applications they use. */
import { registry, selectOf } from '../engine/index.js';
import { html, list, text, yesNo } from './formatters/columns.js';
import { table, type Report } from './report.js';
import { raw, sql } from './sql.js';

const COLUMNS = ['id', 'name', 'description', 'is_external', 'entity_type', 'security_level', 'contact_point'];

export const entities: Report = {
  name: 'entities',
  file: 'entities',
  titles: { en: 'Who is who', fr: 'Qui est qui' },
  abouts: {
    en: 'Entities and the applications they use.',
    fr: 'Les entités, leurs contacts et les applications qu’elles utilisent.',
  },
  roots: ['entities'],
  async tables(run) {
    const columns = [
      text('name', 'name'),
      html('description', 'description'),
      yesNo('externalToEnterprise', 'is_external', 'no'),
      text('type', 'entity_type'),
      html('securityLevel', 'security_level'),
      html('pointOfContactHyphens', 'contact_point'),
      list('applications', await run.names('entities.applications')),
    ];
    const rows = run.rows(sql`
      SELECT ${raw(COLUMNS.map((name) => selectOf(registry.get('entities'), name, 'e')).join(', '))}
      FROM entities e WHERE ${run.shown('entities', 'e')} ORDER BY ${run.order('e')}`);
    return [table(run, 'entities', columns, rows)];
  },
};
