/**
 * What one caller is told of the feed: changes of objects that they could list now, and of these what `AccessScope` lets them see. Made
 * anew for each reading, so that rights are those of the moment.
 */
import { can, type Caller } from '../core/http/caller.js';
import type { Row, Session } from '../database/database.js';
import { quote, type Condition, type Dialect } from '../database/dialect.js';
import {
  shownIn,
  type AccessScope,
  type AccessScopes,
  type ResourceModel,
  type RowFilter,
  type VisibleRows,
} from '../engine/index.js';
import type { ChangeData, CloudEvent } from './change.js';
import type { Element } from './other-ends.js';

/** Stands for a table within conditions on events. */
const INNER = 'of_event';

/** Types that are no part of the feed. */
const SILENT: ReadonlySet<string> = new Set(['audit-logs', 'permissions', 'perimeters']);

/** Returns true if changes of its objects are told. */
export const isTold = ({ path }: ResourceModel): boolean => !SILENT.has(path);

/** What tells of a change. */
type WithData = Pick<CloudEvent, 'data'>;

type Listed = ReadonlyMap<string, VisibleRows>;

/** Events behind one number up to another one: so many at most, and of these kinds alone. */
interface Stretch {
  after: number;
  until: number;
  most: number;
  only?: readonly ResourceModel[] | undefined;
}

export class FeedReader {
  private constructor(
    private readonly scope: AccessScope,
    private readonly scopes: AccessScopes,
    private readonly listed: Listed,
    private readonly showable: Listed,
  ) {}

  static async of(caller: Caller, scopes: AccessScopes): Promise<FeedReader> {
    const resources = scopes.registry.all().filter(isTold);
    const rowsOf = async (verb: 'access' | 'show'): Promise<Listed> =>
      new Map((await scopes.listed(caller, resources, [verb])).map(({ resource, rows }) => [resource.path, rows]));
    return new FeedReader(scopes.of(caller), scopes, await rowsOf('access'), await rowsOf('show'));
  }

  /** Whether there is anything that the caller does not see by the part of the map that is theirs. */
  get restricted(): boolean {
    return this.scope.restricted;
  }

  /** Keeps events under `alias` to those of objects that the caller could list; deleted ones count as if they were live. */
  condition(alias: string, dialect: Dialect, only?: readonly ResourceModel[]): Condition {
    const wanted = only && new Set(only.map(({ path }) => path));
    const whole: string[] = [];
    const parts: Condition[] = [];
    for (const [path, rows] of this.listed) {
      if (wanted && !wanted.has(path)) continue;
      if (rows === 'all') whole.push(path);
      else if (rows !== 'none') {
        const { sql, params } = rows(INNER);
        const { table } = this.scopes.registry.get(path);
        const among = `SELECT ${INNER}.\`id\` FROM ${quote(table)} ${INNER} WHERE ${sql}`;
        // What is deleted for good has no row any more: what it was says whose it was.
        const { owner } = this.scopes.registry.get(path);
        const gone = `(${alias}.\`action\` = 'deleted' AND ${alias}.\`object_id\` NOT IN (SELECT \`id\` FROM ${quote(table)}))`;
        const isTheirs = `${alias}.\`object_id\` IN (${among})`;
        parts.push({
          sql: `(${alias}.\`type\` = ? AND ${owner ? `(${isTheirs} OR ${gone})` : isTheirs})`,
          params: [path, ...params],
        });
      }
    }
    if (whole.length) parts.unshift({ sql: dialect.isIn(`${alias}.\`type\``), params: [whole] });
    if (!parts.length) return { sql: 'false', params: [] };
    return { sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`, params: parts.flatMap(({ params }) => params) };
  }

  /**
   * The first events of a stretch that the caller could list, in their order. `ask`: reads them, up to `most`, under a condition. Of
   * whoever is kept to parts of kinds each kind is asked for by itself, as far as there are events of it: what keeps them to a part is
   * long, and over all kinds it would be a statement that takes all the memory of a server.
   */
  async first(
    { after, until, most, only }: Stretch,
    session: Pick<Session, 'all'>,
    dialect: Dialect,
    ask: (condition: Condition) => Promise<Row[]>,
  ): Promise<Row[]> {
    if (!this.scope.restricted) return ask(this.condition('e', dialect, only));
    const sql = 'SELECT DISTINCT e.`type` FROM `own_events` e WHERE e.`number` > ? AND e.`number` <= ?';
    const types = new Set((await session.all(sql, [after, until])).map(({ type }) => String(type)));
    const kinds = (only ?? this.scopes.registry.all()).filter(({ path }) => types.has(path));
    const isPart = ({ path }: ResourceModel): boolean => typeof (this.listed.get(path) ?? 'none') !== 'string';
    const rows = await ask(
      this.condition(
        'e',
        dialect,
        kinds.filter((kind) => !isPart(kind)),
      ),
    );
    for (const kind of kinds.filter(isPart)) rows.push(...(await ask(this.condition('e', dialect, [kind]))));
    return rows.sort((a, b) => Number(a['number']) - Number(b['number'])).slice(0, most);
  }

  /** Takes from changes what the caller may not see; undefined in place of those of which nothing is left. */
  async visible<T extends WithData>(
    events: readonly T[],
    session: Pick<Session, 'all'>,
  ): Promise<Array<T | undefined>> {
    const shown = await this.shownAmong(events, session);
    const hidden = await this.hiddenIn(events, session);
    return events.map((event) => {
      const data = this.masked(event.data, shown, hidden);
      return data && { ...event, data };
    });
  }

  private masked(data: ChangeData, shown: Shown, hidden: Hidden): ChangeData | undefined {
    const resource = this.scopes.registry.get(data.resource);
    const { caller } = this.scope;
    if (data.action === 'deleted' && !isOwnOrOpen(data.object, resource, caller)) return undefined;
    const isKnown = can(caller, 'user_access');
    const isOwn = data.by.user_id !== null && data.by.user_id === caller.userId;
    const isSaid = isKnown || isOwn;
    const left: ChangeData = {
      ...data,
      by: { ...data.by, user_id: isSaid ? data.by.user_id : null },
      reason: isSaid ? data.reason : null,
      request_id: isSaid ? data.request_id : null,
    };
    // Where an object came from, or with what it changed, is seen by whoever could list that.
    const { origin } = data;
    if (origin && hidden.isHidden(origin.resource, origin.id)) left.origin = null;
    const withLinks = shown.has(data.resource, data.id);
    if (data.object) left.object = visibleObject(data.object, resource, withLinks, hidden);
    if (data.changes) left.changes = visibleChanges(data.changes, resource, withLinks, hidden);
    if (data.links) left.links = withLinks ? visibleMoves(data.links, resource, hidden) : {};
    if (left.object || sizeOf(left) || !sizeOf(data)) return left;
    return undefined;
  }

  /** The objects of changes of which the caller may see links. */
  private async shownAmong(events: readonly WithData[], session: Pick<Session, 'all'>): Promise<Shown> {
    const ids = new Ids();
    for (const { data } of events) {
      const rows = this.showable.get(data.resource);
      if (rows !== 'all' && rows !== 'none' && rows) ids.add(data.resource, data.id);
    }
    const found = await this.among(ids, (path) => this.showable.get(path) as RowFilter, session);
    return { has: (path, id) => this.showable.get(path) === 'all' || (found.get(path)?.has(id) ?? false) };
  }

  /** The objects named in changes that there are not for the caller. */
  async hiddenIn(events: readonly WithData[], session: Pick<Session, 'all'>): Promise<Hidden> {
    if (!this.scope.restricted) return { isHidden: () => false };
    const { registry } = this.scopes;
    const filters = new Map(registry.all().map((resource) => [resource.path, this.scope.named(resource)]));
    const ids = new Ids();
    const name = (path: string, id: unknown): void => {
      if (typeof id === 'number' && filters.get(path)) ids.add(path, id);
    };
    for (const { data } of events) {
      const resource = registry.get(data.resource);
      if (data.origin) name(data.origin.resource, data.origin.id);
      for (const { name: column, ref } of shownIn(resource))
        if (ref)
          for (const value of [data.object?.[column], ...(data.changes?.[column] ?? [])]) name(ref.target, value);
      for (const link of resource.links) {
        if (link.kind === 'child') continue;
        const { added = [], removed = [] } = data.links?.[link.name] ?? {};
        const all = [...((data.object?.[link.name] ?? []) as Element[]), ...added, ...removed];
        for (const element of all) name(link.target, idOf(element));
      }
    }
    const found = await this.among(ids, (path) => filters.get(path)!, session);
    return { isHidden: (path, id) => filters.get(path) !== undefined && !found.get(path)?.has(id) };
  }

  private async among(
    ids: Ids,
    filterOf: (path: string) => RowFilter,
    session: Pick<Session, 'all'>,
  ): Promise<Map<string, ReadonlySet<number>>> {
    const found = new Map<string, ReadonlySet<number>>();
    for (const [path, some] of ids.all)
      found.set(path, await this.scope.among(session, this.scopes.registry.get(path), filterOf(path), [...some]));
    return found;
  }
}

interface Shown {
  has(path: string, id: number): boolean;
}

/** Which objects there are not for a caller. */
export interface Hidden {
  isHidden(this: void, path: string, id: number): boolean;
}

/** Ids by the path of their type. */
class Ids {
  readonly all = new Map<string, Set<number>>();

  add(path: string, id: number): void {
    if (!this.all.has(path)) this.all.set(path, new Set());
    this.all.get(path)!.add(id);
  }
}

const idOf = (element: Element): number => (typeof element === 'number' ? element : element.id);

/** Whether what somebody owned, as it was, is that of the caller, or was open to everybody. */
const isOwnOrOpen = (object: ChangeData['object'], { owner }: ResourceModel, { admin, userId }: Caller): boolean =>
  !owner || admin || object?.[owner.column] === userId || [1, true].includes(object?.[owner.open] as number | boolean);

/** How many columns and links a change tells something of. */
const sizeOf = ({ changes = {}, links = {} }: ChangeData): number =>
  Object.keys(changes).length + Object.keys(links).length;

const linkOf = (resource: ResourceModel, name: string) =>
  resource.links.find((link) => link.name === name || link.alsoShownAs.includes(name));

function visibleObject(
  object: Record<string, unknown>,
  resource: ResourceModel,
  withLinks: boolean,
  hidden: Hidden,
): Record<string, unknown> {
  const seen: Record<string, unknown> = {};
  const refs = new Map(shownIn(resource).flatMap(({ name, ref }) => (ref ? [[name, ref.target]] : [])));
  for (const [name, value] of Object.entries(object)) {
    const link = linkOf(resource, name);
    if (link && !withLinks) continue;
    const target = refs.get(name);
    if (link && link.kind !== 'child')
      seen[name] = (value as Element[]).filter((element) => !hidden.isHidden(link.target, idOf(element)));
    else seen[name] = target !== undefined && hidden.isHidden(target, value as number) && value !== null ? null : value;
  }
  return seen;
}

function visibleChanges(
  changes: Record<string, [unknown, unknown]>,
  resource: ResourceModel,
  withLinks: boolean,
  hidden: Hidden,
): Record<string, [unknown, unknown]> {
  const seen: Record<string, [unknown, unknown]> = {};
  for (const [name, both] of Object.entries(changes)) {
    if (linkOf(resource, name) && !withLinks) continue;
    const target = shownIn(resource).find((field) => field.name === name)?.ref?.target;
    const isHidden = (value: unknown): boolean => typeof value === 'number' && hidden.isHidden(target!, value);
    const [before, after] = target === undefined ? both : both.map((value) => (isHidden(value) ? null : value));
    // From one hidden object to another: nothing changed for the caller.
    if (target === undefined || before !== after) seen[name] = [before, after];
  }
  return seen;
}

function visibleMoves(links: NonNullable<ChangeData['links']>, resource: ResourceModel, hidden: Hidden) {
  const seen: NonNullable<ChangeData['links']> = {};
  for (const [name, { added, removed }] of Object.entries(links)) {
    const target = linkOf(resource, name)!.target;
    const isSeen = (element: Element): boolean => !hidden.isHidden(target, idOf(element));
    const left = { added: added.filter(isSeen), removed: removed.filter(isSeen) };
    if (left.added.length || left.removed.length) seen[name] = left;
  }
  return seen;
}
