/** Who said what of an object, and what people hold against it: below each type that can be fed. */
import type { Chapter } from '../../openapi/chapter.js';
import { json, parameter, ref, type Schema } from '../../openapi/model.js';
import { faults, success } from '../../openapi/routes/answers.js';
import { byName, list, strict, TEXT, TIME_OR_NULL } from '../../openapi/schemas/shapes.js';
import { canBeFed } from './list-filters.js';

const MARK: Schema = { type: 'string', enum: ['hold', 'free'] };
const HIDDEN: Schema = {
  ...{ type: 'integer', minimum: 1 },
  description: 'Beside those shown there are so many objects that the caller may not list.',
};

const SOURCE: Schema = strict({
  source: TEXT,
  ref: { type: ['string', 'null'], description: 'The own id of the tool; null where it has none.' },
  refs: { ...list(TEXT), description: 'All of its ids in the tool: several, where its objects became one.' },
  scopes: list(TEXT),
  created: { type: 'boolean', description: 'A feed of the source made the object.' },
  ...{ first_seen: TIME_OR_NULL, last_seen: TIME_OR_NULL },
  missing_since: { ...TIME_OR_NULL, description: 'Since when the source no longer reports the object.' },
  run: { type: 'integer', minimum: 0, description: 'Number of the run that saw it last.' },
});

const FIELD: Schema = strict(
  {
    value: { description: 'As the API answers it; of references and links `{id, name}`.' },
    said: {
      ...list(strict({ source: TEXT, says: {} }, { hidden: HIDDEN })),
      description: 'What each source says; of links also what it says at their other ends.',
    },
  },
  {
    hidden: HIDDEN,
    from: {
      type: ['string', 'null'],
      description: 'Of single values: the source whose claim stands, `hand`, or null where nobody claims it any more.',
    },
    mark: MARK,
  },
);

/** All marks of an object, by column or link. */
const MARKS: Schema = {
  type: 'object',
  description: '`hold`: no source writes the field. `free`: the value that stands now is anybody’s.',
  additionalProperties: MARK,
  examples: [{ memory: 'hold' }],
};

/** What stands in answers and bodies of these routes. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  Provenance: {
    ...strict({ data: list(SOURCE), fields: byName(FIELD) }),
    description: 'The sources that know an object, and of each field what they say and whose value stands.',
    examples: [
      {
        data: [
          {
            ...{ source: 'VCENTER', ref: 'vm-1', refs: ['vm-1'], scopes: ['paris'], created: true, run: 12 },
            missing_since: null,
            ...{ first_seen: '2026-01-15T08:30:00.000000Z', last_seen: '2026-02-02T05:00:00.000000Z' },
          },
        ],
        fields: {
          memory: { value: '16384', from: 'hand', said: [{ source: 'VCENTER', says: '8192' }], mark: 'hold' },
        },
      },
    ],
  },
  MarksUpdate: {
    type: 'object',
    description:
      'Marks by column or link, under any name that a feed may use; null takes one away. What is absent stays.',
    additionalProperties: { type: ['string', 'null'], enum: ['hold', 'free', null] },
    examples: [{ memory: 'hold' }],
  },
};

export const provenance = (): Chapter => ({
  schemas: SCHEMAS,
  ofResource(writer) {
    const { resource, names, a } = writer;
    if (!canBeFed(resource)) return {};
    return {
      [`/api/${resource.path}/{id}/sources`]: {
        parameters: [parameter('Id')],
        get: writer.operation(`get${names.one}Sources`, {
          summary: `Who said what of ${a}`,
          description: `Needs \`feed_access\` and \`${resource.key}_show\`.`,
          responses: { 200: success('What is known.', ref('Provenance')), ...faults(false, 404) },
        }),
        patch: writer.operation(`mark${names.one}`, {
          summary: `Hold values of ${a} against sources`,
          description: `Needs \`${resource.key}_edit\`.`,
          requestBody: { required: true, content: json(ref('MarksUpdate')) },
          responses: { 200: success('All marks of the object.', MARKS), ...faults(true, 404) },
        }),
      },
    };
  },
});
