/** Objects that nothing is linked to. @seconds 6 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'orphan',
  async ({ make, ids }) => {
    await make('alone', 'applications');
    await make('lonely site', 'sites');
    await make('lost base', 'databases');
    await make('vm', 'logical-servers');
    await make('linked', 'applications', { logical_servers: [ids['vm']] });
    await make('place', 'sites');
    await make('house', 'buildings', { site_id: ids['place'] });
  },
  [
    {
      title: 'of all kinds',
      found: { alone: { message: 'Nothing in the map is linked to it.' }, 'lonely site': {}, 'lost base': {} },
      near: ['vm', 'linked', 'place', 'house'],
    },
    {
      title: 'of some kinds',
      options: { types: ['sites'] },
      found: { 'lonely site': {} },
      near: ['alone', 'lost base', 'place'],
    },
  ],
);
