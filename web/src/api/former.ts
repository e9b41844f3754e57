/** Values that objects had, put back: as a change would send them, and whether somebody has changed them since. */
import { idsIn, type Kind, type Thing } from './kinds.js';
import type { MapOfKinds } from './map.js';
import { send } from './send.js';
import { draftOf, isSame, valueOf } from './drafts.js';
import { fieldsOf, type FormField } from './form-fields.js';

/** Values by the names of fields, as the API takes them. */
export type Values = Readonly<Record<string, unknown>>;

/** Objects in one request: embedded ones are whole, so that those with links are asked for in smaller lots. */
const [LOT, LOT_WITH_LINKS] = [500, 100];
/** Objects that are read one by one, which words beside links take. */
const MOST_SINGLE = 100;
/** So many of them at a time. */
const AT_ONCE = 4;

/**
 * What these fields of many objects hold, by the ids of the objects; null where it cannot be had: then nothing can be put back.
 * Throws a ConnectionError.
 */
export async function valuesOfMany(
  kind: Kind,
  fields: readonly FormField[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, Values> | null> {
  const found = new Map<number, Values>();
  const take = (objects: readonly Thing[]): void => {
    for (const object of objects)
      found.set(object.id, Object.fromEntries(fields.map((field) => [field.name, sentOf(field, object[field.name])])));
  };
  if (fields.some(({ form }) => form === 'worded')) {
    if (ids.length > MOST_SINGLE) return null;
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE);
      const answers = await Promise.all(some.map((id) => send({ method: 'GET', path: `/api/${kind.path}/${id}` })));
      if (answers.some(({ status }) => status >= 400)) return null;
      take(answers.map(({ body }) => (body as { data: Thing }).data));
    }
    return found;
  }
  const isLink = ({ name }: FormField): boolean => kind.links.some((link) => link.name === name);
  const columns = ['id', ...fields.filter((field) => !isLink(field)).map(({ name }) => name)].join();
  const links = fields.filter(isLink).map(({ name }) => name);
  const lot = links.length ? LOT_WITH_LINKS : LOT;
  for (let start = 0; start < ids.length; start += lot) {
    const some = ids.slice(start, start + lot);
    const more = links.length ? `&include=${links.join()}` : '';
    const query = `filter[id_in]=${some.join()}&fields=${columns}${more}&page[size]=${lot}&page[after]=`;
    const { status, body } = await send({ method: 'GET', path: `/api/${kind.path}?${query}` });
    if (status >= 400) return null;
    take(body as Thing[]);
  }
  return found;
}

/** What is sent so that a field holds this again: a value of the API, or one as the journal has it. */
export function sentOf(field: FormField, value: unknown): unknown {
  if (field.form === 'links') return idsIn(value);
  if (field.form === 'flag') return valueOf(field, draftOf(field, value));
  if ((field.form === 'data' || field.form === 'numbers') && typeof value === 'string') return parsed(value);
  return value ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Whether a field holds the same. */
export function holdsSame(field: FormField, a: unknown, b: unknown): boolean {
  // The journal writes moments as they are stored.
  if (field.form === 'moment') return momentOf(a) === momentOf(b);
  return isSame(draftOf(field, sentOf(field, a)), draftOf(field, sentOf(field, b)));
}

const momentOf = (value: unknown): string => (typeof value === 'string' ? value.replace('T', ' ').slice(0, 19) : '');

/** What an entry of the journal says of an object, before and after. */
export interface Differences {
  before: Values;
  after: Values;
}

/** What putting a change back would do. */
export interface PuttingBack {
  /** The fields that hold something else now than before that change. */
  fields: readonly FormField[];
  /** Those of them that do not hold what the change wrote: somebody changed them since. */
  since: readonly FormField[];
}

/** @param object as it is now */
export function puttingBack(map: MapOfKinds, kind: Kind, { before, after }: Differences, object: Values): PuttingBack {
  const fields = fieldsOf(map, kind, 'update').filter(
    (field) => field.name in before && !holdsSame(field, before[field.name], object[field.name]),
  );
  return { fields, since: fields.filter((field) => !holdsSame(field, after[field.name], object[field.name])) };
}
