/** Maps that are kept on the server: what is stored of a page, and addresses. */
import type { SavedMap } from 'meridian-client';
import { MAX_ADDRESS, readAddress, writeAddress } from './address.js';
import type { State } from './state.js';

/** The page of a state; without its contents where these are too long for an address. */
export function addressOfMap(state: State): string {
  const hash = writeAddress(state);
  return hash && hash.length <= MAX_ADDRESS ? `/map#${hash}` : '/map';
}

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
