/** What all pages of objects share: the kinds, and what the reader may do with them. */
import type { Description } from '../api/description.js';
import type { Kind } from '../api/kinds.js';
import type { Rights } from '../api/rights.js';

export interface MapOfKinds {
  description: Description;
  kinds: ReadonlyMap<string, Kind>;
  rights: Rights;
  /** The kind of files, whose objects can be downloaded. */
  documents: Kind | undefined;
}

/** The kind at the end of a reference or link, if its objects may be listed. */
export function reachable({ kinds, rights }: MapOfKinds, path: string | undefined): Kind | undefined {
  const kind = path === undefined ? undefined : kinds.get(path);
  return kind && rights.mayList(kind.tag) ? kind : undefined;
}

/** Files are what the API has a download for. */
export const kindOfFiles = (description: Description, kinds: ReadonlyMap<string, Kind>): Kind | undefined =>
  [...kinds.values()].find(({ path }) => `/api/${path}/{id}/download` in description.openapi.paths);

/** The address of one object. */
export const addressOf = (kind: string, id: number | string): string => `/objects/${kind}/${id}`;

/** What an object is called: by its label, else by its number. */
export function nameOf(kind: Kind, object: Readonly<Record<string, unknown>>): string {
  const name = kind.label === undefined ? undefined : object[kind.label];
  return typeof name === 'string' && name !== '' ? name : `#${String(object['id'])}`;
}
