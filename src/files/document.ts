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

/** A box with a text, in a picture. Lengths are twentieths of a point. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  text: string;
  /** Size of the text in half points, as word processors count. */
  size: number;
  /** Colours, such as `FFFFFF`. */
  fill: string;
  /** Colour of its edge; none without. */
  edge?: string;
  bold?: boolean;
  /** The bookmark that the text leads to. */
  anchor?: string;
}

/** A line that leaves and arrives level, with an arrow at its end. `bend` is how far it goes out before it turns. */
export interface Line {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  /** How far to the right (or, below 0, to the left) it leaves, and where it comes from when it arrives. */
  bend: readonly [leaving: number, arriving: number];
}

/** Boxes, and lines between them. */
export interface Picture {
  /** What it shows, for those who do not see it. */
  about: string;
  width: number;
  height: number;
  boxes: readonly Box[];
  lines: readonly Line[];
}

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
