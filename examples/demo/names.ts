/** Turns the names in which the map of the demo is written into ids. */
import { nearest } from '#meridian/core/text/naming.js';
import { fold } from '#meridian/core/text/fold.js';
import type { Database } from '#meridian/database/database.js';
import { quote } from '#meridian/database/dialect.js';
import { registry, type ResourceModel } from '#meridian/engine/index.js';
import { Named, type DemoMap, type DemoObject } from './rows.js';

type Body = Record<string, unknown>;

/** One object with ids in place of names, as far as these are known. */
export interface Resolved {
  /** What can be stored now. */
  now: Body;
  /** Columns and links that speak of objects still to come, as written. */
  later: DemoObject;
}

/** An element of a link with a word beside the name. */
type LinkedByName = Readonly<Record<string, string>> & { name: string };

/** The column whose values name the objects of a resource; users go by what they sign in with. */
export const naming = ({ path, label }: ResourceModel): string | null => (path === 'users' ? 'login' : label);

/** The names that the map may use, and the ids of those objects that are stored. */
export class NameIndex {
  /** By path, then by the name without case and accents. */
  private readonly known = new Map<string, Map<string, { name: string; id?: number }>>();

  /** All names that `map` defines; one that is there twice, or a path that is none, is an error. */
  constructor(map: DemoMap) {
    for (const [path, objects] of Object.entries(map)) {
      const label = naming(registry.get(path));
      if (label) for (const object of objects) this.define(path, String(object[label]));
    }
  }

  /** Learns the names of objects that are stored already, such as roles and permissions. */
  async load(path: string, database: Database): Promise<void> {
    const resource = registry.get(path);
    const { table, softDelete } = resource;
    const rows = await database.all(
      `SELECT id, ${quote(naming(resource)!)} AS name FROM ${quote(table)}${softDelete ? ' WHERE deleted_at IS NULL' : ''}`,
    );
    for (const { id, name } of rows) this.store(path, name, id as number);
  }

  /** The object of this name has been stored. */
  store(path: string, name: unknown, id: number): void {
    this.of(path).set(fold(String(name)), { name: String(name), id });
  }

  /**
   * The id of an object; undefined if it is not stored yet.
   * @param place what the error names: where the name is written
   * @throws a sentence with the nearest name if the map has no such object
   */
  idOf(path: string, name: string, place: string): number | undefined {
    const known = this.of(path);
    const found = known.get(fold(name));
    if (found) return found.id;
    const guess = nearest(fold(name), known.keys());
    const hint = guess === undefined ? '' : ` Did you mean '${known.get(guess)!.name}'?`;
    throw new Error(`${place}: '${path}' has no '${name}'.${hint}`);
  }

  /** Splits an object into what can be stored now and what must wait for other objects. */
  resolve(resource: ResourceModel, object: DemoObject, place: string): Resolved {
    const now: Body = {};
    const later: Body = {};
    for (const [key, value] of Object.entries(object)) {
      const resolved = this.valueOf(resource, key, value, `${place}, ${key}`);
      if (resolved === undefined) later[key] = value;
      else now[key] = resolved;
    }
    return { now, later };
  }

  /** The value to be sent; undefined if it speaks of an object that is not stored yet. */
  private valueOf(resource: ResourceModel, key: string, value: unknown, place: string): unknown {
    if (value instanceof Named) return this.idOf(value.path, value.name, place);
    const ref = resource.fields.find(({ name }) => name === key)?.ref;
    if (ref) return this.idOf(ref.target, String(value), place);
    const link = resource.links.find(({ name, kind }) => name === key && kind !== 'child');
    if (!link) return value;
    const elements = value as ReadonlyArray<string | LinkedByName>;
    const ids = elements.map((one) => this.idOf(link.target, typeof one === 'string' ? one : one.name, place));
    if (ids.includes(undefined)) return undefined;
    return elements.map((one, i) => {
      if (typeof one === 'string') return ids[i];
      const { name: _, ...words } = one;
      return { id: ids[i], ...words };
    });
  }

  private define(path: string, name: string): void {
    const known = this.of(path);
    if (known.has(fold(name))) throw new Error(`'${path}' has two objects of the name '${name}'.`);
    known.set(fold(name), { name });
  }

  private of(path: string): Map<string, { name: string; id?: number }> {
    if (!this.known.has(path)) this.known.set(path, new Map());
    return this.known.get(path)!;
  }
}
