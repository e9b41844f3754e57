/** The public face of the engine. */
export * from './schema/decorators/index.js';
export { sendResponse, jsonAnswer, sendList, tagsOf } from './answers.js';
export {
  CrudController,
  emptied,
  Needs,
  optionsOf,
  sendWritten,
  stored,
  updated,
  writeQueryOf,
} from './crud.controller.js';
export type { Enumeration, Field, Link, Resource as ResourceModel } from './schema/model.js';
export { clockOf, parseTime } from './plan/timestamps.js';
export { Plans } from './plan/plan.js';
export { registry } from './schema/registry.js';
export { hasRelated } from './relations.js';
export { AccessScopes, conditionOf, Grants, type AccessScope, type RowFilter } from './access-scope.js';
export { RESOURCE_PATH, resourceModule, serviceOf } from './resource.module.js';
export { ResourceService, type Steps } from './resource.service.js';
export { Change } from './write/change.js';
export { Journal, type JournalEntry } from './write/journal.js';
export type { WriteOptions, Written } from './write/write.js';
