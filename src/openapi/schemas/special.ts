/** What some resources answer or take beside their columns and links. */
import type { Schema } from '../model.js';

interface Special {
  answered?: Readonly<Record<string, Schema>>;
  taken?: Readonly<Record<string, Schema>>;
}

const QUERY_TEXT = 'the text form, such as `FROM applications WHERE rto <= 60`';

/** By path. */
export const SPECIAL: Readonly<Record<string, Special>> = {
  queries: {
    answered: {
      query_text: {
        type: ['string', 'null'],
        description: 'The query in its text form',
        examples: ['FROM applications\nFIELDS name, rto\nWHERE rto <= 60'],
      },
      query_kinds: {
        type: ['array', 'null'],
        items: { type: 'string' },
        description: 'Paths of the kinds that it asks about: who may list none of one of them may not run it',
        examples: [['applications']],
      },
    },
    taken: {
      query: { type: ['object', 'string'], description: `The query: as an object, as JSON text, or in ${QUERY_TEXT}` },
      query_json: { type: 'string', description: 'The same as JSON text, for forms' },
    },
  },
};
