/** Reads the rows of which a graph is made: all of them, or those of changed objects and of all edges at them. */
import type { Param as Values } from '../../database/statement.js';
import type { Lists, Row } from '../../database/thread-reader.js';
import { fold } from '../../core/text/fold.js';
import { NEEDS } from '../../engine/schema/edge.js';
import { CONNECTOR_COLUMNS, NODE_COLUMNS, type ConnectorLayout, type Layout } from './layout.js';
import { rangesIn, type Range } from './ranges.js';

/** Objects of one kind, a column each; those that the kind lacks are empty. */
export class NodeRows {
  id: number[] = [];
  label: string[] = [];
  tags: Array<readonly string[] | undefined> = [];
  icon: Array<number | null> = [];
  addresses: Array<string | null | undefined> = [];
  /** Whether it is in use, as it is stored; null counts as in use. */
  active: Array<number | null> = [];
  /** By the order of `NEEDS`. */
  needs: Array<ReadonlyArray<number | null>> = NEEDS.map(() => []);
}

/** Pairs of ids of the ends of edges of one type. */
export class PairRows {
  from: number[] = [];
  to: number[] = [];
  /** The words that pairs carry, where they carry any. */
  word: string[] = [];
}

/** An object at an end of a connector, as `objectNumber` gives, or the ranges of addresses that stand for it. */
export type ConnectorEnd = number | readonly Range[] | undefined;

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
  /** What else its columns say of an end, in their order: it stands there for whoever does not see the object before. */
  behindSource?: readonly ConnectorEnd[];
  behindDest?: readonly ConnectorEnd[];
  both: boolean;
  flagged: boolean;
  /** The days on which it counts, where its kind has some: `2026-11-27`, null without a limit. */
  days?: { first: string | null; last: string | null };
  /** It forbids. */
  blocked: boolean;
  /** It is no network. */
  aside: boolean;
  /** From its source to its other end, and the other way round. */
  label: string | undefined;
  turned: string | undefined;
}

/** How many suppliers of a sort are enough for an object. */
export interface EnoughRow {
  kind: number;
  id: number;
  sort: string;
  number: number;
}

/** What was read of one state of the database. */
export class Pieces {
  readonly nodes: NodeRows[];
  /** By type. */
  readonly pairs: readonly PairRows[];
  /** Pairs of ids of connectors and nodes, by the place of the link in the layout. */
  readonly links: ReadonlyArray<Array<readonly [connector: number, node: number]>>;
  /** Connectors, by their place in the layout. */
  readonly connectors: ConnectorRow[][];
  /** How many suppliers of a sort are enough. */
  readonly enough: EnoughRow[] = [];

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
export async function readAll(layout: Layout, lists: Lists): Promise<Pieces> {
  const pieces = new Pieces(layout);
  for (const [kind, { select }] of layout.kinds.entries()) {
    takeNodes(layout, pieces, kind, await lists(select.columns, select.all, []));
  }
  for (const { type, columns, all } of layout.pairs) takePairs(pieces, type, await lists(columns, all, []));
  for (const [place, connector] of layout.connectors.entries()) {
    const { columns, all } = connector.select;
    pieces.connectors[place] = connectorsOf(connector, await lists(columns, all, []));
  }
  for (const [place, { columns, all }] of layout.links.entries())
    takeLinks(pieces, place, await lists(columns, all, []));
  if (layout.enough) takeEnough(layout.enough, pieces, await lists(layout.enough.columns, layout.enough.all, []));
  return pieces;
}

/** Changed objects as they are now, with all edges at either end of them; what is gone is not there. */
export async function readChanged(layout: Layout, changed: Changed, lists: Lists): Promise<Pieces> {
  const pieces = new Pieces(layout);
  const ids = new Map([...changed.nodes].map(([kind, set]) => [kind, [...set]]));
  for (const [kind, some] of ids) {
    const { select } = layout.kinds[kind]!;
    takeNodes(layout, pieces, kind, await lists(select.columns, select.some, [some]));
  }
  for (const { references } of layout.kinds) {
    for (const { type, other, upwards, columns, someOf } of references) {
      const some = ids.get(other);
      if (some) takePairs(pieces, type, await lists(columns, someOf, [some]), upwards);
    }
  }
  for (const { type, from, to, columns, someFrom, someTo } of layout.pairs) {
    if (ids.has(from)) takePairs(pieces, type, await lists(columns, someFrom, [ids.get(from)!]));
    if (ids.has(to)) takePairs(pieces, type, await lists(columns, someTo, [ids.get(to)!]));
  }
  await readConnectors(layout, changed, ids, pieces, lists);
  for (const [place, { connector, kind, columns, someOfConnector, someOfNode }] of layout.links.entries()) {
    const [connectors, nodes] = [changed.connectors.get(connector), ids.get(kind)];
    if (connectors?.size) takeLinks(pieces, place, await lists(columns, someOfConnector, [[...connectors]]));
    if (nodes) takeLinks(pieces, place, await lists(columns, someOfNode, [nodes]));
  }
  for (const [type, kind] of Object.entries(layout.enough?.kinds ?? {})) {
    const [some, { columns, some: ofSome }] = [ids.get(kind), layout.enough!];
    if (some) takeEnough(layout.enough!, pieces, await lists(columns, ofSome, [type, some]));
  }
  return pieces;
}

async function readConnectors(
  layout: Layout,
  changed: Changed,
  ids: ReadonlyMap<number, number[]>,
  pieces: Pieces,
  lists: Lists,
): Promise<void> {
  for (const [place, connector] of layout.connectors.entries()) {
    const known = new Set<number>();
    const { columns, some: ofIds } = connector.select;
    const take = async (from: string, params: Values[]): Promise<void> => {
      for (const row of connectorsOf(connector, await lists(columns, from, params))) {
        if (known.has(row.id)) continue;
        known.add(row.id);
        pieces.connectors[place]!.push(row);
      }
    };
    const own = changed.connectors.get(place);
    if (own?.size) await take(ofIds, [[...own]]);
    for (const { kind, from, lists: count } of connector.someOf) {
      const some = ids.get(kind);
      if (some) await take(from, Array<Values>(count).fill(some));
    }
  }
}

function takeEnough(
  { kinds }: NonNullable<Layout['enough']>,
  { enough }: Pieces,
  [types, ids, sorts, numbers]: ReadonlyArray<Row>,
): void {
  for (const [row, type] of types!.entries()) {
    const kind = kinds[type as string];
    if (kind === undefined) continue;
    enough.push({ kind, id: ids![row] as number, sort: sorts![row] as string, number: numbers![row] as number });
  }
}

function takeLinks({ links }: Pieces, place: number, [connectors, nodes]: ReadonlyArray<Row>): void {
  for (const [row, connector] of connectors!.entries())
    links[place]!.push([connector as number, nodes![row] as number]);
}

/** Takes pairs of ids: those of an owner and of the other, which it carries where that is `upwards`. */
function takePairs({ pairs }: Pieces, type: number, [own, other, words]: ReadonlyArray<Row>, upwards = true): void {
  const [from, to] = (upwards ? [own, other] : [other, own]) as [number[], number[]];
  const rows = pairs[type]!;
  if (words) rows.word.push(...(words as string[]));
  // The columns themselves, where they are the first: tables of links are what there is most of.
  if (!rows.from.length) [rows.from, rows.to] = [from, to];
  else {
    for (let i = 0; i < from.length; i++) {
      rows.from.push(from[i]!);
      rows.to.push(to[i]!);
    }
  }
}

/** Takes the columns of a kind: its objects, and their references. */
function takeNodes({ kinds }: Layout, pieces: Pieces, kind: number, lists: ReadonlyArray<Row>): void {
  const { places, references } = kinds[kind]!;
  const columns = places.map((place) => (place < 0 ? [] : lists[place]!));
  const [ids, labels, tags, icons, addresses, active] = columns as [Row, Row, Row, Row, Row, Row];
  const rows = (pieces.nodes[kind] = new NodeRows());
  rows.id = ids as number[];
  rows.label = calledBy(rows.id, labels as Array<string | number | null>);
  rows.tags = tags.map(tagSplitter() as (text: unknown) => readonly string[] | undefined);
  rows.icon = icons as Array<number | null>;
  rows.addresses = addresses as Array<string | null>;
  rows.active = active as Array<number | null>;
  rows.needs = columns.slice(NODE_COLUMNS.length - NEEDS.length) as Array<Array<number | null>>;
  const first = Math.max(...places) + 1;
  for (const [place, { type, upwards }] of references.entries()) {
    const { from, to } = pieces.pairs[type]!;
    const targets = lists[first + place] as Array<number | null>;
    if (upwards) takeReferences(rows.id, targets, from, to);
    else takeReferences(rows.id, targets, to, from);
  }
}

/** What objects are called: by their labels, those without one by their ids. */
const calledBy = (ids: readonly number[], labels: ReadonlyArray<string | number | null>): string[] =>
  ids.map((id, row) => String((labels[row] ?? '') === '' ? id : labels[row]));

/** Takes pairs of objects and what they refer to, of those that refer to something. */
function takeReferences(
  ids: readonly number[],
  targets: ReadonlyArray<number | null>,
  own: number[],
  other: number[],
): void {
  for (let row = 0; row < targets.length; row++) {
    const target = targets[row]!;
    if (target === null) continue;
    own.push(ids[row]!);
    other.push(target);
  }
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

/** The connectors in columns. */
function connectorsOf(layout: ConnectorLayout, lists: ReadonlyArray<Row>): ConnectorRow[] {
  const { source, dest, both, isDated, blocked, aside } = layout;
  const [ids, sourceRanges, destRanges, isBoth, flags] = lists as [number[], Row, Row, Row, Row];
  const [firstDays, lastDays, actions, sorts] = lists.slice(5) as [Row, Row, Row, Row];
  const first = CONNECTOR_COLUMNS.length;
  const [toDest, toNames] = [first + source.length, first + source.length + dest.length];
  const sources = endsOf(source, lists.slice(first, toDest), sourceRanges);
  const dests = endsOf(dest, lists.slice(toDest, toNames), destRanges);
  const names = lists.slice(toNames) as Array<Array<string | null>>;
  const labels = labelsOf(names, ids.length);
  const turned = names.length > 1 ? labelsOf(names.toReversed(), ids.length) : labels;
  return ids.map((id, row) => ({
    id,
    source: sources[row]![0],
    dest: dests[row]![0],
    ...(sources[row]!.length > 1 && { behindSource: sources[row]!.slice(1) }),
    ...(dests[row]!.length > 1 && { behindDest: dests[row]!.slice(1) }),
    both: both === 'always' || (both === 'column' && !!isBoth[row]),
    flagged: !!flags[row],
    ...(isDated && { days: { first: dayOf(firstDays[row]), last: dayOf(lastDays[row]) } }),
    blocked: !!blocked && beginsWith(actions[row], blocked.words),
    aside: !!aside && holds(sorts[row], aside),
    label: labels[row],
    turned: turned[row],
  }));
}

const dayOf = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 10) : null);

/** Whether a text begins, without case and accents, with one of some words. */
const beginsWith = (text: unknown, words: readonly string[]): boolean => {
  if (typeof text !== 'string') return false;
  const folded = fold(text.trim());
  return words.some((word) => folded.startsWith(word));
};

/** Whether one of some words stands by itself in a text, without case and accents. */
const holds = (text: unknown, words: readonly string[]): boolean => {
  if (typeof text !== 'string') return false;
  const folded = ` ${fold(text).replace(/[^a-z0-9]+/g, ' ')} `;
  return words.some((word) => folded.includes(` ${word} `));
};

/** What is said of an end of each connector: the objects that its references name, and behind them what its column of ranges says. */
function endsOf(kinds: readonly number[], references: ReadonlyArray<Row>, ranges: Row): ConnectorEnd[][] {
  return ranges.map((text, row) => {
    const ends: ConnectorEnd[] = [];
    for (let i = 0; i < kinds.length; i++) {
      const id = references[i]![row];
      if (id !== null) ends.push(objectNumber(kinds[i]!, id as number));
    }
    if (text) ends.push(rangesIn(text as string));
    return ends;
  });
}

/** What each connector is called, where it is named: by its name, or by those of both ends in the order of the columns. */
function labelsOf(names: ReadonlyArray<ReadonlyArray<string | null>>, count: number): Array<string | undefined> {
  if (names.length === 1) return names[0]!.map((name) => name || undefined);
  return Array.from({ length: count }, (_, row) => {
    if (!names.some((list) => list[row])) return undefined;
    // Where each end has a name, one that is not known must not pass for the other.
    return names.map((list) => list[row] || '?').join(' – ');
  });
}
