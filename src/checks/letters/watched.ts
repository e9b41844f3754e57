/** What people watch: an object, a filtered table or a saved map, by the address of its page; and what changed of it (checks 6). */
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Caller } from '../../core/http/caller.js';
import { ApiError, fieldError } from '../../core/http/errors.js';
import type { Language } from '../../core/i18n/messages.js';
import { parseQuery } from '../../core/http/query-string.js';
import { LongRead, requesterOf, TimeLimitError } from '../../database/long-read.js';
import { Database } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { AccessScopes, conditionOf, FilterCheck, Plans, registry, type ResourceModel } from '../../engine/index.js';
import { isOfObject, type CloudEvent } from '../../events/change.js';
import type { Action } from '../../events/entry.js';
import { Feed } from '../../events/feed.js';
import { fieldTitle } from '../findings/answers.js';

/** What an address of a page names. */
type Watched =
  | { kind: 'object'; resource: ResourceModel; id: number }
  | { kind: 'table'; resource: ResourceModel; filter: Readonly<Record<string, unknown>> }
  | { kind: 'map'; id: number };

/** A thing that somebody watches. */
export interface Watch {
  id: number;
  href: string;
  name: string;
}

/** What happened to one object, in whatever number of changes. */
export interface WatchedChange {
  resource: ResourceModel;
  id: number;
  name: string | null;
  /** The last of `created`, `deleted` and `restored`; `updated` where it was none of these. */
  action: Action;
  /** Titles of the columns and links that changed. */
  fields: string[];
}

const SAVED_MAPS = 'saved-maps';
/** Changes that one letter looks at, and those of the feed that are read at once. */
const [MAX_CHANGES, PORTION] = [5000, 500];
/** Objects of a saved map that are looked at. */
const MAX_OBJECTS = 5000;

/** Returns what an address names; undefined for any other. */
export function watchedIn(href: string): Watched | undefined {
  const map = /^\/map#saved=([1-9]\d{0,9})$/.exec(href);
  if (map) return { kind: 'map', id: Number(map[1]) };
  const [, path, id, search = ''] = /^\/objects\/([a-z-]+)(?:\/([1-9]\d{0,9}))?(?:\?([^#]*))?$/.exec(href) ?? [];
  const resource = path === undefined ? undefined : registry.find(path);
  if (!resource || resource.path !== path) return undefined;
  if (id !== undefined) return { kind: 'object', resource, id: Number(id) };
  const { filter } = parseQuery(search);
  return { kind: 'table', resource, filter: typeof filter === 'object' && filter !== null ? { ...filter } : {} };
}

@Injectable()
export class WatchedChanges {
  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly plans: Plans,
    @Optional() @Inject(Feed) private readonly feed: Feed | undefined,
  ) {}

  /** Where the feed is now; null where there is none. */
  async place(): Promise<string | null> {
    const state = await this.feed?.state();
    return state ? state.cursors.write(state.number) : null;
  }

  /** Throws 422 for an address that names nothing that the caller may see; for filters what a list throws. */
  async require(href: string, caller: Caller): Promise<void> {
    const watched = watchedIn(href);
    if (!watched) throw fieldError('href', 'watchHref');
    if (watched.kind === 'map') {
      if (!(await this.isSeen(registry.get(SAVED_MAPS), watched.id, caller))) throw fieldError('href', 'watchHref');
    } else if (watched.kind === 'object') {
      if (!(await this.isSeen(watched.resource, watched.id, caller))) throw fieldError('href', 'watchHref');
    } else {
      const [listed] = await this.scopes.listed(caller, [watched.resource]);
      if (!listed || listed.rows === 'none') throw fieldError('href', 'watchHref');
      await new FilterCheck(this.plans, watched.resource.path).read(watched.filter, caller);
    }
  }

  /**
   * What changed of each since a place in the feed, as far as its reader may see it now; those of which nothing changed are left out.
   * Where the feed goes on elsewhere, or what followed is not kept any more, nothing is answered.
   * @returns with the place up to which that is known, and watches whose filters together take longer than a list may
   */
  async since(
    place: string | null,
    watches: readonly Watch[],
    caller: Caller,
    language: Language,
  ): Promise<{ place: string | null; changes: Map<Watch, WatchedChange[]>; slow: Watch[] }> {
    const slow: Watch[] = [];
    const changes = new Map<Watch, WatchedChange[]>();
    const state = await this.feed?.state();
    if (!this.feed || !state) return { place: null, changes, slow };
    const end = state.cursors.write(state.number);
    const meant = new Map(
      await Promise.all(watches.map(async (watch) => [watch, await this.meantBy(watch, caller)] as const)),
    );
    const resources = [...new Set([...meant.values()].flatMap(({ kinds }) => kinds))];
    if (place === null || !resources.length) return { place: end, changes, slow };
    const found: CloudEvent[] = [];
    try {
      for (let at = this.feed.placeOf(place, state); found.length < MAX_CHANGES;) {
        const page = await this.feed.page(at, { resources, others: [], direct: false }, PORTION, caller, state);
        found.push(...page.changes.filter(isOfObject));
        at = page.position;
        if (!page.more) break;
      }
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return { place: end, changes, slow };
      throw error;
    }
    // All of one letter have the time of one list: nobody else's letter waits longer for it.
    const read = new LongRead(requesterOf(caller), this.plans.limits.listTimeLimit);
    for (const [watch, { among }] of meant) {
      try {
        const theirs = await among(found, read);
        if (theirs.length) changes.set(watch, summed(theirs, language));
      } catch (error) {
        if (!(error instanceof TimeLimitError)) throw error;
        slow.push(watch);
      }
    }
    return { place: end, changes, slow };
  }

  /** The kinds that a watch is about, and what picks its changes among others. */
  private async meantBy({ href }: Watch, caller: Caller): Promise<{ kinds: ResourceModel[]; among: Among }> {
    const watched = watchedIn(href);
    const nothing = { kinds: [], among: () => Promise.resolve([]) };
    if (!watched) return nothing;
    if (watched.kind === 'object') {
      const { resource, id } = watched;
      return { kinds: [resource], among: (all) => Promise.resolve(all.filter(isOf(new Set([keyOf(resource, id)])))) };
    }
    if (watched.kind === 'table') {
      const { resource, filter } = watched;
      return { kinds: [resource], among: (all, read) => this.ofTable(resource, filter, all, caller, read) };
    }
    const objects = await this.objectsOf(watched.id, caller);
    const keys = new Set(objects.map(([resource, id]) => keyOf(resource, id)));
    return {
      kinds: [...new Set(objects.map(([resource]) => resource))],
      among: (all) => Promise.resolve(all.filter(isOf(keys))),
    };
  }

  /** Changes of the objects that the filters of a table let through now; those of which the reader may not ask so any more are none. */
  private async ofTable(
    { path }: ResourceModel,
    filter: Readonly<Record<string, unknown>>,
    all: readonly CloudEvent[],
    caller: Caller,
    read: LongRead,
  ): Promise<CloudEvent[]> {
    const theirs = all.filter(({ data }) => data.resource === path);
    if (!theirs.length || !Object.keys(filter).length) return theirs;
    const ids = [...new Set(theirs.map(({ data }) => data.id))];
    try {
      const passing = await new FilterCheck(this.plans, path).among(ids, filter, caller, read);
      return theirs.filter(({ data }) => passing.has(data.id));
    } catch (error) {
      // Whom too much is asked of at once is written to later.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return [];
      throw error;
    }
  }

  /** The objects that a saved map names, where its reader may still see the map. */
  private async objectsOf(id: number, caller: Caller): Promise<Array<[ResourceModel, number]>> {
    const resource = registry.get(SAVED_MAPS);
    if (!(await this.isSeen(resource, id, caller))) return [];
    const [row] = await this.database.all(`SELECT \`state\` FROM ${quote(resource.table)} WHERE \`id\` = ?`, [id]);
    const { map } = (JSON.parse(String(row?.['state'] ?? '{}')) ?? {}) as { map?: unknown };
    return objectsIn(typeof map === 'string' ? map : '').slice(0, MAX_OBJECTS);
  }

  private async isSeen(resource: ResourceModel, id: number, caller: Caller): Promise<boolean> {
    const [listed] = await this.scopes.listed(caller, [resource]);
    if (!listed || listed.rows === 'none') return false;
    const seen = conditionOf(listed.rows, 'o');
    const live = resource.softDelete ? ' AND o.`deleted_at` IS NULL' : '';
    const rows = await this.database.all(
      `SELECT 1 AS one FROM ${quote(resource.table)} o WHERE o.\`id\` = ?${live}${seen ? ` AND (${seen.sql})` : ''}`,
      [id, ...(seen?.params ?? [])],
    );
    return rows.length > 0;
  }
}

type Among = (all: readonly CloudEvent[], read: LongRead) => Promise<CloudEvent[]>;

const keyOf = ({ path }: ResourceModel, id: number): string => `${path} ${id}`;

const isOf =
  (keys: ReadonlySet<string>) =>
  ({ data }: CloudEvent): boolean =>
    keys.has(`${data.resource} ${data.id}`);

/** The objects that the page of the map was given one by one, as its address holds them: `do=bays.1.2,!sites.3`. */
function objectsIn(address: string): Array<[ResourceModel, number]> {
  const steps = address
    .split('&')
    .filter((part) => /^(do|fails|from|to)=/.test(part))
    .flatMap((part) => part.slice(part.indexOf('=') + 1).split(','));
  return steps.flatMap((step) => {
    const [path = '', ...ids] = step.replace(/^!/, '').split('.');
    const resource = registry.find(path);
    if (!resource) return [];
    return ids.filter((id) => /^[1-9]\d{0,9}$/.test(id)).map((id): [ResourceModel, number] => [resource, Number(id)]);
  });
}

/** One line for each object, in the order of their last changes. */
function summed(events: readonly CloudEvent[], language: Language): WatchedChange[] {
  const all = new Map<string, WatchedChange>();
  for (const { data } of events) {
    const resource = registry.get(data.resource);
    const key = keyOf(resource, data.id);
    const before = all.get(key);
    // A link that is shown under several names is told once.
    const links = resource.links.filter(({ name }) => data.links?.[name]);
    const names = [...Object.keys(data.changes ?? {}), ...links.map(({ name }) => name)];
    const fields = names.map((name) => fieldTitle(resource.path, name, language));
    all.delete(key);
    all.set(key, {
      ...{ resource, id: data.id, name: data.name ?? before?.name ?? null },
      action: data.action === 'updated' ? (before?.action ?? 'updated') : data.action,
      fields: [...new Set([...(before?.fields ?? []), ...fields])],
    });
  }
  return [...all.values()];
}
