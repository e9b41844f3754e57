import type { View } from './view.js';

/** All kinds of objects with their numbers, and how many edges lie between two of them. Its scene is made of numbers alone. */
export const OVERVIEW: View = {
  ...{ name: 'overview', kinds: [], nest: [], lines: [], badges: [], show: [], selectors: [] },
};
