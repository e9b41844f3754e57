/** All that other folders use of the engine: they import this file and none beside it (`npm run deps`). */
export * from './schema/decorators/index.js';
export { expectedTags, hasTag, isKnown, jsonAnswer, sendList, sendResponse, tagsOf } from './answers.js';
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
export type { Enumeration, Field, Link, PairValue, Resource as ResourceModel } from './schema/model.js';
export {
  NEEDS,
  type Connector,
  type Edge,
  type EdgeRule,
  type Effect,
  type RootedRule,
  type GraphModel,
  type HasEdge,
  type NeedName,
  type NodeTraits,
  type Side,
} from './schema/edge.js';
export type { AddedFilter } from './list/added-filters.js';
export { classOf, momentOf, relativeTime, type ColumnClass, type Value as FilterValue } from './list/filter-values.js';
export { NATURAL, Order, readSort } from './list/sort.js';
export { FilterCheck } from './list/filter-check.js';
export { holdsAddresses, valuesIn as filterValuesIn, type Filter } from './list/filters.js';
export { OwnList, ownColumn, readRows } from './list/own-list.js';
export { badParameter, unknownName } from './list/refusals.js';
export { timed, withinTime } from './list/time-limit.js';
export { containsByDefault, isName, OPERATORS, operatorsOf, type OperandCount } from './list/operators.js';
export { answerOf, coerce } from './plan/coerce.js';
export { elementsOf, holdsSet, listText } from './plan/column-sets.js';
export { excess, violation } from './plan/rules.js';
export { rowsSource } from './plan/read.js';
export { clockOf, parseTime } from './plan/timestamps.js';
export { Past, type Former } from './read/past.js';
export type { Listed } from './list/list.js';
export { readSets } from './plan/link-sets.js';
export { numbersText, readNumbers } from './plan/numbers.js';
export { withTrashed } from './trashed.js';
export {
  answerOfSet,
  etagOf,
  idsIn,
  Plans,
  worded,
  type Answer,
  type LinkSet,
  type Plan,
  type Worded,
} from './plan/plan.js';
export { NEEDED, NEEDED_TABLE } from './schema/needed.js';
export { registry } from './schema/registry.js';
export { entitiesOf } from './schema/entities.js';
export { HOME } from '../database/later-columns.js';
export { columnOf, homeOf, selectOf, shownIn, sourceOf, sqlOf, valueIn } from './schema/derived.js';
export { tablesOf } from './schema/schema.js';
export { hasRelated, Relations, type Relation, type RelationPath } from './relations.js';
export {
  AccessScopes,
  allOf,
  anyOf,
  EVERYTHING,
  conditionOf,
  Grants,
  type Placed,
  type Restriction,
  type AccessScope,
  type VisibleRows,
  type RowFilter,
  type VisibleIds,
} from './access-scope.js';
export { RESOURCE_PATH, resourceModule, serviceOf } from './resource.module.js';
export { OwnedService } from './owned.service.js';
export { ResourceRepository } from './resource.repository.js';
export { ResourceService, type Steps } from './resource.service.js';
export { Change, comings } from './write/change.js';
export { Journal, type JournalEntry } from './write/journal.js';
export type { ChangedSince, Merge, MergeFollower } from './plan/merge-follower.js';
export { canMerge } from './write/merge.js';
export { mergedInto } from './write/merged.js';
export { setLink, type PreparedWrites } from './write/prepared.js';
export { Targets } from './write/targets.js';
export { oddRangesIn } from './write/warnings.js';
export type { Body, Write, WriteOptions, Written } from './write/write.js';
export { csvAsked } from './list/csv-list.js';
