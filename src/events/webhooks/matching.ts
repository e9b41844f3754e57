/** Which changes a hook tells, of those that its owner may see. */
import type { Caller } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';
import { FilterCheck, registry, type Plans, type ResourceModel } from '../../engine/index.js';
import { snake } from '../../core/text/naming.js';
import type { FeedEvent } from '../change.js';
import { ALL_OTHERS, type Wanted } from '../parameters.js';
import type { HookSettings, When } from './hook.js';

/** The kinds and actions of events, as the feed is asked for them: at least those that the patterns name. */
export function wantedOf({ events, direct }: HookSettings): Wanted {
  const parts = events.map((pattern) => pattern.split('.') as [kind: string, action?: string]);
  const kinds = new Set(parts.map(([kind]) => kind));
  const actions = new Set(parts.map(([, action = '*']) => action));
  const wanted: Wanted = { direct, others: ALL_OTHERS.filter((kind) => kinds.has('*') || kinds.has(snake(kind))) };
  if (!kinds.has('*')) wanted.resources = registry.all().filter(({ path }) => kinds.has(snake(path)));
  if (!actions.has('*')) wanted.actions = [...actions] as NonNullable<Wanted['actions']>;
  return wanted;
}

/** The kinds that the patterns of a hook name. */
export const resourcesOf = (settings: HookSettings): readonly ResourceModel[] =>
  wantedOf(settings).resources ?? registry.all();

/** Keeps changes to those that a hook tells: by its patterns, fields and conditions, and last by filters on objects. */
export class HookMatcher {
  private readonly patterns: ReadonlySet<string>;
  private readonly fields: ReadonlySet<string>;

  constructor(
    private readonly settings: HookSettings,
    private readonly plans: Plans,
  ) {
    this.patterns = new Set(settings.events);
    this.fields = new Set(settings.fields);
  }

  /** One statement for each kind that has filters. */
  async among(changes: readonly FeedEvent[], caller: Caller): Promise<FeedEvent[]> {
    const matching = changes.filter((change) => this.matches(change));
    const ids = new Map<string, Set<number>>();
    for (const { data } of matching)
      if (this.settings.filter[data.resource])
        ids.set(data.resource, (ids.get(data.resource) ?? new Set()).add(data.id));
    const left = new Map<string, ReadonlySet<number>>();
    for (const [path, some] of ids) left.set(path, await this.passing(path, [...some], caller));
    return matching.filter(({ data }) => left.get(data.resource)?.has(data.id) ?? true);
  }

  private matches({ data }: FeedEvent): boolean {
    const kind = snake(data.resource);
    const names = ['*', '*.*', `${kind}.*`, `*.${data.action}`, `${kind}.${data.action}`];
    if (!names.some((name) => this.patterns.has(name))) return false;
    const { changes = {}, links = {} } = data;
    const touched = [...Object.keys(changes), ...Object.keys(links)];
    if (this.fields.size && data.action === 'updated' && !touched.some((name) => this.fields.has(name))) return false;
    return this.settings.when.every((condition) => holds(condition, data));
  }

  /** Where the owner may not ask so any more, or the map knows the filter no longer, nothing passes; what is not told is told later. */
  private async passing(path: string, ids: readonly number[], caller: Caller): Promise<ReadonlySet<number>> {
    try {
      return await new FilterCheck(this.plans, path).among(ids, this.settings.filter[path]!, caller);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return new Set();
      throw error;
    }
  }
}

/** Judged on what a column was and is: what was made had nothing before, and what is deleted has nothing after. */
function holds(condition: When, { action, object, changes }: FeedEvent['data']): boolean {
  const { field } = condition;
  const value = object?.[field];
  const sides: Partial<Record<string, unknown[]>> = {
    ...(changes?.[field] && { updated: changes[field] }),
    created: [undefined, value],
    restored: [undefined, value],
    deleted: [value, undefined],
  };
  const both = sides[action];
  if (!both) return false;
  const isSame = (wanted: unknown, side: unknown): boolean => JSON.stringify(wanted) === JSON.stringify(side);
  return (
    (!('from' in condition) || isSame(condition.from, both[0])) &&
    (!('to' in condition) || isSame(condition.to, both[1]))
  );
}
