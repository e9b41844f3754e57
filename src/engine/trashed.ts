/** What is deleted is there for whom deleting it reaches, too (identity 9.3): perimeters may keep this right to fewer objects. */
import { allOf, conditionOf, type AccessScope, type RowFilter, type VisibleRows } from './access-scope.js';
import type { Resource } from './schema/model.js';

/** Of these rows the live ones, and of the deleted ones those that the caller may delete. */
export function withTrashed(access: AccessScope, resource: Resource, rows: VisibleRows): VisibleRows {
  const deletable = access.rows(resource, 'delete');
  if (!resource.softDelete || rows === 'none' || deletable === 'all') return rows;
  const reached: RowFilter = (alias) => {
    const { sql, params } = conditionOf(deletable, alias)!;
    return { sql: `(${alias}.\`deleted_at\` IS NULL OR (${sql}))`, params };
  };
  return rows === 'all' ? reached : allOf([rows, reached])!;
}
