/** The options of methods, as requests say them. */
import { Download } from './download.js';
import type { KnownOptions, SendOptions, SentFile, UpdateOptions } from './exchanged.js';
import { countedFile } from './progress.js';
import type { Query } from './query-string.js';
import { notModified, tagged, tagOf, type NotModified } from './tags.js';
import type { Call, Transport } from './transport.js';
import type { CallOptions } from './types.js';

/** The status that stands for what the caller knows. */
export const NOT_MODIFIED = 304;
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
  return {
    ...call,
    query: { strict: strict ? 1 : undefined, dry_run: dryRun ? 1 : undefined },
    ...(ifMatch !== undefined && { headers: { 'if-match': tagIn('ifMatch', ifMatch) } }),
  };
}

/** What `ifMatch` and `ifNoneMatch` mean. Throws a TypeError for an object without a tag. */
function tagIn(option: string, given: string | object): string {
  const tag = typeof given === 'object' ? tagOf(given) : given;
  if (tag !== undefined) return tag;
  throw new TypeError(
    `${option}: this object has no tag. Take one that get, create or update answered without include and fields.`,
  );
}

/** A request for what may be known already. */
export function unlessKnown<O extends Partial<KnownOptions>>({
  ifNoneMatch,
  ...call
}: O): Omit<O, 'ifNoneMatch'> & Call {
  return {
    ...call,
    ...(ifNoneMatch !== undefined && { headers: { 'if-none-match': tagIn('ifNoneMatch', ifNoneMatch) } }),
  };
}

/** The file that a GET answers, with its tag, or `notModified`. */
export async function fileOrKnown(transport: Transport, path: string, call: Call): Promise<Download | NotModified> {
  const response = await transport.send('GET', path, { ...call, headers: { ...call.headers, ...ANY } });
  return response.status === NOT_MODIFIED ? notModified : tagged(new Download(response), response.headers);
}

/** A form with a part `file`; `onSent` is called with the bytes of it that went out. */
export function formOf({ data, name }: SentFile, onSent?: SendOptions['onSent']): FormData {
  const file = new File([data], name, typeof data === 'string' ? {} : { type: data.type });
  const form = new FormData();
  // A name of its own would make the form copy the file, and what counts with it.
  form.append('file', onSent ? countedFile(file, onSent) : file);
  return form;
}

/** The cursor of the next page: of the address only this is taken, since a proxy may have given it another host. */
export function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return address === undefined
    ? undefined
    : (new URL(address, 'http://localhost').searchParams.get('page[after]') ?? undefined);
}
