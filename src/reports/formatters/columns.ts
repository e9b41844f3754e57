/** The columns of reports: a heading, and what stands below it, worked out from a row. */
import type { Row, Scalar } from '../../database/database.js';
import type { LabelKey, Translate } from '../locales/index.js';
import type { RelatedNames } from '../related-names.js';
import type { Column } from '../report.js';
import { htmlText } from './html-text.js';
import { asDay, asLevel, duration, yesOrNo } from './values.js';

const string = (value: Scalar | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** A text as it is stored. */
export const text = (heading: LabelKey, column: string): Column => ({
  heading,
  kind: 'text',
  value: (row) => string(row[column]) || null,
});

/** A rich text, as plain text. */
export const html = (heading: LabelKey, column: string): Column => ({
  heading,
  kind: 'long',
  value: (row) => htmlText(string(row[column])),
});

/** A whole number. */
export const number = (heading: LabelKey, column: string): Column => ({
  heading,
  kind: 'number',
  value: (row) => (row[column] === null ? null : Number(row[column])),
});

/** A level, 0 to 4; coloured. `worded`: as of `TableColumn`. */
export const level = (heading: LabelKey, column: string, worded = false): Column => ({
  heading,
  kind: 'level',
  worded,
  value: (row) => asLevel(row[column] ?? null),
});

/** A day. */
export const day = (heading: LabelKey, column: string): Column => ({
  heading,
  kind: 'date',
  value: (row) => asDay(row[column] ?? null),
});

/** Minutes, in words. */
export const minutes = (heading: LabelKey, column: string): Column => ({
  heading,
  kind: 'text',
  value: (row, translate) => duration(row[column] ?? null, translate),
});

/** Yes or No; what is unknown counts as `unknown`. */
export const yesNo = (heading: LabelKey, column: string, unknown: 'no' | null = null): Column => ({
  heading,
  kind: 'text',
  value: (row, translate) => (row[column] === null ? unknown && translate(unknown) : yesOrNo(row[column]!, translate)),
});

/** The names of related objects. */
export const list = (heading: LabelKey, names: RelatedNames): Column => ({
  heading,
  kind: 'text',
  value: (row) => names.get(row['id'] as number)?.join(', ') || null,
});

/** Anything else; words of the program are translated. */
export const cell = (heading: LabelKey, value: (row: Row, translate: Translate) => string | null): Column => ({
  heading,
  kind: 'text',
  value,
});

/** The security needs, under their short headings and in full. */
const NEEDS = [
  { short: 'confidentialityShort', label: 'confidentiality', column: 'security_need_c' },
  { short: 'integrityShort', label: 'integrity', column: 'security_need_i' },
  { short: 'availabilityShort', label: 'availability', column: 'security_need_a' },
  { short: 'traceabilityShort', label: 'traceability', column: 'security_need_t' },
  { short: 'authenticityShort', label: 'authenticity', column: 'security_need_auth' },
] as const;

/** The needs that are shown: the fifth one where a setting says so. */
export const needsOf = ({ securityNeedAuth }: { securityNeedAuth: boolean }): Array<(typeof NEEDS)[number]> =>
  NEEDS.slice(0, securityNeedAuth ? 5 : 4);

/** The needs as levels under short headings. */
export const securityNeeds = (run: { securityNeedAuth: boolean }): Column[] =>
  needsOf(run).map(({ short, column }) => level(short, column, true));
