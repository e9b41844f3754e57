/** The own calendar, and what programs read of it. */
import type { Chapter } from '../../openapi/chapter.js';
import type { Operation } from '../../openapi/model.js';
import { faults, OPEN, openFaults, success } from '../../openapi/routes/answers.js';
import { strict, TIME, TIME_OR_NULL } from '../../openapi/schemas/shapes.js';

const operation = (operationId: string, described: Omit<Operation, 'operationId' | 'tags'>): Operation => ({
  ...{ operationId, tags: ['Checks'] },
  ...described,
});

export const calendars = (): Chapter => ({
  schemas: { OwnCalendar: strict({ created_at: TIME, last_used_at: TIME_OR_NULL }) },
  paths: {
    '/api/me/calendar': {
      get: operation('getOwnCalendar', {
        summary: 'Whether there is an address for the own calendar',
        responses: {
          200: success(
            'When it was made and last read; null where there is none.',
            strict({ data: { anyOf: [{ $ref: '#/components/schemas/OwnCalendar' }, { type: 'null' }] } }),
          ),
          ...faults(false),
        },
      }),
      post: operation('makeOwnCalendar', {
        summary: 'Make an address for the own calendar',
        description:
          'In place of the one that there was. It is told this once; whoever knows it reads the calendar without a token. Not by a named token.',
        responses: {
          201: success('The address.', strict({ url: { type: 'string', format: 'uri' } })),
          ...faults(false),
        },
      }),
      delete: operation('endOwnCalendar', {
        summary: 'End the address of the own calendar',
        responses: { 200: success('It has ended.', { type: 'array', maxItems: 0 }), ...faults(false) },
      }),
    },
    '/calendar/{file}': {
      parameters: [
        {
          ...{ name: 'file', in: 'path', required: true, example: `${'A'.repeat(43)}.ics` },
          description: 'The key, and `.ics`.',
          schema: { type: 'string' },
        },
      ],
      get: operation('readCalendar', {
        summary: 'A calendar, for programs of calendars (RFC 5545)',
        description:
          'End days, planned updates and acceptances that run out, of what its owner may list at this moment; three months back, ten years ahead, 2,000 of each at most. Without a token; 60 times an hour.',
        security: OPEN,
        responses: {
          200: { description: 'The calendar.', content: { 'text/calendar': { schema: { type: 'string' } } } },
          ...openFaults(404, 429),
        },
      }),
    },
  },
});
