/** Objects that are one thing become one object: for every kind of the map. */
import { canMerge, registry } from '../engine/index.js';
import type { Chapter } from '../openapi/chapter.js';
import { json, parameter, ref, type Operation, type PathItem, type Schema } from '../openapi/model.js';
import { enveloped } from '../openapi/routes/resource-routes.js';
import { faults, success } from '../openapi/routes/answers.js';
import { byName, list, strict } from '../openapi/schemas/shapes.js';

const ID: Schema = { type: 'integer', minimum: 1 };
const COUNT: Schema = { type: 'integer', minimum: 0 };

/** What stands in answers and bodies of these routes. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  Merge: {
    ...strict(
      { from: { ...list(ID), minItems: 1, maxItems: 50, description: 'The objects that become part of this one.' } },
      {
        prefer: {
          ...byName(ID),
          description:
            'By column the object whose value stands; otherwise that of this one, and of sets such as addresses those of all.',
        },
      },
    ),
    examples: [{ from: [42], prefer: { cpu: 42 } }],
  },
  Merged: {
    ...enveloped(
      strict({
        into: { ...ID, description: 'The object that stays.' },
        merged: { ...list(ID), description: 'Those that are deleted.' },
        differing: {
          ...byName(
            strict({
              kept: {
                type: ['integer', 'null'],
                description: 'Of which object it stands; null where those of all do, such as addresses.',
              },
              values: byName({}),
            }),
          ),
          description: 'The columns of which they have different values, and these by id.',
        },
        filled: {
          ...byName(strict({ from: { ...ID, description: 'Of which object it comes.' }, value: {} })),
          description: 'The empty columns of this one that are filled.',
        },
        moved: { ...byName(COUNT), description: 'How much comes to it, by link, kind or room.' },
        entry: {
          type: ['integer', 'null'],
          description: 'The entry of the journal by which it is taken back; null of a dry run.',
        },
      }),
    ),
    examples: [
      {
        data: {
          ...{ into: 41, merged: [42], entry: 1207, moved: { databases: 1, feed: 1 } },
          differing: { cpu: { kept: 41, values: { '41': '2', '42': '4' } } },
          filled: { memory: { from: 42, value: '16 GB' } },
        },
      },
    ],
  },
};

const operation = (of: Omit<Operation, 'tags' | 'parameters'>): Operation => ({
  ...of,
  tags: ['Merging'],
  parameters: [parameter('DryRun'), parameter('IdempotencyKey')],
});

const path = (post: Operation, kinds: readonly string[]): PathItem => ({
  parameters: [
    {
      ...{ name: 'kind', in: 'path', required: true, schema: { type: 'string', enum: [...kinds] } },
      description: 'A kind of the map.',
    },
    parameter('Id'),
  ],
  post,
});

export const merging = (): Chapter => {
  const kinds = registry
    .all()
    .filter(canMerge)
    .map(({ path: name }) => name)
    .sort();
  return {
    tags: [
      {
        name: 'Merging',
        description:
          'Two objects that are one thing become one, with the links, documents, delegations, saved maps and records of both; and come apart again.',
      },
    ],
    schemas: SCHEMAS,
    paths: {
      '/api/{kind}/{id}/merge': path(
        operation({
          operationId: 'merge',
          summary: 'Make one object of several',
          description:
            'Needs the rights to edit and to delete. Empty columns are filled; differing ones stay, unless `prefer` says otherwise. The others are deleted: reading one answers 404 with `merged_into`.',
          requestBody: { required: true, content: json(ref('Merge')) },
          responses: { 200: success('What became of it.', ref('Merged')), ...faults(true, 404) },
        }),
        kinds,
      ),
      '/api/{kind}/{id}/unmerge': path(
        operation({
          operationId: 'unmerge',
          summary: 'Take a merge back',
          description:
            'Needs the rights to edit and to delete. What was changed beside what the merge wrote stays. 409 with `changed`, where a column that the merge wrote is not as it left it, and with `put_back`: the values that it left there; as well where a source reports what it said of one of them of another object by now.',
          requestBody: {
            required: true,
            content: json({
              ...strict({ entry: { ...ID, description: 'Of the journal.' } }),
              examples: [{ entry: 1207 }],
            }),
          },
          responses: { 200: success('What went back.', ref('Merged')), ...faults(true, 404, 409) },
        }),
        kinds,
      ),
    },
  };
};
