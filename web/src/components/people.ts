/** People as pages name them who have no name here. */
import { reachable, type MapOfKinds } from '../api/map.js';
import { t } from '../i18n/index.js';

/** Somebody whose name is not known: to whoever may list people a number, to others not even that. */
export const unknownPerson = (map: MapOfKinds, id: number): string =>
  reachable(map, 'users') ? `#${id}` : t('someone');
