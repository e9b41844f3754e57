/** Who stored an object last, as far as the reader may know it. */
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { namesOfKind } from '../api/names.js';
import { send } from '../api/send.js';
import { t } from '../i18n/index.js';

/** When it was, and by whom; null where that is not known. */
export interface Storing {
  at: string | null;
  name: string | null;
}

/** The kind of the journal's entries. */
const JOURNAL = 'audit-logs';

/** Whether the reader may know who did what. */
export function mayReadJournal({ kinds, rights }: MapOfKinds): boolean {
  const journal = kinds.get(JOURNAL);
  return journal !== undefined && rights.mayList(journal.tag);
}

/** The moment stands in the object; the journal tells who it was to whoever may read it. Throws a ConnectionError. */
export async function lastStoring(
  map: MapOfKinds,
  { tag: { 'x-type': type } }: Kind,
  { id, updated_at: at }: Readonly<Record<string, unknown>>,
): Promise<Storing> {
  const storing: Storing = { at: typeof at === 'string' ? at : null, name: null };
  if (!mayReadJournal(map) || type === undefined) return storing;
  const subject = `filter[subject_type_in]=${encodeURIComponent(type)}&filter[subject_id]=${String(id)}`;
  const path = `/api/${JOURNAL}?${subject}&fields=user_id&sort=-id&page[size]=1&page[after]=`;
  const { status, body } = await send({ method: 'GET', path });
  const user = status < 400 ? (body as Array<{ user_id: number | null }>)[0]?.user_id : undefined;
  if (typeof user !== 'number') return storing;
  if (user === map.rights.userId) return { ...storing, name: t('feed.you') };
  return { ...storing, name: (await namesOfKind(map, 'users', [user])).get(user) ?? `#${user}` };
}
