/** Where decorators collect their options until the registry makes resources of them. */
import type { EntityClass, Field, Link, Pivot, Resource } from '../model.js';

/** A link as written in an entity file; the registry completes it from both ends. */
export interface LinkDraft extends Omit<Link, 'pivot'> {
  pivot: (Partial<Pivot> & { mirror?: string; foreignKeys?: boolean; own?: boolean }) | undefined;
  /** Small rows of several resources stand in one table. */
  shared?: boolean;
}

/** A resource as written in an entity file. */
export interface ResourceDraft extends Omit<Resource, 'links' | 'fields'> {
  fields: Field[];
  links: LinkDraft[];
  /**
   * The table of the older application that stands for it where there is one, what a name may hold there, and the table of ours
   * that has the columns which that one lacks.
   */
  theirs?: { table: string; name: { min: number; max: number }; beside: string };
  /** What happens to rows that join an object of this type when it is physically deleted. */
  pivotOnDelete: 'CASCADE' | 'RESTRICT';
}

const fields = new WeakMap<object, Field[]>();
const links = new WeakMap<object, LinkDraft[]>();
const resources = new WeakMap<object, ResourceDraft>();

const listOf = <T>(store: WeakMap<object, T[]>, entity: object): T[] => {
  let list = store.get(entity);
  if (!list) store.set(entity, (list = []));
  return list;
};

export const addField = (prototype: object, field: Field): void => {
  listOf(fields, prototype.constructor).push(field);
};

export const addLink = (prototype: object, link: LinkDraft): void => {
  listOf(links, prototype.constructor).push(link);
};

export const fieldsOf = (entity: EntityClass): Field[] => listOf(fields, entity);
export const linksOf = (entity: EntityClass): LinkDraft[] => listOf(links, entity);

export const setResource = (entity: EntityClass, draft: ResourceDraft): void => {
  resources.set(entity, draft);
};

/** What `@Resource` recorded for the class. Throws if the class carries none. */
export function resourceDraft(entity: EntityClass): ResourceDraft {
  const draft = resources.get(entity);
  if (!draft) throw new Error(`${entity.name} is not a resource. Mark the class with @Resource('path', { … }).`);
  return draft;
}
