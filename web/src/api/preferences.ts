/**
 * What a reader chose and wants to find again: one object, which the server keeps for them. A window that changes a part keeps
 * what another one stored meanwhile. A choice that cannot be stored holds for this window all the same.
 */
import { ApiError, type PreferenceObject } from 'meridian-client';
import { Store } from '../store.js';
import { client } from './session.js';

/** A table or an object in the menu. */
export interface KeptPlace {
  href: string;
  name: string;
}

/** An object that was opened. */
export interface RecentObject {
  /** The path of its kind. */
  kind: string;
  id: number;
}

const RECENT = 'recent';
/** Objects that were opened last, and are offered again. */
const MOST_RECENT = 10;

const KEPT = 'kept';
const [MOST_KEPT, MOST_CHARACTERS] = [40, 1000];

export class Preferences {
  /** How often something was chosen: who shows a choice hears of it. */
  readonly changes = new Store(0);
  private storing: Promise<void> = Promise.resolve();

  private constructor(private object: PreferenceObject) {}

  /** Asks the server. Throws as the client does. */
  static async fetch(): Promise<Preferences> {
    return new Preferences(await client().preferences.get());
  }

  /** The part under a name, such as `columns`; an empty object where nothing was chosen. */
  part(name: string): Readonly<Record<string, unknown>> {
    const part = this.object[name];
    return typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as Record<string, unknown>) : {};
  }

  /** Keeps a value in a part; undefined forgets it. */
  keep(part: string, name: string, value: unknown): void {
    const change = (object: PreferenceObject): PreferenceObject => {
      const { [name]: _former, ...others } = (object[part] ?? {}) as Record<string, unknown>;
      return { ...object, [part]: value === undefined ? others : { ...others, [name]: value } };
    };
    this.object = change(this.object);
    this.changes.set(this.changes.get() + 1);
    this.storing = this.storing.then(() => this.store(change)).catch(() => undefined);
  }

  /** The columns that were chosen for the table of a kind; undefined where none were. */
  columnsOf(kind: string): string[] | undefined {
    const kept = this.part('columns')[kind];
    return Array.isArray(kept) && kept.length ? kept.map(String) : undefined;
  }

  /** Tables and objects that the reader keeps in the menu, in the order of their names. */
  get kept(): KeptPlace[] {
    return Object.entries(this.part(KEPT))
      .map(([href, name]) => ({ href, name: String(name) }))
      .filter(({ href }) => href.startsWith('/objects/'))
      .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  }

  /** Keeps a place in the menu under a name; undefined takes it out. */
  keepPlace(href: string, name: string | undefined): void {
    this.keep(KEPT, href, name);
  }

  /** Whether there is room for one more place, and for one so long: all preferences have a bound. */
  mayKeep(href: string): boolean {
    return href.length <= MOST_CHARACTERS && this.kept.length < MOST_KEPT;
  }

  /** The objects that the reader opened last, the last one first. */
  get recent(): RecentObject[] {
    const kept = this.part(RECENT)['objects'];
    return (Array.isArray(kept) ? kept : []).flatMap((one: unknown) => {
      const [, kind, id] = /^([a-z-]+)\/(\d{1,10})$/.exec(String(one)) ?? [];
      return kind === undefined ? [] : [{ kind, id: Number(id) }];
    });
  }

  /** Puts an object at their beginning. */
  open(object: RecentObject): void {
    const [first] = this.recent;
    if (first && isSame(first, object)) return;
    this.keepRecent([object, ...this.recent.filter((one) => !isSame(one, object))]);
  }

  /** Takes one out of them. */
  forget(object: RecentObject): void {
    this.keepRecent(this.recent.filter((one) => !isSame(one, object)));
  }

  private keepRecent(objects: readonly RecentObject[]): void {
    const texts = objects.slice(0, MOST_RECENT).map(({ kind, id }) => `${kind}/${id}`);
    this.keep(RECENT, 'objects', texts.length ? texts : undefined);
  }

  private async store(change: (object: PreferenceObject) => PreferenceObject): Promise<void> {
    const { preferences } = client();
    for (let tries = 0; tries < 3; tries++) {
      const stored = await preferences.get();
      try {
        await preferences.store(change(stored), { ifMatch: stored });
        return;
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) throw error;
      }
    }
  }
}

const isSame = (a: RecentObject, b: RecentObject): boolean => a.kind === b.kind && a.id === b.id;
