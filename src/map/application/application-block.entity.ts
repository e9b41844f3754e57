import { Html, MapObject, Name, Owns, Resource, Str } from '../../engine/index.js';
import type { Application } from './application.entity.js';

/** A group of applications. */
@Resource('application-blocks', {
  titles: { fr: ['Bloc applicatif', 'Blocs applicatifs'] },
  view: 'application',
  key: 'application_block',
  uid: 'BLOCK_',
  graph: { heading: true },
  about: 'A group of applications.',
})
export class ApplicationBlock extends MapObject {
  @Name({ about: 'Name of the application block' }) name!: string;
  @Html({ search: true, about: 'Description of the application block' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Str({ search: true, about: 'Person or team in charge' }) responsible!: string | null;
  @Owns('applications', 'application_block_id', { aliases: ['application_id'] }) applications!: Application[];
}
