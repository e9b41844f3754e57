/** Takes back what one transaction did, by ordinary writes: created objects are deleted, deleted ones restored, changed ones set back. */
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { recheckLate, type Caller, type HttpResponse, type RequestContext } from '../../core/http/caller.js';
import { ApiError, DetailedError, forbidden, ValidationError } from '../../core/http/errors.js';
import type { Verb } from '../../core/http/access.js';
import type { Message } from '../../core/i18n/messages.js';
import { Database, type Row, type Transaction } from '../../database/database.js';
import {
  AccessScopes,
  Plans,
  readSets,
  serviceOf,
  withTrashed,
  type Answer,
  type ResourceModel,
  type ResourceService,
} from '../../engine/index.js';
import { ChangeWriter, type CloudEvent } from '../../events/change.js';
import { Publication } from '../../events/publication.js';
import { FeedReader, type Hidden } from '../../events/reader.js';
import type { FormerObject, PastEvent } from './former-object.js';
import { FormerStates } from './former-states.js';
import { LiveTargets, type LeftOut } from './live-targets.js';
import { Moments } from './moment.js';
import { asChange, seenOf, type Eyes } from './seen.js';
import { undoOf, type LaterEvent, type UndoObject } from './undo-plan.js';

/** Objects that are taken back at once. */
const MAX_OBJECTS = 10_000;
/** So often it is planned anew, where somebody writes just then. */
const MAX_TRIES = 5;

/** What is to be taken back. */
export type UndoRequest = { transaction: string } | { request_id: string };

export interface UndoOptions {
  dryRun: boolean;
  /** What was changed since is left as it is. */
  skips: boolean;
}

/** An object, as it is answered. */
interface Outcome {
  resource: string;
  id: number;
  name: string | null;
  action: UndoObject['action'];
  fields: string[];
}

/** What was taken back, or would be. */
export interface Undone {
  transaction: string;
  objects: Outcome[];
  conflicts: Outcome[];
  left_out: Array<LeftOut & { resource: string; id: number }>;
  /** What is wrong with it by today's rules; of a dry run alone. */
  errors: Record<string, string[]>;
}

/** All of it, with the objects as they were seen. */
interface Plan {
  transaction: string;
  objects: UndoObject[];
  conflicts: UndoObject[];
  leftOut: Undone['left_out'];
  seen: ReadonlyMap<ResourceModel, ReadonlyMap<number, FormerObject>>;
}

const NEEDS: Readonly<Record<UndoObject['action'], readonly Verb[]>> = {
  ...{ deleted: ['delete'], restored: ['edit', 'delete'], updated: ['edit'] },
};

/** Somebody wrote between the plan and its transaction. */
class Moved extends Error {
  constructor(
    readonly object: UndoObject,
    readonly fields: string[],
  ) {
    super(`${object.resource.path}/${object.id}`);
  }
}
/** Ends a transaction without storing anything. */
class Rollback extends Error {}

@Injectable()
export class UndoService {
  private readonly writer: ChangeWriter;

  constructor(
    private readonly database: Database,
    private readonly plans: Plans,
    private readonly publication: Publication,
    private readonly moments: Moments,
    private readonly states: FormerStates,
    private readonly targets: LiveTargets,
    private readonly scopes: AccessScopes,
    private readonly modules: ModuleRef,
  ) {
    // What it writes is looked at here, and sent to nobody.
    this.writer = new ChangeWriter(plans, '');
  }

  /**
   * Throws 403 without the rights of each write, and for what somebody else did; 404 where nothing is known of it; 409 with
   * `conflicts`; 422 for several transactions of one request (with `transactions`), too many objects, and what today's rules refuse.
   */
  async undo(
    request: UndoRequest,
    { dryRun, skips }: UndoOptions,
    context: RequestContext,
    respond: (undone: Undone) => HttpResponse,
  ): Promise<HttpResponse> {
    const transaction = await this.found(request, context);
    const events = await this.entriesOf(transaction);
    for (let attempt = 1; ; attempt++) {
      const plan = await this.planned(transaction, events, context);
      if (!plan.objects.length && !plan.conflicts.length) throw new ApiError(404, 'undoNothing');
      if (plan.conflicts.length && !skips && !dryRun) throw conflict(plan.conflicts);
      try {
        return await this.carriedOut(plan, dryRun, context, respond);
      } catch (error) {
        if (!(error instanceof Moved)) throw error;
        // Somebody writes it all the time.
        if (attempt === MAX_TRIES) throw conflict([{ ...error.object, conflicts: error.fields }]);
      }
    }
  }

  /** The transaction that is meant. */
  private async found(request: UndoRequest, { caller }: RequestContext): Promise<Row> {
    await this.publication.upToDate();
    const [column, value] = 'transaction' in request ? ['id', request.transaction] : ['request_id', request.request_id];
    const rows = await this.database.all(
      `SELECT \`id\`, \`user_id\`, \`via\`, \`first\`, \`last\`, \`entries\` FROM \`own_event_transactions\` WHERE \`${column}\` = ? ORDER BY \`first\` LIMIT 100`,
      [value],
    );
    const isTheirs = (row: Row): boolean => caller.admin || Number(row['user_id'] ?? 0) === caller.userId;
    const own = rows.filter(isTheirs);
    if (!own.length) {
      // Ids of transactions are known to whoever was told of them; those of requests are made up by clients.
      if (rows.length && 'transaction' in request) throw new ApiError(403, 'undoOthers');
      throw new ApiError(404, 'undoNothing');
    }
    if (own.length > 1)
      throw new DetailedError(422, 'undoSeveral', {}, { transactions: own.map((row) => String(row['id'])) });
    const count = Number(own[0]!['entries']);
    if (count > 2 * MAX_OBJECTS) throw new ApiError(422, 'undoLimit', { count, max: MAX_OBJECTS });
    return own[0]!;
  }

  /** The entries of a transaction, by object. */
  private async entriesOf(transaction: Row): Promise<Map<ResourceModel, Map<number, PastEvent[]>>> {
    const [id, first, last] = [String(transaction['id']), Number(transaction['first']), Number(transaction['last'])];
    const places = await this.database.all(
      'SELECT `number`, `object_id`, `entry`, `links` FROM `own_events` WHERE `number` BETWEEN ? AND ? AND `links` IS NULL ORDER BY `number`',
      [first, last],
    );
    const found = new Map<ResourceModel, Map<number, PastEvent[]>>();
    let count = 0;
    for await (const some of this.states.eventsAt(places))
      for (const event of some) {
        const { resource, facts, objectId } = event.entry;
        if (facts.transaction !== id) continue;
        refuseOthersUndo(facts);
        const objects = found.get(resource) ?? new Map<number, PastEvent[]>();
        found.set(resource, objects);
        const own = objects.get(objectId);
        if (own) own.push(event);
        else {
          count++;
          objects.set(objectId, [event]);
        }
      }
    if (!count) throw new ApiError(404, 'undoNothing');
    if (count > MAX_OBJECTS) throw new ApiError(422, 'undoLimit', { count, max: MAX_OBJECTS });
    return found;
  }

  private async planned(
    transaction: Row,
    events: ReadonlyMap<ResourceModel, ReadonlyMap<number, PastEvent[]>>,
    { caller }: RequestContext,
  ): Promise<Plan> {
    const eyes = { reader: await FeedReader.of(caller, this.scopes), scopes: this.scopes, session: this.database };
    const seenNow = new Map<UndoObject, Answer | undefined>();
    const [id, first] = [String(transaction['id']), Number(transaction['first'])];
    const now = await this.moments.now();
    const all: UndoObject[] = [];
    const seen = new Map<ResourceModel, ReadonlyMap<number, FormerObject>>();
    for (const [resource, objects] of events) {
      const ids = [...objects.keys()];
      const [states] = await this.states.at(resource, ids, [now], true);
      seen.set(resource, states!);
      // Not their entries, which may be long.
      const later = new Map<number, LaterEvent[]>();
      for await (const some of this.states.events({ resource, ids, first, withLinks: true }))
        for (const { objectId, number, links } of await this.visibleAmong(
          resource,
          some.filter(({ entry }) => entry.facts.transaction !== id),
          eyes,
        ))
          later.set(objectId, [...(later.get(objectId) ?? []), { number, links }]);
      const plan = this.plans.of(resource.path);
      const hidden = await this.hiddenIn(resource, objects, states!, eyes);
      const undone = [...objects].flatMap(
        ([objectId, own]) => undoOf(plan, own, later.get(objectId) ?? [], states!.get(objectId)!, hidden) ?? [],
      );
      const theirs = await this.within(resource, undone, caller);
      const answers = await seenOf(
        eyes,
        resource,
        theirs.map((object) => states!.get(object.id)!),
        'show',
        caller,
      );
      theirs.forEach((object, i) => seenNow.set(object, answers[i]));
      all.push(...theirs);
    }
    const objects = all.filter(({ conflicts }) => !conflicts.length);
    const live = new Set(
      objects.flatMap(({ action, resource, id: one }) => (action === 'restored' ? [`${resource.path} ${one}`] : [])),
    );
    // Writing keeps what is hidden: what the caller does not see is neither sent nor told.
    const asked = objects.map((object) => ({ resource: object.resource, body: object.body, now: seenNow.get(object) }));
    const left = await this.targets.liveOfAll(asked, caller, live);
    const leftOut = left.flatMap(({ leftOut: some }, i) => {
      const { resource, id: one, redacted } = objects[i]!;
      const taken = redacted.map((field): LeftOut => ({ field, ids: [], reason: 'redacted' }));
      return [...some, ...taken].map((each) => ({ resource: resource.path, id: one, ...each }));
    });
    const writable = objects.map((object, i) => {
      const { body } = left[i]!;
      return { ...object, body, fields: object.fields.filter((field) => field in body) };
    });
    return {
      transaction: id,
      objects: writable,
      conflicts: all.filter(({ conflicts }) => conflicts.length),
      leftOut,
      seen,
    };
  }

  /** Events of which the caller is told something. */
  private async visibleAmong(
    resource: ResourceModel,
    events: PastEvent[],
    { reader, session }: Eyes,
  ): Promise<PastEvent[]> {
    if (!reader.restricted) return events;
    const seen = await reader.visible(
      events.map((event) => this.changeOf(resource, event)),
      session,
    );
    return events.filter((_, i) => seen[i]);
  }

  /** What there is not for the caller of all that these objects name, now and in the entries of the transaction. */
  private hiddenIn(
    resource: ResourceModel,
    objects: ReadonlyMap<number, PastEvent[]>,
    states: ReadonlyMap<number, FormerObject>,
    { reader, session }: Eyes,
  ): Promise<Hidden> | Hidden {
    if (!reader.restricted) return { isHidden: () => false };
    const now = [...states].map(([id, state]) => ({ data: asChange(resource, id, state.answer()) }));
    const then = [...objects.values()].flat().map((event) => this.changeOf(resource, event));
    return reader.hiddenIn([...now, ...then], session);
  }

  private changeOf(resource: ResourceModel, event: PastEvent): CloudEvent {
    const { entry, objectId: id, links } = event;
    const action = links ? 'updated' : entry.action;
    return this.writer.write({ ...event, resource, id, action, name: null, recordedAt: 0 }, '');
  }

  /** Those that the caller may write back; what is outside of their reach there is not for them. Throws 403 without a right. */
  private async within(resource: ResourceModel, objects: readonly UndoObject[], caller: Caller): Promise<UndoObject[]> {
    const within = new Set<UndoObject>();
    for (const [action, verbs] of Object.entries(NEEDS)) {
      const some = objects.filter((object) => object.action === action);
      if (!some.length) continue;
      const scope = this.scopes.of(caller);
      const lacking = verbs.find(
        (verb) => !scope.may(resource, verb) && !(verb === 'edit' && resource.cartographiable),
      );
      const [listed] = await this.scopes.listed(caller, [resource], verbs);
      const rows = lacking ? 'none' : listed!.rows;
      if (rows === 'none') throw forbidden(`${resource.key}_${lacking ?? verbs[0]!}`);
      const ids = some.map(({ id }) => id);
      const reached = rows === 'all' ? rows : withTrashed(scope, resource, rows);
      const seen =
        typeof reached === 'string' ? new Set(ids) : await scope.among(this.database, resource, reached, ids);
      for (const object of some) if (seen.has(object.id)) within.add(object);
    }
    return objects.filter((object) => within.has(object));
  }

  /** One transaction; of a dry run nothing is stored. */
  private async carriedOut(
    plan: Plan,
    dryRun: boolean,
    context: RequestContext,
    respond: (undone: Undone) => HttpResponse,
  ): Promise<HttpResponse> {
    const used = new Set<ResourceService>();
    const done = { ...context, via: 'undo', noted: { ...context.noted, undoes: plan.transaction } };
    let answer: HttpResponse | undefined;
    try {
      await this.database.transaction(async (tx) => {
        used.clear();
        await recheckLate(context, tx);
        await this.requireAsSeen(plan, tx);
        await this.write(plan, tx, done, used);
        await recheckLate(context, tx, true);
        answer = respond(undoneOf(plan));
        if (dryRun) throw new Rollback();
        await context.once?.note(tx, answer);
      });
    } catch (error) {
      if (error instanceof Rollback) return answer!;
      if (dryRun && error instanceof ValidationError)
        return respond({ ...undoneOf(plan), errors: textsIn(error, context) });
      throw error;
    }
    for (const service of used) service.committed();
    return answer!;
  }

  /** What was made goes first, since it has the names of what comes back; what changed goes back last, to what is there again. */
  private async write(plan: Plan, tx: Transaction, context: RequestContext, used: Set<ResourceService>): Promise<void> {
    for (const action of ['deleted', 'restored', 'updated'] as const) {
      const byKind = byResource(
        plan.objects.filter((object) =>
          action === 'updated'
            ? object.action !== 'deleted' && Object.keys(object.body).length
            : object.action === action,
        ),
      );
      for (const [{ path }, objects] of byKind) {
        const service = this.modules.get<ResourceService>(serviceOf(path), { strict: false });
        if (!used.has(service)) await service.admit(tx, context);
        used.add(service);
        const steps = service.stepsIn(tx, context);
        const ids = objects.map(({ id }) => id);
        try {
          if (action === 'deleted') await steps.destroy(ids);
          else if (action === 'restored') await steps.restore(ids);
          else
            await steps.update(
              ids,
              objects.map(({ body }) => body),
            );
        } catch (error) {
          throw named(error, path, ids);
        }
      }
    }
  }

  /** Locks the objects. Throws Moved where they are no longer as they were when it was planned. */
  private async requireAsSeen({ objects, seen }: Plan, tx: Transaction): Promise<void> {
    for (const [{ path }, some] of byResource(objects)) {
      const plan = this.plans.of(path);
      const ids = some.map(({ id }) => id);
      const rows = new Map((await tx.all(...plan.read.lock(ids, undefined))).map((row) => [Number(row['id']), row]));
      const links = plan.resource.links.filter(({ name }) => some.some(({ body }) => name in body));
      const now = await readSets(plan, tx, links, ids);
      for (const object of some) {
        const { resource, id, action, body } = object;
        const was = seen.get(resource)!.get(id)!;
        const before = was.stored();
        const row = rows.get(id);
        // What goes back must be as it was seen; of what is deleted or comes back everything.
        const columns = resource.fields.filter(({ name, hidden }) => !hidden && (action !== 'updated' || name in body));
        const isThere = row !== undefined && (row['deleted_at'] ?? null) === null;
        const others = columns.filter(({ name }) => (row?.[name] ?? null) !== before[name]).map(({ name }) => name);
        const sets = links
          .filter(({ name }) => name in body)
          .filter((link) => JSON.stringify(now.get(id)?.get(link) ?? []) !== JSON.stringify(was.set(link) ?? []))
          .map(({ name }) => name);
        const moved = [...others, ...(was.isThere ? sets : [])];
        if (isThere !== was.isThere || moved.length) throw new Moved(object, moved.length ? moved : ['id']);
      }
    }
  }
}

function byResource(objects: readonly UndoObject[]): Map<ResourceModel, UndoObject[]> {
  const found = new Map<ResourceModel, UndoObject[]>();
  for (const object of objects) {
    const some = found.get(object.resource);
    if (some) some.push(object);
    else found.set(object.resource, [object]);
  }
  return found;
}

const outcomeOf = ({ resource, id, name, action, fields }: UndoObject): Outcome => ({
  resource: resource.path,
  id,
  name,
  action,
  fields,
});

const conflictOf = (object: UndoObject): Outcome => ({ ...outcomeOf(object), fields: object.conflicts });

const undoneOf = ({ transaction, objects, conflicts, leftOut }: Plan): Undone => ({
  transaction,
  objects: objects.map(outcomeOf),
  conflicts: conflicts.map(conflictOf),
  left_out: leftOut,
  errors: {},
});

const conflict = (conflicts: readonly UndoObject[]): DetailedError =>
  new DetailedError(
    409,
    conflicts.length === 1 ? 'undoConflict' : 'undoConflicts',
    { count: conflicts.length },
    { conflicts: conflicts.slice(0, 1000).map(conflictOf) },
  );

/** Throws 422 for what has a way back of its own, which takes more back than objects. */
function refuseOthersUndo({ feed, via, after }: PastEvent['entry']['facts']): void {
  const run = (feed as { run?: number } | undefined)?.run;
  if (via === 'feed') throw new ApiError(422, 'undoOfRun', { run: run ?? '' });
  if (Array.isArray(after['merged']) || Array.isArray(after['unmerged'])) throw new ApiError(422, 'undoOfMerge');
}

/** Errors of a mass write by the objects that they are of: `items.3.name` → `applications/7.name`. */
function named(error: unknown, path: string, ids: readonly number[]): unknown {
  if (!(error instanceof ValidationError)) return error;
  const errors = new Map<string, Message[]>();
  for (const [key, messages] of error.errors)
    errors.set(
      key.replace(/^(?:items|ids)\.(\d+)/, (_, n: string) => `${path}/${ids[Number(n)]}`),
      messages,
    );
  return new ValidationError(errors);
}

const textsIn = ({ errors }: ValidationError, { language = 'en' }: RequestContext): Record<string, string[]> =>
  Object.fromEntries([...errors].map(([key, list]) => [key, list.map((message) => message.in(language))]));
