/** What a run knows of the map that it works on: ids that exist, deleted ones, tags, files. */
import { registry } from '../../../src/engine/index.js';
import { objectOf } from '../../support/make.js';
import type { TestServer } from '../../support/server.js';
import { pick, type Below } from './chance.js';
import type { Request, Answer } from './client.js';
import type { Operation } from './operations.js';

/** More objects of a kind make lists longer, and nothing better. */
const MOST = 40;
const ID = /^\d+$/;

type Json = Record<string, unknown>;

export class World {
  private readonly live = new Map<string, Set<number>>();
  private readonly deleted = new Map<string, Set<number>>();
  private readonly tags = new Map<string, string>();
  /** CSV of a resource as it was exported last. */
  private readonly files = new Map<string, string>();
  private count = 0;

  constructor(private readonly below: Below) {}

  /** A map with one object of each kind. */
  async begin(server: TestServer): Promise<void> {
    for (const { path } of registry.all()) {
      const { id } = await objectOf(server, path);
      this.pool(this.live, path).add(id);
    }
    // Whoever changes the administrator locks the run out.
    this.pool(this.live, 'users').delete(1);
  }

  /** A name that nothing else has. */
  name(longest: number): string {
    return `z${(++this.count).toString(36).padStart(Math.min(4, longest - 1), '0')}`.slice(0, longest);
  }

  /** The id of a live object; undefined if there is none. */
  idOf(resource: string): number | undefined {
    const ids = [...this.pool(this.live, resource)];
    return ids.length ? pick(ids, this.below) : undefined;
  }

  /** The id of a deleted object. */
  deletedIdOf(resource: string): number | undefined {
    const ids = [...this.pool(this.deleted, resource)];
    return ids.length ? pick(ids, this.below) : undefined;
  }

  tagOf(resource: string, id: number): string | undefined {
    return this.tags.get(`${resource} ${id}`);
  }

  fileOf(resource: string): string | undefined {
    return this.files.get(resource);
  }

  /** Whether objects of this kind ought to be deleted rather than made. */
  isFull(resource: string): boolean {
    return this.pool(this.live, resource).size > MOST;
  }

  /** Takes note of what an answer tells. */
  learn({ resource, id }: Operation, request: Request, answer: Answer): void {
    if (!resource || request.isDry) return;
    const given = /\/(\d{1,10})(?:\/\w+)?\/?(?:\?|$)/.exec(request.url)?.[1];
    const at = given ? Number(given) : undefined;
    const { status, body } = answer;
    if (status === 404 && at) this.forget(resource, at);
    if (status >= 300) return;
    if (id.startsWith('export') && request.url.includes('format=csv')) this.files.set(resource, String(body));
    else if (id.startsWith('delete') || (request.overridden === 'DELETE' && at)) this.remove(resource, [at!]);
    else if (id.startsWith('massDestroy') || id.startsWith('overrideMassDestroy')) this.remove(resource, request.ids);
    else if (id.startsWith('restore')) this.bringBack(resource, at!);
    else if (id.startsWith('massRestore')) for (const one of request.ids) this.bringBack(resource, one);
    else this.see(resource, body);
    const tag = answer.headers['etag'];
    if (at && tag && id.startsWith('get')) this.tags.set(`${resource} ${at}`, String(tag));
  }

  private see(resource: string, body: unknown): void {
    const told = body as Json | Json[] | null;
    if (Array.isArray(told))
      this.add(
        resource,
        told.slice(0, MOST).map((row) => row?.['id']),
      );
    else if (Array.isArray(told?.['ids'])) this.add(resource, told['ids']);
    else if (told && typeof told === 'object') this.add(resource, [told['id']]);
  }

  private add(resource: string, ids: unknown[]): void {
    for (const id of ids) {
      if (!ID.test(String(id)) || (resource === 'users' && Number(id) === 1)) continue;
      this.pool(this.live, resource).add(Number(id));
    }
  }

  private remove(resource: string, ids: readonly number[]): void {
    for (const id of ids) {
      this.pool(this.live, resource).delete(id);
      this.pool(this.deleted, resource).add(id);
    }
  }

  private bringBack(resource: string, id: number): void {
    this.pool(this.deleted, resource).delete(id);
    this.pool(this.live, resource).add(id);
  }

  private forget(resource: string, id: number): void {
    this.pool(this.live, resource).delete(id);
    this.pool(this.deleted, resource).delete(id);
  }

  private pool(of: Map<string, Set<number>>, resource: string): Set<number> {
    let pool = of.get(resource);
    if (!pool) of.set(resource, (pool = new Set()));
    return pool;
  }
}
