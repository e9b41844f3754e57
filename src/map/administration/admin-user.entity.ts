import { Html, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import { Icon } from '../codes.js';
import type { AdDomain } from './ad-domain.entity.js';
import type { Application } from '../application/application.entity.js';
import type { Document } from '../../documents/document.entity.js';
import type { Zone } from '../physical-infrastructure/zone.entity.js';

/** An account that administers or uses systems. */
@Resource('admin-users', {
  titles: {
    en: ['Administration user', 'Administration users'],
    fr: ['Compte administrateur', 'Comptes administrateurs'],
  },
  view: 'administration',
  key: 'admin_user',
  uid: 'USER_',
  label: 'user_id',
  cartographiable: false,
  uniqueIndexes: [{ name: 'domain_id_user_id_unique', columns: ['domain_id', 'user_id', 'deleted_at'] }],
  about: 'An account that administers or uses systems.',
  graph: { account: true },
})
export class AdminUser extends MapObject {
  @Name({ about: 'Account name' }) user_id!: string;
  @Str({ search: true, about: 'First name' }) firstname!: string | null;
  @Str({ search: true, about: 'Family name' }) lastname!: string | null;
  @Str({ search: true, about: 'Kind of account' }) type!: string | null;
  @Str({ about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Icon() icon_id!: number | null;
  icon!: Document | null;
  @Html({ search: true, about: 'Description of the account' }) description!: string | null;
  @Ref('domains', { onDelete: 'CASCADE', about: 'Domain it belongs to', edge: { family: 'access', degraded: 'all' } })
  domain_id!: number | null;
  domain!: AdDomain | null;
  @Links('applications', { aliases: ['application_id'] }) applications!: Application[];
  @Links('zones', { unique: true }) zones!: Zone[];
}
