import { Html, Links, MapObject, Name, Resource, Str } from '../../engine/index.js';
import type { Operation } from './operation.entity.js';

/** An elementary piece of work within an operation. */
@Resource('tasks', {
  titles: { fr: ['Tâche', 'Tâches'] },
  view: 'business',
  key: 'task',
  uid: 'TASK_',
  about: 'An elementary piece of work within an operation.',
})
export class Task extends MapObject {
  @Name({ about: 'Name of the task' }) name!: string;
  @Html({ search: true, about: 'Description of the task' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Links('operations') operations!: Operation[];
}
