/** Values that have no column of their own (`Resource.also`): how statements and rows give them. */
import type { Row, Scalar } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { HOME } from '../../database/later-columns.js';
import type { Field, Resource } from './model.js';

/** What statements read a resource from, under an alias where it is no table: that, or what is joined from it and ours beside it. */
export function sourceOf({ table, beside }: Pick<Resource, 'table' | 'beside'>): string {
  if (!beside) return quote(table);
  const ours = beside.columns.map((name) => `b.${quote(name)}`).join(', ');
  return `(SELECT a.*, ${ours} FROM ${quote(table)} a LEFT JOIN ${quote(beside.table)} b ON b.\`id\` = a.\`id\`)`;
}

/** What a statement reads a value from, in the table under `alias`. */
export function sqlOf({ name, from }: Pick<Field, 'name' | 'from'>, alias: string): string {
  const column = `${alias}.${quote(from?.column ?? name)}`;
  if (!from?.tag) return column;
  // A word of the program's own. Tags are compared letter by letter.
  return `(CONCAT(' ', COALESCE(${column}, ''), ' ') LIKE BINARY '% ${from.tag} %')`;
}

/** The value of a stored row. */
export function valueIn({ name, from }: Pick<Field, 'name' | 'from'>, row: Row): Scalar {
  const value = row[from?.column ?? name] ?? null;
  return from?.tag ? Number(tagsIn(value).includes(from.tag)) : value;
}

/** A text of tags with or without one; the others keep their order. Null for none. */
export function withTag(text: Scalar, tag: string, isSet: boolean): string | null {
  const others = tagsIn(text).filter((one) => one !== tag);
  return (isSet ? [...others, tag] : others).join(' ') || null;
}

const tagsIn = (text: Scalar): string[] =>
  String(text ?? '')
    .split(' ')
    .filter(Boolean);

/** The column that says in which perimeter an object is at home; undefined where the database has none. */
export const homeOf = ({ fields }: Pick<Resource, 'fields'>): Field | undefined =>
  fields.find(({ name }) => name === HOME);

/** What lists and single reads answer of an object: its columns, and what follows from them. */
export const shownIn = ({ fields, also }: Pick<Resource, 'fields' | 'also'>): Field[] => [
  ...fields.filter(({ hidden }) => !hidden),
  ...also,
];

/** Reads a value under the name that code has for its column: `t.`type` AS `entity_type``. Throws as `columnOf`. */
export const selectOf = (resource: Resource, name: string, alias: string): string => {
  const field = columnOf(resource, name);
  return `${sqlOf(field, alias)}${field.name === name && !field.from ? '' : ` AS ${quote(name)}`}`;
};

/** A column under the name that code has for it, or what is read in its place. Throws if there is none. */
export function columnOf({ path, fields, also }: Resource, name: string): Field {
  const field = fields.find((one) => (one.known ?? one.name) === name) ?? also.find((one) => one.name === name);
  if (!field) throw new Error(`${path} has no column ${name}.`);
  return field;
}
