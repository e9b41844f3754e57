/** What is searched, out of the registry: objects that have a name, by their names, addresses and references. */
import { quote, type Dialect } from '../database/dialect.js';
import { holdsAddresses, isName, registry, type ResourceModel } from '../engine/index.js';
import type { Layout } from './layout.js';
import type { Role, SearchColumn } from './texts.js';

/** Changes of objects that no journal tells of would not be found; what has no name is nothing that people look for. */
export const searchedResources = (): ResourceModel[] =>
  registry.all().filter(({ label, audited }) => label !== null && audited);

/** The columns by which an object is found, its name first. */
export function searchColumns({ label, fields }: ResourceModel): SearchColumn[] {
  const shown = fields.filter(({ hidden }) => !hidden);
  const others = (role: Role, is: (field: (typeof fields)[number]) => boolean | undefined): SearchColumn[] =>
    shown.filter((field) => field.name !== label && is(field)).map(({ name }) => ({ name, role }));
  return [
    { name: label!, role: 'name' },
    ...others('name', isName),
    ...others('address', holdsAddresses),
    ...others('reference', ({ identifies }) => identifies),
  ];
}

/** The texts of all statements by which the index is read: plain data, since it travels to a thread. */
export function layoutOf(dialect: Dialect): Layout {
  return searchedResources().map((resource) => {
    const columns = searchColumns(resource);
    const selected = columns.map(({ name }) => `t.${quote(name)}`).join(', ');
    const live = resource.softDelete ? dialect.isLive('t') : 'true';
    const all = `SELECT t.\`id\`, ${selected} FROM ${quote(resource.table)} t WHERE ${live}`;
    const some = `${all} AND ${dialect.isIn('t.`id`')}`;
    return { polymorphicType: resource.polymorphicType, columns, all, some };
  });
}
