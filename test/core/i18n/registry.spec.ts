/** Every sentence that the API answers with is there in English and in French, with the same places in both. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { STATUS_CODES } from 'node:http';
import * as en from '../../../src/core/i18n/locales/en.js';
import * as fr from '../../../src/core/i18n/locales/fr.js';
import { Message, titleOf, type MessageKey } from '../../../src/core/i18n/messages.js';
import { englishIn } from './english.js';

const SOURCE = resolve(__dirname, '../../../src');
const ALL = Object.entries(en.MESSAGES).map(
  ([key, english]) => [key, [english, fr.MESSAGES[key as MessageKey]]] as const,
);

const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** What stands in one language only: the words of a library in English, and what takes their place in French. */
const ONE_SIDED = /^\{(text|en|fr|kind|place)\}$/;

describe('contract 10: sentences', () => {
  it('are there in both languages, none of them in the words of the other', () => {
    expect(ALL.length).toBeGreaterThan(130);
    const wrong = ALL.filter(([, [, french]]) => englishIn(french).length).map(([key]) => key);
    const missing = ALL.filter(([key, [english, french]]) => (!english || !french) && key !== 'nowhere');
    const same = ALL.filter(([key, [english, french]]) => english === french && key !== 'nowhere').map(([key]) => key);
    expect({ wrong, missing, same }).toEqual({ wrong: [], missing: [], same: [] });
  });

  it('have the same places in both languages', () => {
    const places = (text: string): string[] => placesOf(text).filter((place) => !ONE_SIDED.test(place));
    const odd = ALL.filter(([, [english, french]]) => places(english).join() !== places(french).join());
    expect(odd).toEqual([]);
  });

  it('end alike: a sentence in English is a sentence in French', () => {
    const odd = ALL.filter(([, [english, french]]) => english.endsWith('.') !== french.endsWith('.'));
    expect(odd).toEqual([]);
  });

  it('tell parts in the language of the whole', () => {
    const whole = new Message('importBroken', { reason: new Message('manyRows', { max: 3 }) });
    expect([whole.in('en'), whole.in('fr')]).toEqual([
      'The file cannot be read: it has more than 3 rows.',
      'Le fichier est illisible : il a plus de 3 lignes.',
    ]);
  });

  it('titles of statuses are told in both languages', () => {
    const used = [400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 416, 422, 429, 431, 500, 503, 507];
    expect(used.filter((status) => (titleOf(status, 'fr') ?? STATUS_CODES[status]) === STATUS_CODES[status])).toEqual(
      [],
    );
    expect([titleOf(422, 'en'), titleOf(413, 'en')]).toEqual(['Unprocessable Content', 'Content Too Large']);
  });

  it('no error of the API holds a sentence of its own: all of them come from the registry', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const places = files.flatMap((name) => {
      const text = readFileSync(join(SOURCE, name), 'utf8');
      const errors = [...text.matchAll(/new (ApiError|Phrase|FeedError|FeedTooLarge)\(([^;]*?)\);/gs)];
      const spoken = errors.filter(([, , inside]) => /(['"`])[^'"`\n]*[a-z] [a-z][^'"`\n]*\1/.test(inside!));
      const foreign = /new (BadRequest|Http|NotFound|Forbidden|Unauthorized|Conflict)\w*Exception\(/.exec(text);
      return [...spoken.map(([call]) => `${name}: ${call}`), ...(foreign ? [`${name}: ${foreign[0]}`] : [])];
    });
    expect(places).toEqual([]);
  });
});
