/** Which stored queries there are for whom. */
import type { Caller, Scope } from '../core/http/caller.js';

/** The queries that a caller sees: their own and public ones; undefined for an Admin, who sees all. */
export const visibleQueries = ({ admin, userId }: Caller): Scope | undefined =>
  admin ? undefined : { sql: '(`user_id` = ? OR `is_public` = 1)', params: [userId] };
