/** A document as its writer takes it: headings, texts, cards and tables, piece by piece. */

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
  | { kind: 'heading'; level: 1 | 2; text: string; anchor: string }
  /** `lead` texts introduce what follows. */
  | { kind: 'text'; text: string; lead?: boolean }
  | { kind: 'bullets'; items: readonly string[] }
  /** One object: its name across both columns, then labels and what belongs to them. */
  | { kind: 'card'; title: string; anchor?: string; rows: ReadonlyArray<readonly [label: string, content: Content]> }
  /** `widths` are shares of the page. */
  | { kind: 'grid'; headings: readonly string[]; widths: readonly number[]; rows: ReadonlyArray<readonly Content[]> };

export interface Document {
  title: string;
  /** Lines below the title. */
  subtitle: readonly string[];
  /** The headings that the table of contents shows, in their order. */
  contents: ReadonlyArray<{ level: 1 | 2; text: string; anchor: string }>;
  /** Headings are numbered. */
  numbered: boolean;
  /** Blocks in batches, read once. */
  blocks: AsyncIterable<readonly Block[]>;
}
