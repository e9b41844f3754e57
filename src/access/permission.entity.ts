import { BaseResource, Links, Name, Resource, Str } from '../engine/index.js';
import type { Role } from './role.entity.js';

/** The right to one action on one type of object. */
@Resource('permissions', {
  titles: { fr: ['Permission', 'Permissions'] },
  view: 'configuration',
  node: false,
  key: 'permission',
  label: 'title',
  softDelete: false,
  audited: false,
  cartographiable: false,
  readOnly: true,
  about: 'The right to one action on one type of object.',
})
export class Permission extends BaseResource {
  ext_refs!: string | null;
  @Name({
    unique: false,
    search: false,
    nullable: true,
    writable: false,
    about: 'Permission key, such as site_edit',
  })
  title!: string | null;
  @Str({ writable: false, about: 'Add-on that owns the permission' }) module!: string | null;
  @Links('roles', { writable: false, shown: false }) roles!: Role[];
}
