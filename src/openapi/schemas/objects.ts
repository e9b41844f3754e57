/** The schemas of one resource: its objects as answered, and what creates and changes them. */
import { withinSentence } from '../../core/text/naming.js';
import { shownIn, type Field, type Link, type ResourceModel } from '../../engine/index.js';
import { exampleOf } from '../examples.js';
import { ref, type Schema } from '../model.js';
import { aPhrase, namesOf, titleOf } from '../titles.js';
import { nameSchemas } from '../list-parameters.js';
import { answerSchema, inputSchema } from './fields.js';
import { filterName, filterSchema } from './filters.js';
import { linkWords, numbersSchema, wordedInput, wordedSchema } from './links.js';
import { SPECIAL } from './special.js';
import { selectionName, selectionSchema } from './selection.js';

type Properties = Record<string, Schema>;

/** The names of the schemas of a resource among the components. */
export function schemaNames(resource: Pick<ResourceModel, 'path'>) {
  const { one } = namesOf(resource);
  return {
    whole: one,
    row: `${one}Row`,
    create: `${one}Create`,
    update: `${one}Update`,
    item: `${one}Item`,
    selection: selectionName(resource),
  };
}

/** All schemas of a resource, by name. */
export function objectSchemas(resource: ResourceModel): Record<string, Schema> {
  const names = schemaNames(resource);
  const whole = exampleOf(resource);
  const read = {
    ...nameSchemas(resource),
    [filterName(resource)]: filterSchema(resource),
    [selectionName(resource)]: selectionSchema(resource),
    [names.whole]: strict(
      inWords(resource, { ...rowProperties(resource), ...links(resource) }),
      `${resource.about.replace(/\.$/, '')}, with the ids of what it is linked to.`,
      whole,
    ),
    [names.row]: strict(rowProperties(resource), `A line of the list of ${withinSentence(titleOf(resource))}.`),
  };
  return resource.readOnly ? read : { ...read, ...inputs(resource) };
}

/** Examples of the bodies that are answered and sent, by the names of their components; `exampleName` makes them. */
export function exampleComponents(resource: ResourceModel): Record<string, { value: unknown }> {
  const whole = exampleOf(resource);
  const [creating, changing] = [writable(resource, 'store'), writable(resource, 'update')];
  const [made, changed] = [sent(whole, creating), small(whole, changing)];
  const values: Record<Shown, unknown> = {
    ...{ Whole: whole, Read: { data: whole }, Rows: [rowOf(resource, whole)] },
    ...{ Create: made, Update: changed, Override: { _method: 'PATCH', ...changed } },
    ...{ Store: { items: [made] }, Change: { items: [{ id: whole['id'], ...changed }] } },
  };
  const answered = ['Whole', 'Read', 'Rows'];
  const shownValues = Object.entries(values).filter(([shown]) => !resource.readOnly || answered.includes(shown));
  return Object.fromEntries(shownValues.map(([shown, value]) => [exampleName(resource, shown as Shown), { value }]));
}

/** What an example shows. */
export type Shown = 'Whole' | 'Read' | 'Rows' | 'Create' | 'Update' | 'Override' | 'Store' | 'Change';

/** The name of an example of a resource. */
export const exampleName = (resource: Pick<ResourceModel, 'path'>, shown: Shown): string =>
  `${namesOf(resource).one}${shown}`;

function inputs(resource: ResourceModel): Record<string, Schema> {
  const names = schemaNames(resource);
  const [creating, changing] = [writable(resource, 'store'), writable(resource, 'update')];
  const required = resource.fields.filter((field) => field.writable && isNeeded(field)).map(({ name }) => name);
  const same = Object.keys(creating).join() === Object.keys(changing).join();
  return {
    [names.create]: {
      ...(same && required.length
        ? { allOf: [ref(names.update), { type: 'object', properties: pick(creating, new Set(required)), required }] }
        : { type: 'object', properties: creating, ...(required.length && { required }) }),
      description: `What makes ${aPhrase(resource)}.`,
    },
    [names.update]: {
      type: 'object',
      properties: changing,
      description: `What changes ${aPhrase(resource)}: a field that is absent stays as it is, null clears it.`,
    },
    [names.item]: {
      allOf: [ref(names.update), { type: 'object', properties: { id: ref('Id') }, required: ['id'] }],
    },
  };
}

const isNeeded = ({ rules, nullable, default: preset, writable: when }: Field): boolean =>
  when !== 'update' && (rules.required === true || (!nullable && preset === undefined));

const visible = ({ fields }: ResourceModel): Field[] => fields.filter(({ hidden }) => !hidden);

const columns = (resource: ResourceModel): Properties =>
  Object.fromEntries(shownIn(resource).map((field) => [field.name, answerSchema(field)]));

/**
 * Properties of whole objects with what pages for people need to know of them beside their titles: what kind of value it is, the
 * list of its codes, which need it states, what its numbers count, under which name the object is embedded that a reference leads to (docs/decisions/openapi.md).
 */
function inWords(resource: ResourceModel, properties: Properties): Properties {
  const known = new Map<string, Schema>([
    ...visible(resource).map((field) => [field.name, columnInWords(field)] as const),
    // The same ids once more: pages show them once.
    ...resource.links.flatMap((link) => link.alsoShownAs.map((name) => [name, { 'x-same-as': link.name }] as const)),
  ]);
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, { ...schema, ...known.get(name) }]),
  );
}

/** Kinds of values that type and format do not tell. */
const TOLD_KINDS: ReadonlySet<Field['kind']> = new Set(['flag', 'html', 'text']);

function columnInWords(field: Field): Schema {
  return {
    ...(TOLD_KINDS.has(field.kind) && { 'x-kind': field.kind }),
    ...(field.rules.enum && { 'x-codes': field.rules.enum.name }),
    ...(field.rules.format && { 'x-format': field.rules.format }),
    ...(field.need && { 'x-need': field.need }),
    ...(field.unit && { 'x-unit': field.unit }),
    ...(field.ends && { 'x-ends': true }),
    ...(field.ref && { 'x-include': field.ref.embedAs }),
  };
}

function links(resource: ResourceModel): Properties {
  const shown = resource.links.filter((link) => link.shown);
  return Object.fromEntries(
    shown.flatMap((link) => [
      [link.name, linkSchema(link)],
      ...link.alsoShownAs.map((name): [string, Schema] => [
        name,
        { ...linkSchema(link), description: `The same as \`${link.name}\`` },
      ]),
    ]),
  );
}

function linkSchema(link: Link): Schema {
  if (link.numbers) return numbersSchema(link);
  const value = link.pivot?.value;
  if (value) return wordedSchema(link, value);
  if (!link.items) return ref('Ids', { 'x-resource': link.target, description: linkWords(link) });
  const columnsOfItem = link.items.map((field) => [field.name, { ...answerSchema(field), ...columnInWords(field) }]);
  const item = strict(Object.fromEntries(columnsOfItem) as Properties);
  return { type: 'array', items: item, ...(link.about && { description: link.about }) };
}

/** What a body may hold. Unknown names are ignored, and so no schema of a body is closed. */
function writable(resource: ResourceModel, when: 'store' | 'update'): Properties {
  const fields = resource.fields.filter((field) => field.writable === true || field.writable === when);
  const sets = resource.links.filter((link) => link.writable);
  return Object.fromEntries([
    ...fields.map((field): [string, Schema] => [field.name, inputSchema(field)]),
    ...sets.map((link): [string, Schema] => [link.name, linkInput(link)]),
    ...Object.entries(SPECIAL[resource.path]?.taken ?? {}),
  ]);
}

function linkInput(link: Link): Schema {
  const aliases = link.aliases.length ? { 'x-aliases': link.aliases } : {};
  if (link.numbers) return numbersSchema(link);
  const value = link.pivot?.value;
  if (value) return { ...wordedInput(link, value), ...aliases };
  if (!link.items) return ref('IdsInput', { 'x-resource': link.target, description: linkWords(link), ...aliases });
  const properties = Object.fromEntries(link.items.map((field) => [field.name, inputSchema(field)]));
  const required = link.items.filter(isNeeded).map(({ name }) => name);
  return {
    type: ['array', 'null'],
    items: { type: 'object', properties, ...(required.length && { required }) },
    ...(link.about && { description: link.about }),
    ...aliases,
  };
}

/** An object of which nothing is missing and to which nothing is added. */
function strict(properties: Properties, description?: string, example?: unknown): Schema {
  return {
    type: 'object',
    ...(description && { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...(example !== undefined && { examples: [example] }),
  };
}

/** What a line of a list holds of an object. */
const rowOf = (resource: ResourceModel, whole: Schema): Schema =>
  pick(whole, new Set(Object.keys(rowProperties(resource))));

const rowProperties = (resource: ResourceModel): Properties => ({
  ...columns(resource),
  ...SPECIAL[resource.path]?.answered,
});

/** The part of an object that a client would send to make one like it. */
function sent(whole: Schema, properties: Properties): Schema {
  const described = pick(whole, new Set(Object.keys(properties)));
  const filled = Object.entries(described).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && !value.length),
  );
  return Object.fromEntries(filled);
}

/** A change of one or two fields. */
function small(whole: Schema, properties: Properties): Schema {
  return Object.fromEntries(Object.entries(sent(whole, properties)).slice(0, 2));
}

const pick = (whole: Schema, names: ReadonlySet<string>): Schema =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => names.has(name)));
