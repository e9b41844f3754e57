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

/** What a write was told beside its answer. */
export interface Notices {
  /** Names in the body that mean nothing; the first ones, where they are many. */
  ignored: readonly string[];
  /** What was stored and looks wrong: a sentence by field, `items.0.field` of mass writes. */
  warnings: Readonly<Record<string, string>>;
}

const NOTICES = new WeakMap<object, Notices>();

/** The notices in the headers of an answer. */
export function noticesIn(headers: Headers): Notices {
  const ignored = headers.get('x-ignored-fields');
  const warnings = headers.get('x-warnings');
  return {
    ignored: ignored ? ignored.split(',').map((name) => decodeURIComponent(name.trim())) : [],
    warnings: warnings ? (JSON.parse(warnings) as Notices['warnings']) : {},
  };
}

/** Keeps the notices of an answer. */
export function noticed<T extends object>(object: T, headers: Headers): T {
  NOTICES.set(object, noticesIn(headers));
  return object;
}

/** What `create`, `update`, `massStore` and `massUpdate` were told beside their answer. */
export const noticesOf = (answer: object): Notices => NOTICES.get(answer) ?? { ignored: [], warnings: {} };

/** Answered in place of what was read before and is still the same: `if (answer === notModified) …`. */
export const notModified: unique symbol = Symbol('not modified');
/** The type of `notModified`. */
export type NotModified = typeof notModified;
