/** The languages of pictures: one catalogue each, by key. */
import type { Language } from '../../core/i18n/messages.js';
import { withinSentence } from '../../core/text/naming.js';
import { viewTitles } from '../../map/views.js';
import { OUTSIDE, type Kind } from '../source.js';
import { EN, type LabelKey } from './en.js';
import { FR } from './fr.js';

export type { LabelKey } from './en.js';

/** In minutes. */
const [HOUR, DAY] = [60, 1440];

/** Texts of pictures in one language. */
export class Words {
  private readonly titles: ReadonlyMap<string, readonly [one: string, several: string]>;

  /** `kinds`: those that are spoken of. */
  constructor(
    readonly language: Language,
    kinds: ReadonlyArray<Pick<Kind, 'path' | 'titles'>> = [],
  ) {
    this.titles = new Map(kinds.map(({ path, titles }) => [path, titles[language]]));
  }

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

  /** A time given in minutes, in the largest unit of which it is a whole number: `2 h`. */
  duration(minutes: number): string {
    if (minutes && minutes % DAY === 0) return this.say('days', { n: minutes / DAY });
    if (minutes && minutes % HOUR === 0) return this.say('hours', { n: minutes / HOUR });
    return this.say('minutes', { n: minutes });
  }

  /** What one object of a kind is called: `Physical server`. */
  kind(path: string): string {
    return this.titlesOf(path)[0];
  }

  /** The same within a sentence: `physical server`. */
  kindWithin(path: string): string {
    return withinSentence(this.kind(path));
  }

  /** So many objects of a kind: `3 physical servers`. */
  kinds(path: string, n: number): string {
    const [one, several] = this.titlesOf(path);
    return `${this.number(n)} ${withinSentence(n === 1 ? one : several)}`;
  }

  /** What a view of the map is called. */
  view(name: string): string {
    return viewTitles(name)[this.language];
  }

  /** Several names as one text: `A, B and C`. */
  list(names: readonly string[]): string {
    if (names.length < 2) return names.join('');
    return this.say('and', { first: names.slice(0, -1).join(', '), last: names.at(-1)! });
  }

  /** A colour by the word for it: `#2a6fb0` is blue. */
  colour(hex: string): string {
    return this.say(`colour.${wordOfColour(hex)}`);
  }

  /** A kind that was not sent along goes by its path. */
  private titlesOf(path: string): readonly [one: string, several: string] {
    if (path === OUTSIDE) return [this.say('outside'), this.say('outsides')];
    return this.titles.get(path) ?? [path, path];
  }
}

type Colour = Extract<LabelKey, `colour.${string}`> extends `colour.${infer Word}` ? Word : never;

/** Where each colour of the circle ends, in degrees. */
const CIRCLE: ReadonlyArray<readonly [degrees: number, word: Colour]> = [
  ...([
    [14, 'red'],
    [43, 'orange'],
    [68, 'yellow'],
    [165, 'green'],
    [192, 'turquoise'],
    [258, 'blue'],
  ] as const),
  ...([
    [292, 'purple'],
    [342, 'pink'],
    [360, 'red'],
  ] as const),
];

/** The word for a colour, `#rrggbb`. */
function wordOfColour(hex: string): Colour {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [light, spread] = [(most + least) / 2, most - least];
  if (light < 0.13) return 'black';
  if (spread < 0.1) return light > 0.88 ? 'white' : 'grey';
  const sixth =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  const degrees = (sixth * 60 + 360) % 360;
  const word = CIRCLE.find(([end]) => degrees <= end)![1];
  return word === 'orange' && light < 0.33 ? 'brown' : word;
}
