/** What a catalogue of texts is. The English one says which texts there are; a text that another lacks is a type error. */
import type { en } from './en.js';

type English = typeof en;
export type TextKey = keyof English;

/** Every text of the English catalogue and no other; what has a plural there has one here. */
export type Catalogue = {
  readonly [K in TextKey]: English[K] extends string ? string : { readonly one: string; readonly other: string };
};

/** The names in braces of a text. */
type Places<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type PlacesOf<K extends TextKey> = Places<English[K] extends { other: infer Other } ? Other : English[K]>;

/** The values that a text needs, as arguments. */
export type Values<K extends TextKey> = [PlacesOf<K>] extends [never]
  ? []
  : [Readonly<Record<PlacesOf<K>, string | number>>];

/** The keys of texts without a place for a value. */
export type PlainKey = { [K in TextKey]: [PlacesOf<K>] extends [never] ? K : never }[TextKey];
