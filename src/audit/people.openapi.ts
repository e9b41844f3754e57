/** The names of those who did what the journal says. */
import { PEOPLE_LIMITS } from './read-people.js';
import { json, type Operation, type Schema } from '../openapi/model.js';
import type { Chapter } from '../openapi/chapter.js';
import { faults, queryOf } from '../openapi/routes/answers.js';
import { ID, list, strict, TEXT, TIME_OR_NULL } from '../openapi/schemas/shapes.js';

const TAG = 'Search and summary';

const PERSON: Schema = strict({ id: ID, name: TEXT });

const people = (): Operation => ({
  operationId: 'findPeople',
  tags: [TAG],
  summary: 'Names of people in the journal',
  description:
    'Names of users, deleted ones too, for whoever may read the journal: by `ids`, or those whose name has a text.',
  parameters: [
    queryOf('ids', `Ids of users, ${PEOPLE_LIMITS.ids} at most.`, { type: 'string', examples: ['1,2'] }),
    queryOf(
      'search',
      `A part of the name; without it and ids the first by name. ${PEOPLE_LIMITS.found} are answered at most.`,
      {
        ...{ type: 'string', minLength: 1, maxLength: PEOPLE_LIMITS.search },
        examples: ['nadia'],
      },
    ),
  ],
  responses: {
    200: { description: 'The people, by name.', content: json(strict({ data: list(PERSON) })) },
    ...faults(false, 400),
  },
});

const lastChange = (): Operation => ({
  operationId: 'getLastChange',
  tags: [TAG],
  summary: 'Who changed an object last',
  description: 'For whoever may show the object.',
  parameters: [
    {
      ...queryOf('of', 'The object: path of its kind, `_`, id.', { type: 'string', examples: ['applications_1'] }),
      required: true,
    },
  ],
  responses: {
    200: {
      description: 'Moment and person; null where the journal does not say.',
      content: json(strict({ data: strict({ at: TIME_OR_NULL, person: { oneOf: [PERSON, { type: 'null' }] } }) })),
    },
    ...faults(false, 400, 404),
  },
});

export const peopleChapter = (): Chapter => ({
  paths: { '/api/people': { get: people() }, '/api/people/last-change': { get: lastChange() } },
});
