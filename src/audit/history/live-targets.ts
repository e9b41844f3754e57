/** Leaves out what can no longer be pointed to: objects that are deleted by now, or that there are not for the caller. */
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/http/caller.js';
import { Database, type Param } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { AccessScopes, registry, type Answer, type ResourceModel } from '../../engine/index.js';
import type { Element } from '../../events/other-ends.js';

/** What is left out of a column or a link. */
export interface LeftOut {
  field: string;
  ids: number[];
  /** They are deleted by now; or what stood there was taken out of the journal. */
  reason: 'not_live' | 'redacted';
}

/** A body without what it cannot point to. */
export interface LiveBody {
  body: Answer;
  leftOut: LeftOut[];
}

/** Links of which fewer give more: where one of them is gone the write is refused, as any other one to what is not there. */
const NARROWING: ReadonlySet<string> = new Set(['roles.perimeters']);

@Injectable()
export class LiveTargets {
  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
  ) {}

  /**
   * What of a body can be written, and what is left out of it: a column that points to what is gone stays as it is. What the object
   * holds `now` is not asked about. One statement.
   */
  async liveOf(resource: ResourceModel, body: Answer, now: Answer | undefined, caller: Caller): Promise<LiveBody> {
    return (await this.liveOfAll([{ resource, body, now }], caller))[0]!;
  }

  /** As `liveOf`, of many bodies. `back`: what will be live once they are written, by path and id. */
  async liveOfAll(
    bodies: ReadonlyArray<{ resource: ResourceModel; body: Answer; now: Answer | undefined }>,
    caller: Caller,
    back: ReadonlySet<string> = new Set(),
  ): Promise<LiveBody[]> {
    const pointers = bodies.map(({ resource, body, now }) => pointersIn(resource, body, now));
    const found = await this.found(pointers.flat(), caller);
    const isLive = (target: string, id: number): boolean =>
      found.get(`${target} ${id}`) === true || back.has(`${target} ${id}`);
    // Whoever sees a part of the map is not told the ids of the rest.
    const { restricted } = this.scopes.of(caller);
    const isTold = (target: string, id: number): boolean => !restricted || found.has(`${target} ${id}`);
    return bodies.map(({ body, resource: { path } }, i) => {
      const leftOut: LeftOut[] = [];
      const left = { ...body };
      for (const { field, target, ids, isLink } of pointers[i]!) {
        const gone = ids.filter((id) => !isLive(target, id));
        if (!gone.length || NARROWING.has(`${path}.${field}`)) continue;
        const reported = gone.filter((id) => isTold(target, id));
        if (reported.length || !isLink) leftOut.push({ field, ids: reported, reason: 'not_live' });
        if (!isLink) delete left[field];
        else left[field] = (body[field] as Element[]).filter((element) => !gone.includes(idOf(element)));
      }
      return { body: left, leftOut };
    });
  }

  /** Of those that there are for the caller, whether they are live. */
  private async found(pointers: readonly Pointer[], caller: Caller): Promise<ReadonlyMap<string, boolean>> {
    const wanted = new Map<string, Set<number>>();
    for (const { target, ids } of pointers) {
      const known = wanted.get(target) ?? new Set();
      wanted.set(target, known);
      for (const id of ids) known.add(id);
    }
    if (!wanted.size) return new Map();
    const { dialect } = this.database;
    const scope = this.scopes.of(caller);
    const params: Param[] = [];
    const paths = [...wanted.keys()];
    const parts = paths.map((path, place) => {
      const { table, softDelete } = registry.get(path);
      const live = softDelete ? 'CASE WHEN t.`deleted_at` IS NULL THEN 1 ELSE 0 END' : '1';
      const only = scope.named(registry.get(path))?.('t');
      params.push([...wanted.get(path)!], ...(only?.params ?? []));
      return (
        `SELECT ${place} AS place, t.\`id\` AS id, ${live} AS live FROM ${quote(table)} t ` +
        `WHERE ${dialect.isIn('t.`id`')}${only ? ` AND ${only.sql}` : ''}`
      );
    });
    const rows = await this.database.all(parts.join(' UNION ALL '), params);
    return new Map(rows.map(({ place, id, live }) => [`${paths[Number(place)]} ${Number(id)}`, Number(live) === 1]));
  }
}

/** A column or a link of a body, and what it points to beyond what is there now. */
interface Pointer {
  field: string;
  target: string;
  ids: number[];
  isLink: boolean;
}

const idOf = (element: Element): number => (typeof element === 'number' ? element : element.id);

function pointersIn(resource: ResourceModel, body: Answer, now: Answer | undefined): Pointer[] {
  const columns = resource.fields.flatMap(({ name, ref }): Pointer[] => {
    const id = body[name];
    if (!ref || typeof id !== 'number' || now?.[name] === id) return [];
    return [{ field: name, target: ref.target, ids: [id], isLink: false }];
  });
  const links = resource.links.flatMap(({ name, kind, target }): Pointer[] => {
    const set = body[name];
    if (kind === 'child' || !Array.isArray(set)) return [];
    const known = new Set(((now?.[name] ?? []) as Element[]).map(idOf));
    const ids = (set as Element[]).map(idOf).filter((id) => !known.has(id));
    return ids.length ? [{ field: name, target, ids, isLink: true }] : [];
  });
  return [...columns, ...links];
}
