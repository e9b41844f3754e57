import { BaseResource, Choice, Links, Moment, Name, Resource, Secret, Str } from '../engine/index.js';
import { GRANULARITY } from '../map/codes.js';
import type { Role } from './role.entity.js';

/** A person or script that signs in. */
@Resource('users', {
  titles: { fr: ['Utilisateur', 'Utilisateurs'] },
  view: 'configuration',
  node: false,
  key: 'user',
  cartographiable: false,
  extRefs: false,
  uniqueIndexes: [{ name: 'users_email_unique', columns: ['email', 'deleted_at'] }],
  about: 'A person or script that signs in.',
})
export class User extends BaseResource {
  @Str({ required: true, unique: true, nullable: false, index: 'own', names: true, about: 'Sign-in identifier' })
  login!: string;
  @Name({ required: false, search: false, about: 'Display name' }) name!: string | null;
  @Str({ format: 'email', unique: true, identifies: true, about: 'E-mail address' }) email!: string | null;
  @Moment({ writable: false, about: 'When the e-mail was confirmed' }) email_verified_at!: string | null;
  @Secret({ min: 8, max: 255, maxBytes: 72, about: 'Bcrypt hash, write only' }) password!: string | null;
  @Secret({ writable: false, about: 'Session token of the older product' }) remember_token!: string | null;
  @Choice(GRANULARITY, { about: 'Level of detail shown, 1 to 3' }) granularity!: number | null;
  @Str({ size: 2, format: 'two-letters', about: 'Two-letter interface language' }) language!: string | null;
  @Str({
    later: true,
    size: 16,
    format: 'flow-label',
    about: 'What the older product labels flows with: name or nature',
  })
  flow_label!: string | null;
  @Links('roles') roles!: Role[];
  deleted_at!: string | null;
}
