/** What objects were at a former moment, and how they become so again. The engine knows no journal: another room does. */
import type { RequestContext } from '../../core/http/caller.js';
import type { Listed } from '../list/list.js';
import type { Answer } from '../plan/plan.js';
import type { ResourceService } from '../resource.service.js';
import type { Resource } from '../schema/model.js';
import type { WriteOptions, Written } from '../write/write.js';

type Query = Readonly<Record<string, unknown>>;

/** What was, with the headers that say of which moment. */
export interface Former {
  /** Undefined: it was not there, or is not for the caller. */
  answer: Answer | undefined;
  headers: Record<string, string>;
}

export abstract class Past {
  /** What a single read answered at `as_of` of the query. Throws 400, 410. */
  abstract show(resource: Resource, id: number, query: Query, context: RequestContext): Promise<Former>;
  /** What a list answered. Throws 400, 403, 410. */
  abstract list(service: ResourceService, query: Query, context: RequestContext, url: string): Promise<Listed>;
  /** Sets an object back to what it was at `asOf`. Throws what a write throws, and 409 where its name is taken. */
  abstract restore(
    service: ResourceService,
    id: number,
    asOf: unknown,
    context: RequestContext,
    options: WriteOptions,
  ): Promise<Written>;
}
