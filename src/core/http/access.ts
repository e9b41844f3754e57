/** How routes say who may call them. A route that says nothing stops the server from starting (contract 3). */
import { SetMetadata, type ExecutionContext } from '@nestjs/common';

export const PUBLIC = 'meridian:public';
/** Full titles, or verbs on the resource of the controller. All of them are needed; none: any token will do. */
export const ABILITIES = 'meridian:abilities';
/** For routes that stand in for others by `_method`: the verb that each method needs. */
export const OVERRIDES = 'meridian:overrides';

/** What a route declares, read once for each: guards ask for every request, and looking metadata up is expensive. */
export function declared<T>(read: (context: ExecutionContext) => T): (context: ExecutionContext) => T {
  const cache = new Map<object, Map<object, T>>();
  return (context) => {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    let routes = cache.get(controller);
    if (!routes) cache.set(controller, (routes = new Map<object, T>()));
    let found = routes.get(handler);
    if (found === undefined) routes.set(handler, (found = read(context)));
    return found;
  };
}

export const ENROLLING = 'meridian:enrolling';

/** The route is also for whoever needs a second factor and has none yet (identity 5b). */
export const WhileEnrolling = (): MethodDecorator & ClassDecorator => SetMetadata(ENROLLING, true);

/** The verbs of abilities. */
export type Verb = 'access' | 'show' | 'create' | 'edit' | 'delete';

/** The route needs no token. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

/**
 * A POST route that stands in for others by `_method` (contract 4): the verb that each method needs, or null where a
 * token is enough.
 */
export const StandsFor = (verbs: Record<string, Verb | null>): MethodDecorator => SetMetadata(OVERRIDES, verbs);

export const STREAMED = 'meridian:streamed';

/** The route reads its body as it comes, in its own way: nobody may read it before. */
export const Streamed = (): MethodDecorator => SetMetadata(STREAMED, true);

/** The route needs a token, and no ability beyond. */
export const Authenticated = (): MethodDecorator => SetMetadata(ABILITIES, []);
