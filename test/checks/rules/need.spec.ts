/** Needs that are lower than those above. @seconds 6 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'need',
  async ({ make, ids }) => {
    await make('secret', 'information', { security_need_c: 4 });
    await make('care', 'processes', { security_need_a: 3, security_need_c: 2 });
    await make('low base', 'databases', { security_need_c: 2, informations: [ids['secret']] });
    await make('high base', 'databases', { security_need_c: 4, informations: [ids['secret']] });
    await make('unset base', 'databases', { informations: [ids['secret']] });
    await make('low app', 'applications', { security_need_a: 1, security_need_c: 1, processes: [ids['care']] });
    await make('equal app', 'applications', { security_need_a: 3, processes: [ids['care']] });
    await make('proud app', 'applications', { security_need_i: 4 });
    await make('base below', 'databases', { security_need_i: 3, applications: [ids['proud app']] });
  },
  [
    {
      title: 'of at least 3',
      found: {
        'low base': {
          objects: ['secret'],
          message: 'Its need of confidentiality is 2; what rests on it needs more: secret (4).',
        },
        'low app': {
          objects: ['care'],
          message: 'Its need of availability is 1; what rests on it needs more: care (3).',
        },
        'base below': { objects: ['proud app'] },
      },
      near: ['high base', 'unset base', 'equal app', 'proud app'],
    },
    { title: 'of 4 alone', options: { least: 4 }, found: { 'low base': {}, 'base below': {} }, near: ['low app'] },
  ],
);
