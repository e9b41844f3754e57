/** What the routes of perimeters have beyond those of all resources. */
import type { Chapter } from '../../openapi/chapter.js';
import { json, type Operation, type Schema } from '../../openapi/model.js';
import { faults, queryOf } from '../../openapi/routes/answers.js';
import { ID, list, strict, TEXT } from '../../openapi/schemas/shapes.js';
import { DEPTHS } from './containment.js';

const TAG = 'Perimeters';

const PATH_ID = { name: 'id', in: 'path', required: true, schema: ID } as const;

const ROOT = { root: { type: 'integer', minimum: 0 }, resource: TEXT, id: ID, depth: { enum: [...DEPTHS] } } as const;

const OBJECT: Schema = strict({ id: ID, name: { type: ['string', 'null'] } });

const objects = (): Operation => ({
  operationId: 'getPerimeterObjects',
  tags: [TAG],
  summary: 'What a perimeter holds',
  description:
    'How many live objects of each kind lie in it, of those that the caller could list; of one kind with `resource`, and then the first hundred of them.',
  parameters: [PATH_ID, queryOf('resource', 'Path of a kind, such as `applications`.', TEXT)],
  responses: {
    200: {
      description: 'Kinds of which something lies in it.',
      content: json({
        ...list(strict({ resource: TEXT, count: { type: 'integer', minimum: 0 } }, { objects: list(OBJECT) })),
        examples: [[{ resource: 'applications', count: 12 }]],
      }),
    },
    ...faults(false, 400, 404, 422),
  },
});

const check = (): Operation => ({
  operationId: 'checkPerimeter',
  tags: [TAG],
  summary: 'Why an object lies in a perimeter',
  description:
    'Which roots and rules hold it, by their place in the lists of the perimeter. 422 for an object that the caller could not list.',
  parameters: [PATH_ID],
  requestBody: {
    required: true,
    content: json({ $ref: '#/components/schemas/PerimeterCheckCreate' }),
  },
  responses: {
    200: {
      description: 'Whether it lies in it, and why.',
      content: json(
        strict(
          {
            inside: { type: 'boolean' },
            roots: list(strict(ROOT)),
            rules: list(
              strict({ rule: { type: 'integer', minimum: 0 }, resource: TEXT }, { filter: { type: 'object' } }),
            ),
          },
          {},
          { examples: [{ inside: true, roots: [{ root: 0, resource: 'sites', id: 1, depth: 'hosted' }], rules: [] }] },
        ),
      ),
    },
    ...faults(false, 404, 422),
  },
});

const SWITCH: Schema = strict(
  {
    homes: { type: 'boolean', description: 'Objects and roles belong to perimeters in this database' },
    enabled: { type: 'boolean', description: 'Roles give their rights in their own perimeter alone' },
  },
  {},
  { examples: [{ homes: true, enabled: true }] },
);

const readSwitch = (): Operation => ({
  operationId: 'getPerimeterSwitch',
  tags: [TAG],
  summary: 'Whether homes count',
  description: 'Whether objects have a home perimeter here, and whether roles are kept to theirs.',
  responses: { 200: { description: 'How the switch stands.', content: json(SWITCH) }, ...faults(false) },
});

const setSwitch = (): Operation => ({
  operationId: 'setPerimeterSwitch',
  tags: [TAG],
  summary: 'Let homes count, or not',
  description:
    'Acts from the next request on, within a second on every server. For administrators. 409 where objects have no home.',
  requestBody: { required: true, content: json({ $ref: '#/components/schemas/PerimeterSwitchUpdate' }) },
  responses: { 200: { description: 'How the switch stands now.', content: json(SWITCH) }, ...faults(false, 409, 422) },
});

export const perimeters = (): Chapter => ({
  paths: {
    '/api/perimeters/switch': { get: readSwitch(), put: setSwitch() },
    '/api/perimeters/{id}/objects': { get: objects() },
    '/api/perimeters/{id}/check': { post: check() },
  },
  schemas: {
    PerimeterSwitchUpdate: {
      type: 'object',
      properties: { enabled: { type: 'boolean' } },
      required: ['enabled'],
      examples: [{ enabled: true }],
    },
    PerimeterCheckCreate: {
      type: 'object',
      properties: { resource: TEXT, id: ID },
      required: ['resource', 'id'],
      examples: [{ resource: 'applications', id: 7 }],
    },
  },
});
