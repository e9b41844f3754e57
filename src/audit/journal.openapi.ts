/** What auditors do with the journal. */
import { json, type Operation, type Schema } from '../openapi/model.js';
import type { Chapter } from '../openapi/chapter.js';
import { faults, success } from '../openapi/routes/answers.js';
import { REDACTION } from './redaction/redaction.dto.js';
import { COUNT, ID, partial, strict, TEXT } from '../openapi/schemas/shapes.js';

const TAG = 'Audit logs';

const ROOT: Schema = strict(
  {
    chain: { ...TEXT, pattern: '^[\\w-]{12}$', description: 'The chain of this map.' },
    number: { ...COUNT, description: 'Of the newest link.' },
    hash: { ...TEXT, description: 'Of the newest link.' },
  },
  {},
  { examples: [{ chain: 'dGhlIGNoYWlu', number: 1207, hash: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU' }] },
);

const WRONG = ['changed', 'removed', 'inserted', 'relinked', 'other-key', 'cut', 'other-chain', 'other-root'];

const VERIFICATION: Schema = strict(
  {
    verified: { type: 'boolean' },
    links: { ...COUNT, description: 'Links that were looked at.' },
    removed: { ...COUNT, description: 'Of those, whose entries retention removed.' },
    unproven: {
      ...COUNT,
      description: 'Of those, made under another `TOKEN_SECRET`: they are what they were when it was changed.',
    },
    waiting: { ...COUNT, description: 'Entries that are not linked yet.' },
    root: ROOT,
  },
  {
    first: {
      ...strict({
        problem: { enum: WRONG },
        number: { ...COUNT, type: ['integer', 'null'], description: 'Of the link.' },
        entry: { ...ID, type: ['integer', 'null'], description: 'Of the journal.' },
      }),
      description: 'The first that is wrong.',
    },
  },
);

const verify = (): Operation => ({
  operationId: 'verifyJournal',
  tags: [TAG],
  summary: 'Is the journal as it was written?',
  description:
    'For administrators. Walks the chain of the journal and names the first entry that was changed, taken out or put in. With a ' +
    'root that was kept elsewhere it finds an end that was cut off, and a chain that was made anew.',
  requestBody: { content: json({ ...partial({ root: ROOT }), examples: [{}] }) },
  responses: { 200: success('What was found.', strict({ data: VERIFICATION })), ...faults(true, 429) },
});

const redact = (): Operation => ({
  operationId: 'redactJournal',
  tags: [TAG],
  summary: 'Take a person out of the journal',
  description:
    'For administrators. What a user is called (name, login and mail address, former ones too) is taken out of the journal, wherever it ' +
    'stands as words; or any text that is named. `[redacted]` stands in its place, in histories too, and is never written back. The ' +
    'chain stays whole. An entry says which entries were changed, and why.',
  requestBody: {
    content: json(
      strict(
        { reason: { ...TEXT, maxLength: REDACTION.reason, description: 'Why; it must not say what is taken out.' } },
        {
          user_id: { ...ID, description: 'Of whom; or `value`.' },
          value: { ...TEXT, minLength: REDACTION.least, maxLength: REDACTION.value },
          dry_run: { type: 'boolean', default: false, description: 'Only say how much it would be.' },
        },
        { examples: [{ user_id: 7, reason: 'Request for erasure 2026-118', dry_run: true }] },
      ),
    ),
  },
  responses: {
    200: success(
      'What was taken out.',
      strict({
        data: strict({
          entries: { ...COUNT, description: 'Entries of the journal.' },
          others: { ...COUNT, description: 'Events of the feed, and attempts of webhooks.' },
          dry_run: { type: 'boolean' },
        }),
      }),
    ),
    ...faults(true, 429),
  },
});

export const journalChapter = (): Chapter => ({
  paths: { '/api/audit-logs/verify': { post: verify() }, '/api/audit-logs/redact': { post: redact() } },
});
