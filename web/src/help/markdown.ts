/** Reads the Markdown of the documentation: headings, paragraphs, lists, tables and code, as the pages of docs/ use them. */

export type Block =
  | { is: 'heading'; level: number; text: string; anchor: string }
  | { is: 'paragraph'; text: string }
  | { is: 'list'; numbered: boolean; items: string[] }
  | { is: 'table'; head: string[]; rows: string[][] }
  | { is: 'code'; text: string };

/** A part of a text. */
export interface Span {
  as: 'text' | 'code' | 'strong' | 'em' | 'link';
  text: string;
  href?: string;
}

const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^(?:[-*]|(\d+)\.) +(.*)$/;
/** Comments steer the tests of the pages; pictures stay with the repository. */
const LEFT_OUT = /^(<!--.*-->|!\[[^\]]*\]\([^)]*\))$/;

/** The blocks of a page, one after the other. */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  let at = 0;
  /** The lines from here on that belong together. */
  const take = (belongs: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && belongs(lines[at]!)) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const [, marks, title] = HEADING.exec(line) ?? [];
    if (line.trim() === '' || LEFT_OUT.test(line)) at++;
    else if (line.startsWith('```')) {
      at++;
      blocks.push({ is: 'code', text: take((one) => !one.startsWith('```')).join('\n') });
      at++;
    } else if (marks !== undefined && title !== undefined) {
      blocks.push({ is: 'heading', level: marks.length, text: title, anchor: anchorOf(title) });
      at++;
    } else if (line.startsWith('|')) {
      const [head = [], , ...rows] = take((one) => one.startsWith('|')).map(cellsOf);
      blocks.push({ is: 'table', head, rows });
    } else if (ITEM.test(line)) {
      const numbered = ITEM.exec(line)![1] !== undefined;
      const items: string[] = [];
      for (const one of take((next) => next !== '' && (ITEM.test(next) || next.startsWith(' ')))) {
        const text = ITEM.exec(one)?.[2];
        if (text === undefined) items.push(`${items.pop() ?? ''} ${one.trim()}`);
        else items.push(text);
      }
      blocks.push({ is: 'list', numbered, items });
    } else {
      const text = take(
        (one) => one.trim() !== '' && !one.startsWith('```') && !one.startsWith('|') && !ITEM.test(one),
      );
      blocks.push({ is: 'paragraph', text: text.join(' ') });
    }
  }
  return blocks;
}

/** The part of an address that leads to a heading, as GitHub makes it. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

const SPAN = /`([^`]+)`|\*\*(.+?)\*\*|(?<![\w])_([^_]+)_(?!\w)|\[([^\]]+)\]\(([^)]+)\)/g;

/** The parts of a text, in which others may stand. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const plain = (part: string): void => {
    if (part) spans.push({ as: 'text', text: part.replace(/\\([\\`*_{}[\]<>|])/g, '$1') });
  };
  for (const found of text.matchAll(SPAN)) {
    plain(text.slice(from, found.index));
    from = found.index + found[0].length;
    const [, code, strong, em, link, href] = found;
    if (code !== undefined) spans.push({ as: 'code', text: code });
    else if (strong !== undefined) spans.push({ as: 'strong', text: strong });
    else if (em !== undefined) spans.push({ as: 'em', text: em });
    else spans.push({ as: 'link', text: link!, href: href! });
  }
  plain(text.slice(from));
  return spans;
}
