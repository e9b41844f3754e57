/** Graphs as texts that other programs read and draw: Mermaid, DOT, GraphML, and elements of Cytoscape. */

export type GraphFormat = 'mermaid' | 'dot' | 'graphml' | 'cytoscape';

/** What each format is called on the wire, and what its files end in. */
export const GRAPH_FILES: Readonly<Record<GraphFormat, { mediaType: string; ending: string }>> = {
  mermaid: { mediaType: 'text/vnd.mermaid; charset=utf-8', ending: 'mmd' },
  dot: { mediaType: 'text/vnd.graphviz; charset=utf-8', ending: 'dot' },
  graphml: { mediaType: 'application/graphml+xml; charset=utf-8', ending: 'graphml' },
  cytoscape: { mediaType: 'application/json; charset=utf-8', ending: 'json' },
};

/** An object of a graph; its id is unique in the graph. */
export interface GraphNode {
  id: string;
  label: string;
}

/** An arrow between two objects, by their ids. */
export interface GraphEdge {
  id?: string;
  from: string;
  to: string;
  label?: string | null;
  /** It points both ways. */
  both?: boolean;
  /** It stands for a way over objects that are not shown. */
  implied?: boolean;
}

interface Graph<N extends GraphNode = GraphNode, E extends GraphEdge = GraphEdge> {
  nodes: readonly N[];
  edges: readonly E[];
}

/** What a file tells of each object or arrow beside its id and ends. Null and undefined are left out. */
export interface Attribute<T> {
  name: string;
  type: 'string' | 'int' | 'boolean';
  of(item: T): string | number | boolean | null | undefined;
}

/** A label on one line: control characters go, and so do halves of signs. */
export const oneLine = (label: string): string =>
  label.toWellFormed().replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ');

/** A flowchart of Mermaid. Hyphens mean arrows there, so ids have none. */
export function* mermaid({ nodes, edges }: Graph): Iterable<string> {
  const plain = (id: string): string => id.replaceAll('-', '_');
  yield 'flowchart LR\n';
  for (const { id, label } of nodes) yield `  ${plain(id)}["${mermaidText(label)}"]\n`;
  for (const { from, to, label, both, implied } of edges) {
    const arrow = `${both ? '<' : ''}${implied ? '-.->' : '-->'}`;
    yield `  ${plain(from)} ${arrow}${label ? `|"${mermaidText(label)}"|` : ''} ${plain(to)}\n`;
  }
}

/** A label between quotation marks: other signs that mean something are written as their numbers. */
const mermaidText = (label: string): string =>
  oneLine(label).replace(/["#&;<>`\\]/g, (sign) => `#${sign.charCodeAt(0)};`);

/** A graph of Graphviz. */
export function* dot({ nodes, edges }: Graph): Iterable<string> {
  yield 'digraph {\n';
  for (const { id, label } of nodes) yield `  ${dotText(id)} [label=${dotText(label)}];\n`;
  for (const { from, to, label, both, implied } of edges) {
    const attributes = [label && `label=${dotText(label)}`, both && 'dir=both', implied && 'style=dashed'].filter(
      Boolean,
    );
    yield `  ${dotText(from)} -> ${dotText(to)}${attributes.length ? ` [${attributes.join(', ')}]` : ''};\n`;
  }
  yield '}\n';
}

/** A text between quotation marks. A backslash and names of signs, `&amp;`, mean something in labels. */
const dotText = (text: string): string =>
  `"${oneLine(text)
    .replaceAll('&', '&amp;')
    .replace(/["\\]/g, (sign) => `\\${sign}`)}"`;

/** What stored queries tell of their objects. */
export const NODE_OF_QUERY: readonly Attribute<GraphNode & { data: { model: string; url: string } }>[] = [
  { name: 'label', type: 'string', of: ({ label }) => label },
  { name: 'model', type: 'string', of: ({ data }) => data.model },
  { name: 'url', type: 'string', of: ({ data }) => data.url },
];

/** GraphML with these attributes of objects and arrows. */
export function* graphml<N extends GraphNode, E extends GraphEdge>(
  { nodes, edges }: Graph<N, E>,
  ofNode: readonly Attribute<N>[],
  ofEdge: readonly Attribute<E>[] = [],
): Iterable<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  // Ids of keys are shared by objects and arrows, names are not.
  const keyOf = (ends: 'node' | 'edge', name: string): string => (ends === 'node' ? name : `edge-${name}`);
  for (const { name, type } of ofNode) yield key('node', keyOf('node', name), name, type);
  for (const { name, type } of ofEdge) yield key('edge', keyOf('edge', name), name, type);
  yield '  <graph edgedefault="directed">\n';
  for (const node of nodes) {
    yield `    <node id="${xml(node.id)}">${ofNode.map((one) => datum(keyOf('node', one.name), one.of(node))).join('')}</node>\n`;
  }
  const unique = uniqueIds();
  for (const edge of edges) {
    const { id, from, to } = edge;
    const head = `<edge${id === undefined ? '' : ` id="${xml(unique(id))}"`} source="${xml(from)}" target="${xml(to)}"`;
    const data = ofEdge.map((one) => datum(keyOf('edge', one.name), one.of(edge))).join('');
    yield data ? `    ${head}>${data}</edge>\n` : `    ${head}/>\n`;
  }
  yield '  </graph>\n</graphml>\n';
}

const key = (ends: 'node' | 'edge', id: string, name: string, type: string): string =>
  `  <key id="${id}" for="${ends}" attr.name="${name}" attr.type="${type}"/>\n`;

function datum(id: string, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  return `<data key="${id}">${typeof value === 'string' ? xml(value) : value}</data>`;
}

/** Elements of Cytoscape with these attributes of objects and arrows. */
export function* cytoscape<N extends GraphNode, E extends GraphEdge>(
  { nodes, edges }: Graph<N, E>,
  ofNode: readonly Attribute<N>[],
  ofEdge: readonly Attribute<E>[] = [],
): Iterable<string> {
  const valuesOf = <T>(item: T, attributes: readonly Attribute<T>[]) =>
    attributes.map(({ name, of }) => {
      const value = of(item);
      return [name, typeof value === 'string' ? oneLine(value) : value] as const;
    });
  const known = <T>(entries: readonly (readonly [string, T])[]) =>
    Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
  yield '{"elements":{"nodes":[';
  let between = '';
  for (const node of nodes) {
    yield between + JSON.stringify({ data: { id: node.id, ...known(valuesOf(node, ofNode)) } });
    between = ',';
  }
  yield '],"edges":[';
  between = '';
  const unique = uniqueIds();
  for (const edge of edges) {
    const { from, to, id = `${from}:${to}` } = edge;
    yield (
      between + JSON.stringify({ data: { id: unique(id), source: from, target: to, ...known(valuesOf(edge, ofEdge)) } })
    );
    between = ',';
  }
  yield ']}}';
}

/**
 * Ids that are there once: the second of its kind ends in `~2`. An object that is an arrow may lie between several pairs.
 */
function uniqueIds(): (id: string) => string {
  const times = new Map<string, number>();
  return (id) => {
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    return time > 1 ? `${id}~${time}` : id;
  };
}

const ESCAPED: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' },
};

/** What XML cannot say at all. */
const UNSAYABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** A text in elements and attributes. White space other than blanks would be lost in the latter. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSAYABLE, '')
    .replace(/[&<>"\t\n\r]/g, (sign) => ESCAPED[sign]!);
