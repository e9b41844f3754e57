import { BaseResource, Int, Morph, Ref, Resource } from '../engine/index.js';
import type { Role } from './role.entity.js';
import type { User } from './user.entity.js';

/** The delegation of one object to a user or a role. */
@Resource('cartographers', {
  titles: { fr: ['Délégation', 'Délégations'] },
  view: 'configuration',
  node: false,
  key: 'cartographer',
  label: null,
  softDelete: false,
  cartographiable: false,
  extRefs: false,
  bigId: true,
  indexes: [['cartographiable_type', 'cartographiable_id']],
  about: 'The delegation of one object to a user or a role.',
})
export class Cartographer extends BaseResource {
  @Morph({ required: true, nullable: false, writable: 'store', about: 'Kind of object (class name)' })
  cartographiable_type!: string;
  @Int({ type: 'ubigint', required: true, min: 1, nullable: false, writable: 'store', about: 'Object concerned' })
  cartographiable_id!: number;
  @Ref('users', { requiredUnless: 'role_id', onDelete: 'CASCADE', about: 'User holding the right' }) user_id!:
    number | null;
  user!: User | null;
  @Ref('roles', { requiredUnless: 'user_id', onDelete: 'CASCADE', about: 'Role holding the right' }) role_id!:
    number | null;
  role!: Role | null;
}
