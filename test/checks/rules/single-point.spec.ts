/** What everything hangs on, and what hangs on nothing. @seconds 8 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'single-point',
  async ({ make, ids }) => {
    await make('vm a', 'logical-servers');
    await make('vm b', 'logical-servers');
    await make('vm c', 'logical-servers');
    await make('group', 'clusters', { logical_servers: [ids['vm b'], ids['vm c']] });
    await make('needed', 'applications', { security_need_a: 3, logical_servers: [ids['vm a']] });
    await make('twice', 'applications', { security_need_a: 4, logical_servers: [ids['vm b'], ids['vm c']] });
    await make('vm d', 'logical-servers');
    await make('unneeded', 'applications', { security_need_a: 2, logical_servers: [ids['vm d']] });
    await make('base', 'databases', { applications: [ids['needed']] });
    await make('vm e', 'logical-servers', { databases: [ids['base']] });
  },
  [
    {
      title: 'of a need of 3',
      found: {
        'vm a': { objects: ['needed'], message: 'Its outage alone takes down needed.' },
        base: { objects: ['needed'] },
        'vm e': { objects: ['needed'] },
      },
      near: ['vm b', 'vm c', 'vm d', 'needed', 'unneeded'],
    },
    {
      title: 'of a need of 2',
      options: { need: 2 },
      type: 'logical-servers',
      found: { 'vm a': {}, 'vm d': { objects: ['unneeded'] }, 'vm e': {} },
      near: ['vm b', 'base'],
    },
  ],
);
