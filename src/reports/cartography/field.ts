/** The fields of the map report: a label, what is read for it, and how it becomes a value. */
import type { Row } from '../../database/database.js';
import { rangeText } from '../formatters/addresses.js';
import { htmlText } from '../formatters/html-text.js';
import { asDay, duration, levelWord } from '../formatters/values.js';
import type { ColumnKind } from '../../files/table.js';
import type { Related, RelatedObjects } from './related.js';

export type Granularity = 1 | 2 | 3;

/** Something that a field mentions: another object, or objects with a text between them. */
export type Mention = ReadonlyArray<Related | string>;

/** What a field shows: a text, a number, or a list. */
export type Value = string | number | null | readonly Mention[];

/** A value as one text; empty lists are none. */
export function textOf(value: Value): string | number | null {
  if (value === null || typeof value !== 'object') return value;
  const items = value.map((mention) => mention.map((part) => (typeof part === 'string' ? part : part.name)).join(''));
  return items.join(', ') || null;
}

export interface MapField {
  label: string;
  kind: ColumnKind;
  /** Its value is a word of the program. */
  words?: boolean;
  /** The granularity from which it is shown. */
  from: Granularity;
  /** Columns of the object's own table that it reads. */
  columns: readonly string[];
  /** Columns that refer to other objects, and links that lead to them; what they point to is loaded. */
  refs: readonly string[];
  links: readonly string[];
  value(row: Row, related: RelatedObjects, path: string): Value;
}

type More = Partial<Pick<MapField, 'from' | 'kind' | 'words'>>;

/** A field that is worked out from columns. */
export const worked = (
  label: string,
  columns: readonly string[],
  value: (row: Row) => string | number | null,
  more: More = {},
): MapField => ({ label, kind: 'text', from: 1, columns, refs: [], links: [], value, ...more });

export const text = (label: string, column: string, more?: More): MapField =>
  worked(label, [column], (row) => (row[column] === null ? null : String(row[column])), more);

export const html = (label: string, column: string, more?: More): MapField =>
  worked(label, [column], (row) => htmlText(row[column] as string | null), { kind: 'long', ...more });

export const number = (label: string, column: string): MapField =>
  worked(label, [column], (row) => (row[column] === null ? null : Number(row[column])), { kind: 'number' });

export const day = (label: string, column: string): MapField =>
  worked(label, [column], (row) => asDay(row[column]!), { kind: 'date' });

export const minutes = (label: string, column: string): MapField =>
  worked(label, [column], (row) => duration(row[column]!), { words: true });

/** Yes or No; nothing where it is not known. */
export const yesNo = (label: string, column: string): MapField =>
  worked(label, [column], (row) => (row[column] === null ? null : row[column] ? 'Yes' : 'No'), {
    words: true,
  });

/** An address with the range that it stands for. */
export const range = (label: string, column: string): MapField =>
  worked(label, [column], (row) => {
    const address = row[column] as string | null;
    return address ? `${address} ( ${rangeText(address)} )` : null;
  });

/** The object that a column refers to. */
export const ref = (label: string, column: string): MapField => ({
  ...worked(label, [column], () => null),
  refs: [column],
  value: (row, related, path) => related.referred(path, column, row[column] as number | null).map((one) => [one]),
});

/** The objects at the other end of a link. */
export const links = (label: string, link: string, more?: More): MapField => ({
  ...worked(label, [], () => null, more),
  links: [link],
  value: (row, related, path) => related.linked(`${path}.${link}`, row['id'] as number).map((one) => [one]),
});

/** The five security needs, in words. */
export const needs = (): MapField[] =>
  [
    ['Confidentiality', 'c'],
    ['Integrity', 'i'],
    ['Availability', 'a'],
    ['Traceability', 't'],
    ['Authenticity', 'auth'],
  ].map(([label, need]) => {
    const column = `security_need_${need!}`;
    return worked(label!, [column], (row) => levelWord(row[column]!), { words: true });
  });
