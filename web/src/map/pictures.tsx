/** Pictures of the map, as the server draws them. */
import type { VNode } from 'preact';
import type { Explorer } from './explorer.js';

export function PicturesPage(_: { explorer: Explorer }): VNode {
  return <p />;
}
