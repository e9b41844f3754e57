/** Filters of lists by what checks found: `filter[finding]`, `filter[finding_severity_gte]` (checks 5). */
import type { Calendar } from '../../core/text/moments.js';
import { ApiError } from '../../core/http/errors.js';
import type { Database, Param } from '../../database/database.js';
import type { AccessScope, AddedFilter, Filter, ResourceModel } from '../../engine/index.js';
import { mapKinds } from '../check.js';
import { isSeverity, rankOf, SEVERITIES } from '../severity.js';
import { SeenKinds, visibleTo } from './visible.js';

/** What each filter finds. */
export const FINDING_FILTERS = {
  finding:
    'Checks have found something in the object that is open: keys of checks, separated by commas; `any`, `none`.',
  finding_severity_gte: 'Checks of this severity or a higher one have found something in the object that is open.',
} as const;

const [ANY, NONE] = ['any', 'none'];

/** Kinds in whose objects something may be found. */
export const canBeFound = ({ path }: ResourceModel): boolean => mapKinds().some((kind) => kind.path === path);

/** All of them, to be added to lists. */
export function findingFilters(database: Pick<Database, 'dialect'>, calendar: Calendar): AddedFilter[] {
  const found = ({ path }: ResourceModel, more: string, params: readonly Param[], not = false): Filter => ({
    byKey: !not,
    build: (alias, access: AccessScope) => {
      const visible = visibleTo(SeenKinds.within(access), database, false);
      const ids =
        'SELECT f.`object_id` FROM `own_findings` f JOIN `own_checks` k ON k.`id` = f.`check_id` ' +
        'WHERE f.`type` = ? AND f.`gone_at` IS NULL AND (f.`accepted_until` IS NULL OR f.`accepted_until` < ?) ' +
        `AND ${more} AND ${visible.sql}`;
      return {
        sql: `${alias}.\`id\` ${not ? 'NOT IN' : 'IN'} (${ids})`,
        params: [path, calendar.day('today')!, ...params, ...visible.params],
      };
    },
  });
  const shared = { ability: 'finding_access', knows: canBeFound };
  return [
    {
      ...{ name: 'finding', ...shared },
      read(values, _parameter, resource) {
        const keys = values.map((value) => value.trim());
        if (keys.length === 1 && keys[0] === NONE) return found(resource, 'true', [], true);
        if (keys.includes(ANY)) return found(resource, 'true', []);
        return found(resource, database.dialect.isIn('k.`slug`'), [keys]);
      },
    },
    {
      ...{ name: 'finding_severity_gte', ...shared },
      read(values, parameter, resource) {
        const [word] = values.map((value) => value.trim());
        if (values.length !== 1 || !isSeverity(word))
          throw new ApiError(400, 'wantsChoice', { name: parameter, allowed: SEVERITIES.join(', ') });
        return found(resource, `${rankOf('k.`severity`')} >= ?`, [SEVERITIES.indexOf(word)]);
      },
    },
  ];
}
