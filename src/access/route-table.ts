/** All routes of the server: which methods a path takes, and that each of them says who may call it. */
import { type INestApplication, Injectable } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ABILITIES, OVERRIDES, PUBLIC } from '../core/http/access.js';

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

type Handler = (...args: unknown[]) => unknown;

/** Throws a sentence naming the routes that declare nothing. */
export function requireDeclaredAccess(app: INestApplication): void {
  const scanner = new MetadataScanner();
  const silent: string[] = [];
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      const controller = metatype as { name: string; prototype: Record<string, Handler> };
      if (Reflect.hasMetadata(PUBLIC, controller)) continue;
      for (const name of scanner.getAllMethodNames(controller.prototype)) {
        const handler = controller.prototype[name]!;
        const isRoute = Reflect.hasMetadata(PATH_METADATA, handler);
        const says = [PUBLIC, ABILITIES, OVERRIDES].some((key) => Reflect.hasMetadata(key, handler));
        if (isRoute && !says) silent.push(`${controller.name}.${name}`);
      }
    }
  }
  if (silent.length)
    throw new Error(
      `These routes do not say who may call them: ${silent.join(', ')}. Add @Needs('…') or @Authenticated().`,
    );
}
