/** Reads items: their shape alone. What their fields may hold is for the model to say. */
import { ApiError, type Problems } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import { MAX_ELEMENTS, MAX_EVIDENCE, MAX_KEYS, MAX_REF, MAX_SCOPE } from './limits.js';
import type { Item, Keys } from './model.js';
import { Members } from './shape.js';

const MEMBERS = new Set([
  ...['type', 'ref', 'id', 'set', 'initial', 'partial', 'gone', 'observed_at', 'identify'],
  ...['keys', 'weak', 'guess', 'former', 'scope'],
]);
const KEYS = new Set(['uuid', 'serial', 'mac', 'fqdn', 'inventory']);
const MAX_TYPE = 64;
/** Refs that one thing had before. */
const MAX_FORMER = 10;

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
  const keys = keysOf(members);
  if (keys) item.keys = keys;
  const weak = members.flag('weak');
  if (weak !== undefined) item.weak = weak;
  const guess = members.flag('guess');
  if (guess !== undefined) item.guess = guess;
  const former = members.texts('former', MAX_FORMER, MAX_REF);
  if (former) item.former = former;
  const scope = members.exactText('scope', MAX_SCOPE);
  if (scope !== undefined) item.scope = scope;
  return problems.size > own ? undefined : item;
}

/** What the item is known by beside its fields; of MAC addresses and names there may be several. */
function keysOf(members: Members): Keys | undefined {
  const own = members.within('keys');
  if (!own) return undefined;
  own.only(KEYS);
  const keys: Keys = {};
  for (const name of ['uuid', 'serial', 'inventory'] as const) {
    const text = own.text(name, MAX_REF);
    if (text !== undefined) keys[name] = text;
  }
  for (const name of ['mac', 'fqdn'] as const) {
    const texts = own.texts(name, MAX_EVIDENCE, MAX_REF);
    if (texts) keys[name] = texts;
  }
  return keys;
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
