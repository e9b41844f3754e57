/** What the maturity report asks for. @seconds 6 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'incomplete',
  async ({ make, ids }) => {
    await make('bare', 'sites');
    await make('told', 'sites', { description: 'A site' });
    await make('no place', 'workstations', { description: 'A desk' });
    await make('placed', 'workstations', {
      description: 'A desk',
      site_id: ids['told'],
      building_id: await make('house', 'buildings', { description: 'x' }),
    });
    await make('no solution', 'annuaires', { description: 'x' });
    await make('half a process', 'processes', { description: 'x', in_out: 'x', owner: 'Ada' });
  },
  [
    {
      title: 'level 1',
      found: {
        bare: { fields: ['description'], message: 'Not filled in: Description.' },
        'no place': { fields: ['site_id', 'building_id'] },
        'no solution': { fields: ['solution', 'zone_admin_id'] },
      },
      near: ['told', 'placed', 'half a process', 'house'],
    },
    {
      title: 'level 2',
      type: 'processes',
      options: { level: 2 },
      found: {
        'half a process': {
          fields: ['macroprocess_id', 'security_need_c', 'security_need_i', 'security_need_a', 'security_need_t'],
        },
      },
      near: [],
    },
  ],
);
