/** Reads the text form. */
import type { ILexingError, IRecognitionException, IToken } from 'chevrotain';
import { Message, type MessageKey } from '../../core/i18n/messages.js';
import type { Json } from './grammar-filters.js';
import { MAX_TEXT_DEPTH, MAX_TEXT_LENGTH } from './limits.js';

const CLAUSES = new Set(['FIELDS', 'SELECT', 'COLUMNS', 'WHERE', 'ORDER', 'WITH', 'TRAVERSE', 'OUTPUT', 'LIMIT']);

interface Position {
  line: number;
  column: number;
}

/**
 * Reads a query in the text form.
 * @param text `FROM … FIELDS … WHERE … WITH … OUTPUT … LIMIT`
 * @returns the same query in the JSON form, or what is wrong with the text, with line and column
 */
export async function parseText(text: string): Promise<Json | Message> {
  if (text.length > MAX_TEXT_LENGTH) return new Message('maxText', { field: 'query', max: MAX_TEXT_LENGTH });
  // The library takes a while to load, and many servers never get a query in this form.
  const [{ lexer }, { parser }] = await Promise.all([import('./tokens.js'), import('./grammar.js')]);
  const { tokens, errors } = lexer.tokenize(text);
  if (isTooDeep(tokens)) return new Message('queryNesting', { max: MAX_TEXT_DEPTH });
  parser.input = tokens;
  const query = parser.query();
  const [stray, wrong] = [errors[0], parser.errors[0]];
  if (stray && !(wrong && wrong.token.startOffset < stray.offset)) return strayProblem(text, stray);
  return wrong ? wrongProblem(text, wrong, tokens) : query;
}

const problem = ({ line, column }: Position, expected: Message, found: string | Message): Message =>
  new Message('querySyntax', { line, column, expected, found });

/** A character that begins no word, or a text without end. */
function strayProblem(text: string, { line = 1, column = 1, offset }: ILexingError): Message {
  const sign = String.fromCodePoint(text.codePointAt(offset)!);
  const expected = /["'`]/.test(sign) ? inWords(`${sign} … ${sign}`) : new Message('wordOrSign');
  return problem({ line, column }, expected, sign);
}

/** A word where another one should stand; the message is what the grammar expected (see `expected.ts`). */
function wrongProblem(
  text: string,
  { token, message, name }: IRecognitionException,
  tokens: readonly IToken[],
): Message {
  const { startLine, startColumn, image } = token;
  // Behind a whole clause anything may follow that begins one; only a filter can go on.
  const goesOn = name === 'NotAllInputParsedException' && clauseBefore(token, tokens) === 'WHERE';
  const expected = inWords(goesOn ? `AND, OR, ${message}` : message);
  // Behind the last word there is a token without a place.
  if (!image || !startLine || !startColumn) return problem(endOf(text), expected, new Message('theEnd'));
  return problem({ line: startLine, column: startColumn }, expected, image.slice(0, 50));
}

/** The word with which the clause before a token begins. */
const clauseBefore = (token: IToken, tokens: readonly IToken[]): string | undefined =>
  tokens.slice(0, tokens.indexOf(token)).findLast(({ tokenType }) => CLAUSES.has(tokenType.name))?.tokenType.name;

function endOf(text: string): Position {
  const lines = text.split(/\r\n|\r|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/** Too many brackets, NOTs or EXISTS inside of each other: the parser takes its stack with each. */
function isTooDeep(tokens: readonly IToken[]): boolean {
  let open = 0;
  let nots = 0;
  let within = 0;
  return tokens.some(({ tokenType: { name } }, i) => {
    if (name === 'Open') open++;
    if (name === 'Close') open--;
    if (name === 'NOT') nots++;
    else if (name !== 'Open') nots = 0;
    // Where it ends is for the grammar to know: all of them count.
    if (name === 'EXISTS' && tokens.slice(Math.max(i - 2, 0), i).some(isWhere)) within++;
    return open + nots + within > MAX_TEXT_DEPTH;
  });
}

const isWhere = ({ tokenType: { name } }: IToken): boolean => name === 'WHERE';

/** Labels of `tokens.ts` that are no words of the language themselves. */
const LABELS: Readonly<Record<string, MessageKey>> = {
  'a name': 'aName',
  'a number': 'aNumber',
  'a whole number': 'aWholeNumber',
  'a text': 'aText',
  'a date': 'aDate',
};

/** A list of words and labels of the grammar, separated by commas, as part of a sentence in either language. */
function inWords(list: string): Message {
  const fr = list.split(', ').map((word) => (LABELS[word] ? new Message(LABELS[word]).in('fr') : word));
  return new Message('eitherWord', { en: list, fr: fr.join(', ') });
}
