/** A document as its writer takes it: headings, texts, cards and tables, piece by piece. */

import type { Language } from '../../common/messages.js';

/** Names of bookmarks have so many characters at most. */
export const LONGEST_ANCHOR = 40;

/** A name that leads to the bookmark of what it names. */
export interface Target {
  text: string;
  anchor: string;
}

/** What a cell holds: a text, or lines of texts and of names that lead elsewhere. */
export type Content = string | ReadonlyArray<ReadonlyArray<string | Target>>;

export type Block =
  /** `given`: a name that people gave, not a word of the program; it is the same in every language. */
  | { kind: 'heading'; level: 1 | 2; text: string; anchor: string; given?: boolean }
  /** `lead` texts introduce what follows, in words of the program. */
  | { kind: 'text'; text: string; lead?: boolean }
  | { kind: 'bullets'; items: readonly string[] }
  /** One object: its name across both columns, then labels and what belongs to them. */
  | {
      kind: 'card';
      title: string;
      given?: boolean;
      anchor?: string;
      rows: ReadonlyArray<readonly [label: string, content: Content]>;
    }
  /** `widths` are shares of the page. */
  | { kind: 'grid'; headings: readonly string[]; widths: readonly number[]; rows: ReadonlyArray<readonly Content[]> };

export interface Document {
  title: string;
  /** The language of its headings; English where it is left out. */
  language?: Language;
  /** Lines below the title. */
  subtitle: readonly string[];
  /** The headings that the table of contents shows, in their order. */
  contents: ReadonlyArray<{ level: 1 | 2; text: string; anchor: string; given?: boolean }>;
  /** Headings are numbered. */
  numbered: boolean;
  /** Blocks in batches, read once. */
  blocks: AsyncIterable<readonly Block[]>;
}
