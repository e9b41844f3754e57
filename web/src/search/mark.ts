/** Where the words that were looked for stand in a text, as the server compares: without case, accents and width. */

/** A piece of a text; `hit` where it was looked for. */
export interface Piece {
  text: string;
  hit: boolean;
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The text in pieces: each place of the whole text that was looked for, else of each of its words. */
export function marked(text: string, wanted: string): Piece[] {
  // The folded text, and from which sign of the text each of its signs came.
  const from: number[] = [];
  let folded = '';
  let at = 0;
  for (const sign of text) {
    const flat = fold(sign);
    for (let i = 0; i < flat.length; i++) from.push(at);
    folded += flat;
    at += sign.length;
  }
  from.push(text.length);
  const whole = fold(wanted.trim());
  const words = whole && folded.includes(whole) ? [whole] : whole.split(/\s+/).filter(Boolean);
  const hits = new Uint8Array(text.length + 1);
  for (const word of words) {
    for (let place = folded.indexOf(word); place >= 0; place = folded.indexOf(word, place + word.length))
      hits.fill(1, from[place], from[place + word.length]);
  }
  return pieces(text, hits);
}

function pieces(text: string, hits: Uint8Array): Piece[] {
  const found: Piece[] = [];
  let begin = 0;
  for (let i = 1; i <= text.length; i++) {
    if (i < text.length && hits[i] === hits[begin]) continue;
    if (i > begin) found.push({ text: text.slice(begin, i), hit: hits[begin] === 1 });
    begin = i;
  }
  return found;
}
