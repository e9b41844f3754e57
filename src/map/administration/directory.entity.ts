import { Html, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import type { AdminZone } from './admin-zone.entity.js';
import type { Application } from '../application/application.entity.js';

/** A directory of users and machines. */
@Resource('annuaires', {
  titles: { en: ['Directory', 'Directories'], fr: ['Annuaire', 'Annuaires'] },
  view: 'administration',
  key: 'annuaire',
  uid: 'ANNUAIRE_',
  morph: 'Annuaire',
  about: 'A directory of users and machines.',
})
export class Directory extends MapObject {
  @Name({ about: 'Name of the directory service' }) name!: string;
  @Html({ search: true, about: 'Description of the directory service' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Str({ search: true, about: 'Technical product used' }) solution!: string | null;
  @Ref('applications', {
    later: true,
    about: 'Application that it is',
    edge: { family: 'access', down: 'all', passes: true },
  })
  application_id!: number | null;
  application!: Application | null;
  @Ref('zone-admins', { about: 'Administration zone it belongs to', edge: { family: 'access', down: 'all' } })
  zone_admin_id!: number | null;
  zone_admin!: AdminZone | null;
}
