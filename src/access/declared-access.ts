/** Deny by default: a route that does not say who may call it stops the server from starting (contract 3). */
import type { INestApplication } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ABILITIES, OVERRIDES, PUBLIC } from '../core/http/access.js';

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
