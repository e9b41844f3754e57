/** The public face of the engine. */
export * from './decorators/index.js';
export type {
  EntityClass,
  Field,
  Kind,
  Link,
  Pivot,
  Ref as RefModel,
  Resource as ResourceModel,
  View,
} from './model.js';
export { CrudController, Needs, ReadController } from './crud.controller.js';
export { Plans } from './plan/plan.js';
export { registry, Registry } from './registry.js';
export { RESOURCE_PATH, resourceModule, serviceOf, type Registration } from './resource.module.js';
export { ResourceService, type Written } from './resource.service.js';
export type { WriteOptions } from './write/write.js';
export { Change } from './write/change.js';
export { Journal, type JournalEntry } from './write/journal.js';
