/** Maps that are kept: on the server what is stored of a page, in the browser what was looked at last, and addresses. */
import type { SavedMap } from 'meridian-client';
import { session } from '../api/session.js';
import { MAX_ADDRESS, readAddress, writeAddress } from './address.js';
import { EMPTY, type State } from './state.js';

/** The page of a state; without its contents where these are too long for an address. */
export function addressOfMap(state: State): string {
  const hash = writeAddress(state);
  if (hash.length > MAX_ADDRESS) return '/map';
  // An address that says nothing shows what was looked at last: an empty page says what it is.
  return `/map#${hash || `way=${state.way}`}`;
}

/** What whoever is signed in looked at last, for the next time that they come without saying what they want to see. */
export const keepLast = (state: State): void =>
  localStorage.setItem(lastKey(), new URL(addressOfMap(state), location.origin).hash);

/** What was looked at last; pictures where nothing was. */
export const lastState = (): State => {
  const hash = localStorage.getItem(lastKey());
  return hash ? readAddress(hash) : { ...EMPTY, way: 'pictures' };
};

/** Several people may use one browser. */
const lastKey = (): string => `meridian-map-${session.get()?.login ?? ''}`;

/** Whether a state is too large for an address. */
export const isTooLong = (state: State): boolean => writeAddress(state).length > MAX_ADDRESS;

/** The id of the saved map that an address names. */
export const savedIn = (hash: string): number | undefined => {
  const id = /^#saved=(\d{1,15})$/.exec(hash)?.[1];
  return id === undefined ? undefined : Number(id);
};

/** What is stored of a page. */
export const storedOf = (state: State): { version: 1; map: string } => ({ version: 1, map: writeAddress(state) });

/** The page that was stored; the empty one where others stored something else. */
export function stateOfSaved(saved: { data: Pick<SavedMap, 'state'> }): State {
  const { map } = saved.data.state as { map?: unknown };
  return readAddress(typeof map === 'string' ? map : '');
}
