/** What differs between two moments of the map: the net effect, one row for each object. */
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';
import { Database } from '../../database/database.js';
import { AccessScopes, badParameter, registry, type Answer, type ResourceModel } from '../../engine/index.js';
import type { Action } from '../../events/entry.js';
import type { Moves } from '../../events/other-ends.js';
import { FeedReader, isTold } from '../../events/reader.js';
import { resourceAt } from '../../events/parameters.js';
import { Publication } from '../../events/publication.js';
import { differenceOf, isNothing } from './difference.js';
import type { FormerObject } from './former-object.js';
import { FormerStates } from './former-states.js';
import type { Moment } from './moment.js';
import type { Page } from './pages.js';

/** What became of an object. */
export interface DiffRow {
  resource: string;
  id: number;
  name: string | null;
  action: Action;
  changes: Record<string, [unknown, unknown]>;
  links: Record<string, Moves>;
}

export interface DiffCounts {
  resource: string;
  created: number;
  updated: number;
  deleted: number;
  restored: number;
}

/** Which objects, between which moments. */
export interface DiffRequest {
  from: Moment;
  to: Moment;
  resources: readonly ResourceModel[];
}

/** Objects that are worked out at a time. */
const PORTION = 200;

@Injectable()
export class DiffService {
  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly publication: Publication,
    private readonly states: FormerStates,
  ) {}

  /** All rows, by resource and id; from behind a place on. */
  async *rows({ from, to, resources }: DiffRequest, caller: Caller, after?: DiffPlace): AsyncIterable<DiffRow[]> {
    const reader = await FeedReader.of(caller, this.scopes);
    const sorted = resources.filter(isTold).sort((a, b) => (a.path < b.path ? -1 : 1));
    await this.publication.upToDate();
    for (const resource of sorted) {
      if (after && resource.path < after.resource) continue;
      const behind = after?.resource === resource.path ? after.id : 0;
      const ids = await this.changedIds(resource, from, behind, reader);
      for (let at = 0; at < ids.length; at += PORTION)
        yield await this.portion(resource, ids.slice(at, at + PORTION), from, to, reader);
    }
  }

  /** A page of rows, and the place of the last one where there are more. */
  async page(
    request: DiffRequest,
    { size, after }: Page,
    caller: Caller,
  ): Promise<{ rows: DiffRow[]; next: string | undefined }> {
    const rows: DiffRow[] = [];
    for await (const some of this.rows(request, caller, placeIn(after))) {
      rows.push(...some);
      if (rows.length > size) break;
    }
    const page = rows.slice(0, size);
    return { rows: page, next: rows.length > size ? textOf(page.at(-1)!) : undefined };
  }

  async counts(request: DiffRequest, caller: Caller): Promise<DiffCounts[]> {
    const found = new Map<string, DiffCounts>();
    for await (const rows of this.rows(request, caller))
      for (const { resource, action } of rows) {
        const counts = found.get(resource) ?? { resource, created: 0, updated: 0, deleted: 0, restored: 0 };
        counts[action]++;
        found.set(resource, counts);
      }
    return [...found.values()];
  }

  /** The objects that changed at all, as far as the caller could list them. */
  private async changedIds(
    { path }: ResourceModel,
    { first }: Moment,
    behind: number,
    reader: FeedReader,
  ): Promise<number[]> {
    const { sql, params } = reader.condition('e', this.database.dialect, [registry.get(path)]);
    const rows = await this.database.all(
      'SELECT DISTINCT e.`object_id` AS id FROM `own_events` e ' +
        `WHERE e.\`type\` = ? AND e.\`number\` >= ? AND e.\`object_id\` > ? AND ${sql} ORDER BY id`,
      [path, first, behind, ...params],
    );
    return rows.map(({ id }) => Number(id));
  }

  private async portion(
    resource: ResourceModel,
    ids: readonly number[],
    from: Moment,
    to: Moment,
    reader: FeedReader,
  ): Promise<DiffRow[]> {
    const [after, before] = await this.states.at(resource, ids, [to, from], true);
    const rows = ids.flatMap((id): DiffRow[] => rowOf(resource, before!.get(id)!, after!.get(id)!) ?? []);
    const masked = rows.map(({ action, name, ...row }) => ({
      data: {
        ...row,
        ...{ action: 'updated' as const, name, updated_at: null, by: { user_id: null, via: '' }, reason: null },
        ...{ request_id: null, transaction: '', origin: null, done: action },
      },
    }));
    const seen = await reader.visible(masked, this.database);
    return rows.flatMap((row, i) => {
      const data = seen[i]?.data;
      return data ? [{ ...row, changes: data.changes ?? {}, links: data.links ?? {} }] : [];
    });
  }
}

/** Undefined where nothing became of it. */
function rowOf(resource: ResourceModel, before: FormerObject, after: FormerObject): DiffRow[] | undefined {
  if (!before.isThere && !after.isThere) return undefined;
  const [was, is] = [before, after].map((object) => (object.isThere ? object.answer() : undefined)) as [
    Answer | undefined,
    Answer | undefined,
  ];
  const difference = differenceOf(resource, was, is);
  if (was && is && isNothing(difference)) return undefined;
  const action = was ? (is ? 'updated' : 'deleted') : before.wasDeleted ? 'restored' : 'created';
  const name = resource.label ? ((is ?? was)![resource.label] ?? null) : null;
  return [{ resource: resource.path, id: after.id, name: name === null ? null : String(name), action, ...difference }];
}

/** A place among the rows. */
interface DiffPlace {
  resource: string;
  id: number;
}

const textOf = ({ resource, id }: DiffPlace): string => Buffer.from(`${resource}/${id}`).toString('base64url');

/** Throws 400 for what is no place. */
function placeIn(text: string | undefined): DiffPlace | undefined {
  if (text === undefined) return undefined;
  const [, resource, id] =
    /^([a-z-]{1,64})\/(\d{1,10})$/.exec(Buffer.from(text.slice(0, 200), 'base64url').toString()) ?? [];
  if (resource === undefined) throw badParameter('page[after]', 'wantsCursor');
  return { resource, id: Number(id) };
}

/** The resources that `resource` and `view` ask for. Throws 400 for names that there are not. */
export function resourcesOf(names: string | undefined, view: string | undefined): ResourceModel[] {
  const all = registry.all().filter(isTold);
  const wanted = names?.split(',').map((name) => resourceAt(name.trim(), all));
  const views = [...new Set(all.map((resource) => resource.view))];
  if (view !== undefined && !views.includes(view))
    throw new ApiError(400, 'historyView', { text: view.slice(0, 100).toWellFormed(), allowed: views.join(', ') });
  return all.filter(
    (resource) => (!wanted || wanted.includes(resource)) && (view === undefined || resource.view === view),
  );
}
