/**
 * What somebody explores, as plain data: what they took onto the page and what they did with it, in its order. Everything that the
 * page shows follows from it and from the map; the address holds it (`address.ts`), saved maps keep it.
 */

/** The ways to look at the map, in the order in which the page offers them. */
export const WAYS = ['pictures', 'explore', 'impact', 'paths', 'overview'] as const;
export type Way = (typeof WAYS)[number];

export const DIRECTIONS = ['both', 'up', 'down'] as const;
/** Up: towards the business. Down: towards the machines. */
export type Direction = (typeof DIRECTIONS)[number];

export interface Point {
  x: number;
  y: number;
}

/** `add`: an object was taken onto the page; `open`: its neighbours; `kind`: all objects of a kind; `tidy`: all was laid out anew. */
export type Step = { does: 'add' | 'open' | 'kind'; id: string } | { does: 'tidy' };

/** What is unticked, by what it is. */
export interface Unticked {
  families: readonly string[];
  kinds: readonly string[];
  views: readonly string[];
}

export interface State {
  way: Way;
  steps: readonly Step[];
  /** Objects that were taken off the page. */
  hidden: readonly string[];
  /** Where objects were dragged to. */
  moved: ReadonlyMap<string, Point>;
  direction: Direction;
  without: Unticked;
  /** Only objects with one of these tags; all where there are none. */
  tags: readonly string[];
  /** What fails. */
  fails: readonly string[];
  /** The ends of the ways that are looked for. */
  ends: { from: string; to: string };
  /** Whether these lead through accounts of people, too. */
  accounts: boolean;
  /** The picture that is shown, and its parameters as in an address. */
  picture: string;
}

export const EMPTY: State = {
  ...{ way: 'explore', steps: [], hidden: [], moved: new Map(), direction: 'both', tags: [], fails: [] },
  ...{ without: { families: [], kinds: [], views: [] }, ends: { from: '', to: '' }, accounts: false, picture: '' },
};

/** The kind of an object, by its name in the graph: `bays` of `bays_12`. */
export const kindIn = (id: string): string => id.slice(0, id.lastIndexOf('_'));

/** The number of an object, by its name in the graph: `12` of `bays_12`. */
export const numberIn = (id: string): string => id.slice(id.lastIndexOf('_') + 1);

/** Whether a name is that of a range which no object has, at the end of a flow: nothing can be asked of it. */
export const isOutside = (id: string): boolean => id.startsWith('outside_');

/** What was done so, in its order: the objects that were added or opened, or the kinds. */
export const doneIn = ({ steps }: Pick<State, 'steps'>, does: 'add' | 'open' | 'kind'): string[] =>
  steps.flatMap((step) => (step.does === does ? [step.id] : []));

/** Takes objects onto the page, or back onto it. */
export function add(state: State, ids: readonly string[]): State {
  const there = new Set(doneIn(state, 'add'));
  const steps = ids.filter((id) => !there.has(id)).map((id): Step => ({ does: 'add', id }));
  return { ...state, steps: [...state.steps, ...steps], hidden: state.hidden.filter((id) => !ids.includes(id)) };
}

/** Shows the neighbours of an object; those that were hidden among them stay so. */
export const open = (state: State, id: string): State =>
  doneIn(state, 'open').includes(id) ? state : { ...state, steps: [...state.steps, { does: 'open', id }] };

/** Takes the neighbours of an object off the page again, where nothing else leads to them. */
export const close = (state: State, id: string): State => ({
  ...state,
  steps: state.steps.filter((step) => !(step.does === 'open' && step.id === id)),
});

/** Takes one object off the page; what it led to stays. */
export const hide = (state: State, id: string): State => {
  const isOpened = doneIn(state, 'open').includes(id);
  const steps = state.steps.filter((step) => !(step.does === 'add' && step.id === id && !isOpened));
  return { ...state, steps, hidden: [...state.hidden.filter((one) => one !== id), id] };
};

/** Opens a kind on the overview, or closes it. */
export const toggleKind = (state: State, kind: string): State => {
  const rest = state.steps.filter((step) => !(step.does === 'kind' && step.id === kind));
  const isOpen = rest.length < state.steps.length;
  return { ...state, steps: isOpen ? rest : [...rest, { does: 'kind', id: kind }] };
};

/** Lays everything out anew: what was dragged goes back into its row. */
export const tidy = (state: State): State => ({
  ...state,
  moved: new Map(),
  steps: [...state.steps.filter(({ does }) => does !== 'tidy'), { does: 'tidy' }],
});

/** Ticks a name off, or on again. */
export const toggle = (list: readonly string[], name: string): string[] =>
  list.includes(name) ? list.filter((one) => one !== name) : [...list, name];
