import { Html, Ip, MapObject, Name, Resource, Str } from '../../engine/index.js';

/** A DHCP server. Deprecated: describe it as a logical server. */
@Resource('dhcp-servers', {
  titles: { en: ['DHCP server', 'DHCP servers'], fr: ['Serveur DHCP', 'Serveurs DHCP'] },
  view: 'logical',
  key: 'dhcp_server',
  uid: 'DHCP_',
  deprecated: true,
  about: 'A DHCP server. Deprecated: describe it as a logical server.',
})
export class DhcpServer extends MapObject {
  @Name({ about: 'Name of the DHCP server' }) name!: string;
  @Html({ search: true, about: 'Description of the DHCP server' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Ip({
    search: true,
    about: 'IP address list, comma separated',
    edge: {
      family: 'network',
      down: 'any',
      group: 'net',
      partly: 'network',
      passes: true,
      sameAddress: { as: ['logical-servers', 'physical-servers'], down: 'any', passes: true },
    },
  })
  address_ip!: string | null;
}
