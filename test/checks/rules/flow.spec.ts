/** Flows in clear. @seconds 10 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'flow',
  async ({ make, ids }) => {
    await make('ours', 'entities');
    await make('theirs', 'entities');
    await make('Lyon', 'sites');
    await make('Paris', 'sites');
    await make('host L', 'physical-servers', { site_id: ids['Lyon'] });
    await make('host P', 'physical-servers', { site_id: ids['Paris'] });
    await make('vm L', 'logical-servers', { physical_servers: [ids['host L']] });
    await make('vm P', 'logical-servers', { physical_servers: [ids['host P']] });
    await make('mine', 'applications', { entity_resp_id: ids['ours'], logical_servers: [ids['vm L']] });
    await make('mine too', 'applications', { entity_resp_id: ids['ours'], logical_servers: [ids['vm L']] });
    await make('far', 'applications', { entity_resp_id: ids['ours'], logical_servers: [ids['vm P']] });
    await make('foreign', 'applications', { entity_resp_id: ids['theirs'] });
    await make('unknown', 'applications');
    await make('secret', 'information', { security_need_c: 3 });
    await make('public', 'information', { security_need_c: 1 });
    const flow = (name: string, from: string, to: string, more: object): Promise<number> =>
      make(name, 'application-flows', { application_source_id: ids[from], application_dest_id: ids[to], ...more });
    await flow('to others', 'mine', 'foreign', { crypted: false });
    await flow('to others, sealed', 'mine', 'foreign', { crypted: true });
    await flow('to others, unsaid', 'mine', 'foreign', {});
    await flow('to Paris', 'mine', 'far', { crypted: false });
    await flow('at home', 'mine', 'mine too', { crypted: false, informations: [ids['public']] });
    await flow('at home, secret', 'mine', 'mine too', { crypted: false, informations: [ids['secret']] });
    await flow('to nobody knows', 'mine', 'unknown', { crypted: false });
    const rule = (name: string, protocol: string, more: object = {}): Promise<number> =>
      make(name, 'logical-flows', {
        physical_server_source_id: ids['host L'],
        physical_server_dest_id: ids['host P'],
        protocol,
        ...more,
      });
    await rule('telnet', 'TCP telnet');
    await rule('https', 'https');
    await rule('mixed', 'http, https');
    await rule('forbidden', 'telnet', { action: 'Deny' });
  },
  [
    {
      title: 'between entities, sites, and with what is secret',
      found: {
        'to others': {
          objects: ['mine', 'foreign'],
          message: 'Is not encrypted, and crosses a border between entities.',
        },
        'to Paris': { message: 'Is not encrypted, and crosses a border between sites.' },
        'at home, secret': { objects: ['secret'] },
        telnet: { objects: ['host L', 'host P'] },
      },
      near: ['to others, sealed', 'to others, unsaid', 'at home', 'to nobody knows', 'https', 'mixed', 'forbidden'],
    },
  ],
);
