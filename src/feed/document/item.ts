/** Reads items: their shape alone. What their fields may hold is for the model to say. */
import { ApiError, type Problems } from '../../core/http/errors.js';
import type { MessageKey } from '../../core/i18n/messages.js';
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
  const ref = members.text('ref', MAX_REF);
  if (type === '') problems.add(`${place}.type`, 'required');
  if (ref === '') problems.add(`${place}.ref`, 'minText', { min: 1 });
  const rest = withoutAbsent({
    ref,
    id: members.integer('id', 1),
    initial: fieldsOf(members, 'initial', index),
    partial: members.flag('partial'),
    gone: members.flag('gone'),
    observed_at: members.moment('observed_at'),
    identify: members.rules('identify'),
  });
  const set = fieldsOf(members, 'set', index) ?? {};
  return problems.size > own ? undefined : { type: type!, ...rest, set };
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

function withoutAbsent<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

const WAYS = ['id', 'ref', 'name', 'match', 'ip'] as const;
const POINTER = new Set<string>([...WAYS, 'source', 'type', 'else']);
const ELSE = new Set<unknown>([undefined, 'refuse', 'create', 'drop']);
const MAX_MATCHES = 10;

/** What is wrong with the shape of a pointer; undefined for a good one. Whether something stands there is not asked. */
export function pointerProblem(value: unknown): MessageKey | undefined {
  if (typeof value === 'number') return 'pointerNumber';
  if (typeof value === 'string') return isText(value) ? undefined : 'pointerShape';
  if (!isObject(value) || Object.keys(value).some((key) => !POINTER.has(key))) return 'pointerShape';
  const get = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  const ways = WAYS.filter((way) => get(way) !== undefined);
  const isKnown = ways.length === 1 && IS_WAY[ways[0]!](get(ways[0]!)) && ELSE.has(get('else'));
  const [source, type] = [get('source'), get('type')];
  const hasSource = source === undefined || (isText(source) && ways[0] === 'ref');
  return isKnown && hasSource && (type === undefined || isText(type)) ? undefined : 'pointerShape';
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const IS_WAY: Readonly<Record<(typeof WAYS)[number], (value: unknown) => boolean>> = {
  id: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  ref: (value) => isText(value) && (value as string).length <= MAX_REF,
  name: isText,
  ip: isText,
  match: (value) => {
    const count = isObject(value) ? Object.keys(value).length : 0;
    return count > 0 && count <= MAX_MATCHES;
  },
};
