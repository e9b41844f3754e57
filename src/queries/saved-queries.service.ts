/** Stored queries: taken in both forms, and checked when they are stored. */
import type { RequestContext } from '../core/http/caller.js';
import type { Problems } from '../core/http/errors.js';
import { Message } from '../core/i18n/messages.js';
import {
  OwnedService,
  type Body,
  type Change,
  type Journal,
  type Plans,
  type Write,
  type WriteOptions,
  type Written,
} from '../engine/index.js';
import { checkQuery, kindsOf } from './check/check.js';
import { textOf, toJson } from './language/forms.js';
import { readQuery } from './language/json.js';

/** Stands for a query that cannot be read until its problem is reported, among all others of the request. */
class Unreadable {
  constructor(readonly problem: Message) {}

  toJSON(): object {
    return {};
  }
}

export class SavedQueriesService extends OwnedService {
  constructor(plans: Plans, journal: Journal, path: string) {
    super(plans, journal, path);
    this.plan.derive('query_text', 'query', textOf);
    this.plan.derive('query_kinds', 'query', (stored) => kindsOf(stored, plans.language));
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

  override async prepare(changes: readonly Change[], write: Write): Promise<void> {
    await super.prepare(changes, write);
    for (const change of changes) this.checkQuery(change, write.problems);
  }

  /** A query is checked as a whole wherever it differs from the stored one. */
  private checkQuery({ columns, input, prefix }: Change, problems: Problems): void {
    const sent = input.body['query'];
    const key = `${prefix}query`;
    if (sent instanceof Unreadable)
      problems.put(key, new Message(sent.problem.key, { field: 'query', ...sent.problem.values }));
    else if (columns.has(this.field('query')) && !problems.has(key)) {
      const query = readQuery(sent, key, problems);
      if (query) checkQuery(query, key, problems, this.plans.language);
    }
  }
}

/** A body with its query in the JSON form, whichever form it came in. What is read only goes without a word. */
async function inJson(body: Body, required: boolean): Promise<Body> {
  const { query, query_json: json, query_text: _text, query_kinds: _kinds, ...rest } = body;
  if (!required && query === undefined && json === undefined) return rest;
  const read = await toJson(query, json);
  return { ...rest, query: read instanceof Message ? new Unreadable(read) : read };
}
