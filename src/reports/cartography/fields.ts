/** What the map report consists of: views, their types of objects, and the fields of these. */
import type { Row } from '../../database/database.js';
import type { ColumnKind } from '../../files/table.js';
import { rangeText } from '../formatters/addresses.js';
import { securityNeedWord } from '../formatters/codes.js';
import { needsOf } from '../formatters/columns.js';
import { htmlText } from '../formatters/html-text.js';
import { asDay, duration, yesOrNo } from '../formatters/values.js';
import type { LabelKey, LocalizedText, Translate } from '../locales/index.js';
import type { Related, RelatedObjects } from './related.js';

/** A type of objects of the map, as the report shows it. */
export interface MapType {
  /** Heading of its chapter. */
  title: LocalizedText;
  /** Name of its sheet; undefined where it has none, and stands in documents alone. */
  sheet?: LabelKey;
  /** What its objects are called where they have no name. */
  named?: MapField;
  path: string;
  /** The granularity from which it is shown. */
  from: Granularity;
  fields: readonly MapField[];
}

/** A view of the map: a number, a chapter with the picture that begins it, and its types in order. */
export interface MapView {
  number: number;
  title: LabelKey;
  introduction: LabelKey;
  /** Name of its picture among those of `pictures`; undefined: none. */
  picture?: string;
  types: readonly MapType[];
}

/** Writes a type down. */
export const type = (
  title: LabelKey,
  path: string,
  fields: readonly MapField[],
  { from = 1, sheet = title }: Partial<Pick<MapType, 'from' | 'sheet'>> = {},
): MapType => ({ title, sheet, path, from, fields });

/** The views as they are shown at a granularity: without the types and fields that come later. */
export const atGranularity = (views: readonly MapView[], granularity: number): MapView[] =>
  views.map((view) => ({
    ...view,
    types: view.types
      .filter(({ from }) => from <= granularity)
      .map((one) => ({ ...one, fields: one.fields.filter(({ from }) => from <= granularity) })),
  }));

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
  label: LocalizedText;
  kind: ColumnKind;
  /** The granularity from which it is shown. */
  from: Granularity;
  /** Columns of the object's own table that it reads. */
  columns: readonly string[];
  /** Columns that refer to other objects, and links that lead to them; what they point to is loaded. */
  refs: readonly string[];
  links: readonly string[];
  value(row: Row, related: RelatedObjects, path: string, translate: Translate): Value;
}

type More = Partial<Pick<MapField, 'from' | 'kind'>>;

/** A field that is worked out from columns. */
export const worked = (
  label: LocalizedText,
  columns: readonly string[],
  value: (row: Row, translate: Translate) => string | number | null,
  more: More = {},
): MapField => ({
  label,
  kind: 'text',
  from: 1,
  columns,
  refs: [],
  links: [],
  value: (row, _related, _path, translate) => value(row, translate),
  ...more,
});

export const text = (label: LocalizedText, column: string, more?: More): MapField =>
  worked(label, [column], (row) => (row[column] === null ? null : String(row[column])), more);

export const html = (label: LocalizedText, column: string, more?: More): MapField =>
  worked(label, [column], (row) => htmlText(row[column] as string | null), { kind: 'long', ...more });

export const number = (label: LocalizedText, column: string): MapField =>
  worked(label, [column], (row) => (row[column] === null ? null : Number(row[column])), { kind: 'number' });

export const day = (label: LocalizedText, column: string): MapField =>
  worked(label, [column], (row) => asDay(row[column]!), { kind: 'date' });

export const minutes = (label: LocalizedText, column: string): MapField =>
  worked(label, [column], (row, translate) => duration(row[column]!, translate));

/** Yes or No; nothing where it is not known. */
export const yesNo = (label: LocalizedText, column: string): MapField =>
  worked(label, [column], (row, translate) => (row[column] === null ? null : yesOrNo(row[column]!, translate)));

/** An address with the range that it stands for. */
export const range = (label: LocalizedText, column: string): MapField =>
  worked(label, [column], (row) => {
    const address = row[column] as string | null;
    return address ? `${address} ( ${rangeText(address)} )` : null;
  });

/** The object that a column refers to. */
export const ref = (label: LocalizedText, column: string): MapField => ({
  ...worked(label, [column], () => null),
  refs: [column],
  value: (row, related, path) => related.referred(path, column, row[column] as number | null).map((one) => [one]),
});

/** The objects at the other end of a link. */
export const links = (label: LocalizedText, link: string, more?: More): MapField => ({
  ...worked(label, [], () => null, more),
  links: [link],
  value: (row, related, path) => related.linked(`${path}.${link}`, row['id'] as number).map((one) => [one]),
});

/** The five security needs, in words. */
export const needs = (): MapField[] =>
  needsOf({ securityNeedAuth: true }).map(({ label, column }) =>
    worked(label, [column], (row, translate) => securityNeedWord(row[column]!, translate)),
  );
