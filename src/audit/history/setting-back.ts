/** Sets an object back to what it was at a moment: by an ordinary write, under today's rules and rights. */
import { Injectable } from '@nestjs/common';
import type { HttpResponse, RequestContext } from '../../core/http/caller.js';
import { ApiError, notFound, ValidationError } from '../../core/http/errors.js';
import { Database } from '../../database/database.js';
import {
  AccessScopes,
  type Answer,
  type ResourceService,
  type WriteOptions,
  type Written,
} from '../../engine/index.js';
import { FeedReader, isTold } from '../../events/reader.js';
import { differenceOf, type Difference } from './difference.js';
import { FormerStates } from './former-states.js';
import { LiveTargets, type LeftOut } from './live-targets.js';
import { Moments } from './moment.js';
import { seenOf } from './seen.js';

/** What setting back does, or would do. */
export interface SetBackPlan extends Difference {
  left_out: LeftOut[];
  errors: Record<string, string[]>;
}

@Injectable()
export class SettingBack {
  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly moments: Moments,
    private readonly states: FormerStates,
    private readonly targets: LiveTargets,
  ) {}

  /**
   * Columns and links become what they were; a deleted object comes back first. Throws 400 and 410 as `Moments.read`; 404 where it was
   * not there then; what a write throws, and 409 where its name is taken.
   */
  async restore(
    service: ResourceService,
    id: number,
    asOf: unknown,
    context: RequestContext,
    options: WriteOptions,
  ): Promise<Written> {
    const { resource } = service.plan;
    if (!isTold(resource)) throw new ApiError(400, 'noAsOf', { name: 'as_of' });
    const [moment, now] = [await this.moments.read(asOf, 'as_of'), await this.moments.now()];
    const [current, former] = (await this.states.at(resource, [id], [now, moment], true)).map((states) =>
      states.get(id)!,
    );
    if (!current!.isThere) service.requireDelete(context);
    const { caller } = context;
    const eyes = { reader: await FeedReader.of(caller, this.scopes), scopes: this.scopes, session: this.database };
    const [before, then] = await seenOf(eyes, resource, [current!, former!], 'show', caller);
    if (!then) throw notFound(resource, id);
    const kept = bodyOf(service, then);
    const redacted = [...former!.redacted].filter((name) => name in kept);
    // A reference to what the reader does not see was answered as null: that was not its value.
    const stored = former!.answer();
    const hidden = resource.fields.flatMap(({ name, ref }) =>
      ref && name in kept && then[name] === null && stored[name] !== null ? [name] : [],
    );
    for (const name of [...redacted, ...hidden]) delete kept[name];
    const { body, leftOut } = await this.targets.liveOf(resource, kept, before, caller);
    leftOut.push(...redacted.map((field): LeftOut => ({ field, ids: [], reason: 'redacted' })));
    leftOut.push(...hidden.map((field): LeftOut => ({ field, ids: [], reason: 'not_live' })));
    const done = { ...context, via: 'restore' };
    if (options.dryRun) return this.tried(service, id, body, before, leftOut, done, options);
    try {
      return await service.setBack(id, body, done, {
        ...options,
        respond: (written) => withLeftOut(options.respond!(written), leftOut),
      });
    } catch (error) {
      throw nameTakenOr(error);
    }
  }

  /** What would happen: nothing is stored, and what is wrong is told and not thrown. */
  private async tried(
    service: ResourceService,
    id: number,
    body: Answer,
    before: Answer | undefined,
    leftOut: LeftOut[],
    context: RequestContext,
    options: WriteOptions,
  ): Promise<Written> {
    const { language = 'en' } = context;
    let [difference, errors]: [Difference, SetBackPlan['errors']] = [{ changes: {}, links: {} }, {}];
    try {
      const { answers } = await service.setBack(id, body, context, options);
      difference = differenceOf(service.plan.resource, before, answers[0]);
    } catch (error) {
      const problem = error as unknown;
      if (problem instanceof ValidationError)
        errors = Object.fromEntries(
          [...problem.errors].map(([key, list]) => [key, list.map((message) => message.in(language))]),
        );
      else if (problem instanceof ApiError && problem.status === 409)
        errors = { [service.plan.unique[0]?.name ?? 'id']: [problem.phrase.in(language)] };
      else throw error;
    }
    const plan: SetBackPlan = { ...difference, left_out: leftOut, errors };
    const body200 = JSON.stringify(plan);
    const response = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: body200 };
    return { ids: [id], ignored: [], answers: [], created: false, response };
  }
}

/** What may be written of an object as it was answered. */
function bodyOf({ plan: { resource } }: ResourceService, then: Answer): Answer {
  const names = [
    ...resource.fields.filter(({ writable, hidden }) => !hidden && (writable === true || writable === 'update')),
    ...resource.links.filter(({ writable }) => writable),
  ].map(({ name }) => name);
  return Object.fromEntries(names.filter((name) => name in then).map((name) => [name, then[name]]));
}

/** A name that somebody else has by now: 409, as where a deleted object comes back. */
function nameTakenOr(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  const [field] = [...error.errors].find(([, messages]) => messages.some(({ key }) => key === 'taken')) ?? [];
  return field === undefined || error.errors.size > 1 ? error : new ApiError(409, 'nameTaken', { field });
}

/** What was left out is told beside the object: `logical_servers=3,4; site_id=9`. */
function withLeftOut(response: HttpResponse, leftOut: readonly LeftOut[]): HttpResponse {
  if (!leftOut.length) return response;
  const text = leftOut.map(({ field, ids }) => `${field}=${ids.join(',')}`).join('; ');
  return { ...response, headers: { ...response.headers, 'x-left-out': text.slice(0, 1000) } };
}
