/** Who said what of an object, whose values stand, and what people said of their future (feeding 9). */
import { Injectable } from '@nestjs/common';
import { AuditEvents } from '../../audit/audit-events.js';
import { recheckLate, type RequestContext } from '../../core/http/caller.js';
import { forbidden, notFound, Problems } from '../../core/http/errors.js';
import { Database, type Session, type Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { Plans, type AccessScope } from '../../engine/index.js';
import type { Mark } from '../merge/model.js';
import { policyOf, type FieldPolicy } from '../merge/ranks.js';
import { strongest } from '../merge/value.js';
import { isOwnRef, setOf } from '../plan/draft.js';
import { Kinds, type Kind } from '../plan/kinds.js';
import type { MapView, ClaimValue, StoredObject } from '../plan/map-view.js';
import { claimsOf, equalOf, isHand, storedSet, storedValue } from '../plan/weigh.js';
import { SourcesService, type SourcesState } from '../sources/sources.service.js';
import { SqlMap } from '../store/sql-map.js';
import { farSaid, type FarClaims } from './far-said.js';
import { recordsOf, type ObjectRecord } from './records.js';
import { ShownValues } from './shown.js';

/** What one source knows of an object. Times are ISO. */
interface SourceOfObject {
  source: string;
  /** The tool's own; null for an item that was known by its natural key. */
  ref: string | null;
  /** All of them, where several of its objects became one: the first is `ref`. */
  refs: readonly string[];
  scopes: readonly string[];
  /** A feed of the source made the object. */
  created: boolean;
  first_seen: string | null;
  last_seen: string | null;
  missing_since: string | null;
  run: number;
}

/** What is known of a field. `hidden`: so many objects beside those shown, which the reader may not list. */
interface FieldOfObject {
  value: unknown;
  hidden?: number;
  /** Of values: whose claim stands; `hand`; null where nobody claims it any more. */
  from?: string | null;
  said: Array<{ source: string; says: unknown; hidden?: number }>;
  mark?: Mark;
}

export interface Provenance {
  data: SourceOfObject[];
  fields: Record<string, FieldOfObject>;
}

/** All marks of an object, by field. */
type Marks = Record<string, Mark>;

@Injectable()
export class ProvenanceService {
  constructor(
    private readonly database: Database,
    private readonly plans: Plans,
    private readonly kinds: Kinds,
    private readonly sources: SourcesService,
    private readonly audit: AuditEvents,
  ) {}

  /** Who said what of a live object. Throws 403 without the right on its whole type, 404. */
  async read(path: string, id: number, context: RequestContext): Promise<Provenance> {
    const { database } = this;
    const kind = this.kinds.find(path)!;
    const access = this.accessOf(kind, 'show', context);
    await this.requireLive(kind, id, access, 'show', database);
    const records = await recordsOf(database, database.dialect, kind, id);
    const marks = await this.marks(kind, id, database);
    const far = await farSaid(database, this.kinds, access, kind, id);
    const names = fieldsIn(kind, records, marks, far);
    const object = await this.object(kind, id, names, database);
    const shown = new ShownValues(kind, access, database);
    for (const name of names) {
      shown.want(name, valueOf(kind, object, name));
      for (const { says } of records) if (name in says) shown.want(name, says[name]!);
      for (const ids of far.get(name)?.values() ?? []) shown.want(name, ids);
    }
    await shown.load(this.kinds);
    const reading = new FieldReading(kind, object, { records, far }, await this.sources.state(database), shown);
    const fields = names.flatMap((name) => {
      const field = reading.field(name, marks.get(name));
      return field ? [[name, field] as const] : [];
    });
    return { data: records.map((record) => this.source(record)), fields: Object.fromEntries(fields) };
  }

  /**
   * Sets marks, or takes them away: `hold`, `free` or null by field, under any name that a feed may use.
   * @returns all marks of the object
   * @throws 403, 404, 422
   */
  async mark(
    path: string,
    id: number,
    sent: Readonly<Record<string, unknown>>,
    context: RequestContext,
  ): Promise<Marks> {
    const kind = this.kinds.find(path)!;
    const access = this.accessOf(kind, 'edit', context);
    const wanted = readMarks(kind, sent);
    return this.database.transaction(async (tx) => {
      await this.requireLive(kind, id, access, 'edit', tx);
      const marks = await this.marks(kind, id, tx);
      const freed = [...wanted].flatMap(([name, mark]) => (mark === 'free' ? [name] : []));
      const changed = [...wanted].filter(([name, mark]) => mark === 'free' || mark !== (marks.get(name) ?? null));
      if (!changed.length) return Object.fromEntries(marks);
      await this.store(kind, await this.object(kind, id, freed, tx), changed, context, tx);
      for (const [name, mark] of changed) {
        if (mark) marks.set(name, mark);
        else marks.delete(name);
      }
      const details = { marks: Object.fromEntries(changed) };
      await this.audit.record({ action: 'marks_set', subject: { path: kind.path, id }, details, context }, tx);
      await recheckLate(context, tx, true);
      return Object.fromEntries(marks);
    });
  }

  private async store(
    kind: Kind,
    object: StoredObject,
    changed: ReadonlyArray<readonly [name: string, mark: Mark | null]>,
    { caller }: RequestContext,
    tx: Transaction,
  ): Promise<void> {
    const { clock, dialect } = this.database;
    const { table } = kind.resource;
    const names = changed.map(([name]) => name);
    const sql = `DELETE FROM own_feed_marks WHERE type = ? AND object_id = ? AND ${dialect.isIn('field')}`;
    await tx.run(sql, [table, object.id, names]);
    const now = clock.toStored(Date.now());
    const rows = changed.flatMap(([name, mark]) => {
      if (!mark) return [];
      const value = mark === 'free' ? JSON.stringify(valueOf(kind, object, name)) : null;
      return [[table, object.id, name, mark, value, caller.userId || null, now]];
    });
    if (rows.length) await this.database.write(tx, dialect.insertRows('own_feed_marks', MARKS), rows);
  }

  /** Throws 403: what was given to a caller one by one counts for nothing here. */
  private accessOf({ resource }: Kind, verb: 'show' | 'edit', { caller }: RequestContext): AccessScope {
    const access = this.plans.access.of(caller);
    if (!access.may(resource, verb)) throw forbidden(`${resource.key}_${verb}`);
    return access;
  }

  /** Throws 404 unless the object is live, and there for the caller; to be changed, it is locked. */
  private async requireLive(
    { resource }: Kind,
    id: number,
    access: AccessScope,
    verb: 'show' | 'edit',
    session: Session,
  ): Promise<void> {
    const { dialect } = this.database;
    const seen = access.within(resource, verb)?.('t');
    const live = resource.softDelete ? ` AND ${dialect.isLive('t')}` : '';
    const sql = `SELECT t.\`id\` FROM ${quote(resource.table)} t WHERE t.\`id\` = ?${live}${seen ? ` AND (${seen.sql})` : ''}`;
    const locked = verb === 'edit' ? dialect.forUpdate : '';
    const rows = await session.all(sql + locked, [id, ...(seen?.params ?? [])]);
    if (!rows.length) throw notFound(resource, id);
  }

  private async marks({ path }: Kind, id: number, session: Session): Promise<Map<string, Mark>> {
    const marks = await this.view(session).marks(path, [id]);
    return new Map(marks.map(({ field, kind }) => [field, kind]));
  }

  /** The object with the sets of the links among these names. */
  private async object(
    { path, links, resource }: Kind,
    id: number,
    names: readonly string[],
    session: Session,
  ): Promise<StoredObject> {
    const named = names.filter((name) => links.has(name));
    const [object] = await this.view(session).objects(path, [id], named);
    if (!object) throw notFound(resource, id);
    return object;
  }

  /** The map, asked for one object. */
  private view(session: Session): MapView {
    return new SqlMap(session, this.plans, this.kinds, '', new Map());
  }

  private source(record: ObjectRecord): SourceOfObject {
    const { clock } = this.database;
    const { source, ref, refs, scopes, created, firstSeen, lastSeen, missingSince, lastRun } = record;
    const time = (stored: string | null): string | null => (stored === null ? null : clock.toApi(stored));
    return {
      source,
      ref: isOwnRef(ref) ? ref : null,
      refs: [ref, ...refs].filter(isOwnRef),
      scopes,
      created,
      first_seen: time(firstSeen),
      last_seen: time(lastSeen),
      missing_since: time(missingSince),
      run: lastRun,
    };
  }
}

const MARKS = ['type', 'object_id', 'field', 'kind', 'value', 'user_id', 'at'];

/** The columns and links of which something is known, in the order of the type; hidden columns are none of them. */
function fieldsIn(
  { fields, links }: Kind,
  records: readonly ObjectRecord[],
  marks: ReadonlyMap<string, Mark>,
  far: FarClaims,
): string[] {
  const known = new Set([...records.flatMap(({ says }) => Object.keys(says)), ...marks.keys(), ...far.keys()]);
  return [...fields.keys(), ...links.keys()].filter((name) => known.has(name) && !fields.get(name)?.hidden);
}

function isSet(kind: Kind, name: string): boolean {
  const link = kind.links.get(name);
  return link ? !link.items : kind.meaningOf(name)?.is === 'list';
}

/** What is stored, in the form in which records keep it. */
const valueOf = (kind: Kind, object: StoredObject, name: string): ClaimValue =>
  isSet(kind, name) ? storedSet(kind, object, name) : storedValue(kind, object, name);

/** Puts together what is known of fields of one object. */
class FieldReading {
  private readonly planning: { policy(source: string, type: string, field: string): FieldPolicy };

  constructor(
    private readonly kind: Kind,
    private readonly object: StoredObject,
    private readonly said: { readonly records: readonly ObjectRecord[]; readonly far: FarClaims },
    { byName }: SourcesState,
    private readonly shown: ShownValues,
  ) {
    this.planning = { policy: (source, type, field) => policyOf(byName.get(source)?.settings ?? {}, type, field) };
  }

  /** Returns undefined where all that was said of it is of objects that there are not for the reader. */
  field(name: string, mark: Mark | undefined): FieldOfObject | undefined {
    const { kind, object, shown } = this;
    const said = this.saidOf(name).flatMap(([source, says]) => {
      const { value, hidden, isOutside } = shown.show(name, says);
      return isOutside ? [] : [{ source, says: value, ...(hidden && { hidden }) }];
    });
    if (!said.length && !mark) return undefined;
    const { value, hidden, isOutside } = shown.show(name, valueOf(kind, object, name));
    return {
      ...{ value, ...(hidden && { hidden }) },
      ...(!isSet(kind, name) && { from: this.from(name, isOutside) }),
      ...{ said, ...(mark && { mark }) },
    };
  }

  /** What each source says, here or at the other ends of a link. */
  private saidOf(name: string): Array<readonly [source: string, says: ClaimValue]> {
    const { records, far } = this.said;
    const open = new Map(far.get(name));
    const own = records.flatMap(({ source, says }): Array<readonly [string, ClaimValue]> => {
      if (!(name in says)) return [];
      const there = open.get(source);
      open.delete(source);
      return [[source, there ? [...new Set([...setOf(says[name]), ...there])] : says[name]!]];
    });
    return [...own, ...open];
  }

  /** Whose claim stands, by the rules of merging. `isOutside`: it names what there is not for the reader, which is as if nothing stood there. */
  private from(name: string, isOutside = false): string | null {
    const { kind, shown } = this;
    const object = isOutside ? { ...this.object, row: { ...this.object.row, [name]: null } } : this.object;
    const records = this.said.records.filter(({ says }) => !(name in says) || !shown.show(name, says[name]!).isOutside);
    const [stored, equal] = [storedValue(kind, object, name), equalOf(kind, name)];
    const claims = claimsOf(this.planning, kind.path, name, records).filter(({ value }) => equal(value, stored));
    return strongest(claims)?.source ?? (isHand(kind, object, name, records) ? 'hand' : null);
  }
}

/** Marks as sent, under the names of columns and links. Throws 422. */
function readMarks(kind: Kind, sent: Readonly<Record<string, unknown>>): Map<string, Mark | null> {
  const problems = new Problems();
  const marks = new Map<string, Mark | null>();
  for (const [name, mark] of Object.entries(sent)) {
    const names = kind.namesOf(name).filter((one) => !kind.fields.get(one)?.hidden);
    if (!names.length) problems.add(name, 'unknownField');
    else if (mark !== 'hold' && mark !== 'free' && mark !== null) problems.add(name, 'selected');
    else {
      for (const one of names) {
        if (marks.has(one) && marks.get(one) !== mark) problems.add(name, 'spellings');
        marks.set(one, mark);
      }
    }
  }
  problems.throwIfAny();
  return marks;
}
