/** What a document may hold (feeding 13). Sizes of bodies and the number of items are settings of whoever reads. */

/** Bytes of a line of NDJSON, or of an item. */
export const MAX_ITEM_BYTES = 1 << 20;
/** Lines in which nothing stands, of one body or file. */
export const MAX_EMPTY_LINES = 1_000_000;
/** Levels of lists and objects. */
export const MAX_DEPTH = 16;
/** Keys in `set`, and in `initial`. */
export const MAX_KEYS = 200;
/** Elements of a link. */
export const MAX_ELEMENTS = 10_000;
/** Characters of a reference. */
export const MAX_REF = 255;
/** Characters of a scope. */
export const MAX_SCOPE = 190;
/** Rules of identity of a type. */
export const MAX_RULES = 10;

/** How much is taken; the command line and the server have their own sizes. */
export interface DocumentLimits {
  /** Of the text, unfolded. */
  maxBytes: number;
  maxItems: number;
  /** Called with what the last line of a document says was left out of the file that it was made of. */
  onLeftOut?: (said: unknown) => void;
}
/** Hardware addresses, or full names, that one item is known by. */
export const MAX_EVIDENCE = 1000;
/** Scopes that one document reports as a whole, be it a delta. */
export const MAX_FULL_SCOPES = 200;
