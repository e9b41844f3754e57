/** A graph: the objects of a query and those along its traversals, each once, and who leads to whom (section 5). */
import type { Row } from '../../database/database.js';
import type { Field } from '../../engine/index.js';
import type { CheckedQuery } from '../check/checked.js';
import type { Model } from '../check/model-map.js';
import { nameOf, Root, type Level } from './level.js';
import { tooMany } from './load.js';

export interface Node {
  /** `<slug>_<id>`, the same wherever an object is reached. */
  id: string;
  label: string;
  group: string;
  /** Where its picture is; null without one. */
  icon: string | null;
  data: { id: number; name: string | null; model: string; url: string };
}

export interface Edge {
  from: string;
  to: string;
}

export interface Graph {
  nodes: Node[];
  edges: Edge[];
}

/** The visible objects above each object of a level, by its id. */
type NodesAbove = Map<number, { row: Row; nodes: Set<string> }>;

/** The levels of a query's traversals. A relation that is hidden here and visible there makes two of them. */
export function graphLevels({ model, traversals }: CheckedQuery): Root {
  const root = new Root(model);
  show(root);
  for (const { steps } of traversals) {
    let level = root;
    for (const { relation, hidden } of steps) level = level.child(relation, hidden);
  }
  showBelow(root);
  return root;
}

function showBelow(level: Root): void {
  for (const child of level.children) {
    if (!child.hidden) show(child);
    showBelow(child);
  }
}

/** Selects what a node shows. */
function show({ model, columns }: Root): void {
  for (const field of [model.label, iconOf(model), model.columns.get('label')]) if (field) columns.add(field);
}

const iconOf = ({ columns }: Model): Field | undefined => columns.get('icon_id');

/** Draws what is loaded. Throws 422 when it has more nodes and edges than `most`. */
export function drawGraph(root: Root, roots: readonly Row[], most: number): Graph {
  const drawing = new Drawing(most);
  const above: NodesAbove = new Map();
  for (const row of roots) above.set(row['id'] as number, { row, nodes: new Set([drawing.node(root.model, row)]) });
  drawing.below(root, above);
  return { nodes: [...drawing.nodes.values()], edges: [...drawing.edges.values()] };
}

class Drawing {
  readonly nodes = new Map<string, Node>();
  readonly edges = new Map<string, Edge>();

  constructor(private readonly most: number) {}

  below(level: Root, above: NodesAbove): void {
    for (const child of level.children) this.below(child, this.level(child, above));
  }

  /** Draws one level below others; a hidden one only hands on what is above it. */
  private level(level: Level, above: NodesAbove): NodesAbove {
    const reached: NodesAbove = new Map();
    let handedOn = 0;
    for (const { row, nodes } of above.values()) {
      for (const below of level.under(row)) {
        const id = below['id'] as number;
        const node = level.hidden ? undefined : this.node(level.model, below);
        if (node) for (const from of nodes) this.edge(from, node);
        const known = reached.get(id) ?? { row: below, nodes: new Set(node ? [node] : []) };
        reached.set(id, known);
        if (node) continue;
        for (const from of nodes) known.nodes.add(from);
        if ((handedOn += nodes.size) > this.most) tooMany(this.most);
      }
    }
    return reached;
  }

  /** The node of an object, made when it is first met. */
  node(model: Model, row: Row): string {
    const id = `${model.path}_${row['id']}`;
    if (!this.nodes.has(id)) {
      this.nodes.set(id, nodeOf(id, model, row));
      this.stop();
    }
    return id;
  }

  private edge(from: string, to: string): void {
    const key = `${from}>${to}`;
    if (from === to || this.edges.has(key)) return;
    this.edges.set(key, { from, to });
    this.stop();
  }

  private stop(): void {
    if (this.nodes.size + this.edges.size > this.most) tooMany(this.most);
  }
}

function nodeOf(id: string, model: Model, row: Row): Node {
  const own = row['id'] as number;
  const value = (field: Field | undefined): string | null => {
    const stored = field && row[nameOf(field)];
    return stored === null || stored === undefined || stored === '' ? null : String(stored);
  };
  const name = value(model.label);
  const icon = value(iconOf(model));
  return {
    id,
    label: name ?? value(model.columns.get('label')) ?? String(own),
    group: model.path,
    icon: icon && `/api/documents/${icon}/download`,
    data: { id: own, name, model: model.path, url: `/api/${model.path}/${own}` },
  };
}
