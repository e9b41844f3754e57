/** Placeholders: cells that hold only `{{ … }}` (templates 3). */

/** Values that stand anywhere. */
export const VALUES = ['today', 'now', 'count', 'language', 'source', 'name_of_template'] as const;
export type ValueName = (typeof VALUES)[number];

/** What is made of a value before it is written. */
export const WORKBOOK_FILTERS = ['names', 'count', 'words', 'line', 'ip', 'ips'] as const;
export type FilterName = (typeof WORKBOOK_FILTERS)[number];

export type Placeholder =
  | { kind: 'value'; name: ValueName }
  /** Of the sheet: the sheet of a report that its rows are. */
  | { kind: 'sheet'; name: string }
  | { kind: 'object'; path: readonly string[]; filter?: FilterName }
  /** A heading, or the number of a column from 1 on. */
  | { kind: 'row'; column: string };

/** What is no placeholder: it names nothing, or other text stands in its cell. */
export type NoPlaceholder = { kind: 'nothing' } | { kind: 'beside' };

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** Relations and a field behind `object`. */
const MAX_STEPS = 4;

/** What a cell with this text stands for; undefined for a text without braces. */
export function placeholderIn(text: string): Placeholder | NoPlaceholder | undefined {
  const begin = text.indexOf('{{');
  if (begin < 0 || !text.includes('}}', begin)) return undefined;
  const trimmed = text.trim();
  const inner = trimmed.slice(2, -2);
  if (!trimmed.startsWith('{{') || !trimmed.endsWith('}}') || inner.includes('{{') || inner.includes('}}'))
    return { kind: 'beside' };
  return named(inner.trim()) ?? { kind: 'nothing' };
}

function named(text: string): Placeholder | undefined {
  const name = VALUES.find((one) => one === text);
  if (name) return { kind: 'value', name };
  if (text.startsWith('sheet:')) {
    const sheet = text.slice('sheet:'.length).trim();
    return sheet ? { kind: 'sheet', name: sheet } : undefined;
  }
  if (text.startsWith('row.')) {
    const column = text.slice('row.'.length).trim();
    return column ? { kind: 'row', column } : undefined;
  }
  return text.startsWith('object.') ? objectIn(text.slice('object.'.length)) : undefined;
}

function objectIn(text: string): Placeholder | undefined {
  const [way = '', filter, ...more] = text.split('|').map((part) => part.trim());
  const path = way.split('.');
  if (path.length > MAX_STEPS || !path.every((step) => NAME.test(step)) || more.length) return undefined;
  if (filter === undefined) return { kind: 'object', path };
  const known = WORKBOOK_FILTERS.find((one) => one === filter);
  return known && { kind: 'object', path, filter: known };
}
