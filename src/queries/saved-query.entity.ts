import { BaseResource, Flag, Json, Name, Ref, Resource, Text } from '../engine/index.js';
import type { User } from '../access/user.entity.js';

/** A stored query over the map. */
@Resource('queries', {
  titles: { en: ['Stored query', 'Stored queries'], fr: ['Requête enregistrée', 'Requêtes enregistrées'] },
  view: 'queries',
  node: false,
  key: 'query',
  table: 'saved_queries',
  softDelete: false,
  audited: false,
  cartographiable: false,
  owner: { column: 'user_id', open: 'is_public' },
  extRefs: false,
  bigId: true,
  about: 'A stored query over the map.',
})
export class SavedQuery extends BaseResource {
  @Name({ unique: false, search: false, about: 'Query title' }) name!: string;
  @Text({ about: 'Description of the stored query' }) description!: string | null;
  @Json({
    required: true,
    nullable: false,
    about: 'Query definition, JSON object',
    example: {
      from: 'applications',
      fields: ['name', 'rto'],
      filters: [{ field: 'rto', operator: '<=', value: 60 }],
    },
  })
  query!: object;
  @Flag({ boolean: true, nullable: false, default: 0, about: 'Visible to every user' }) is_public!: boolean;
  @Ref('users', { onDelete: 'SET NULL', writable: false, about: 'Who stored the query' }) user_id!: number | null;
  user!: User | null;
}
