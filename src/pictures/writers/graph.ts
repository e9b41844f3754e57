/** Writes a picture as a graph for other programs that draw: DOT and Mermaid. Boxes and lines alone, without their places. */
import { dot, mermaid } from '../../files/graph.js';
import type { Scene } from '../scene/scene.js';

/** Ids that mean the same in every format. */
const PLAIN = /^[a-z-]+_\d+$/;

/** A graph of Graphviz or a flowchart of Mermaid. What stands in a container is told by its name. */
export function graphText({ boxes, lines, meanings }: Scene, format: 'dot' | 'mermaid'): string {
  const isOfOneSort = Object.keys(meanings).length < 2;
  const ids = boxes.map(({ id }, i) => (PLAIN.test(id) ? id : `box_${i}`));
  const nodes = boxes.map(({ label, parent }, i) => ({
    id: ids[i]!,
    label: parent < 0 ? label : `${label} (${boxes[parent]!.label})`,
  }));
  const edges = lines.map(({ from, to, label, arrow, means }) => {
    const said = label || (isOfOneSort ? '' : meanings[means]);
    return { from: ids[from]!, to: ids[to]!, both: arrow === 'both', ...(said && { label: said }) };
  });
  return [...(format === 'dot' ? dot : mermaid)({ nodes, edges })].join('');
}
