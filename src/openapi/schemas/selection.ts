/** What `include` and `fields` make of an object: any of its columns, and related objects in place of ids (contract 5). */
import { snake } from '../../core/text/naming.js';
import { registry, Relations, shownIn, type Relation, type ResourceModel } from '../../engine/index.js';
import { ref, type Schema } from '../model.js';
import { namesOf, phraseOf } from '../titles.js';
import { answerSchema } from './fields.js';
import { numbersSchema, wordedSchema } from './links.js';
import { SPECIAL } from './special.js';

/** Of each kind as it is in the database that is open. */
const described = new WeakMap<ResourceModel, Relations>();

/** Everything that can be followed from objects of a resource, under every spelling. */
export function relationsOf(resource: ResourceModel): Relations {
  let relations = described.get(resource);
  if (!relations) described.set(resource, (relations = new Relations(resource, registry)));
  return relations;
}

/** The names under which related objects appear: the snake_case form of each spelling that means a relation. */
export function membersOf(resource: ResourceModel): Map<string, Relation> {
  const relations = relationsOf(resource);
  const members = new Map<string, Relation>();
  for (const { name, spellings } of relations.all) {
    for (const spelling of [name, ...spellings]) {
      const meant = relations.find(spelling);
      if (meant && !members.has(snake(spelling))) members.set(snake(spelling), meant);
    }
  }
  return members;
}

/** The name of the schema. */
export const selectionName = (resource: Pick<ResourceModel, 'path'>): string => `${namesOf(resource).one}Selection`;

/** The name of the schema of an object that another one embeds. */
export const embeddedName = (resource: Pick<ResourceModel, 'path'>): string => `${namesOf(resource).one}Embedded`;

/** The schema of the objects at the other end of a relation. */
type SchemaOf = (relation: Relation) => Schema;

/** An object with what was chosen of it: only the id is always there. */
export const selectionSchema = (resource: ResourceModel): Schema =>
  chosenSchema(
    resource,
    `A ${phraseOf(resource)} with the columns of \`fields\` and the objects of \`include\`.`,
    ({ target }) => ref(embeddedName(target.resource!)),
  );

/**
 * A related object. What is embedded in it in its turn is not described: schemas that lead to one another without end are
 * more than many tools can read.
 */
export const embeddedSchema = (resource: ResourceModel): Schema =>
  chosenSchema(resource, `A ${phraseOf(resource)} that another object embeds.`, () => ref('Related'));

function chosenSchema(resource: ResourceModel, description: string, schemaOf: SchemaOf): Schema {
  const members = membersOf(resource);
  const shown = new Map(
    resource.links
      .filter((link) => link.shown && !link.items)
      .flatMap((link) => [link.name, ...link.alsoShownAs].map((name) => [name, link] as const)),
  );
  const columns = shownIn(resource).map((field) => [field.name, plain(answerSchema(field))]);
  const { polymorphic } = relationsOf(resource);
  const embedded = [...members].map(([name, relation]) => [name, memberSchema(relation, shown.has(name), schemaOf)]);
  const names = [...members.keys()].join('|');
  return {
    type: 'object',
    description,
    properties: {
      // Further names of ids that are not written as members are.
      ...Object.fromEntries([...shown.keys()].filter((name) => !members.has(name)).map((name) => [name, ref('Ids')])),
      ...Object.fromEntries(embedded),
      ...Object.fromEntries(polymorphic.map((relation) => [relation.name, anyOfMany(relation, schemaOf)])),
      ...Object.fromEntries(columns),
      ...SPECIAL[resource.path]?.answered,
    },
    ...(names && {
      patternProperties: { [`^(${names})_count$`]: { type: 'integer' }, [`^(${names})_exists$`]: { type: 'boolean' } },
    }),
    required: ['id'],
    additionalProperties: false,
  };
}

/** Related objects; ids where the link is part of a single read and was not included. */
function memberSchema(relation: Relation, shown: boolean, schemaOf: SchemaOf): Schema {
  const { target, single, link } = relation;
  if (link?.numbers) return plain(numbersSchema(link));
  if (!target.resource) {
    const properties = Object.fromEntries(target.fields.map((field) => [field.name, plain(answerSchema(field))]));
    const item = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
    return { type: 'array', items: item };
  }
  const object = schemaOf(relation);
  if (single) return { anyOf: [object, { type: 'null' }] };
  const objects = { type: 'array', items: object };
  if (!shown) return objects;
  return { anyOf: [link?.pivot?.value ? plain(wordedSchema(link, link.pivot.value)) : ref('Ids'), objects] };
}

/** An object of one of many types, with its own columns. */
const anyOfMany = ({ polymorphic }: Relation, schemaOf: SchemaOf): Schema => {
  const objects = new Map(
    [...polymorphic!.to.values()].map((relation) => [JSON.stringify(schemaOf(relation)), schemaOf(relation)]),
  );
  return { anyOf: [...objects.values(), { type: 'null' }] };
};

const plain = ({ description: _description, ...schema }: Schema): Schema => schema;
