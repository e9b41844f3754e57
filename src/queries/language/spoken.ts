/** What the grammar calls its words, told in the language of the answer. */
import { Message, type MessageKey } from '../../core/i18n/messages.js';

/** Labels of `tokens.ts` that are no words of the language themselves. */
const LABELS: Readonly<Record<string, MessageKey>> = {
  'a name': 'aName',
  'a number': 'aNumber',
  'a whole number': 'aWholeNumber',
  'a text': 'aText',
};

/** A list of words and labels, separated by commas, as part of a sentence. */
export function inWords(list: string): Message {
  const fr = list.split(', ').map((word) => (LABELS[word] ? new Message(LABELS[word]).in('fr') : word));
  return new Message('eitherWord', { en: list, fr: fr.join(', ') });
}
