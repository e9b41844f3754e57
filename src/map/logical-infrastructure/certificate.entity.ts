import { Choice, Day, Html, Links, MapObject, Moment, Name, Resource, Str } from '../../engine/index.js';
import { CERTIFICATE_STATUS } from '../codes.js';
import type { Application } from '../application/application.entity.js';
import type { LogicalServer } from './logical-server.entity.js';

/** A certificate, with its validity. */
@Resource('certificates', {
  titles: { fr: ['Certificat', 'Certificats'] },
  synonyms: ['TLS', 'SSL'],
  view: 'logical',
  key: 'certificate',
  uid: 'CERT_',
  about: 'A certificate, with its validity.',
})
export class Certificate extends MapObject {
  @Name({ about: 'Name of the certificate' }) name!: string;
  @Str({ search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Html({ search: true, about: 'Description of the certificate' }) description!: string | null;
  @Choice(CERTIFICATE_STATUS, { about: 'State of the certificate, coded' }) status!: number | null;
  @Day({ about: 'Start of validity' }) start_validity!: string | null;
  @Day({ ends: true, about: 'Expiry date' }) end_validity!: string | null;
  @Moment({ writable: false, about: 'Last expiry warning sent' }) last_notification!: string | null;
  @Links('logical-servers', { aliases: ['servers'] }) logical_servers!: LogicalServer[];
  @Links('applications', { aliases: ['application_id'] }) applications!: Application[];
}
