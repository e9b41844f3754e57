/**
 * What a reader chose and wants to find again: one object, which the server keeps for them. A window that changes a part keeps
 * what another one stored meanwhile. A choice that cannot be stored holds for this window all the same.
 */
import { ApiError, type PreferenceObject } from 'meridian-client';
import { client } from './session.js';

export class Preferences {
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
    this.storing = this.storing.then(() => this.store(change)).catch(() => undefined);
  }

  /** The columns that were chosen for the table of a kind; undefined where none were. */
  columnsOf(kind: string): string[] | undefined {
    const kept = this.part('columns')[kind];
    return Array.isArray(kept) && kept.length ? kept.map(String) : undefined;
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
