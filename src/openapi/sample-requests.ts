/** Requests that show the list language at work on the example map; a test runs every one of them. */
import { registry, type Field, type ResourceModel } from '../engine/index.js';
import { containsByDefault } from '../engine/list/operators.js';
import { exampleOf } from './examples.js';
import type { Schema } from './model.js';
import { relationsOf } from './schemas/selection.js';
import { titleOf, within } from './words.js';

/** A request to be tried: the explorer shows it with a button that runs it. */
export interface SampleRequest {
  summary: string;
  description: string;
  path: string;
}

/** Up to five requests for a list of this resource; none where the example map holds no object of it. */
export function sampleRequests(resource: ResourceModel): SampleRequest[] {
  const whole = exampleOf(resource);
  if (!whole) return [];
  const tried = [
    byName(resource, whole),
    compared(resource, whole),
    withRelated(resource, whole),
    related(resource, whole),
  ];
  return [...tried.filter((request) => request !== undefined), paged(resource)];
}

const at = (resource: ResourceModel, query: Record<string, string>): string =>
  `/api/${resource.path}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

function byName(resource: ResourceModel, whole: Schema): SampleRequest | undefined {
  const fields = resource.fields.filter(
    (one) => !one.hidden && containsByDefault(one) && one.kind !== 'html' && typeof whole[one.name] === 'string',
  );
  const field = fields.find(({ name }) => name === resource.label) ?? fields[0];
  if (!field) return undefined;
  const word = (whole[field.name] as string).split(/[\s,(]/)[0]!;
  return {
    summary: `A word in the ${field.name.replaceAll('_', ' ')}`,
    description: `\`filter[${field.name}]\` finds it anywhere in the text, whatever its case and accents.`,
    path: at(resource, { [`filter[${field.name}]`]: word }),
  };
}

function compared(resource: ResourceModel, whole: Schema): SampleRequest | undefined {
  const ranks = (field: Field): boolean => ['int', 'decimal', 'day'].includes(field.kind) && whole[field.name] !== null;
  const fields = resource.fields.filter((one) => !one.hidden && ranks(one));
  const field = fields.find(({ rules }) => !rules.enum) ?? fields[0];
  if (!field) return undefined;
  const operator = field.kind === 'day' ? 'after' : 'gte';
  return {
    summary: field.kind === 'day' ? 'From a date on' : 'From a value up, sorted',
    description: `\`_${operator}\` is one of the operators behind a column’s name; \`sort=-${field.name}\` puts the largest first.`,
    path: at(resource, { [`filter[${field.name}_${operator}]`]: String(whole[field.name]), sort: `-${field.name}` }),
  };
}

/** The first relation by which the example has something. */
function lively(resource: ResourceModel, whole: Schema) {
  return relationsOf(resource).all.find(({ name, column, link, target }) => {
    const value = whole[column?.name ?? name];
    return target.resource && (column ? value !== null : link?.shown && (value as unknown[]).length > 0);
  });
}

function withRelated(resource: ResourceModel, whole: Schema): SampleRequest | undefined {
  const relation = lively(resource, whole);
  if (!relation) return undefined;
  const title = within(titleOf(registry.get(relation.target.resource!.path)));
  const label = resource.label ? `id,${resource.label}` : 'id';
  return {
    summary: `With their ${title}`,
    description: `\`include\` embeds related objects, \`fields\` keeps the rest small.`,
    path: at(resource, { include: relation.name, fields: label }),
  };
}

function related(resource: ResourceModel, whole: Schema): SampleRequest | undefined {
  const relation = lively(resource, whole);
  if (!relation) return undefined;
  const title = within(titleOf(registry.get(relation.target.resource!.path)));
  return {
    summary: 'By what they are linked to',
    description: `\`_exists\` asks whether there are ${title} at the other end; \`filter[${relation.name}.id]\` asks for certain ones.`,
    path: at(resource, { [`filter[${relation.name}_exists]`]: 'true', include: `${relation.name}Count` }),
  };
}

const paged = (resource: ResourceModel): SampleRequest => ({
  summary: 'The three that changed last',
  description: 'Paging is asked for by `page`; the headers tell how many there are in all.',
  path: at(resource, { sort: '-updated_at', 'page[size]': '3', 'page[number]': '1' }),
});
