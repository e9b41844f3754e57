import { Html, Ip, MapObject, Name, Resource, Str } from '../../engine/index.js';

/** A DNS server. Deprecated: describe it as a logical server. */
@Resource('dnsservers', {
  titles: { en: ['DNS server', 'DNS servers'], fr: ['Serveur DNS', 'Serveurs DNS'] },
  view: 'logical',
  key: 'dnsserver',
  uid: 'DNS_',
  morph: 'Dnsserver',
  deprecated: true,
  about: 'A DNS server. Deprecated: describe it as a logical server.',
})
export class DnsServer extends MapObject {
  @Name({ about: 'Name of the DNS server' }) name!: string;
  @Html({ search: true, about: 'Description of the DNS server' }) description!: string | null;
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
