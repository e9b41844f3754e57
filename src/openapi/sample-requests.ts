/**
 * Requests that show the list language at work: made from columns and relations alone, and of values that any map holds, so that
 * they find something wherever there are objects. A test runs every one of them on the example map.
 */
import { withinSentence } from '../core/text/naming.js';
import { containsByDefault, registry, type Field, type Relation, type ResourceModel } from '../engine/index.js';
import { relationsOf } from './schemas/selection.js';
import { titleOf } from './titles.js';

/** A request to be tried: the explorer shows it with a button that runs it. */
export interface SampleRequest {
  summary: string;
  description: string;
  path: string;
}

/** Letters of which hardly any name lacks all. */
const LETTERS = 'a,e,i,o,s';
/** A day before what maps hold. */
const EARLY = '2000-01-01';

/** Up to five requests for a list of this resource. */
export function sampleRequests(resource: ResourceModel): SampleRequest[] {
  const tried = [byText(resource), compared(resource), withRelated(resource), related(resource)];
  return [...tried.filter((request) => request !== undefined), paged(resource)];
}

const at = (resource: ResourceModel, query: Record<string, string>): string =>
  `/api/${resource.path}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** Those of columns that maps have had for long, and hold something in. */
const visible = ({ fields }: ResourceModel): Field[] => fields.filter(({ hidden, later }) => !hidden && !later);

function byText(resource: ResourceModel): SampleRequest | undefined {
  const fields = visible(resource).filter((one) => containsByDefault(one) && one.kind !== 'html');
  const field = fields.find(({ name }) => name === resource.label) ?? fields.find(({ name }) => name !== 'ext_refs');
  if (!field) return undefined;
  return {
    summary: `By parts of the ${field.name.replaceAll('_', ' ')}`,
    description: `\`filter[${field.name}]\` finds any of these anywhere in the text, whatever their case and accents.`,
    path: at(resource, { [`filter[${field.name}]`]: LETTERS }),
  };
}

function compared(resource: ResourceModel): SampleRequest | undefined {
  const fields = visible(resource).filter(({ kind }) => ['int', 'decimal', 'day'].includes(kind));
  const field = fields.find(({ rules }) => !rules.enum) ?? fields[0];
  if (!field) return undefined;
  const [operator, value] = field.kind === 'day' ? ['after', EARLY] : ['gte', String(field.rules.min ?? 0)];
  return {
    summary: field.kind === 'day' ? 'From a date on' : 'From a value up, sorted',
    description: `\`_${operator}\` is one of the operators behind a column’s name; \`sort=-${field.name}\` puts the largest first.`,
    path: at(resource, { [`filter[${field.name}_${operator}]`]: value, sort: `-${field.name}` }),
  };
}

/** The relation to be shown: a set of links before a column, and none that small rows are at the end of. */
const shownRelation = (resource: ResourceModel): Relation | undefined =>
  relationsOf(resource).all.find(
    ({ column, link, target }) => target.resource && !column?.later && (column ?? link?.shown),
  );

function withRelated(resource: ResourceModel): SampleRequest | undefined {
  const relation = shownRelation(resource);
  if (!relation) return undefined;
  const title = withinSentence(titleOf(registry.get(relation.target.resource!.path)));
  const label = resource.label ? `id,${resource.label}` : 'id';
  return {
    summary: `With their ${title}`,
    description: `\`include\` embeds related objects, \`fields\` keeps the rest small.`,
    path: at(resource, { include: relation.name, fields: label }),
  };
}

function related(resource: ResourceModel): SampleRequest | undefined {
  const relation = shownRelation(resource);
  if (!relation) return undefined;
  const title = withinSentence(titleOf(registry.get(relation.target.resource!.path)));
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
