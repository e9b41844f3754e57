/** The roles of the map, as the pages of users and roles need them. */
import type { MapOfKinds } from '../api/map.js';
import { ADMIN_ROLE } from '../api/rights.js';
import type { Permission } from './rights-grid.js';

export interface Role {
  id: number;
  title: string | null;
  permissions?: readonly Permission[];
}

/** The request for all roles with what they hold. */
export const ROLES_REQUEST = '/api/roles?fields=title&include=permissions&sort=title';

/** What a role is called. */
export const titleOf = ({ id, title }: Pick<Role, 'id' | 'title'>): string => title ?? `#${id}`;

/** Whether the reader has all that a role holds: nobody can give, or take away, more than they have. */
export const mayGive = ({ rights }: MapOfKinds, { id, permissions = [] }: Role): boolean =>
  rights.isAdmin || (id !== ADMIN_ROLE && permissions.every(({ title }) => title === null || rights.has(title)));

/** Whether objects of a kind have a column here: databases of other generations have fewer, or others. */
export const hasColumn = ({ kinds }: MapOfKinds, path: string, name: string): boolean =>
  kinds.get(path)?.columns.some((one) => one.name === name) ?? false;

/** Whether the reader may do something with a kind of the configuration, by its path. */
export const may = ({ kinds, rights }: MapOfKinds, verb: string, path: string): boolean => {
  const kind = kinds.get(path);
  return kind !== undefined && rights.may(verb, kind.tag);
};
