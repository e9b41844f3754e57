import type { View } from './view.js';

/** Views of the map as they stand in the picture: what carries what from top to bottom, and beside it what concerns all of it. */
export const COLUMNS: readonly (readonly string[])[] = [
  ['business', 'application', 'logical', 'physical'],
  ['ecosystem', 'gdpr', 'administration'],
];

/** All kinds of objects with their numbers, and how many edges lie between two of them. Its scene is made of numbers alone. */
export const OVERVIEW: View = {
  ...{ name: 'overview', kinds: [], nest: [], lines: [], badges: [], show: [], selectors: [] },
};
