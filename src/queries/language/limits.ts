/** How large a query may be: enough for people, and little enough that none runs away with the server. */

/** Relations in one path. */
export const MAX_STEPS = 5;
export const MAX_FIELDS = 50;
/** Columns to order by. */
export const MAX_ORDER = 10;
export const MAX_TRAVERSALS = 20;
/** Groups and conditions of relations inside of each other. */
export const MAX_FILTER_DEPTH = 10;
export const MAX_CONDITIONS = 200;
/** Conditions and groups. */
export const MAX_PARTS = 1000;
/** Values of IN. */
export const MAX_VALUES = 1000;
/** Characters of one value. */
export const MAX_VALUE_LENGTH = 4000;
/** Characters of one name or path. */
export const MAX_NAME_LENGTH = 500;
export const MAX_OBJECTS = 1000;
export const DEFAULT_OBJECTS = 100;

/** Characters of the text form. */
export const MAX_TEXT_LENGTH = 100_000;
/** Brackets and NOTs inside of each other in the text form; what is deeper than filters may be is reported by its key. */
export const MAX_TEXT_DEPTH = 50;
/** The JSON form: lists and objects inside of each other, and values in all. */
export const MAX_JSON_DEPTH = 60;
export const MAX_JSON_VALUES = 250_000;
