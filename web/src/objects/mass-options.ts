/** What the selection of a table and the windows that change it share. */
import type { ComponentType } from 'preact';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import type { Undo } from '../app/notice.js';

/** Selected objects: their names by their ids. */
export type Selected = ReadonlyMap<number, string>;

/** What is told of an undoing, wherever that is. */
export type MassUndo = DistributiveOmit<Undo, 'to' | 'onDone'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What a window that changes all of them is given. */
export interface MassOptions {
  map: MapOfKinds;
  kind: Kind;
  selected: Selected;
  onClose: () => void;
  /** Takes some of them out of the selection. */
  onChange: (selected: Selected) => void;
  /** All of it was done; the sentence says so, and how it is taken back where that can be done. */
  onDone: (sentence: string, undo?: MassUndo) => void;
}

/** The windows. They come with the forms, and are fetched once rows are selected. */
export interface MassDialogs {
  Change: ComponentType<MassOptions>;
  Delete: ComponentType<MassOptions>;
  Restore: ComponentType<MassOptions>;
}
