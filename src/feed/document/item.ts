/** Reads items: their shape alone. What their fields may hold is for the model to say. */
import { ApiError, type Problems } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import { MAX_ELEMENTS, MAX_KEYS, MAX_REF } from './limits.js';
import type { Item } from './model.js';
import { Members } from './shape.js';

const MEMBERS = new Set(['type', 'ref', 'id', 'set', 'initial', 'partial', 'gone', 'observed_at', 'identify']);
const MAX_TYPE = 64;

/**
 * An item, undefined if its shape is wrong: `problems` then has what is wrong under `items.N.…`. Throws 413 for more keys or
 * elements than there may be. `index`: its place in the document, from 0.
 */
export function readItem(value: unknown, index: number, problems: Problems): Item | undefined {
  const place = `items.${index}`;
  if (!isObject(value)) {
    problems.add(place, 'object', { field: place });
    return undefined;
  }
  const own = problems.size;
  const members = new Members(value, problems, `${place}.`);
  members.only(MEMBERS);
  const type = members.text('type', MAX_TYPE, true);
  const ref = members.exactText('ref', MAX_REF);
  if (type === '') problems.add(`${place}.type`, 'required');
  if (ref === '') problems.add(`${place}.ref`, 'minText', { min: 1 });
  const item: Item = { type: type!, set: fieldsOf(members, 'set', index) ?? {} };
  if (ref !== undefined) item.ref = ref;
  const id = members.integer('id', 1);
  if (id !== undefined) item.id = id;
  const initial = fieldsOf(members, 'initial', index);
  if (initial) item.initial = initial;
  const partial = members.flag('partial');
  if (partial !== undefined) item.partial = partial;
  const gone = members.flag('gone');
  if (gone !== undefined) item.gone = gone;
  const observed = members.moment('observed_at');
  if (observed !== undefined) item.observed_at = observed;
  const identify = members.rules('identify');
  if (identify) item.identify = identify;
  return problems.size > own ? undefined : item;
}

function fieldsOf(members: Members, name: 'set' | 'initial', index: number): Record<string, unknown> | undefined {
  const fields = members.object(name);
  if (!fields) return undefined;
  const keys = Object.keys(fields);
  const item = index + 1;
  if (keys.length > MAX_KEYS) throw new ApiError(413, 'feedKeys', { item, field: name, max: MAX_KEYS });
  for (const field of keys) {
    const { length } = Array.isArray(fields[field]) ? (fields[field] as unknown[]) : [];
    if (length > MAX_ELEMENTS) throw new ApiError(413, 'feedElements', { item, field, max: MAX_ELEMENTS });
  }
  return fields;
}
