/** The fields of a form, read from what the API takes in a body: nothing is written here for one kind of object. */
import type { Description } from './description.js';
import { bodyOf, flat } from './bodies.js';
import { formOf, partOf, type Column, type Form, type Kind, type LinkSet, type PairWords, type Part } from './kinds.js';
import { reachable, type MapOfKinds } from './map.js';
import type { Schema } from './openapi.js';
import type { Titles } from '../i18n/titles.js';

/** How a field is filled in: as its values are shown, or as a secret, a set of links, or small rows. */
export type FieldForm = Form | 'secret' | 'links' | 'worded' | 'rows';

/** One field of a form. */
export interface FormField {
  name: string;
  titles: Titles;
  form: FieldForm;
  /** The part of the form that it stands in. */
  part: Part | 'links';
  isRequired: boolean;
  /** Whether it may be without a value. */
  isClearable: boolean;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** How a text is written, such as `ext-refs`. */
  format?: string;
  /** Of numbers: what they count. */
  unit?: string;
  /** Of a text: whether it has lines. */
  hasLines?: boolean;
  /** What its values are, as they are shown. */
  column?: Column;
  /** Of references and links: the path of the kind that is taken from. */
  target?: string;
  /** Of small rows: the fields of one. */
  rows?: readonly FormField[];
  /** Of links: what stands beside each. */
  pair?: PairWords;
  /** Of numbers by name: the names, with what people call what is counted. */
  counted?: NonNullable<Column['counted']>;
}

/**
 * The fields of the form that makes or changes objects of a kind, the name first and links last; none where the API takes no
 * such body. What leads to objects that the reader may not list is left out, since nothing could be chosen there.
 */
export const fieldsOf = (map: MapOfKinds, kind: Kind, which: 'create' | 'update'): FormField[] =>
  allFieldsOf(map, kind, which).filter((field) => isOffered(map, field));

const isOffered = (map: MapOfKinds, { target, isRequired }: FormField): boolean =>
  target === undefined || isRequired || reachable(map, target) !== undefined;

/** The fields that the form of a new object leaves out, and that this object has something in: a copy of it lacks them. */
export const hiddenFieldsOf = (map: MapOfKinds, kind: Kind, object: Readonly<Record<string, unknown>>): FormField[] =>
  allFieldsOf(map, kind, 'create').filter(
    (field) => !isOffered(map, field) && [object[field.name] ?? []].flat().length > 0,
  );

function allFieldsOf(map: MapOfKinds, kind: Kind, which: 'create' | 'update'): FormField[] {
  const body = bodyOf(map.description, kind, which);
  if (!body) return [];
  const { properties } = body;
  // A change may leave out what must be there, and not empty it.
  const { required } = bodyOf(map.description, kind, 'create') ?? body;
  const columns = kind.columns.flatMap((column) => {
    const schema = properties[column.name];
    if (!schema) return [];
    const field = fieldOf(column, map.description.resolve(schema), required.has(column.name));
    return [column.counted ? { ...field, counted: countedIn(kind, column.counted) } : field];
  });
  const links = kind.links.flatMap((link) => {
    const schema = properties[link.name];
    return schema ? [linkField(map.description, link, schema)] : [];
  });
  const byName = (field: FormField): number => Number(field.name !== kind.label);
  return [...columns, ...secretsOf(properties), ...links].sort((a, b) => byName(a) - byName(b));
}

function fieldOf(column: Column, schema: Schema, isRequired: boolean): FormField {
  const { maxLength, minimum, maximum } = schema;
  return {
    ...{ name: column.name, titles: column.titles, column, isRequired },
    form: formOf(column),
    part: partOf(column),
    isClearable: [schema.type].flat().includes('null'),
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(column.format !== undefined && { format: column.format }),
    ...(column.unit !== undefined && { unit: column.unit }),
    ...(column.kind === 'text' && { hasLines: true }),
    ...(column.target !== undefined && { target: column.target }),
  };
}

/** What is written and never read, such as a password. */
const secretsOf = (properties: Readonly<Record<string, Schema>>): FormField[] =>
  Object.entries(properties)
    .filter(([, schema]) => schema.writeOnly)
    .map(([name, schema]) => ({
      ...{ name, form: 'secret', part: 'general', isRequired: false, isClearable: false },
      titles: { en: 'Password', fr: 'Mot de passe' },
      ...(schema.maxLength !== undefined && { maxLength: schema.maxLength }),
    }));

/** What can be counted: what a reference leads to is one at most, so that it is left out. */
const countedIn = ({ columns }: Kind, counted: NonNullable<Column['counted']>): NonNullable<Column['counted']> =>
  counted.filter(({ name }) => !columns.some((column) => column.name === name && column.target !== undefined));

function linkField(description: Description, link: LinkSet, schema: Schema): FormField {
  const common = { name: link.name, titles: link.titles, part: 'links', isRequired: false, isClearable: true } as const;
  const { pair } = link;
  if (pair && link.target !== undefined) return { ...common, form: 'worded', target: link.target, pair };
  if (!link.columns) return { ...common, form: 'links', ...(link.target !== undefined && { target: link.target }) };
  const items = description.resolve(schema).items;
  const { properties, required } = flat(description, items ?? {});
  const rows = link.columns.flatMap((column) => {
    const one = properties[column.name];
    return one ? [fieldOf(column, description.resolve(one), required.has(column.name))] : [];
  });
  return { ...common, form: 'rows', rows };
}
