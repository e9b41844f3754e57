/** Filters of lists by what sources know (feeding 9). */
import { ApiError } from '../../core/http/errors.js';
import type { Times } from '../../core/text/moments.js';
import type { Database, Param } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import { momentOf, type AddedFilter, type Filter, type ResourceModel } from '../../engine/index.js';
import { SOURCE_NAME } from '../document/envelope.js';

/** The filters of types that can be fed, and what each finds. */
export const FEED_FILTERS = {
  fed_by: 'A source knows the object: names, separated by commas; `none`: no source does.',
  missing_from: 'A source knows the object and reports it no longer: names, separated by commas.',
  last_seen_before: 'Sources know the object, and none of them has seen it after this.',
} as const;

type FeedFilter = keyof typeof FEED_FILTERS;

/** Stands for objects that no source knows. */
const NONE = 'none';

/** Returns true for the types that sources may speak of. */
export const canBeFed = ({ identity }: ResourceModel): boolean => identity.length > 0;

/** What a filter makes of its values: a condition on the ids of a type's objects. */
type Read = (values: readonly string[], parameter: string, database: Database, times: Times) => IdCondition;

/** Ids of objects of a table that are found in records; with `not` those that are not. */
interface IdCondition {
  /** In `own_feed_records` under `r`, beside their type. */
  where: readonly string[];
  params: readonly Param[];
  /** Behind them. */
  rest?: string;
  not?: true;
}

const READ: Readonly<Record<FeedFilter, Read>> = { fed_by: fedBy, missing_from: missingFrom, last_seen_before: unseen };

/** All of them, to be added to lists. */
export const feedFilters = (database: Database, times: Times): AddedFilter[] =>
  (Object.keys(FEED_FILTERS) as FeedFilter[]).map((name) => ({
    name,
    ability: 'feed_access',
    knows: canBeFed,
    read: (values, parameter, { table }) =>
      idsIn(table, READ[name](values, parameter, database, times), database.dialect),
  }));

/** The statement does not depend on the row outside: it is run once, by the index over type and object. */
function idsIn(table: string, { where, params, rest = '', not }: IdCondition, dialect: Dialect): Filter {
  const inTime = dialect.inTime('r.`id`');
  const conditions = ['r.`type` = ?', ...where, ...(inTime ? [inTime] : [])].join(' AND ');
  const ids = `SELECT r.\`object_id\` FROM \`own_feed_records\` r WHERE ${conditions}${rest}`;
  return {
    byKey: !not,
    build: (alias) => ({ sql: `${alias}.\`id\` ${not ? 'NOT IN' : 'IN'} (${ids})`, params: [table, ...params] }),
  };
}

const OF_SOURCES = 'r.`source_id` IN (SELECT s.`id` FROM `own_feed_sources` s WHERE ';

function fedBy(values: readonly string[], parameter: string, { dialect }: Database): IdCondition {
  if (values.length === 1 && values[0]!.trim() === NONE) return { where: [], params: [], not: true };
  const names = namesIn(values, parameter, 'wantsSourcesOrNone');
  return { where: [`${OF_SOURCES}${dialect.isIn('s.`name`')})`], params: [names] };
}

function missingFrom(values: readonly string[], parameter: string, { dialect }: Database): IdCondition {
  const names = namesIn(values, parameter, 'wantsSources');
  return { where: ['r.`missing_since` IS NOT NULL', `${OF_SOURCES}${dialect.isIn('s.`name`')})`], params: [names] };
}

/** Of each object the record that was seen last: no later than the day or moment that is asked for. */
function unseen(values: readonly string[], parameter: string, { dialect }: Database, times: Times): IdCondition {
  if (values.length !== 1) throw new ApiError(400, 'wantsOne', { name: parameter });
  const moment = momentOf(values[0]!, times);
  if (!moment) throw new ApiError(400, 'wantsDate', { name: parameter });
  // What a full run saw again is written to its scope alone.
  const inScope =
    'EXISTS (SELECT 1 FROM `own_feed_scopes` c WHERE c.`source_id` = r.`source_id` AND c.`last_full_at` > ? ' +
    `AND ${dialect.listHolds('r.`scopes`', 'c.`scope`')})`;
  const isLater =
    'CASE WHEN r.`missing_since` IS NOT NULL THEN COALESCE(r.`last_seen`, r.`missing_since`) > ? ' +
    `WHEN r.\`last_seen\` > ? THEN true ELSE ${inScope} END`;
  const { to } = moment;
  return { where: [], rest: ` GROUP BY r.\`object_id\` HAVING MAX(${isLater}) = 0`, params: [to, to, to] };
}

function namesIn(values: readonly string[], parameter: string, wants: 'wantsSources' | 'wantsSourcesOrNone'): string[] {
  const names = values.map((value) => value.trim());
  if (!names.every((name) => SOURCE_NAME.test(name))) throw new ApiError(400, wants, { name: parameter });
  return names;
}
