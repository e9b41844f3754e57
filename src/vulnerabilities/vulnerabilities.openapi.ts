/** The import of known vulnerabilities, which the report `cve` reads (contract 12). */
import { parameter, ref, type Schema } from '../openapi/model.js';
import type { Chapter } from '../openapi/chapter.js';
import { faults, success, uploaded } from '../openapi/routes/answers.js';
import { COUNT } from '../openapi/schemas/shapes.js';

const TAG = 'Vulnerabilities';

const IMPORTED: Schema = {
  type: 'object',
  properties: {
    source: { type: 'string', description: 'Where the feed comes from.' },
    sha256: { type: 'string' },
    records: COUNT,
    inserted: COUNT,
    updated: COUNT,
    deleted: COUNT,
    unchanged: COUNT,
    ignored: { ...COUNT, description: 'What stood among them and is no record.' },
    skipped: { type: 'boolean', description: 'The same feed was imported before: nothing was read.' },
  },
  required: ['source', 'sha256', 'records', 'inserted', 'updated', 'deleted', 'unchanged', 'ignored', 'skipped'],
  additionalProperties: false,
};

export const vulnerabilities = (): Chapter => ({
  tags: [{ name: TAG, description: 'Feeds of known vulnerabilities, for servers without a way to the internet.' }],
  schemas: { ImportedFeed: IMPORTED },
  paths: {
    '/api/cve/import': {
      post: {
        operationId: 'importCve',
        tags: [TAG],
        summary: 'Import a feed of vulnerabilities',
        description:
          'NVD 2.0 or CVE JSON 5, plain, gzip or zip. Needs the right `configure`. One at a time: others get 503.',
        parameters: [parameter('IdempotencyKey')],
        requestBody: uploaded('The feed.'),
        responses: { 200: success('What became of its records.', ref('ImportedFeed')), ...faults(true, 409) },
      },
    },
  },
});
