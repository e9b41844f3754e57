/** How kinds look in pictures, for others who show them: the page on which people explore has the same colours and signs. */
import type { DrawingStyle } from '../graph/index.js';
import { huesOf } from './scene/finish.js';
import type { Kind } from './source.js';
import { hueOf, PALETTES } from './writers/theme.js';
import { SIGNS } from './writers/signs.js';

/** The looks of kinds, which are given in the order of the registry: it decides who has which colour. */
export function looksOf(kinds: ReadonlyArray<Pick<Kind, 'path' | 'view'>>): Map<string, DrawingStyle> {
  const hues = huesOf(kinds);
  return new Map(
    kinds.map(({ path }) => [
      path,
      { colour: hueOf(PALETTES.light, hues.get(path) ?? -1).edge, icon: SIGNS[path] ?? SIGNS['']! },
    ]),
  );
}
