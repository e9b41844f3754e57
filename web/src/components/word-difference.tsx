/** Two versions of a long text: the words that went and came, within what stayed. */
import type { VNode } from 'preact';

/** Words of both, multiplied, up to which they are compared; longer texts are told one after the other. */
const MOST_WORK = 1_500_000;
/** Words of what stayed that are shown on each side of a difference. */
const AROUND = 6;

type Piece = readonly [sign: '=' | '-' | '+', text: string];

/** The pieces of both, in order; undefined where they are too long to be compared. */
export function differenceOfWords(before: string, after: string): Piece[] | undefined {
  const [a, b] = [before.match(/\s*\S+/g) ?? [], after.match(/\s*\S+/g) ?? []];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (x.length * y.length > MOST_WORK) return undefined;
  // Longest common parts, from the end.
  const width = y.length + 1;
  const common = new Uint32Array((x.length + 1) * width);
  for (let i = x.length - 1; i >= 0; i--)
    for (let j = y.length - 1; j >= 0; j--)
      common[i * width + j] =
        x[i] === y[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const pieces: Array<[Piece[0], string]> = [];
  const put = (sign: Piece[0], text: string): void => {
    const last = pieces.at(-1);
    if (last?.[0] === sign) last[1] += text;
    else if (text) pieces.push([sign, text]);
  };
  put('=', a.slice(0, start).join(''));
  let [i, j] = [0, 0];
  while (i < x.length || j < y.length) {
    if (i < x.length && j < y.length && x[i] === y[j]) {
      put('=', x[i]!);
      i++;
      j++;
    } else if (j >= y.length || (i < x.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      put('-', x[i++]!);
    else put('+', y[j++]!);
  }
  put('=', a.slice(a.length - end).join(''));
  return pieces;
}

/** What stayed, without its middle where that is long. */
function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const words = text.match(/\s*\S+/g) ?? [];
  const [head, tail] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  if (words.length <= head + tail + 2) return text;
  return `${words.slice(0, head).join('')} … ${tail ? words.slice(-tail).join('') : ''}`;
}

/** Draws them: what went is struck out, what came is bold. */
export const WordDifference = ({ pieces }: { pieces: readonly Piece[] }): VNode => (
  <span class="word-difference">
    {pieces.map(([sign, text], i) =>
      sign === '-' ? (
        <del key={i}>{text}</del>
      ) : sign === '+' ? (
        <ins key={i}>{text}</ins>
      ) : (
        <span key={i}>{shortened(text, i === 0, i === pieces.length - 1)}</span>
      ),
    )}
  </span>
);
