/** The schemas of links that are more than ids: a word beside each id, and numbers by name. */
import { withinSentence } from '../../core/text/naming.js';
import { registry, type Link, type PairValue } from '../../engine/index.js';
import { ref, type Schema } from '../model.js';
import { titleOf } from '../titles.js';

/** What a link is, in a sentence. */
export const linkWords = (link: Link): string =>
  link.about || `Ids of the ${withinSentence(titleOf(registry.get(link.target)))} it is linked to`;

const wordSchema = ({ words, titles, about }: PairValue): Schema => ({
  ...{ type: 'string', enum: words, description: about },
  'x-words': words.map((word) => ({ word, ...titles[word] })),
});

/** Linked objects as they are answered: ids, ascending, with the word of each pair. */
export function wordedSchema(link: Link, value: PairValue): Schema {
  const properties = { id: { type: 'integer', minimum: 1 }, [value.name]: wordSchema(value) };
  const items = { type: 'object', properties, required: ['id', value.name], additionalProperties: false };
  return { type: 'array', items, 'x-resource': link.target, description: linkWords(link) };
}

/** The same as they are sent. */
export function wordedInput(link: Link, value: PairValue): Schema {
  const properties = { id: ref('Id'), [value.name]: wordSchema(value) };
  const items = {
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'object', properties, required: ['id'] },
    ],
  };
  const description = `${linkWords(link)}. An id alone means \`${value.words[0]!}\`.`;
  return { type: ['array', 'null'], items, 'x-resource': link.target, description };
}

/** Numbers by name: an object of which nothing must be there; null where there is no number. */
export function numbersSchema({ numbers, items, about }: Link): Schema {
  const { min, max } = items![1]!.rules;
  const number = { type: 'integer', minimum: min!, maximum: max! };
  return {
    type: ['object', 'null'],
    properties: Object.fromEntries(numbers!.names.map((name) => [name, number])),
    additionalProperties: false,
    'x-kind': 'numbers',
    description: about,
  };
}
