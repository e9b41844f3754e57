/** All routes of the server, for answers that name the methods a path takes. */
import { Injectable } from '@nestjs/common';

@Injectable()
export class RouteTable {
  private readonly routes: Array<{ method: string; pattern: RegExp; url: string }> = [];

  /** Called for each route as it is registered. */
  add(method: string | string[], url: string): void {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`);
    for (const one of [method].flat()) this.routes.push({ method: one, pattern, url });
  }

  /** Every route that is served, by method and pattern (`/api/applications/:id`). */
  all(): ReadonlyArray<{ method: string; url: string }> {
    return this.routes;
  }

  /** The methods that a path takes. Where a fixed name and a parameter both fit, the fixed name counts. */
  methodsOf(requestUrl: string, without: readonly string[] = []): string[] {
    const path = decoded(requestUrl.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*$/, ''));
    const fitting = this.routes.filter(({ pattern }) => pattern.test(path));
    const fixed = fitting.filter(({ url }) => url === path);
    const methods = new Set((fixed.length ? fixed : fitting).map(({ method }) => method));
    return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (method) => methods.has(method) && !without.includes(method),
    );
  }
}

/** A path as routes are found by it: with what was percent-encoded without need. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
