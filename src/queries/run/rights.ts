/** What a caller may ask about: the models that they may list, or the objects of them that are delegated to them. */
import type { Caller, Scope } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';
import type { Sight } from '../../engine/index.js';
import type { Model } from '../check/model-map.js';
import { visibleQueries } from '../visible-queries.js';
import type { Scopes } from './conditions.js';

/**
 * What the caller sees of each model that a query touches, on the way or at the end (contract 3). Throws 403 naming the
 * models of which they see nothing.
 */
export async function scopesOf(touched: ReadonlySet<Model>, caller: Caller, sight: Sight): Promise<Scopes> {
  const scopes = new Map<Model, Scope | undefined>();
  const lacking: string[] = [];
  for (const model of touched) {
    const scope = await sight.of(caller, model.resource!);
    if (scope === false) lacking.push(model.path);
    else scopes.set(model, model.path === 'queries' ? visibleQueries(caller) : scope);
  }
  if (lacking.length) throw new ApiError(403, 'queryRights', { models: lacking.sort().join(', ') });
  return scopes;
}
