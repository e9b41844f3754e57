import { BaseResource, Flag, Json, Name, Ref, Resource, Text } from '../../engine/index.js';
import type { User } from '../../access/user.entity.js';

/** What somebody explored on the map, to be shown again. It names objects; each reader sees those that they may list. */
@Resource('saved-maps', {
  titles: { fr: ['Carte enregistrée', 'Cartes enregistrées'] },
  view: 'graph',
  node: false,
  key: 'graph',
  table: 'own_saved_maps',
  softDelete: false,
  cartographiable: false,
  owner: { column: 'user_id', open: 'is_public', most: 200 },
  extRefs: false,
  bigId: true,
  about: 'A saved exploration of the map.',
})
export class SavedMap extends BaseResource {
  @Name({ unique: false, about: 'Title' }) name!: string;
  @Text({ about: 'What it shows' }) description!: string | null;
  @Json({
    required: true,
    nullable: false,
    maxBytes: 262_144,
    about: 'What the page needs to show it again: a JSON object of 256 kB at most',
    example: { mode: 'explore', roots: ['applications_1'], opened: ['applications_1'], moved: { bays_1: [120, 80] } },
  })
  state!: object;
  @Flag({ boolean: true, nullable: false, default: 0, about: 'Visible to every user' }) is_public!: boolean;
  @Ref('users', { onDelete: 'SET NULL', writable: false, about: 'Who saved it' }) user_id!: number | null;
  user!: User | null;
}
