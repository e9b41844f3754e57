import { BaseResource, JsonList, Links, Name, Resource, Text } from '../../engine/index.js';
import type { Role } from '../role.entity.js';

/** A named part of the map, to which roles can be kept. */
@Resource('perimeters', {
  titles: { fr: ['Périmètre', 'Périmètres'] },
  view: 'configuration',
  node: false,
  key: 'perimeter',
  table: 'own_perimeters',
  theirs: { table: 'perimeters', name: { min: 2, max: 32 }, beside: 'own_perimeter_parts' },
  softDelete: false,
  cartographiable: false,
  extRefs: false,
  about: 'A named part of the map, to which roles can be kept.',
})
export class Perimeter extends BaseResource {
  @Name({ about: 'Name of the perimeter' }) name!: string;
  @Text({ about: 'What it is for' }) description!: string | null;
  @JsonList({
    about: 'Places and entities that are in it with what belongs to them',
    example: [{ resource: 'sites', id: 1, depth: 'hosted' }],
  })
  roots!: object[] | null;
  @JsonList({
    about: 'Filters of lists whose objects are in it',
    example: [{ resource: 'applications', filter: { name_like: 'HR%' } }],
  })
  rules!: object[] | null;
  @Links('roles', { about: 'Roles that give their rights in this perimeter alone' })
  roles!: Role[];
}
