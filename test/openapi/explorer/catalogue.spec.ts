/** The texts of the pages: each is there in both languages, with the same places for values. */
import { en } from '../../../web/src/i18n/en.js';
import { fr } from '../../../web/src/i18n/fr.js';

const KEYS = Object.keys(en) as Array<keyof typeof en>;
const placesIn = (text: unknown): string[] => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort();

describe('contract 12: the texts of the explorer', () => {
  it('are there in French as in English, and none is empty', () => {
    expect(Object.keys(fr)).toEqual(KEYS);
    const all = [...Object.values(en), ...Object.values(fr)].flatMap((text) =>
      typeof text === 'string' ? [text] : [text.one, text.other],
    );
    expect(all.filter((text) => !/\S/.test(text))).toEqual([]);
  });
  it.each(KEYS)('%s has the same places for values in both', (key) => {
    expect(placesIn(fr[key])).toEqual(placesIn(en[key]));
  });
  it('in French have the apostrophe of print, but within code', () => {
    const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, '');
    expect(KEYS.filter((key) => /\p{L}'\p{L}/u.test(withoutCode(JSON.stringify(fr[key]))))).toEqual([]);
  });
  it('in French keep the sign to the word before it', () => {
    expect(KEYS.filter((key) => / [:;?!]/.test(JSON.stringify(fr[key])))).toEqual([]);
  });
});
