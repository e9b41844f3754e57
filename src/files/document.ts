/** A document as its writer takes it: headings, texts, cards and tables, piece by piece. */

import type { Language } from '../core/i18n/messages.js';

/** Width of the text of a page, in twentieths of a point. */
export const PAGE_WIDTH = 9638;
/** Names of bookmarks have so many characters at most. */
export const MAX_ANCHOR = 40;

/** A name that leads to the bookmark of what it names. */
export interface Target {
  text: string;
  anchor: string;
}

/** What a cell holds: a text, or lines of texts and of names that lead elsewhere. */
export type Content = string | ReadonlyArray<ReadonlyArray<string | Target>>;

/** A picture; lengths are points. */
export interface Picture {
  title: string;
  /** What it shows, for those who do not see it. */
  about: string;
  width: number;
  height: number;
  /** It is shown as this; by programs that do not know SVG as the PNG. */
  svg: string;
  png: Uint8Array;
}

/**
 * Room for a picture below a heading with an introduction and above a caption, in points: on a page that stands upright, and
 * on one that lies on its side.
 */
export const PICTURE_ROOM = {
  upright: { width: 481, height: 570 },
  sideways: { width: 728, height: 385 },
} as const;

export type Block =
  | { kind: 'heading'; level: 1 | 2; text: string; anchor: string }
  /** `lead` texts introduce others; those to `keep` stay on the page of what they introduce. */
  | { kind: 'text'; text: string; lead?: boolean; keep?: boolean }
  | { kind: 'bullets'; items: readonly string[] }
  /** One object: its name across both columns, then labels and what belongs to them. */
  | {
      kind: 'card';
      title: string;
      anchor?: string;
      rows: ReadonlyArray<readonly [label: string, content: Content]>;
    }
  | { kind: 'picture'; picture: Picture; caption: string }
  /** Blocks on pages of their own that lie on their side. */
  | { kind: 'sideways'; blocks: readonly Block[] }
  /** `widths` are shares of the page. */
  | { kind: 'grid'; headings: readonly string[]; widths: readonly number[]; rows: ReadonlyArray<readonly Content[]> };

/** A line of the table of contents. */
export interface Entry {
  level: 1 | 2;
  text: string;
  anchor: string;
}

export interface Document {
  title: string;
  /** The language of its headings and of days; English where it is left out. */
  language?: Language;
  /** Whose it is: above the title, and on every page. */
  organisation?: string;
  /** Who may read it: on every page. */
  classification?: string;
  /** What the title page says of the document, each with its name, instead of the day on which it was made. */
  facts?: ReadonlyArray<readonly [label: string, value: string]>;
  /** Lines below the title. */
  subtitle: readonly string[];
  /** What heads the table of contents. */
  contentsTitle: string;
  /** The headings that the table of contents shows, in batches and in their order, read once. */
  contents: AsyncIterable<readonly Entry[]>;
  /** Headings are numbered. */
  numbered: boolean;
  /** Blocks in batches, read once. */
  blocks: AsyncIterable<readonly Block[]>;
}
