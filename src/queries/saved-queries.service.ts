/** Stored queries belong to who stored them; others see those that are public (contract 3, notes of the model). */
import type { RequestContext } from '../core/http/caller.js';
import { ApiError, notFound, type Problems } from '../core/http/errors.js';
import { Message } from '../core/i18n/messages.js';
import type { Session } from '../database/database.js';
import {
  ResourceService,
  type Change,
  type Journal,
  type Plans,
  type WriteOptions,
  type Written,
} from '../engine/index.js';
import { checkQuery } from './check/check.js';
import { textOf, toJson } from './language/forms.js';
import { readQuery } from './language/json.js';

type Body = Record<string, unknown>;

/** Stands for a query that cannot be read until its problem is reported, among all others of the request. */
class Unreadable {
  constructor(readonly problem: Message) {}

  toJSON(): object {
    return {};
  }
}

export class SavedQueriesService extends ResourceService {
  constructor(plans: Plans, journal: Journal, path: string) {
    super(plans, journal, path);
    this.plan.derive('query_text', 'query', textOf);
  }

  override async store(bodies: readonly Body[], context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    return super.store(await Promise.all(bodies.map((body) => inJson(body, true))), context, options);
  }

  override async update(
    ids: readonly number[],
    bodies: readonly Body[],
    context: RequestContext,
    options: WriteOptions = {},
  ): Promise<Written> {
    return super.update(ids, await Promise.all(bodies.map((body) => inJson(body, false))), context, options);
  }

  override async prepare(
    changes: readonly Change[],
    context: RequestContext,
    _tx: Session,
    problems: Problems,
  ): Promise<void> {
    const owner = this.field('user_id');
    for (const change of changes) {
      if (change.before) this.requireOwn(change, `${change.prefix}id`, context, problems);
      else change.set(owner, context.caller.userId);
    }
    for (const change of changes) this.checkQuery(change, problems);
  }

  override async checkDestroy(
    changes: readonly Change[],
    context: RequestContext,
    _tx: Session,
    problems: Problems,
  ): Promise<void> {
    changes.forEach((change, i) => this.requireOwn(change, `ids.${i}`, context, problems));
  }

  /** A query is checked as a whole wherever it differs from the stored one. */
  private checkQuery({ columns, input, prefix }: Change, problems: Problems): void {
    const sent = input.body['query'];
    const key = `${prefix}query`;
    if (sent instanceof Unreadable)
      problems.put(key, new Message(sent.problem.key, { field: 'query', ...sent.problem.values }));
    else if (columns.has(this.field('query')) && !problems.has(key)) {
      const query = readQuery(sent, key, problems);
      if (query) checkQuery(query, key, problems, this.plans.database.clock);
    }
  }

  /** What one does not see is not there: 404, or a problem in a mass write. What one sees but does not own: 403. */
  private requireOwn(
    { before, prefix, id }: Change,
    key: string,
    { caller }: RequestContext,
    problems: Problems,
  ): void {
    if (caller.admin || before!['user_id'] === caller.userId) return;
    if (before!['is_public'] === 1) throw new ApiError(403, 'foreign');
    if (!prefix) throw notFound(this.plan.resource.path, id);
    problems.add(key, 'selected');
  }
}

/** A body with its query in the JSON form, whichever form it came in. What is read only goes without a word. */
async function inJson(body: Body, required: boolean): Promise<Body> {
  const { query, query_json: json, query_text: _, ...rest } = body;
  if (!required && query === undefined && json === undefined) return rest;
  const read = await toJson(query, json);
  return { ...rest, query: read instanceof Message ? new Unreadable(read) : read };
}
