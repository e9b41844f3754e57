/** What may be done with the objects of a kind: what the API has, and what the reader has the right for. */
import type { Kind } from './kinds.js';
import type { MapOfKinds } from './map.js';

type Action = 'create' | 'edit' | 'delete' | 'restore' | 'mass-update' | 'mass-destroy' | 'mass-restore' | 'export';

/** Where the API does it, and the abilities that it takes. */
const ACTIONS: Readonly<
  Record<Action, readonly [rest: string, method: 'get' | 'post' | 'put' | 'delete', ...verbs: string[]]>
> = {
  create: ['', 'post', 'create'],
  edit: ['/{id}', 'put', 'edit'],
  delete: ['/{id}', 'delete', 'delete'],
  restore: ['/{id}/restore', 'post', 'edit', 'delete'],
  'mass-update': ['/mass-update', 'put', 'edit'],
  'mass-destroy': ['/mass-destroy', 'delete', 'delete'],
  'mass-restore': ['/mass-restore', 'post', 'edit', 'delete'],
  export: ['/export', 'get', 'access'],
};

/** Whether it is offered, with the object of this id or with all that are listed; the server decides all the same. */
export function mayDo({ description, rights }: MapOfKinds, kind: Kind, action: Action, id?: number): boolean {
  const [rest, method, ...verbs] = ACTIONS[action];
  const isThere = description.openapi.paths[`/api/${kind.path}${rest}`]?.[method] !== undefined;
  return isThere && verbs.every((verb) => rights.reaches(verb, kind.tag, id));
}
