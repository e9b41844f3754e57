/** What references and elements of links seek, as they are said: a name, or an object with one way of finding. */
import type { MessageKey } from '../../core/i18n/messages.js';
import { isObject } from '../../core/http/request-body.js';
import { MAX_REF } from './limits.js';

const WAYS = ['id', 'ref', 'name', 'match', 'ip'] as const;
const MEMBERS = new Set<string>([...WAYS, 'source', 'type', 'else']);
const ELSE = new Set<unknown>([undefined, 'refuse', 'create', 'drop']);
const MAX_MATCHES = 10;

/** A pointer of good shape. Whether something stands there is not asked. */
export interface Pointer {
  readonly by: (typeof WAYS)[number];
  readonly id?: number;
  /** A ref, a name or an address. */
  readonly text?: string;
  /** Whose ref it is. */
  readonly source?: string;
  /** Values by column, as they are said. */
  readonly match?: Readonly<Record<string, unknown>>;
  /** What becomes of one that leads to nothing, in place of the document's option. */
  readonly otherwise?: 'refuse' | 'create' | 'drop';
}

/** The pointer, or what is wrong with its shape. A bare text is a name; a bare number nothing, since ids are the map's own. */
export function readPointer(value: unknown): Pointer | MessageKey {
  if (typeof value === 'number') return 'pointerNumber';
  if (typeof value === 'string') return isText(value) ? { by: 'name', text: value.trim() } : 'pointerShape';
  if (!isObject(value) || Object.keys(value).some((key) => !MEMBERS.has(key))) return 'pointerShape';
  const get = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  const [by, ...others] = WAYS.filter((way) => get(way) !== undefined);
  if (!by || others.length || !ELSE.has(get('else'))) return 'pointerShape';
  const [source, type] = [get('source'), get('type')];
  if (source !== undefined && (!isText(source) || by !== 'ref')) return 'pointerShape';
  if (type !== undefined && !isText(type)) return 'pointerShape';
  const sought = soughtBy(by, get(by));
  const otherwise = get('else') as Pointer['otherwise'];
  return sought
    ? { by, ...sought, ...(source !== undefined && { source }), ...(otherwise && { otherwise }) }
    : 'pointerShape';
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function soughtBy(by: Pointer['by'], said: unknown): Pick<Pointer, 'id' | 'text' | 'match'> | undefined {
  if (by === 'id') return Number.isSafeInteger(said) && (said as number) > 0 ? { id: said as number } : undefined;
  if (by === 'match') {
    const count = isObject(said) ? Object.keys(said).length : 0;
    return count > 0 && count <= MAX_MATCHES ? { match: said as Record<string, unknown> } : undefined;
  }
  if (!isText(said)) return undefined;
  // Refs are compared exactly.
  if (by === 'ref') return said.length <= MAX_REF ? { text: said } : undefined;
  return { text: said.trim() };
}
