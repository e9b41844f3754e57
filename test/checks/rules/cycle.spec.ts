/** Circles of parents and flows. @seconds 8 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'cycle',
  async ({ make, ids, server }) => {
    await make('a', 'entities');
    await make('b', 'entities', { parent_entity_id: ids['a'] });
    await make('c', 'entities', { parent_entity_id: ids['b'] });
    await make('below', 'entities', { parent_entity_id: ids['c'] });
    await make('own', 'entities');
    await make('plain', 'entities', { parent_entity_id: ids['own'] });
    // Nobody can make one any more; existing maps hold them.
    await server.database.run('UPDATE entities SET parent_entity_id = ? WHERE id = ?', [ids['c']!, ids['a']!]);
    await server.database.run('UPDATE entities SET parent_entity_id = id WHERE id = ?', [ids['own']!]);
    for (const name of ['x', 'y', 'z', 'w']) await make(name, 'applications');
    const flow = (from: string, to: string, more = {}): Promise<number> =>
      make(`${from}${to}`, 'application-flows', {
        application_source_id: ids[from],
        application_dest_id: ids[to],
        ...more,
      });
    await flow('x', 'y');
    await flow('y', 'z');
    await flow('z', 'x');
    await flow('z', 'w', { bidirectional: true });
  },
  [
    {
      title: 'parents',
      found: {
        a: { objects: ['b', 'c'] },
        b: { objects: ['a', 'c'] },
        c: { objects: ['a', 'b'] },
        own: { objects: ['own'] },
      },
      near: ['below', 'plain', 'x', 'y'],
    },
    {
      title: 'flows',
      type: 'applications',
      options: { flows: true },
      found: { x: { objects: ['y', 'z'] }, y: {}, z: {} },
      near: ['w'],
    },
  ],
);
