/** What a picture is asked for with, once its parameters have been read. */
import type { Language } from '../core/i18n/messages.js';

export type Theme = 'light' | 'dark';

/** The choices that every picture takes. */
export interface PictureOptions {
  language: Language;
  theme: Theme;
  /** Boxes lead to the page that shows their object. */
  links: boolean;
  /** Boxes at most. */
  most: number;
  /** Its foot says whose map it is, what, when, for whom, and by which release. */
  foot: boolean;
  /** `none`: nothing is folded. */
  fold: 'auto' | 'none';
  /** Steps after which surroundings end: what lies one further is counted, and not drawn. */
  cutAt?: number;
  /** What is written besides names: `ip`, `ports`, `tags`, `kinds`, and the view's own words. */
  show: ReadonlySet<string>;
  /** Objects without any of these tags are not drawn; empty: all are. */
  tags: readonly string[];
  /** What the view's selectors are set to: ids, or texts of a column. */
  selected: ReadonlyMap<string, ReadonlyArray<number | string>>;
  group?: string;
  granularity?: number;
}

/** Boxes of a picture, unless more or fewer are asked for. */
export const DEFAULT_MOST = 300;

/** The choices where nothing is asked for. */
export const defaultOptions = (language: Language = 'en'): PictureOptions => ({
  ...{ language, theme: 'light', links: true, most: DEFAULT_MOST, foot: true, fold: 'auto' },
  ...{ show: new Set(), tags: [], selected: new Map() },
});
