/**
 * Forgets what a source said of one object (feeding-truth 4): the object stays. A value that the source had said steps back as where
 * an object goes missing: what another source says stands, else it stays as it is. Where the source speaks of another machine, what it
 * alone said goes, and its ref gets an object of its own, which its next run fills.
 */
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AuditEvents } from '../../audit/audit-events.js';
import type { RequestContext } from '../../core/http/caller.js';
import { ApiError, DetailedError, fieldError, forbidden } from '../../core/http/errors.js';
import { Database, type Transaction } from '../../database/database.js';
import { Plans, serviceOf, type ResourceService } from '../../engine/index.js';
import { applyPlan } from '../apply/apply-plan.js';
import { DocumentItem } from '../document/document-item.js';
import { readOptions } from '../document/envelope.js';
import type { Item } from '../document/model.js';
import { extRefOf } from '../plan/identify.js';
import { Kinds, type Kind } from '../plan/kinds.js';
import type { ClaimValue } from '../plan/map-view.js';
import { makePlan } from '../plan/make-plan.js';
import { idsOf, requireThere } from '../runs/feeding.service.js';
import { unlessLocked } from '../runs/lease.js';
import { MovedPlan } from '../runs/refusals.js';
import { busy } from '../runs/source-turns.js';
import { homeOfSource, mayIn, HomeScope } from '../store/home-scope.js';
import { SqlMap } from '../store/sql-map.js';
import { SourcesService, type Source, type SourcesState } from './sources.service.js';

/** What is known of the record that goes. */
interface Forgotten {
  readonly id: number;
  readonly object: number;
  /** What the source calls it, and called it before its objects became one. */
  readonly refs: readonly [string, ...string[]];
  readonly says: Readonly<Record<string, ClaimValue>>;
}

@Injectable()
export class ForgetService {
  constructor(
    private readonly plans: Plans,
    private readonly database: Database,
    private readonly kinds: Kinds,
    private readonly sources: SourcesService,
    private readonly audit: AuditEvents,
    private readonly modules: ModuleRef,
  ) {}

  /** Throws 403, 404 for a source or a record that is not there, 409 while a run is stored, 422 for a type that is none. */
  async forget(name: string, type: string, ref: string, context: RequestContext, apart = false): Promise<void> {
    const { caller } = context;
    const source = await this.sources.requireFed(name, caller);
    const home = homeOfSource(source);
    if (!mayIn(caller, 'feed_create', home)) throw forbidden('feed_create');
    const kind = this.kinds.find(type);
    if (!kind) throw fieldError('type', 'selected');
    for (const verb of apart ? ['edit', 'create'] : ['edit'])
      if (!mayIn(caller, `${kind.resource.key}_${verb}`, home)) throw forbidden(`${kind.resource.key}_${verb}`);
    const service = this.modules.get<ResourceService>(serviceOf(kind.path), { strict: false });
    await this.database.transaction(async (tx) => {
      // One after the other, as runs are stored.
      const state = await unlessLocked(this.sources.state(tx, true));
      if (!state) throw busy();
      requireThere(state, source);
      await this.sources.requireStillFed(source, caller, tx);
      const record = await this.find(tx, source, kind, ref);
      const homes = new HomeScope(home, caller);
      if (!record || !(await this.isOwn(tx, kind, record, homes)))
        throw new ApiError(404, 'feedNoRecord', { source: name, type: kind.path, ref });
      const noted = { ...context, via: 'feed', noted: { forgot: extRefOf(name, record.refs[0]) } };
      const label = kind.label?.name;
      const called = apart && label ? await this.nameOf(tx, kind, record, label) : undefined;
      await this.stepBack(tx, source, kind, record, state, noted, apart);
      await this.unmark(tx, source, kind, record, service, noted);
      // Its keys and further refs go with it.
      await tx.run('DELETE FROM `own_feed_records` WHERE `id` = ?', [record.id]);
      if (apart) await this.makeAnother(tx, source, kind, record, called, state, noted);
      const subject = { path: kind.path, id: record.object };
      const details = { source: name, ref: record.refs[0], ...(apart && { apart }) };
      await this.audit.record({ action: 'record_forgotten', subject, details, context }, tx);
      await this.sources.requireStillFed(source, caller, tx, true);
    });
    service.committed();
  }

  /** The record with this ref, or the one that it leads to. */
  private async find(tx: Transaction, { id: source }: Source, kind: Kind, ref: string): Promise<Forgotten | undefined> {
    const { table } = kind.resource;
    const { forUpdate } = this.database.dialect;
    const lead = 'SELECT `record_id` FROM `own_feed_refs` WHERE `source_id` = ? AND `type` = ? AND `ref` = ?';
    const sql =
      'SELECT `id`, `object_id`, `ref`, `says` FROM `own_feed_records` WHERE `source_id` = ? AND `type` = ? AND ' +
      `(\`ref\` = ? OR \`id\` IN (${lead}))${forUpdate}`;
    const [row] = await tx.all(sql, [source, table, ref, source, table, ref]);
    if (!row) return undefined;
    const id = Number(row['id']);
    const more = await tx.all('SELECT `ref` FROM `own_feed_refs` WHERE `record_id` = ?', [id]);
    return {
      id,
      object: Number(row['object_id']),
      says: JSON.parse(String(row['says'])) as Forgotten['says'],
      refs: [row['ref'] as string, ...more.map((one) => one['ref'] as string)],
    };
  }

  /** The object does not lie where the caller changes nothing. */
  private async isOwn(tx: Transaction, { path }: Kind, { object }: Forgotten, homes: HomeScope): Promise<boolean> {
    if (!homes.isLimited) return true;
    const view = new SqlMap(tx, this.plans, this.kinds, '', new Map(), undefined, homes);
    return (await view.states(path, [object], 'own')).has(object) || !(await this.isThere(tx, path, object));
  }

  private async isThere(tx: Transaction, path: string, object: number): Promise<boolean> {
    return (await new SqlMap(tx, this.plans, this.kinds, '', new Map()).states(path, [object])).has(object);
  }

  /** What the source calls the thing, or the map does. */
  private async nameOf(tx: Transaction, kind: Kind, { object, says }: Forgotten, label: string): Promise<string> {
    const said = says[label];
    if (typeof said === 'string') return said;
    const view = new SqlMap(tx, this.plans, this.kinds, '', new Map());
    return (await view.labels(kind.path, [object])).get(object) ?? '';
  }

  /** Its claims step back, as those of an object that it no longer reports; nothing else comes of that. `all`: those too that it alone said. */
  private async stepBack(
    tx: Transaction,
    source: Source,
    kind: Kind,
    { object, refs: [ref], says }: Forgotten,
    state: SourcesState,
    context: RequestContext,
    all: boolean,
  ): Promise<void> {
    const view = new SqlMap(tx, this.plans, this.kinds, source.name, idsOf(state));
    if ((await view.states(kind.path, [object])).get(object) !== 'live') return;
    const item: Item = { type: kind.path, ref, ...(all ? { set: nothingOf(kind, says) } : { gone: true, set: {} }) };
    await this.apply(tx, source, item, state, context, false);
  }

  /** An object of its own for the ref, of which nothing but a name is known; whatever the source reports next is newer. */
  private async makeAnother(
    tx: Transaction,
    source: Source,
    kind: Kind,
    { refs: [ref] }: Forgotten,
    name: string | undefined,
    state: SourcesState,
    context: RequestContext,
  ): Promise<void> {
    const initial = name === undefined ? {} : { [kind.label!.name]: name };
    const item: Item = { type: kind.path, ref, identify: [], set: {}, initial, observed_at: LONG_AGO };
    await this.apply(tx, source, item, state, context, true);
  }

  /** Plans and applies one item. `records`: with what the source says of it from then on. Throws 409, 422. */
  private async apply(
    tx: Transaction,
    source: Source,
    item: Item,
    state: SourcesState,
    context: RequestContext,
    records: boolean,
  ): Promise<void> {
    const { clock } = this.database;
    const sources = idsOf(state);
    const homes = new HomeScope(homeOfSource(source), context.caller);
    const view = new SqlMap(tx, this.plans, this.kinds, source.name, sources, undefined, homes);
    const settings = new Map([...state.byName].map(([name, one]) => [name, one.settings]));
    settings.set(source.name, { ...source.settings, missing: { do: 'keep' }, guard: { percent: 100 } });
    const options = { ...readOptions(undefined), names: 'fit' } as const;
    const envelope = { source: source.name, mode: 'delta', scope: '', options } as const;
    const plan = await makePlan(
      {
        ...{ envelope, kinds: this.kinds, view, sources: settings, settingsVersion: state.version, clock },
        now: new Date().toISOString(),
      },
      [new DocumentItem({ item, text: JSON.stringify(item) })],
    );
    const wrong = plan.findings.find(({ level }) => level === 'error');
    if (wrong) throw new ApiError(422, wrong.phrase);
    const now = clock.toStored(Date.now());
    const { moved } = await applyPlan(
      {
        ...{ tx, plans: this.plans, kinds: this.kinds, sources, context, since: now, homes },
        serviceOf: (path) => this.modules.get<ResourceService>(serviceOf(path), { strict: false }),
        run: { id: 0, source, mode: 'delta', scope: '', now, observedAt: now, lastFull: null },
      },
      { steps: plan.steps, records: records ? plan.records : new Map(), seen: new Map() },
    );
    if (!moved.length) return;
    const { status, phrase } = new MovedPlan(moved);
    throw new DetailedError(status, phrase, {}, { moved: [] });
  }

  /** The marks of the source go from the object. */
  private async unmark(
    tx: Transaction,
    { name }: Source,
    kind: Kind,
    { object, refs }: Forgotten,
    service: ResourceService,
    context: RequestContext,
  ): Promise<void> {
    const field = kind.fields.get('ext_refs');
    if (!field) return;
    const writes = service.prepared(tx, context);
    const [change] = await writes.locked([object], [], () => '');
    const text = change?.before!['ext_refs'] ?? null;
    if (!change || text === null || (change.before!['deleted_at'] ?? null) !== null) return;
    const own = new Set(refs.map((ref) => extRefOf(name, ref)));
    const left = String(text)
      .split('|')
      .filter((mark) => !own.has(mark.trim()));
    change.set(field, left.join('|') || null);
    if (change.any) await writes.update([change]);
  }
}

/** When nothing was known yet. */
const LONG_AGO = '1970-01-01T00:00:00Z';

/** An item that takes back all that was said, but for what its type must have. */
const nothingOf = (kind: Kind, says: Forgotten['says']): Item['set'] =>
  Object.fromEntries(
    Object.entries(says).flatMap(([name, value]) => {
      if (kind.required.some((field) => field.name === name)) return [];
      const isSet = Array.isArray(value) || kind.links.has(name);
      return kind.fields.has(name) || kind.links.has(name) ? [[name, isSet ? [] : null]] : [];
    }),
  );
