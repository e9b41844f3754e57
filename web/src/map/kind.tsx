/** What an object is: its kind, in the colour and with the sign that it has on the plane. */
import type { VNode } from 'preact';
import { useStore } from '../store.js';
import { theme } from '../app/theme.js';
import type { Explorer } from './explorer.js';
import { nameOfKind } from './catalogue.js';
import { colourOf, paletteNow, signOf } from './palette.js';

export function Kind({ explorer, kind }: { explorer: Explorer; kind: string }): VNode {
  useStore(theme);
  const known = explorer.catalogue.kinds.get(kind);
  return (
    <span class="map-kind">
      {known && <img src={signOf(known, colourOf(known, paletteNow()))} alt="" width="15" height="15" />}
      {nameOfKind(explorer.catalogue, kind)}
    </span>
  );
}
