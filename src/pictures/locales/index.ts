/** The languages of pictures: one catalogue each, by key. */
import type { Language } from '../../core/i18n/messages.js';
import { singular } from '../../core/text/naming.js';
import { EN, KINDS_EN, type KindName, type LabelKey } from './en.js';
import { FR, KINDS_FR, VIEWS_FR } from './fr.js';

export type { LabelKey } from './en.js';

/** Texts of pictures in one language. */
export class Words {
  constructor(readonly language: Language) {}

  /** The text of a key, with values in its places. */
  say(key: LabelKey, values: Readonly<Record<string, string | number>> = {}): string {
    return (this.language === 'fr' ? FR : EN)[key].replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? this.number(value) : value;
    });
  }

  /** One text for one thing, another one for several. */
  count(n: number, one: LabelKey, several: LabelKey): string {
    return this.say(n === 1 ? one : several, { n });
  }

  /** A whole number with its thousands apart. */
  number(value: number): string {
    return value.toLocaleString(this.language === 'fr' ? 'fr-FR' : 'en-GB');
  }

  /** What one object of a kind is called: `Physical server`. */
  kind(path: string): string {
    return this.kindNames(path)[0];
  }

  /** So many objects of a kind: `3 physical servers`. */
  kinds(path: string, n: number): string {
    const [one, several] = this.kindNames(path);
    const first = /^\p{Lu}{2}/u.test(one) ? one : one.charAt(0).toLowerCase() + one.slice(1);
    return `${this.number(n)} ${n === 1 ? first : several}`;
  }

  /** What a view of the map is called. */
  view(name: string): string {
    return (this.language === 'fr' ? VIEWS_FR[name] : undefined) ?? (name === 'gdpr' ? 'GDPR' : capital(name));
  }

  /** Several names as one text: `A, B and C`. */
  list(names: readonly string[]): string {
    if (names.length < 2) return names.join('');
    return this.say('and', { first: names.slice(0, -1).join(', '), last: names.at(-1)! });
  }

  private kindNames(path: string): KindName {
    const own = (this.language === 'fr' ? KINDS_FR[path] : undefined) ?? KINDS_EN[path];
    if (own) return own;
    const words = path.replaceAll('-', ' ');
    return [capital(singular(words)), words];
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
