/** What the objects of a form are called, which it only knows by their ids: each is asked for once. */
import { useEffect, useReducer } from 'preact/hooks';
import type { MapOfKinds } from './map.js';
import { namesOfKind } from './names.js';

/** Names of one kind that are asked for at once. */
export const MOST = 100;

/** The names that a form knows: those of what was taken, and those that it asked for. */
export class KnownNames {
  private readonly names = new Map<string, Map<number, string>>();
  /** What was asked for, by kind and id, with the answer that will tell it. */
  private readonly asked = new Map<string, Promise<void>>();

  of(path: string, id: number): string | undefined {
    return this.names.get(path)?.get(id);
  }

  learn(path: string, id: number, name: string): void {
    if (!this.names.has(path)) this.names.set(path, new Map());
    this.names.get(path)!.set(id, name);
  }

  /** Asks for those that are not known yet, and waits for those that another field asked for; answers whether there were any. */
  async want(map: MapOfKinds, path: string, ids: readonly number[]): Promise<boolean> {
    const unknown = ids.filter((id) => this.of(path, id) === undefined);
    const missing = unknown.filter((id) => !this.asked.has(`${path}_${id}`));
    for (let at = 0; at < missing.length; at += MOST) {
      const lot = missing.slice(at, at + MOST);
      const answer = this.ask(map, path, lot);
      for (const id of lot) this.asked.set(`${path}_${id}`, answer);
    }
    await Promise.all(unknown.map((id) => this.asked.get(`${path}_${id}`)!));
    return unknown.length > 0;
  }

  private async ask(map: MapOfKinds, path: string, ids: readonly number[]): Promise<void> {
    const found = await namesOfKind(map, path, ids).catch(() => new Map<number, string>());
    for (const [id, name] of found) this.learn(path, id, name);
  }
}

/** Draws anew once the names of these objects are known. */
export function useNames(map: MapOfKinds, names: KnownNames, path: string | undefined, ids: readonly number[]): void {
  const [, redraw] = useReducer((count: number, _: void) => count + 1, 0);
  useEffect(() => {
    let isWanted = true;
    if (path !== undefined && ids.length)
      void names.want(map, path, ids).then((isNew) => void (isWanted && isNew && redraw()));
    return () => void (isWanted = false);
  }, [path, ids.join()]);
}
