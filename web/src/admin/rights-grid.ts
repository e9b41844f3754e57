/** The rights of a role as a grid of kinds and actions: which permission stands where, and what a cell holds. */
import type { Group } from '../api/description.js';
import type { Tag } from '../api/openapi.js';
import { together, type Titles } from '../i18n/titles.js';

/** The right to one action on one kind, or to something that is no kind. */
export interface Permission {
  id: number;
  title: string | null;
}

/** The actions, in the order of the columns. */
export const VERBS = ['access', 'show', 'create', 'edit', 'delete'] as const;

/** A line of the grid: all kinds, those of a view, or one kind. Its cells hold the permissions that they stand for; the first all of the line. */
export interface GridRow {
  key: string;
  level: 'map' | 'view' | 'kind';
  /** Undefined for the line of all kinds. */
  titles: Titles | undefined;
  hue: number;
  cells: ReadonlyArray<readonly number[]>;
}

/** The grid, and the rights that belong to no kind. */
export interface Grid {
  rows: readonly GridRow[];
  others: readonly Permission[];
}

/** What is no kind of the map, and has rights like one: what they begin with, and its title. */
const SERVICES: ReadonlyArray<readonly [key: string, titles: Titles]> = [
  ['feed', { en: 'Feeding', fr: 'Alimentation' }],
  ['graph', { en: 'Saved maps', fr: 'Cartes enregistrées' }],
  ['check', { en: 'Checks', fr: 'Contrôles' }],
  ['finding', { en: 'Findings of checks', fr: 'Constats des contrôles' }],
  ['webhook', { en: 'Webhooks', fr: 'Webhooks' }],
  ['template', { en: 'Templates', fr: 'Modèles de fichiers' }],
  ['perimeter', { en: 'Perimeters', fr: 'Périmètres' }],
  ['group_role', { en: 'Roles of groups', fr: 'Rôles des groupes' }],
];
const OF_SERVICES: Titles = { en: 'What the server does', fr: 'Ce que fait le serveur' };

/** The view of users, roles and delegations. */
const CONFIGURATION = 'Configuration';

/** Puts permissions into a grid. Kinds without any permission are left out. */
export function gridOf(groups: readonly Group[], permissions: readonly Permission[]): Grid {
  const byTitle = new Map(permissions.map((one) => [one.title ?? '', one.id]));
  const taken = new Set<string>();
  const take = (title: string): number[] => {
    const id = byTitle.get(title);
    if (id === undefined || taken.has(title)) return [];
    taken.add(title);
    return [id];
  };
  const line = (key: string, ability: string | undefined, titles: Titles, hue: number): GridRow[] => {
    const cells = ability ? VERBS.map((verb) => take(`${ability}_${verb}`)) : [];
    return cells.flat().length ? [{ key, level: 'kind', titles, hue, cells: [cells.flat(), ...cells] }] : [];
  };
  const view = (name: string, titles: Titles, hue: number, kinds: GridRow[]): GridRow[] =>
    kinds.length ? [{ key: `view ${name}`, level: 'view', titles, hue, cells: sumOf(kinds) }, ...kinds] : [];
  const all = groups.flatMap(({ tags }) => tags);
  const rows = [
    ...groups.flatMap(({ name, titles, tags }, hue) => {
      const kinds = tags.flatMap((tag) => {
        // Kinds that share their rights have one line, where the last of them stands.
        const sharing = all.filter((one) => one['x-abilities'] === tag['x-abilities']);
        if (sharing.at(-1) !== tag) return [];
        return line(tag['x-resource']!, tag['x-abilities'], together(sharing.map(titlesOf)), hue);
      });
      return view(name, titles, hue, kinds);
    }),
    ...view(
      'services',
      OF_SERVICES,
      groups.length,
      SERVICES.flatMap(([key, titles]) => line(`service ${key}`, key, titles, groups.length)),
    ),
  ];
  // Whoever gives rights on all kinds does not mean what the server does, nor who may do what.
  const isOfMap = (hue: number): boolean => hue < groups.length && groups[hue]!.name !== CONFIGURATION;
  const kinds = rows.filter(({ level, hue }) => level === 'kind' && isOfMap(hue));
  return {
    rows: [{ key: 'map', level: 'map', titles: undefined, hue: 0, cells: sumOf(kinds) }, ...rows],
    others: permissions.filter(({ title }) => title !== null && !taken.has(title)),
  };
}

/** What the objects of a kind are called. */
const titlesOf = (tag: Tag): Titles => tag['x-titles'] ?? { en: tag.name };

/** Column by column what these lines hold. */
const sumOf = (rows: readonly GridRow[]): number[][] =>
  [...VERBS.keys(), VERBS.length].map((column) => rows.flatMap(({ cells }) => cells[column]!));

export type CellState = 'all' | 'some' | 'none';

/** How much of a cell is held. */
export function stateOf(cell: readonly number[], isHeld: (id: number) => boolean): CellState {
  const held = cell.filter(isHeld).length;
  return held === 0 ? 'none' : held === cell.length ? 'all' : 'some';
}

/** What was ticked and unticked, by permission, since the role was read; what is as it was is not in it. */
export type Ticks = ReadonlyMap<number, boolean>;

/** The ticks after a click on a cell: all of it that may be given, or, where all of that is held, none. */
export function clicked(
  cell: readonly number[],
  stored: ReadonlySet<number>,
  ticks: Ticks,
  mayGive: (id: number) => boolean,
): Ticks {
  const givable = cell.filter(mayGive);
  const isHeld = (id: number): boolean => ticks.get(id) ?? stored.has(id);
  const wanted = !givable.every(isHeld);
  const next = new Map(ticks);
  for (const id of givable) {
    if (stored.has(id) === wanted) next.delete(id);
    else next.set(id, wanted);
  }
  return next;
}

/**
 * The same ticks after rights to write were given on a kind: to list and to read it goes with them, where that may be given. Whoever
 * holds the former alone finds nothing to write to.
 */
export function withReading(
  rows: readonly GridRow[],
  cell: readonly number[],
  stored: ReadonlySet<number>,
  ticks: Ticks,
  mayGive: (id: number) => boolean,
): Ticks {
  const next = new Map(ticks);
  const isHeld = (id: number): boolean => next.get(id) ?? stored.has(id);
  for (const { level, cells } of rows) {
    const [, access, show, ...writing] = cells;
    if (level !== 'kind' || !writing.flat().some((id) => cell.includes(id) && isHeld(id))) continue;
    for (const id of [...access!, ...show!]) {
      if (isHeld(id) || !mayGive(id)) continue;
      if (stored.has(id)) next.delete(id);
      else next.set(id, true);
    }
  }
  return next;
}

/** What a role holds with the ticks applied; ticks stay what they are when somebody else changed the role meanwhile. */
export function heldWith(stored: ReadonlySet<number>, ticks: Ticks): number[] {
  const held = new Set(stored);
  for (const [id, isOn] of ticks) {
    if (isOn) held.add(id);
    else held.delete(id);
  }
  return [...held].sort((a, b) => a - b);
}
