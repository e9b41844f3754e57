import { Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import type { Operation } from './operation.entity.js';

/** A person, group or role that carries out operations. */
@Resource('actors', {
  titles: { fr: ['Acteur', 'Acteurs'] },
  view: 'business',
  key: 'actor',
  uid: 'ACTOR_',
  about: 'A person, group or role that carries out operations.',
})
export class Actor extends MapObject {
  @Name({ about: 'Name of the actor' }) name!: string;
  @Str({ search: true, about: 'Person, group or entity' }) nature!: string | null;
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Str({ about: 'How to reach the actor' }) contact!: string | null;
  @Links('operations') operations!: Operation[];
}
