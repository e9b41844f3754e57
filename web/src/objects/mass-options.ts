/** What the selection of a table and the windows that change it share. */
import type { ComponentType } from 'preact';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';

/** Selected objects: their names by their ids. */
export type Selected = ReadonlyMap<number, string>;

/** What a window that changes all of them is given. */
export interface MassOptions {
  map: MapOfKinds;
  kind: Kind;
  selected: Selected;
  onClose: () => void;
  /** Takes some of them out of the selection. */
  onChange: (selected: Selected) => void;
  /** All of it was done; the sentence says so. */
  onDone: (sentence: string) => void;
}

/** The windows. They come with the forms, and are fetched once rows are selected. */
export interface MassDialogs {
  Change: ComponentType<MassOptions>;
  Delete: ComponentType<MassOptions>;
}
