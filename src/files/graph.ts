/** Graphs as texts that other programs draw: Mermaid and GraphML. */

/** An object of a graph; its id is unique in the graph. */
interface Node {
  id: string;
  label: string;
  data: { model: string; url: string };
}

/** An arrow between two objects, by their ids. */
interface Edge {
  from: string;
  to: string;
}

interface Graph {
  nodes: readonly Node[];
  edges: readonly Edge[];
}

const ESCAPED: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' },
};

/** What XML cannot say at all. */
const UNSAYABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSAYABLE, '')
    .replace(/[&<>"\t\n\r]/g, (sign) => ESCAPED[sign]!);

/** A flowchart of Mermaid. Hyphens mean arrows there, so ids have none. */
export function* mermaid({ nodes, edges }: Graph): Iterable<string> {
  const plain = (id: string): string => id.replaceAll('-', '_');
  yield 'flowchart LR\n';
  for (const { id, label } of nodes) yield `  ${plain(id)}["${quotable(label)}"]\n`;
  for (const { from, to } of edges) yield `  ${plain(from)} --> ${plain(to)}\n`;
}

/** A label between quotation marks: other signs that mean something are written as their numbers. */
const quotable = (label: string): string =>
  label
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .replace(/["#&;<>`\\]/g, (sign) => `#${sign.charCodeAt(0)};`);

/** GraphML with label, model and id of each object. */
export function* graphml({ nodes, edges }: Graph): Iterable<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  for (const name of ['label', 'model', 'url']) {
    yield `  <key id="${name}" for="node" attr.name="${name}" attr.type="string"/>\n`;
  }
  yield '  <graph edgedefault="directed">\n';
  for (const node of nodes) yield nodeText(node);
  for (const edge of edges) yield edgeText(edge);
  yield '  </graph>\n</graphml>\n';
}

const nodeText = ({ id, label, data: { model, url } }: Node): string =>
  `    <node id="${xml(id)}"><data key="label">${xml(label)}</data>` +
  `<data key="model">${xml(model)}</data><data key="url">${xml(url)}</data></node>\n`;

const edgeText = ({ from, to }: Edge): string => `    <edge source="${xml(from)}" target="${xml(to)}"/>\n`;
