import { Html, Links, MapObject, Name, Ref, Resource } from '../../engine/index.js';

/** A piece of an activity, done by actors. */
@Resource('operations', {
  view: 'business',
  key: 'operation',
  uid: 'OPERATION_',
  about: 'A piece of an activity, done by actors.',
})
export class Operation extends MapObject {
  @Name({ about: 'Name of the operation' }) name!: string;
  @Html({ search: true, about: 'Description of the operation' }) description!: string | null;
  @Ref('processes', { onDelete: 'CASCADE', about: 'Process it belongs to' }) process_id!: number | null;
  @Links('activities') activities!: number[];
  @Links('actors') actors!: number[];
  @Links('tasks') tasks!: number[];
}
