/** Which objects of the graph a caller sees: those that they could list. */
import type { Verb } from '../core/http/access.js';
import type { Caller } from '../core/http/caller.js';
import { registry, type AccessScopes } from '../engine/index.js';
import type { Sight } from './questions.js';

/** What the caller could list of every kind and connector; with `verbs` what they may do all of these with. */
export function sightOf(scopes: AccessScopes, caller: Caller, verbs?: readonly Verb[]): Promise<Sight> {
  const { nodes, connectors } = registry.graph();
  const paths = [...nodes, ...connectors.map(({ name }) => name)];
  return scopes.seen(
    caller,
    paths.map((path) => registry.get(path)),
    verbs,
  );
}
