/** The tags (`ETag`) of objects that were read or written, so that a change can be tied to what was seen. */
const TAGS = new WeakMap<object, string>();

/** Keeps the tag of an answer. */
export function tagged<T>(object: T, headers: Headers): T {
  const tag = headers.get('etag');
  if (tag && typeof object === 'object' && object !== null) TAGS.set(object, tag);
  return object;
}

/**
 * The tag of an object that came from `get`, `create`, `update` or `restore`, or of a download; undefined if it was cut or
 * widened, or has none.
 */
export const tagOf = (object: object): string | undefined => TAGS.get(object);

/** Answered in place of what was read before and is still the same: `if (answer === notModified) …`. */
export const notModified: unique symbol = Symbol('not modified');
/** The type of `notModified`. */
export type NotModified = typeof notModified;
