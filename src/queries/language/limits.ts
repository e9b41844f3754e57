/** How large a query may be: enough for people, and little enough that none runs away with the server. */

/** Relations in one path. */
export const MOST_STEPS = 5;
export const MOST_FIELDS = 50;
export const MOST_TRAILS = 20;
/** Groups and conditions of relations inside of each other. */
export const DEEPEST_FILTERS = 10;
export const MOST_CONDITIONS = 200;
/** Conditions and groups. */
export const MOST_PARTS = 1000;
/** Values of IN. */
export const MOST_VALUES = 1000;
/** Characters of one value. */
export const LONGEST_VALUE = 4000;
/** Characters of one name or path. */
export const LONGEST_NAME = 500;
export const MOST_OBJECTS = 1000;
export const USUAL_OBJECTS = 100;

/** Characters of the text form. */
export const LONGEST_TEXT = 100_000;
/** Brackets and NOTs inside of each other in the text form; what is deeper than filters may be is told by its key. */
export const DEEPEST_TEXT = 50;
/** The JSON form: lists and objects inside of each other, and values in all. */
export const DEEPEST_JSON = 60;
export const MOST_JSON_VALUES = 250_000;
