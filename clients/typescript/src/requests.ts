/** The options of methods, as requests say them. */
import type { SentFile, UpdateOptions } from './exchanged.js';
import type { Query } from './query-string.js';
import { tagOf } from './tags.js';
import type { Call } from './transport.js';
import type { CallOptions } from './types.js';

/** Files come as they are, errors as JSON. */
export const ANY = { accept: '*/*' };

/** What chooses and narrows, as the request says it. */
export function asked(options: CallOptions & object, more: Query = {}): Call {
  const { signal, timeout, ...query } = options;
  return {
    ...(signal && { signal }),
    ...(timeout !== undefined && { timeout }),
    query: { ...(query as Query), ...more },
  };
}

/** The options of a write, as the request says them. */
export function writing({
  strict,
  dryRun,
  ifMatch,
  ...call
}: UpdateOptions & { key?: string }): Call & { query: Query } {
  const tag = typeof ifMatch === 'object' ? tagOf(ifMatch) : ifMatch;
  if (ifMatch !== undefined && tag === undefined) {
    throw new TypeError(
      'ifMatch: this object has no tag. Take one that get, create or update answered without include and fields.',
    );
  }
  return {
    ...call,
    query: { strict: strict ? 1 : undefined, dry_run: dryRun ? 1 : undefined },
    ...(tag !== undefined && { headers: { 'if-match': tag } }),
  };
}

/** A form with a part `file`. */
export function formOf({ data, name }: SentFile, more: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  // Fields stand before the file: the server knows them by the time it reads it.
  for (const [field, value] of Object.entries(more)) form.append(field, value);
  form.append('file', typeof data === 'string' ? new Blob([data]) : data, name);
  return form;
}

/** The cursor of the next page: of the address only this is taken, since a proxy may have given it another host. */
export function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return address === undefined
    ? undefined
    : (new URL(address, 'http://localhost').searchParams.get('page[after]') ?? undefined);
}
