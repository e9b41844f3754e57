/** The tags (`ETag`) of objects that were read or written, so that a change can be tied to what was seen. */
const TAGS = new WeakMap<object, string>();

/** Keeps the tag of an answer. */
export function tagged<T>(object: T, headers: Headers): T {
  const tag = headers.get('etag');
  if (tag && typeof object === 'object' && object !== null) TAGS.set(object, tag);
  return object;
}

/** The tag of an object that came from `get`, `create`, `update` or `restore`; undefined if it was cut or widened. */
export const tagOf = (object: object): string | undefined => TAGS.get(object);
