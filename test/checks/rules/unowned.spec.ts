/** Objects for which nobody answers. @seconds 6 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'unowned',
  async ({ make, ids }) => {
    await make('we', 'entities');
    await make('nobody', 'applications');
    await make('a person', 'applications', { responsible: 'Ada' });
    await make('an entity', 'applications', { entity_resp_id: ids['we'] });
    await make('no owner', 'processes');
    await make('an owner', 'processes', { owner: 'Ada' });
    await make('server', 'physical-servers', { responsible: '' });
    await make('site', 'sites');
  },
  [
    {
      title: 'all kinds that name somebody',
      found: {
        nobody: { message: 'Nobody is named as responsible for it.' },
        'no owner': { fields: ['owner'] },
        server: {},
      },
      near: ['a person', 'an entity', 'an owner', 'site'],
    },
    {
      title: 'some of them',
      options: { types: ['applications'] },
      found: { nobody: {} },
      near: ['no owner', 'server'],
    },
  ],
);
