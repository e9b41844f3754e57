/** What is no longer active and still carries something. @seconds 6 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'inactive',
  async ({ make, ids, server }) => {
    await make('old', 'logical-servers', { active: false });
    await make('old base server', 'logical-servers', { active: false });
    await make('idle', 'logical-servers', { active: false });
    await make('current', 'logical-servers', { active: true });
    await make('unknown', 'logical-servers');
    await make('app', 'applications', { logical_servers: [ids['old'], ids['current'], ids['unknown']] });
    await make('gone app', 'applications', { logical_servers: [ids['idle']] });
    await server.delete(`/api/applications/${ids['gone app']}`);
    await make('base', 'databases', { logical_servers: [ids['old base server']] });
    await make('we', 'entities');
    const ends = { source_id: ids['we'], destination_id: ids['we'] };
    await make('ended', 'relations', { ...ends, active: false, applications: [ids['app']] });
    await make('in force', 'relations', { ...ends, active: true, applications: [ids['app']] });
  },
  [
    {
      title: 'servers and relations',
      found: {
        old: { objects: ['app'], message: 'Is no longer active, and still carries app.' },
        'old base server': { objects: ['base'] },
        ended: { objects: ['app'] },
      },
      near: ['idle', 'current', 'unknown', 'in force'],
    },
  ],
);
