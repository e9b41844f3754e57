/** Patterns of LIKE that find a text in every spelling that compares as equal. */
import { fold } from './fold.js';

/** Where a text may stand in the column's value; `like`: the text says so itself, with `%` and `_`. */
export type MatchPosition = 'anywhere' | 'start' | 'end' | 'like';

/** Written before `%`, `_` and itself where they mean themselves; ESCAPE declares it for both engines. */
export const ESCAPE = '|';

/**
 * Letters that compare as two (see `fold`), and where one may stand in a pattern: in place of both, or in place of one of
 * them next to a wild card, under which the other lies.
 */
const DOUBLES: ReadonlyArray<readonly [places: RegExp, letter: string]> = [
  [/ss|(?<=(?:^|[^|])%)s|s(?=%)/g, 'ß'],
  [/oe|(?<=(?:^|[^|])%)e|o(?=%)/g, 'œ'],
];
const MAX_PATTERNS = 32;

const literal = (text: string): string => text.replace(/[|%_]/g, `${ESCAPE}$&`);

/**
 * The pattern that finds a text in folded values.
 * @param value what is looked for
 * @param position where it stands; for `like` `%` and `_` in the value are wild
 * @returns one pattern, itself folded; `|` makes a wild card literal
 */
export function foldedPattern(value: string, position: MatchPosition): string {
  if (position === 'like')
    return value
      .replaceAll(ESCAPE, ESCAPE + ESCAPE)
      .split(/([%_])/)
      .map(foldedPart)
      .join('');
  const text = literal(fold(value));
  return `${position === 'start' ? '' : '%'}${text}${position === 'end' ? '' : '%'}`;
}

/** Blanks at the end of a part are not the end of the text. */
const foldedPart = (part: string): string => fold(`${part}.`).slice(0, -1);

/**
 * The patterns that together find a text in values as they are, under a collation that compares letter by letter: where
 * ß counts as ss, `strasse` is found as `strasse` and as `straße`, and `%s` also in what ends in ß.
 * @returns one pattern or more, at most 32
 */
export function spelledPatterns(value: string, position: MatchPosition): string[] {
  let patterns = [foldedPattern(value, position)];
  for (const [places, letter] of DOUBLES) {
    patterns = patterns.flatMap((pattern) => spellings(pattern, places, letter));
    if (patterns.length > MAX_PATTERNS) return [foldedPattern(value, position)];
  }
  return patterns;
}

/** A pattern with every choice between what stands at these places and the letter that compares alike. */
function spellings(pattern: string, places: RegExp, letter: string): string[] {
  let made = [''];
  let from = 0;
  for (const { index, 0: pair } of pattern.matchAll(places)) {
    const before = pattern.slice(from, index);
    made = made.flatMap((start) => [start + before + pair, start + before + letter]);
    if (made.length > MAX_PATTERNS) return made;
    from = index + pair.length;
  }
  return made.map((start) => start + pattern.slice(from));
}
