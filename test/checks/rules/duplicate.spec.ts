/** Objects that are there twice. @seconds 8 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'duplicate',
  async ({ make, ids, server }) => {
    await make('Été', 'applications');
    await make('other', 'applications');
    // Existing maps hold namesakes, which nobody can make any more.
    await server.database.run("UPDATE applications SET name = 'ete' WHERE id = ?", [ids['other']!]);
    await make('ete', 'databases');
    await make('one', 'workstations', { serial_number: 'AB-12 34', mac_address: '00:11:22:33:44:55' });
    await make('two', 'workstations', { serial_number: 'ab1234' });
    await make('three', 'workstations', { serial_number: 'ab1235', mac_address: '0011.2233.4455, 66:77:88:99:aa:bb' });
    await make('none', 'workstations', { serial_number: 'To be filled by O.E.M.' });
    await make('none too', 'workstations', {
      serial_number: 'To be filled by O.E.M.',
      mac_address: 'ff:ff:ff:ff:ff:ff',
    });
    await make('gone', 'workstations', { serial_number: 'ab1234' });
    await server.delete(`/api/workstations/${ids['gone']}`);
  },
  [
    {
      title: 'names of one kind, whatever their case and accents',
      options: { by: ['name'] },
      found: { Été: { objects: ['ete'] }, ete: { objects: ['Été'] } },
      near: ['other', 'one', 'two'],
    },
    {
      title: 'serial numbers, then hardware addresses',
      options: { by: ['serial', 'mac'] },
      found: {
        one: { objects: ['two'], message: 'Has the same serial number as two: AB1234.' },
        two: { objects: ['one'] },
        three: { objects: ['one'], message: 'Has the same MAC address as one: 001122334455.' },
      },
      near: ['none', 'none too', 'gone'],
    },
  ],
);
