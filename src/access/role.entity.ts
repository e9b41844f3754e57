import { BaseResource, Links, Name, Resource } from '../engine/index.js';
import type { Perimeter } from './perimeters/perimeter.entity.js';
import type { Permission } from './permission.entity.js';
import type { User } from './user.entity.js';

/** A set of permissions that users hold. */
@Resource('roles', {
  titles: { fr: ['Rôle', 'Rôles'] },
  view: 'configuration',
  node: false,
  key: 'role',
  label: 'title',
  cartographiable: false,
  extRefs: false,
  about: 'A set of permissions that users hold.',
})
export class Role extends BaseResource {
  @Name({ search: false, nullable: true, about: 'Role name' }) title!: string | null;
  @Links('users', { writable: false, shown: false }) users!: User[];
  @Links('permissions', { openColumns: ['id', 'title'] }) permissions!: Permission[];
  @Links('perimeters', {
    table: 'own_perimeter_role',
    ownColumn: 'role_id',
    otherColumn: 'perimeter_id',
    unique: true,
    foreignKeys: false,
    about: 'Perimeters in which the role gives its rights; none: everywhere',
  })
  perimeters!: Perimeter[];
  deleted_at!: string | null;
}
