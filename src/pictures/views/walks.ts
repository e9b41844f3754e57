import type { View } from './view.js';

/** Pictures of what a question to the graph finds: their boxes and lines are those of the answer. */
const walk = (name: string): View => ({
  ...{ name, kinds: [], nest: [], lines: [], badges: [], selectors: [] },
  show: ['kinds'],
});

export const OBJECT = walk('object');
export const PATH = walk('path');
export const IMPACT = walk('impact');

/** The question to the graph that each of them is the picture of. */
export const WALKS: ReadonlyMap<View, 'neighbourhood' | 'paths' | 'impact'> = new Map([
  [OBJECT, 'neighbourhood'],
  [PATH, 'paths'],
  [IMPACT, 'impact'],
]);
