/** Words of codes, in a language. */
import type { Field } from '../../engine/index.js';
import { codeWord } from '../../map/code-words.js';

/** The words of a field by its codes; undefined for one that holds no codes. */
export const wordsOfField = ({ rules }: Field, language: 'en' | 'fr'): Record<string, string> | undefined =>
  rules.enum && Object.fromEntries([...rules.enum.labels].map(([code, label]) => [code, wordIn(label, language)]));

function wordIn(label: string, language: 'en' | 'fr'): string {
  const { en, fr = en } = codeWord(label);
  return language === 'fr' ? fr : en;
}
