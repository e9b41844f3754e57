/**
 * What the page explores: the state that somebody made, what was read for it, and what follows from both. Components show it and
 * call what changes it.
 */
import type { GraphAnswer } from 'meridian-client';
import { client } from '../api/session.js';
import { TAGS } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { isNarrow } from '../components/fold.js';
import { Store } from '../store.js';
import { catalogueOf, nameOfKind, type Catalogue } from './catalogue.js';
import { Grid } from './grid.js';
import { PHONE, Places, SCREEN, type Shape } from './layout.js';
import { NARROW, within } from './camera.js';
import type { StateWord } from './palette.js';
import {
  readAround,
  readBetween,
  readKinds,
  readObjects,
  readTags,
  readMarked,
  readVulnerable,
  type Found,
  type Marked,
  type Vulnerable,
} from './reader.js';
import { distinctNames } from './names.js';
import { doneIn, EMPTY, kindIn, numberIn, tidy, type Point, type State } from './state.js';
import { neighboursIn, shownOf, World, type MapEdge, type MapNode, type ShownMap } from './world.js';

/** Objects on the page at once; kinds with more stay closed. */
export const MAX_SHOWN = 5000;
/** What an outage lists, and ways that are looked for, at most. */
const MAX_HIT = 1000;
const MAX_PATHS = 10;
/** Milliseconds of work after which the browser has its turn. */
const TURN = 5;

/** A box on the page: an object, or on the overview a kind that is closed. */
export interface Box {
  id: string;
  name: string;
  kind: string;
  /** The row that it stands in. */
  row: string;
  /** What stands below the name. */
  about: string;
  /** Neighbours that are not on the page; objects of a kind that is closed. */
  left: number;
  isKind?: true;
}

/** How one state is told in numbers. */
type StateSum = { total: number; by_kind: Record<string, number> } & Partial<
  Pick<GraphAnswer<'impact'>['summary']['down'], 'needs'>
>;

/** An object of which cannot be told what becomes of it: why, and because of whom. */
export interface Doubt {
  of: string;
  why: string;
  by: readonly string[];
  /** The object itself, and the names of the others, where the answer has them. */
  node?: GraphAnswer<'impact'>['doubtful'][number]['node'];
  names?: readonly string[];
}

/** A part of a network that is cut off from the rest, or a part beside the main one. */
export interface Parted {
  size: number;
  by_kind: Record<string, number>;
  sample: ReadonlyArray<{ id: string; label: string }>;
  main: boolean;
}

/** An outage as it is answered. */
export type Impact = Omit<GraphAnswer<'impact'>, 'nodes' | 'summary'> & {
  nodes: ReadonlyArray<Omit<GraphAnswer<'impact'>['nodes'][number], 'state'> & { state: StateWord }>;
  summary: Readonly<Partial<Record<StateWord, StateSum>>> & {
    /** Those that are no longer in use and would be hit, the first of them by their ids. */
    inactive?: { total: number; by_kind: Readonly<Record<string, number>>; sample: readonly string[] };
  };
  doubtful?: readonly Doubt[];
  parted?: readonly Parted[];
};
export type Paths = GraphAnswer<'paths'>;

/** Everything that is drawn and listed. */
export interface Scene {
  boxes: readonly Box[];
  byId: ReadonlyMap<string, Box>;
  edges: readonly MapEdge[];
  /** By the name of the box; whoever is dragged moves in it. */
  points: Map<string, Point>;
  grid: Grid;
  /** Another one whenever all of it was laid out anew. */
  laid: string;
  /** What is told apart from the rest; null while nothing is. */
  lit: ReadonlySet<string> | null;
  /** What became of objects in an outage. */
  states: ReadonlyMap<string, StateWord>;
  /** Objects of which that cannot be told. */
  doubtful: ReadonlySet<string>;
  /** Objects with open vulnerabilities. */
  vulnerable: ReadonlyMap<string, Vulnerable>;
  /** Objects of which checks found something severe; none where that is switched off. */
  marked: ReadonlyMap<string, Marked>;
}

/** Something that the reader is to know. */
export interface Notice {
  missing: readonly string[];
  leftOut: number;
}

/** Where the browser keeps whether findings are marked. */
const MARKING = 'meridian-map-findings';

const NO_SCENE: Scene = {
  ...{ boxes: [], byId: new Map(), edges: [], points: new Map(), grid: new Grid(new Map()) },
  ...{ laid: '', lit: null, states: new Map(), doubtful: new Set<string>(), vulnerable: new Map(), marked: new Map() },
};

export class Explorer {
  readonly state: Store<State>;
  readonly scene = new Store<Scene>(NO_SCENE);
  /** Until something was read for the first time, and whenever more is. */
  readonly busy = new Store(true);
  /** Why something could not be read. */
  readonly failed = new Store<{ error: unknown } | null>(null);
  readonly notice = new Store<Notice>({ missing: [], leftOut: 0 });
  readonly impact = new Store<Impact | null>(null);
  readonly paths = new Store<Paths | null>(null);
  /** The way that is shown, of those that were found. */
  readonly path = new Store(0);
  /** How many objects of each kind there are; undefined until it was asked. */
  readonly numbers = new Store<GraphAnswer<'statistics'> | undefined>(undefined);
  readonly tags = new Store<ReadonlyMap<string, readonly string[]>>(new Map());
  private world = new World();
  private places: Places;
  /** The plane that everything is drawn on, in pixels. */
  private size: Shape = isNarrow() ? PHONE : SCREEN;
  /** Rows of the overview: kinds that are closed stand with those of their view. */
  private readonly rows: ReadonlyMap<string, number>;
  /** Places of the overview, which is a page of its own. */
  private plan: Places;
  private outagePlaces: { key: string; places: Places } | undefined;
  private ofKind = new Map<string, readonly string[]>();
  private vulnerable: ReadonlyMap<string, Vulnerable> = new Map();
  private marked: ReadonlyMap<string, Marked> = new Map();
  /** Whether what checks found is marked: kept in this browser. */
  readonly isMarking = new Store(localStorage.getItem(MARKING) !== 'off');
  private opened = new Set<string>();
  private between = new Set<string>();
  private missing = new Set<string>();
  private leftOut = 0;
  private replayed = false;
  private turn = 0;

  private constructor(
    readonly map: MapOfKinds,
    readonly catalogue: Catalogue,
    first: State,
  ) {
    this.state = new Store(first);
    this.rows = rowsOfOverview(catalogue);
    this.places = new Places(catalogue.order);
    this.plan = new Places(this.rows);
  }

  /** Folds rows for a plane of this size. */
  resize(size: Shape): void {
    const before = this.size;
    this.size = size;
    const isTurned = this.shape(before) !== this.shape();
    if (isTurned && !this.busy.get() && this.scene.get().boxes.length) void this.restart(this.state.get());
    else if (this.state.get().way === 'impact' && this.impact.get()) this.show();
  }

  /** What pages are laid out for: the same on all screens, so that a saved page is the same again. */
  private shape({ width }: Shape = this.size): Shape {
    return width < NARROW ? PHONE : SCREEN;
  }

  /** Reads what there is in the graph, and begins with a state. Throws as the client does. */
  static async begin(map: MapOfKinds, first: State): Promise<Explorer> {
    const explorer = new Explorer(map, catalogueOf(await client().graph.kinds(), map), first);
    void explorer.readVulnerable();
    void explorer.readMarked();
    return explorer;
  }

  /** Shows another state; asks for what it lacks. */
  async go(next: State): Promise<void> {
    const former = this.state.get();
    this.state.set(next);
    const turn = ++this.turn;
    if (former.fails !== next.fails) this.impact.set(null);
    if (former.ends !== next.ends) this.paths.set(null);
    this.busy.set(true);
    // What is known is shown at once.
    this.show();
    try {
      await this.read(next);
      this.failed.set(null);
    } catch (error) {
      if (turn === this.turn) this.failed.set({ error });
    }
    if (turn !== this.turn) return;
    let began = performance.now();
    for (const _ of this.showing(true)) {
      if (performance.now() - began < TURN) continue;
      await pause();
      if (turn !== this.turn) return;
      began = performance.now();
    }
  }

  /** Reads everything anew; what stays, stays where it is. */
  async refresh(): Promise<void> {
    this.world = new World();
    for (const known of [this.opened, this.between, this.missing, this.ofKind]) known.clear();
    this.leftOut = 0;
    this.numbers.set(undefined);
    this.tags.set(new Map());
    this.impact.set(null);
    this.paths.set(null);
    void this.readVulnerable();
    void this.readMarked();
    await this.go(this.state.get());
  }

  /** Another person's page, or a saved one: all places are found anew. */
  restart(next: State): Promise<void> {
    this.places = new Places(this.catalogue.order, this.shape());
    this.plan = new Places(this.rows, this.shape());
    this.replayed = false;
    return this.go(next);
  }

  /** Lays everything out anew. */
  tidy(): void {
    const state = this.state.get();
    const { nodes, edges, left } = this.shown(state);
    const boxes = this.boxesOf(state, nodes, left);
    const isOverview = state.way === 'overview';
    const around = neighboursIn(isOverview ? [...edges, ...this.kindEdges(boxes, state)] : edges);
    if (state.way === 'impact') this.outagePlaces = undefined;
    (isOverview ? this.plan : this.places).tidy(boxes, (id) => around.get(id) ?? []);
    if (!isOverview) this.state.set(tidy(state));
    this.show();
  }

  /** Shows an object elsewhere while it is dragged; nothing else is found out anew. */
  drag(id: string, point: Point): void {
    this.scene.get().points.set(id, point);
  }

  /** Puts an object where it was dragged to. */
  drop(id: string, { x, y }: Point): void {
    // The address holds whole units.
    const point = { x: Math.round(x), y: Math.round(y) };
    const state = this.state.get();
    const isOverview = state.way === 'overview';
    const outage = state.way === 'impact' ? this.outagePlaces?.places : undefined;
    (isOverview ? this.plan : (outage ?? this.places)).move(id, point);
    if (!isOverview) this.state.set({ ...state, moved: new Map(state.moved).set(id, point) });
    this.show();
  }

  /** Shows the way with this number. */
  choosePath(number: number): void {
    this.path.set(number);
    this.show();
  }

  /** Reads which objects have open vulnerabilities; where that cannot be read the page lacks nothing else. */
  private async readVulnerable(): Promise<void> {
    try {
      this.vulnerable = await readVulnerable(this.map);
    } catch {
      return;
    }
    if (this.vulnerable.size && this.scene.get().boxes.length)
      this.scene.set({ ...this.scene.get(), vulnerable: this.vulnerable });
  }

  /** Marks what checks found, or does no more. */
  mark(is: boolean): void {
    localStorage.setItem(MARKING, is ? 'on' : 'off');
    this.isMarking.set(is);
    this.scene.set({ ...this.scene.get(), marked: this.markedNow });
  }

  private get markedNow(): ReadonlyMap<string, Marked> {
    return this.isMarking.get() ? this.marked : new Map();
  }

  /** Reads of which objects checks found something severe; where that cannot be read the page lacks nothing else. */
  private async readMarked(): Promise<void> {
    try {
      this.marked = await readMarked(this.map);
    } catch {
      return;
    }
    if (this.marked.size && this.scene.get().boxes.length)
      this.scene.set({ ...this.scene.get(), marked: this.markedNow });
  }

  /** Reads the tags of what is on the page. */
  async readTags(): Promise<void> {
    const known = new Map(this.tags.get());
    const lacking = new Map<string, number[]>();
    for (const id of this.world.nodes.keys()) {
      if (known.has(id)) continue;
      const kind = this.map.kinds.get(kindIn(id));
      if (!kind?.columns.some(({ name }) => name === TAGS)) continue;
      lacking.set(kind.path, [...(lacking.get(kind.path) ?? []), Number(numberIn(id))]);
    }
    const found = await Promise.all([...lacking].map(([kind, ids]) => readTags(kind, ids)));
    for (const [id, tags] of found.flat()) known.set(id, tags);
    this.tags.set(known);
    this.show();
  }

  edge(id: string): MapEdge | undefined {
    return this.world.edges.get(id);
  }

  node(id: string): MapNode | undefined {
    return this.world.nodes.get(id);
  }

  /** What objects in a row are called, so that no two of them are called the same. */
  namesOf(ids: readonly string[], known: (id: string) => string = (id) => id): string[] {
    return distinctNames(
      ids.map((id) => {
        const kind = this.node(id)?.kind ?? kindIn(id);
        return { id, name: this.node(id)?.name ?? known(id), kind: nameOfKind(this.catalogue, kind) };
      }),
    );
  }

  /** Whether an object is on the page by what was added and opened, and not only by an answer. */
  isReached(id: string): boolean {
    const { nodes } = this.shown({ ...this.state.get(), way: 'explore' });
    return nodes.some((node) => node.id === id);
  }

  /** What would be on the page if everything were ticked. */
  everything(): ShownMap {
    return this.shown({ ...this.state.get(), without: EMPTY.without, tags: [] });
  }

  /** Asks for whatever a state lacks. */
  private async read(state: State): Promise<void> {
    const lacks = (ids: readonly string[]): string[] =>
      [...new Set(ids)].filter((id) => !this.world.nodes.has(id) && !this.missing.has(id));
    if (state.way === 'overview') {
      if (!this.numbers.get()) this.numbers.set(await client().graph.statistics());
      await this.readKinds(doneIn(state, 'kind'));
    } else {
      const opens = doneIn(state, 'open').filter((id) => !this.opened.has(id) && !this.missing.has(id));
      if (opens.length) {
        await this.note(await readAround(opens));
        for (const id of opens) this.opened.add(id);
      }
      const adds = lacks(doneIn(state, 'add'));
      if (adds.length) await this.note(await readObjects(adds));
    }
    if (state.way === 'impact' && state.fails.length && !this.impact.get()) {
      const answer = await client().graph.impact({ of: state.fails, most: MAX_HIT });
      const impact: Impact = answer;
      this.world.take(answer);
      this.world.take({ nodes: impact.doubtful?.flatMap(({ node }) => node ?? []) ?? [], edges: [] });
      const unknown = lacks([
        ...(impact.doubtful?.map(({ of }) => of) ?? []),
        ...(impact.summary.inactive?.sample ?? []),
      ]);
      if (unknown.length) await this.note(await readObjects(unknown));
      this.impact.set(impact);
    }
    const { from, to } = state.ends;
    if (state.way === 'paths' && from && to && !this.paths.get()) {
      const kinds = this.kindsOnPaths(state);
      const { direction } = state;
      const paths = await client().graph.paths({ from, to, most: MAX_PATHS, direction, ...(kinds && { kinds }) });
      this.world.take(paths);
      this.path.set(0);
      this.paths.set(paths);
    }
    if (state.tags.length) await this.readTags();
    await this.readBetween(state);
  }

  /** The kinds that ways may lead through; undefined where these are all. */
  kindsOnPaths({ accounts }: Pick<State, 'accounts'>): string[] | undefined {
    const kinds = [...this.catalogue.kinds.values()];
    if (accounts || !kinds.some(({ account }) => account)) return undefined;
    return kinds.flatMap(({ path, account }) => (account ? [] : path));
  }

  /** Reads the edges between what is new on the page and the rest. */
  private async readBetween(state: State): Promise<void> {
    if (state.way === 'overview' || state.way === 'pictures') return;
    const { nodes } = this.shown(state);
    const fresh = nodes.filter(({ id }) => !this.between.has(id)).map(({ id }) => id);
    if (!fresh.length) return;
    const kinds = [...new Set(nodes.map(({ kind }) => kind))];
    await this.note(
      await readBetween(
        fresh,
        nodes.map(({ id }) => id),
        kinds,
      ),
    );
    for (const id of fresh) this.between.add(id);
  }

  /** Reads the objects of the kinds that are opened, as many kinds as fit on the page, with the edges between all of them. */
  private async readKinds(opened: readonly string[]): Promise<void> {
    const numbers = this.numbers.get()?.nodes.by_kind ?? {};
    let room = MAX_SHOWN;
    const fit = opened.filter((kind) => {
      const count = numbers[kind] ?? 0;
      if (!this.catalogue.kinds.has(kind) || count > room) return false;
      room -= count;
      return true;
    });
    if (fit.every((kind) => this.ofKind.has(kind))) return;
    const found = await readKinds(fit);
    await this.note(found);
    const nodes = found.parts.flatMap((part) => part.nodes);
    for (const kind of fit)
      this.ofKind.set(
        kind,
        nodes.flatMap(({ id, group }) => (group === kind ? [id] : [])),
      );
  }

  private async note({ parts, missing, leftOut }: Found): Promise<void> {
    // Reading an answer and taking it in are work enough, each.
    await pause();
    for (const part of parts) this.world.take(part);
    for (const id of missing) this.missing.add(id);
    this.leftOut += leftOut;
    this.notice.set({ missing: [...this.missing], leftOut: this.leftOut });
    await pause();
  }

  private shown(state: State): ShownMap {
    return shownOf(this.world, state, {
      order: this.catalogue.order,
      ofKind: (kind) => this.ofKind.get(kind) ?? [],
      beside: this.beside(state),
      tagsOf: (id) => this.tags.get().get(id) ?? [],
    });
  }

  /** What the answer of an outage or of a way brings onto the page. */
  private beside({ way, fails }: State): string[] {
    const impact = this.impact.get();
    if (way === 'impact')
      return [
        ...[...fails, ...(impact?.nodes.map(({ id }) => id) ?? [])],
        ...(impact?.doubtful?.map(({ of }) => of) ?? []),
      ];
    if (way === 'paths') return this.paths.get()?.paths.flatMap(({ nodes }) => nodes) ?? [];
    return [];
  }

  private boxesOf(state: State, nodes: readonly MapNode[], left: ReadonlyMap<string, number>): Box[] {
    // What an outage takes is of many kinds, with few objects each: there the views are the rows.
    const isOutage = state.way === 'impact' && this.impact.get() !== null;
    const boxes = nodes.map(({ id, name, kind, view }): Box => {
      const about = nameOfKind(this.catalogue, kind);
      return { id, name, kind, row: isOutage ? view : kind, about, left: left.get(id) ?? 0 };
    });
    if (state.way !== 'overview') return boxes;
    const open = new Set(doneIn(state, 'kind').filter((kind) => this.ofKind.has(kind)));
    const numbers = this.numbers.get()?.nodes.by_kind ?? {};
    const closed = [...this.catalogue.kinds.values()]
      .filter(({ path, view }) => !open.has(path) && numbers[path] && !isUnticked(state, path, view))
      .map(({ path, title, view }): Box => {
        const count = numbers[path]!;
        return { id: `*${path}`, name: title, kind: path, row: rowOfView(view), about: '', left: count, isKind: true };
      });
    const place = ({ row }: Box): number => this.rows.get(row)!;
    return [...closed, ...boxes].sort((a, b) => place(a) - place(b));
  }

  /** The lines between kinds that are closed, with how many edges they stand for. */
  private kindEdges(boxes: readonly Box[], { without }: State): MapEdge[] {
    const closed = new Set(boxes.filter(({ isKind }) => isKind).map(({ kind }) => kind));
    const numbers = this.numbers.get()?.edges.by_edge ?? {};
    return this.catalogue.edges.flatMap(({ name: edge, family, from, to, connector }) => {
      const count = numbers[edge];
      const [low, high] = [from[0], to[0]];
      const isOne = from.length === 1 && to.length === 1 && connector === null && low !== high;
      if (!count || !isOne || !closed.has(low!) || !closed.has(high!) || without.families.includes(family)) return [];
      return [{ id: edge, from: `*${low}`, to: `*${high}`, edge, family, both: false, label: String(count) }];
    });
  }

  /** Places whoever has no place, and tells everybody, at once. */
  private show(): void {
    for (const _ of this.showing(!this.busy.get())) continue;
  }

  /**
   * As `show`, in parts: thousands of objects take longer than a browser may be kept from answering.
   * @param isRead nothing is being read any more, which everybody is told as well
   */
  private *showing(isRead: boolean): Generator<void, void> {
    yield;
    const state = this.state.get();
    const { nodes, edges, left } = this.shown(state);
    yield;
    const boxes = this.boxesOf(state, nodes, left);
    const isOverview = state.way === 'overview';
    const isOutage = state.way === 'impact' && this.impact.get() !== null;
    const places = isOverview ? this.plan : isOutage ? this.outage(boxes) : this.places;
    const all = isOverview ? [...edges, ...this.kindEdges(boxes, state)] : edges;
    const around = neighboursIn(all);
    if (!isOverview && !this.replayed && boxes.length && isRead) yield* this.replay(state);
    // While edges are still being read, nobody finds a place: it would be another one than after the page is opened again.
    if (isRead) places.place(boxes, (id) => around.get(id) ?? []);
    if (isRead && !isOverview) this.putBack(places, state);
    yield;
    const there = boxes.filter(({ id }) => places.points.has(id));
    const points = new Map(there.map(({ id }) => [id, places.points.get(id)!]));
    const impact = state.way === 'impact' ? this.impact.get() : null;
    const way = state.way === 'paths' ? this.paths.get()?.paths[this.path.get()] : undefined;
    if (isRead) this.busy.set(false);
    this.scene.set({
      boxes: there,
      byId: new Map(there.map((box) => [box.id, box])),
      edges: all.filter(({ from, to }) => points.has(from) && points.has(to)),
      points,
      grid: new Grid(points),
      laid: `${places.name} ${places.turns}`,
      lit: impact ? new Set(this.beside(state)) : way ? new Set(way.nodes) : null,
      states: new Map(impact?.nodes.map(({ id, state: word }) => [id, word])),
      doubtful: new Set(impact?.doubtful?.map(({ of }) => of)),
      vulnerable: this.vulnerable,
      marked: this.markedNow,
    });
  }

  /**
   * Places for an outage: close rows that are folded for this very plane, anew whenever somebody joins them. What it takes is
   * seen at once, and nobody has to remember where it stood.
   */
  private outage(boxes: readonly Box[]): Places {
    const key = [this.size.width, this.size.height, ...boxes.map(({ id }) => id)].join(' ');
    if (this.outagePlaces?.key !== key)
      this.outagePlaces = { key, places: new Places(this.catalogue.order, within(this.size), 1) };
    return this.outagePlaces.places;
  }

  /** What was dragged stands where it was dragged to, whoever was laid out anew. */
  private putBack(places: Places, { moved }: State): void {
    for (const [id, point] of moved) {
      const now = places.points.get(id);
      if (now && (now.x !== point.x || now.y !== point.y)) places.move(id, point);
    }
  }

  /** Finds the places of a page that was opened from its address, step by step as it was made. */
  private *replay(state: State): Generator<void, void> {
    // What was hidden had its place when others came.
    let done: State = { ...state, steps: [], hidden: [] };
    for (const step of state.steps) {
      done = { ...done, steps: [...done.steps, step] };
      if (step.does === 'kind') continue;
      const { nodes, edges } = this.shown({ ...done, way: 'explore' });
      const around = neighboursIn(edges);
      const placed = nodes.map(({ id, kind }) => ({ id, row: kind }));
      if (step.does === 'tidy') this.places.tidy(placed, (id) => around.get(id) ?? []);
      else this.places.place(placed, (id) => around.get(id) ?? []);
      yield;
    }
    for (const [id, point] of state.moved) this.places.move(id, point);
    this.replayed = true;
  }
}

/** Lets the browser do what else it has to do. */
const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

const isUnticked = ({ without }: State, kind: string, view: string): boolean =>
  without.kinds.includes(kind) || without.views.includes(view);

const rowOfView = (view: string): string => `view ${view}`;

/** Each view before its kinds. */
function rowsOfOverview({ kinds, order }: Catalogue): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (const { path, view } of kinds.values()) {
    const row = rowOfView(view);
    if (!rows.has(row)) rows.set(row, order.get(path)! - 0.5);
    rows.set(path, order.get(path)!);
  }
  return rows;
}
