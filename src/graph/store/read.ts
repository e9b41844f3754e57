/** Reads the rows of which a graph is made: all of them, or those of changed objects and of all edges at them. */
import type { Param as Values } from '../../database/statement.js';
import type { Each, Row } from '../../database/thread-reader.js';
import { NEEDS } from '../../engine/schema/edge.js';
import { rangesIn, type Range } from './ranges.js';
import { CONNECTOR_COLUMNS, NODE_COLUMNS, type ConnectorLayout, type Layout } from './layout.js';

/** Objects of one kind, a column each. */
export class NodeRows {
  readonly id: number[] = [];
  readonly label: string[] = [];
  readonly tags: Array<readonly string[] | undefined> = [];
  readonly icon: number[] = [];
  readonly reference: Array<string | undefined> = [];
  readonly addresses: Array<string | undefined> = [];
  /** So many values for each object, in the order of `NEEDS`. */
  readonly needs: number[] = [];
}

/** Pairs of ids of the ends of edges of one type. */
export class PairRows {
  readonly from: number[] = [];
  readonly to: number[] = [];
}

/** An object at an end of a connector, as `objectNumber` gives, or the ranges of addresses that stand for it. */
export type ConnectorEnd = number | { ranges: readonly Range[] } | undefined;

/** More kinds than there are. */
const KINDS = 256;

/** An object as one number, since there are many; `objectOf` takes it apart. */
export const objectNumber = (kind: number, id: number): number => id * KINDS + kind;
export const objectOf = (number: number): { kind: number; id: number } => ({
  kind: number % KINDS,
  id: Math.floor(number / KINDS),
});

/** An object that is an edge. */
export interface ConnectorRow {
  id: number;
  source: ConnectorEnd;
  dest: ConnectorEnd;
  both: boolean;
  flagged: boolean;
  label: string | undefined;
}

/** What was read of one state of the database. */
export class Pieces {
  readonly nodes: readonly NodeRows[];
  /** By type. */
  readonly pairs: readonly PairRows[];
  /** Pairs of ids of connectors and nodes, by the place of the link in the layout. */
  readonly links: ReadonlyArray<Array<readonly [connector: number, node: number]>>;
  /** Connectors, by their place in the layout. */
  readonly connectors: readonly ConnectorRow[][];

  constructor(layout: Layout) {
    this.nodes = layout.kinds.map(() => new NodeRows());
    this.pairs = layout.types.map(() => new PairRows());
    this.connectors = layout.connectors.map(() => []);
    this.links = layout.links.map(() => []);
  }
}

/** Ids of objects that changed, by the place of their kind, and of connectors by theirs. */
export interface Changed {
  nodes: ReadonlyMap<number, ReadonlySet<number>>;
  connectors: ReadonlyMap<number, ReadonlySet<number>>;
}

/** The whole map: one statement for each table. */
export async function readAll(layout: Layout, each: Each): Promise<Pieces> {
  const pieces = new Pieces(layout);
  for (let kind = 0; kind < layout.kinds.length; kind++) {
    await each(layout.kinds[kind]!.select.all, [], nodeTaker(layout, pieces, kind));
  }
  for (const { type, all } of layout.pairs) {
    const { from, to } = pieces.pairs[type]!;
    await each(all, [], (row) => {
      from.push(row[0] as number);
      to.push(row[1] as number);
    });
  }
  for (const [place, connector] of layout.connectors.entries()) {
    await each(connector.select.all, [], (row) => pieces.connectors[place]!.push(connectorOf(connector, row)));
  }
  for (const [place, { all }] of layout.links.entries()) await each(all, [], linkTaker(pieces, place));
  return pieces;
}

const linkTaker =
  (pieces: Pieces, place: number) =>
  (row: Row): void =>
    void pieces.links[place]!.push([row[0] as number, row[1] as number]);

/** Changed objects as they are now, with all edges at either end of them; what is gone is not there. */
export async function readChanged(layout: Layout, changed: Changed, each: Each): Promise<Pieces> {
  const pieces = new Pieces(layout);
  const ids = new Map([...changed.nodes].map(([kind, set]) => [kind, [...set]]));
  for (const [kind, some] of ids) {
    await each(layout.kinds[kind]!.select.some, [some], nodeTaker(layout, pieces, kind));
  }
  for (const { references } of layout.kinds) {
    for (const { type, other, upwards, someOf } of references) {
      const some = ids.get(other);
      if (some)
        await each(someOf, [some], (row) => pair(pieces.pairs[type]!, row[0] as number, row[1] as number, upwards));
    }
  }
  for (const { type, from, to, someFrom, someTo } of layout.pairs) {
    const take = (row: Row): void => pair(pieces.pairs[type]!, row[0] as number, row[1] as number, true);
    if (ids.has(from)) await each(someFrom, [ids.get(from)!], take);
    if (ids.has(to)) await each(someTo, [ids.get(to)!], take);
  }
  await readConnectors(layout, changed, ids, pieces, each);
  for (const [place, { connector, kind, someOfConnector, someOfNode }] of layout.links.entries()) {
    const [connectors, nodes] = [changed.connectors.get(connector), ids.get(kind)];
    if (connectors?.size) await each(someOfConnector, [[...connectors]], linkTaker(pieces, place));
    if (nodes) await each(someOfNode, [nodes], linkTaker(pieces, place));
  }
  return pieces;
}

async function readConnectors(
  layout: Layout,
  changed: Changed,
  ids: ReadonlyMap<number, number[]>,
  pieces: Pieces,
  each: Each,
): Promise<void> {
  for (const [place, connector] of layout.connectors.entries()) {
    const known = new Set<number>();
    const take = (row: Row): void => {
      if (known.has(row[0] as number)) return;
      known.add(row[0] as number);
      pieces.connectors[place]!.push(connectorOf(connector, row));
    };
    const own = changed.connectors.get(place);
    if (own?.size) await each(connector.select.some, [[...own]], take);
    for (const { kind, sql, lists } of connector.someOf) {
      const some = ids.get(kind);
      if (some) await each(sql, Array<Values>(lists).fill(some), take);
    }
  }
}

function pair({ from, to }: PairRows, own: number, other: number, upwards: boolean): void {
  from.push(upwards ? own : other);
  to.push(upwards ? other : own);
}

/** Takes the rows of a kind: its objects, and their references. */
function nodeTaker({ kinds }: Layout, pieces: Pieces, kind: number): (row: Row) => void {
  const nodes = pieces.nodes[kind]!;
  const references = kinds[kind]!.references.map(({ type, upwards }) => ({ rows: pieces.pairs[type]!, upwards }));
  const [needs, first] = [NODE_COLUMNS.length - NEEDS.length, NODE_COLUMNS.length];
  const tagsOf = tagSplitter();
  return (row) => {
    const id = row[0] as number;
    nodes.id.push(id);
    const label = row[1];
    nodes.label.push(label === null || label === '' ? String(id) : String(label));
    nodes.tags.push(tagsOf(row[2] as string | null));
    nodes.icon.push((row[3] as number | null) ?? 0);
    nodes.reference.push((row[4] as string | null) || undefined);
    nodes.addresses.push((row[5] as string | null) || undefined);
    for (let i = needs; i < first; i++) nodes.needs.push((row[i] as number | null) ?? -1);
    for (let i = 0; i < references.length; i++) {
      const other = row[first + i] as number | null;
      if (other !== null) pair(references[i]!.rows, id, other, references[i]!.upwards);
    }
  };
}

/** Splits tags into words; objects with the same tags have one list of them. */
function tagSplitter(): (text: string | null) => readonly string[] | undefined {
  const known = new Map<string, readonly string[] | undefined>();
  return (text) => {
    if (!text) return undefined;
    if (known.has(text)) return known.get(text);
    const words = text.split(/\s+/).filter((word) => word !== '');
    const tags = words.length ? words : undefined;
    known.set(text, tags);
    return tags;
  };
}

function connectorOf({ source, dest, ranges, both }: ConnectorLayout, row: Row): ConnectorRow {
  const first = CONNECTOR_COLUMNS.length;
  const end = (kinds: readonly number[], from: number, range: unknown): ConnectorEnd => {
    for (let i = 0; i < kinds.length; i++) {
      const id = row[from + i] as number | null;
      if (id !== null) return objectNumber(kinds[i]!, id);
    }
    return ranges && typeof range === 'string' && range ? { ranges: rangesIn(range) } : undefined;
  };
  const names = row.slice(first + source.length + dest.length).filter((name) => name !== null && name !== '');
  return {
    id: row[0] as number,
    source: end(source, first, row[1]),
    dest: end(dest, first + source.length, row[2]),
    both: both === 'always' || (both === 'column' && !!row[3]),
    flagged: !!row[4],
    label: names.length ? names.join(' – ') : undefined,
  };
}
