/** Who stored an object last, for whoever may see the object. */
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { lastChangerOf } from '../api/people.js';
import { t } from '../i18n/index.js';

/** When it was, and by whom; null where that is not known. */
export interface LastStoring {
  at: string | null;
  name: string | null;
}

/** The moment stands in the object; the server says who it was. Throws a ConnectionError. */
export async function lastStoring(
  map: MapOfKinds,
  { path }: Kind,
  { id, updated_at: at }: Readonly<Record<string, unknown>>,
): Promise<LastStoring> {
  const person = await lastChangerOf(path, id as number);
  const name = person && (person.id === map.rights.userId ? t('feed.you') : person.name);
  return { at: typeof at === 'string' ? at : null, name };
}
