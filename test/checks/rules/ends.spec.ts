/** Ends of certificates and relations. @seconds 6 */
import { dayFrom, ruleTable } from './rule-table.js';

ruleTable(
  'ends',
  async ({ make, ids, server }) => {
    await make('past', 'certificates', { end_validity: dayFrom(-3) });
    await make('today', 'certificates', { end_validity: dayFrom(0) });
    await make('in 30 days', 'certificates', { end_validity: dayFrom(30) });
    await make('in 31 days', 'certificates', { end_validity: dayFrom(31) });
    await make('never', 'certificates');
    await make('gone', 'certificates', { end_validity: dayFrom(-1) });
    await server.delete(`/api/certificates/${ids['gone']}`);
    await make('we', 'entities');
    await make('contract', 'relations', { source_id: ids['we'], destination_id: ids['we'], end_date: dayFrom(10) });
    await make('long contract', 'relations', {
      source_id: ids['we'],
      destination_id: ids['we'],
      end_date: dayFrom(300),
    });
    await make('desk', 'workstations', { warranty_end_date: dayFrom(20) });
  },
  [
    {
      title: 'what is past, and what comes within 30 days',
      found: {
        past: { fields: ['end_validity'] },
        ...{ today: {}, 'in 30 days': {}, contract: { fields: ['end_date'] }, desk: { fields: ['warranty_end_date'] } },
      },
      near: ['in 31 days', 'never', 'gone', 'long contract'],
    },
    {
      title: 'without the past',
      options: { past: false, within: '1w' },
      found: { today: {} },
      near: ['past', 'in 30 days', 'contract'],
    },
    {
      title: 'of one kind',
      type: 'relations',
      options: { within: '1y' },
      found: { contract: {}, 'long contract': {} },
      near: ['past'],
    },
  ],
);
