/** What all pages of the map share: the kinds of objects, and what whoever is signed in may do with them. */
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Store } from '../store.js';
import { Description } from './description.js';
import { kindsOf, type Kind } from './kinds.js';
import { Preferences } from './preferences.js';
import { Rights } from './rights.js';
import { session } from './session.js';
import { SharedTables } from './shared-tables.js';

export interface MapOfKinds {
  description: Description;
  kinds: ReadonlyMap<string, Kind>;
  rights: Rights;
  /** What the reader chose before, and finds again on every machine. */
  preferences: Preferences;
  /** Tables that people share with the reader. */
  sharedTables: SharedTables;
  /** The kind of files, whose objects can be downloaded. */
  documents: Kind | undefined;
}

/** The map of a session, which the next page begins with. */
const read = new Store<{ session: number | undefined; map: MapOfKinds } | null>(null);

/** What was read before in this session; null if nothing was. */
export function knownMap(): MapOfKinds | null {
  const known = read.get();
  return known && known.session === session.get()?.id ? known.map : null;
}

/** Reads kinds, rights and preferences of whoever is signed in; what does not change in a session is read once. Throws as the client does. */
export async function readMap(): Promise<MapOfKinds> {
  const id = session.get()?.id;
  const known = knownMap();
  const [description, rights, preferences, sharedTables] = await Promise.all([
    Description.known('brief'),
    Rights.fetch(),
    known?.preferences ?? Preferences.fetch(),
    SharedTables.fetch(),
  ]);
  const kinds = known?.kinds ?? kindsOf(description);
  const map = { description, kinds, rights, preferences, sharedTables, documents: kindOfFiles(description, kinds) };
  read.set({ session: id, map });
  return map;
}

/** The kind at the end of a reference or link, if its objects may be listed. */
export function reachable({ kinds, rights }: MapOfKinds, path: string | undefined): Kind | undefined {
  const kind = path === undefined ? undefined : kinds.get(path);
  return kind && rights.mayList(kind.tag) ? kind : undefined;
}

/**
 * Whether something may be hidden from the reader: of a kind, or of all kinds of the map. Where it is, "none" is not known, and
 * pages say "none that you may see".
 */
export const isPartHidden = ({ kinds, rights }: MapOfKinds, kind?: Kind): boolean =>
  rights.limits.length > 0 ||
  (kind ? [kind] : [...kinds.values()].filter(({ isNode }) => isNode)).some(({ tag }) => !rights.may('access', tag));

/** Files are what the API has a download for. */
const kindOfFiles = (description: Description, kinds: ReadonlyMap<string, Kind>): Kind | undefined =>
  [...kinds.values()].find(({ path }) => `/api/${path}/{id}/download` in description.openapi.paths);

/** The address of one object. */
export const addressOf = (kind: string, id: number | string): string => `/objects/${kind}/${id}`;

/** Whether the page of an object has something to show the reader. */
export function mayOpen({ kinds, rights }: MapOfKinds, kind: string, id: number): boolean {
  const tag = kinds.get(kind)?.tag;
  return tag !== undefined && rights.reaches('show', tag, id);
}

/** What an object without a name is called: by what it is and its number. */
export const numbered = (kind: Kind | undefined, id: unknown): string =>
  kind ? `${said(kind.one).text} #${String(id)}` : `#${String(id)}`;

/**
 * What stands for an object whose name is not there: its number, for whoever may see objects of its kind; to others nothing of it
 * is told, but of the perimeters that limit them, whose names they know.
 */
export const unnamed = (map: MapOfKinds, path: string | undefined, id: unknown): string =>
  (path === 'perimeters' && map.rights.ownPerimeters.get(Number(id))) ||
  (reachable(map, path) ? `#${String(id)}` : t('value.hidden'));

/** What an object is called: by its label, else by its number. */
export function nameOf(kind: Kind, object: Readonly<Record<string, unknown>>): string {
  const name = kind.label === undefined ? undefined : object[kind.label];
  return typeof name === 'string' && name !== '' ? name : numbered(kind, object['id']);
}

/** The kind that delegations and the journal call so, such as `App\Models\Application`. */
export const kindOfType = ({ kinds }: MapOfKinds, type: string): Kind | undefined =>
  [...kinds.values()].find(({ tag }) => tag['x-type'] === type);

/** Kinds whose files the reader may import: those of which they may do anything that a row may ask for. */
export const importable = ({ kinds, rights, description }: MapOfKinds): Kind[] =>
  [...kinds.values()].filter(
    ({ path, tag }) =>
      `/api/${path}/import` in description.openapi.paths &&
      ['create', 'edit', 'delete'].some((verb) => rights.may(verb, tag)),
  );
