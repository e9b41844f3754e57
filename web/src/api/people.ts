/** People by name: those whom the journal names, for whoever may read it, and who changed an object last. */
import type { FoundObject } from './find.js';
import type { MapOfKinds } from './map.js';
import { send } from './send.js';

/** The kind of people. */
export const PEOPLE = 'users';

/** The kind of the journal's entries. */
const JOURNAL = 'audit-logs';

/** Ids in one request. */
const LOT = 100;

interface Person {
  id: number;
  name: string;
}

/** Whether the reader may know who did what. */
export function mayReadJournal({ kinds, rights }: MapOfKinds): boolean {
  const journal = kinds.get(JOURNAL);
  return journal !== undefined && rights.mayList(journal.tag);
}

/** Names by id, of deleted people too; for whoever may read the journal. Throws a ConnectionError. */
export async function namesOfPeople(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for (let start = 0; start < ids.length; start += LOT)
    for (const { id, name } of await people(`ids=${ids.slice(start, start + LOT).join()}`)) names.set(id, name);
  return names;
}

/** People whose name has a text, for whoever may read the journal; none for the empty text. Throws a ConnectionError. */
export async function findPeople(text: string, signal?: AbortSignal): Promise<FoundObject[]> {
  if (!text.trim()) return [];
  const found = await people(`search=${encodeURIComponent(text)}`, signal);
  return found.map(({ id, name }) => ({ key: `${PEOPLE}_${id}`, kind: PEOPLE, id, name, about: '' }));
}

async function people(query: string, signal?: AbortSignal): Promise<readonly Person[]> {
  const { status, body } = await send({ method: 'GET', path: `/api/people?${query}`, ...(signal && { signal }) });
  return status < 400 ? (body as { data: Person[] }).data : [];
}

/** Who changed an object last; null where nobody knows, or the object is not shown to the reader. Throws a ConnectionError. */
export async function lastChangerOf(path: string, id: number): Promise<Person | null> {
  const { status, body } = await send({ method: 'GET', path: `/api/people/last-change?of=${path}_${id}` });
  return status < 400 ? (body as { data: { person: Person | null } }).data.person : null;
}
