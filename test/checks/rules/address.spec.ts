/** Addresses that cannot be. @seconds 10 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'address',
  async ({ make, ids, server }) => {
    await make('net', 'networks');
    await make('other net', 'networks');
    const subnet = (name: string, address: string, more: object = {}): Promise<number> =>
      make(name, 'subnetworks', { address, network_id: ids['net'], ...more });
    await subnet('wide', '10.0.0.0/16', { default_gateway: '10.0.0.1' });
    await subnet('narrow', '10.0.1.0/24', { default_gateway: '10.0.2.1' });
    await subnet('span', '10.1.0.0/24');
    await subnet('crossing', '10.1.0.0/25');
    await subnet('apart', '10.2.0.0/24', { network_id: ids['other net'] });
    // Older maps hold ranges by their ends.
    const set = (name: string, table: string, column: string, value: string): Promise<unknown> =>
      server.database.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, [value, ids[name]!]);
    await set('span', 'subnetworks', 'address', '10.1.0.0-10.1.0.200');
    await set('crossing', 'subnetworks', 'address', '10.1.0.100-10.1.1.20');
    await make('one', 'logical-servers', { address_ip: '10.0.1.5' });
    await make('two', 'logical-servers', { address_ip: '10.0.1.6, 10.0.1.5' });
    await make('host', 'physical-servers', { address_ip: '10.0.1.7' });
    await make('its vm', 'logical-servers', { address_ip: '10.0.1.7', physical_servers: [ids['host']] });
    await make('alone', 'logical-servers', { address_ip: '10.0.1.8' });
    await make('retired', 'logical-servers', { address_ip: '10.0.1.8', active: 0 });
    await make('unplanned', 'logical-servers', { address_ip: '172.16.0.9' });
    await make('unplanned too', 'workstations', { address_ip: '172.16.0.9' });
    await make('outside', 'logical-servers', { address_ip: '192.168.9.9' });
    await make('broken', 'logical-servers');
    await set('broken', 'logical_servers', 'address_ip', '10.0.1.300');
    await make('rule', 'logical-flows', { source_ip_range: 'web servers' });
  },
  [
    {
      title: 'what cannot be read',
      options: { kinds: ['unreadable'] },
      found: { broken: { message: 'Is no address, range, network or host name: 10.0.1.300.' } },
      near: ['one', 'two', 'rule', 'span'],
    },
    {
      title: 'addresses of two machines',
      options: { kinds: ['twice'] },
      found: {
        one: { objects: ['two'] },
        two: { objects: ['one'], message: '10.0.1.5 is also the address of one.' },
        // Their subnetwork is not in the map: flows lead to both of them.
        unplanned: { objects: ['unplanned too'] },
        'unplanned too': { objects: ['unplanned'] },
      },
      near: ['host', 'its vm', 'alone', 'retired'],
    },
    {
      title: 'addresses in no subnetwork',
      options: { kinds: ['nowhere'] },
      found: { outside: {}, unplanned: {}, 'unplanned too': {} },
      near: ['one', 'alone', 'host'],
    },
    {
      title: 'subnetworks that overlap',
      options: { kinds: ['overlap'] },
      found: { span: { objects: ['crossing'] }, crossing: { objects: ['span'] } },
      near: ['wide', 'narrow', 'apart'],
    },
    {
      title: 'gateways',
      options: { kinds: ['gateway'] },
      found: { narrow: { message: 'Its default gateway 10.0.2.1 lies outside of it.' } },
      near: ['wide', 'span', 'apart'],
    },
  ],
);
