/** Reads flowcharts of Mermaid as its grammar has them, as far as ours use it: ids, boxes and labels in quotation marks, arrows. */

const ID = '[A-Za-z][A-Za-z0-9_]*';
/** Between quotation marks anything may stand but these; signs that mean something are there by their numbers. */
const TEXT = '"(?:[^"#&;<>`\\\\\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]|#\\d+;)*"';
const NODE = new RegExp(`^  (${ID})\\[${TEXT}\\]$`, 'u');
const EDGE = new RegExp(`^  (${ID}) (?:<)?(?:-->|-\\.->)(?:\\|${TEXT}\\|)? (${ID})$`, 'u');
/** Words that mean something wherever an id stands. */
const RESERVED = /^(end|graph|flowchart|subgraph|style|class|classDef|click|linkStyle|default|direction)$/i;

/** Counts what is in a flowchart. Throws for what Mermaid would not read, and for arrows to boxes that there are not. */
export function readMermaid(text: string): { nodes: number; edges: number } {
  const [head, ...rows] = text.split('\n');
  if (head !== 'flowchart LR' || rows.pop() !== '') throw new Error('It is no flowchart.');
  const ids = new Set<string>();
  let edges = 0;
  for (const row of rows) {
    const id = NODE.exec(row)?.[1];
    const ends = EDGE.exec(row)?.slice(1);
    if (id !== undefined && !RESERVED.test(id) && !ids.has(id)) ids.add(id);
    else if (ends?.every((end) => ids.has(end))) edges++;
    else throw new Error(`Not understood: ${row.slice(0, 200)}`);
  }
  return { nodes: ids.size, edges };
}
