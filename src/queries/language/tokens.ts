/** The words of the text form, in the order in which they are tried. */
import { createToken, Lexer, type ITokenConfig, type TokenType } from 'chevrotain';
import type { Word } from './words.js';

const token = (name: string, pattern: RegExp, more: Partial<ITokenConfig> = {}): TokenType =>
  createToken({ name, pattern, label: name, ...more });

/** A name; what is not a keyword, or stands in backquotes. */
export const Name = token('Name', /[A-Za-z_][A-Za-z0-9_]*/, { label: 'a name' });
export const Quoted = token('Quoted', /`[A-Za-z0-9_-]+`/, { label: 'a name', categories: Name });

/** A word that is never a name unless it stands in backquotes; in any letter case. */
const keyword = (word: Word): TokenType => token(word, new RegExp(word, 'i'), { longer_alt: Name, label: word });

/** A word that means something in one place, and is a name everywhere else. */
const contextual = (word: Word): TokenType =>
  token(word, new RegExp(word, 'i'), { longer_alt: Name, label: word, categories: Name });

export const From = keyword('FROM');
export const Where = keyword('WHERE');
export const And = keyword('AND');
export const Or = keyword('OR');
export const Not = keyword('NOT');
export const With = keyword('WITH');
export const Traverse = keyword('TRAVERSE');
export const Output = keyword('OUTPUT');
export const Limit = keyword('LIMIT');
export const Like = keyword('LIKE');
export const In = keyword('IN');
export const Is = keyword('IS');
export const Exists = keyword('EXISTS');
export const Fields = keyword('FIELDS');
export const Select = keyword('SELECT');
export const Null = keyword('NULL');
export const True = keyword('TRUE');
export const False = keyword('FALSE');
/** The older key `select` of the JSON form, which the word SELECT does not mean. */
export const Columns = contextual('COLUMNS');
export const List = contextual('LIST');
export const Graph = contextual('GRAPH');

export const Order = contextual('ORDER');
export const By = contextual('BY');
export const Asc = contextual('ASC');
export const Desc = contextual('DESC');
export const Count = contextual('COUNT');
export const Column = contextual('COLUMN');
/** The object around that of an EXISTS. */
export const Outer = contextual('OUTER');

/** A date, with a time or without, or a number of hours, days, weeks, months or years: what needs no quotes. */
export const When = token(
  'When',
  /\d{4}-\d{2}-\d{2}(?:[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?(?![A-Za-z0-9_])|\d+[HhDdWwMmYy](?![A-Za-z0-9_])/,
  { label: 'a date' },
);
export const Decimal = token('Decimal', /\d+\.\d+/, { label: 'a number' });
export const Integer = token('Integer', /\d+/, { label: 'a whole number', longer_alt: Decimal });
export const Text = token('Text', /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/, { label: 'a text', line_breaks: true });

const sign = (name: string, text: string): TokenType => createToken({ name, pattern: text, label: text });

export const NotEqual = createToken({ name: 'NotEqual', pattern: /!=|<>/, label: '!=' });
export const AtMost = sign('AtMost', '<=');
export const AtLeast = sign('AtLeast', '>=');
export const Equal = sign('Equal', '=');
export const Less = sign('Less', '<');
export const Greater = sign('Greater', '>');
export const Dot = sign('Dot', '.');
export const Comma = sign('Comma', ',');
export const Minus = sign('Minus', '-');
export const Open = sign('Open', '(');
export const Close = sign('Close', ')');
export const OpenList = sign('OpenList', '[');
export const CloseList = sign('CloseList', ']');

const Blank = createToken({ name: 'Blank', pattern: /\s+/, group: Lexer.SKIPPED, line_breaks: true });
const Comment = createToken({ name: 'Comment', pattern: /--[^\r\n]*/, group: Lexer.SKIPPED });

const KEYWORDS = [
  ...[
    From,
    Where,
    And,
    Or,
    Not,
    With,
    Traverse,
    Output,
    Limit,
    Like,
    In,
    Is,
    Exists,
    Fields,
    Select,
    Null,
    True,
    False,
  ],
];
/** Before the keywords and names that they begin with. */
const CONTEXTUAL = [Columns, List, Graph, Order, By, Asc, Desc, Count, Column, Outer];
const SIGNS = [
  ...[NotEqual, AtMost, AtLeast, Equal, Less, Greater, Dot, Comma, Minus, Open, Close, OpenList, CloseList],
];

/** All of them. */
export const TOKENS = [
  ...[Blank, Comment, ...CONTEXTUAL, ...KEYWORDS, Name, Quoted, Text, When, Decimal, Integer],
  ...SIGNS,
];

export const lexer = new Lexer(TOKENS, { positionTracking: 'onlyStart', ensureOptimizations: false });
