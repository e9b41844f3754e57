import { Html, Links, MapObject, Name, Ref, Resource, Str } from '../../engine/index.js';
import type { Activity } from './activity.entity.js';
import type { Actor } from './actor.entity.js';
import type { Process } from './process.entity.js';
import type { Task } from './task.entity.js';

/** A piece of an activity, done by actors. */
@Resource('operations', {
  titles: { fr: ['Opération', 'Opérations'] },
  view: 'business',
  key: 'operation',
  uid: 'OPERATION_',
  about: 'A piece of an activity, done by actors.',
})
export class Operation extends MapObject {
  @Name({ about: 'Name of the operation' }) name!: string;
  @Html({ search: true, about: 'Description of the operation' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Ref('processes', {
    onDelete: 'CASCADE',
    about: 'Process it belongs to',
    edge: { family: 'business', upwards: true, degraded: 'all', passes: true },
  })
  process_id!: number | null;
  process!: Process | null;
  @Links('activities') activities!: Activity[];
  @Links('actors', { edge: { family: 'business', down: 'any' } }) actors!: Actor[];
  @Links('tasks', { edge: { family: 'business', degraded: 'all', passes: true } }) tasks!: Task[];
}
