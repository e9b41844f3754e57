/** All applications by application block, with their people, needs and support. */
import { cell, html, list, number, securityNeeds, text } from './formatters/columns.js';
import { cpe } from './formatters/values.js';
import { table, type Report } from './report.js';
import type { RelatedNames } from './related-names.js';
import type { ReportRun } from './report-run.js';
import { sql } from './sql.js';

export const applicationsByBlocks: Report = {
  name: 'applicationsByBlocks',
  file: 'applications',
  titles: { en: 'Application portfolio', fr: 'Portefeuille d’applications' },
  abouts: {
    en: 'All applications by application block, with CPE, people, security and continuity needs, and support.',
    fr: 'Toutes les applications par bloc applicatif, avec responsables, besoins de sécurité et de continuité, et support.',
  },
  roots: ['applications'],
  async tables(run) {
    const names = (link: string): Promise<RelatedNames> => run.names(`applications.${link}`);
    const columns = [
      text('applicationBlock', 'block'),
      text('name', 'name'),
      html('description', 'description'),
      cell('cpe', (row) => cpe(row['vendor']!, row['product']!, row['version']!)),
      text('responsibleEntity', 'entity'),
      list('usingEntities', await names('entities')),
      text('responsible', 'responsible'),
      list('processes', await names('processes')),
      list('activities', await names('activities')),
      text('editor', 'editor'),
      text('technology', 'technology'),
      text('typeOfApplication', 'type'),
      text('users', 'users'),
      text('externalExposure', 'external'),
      ...securityNeeds(run),
      number('rto', 'rto'),
      number('rpo', 'rpo'),
      text('documentation', 'documentation'),
      list('logicalServersCaps', await names('logical_servers')),
      list('physicalServers', await physicalServers(run)),
      list('workstations', await names('workstations')),
      list('databases', await names('databases')),
    ];
    const rows = run.rows(sql`
      SELECT b.name AS block, e.name AS entity, a.id, a.name, a.description, a.vendor, a.product, a.version, a.responsible,
        a.editor, a.technology, a.type, a.users, a.external, a.security_need_c, a.security_need_i, a.security_need_a,
        a.security_need_t, a.security_need_auth, a.rto, a.rpo, a.documentation
      FROM applications a
      LEFT JOIN application_blocks b ON b.id = a.application_block_id AND ${run.shown('application-blocks', 'b')}
      LEFT JOIN entities e ON e.id = a.entity_resp_id AND ${run.shown('entities', 'e')}
      WHERE ${run.shown('applications', 'a')} ORDER BY b.id IS NULL, ${run.order('b')}, ${run.order('a')}`);
    return [table(run, 'applications', columns, rows, { names: 2 })];
  },
};

/** Those that an application is linked to itself, and those that host its logical servers. */
const physicalServers = (run: ReportRun): Promise<RelatedNames> =>
  run.namesOf(sql`
    SELECT p.own, t.id, t.name FROM (
      SELECT al.application_id AS own, lp.physical_server_id AS other FROM application_logical_server al
      JOIN logical_servers l ON l.id = al.logical_server_id AND ${run.shown('logical-servers', 'l')}
      JOIN logical_server_physical_server lp ON lp.logical_server_id = l.id
      UNION SELECT application_id, physical_server_id FROM application_physical_server
    ) p JOIN physical_servers t ON t.id = p.other
    WHERE ${run.shown('physical-servers', 't')} ORDER BY ${run.order('t')}`);
