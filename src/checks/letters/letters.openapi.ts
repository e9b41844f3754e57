/** The own letters, and what their owner watches. */
import type { Chapter } from '../../openapi/chapter.js';
import { parameter, type Answer, type Content, type Operation, type Schema } from '../../openapi/model.js';
import { anyBody, faults, OPEN, openFaults, success } from '../../openapi/routes/answers.js';
import { ID, list, strict, TEXT, TIME, TIME_OR_NULL } from '../../openapi/schemas/shapes.js';
import { EVERY, LANGUAGES, MAX_WATCH, MAX_WATCHES } from './letters.service.js';

const operation = (operationId: string, described: Omit<Operation, 'operationId' | 'tags'>): Operation => ({
  ...{ operationId, tags: ['Checks'] },
  ...described,
});

const HREF: Schema = {
  type: 'string',
  maxLength: MAX_WATCH.href,
  description:
    'The address of its page: `/objects/applications/7`, `/objects/servers?filter[active]=1`, `/map#saved=3`.',
};
const NAME: Schema = { type: 'string', minLength: 1, maxLength: MAX_WATCH.name };
const EVERY_WORD: Schema = { enum: EVERY, description: 'Weekly ones come on Mondays.' };
const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };

const PAGE: Content = { 'text/html': { schema: { type: 'string' } } };
const withPage = (answer: Answer): Answer => ({ ...answer, content: { ...answer.content, ...PAGE } });

const DATA = strict({ data: { $ref: '#/components/schemas/OwnLetters' } });

export const letters = (): Chapter => ({
  schemas: {
    OwnLetters: strict({
      available: { type: 'boolean', description: 'This server sends letters.' },
      email: { ...TEXT_OR_NULL, description: 'Where they go.' },
      every: EVERY_WORD,
      language: { enum: [...LANGUAGES, null], description: 'What they are written in; null where none come.' },
      sent_at: TIME_OR_NULL,
      error: { ...TEXT_OR_NULL, description: 'Why the last one could not be sent.' },
      watches: list(strict({ id: ID, href: HREF, name: TEXT, created_at: TIME })),
    }),
  },
  paths: {
    '/api/me/letters': {
      get: operation('getOwnLetters', {
        summary: 'How often letters come, in which language, and what is watched',
        responses: { 200: success('As it was chosen.', DATA), ...faults(false) },
      }),
      put: operation('chooseOwnLetters', {
        summary: 'Choose how often letters come, and in which language',
        description:
          'Letters say what checks found anew, what ends within 30 days, what is gone, and what changed of what is watched, of what their reader may list at that moment; none comes where there is nothing to say.',
        requestBody: anyBody({
          type: 'object',
          properties: {
            every: EVERY_WORD,
            language: { enum: LANGUAGES, description: 'That of the request where none is sent.' },
          },
          required: ['every'],
          examples: [{ every: 'none' }],
        }),
        responses: { 200: success('As it was chosen.', DATA), ...faults(true) },
      }),
    },
    '/api/me/letters/watches': {
      post: operation('watch', {
        summary: 'Watch an object, a filtered table or a saved map',
        description: `What changed of it comes with letters. One person watches ${MAX_WATCHES} at most.`,
        requestBody: anyBody({
          type: 'object',
          properties: { href: HREF, name: NAME },
          required: ['href', 'name'],
          examples: [{ href: '/objects/applications?filter[rto_lte]=240', name: 'Back within four hours' }],
        }),
        responses: { 200: success('All that is watched.', DATA), ...faults(true, 400) },
      }),
    },
    '/api/me/letters/watches/{id}': {
      parameters: [parameter('Id')],
      delete: operation('unwatch', {
        summary: 'Watch something no more',
        responses: {
          200: success('It is watched no more.', { type: 'array', maxItems: 0 }),
          ...faults(false, 404),
        },
      }),
    },
    '/letters/{key}': {
      parameters: [
        {
          ...{ name: 'key', in: 'path', required: true, example: `1.${'A'.repeat(43)}` },
          description: 'As it stands in the header `List-Unsubscribe` of each letter.',
          schema: { type: 'string' },
        },
      ],
      get: operation('askToEndLetters', {
        summary: 'A page that asks whether the letters of their reader end',
        description: 'For programs of mail that open the address in a browser. It changes nothing. Without a token.',
        security: OPEN,
        responses: {
          200: { description: 'The page, with a button that sends the `POST`.', content: PAGE },
          ...openFaults(429),
          404: { description: 'A page that says that this address ends no letters.', content: PAGE },
        },
      }),
      post: operation('endLetters', {
        summary: 'End the letters of their reader with one click (RFC 8058)',
        description:
          'Without a token. Where `Accept` names `text/html` it answers with a page, an address that is wrong too.',
        security: OPEN,
        responses: {
          200: withPage(success('No more letters come.', { type: 'array', maxItems: 0 })),
          ...openFaults(404, 429),
        },
      }),
    },
  },
});
