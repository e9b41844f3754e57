/** The columns of reports: a heading, and what stands below it, worked out from a row. */
import type { Row, Scalar } from '../../database/database.js';
import type { Column } from '../report.js';
import type { Names } from '../names.js';
import { asDay, asLevel, duration } from './values.js';
import { htmlText } from './html-text.js';

const string = (value: Scalar | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** A text as it is stored. */
export const text = (heading: string, column: string): Column => ({
  heading,
  kind: 'text',
  value: (row) => string(row[column]) || null,
});

/** A rich text, as plain text. */
export const html = (heading: string, column: string): Column => ({
  heading,
  kind: 'long',
  value: (row) => htmlText(string(row[column])),
});

/** A whole number. */
export const number = (heading: string, column: string): Column => ({
  heading,
  kind: 'number',
  value: (row) => (row[column] === null ? null : Number(row[column])),
});

/** A level, 0 to 4; coloured. */
export const level = (heading: string, column: string): Column => ({
  heading,
  kind: 'level',
  value: (row) => asLevel(row[column] ?? null),
});

/** A day. */
export const day = (heading: string, column: string): Column => ({
  heading,
  kind: 'date',
  value: (row) => asDay(row[column] ?? null),
});

/** Minutes, in words. */
export const minutes = (heading: string, column: string): Column => ({
  heading,
  kind: 'text',
  words: true,
  value: (row) => duration(row[column] ?? null),
});

/** Yes or No; what is unknown counts as `unknown`. */
export const yesNo = (heading: string, column: string, unknown: 'No' | null = null): Column => ({
  heading,
  kind: 'text',
  words: true,
  value: (row) => (row[column] === null ? unknown : row[column] ? 'Yes' : 'No'),
});

/** The names of related objects. */
export const list = (heading: string, names: Names, own = 'id'): Column => ({
  heading,
  kind: 'text',
  value: (row) => names.get(row[own] as number)?.join(', ') || null,
});

/** Anything else. */
export const cell = (heading: string, value: (row: Row) => string | null): Column => ({ heading, kind: 'text', value });

/** A word of the program. */
export const word = (heading: string, value: (row: Row) => string | null): Column => ({
  ...cell(heading, value),
  words: true,
});

/** The four or five security needs under short headings; `before` stands before each of them. */
export function securityNeeds({ securityNeedAuth }: { securityNeedAuth: boolean }, before = '', prefix = ''): Column[] {
  const needs = [
    ['C', 'c'],
    ['I', 'i'],
    ['A', 'a'],
    ['T', 't'],
    ['Auth', 'auth'],
  ] as const;
  return needs
    .slice(0, securityNeedAuth ? 5 : 4)
    .map(([heading, need]) => level(before + heading, `${prefix}security_need_${need}`));
}
