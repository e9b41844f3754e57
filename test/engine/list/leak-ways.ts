/** Every way to an object, and what may be said on it to whom (contract 3). */
import type { TestAnswer } from '../../support/server.js';
import type { Objects, Scene } from './leak-scenes.js';

export const MARK = 'zqxmarker';
export const SEEN = 'zqseen';

/** What may be said: a status for each kind of right (delegated ones alike), and of a good answer what must be in it. */
export interface Way {
  method?: string;
  url(o: Objects, scene: Scene): string;
  body?(o: Objects): unknown;
  says: readonly [none: number, delegated: number, general: number];
  /** Holds for answers to a delegated caller, where they are good. */
  shows?(answer: TestAnswer, o: Objects): unknown;
  delegated?: unknown;
  general?: unknown;
}

const ids = ({ body }: TestAnswer): number[] => (body as Array<{ id: number }>).map(({ id }) => id);
const SEES = [403, 200, 200] as const;
const NEVER = [403, 403, 200] as const;

/** Of the near objects, those that lead to an object of this name. */
const through = (filter: string): Pick<Way, 'url' | 'says' | 'shows'> => ({
  url: (_, { near }) => `${near.path}?${filter.replaceAll('REL', near.relation)}`,
  says: SEES,
  shows: (answer, o) => ids(answer).map((id) => (id === o.near ? 'near' : 'nearUnseen')),
});

export const WAYS: Record<string, Way> = {
  'the list': {
    url: (_, { path }) => path,
    says: SEES,
    shows: (a, o) => ids(a).includes(o.unseen),
    delegated: false,
    general: true,
  },
  'the list, filtered': {
    url: (_, { path }) => `${path}?filter[name]=${MARK}`,
    says: SEES,
    shows: (a) => ids(a).length,
    delegated: 0,
    general: 1,
  },
  'a search': {
    url: (_, { path }) => `${path}?filter[search]=${MARK}`,
    says: SEES,
    shows: (a) => ids(a).length,
    delegated: 0,
    general: 1,
  },
  'an id': {
    url: (o, { path }) => `${path}?filter[id]=${o.unseen}`,
    says: SEES,
    shows: (a) => ids(a).length,
    delegated: 0,
    general: 1,
  },
  'the count of pages': {
    url: (_, { path }) => `${path}?page[size]=1&sort=-name`,
    says: SEES,
    shows: ({ headers }) => headers.get('x-total-count'),
    delegated: '1',
    general: '2',
  },
  'pages by cursor': {
    url: (_, { path }) => `${path}?page[size]=1&page[after]=`,
    says: SEES,
    shows: ({ headers }) => /rel="next"/.test(headers.get('link')!),
    delegated: false,
    general: true,
  },
  'deleted objects': { url: (_, { path }) => `${path}?filter[trashed]=with`, says: NEVER },
  'only deleted objects': { url: (_, { path }) => `${path}?filter[trashed]=only`, says: NEVER },
  'the object': { url: (o, { path }) => `${path}/${o.seen}`, says: SEES },
  'the unseen object': { url: (o, { path }) => `${path}/${o.unseen}`, says: NEVER },
  'the unseen object in part': { url: (o, { path }) => `${path}/${o.unseen}?fields=name`, says: NEVER },
  'an unknown object': { url: (_, { path }) => `${path}/4000000`, says: [403, 403, 404] },
  'the deleted object': { url: (o, { path }) => `${path}/${o.deleted}`, says: [403, 403, 404] },
  'an include': {
    url: (_, { near }) => `${near.path}?include=${near.relation}&sort=id`,
    says: SEES,
    shows: ({ body }) =>
      (body as Array<Record<string, unknown[]>>).map((row) => Object.values(row).findLast(Array.isArray)?.length),
    delegated: [1, 0],
    general: [2, 1],
  },
  'an include of a single read': {
    url: (o, { near }) => `${near.path}/${o.nearUnseen}?include=${near.relation}`,
    says: SEES,
  },
  'a nested include': { url: (_, { near, far }) => `${far.path}?include=${far.relation}.${near.relation}`, says: SEES },
  'an included count': {
    url: (_, { near }) => `${near.path}?include=${near.relation}Count&sort=id`,
    says: SEES,
    shows: ({ body }) => (body as object[]).map((row) => Object.values(row).at(-1) as number),
    delegated: [1, 0],
    general: [2, 1],
  },
  'an included existence': {
    url: (_, { near }) => `${near.path}?include=${near.relation}Exists&sort=id`,
    says: SEES,
    shows: ({ body }) => (body as object[]).map((row) => Object.values(row).at(-1) as boolean),
    delegated: [true, false],
    general: [true, true],
  },
  'a nested count': {
    url: (_, { near, far }) => `${far.path}?include=${far.relation}.${near.relation}Count`,
    says: SEES,
    shows: ({ body }) => /_count":[1-9]/.test(JSON.stringify(body)),
    delegated: false,
    general: true,
  },
  'a filter on related objects': {
    ...through(`filter[REL.name]=${MARK}`),
    delegated: [],
    general: ['near', 'nearUnseen'],
  },
  'a filter on what related objects are not': {
    ...through('filter[REL.name_not]=nobody&sort=id'),
    delegated: ['near'],
    general: ['near', 'nearUnseen'],
  },
  'a search in related objects': {
    ...through(`filter[REL.search]=${MARK}`),
    delegated: [],
    general: ['near', 'nearUnseen'],
  },
  'a filter on existence': {
    ...through('filter[REL_exists]=true&sort=id'),
    delegated: ['near'],
    general: ['near', 'nearUnseen'],
  },
  'a filter on absence': { ...through('filter[REL_exists]=false'), delegated: ['nearUnseen'], general: [] },
  'a nested filter': {
    url: (_, { near, far }) => `${far.path}?filter[${far.relation}.${near.relation}.name]=${MARK}`,
    says: SEES,
    shows: (a) => ids(a).length,
    delegated: 0,
    general: 1,
  },
  'a nested existence': {
    url: (_, { near, far }) => `${far.path}?filter[${far.relation}.${near.relation}_exists]=true`,
    says: SEES,
    shows: (a) => ids(a).length,
    delegated: 0,
    general: 1,
  },
  'a counted filter': {
    url: (_, { near }) => `${near.path}?filter[${near.relation}.id_gt]=0&page[size]=1`,
    says: SEES,
    shows: ({ headers }) => headers.get('x-total-count'),
    delegated: '1',
    general: '2',
  },
  'an update': {
    method: 'PATCH',
    url: (o, { path }) => `${path}/${o.seen}`,
    body: () => ({ description: 'x' }),
    says: SEES,
  },
  'an update of the unseen object': {
    method: 'PATCH',
    url: (o, { path }) => `${path}/${o.unseen}`,
    body: () => ({ description: 'x' }),
    says: NEVER,
  },
  'an update of the deleted object': {
    method: 'PUT',
    url: (o, { path }) => `${path}/${o.deleted}`,
    body: () => ({ description: 'x' }),
    says: [403, 404, 404],
  },
  'a mass-update': {
    method: 'PATCH',
    url: (_, { path }) => `${path}/mass-update`,
    body: (o) => ({ items: [{ id: o.seen, description: 'y' }] }),
    says: SEES,
  },
  'a mass-update with the unseen object': {
    method: 'PATCH',
    url: (_, { path }) => `${path}/mass-update`,
    body: (o) => ({
      items: [
        { id: o.seen, description: 'z' },
        { id: o.unseen, description: 'z' },
      ],
    }),
    says: NEVER,
  },
  'a creation': {
    method: 'POST',
    url: (_, { path }) => path,
    body: () => ({ name: `made ${++made}` }),
    says: [403, 403, 201],
  },
  'a mass-store': {
    method: 'POST',
    url: (_, { path }) => `${path}/mass-store`,
    body: () => ({ items: [{ name: `made ${++made}` }] }),
    says: [403, 403, 201],
  },
  'a restoration': { method: 'POST', url: (o, { path }) => `${path}/${o.deleted}/restore`, says: NEVER },
  'a mass-restore': {
    method: 'POST',
    url: (_, { path }) => `${path}/mass-restore`,
    body: (o) => ({ ids: [o.deleted] }),
    says: NEVER,
  },
  'a deletion': { method: 'DELETE', url: (o, { path }) => `${path}/${o.seen}`, says: NEVER },
  'a deletion of the unseen object': { method: 'DELETE', url: (o, { path }) => `${path}/${o.unseen}`, says: NEVER },
  'a mass-destroy': {
    method: 'DELETE',
    url: (_, { path }) => `${path}/mass-destroy`,
    body: (o) => ({ ids: [o.seen] }),
    says: [403, 403, 422],
  },
};

let made = 0;
