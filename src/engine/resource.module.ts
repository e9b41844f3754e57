/** Makes routes of entity classes: `resourceModule(Application, …)` in a view's module is all that a resource needs. */
import {
  Controller,
  Inject,
  Module,
  type DynamicModule,
  type InjectionToken,
  type Provider,
  type Type,
} from '@nestjs/common';
import { CrudController, ReadController } from './crud.controller.js';
import { resourceDraft } from './schema/decorators/drafts.js';
import type { EntityClass } from './schema/model.js';
import { Plans } from './plan/plan.js';
import { registry } from './schema/registry.js';
import { OwnedService } from './owned.service.js';
import { ResourceService } from './resource.service.js';
import { Journal } from './write/journal.js';

/** A resource with behaviour of its own: a service, a controller, or both. */
export interface Registration {
  entity: EntityClass;
  service?: new (plans: Plans, journal: Journal, path: string, ...more: never[]) => ResourceService;
  /** What the service is given beyond what every service is. */
  inject?: InjectionToken[];
  controller?: Type<ReadController>;
}

/** Where the key of a controller's resource is kept, for the guard of permissions. */
export const RESOURCE_PATH = 'meridian:resource';

@Module({})
class ResourceModule {}

/** The injection token of the service of a resource. */
export const serviceOf = (path: string): string => `ResourceService ${path}`;

/** Registers resources and makes controllers and services for them. */
export function resourceModule(...resources: Array<EntityClass | Registration>): DynamicModule {
  const registrations = resources.map((item): Registration => (typeof item === 'function' ? { entity: item } : item));
  registry.add(...registrations.map(({ entity }) => entity));
  const providers = registrations.map(serviceProvider);
  return {
    // Each call is a module of its own.
    module: class extends ResourceModule {},
    // Services are asked for by path from other parts, such as log-in.
    global: true,
    providers,
    controllers: registrations.map(controllerOf),
    exports: providers,
  };
}

function serviceProvider({ entity, service, inject = [] }: Registration): Provider {
  const { path, owner } = resourceDraft(entity);
  return {
    provide: serviceOf(path),
    inject: [Plans, Journal, ...inject],
    useFactory: (plans: Plans, journal: Journal, ...more: never[]) =>
      new (service ?? (owner ? OwnedService : ResourceService))(plans, journal, path, ...more),
  };
}

function controllerOf({ entity, controller }: Registration): Type {
  const { path, aliases, readOnly } = resourceDraft(entity);
  const parent: Type<ReadController> =
    controller ?? ((readOnly ? ReadController : CrudController) as unknown as Type<ReadController>);
  const made = class extends parent {};
  Object.defineProperty(made, 'name', { value: `${entity.name}Controller` });
  Inject(serviceOf(path))(made, undefined, 0);
  Controller([path, ...aliases].map((name) => `api/${name}`))(made);
  Reflect.defineMetadata(RESOURCE_PATH, path, made);
  return made;
}
