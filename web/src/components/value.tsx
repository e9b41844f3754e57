/** Values in words: codes, levels in the colours of the reports, dates and numbers as the language writes them. */
import type { VNode } from 'preact';
import { formOf, type Column } from '../api/kinds.js';
import { plainText, RichText } from './rich-text.js';
import { sizeInWords } from './size.js';
import { Titled } from './text.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

/** Characters of a rich text in a cell of a table. */
const SHORT = 90;

/** Whether there is nothing to show. */
export const isEmpty = (column: Column, value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (column.codes?.[0]?.en === 'not set' && value === column.codes[0].code);

/** A value of a column that is no reference; `short` as in a cell of a table. */
export function Value({ column, value, short = false }: { column: Column; value: unknown; short?: boolean }): VNode {
  if (isEmpty(column, value))
    return (
      <span class="faint" aria-label={t('value.none')}>
        –
      </span>
    );
  switch (formOf(column)) {
    case 'level':
    case 'code':
      return <Code column={column} code={Number(value)} />;
    case 'minutes':
      return <>{duration(Number(value))}</>;
    case 'flag':
      return <>{t(value === true || value === 1 ? 'yes' : 'no')}</>;
    case 'day':
      return <Day value={String(value)} ends={column.ends === true} />;
    case 'moment':
      return <time dateTime={String(value)}>{moment(String(value), short)}</time>;
    case 'numbers':
      return <>{numbersInWords(column, value as Readonly<Record<string, number>>)}</>;
    case 'number':
      return <>{measured(Number(value), column.unit)}</>;
    case 'rich':
      return short ? <>{shortened(plainText(String(value)))}</> : <RichText html={String(value)} />;
    case 'data':
      return <code class="data">{short ? shortened(JSON.stringify(value)) : JSON.stringify(value, null, 1)}</code>;
    case 'elsewhere':
      return <>{elsewhere(String(value))}</>;
    case 'reference':
    case 'text':
      return <Text text={String(value)} short={short} />;
  }
}

/** A day; one that was the end of something says that it has passed. */
function Day({ value, ends }: { value: string; ends: boolean }): VNode {
  const words = <time dateTime={value}>{day(value)}</time>;
  if (!ends || value.slice(0, 10) >= new Date().toISOString().slice(0, 10)) return words;
  return (
    <span class="ended">
      {words} <small>{t('value.ended')}</small>
    </span>
  );
}

/** `Databases: 2, Logical servers: 1`. */
const numbersInWords = ({ counted = [] }: Column, numbers: Readonly<Record<string, number>>): string =>
  Object.entries(numbers)
    .map(
      ([name, number]) => `${said(counted.find((one) => one.name === name)?.titles ?? { en: name }).text}: ${number}`,
    )
    .join(', ');

/** A text; one that is an address of a page, or several of them, as links. */
function Text({ text, short }: { text: string; short: boolean }): VNode {
  if (short) return <>{shortened(text)}</>;
  const words = text.split(/\s+/);
  if (!words.every((word) => /^https?:\/\/\S+$/.test(word))) return <span class="lines">{text}</span>;
  const links = words.flatMap((href, i) => [
    ...(i > 0 ? [<br />] : []),
    <a href={href} rel="noopener noreferrer" target="_blank">
      {href}
    </a>,
  ]);
  return <>{links}</>;
}

function Code({ column, code }: { column: Column; code: number }): VNode {
  const found = column.codes?.find((one) => one.code === code);
  const words = found ? <Titled said={capital(said(found))} /> : <>{code}</>;
  return formOf(column) === 'level' ? <span class={`level level-${code}`}>{words}</span> : words;
}

const capital = (word: { text: string; lang?: 'en' }): { text: string; lang?: 'en' } => ({
  ...word,
  text: word.text.charAt(0).toUpperCase() + word.text.slice(1),
});

const shortened = (text: string): string => (text.length > SHORT ? `${text.slice(0, SHORT - 1).trimEnd()}…` : text);

/** `{GLPI}412|{CMDB}7` as `GLPI 412, CMDB 7`. */
const elsewhere = (text: string): string =>
  text
    .split('|')
    .map((one) => one.replace(/^\{([^}]*)\}/, '$1 '))
    .join(', ');

/** A day has no time zone, and is written as the day that it is. */
const day = (value: string): string =>
  new Date(`${value.slice(0, 10)}T00:00:00Z`).toLocaleDateString(locale(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });

const moment = (value: string, short: boolean): string =>
  new Date(value).toLocaleString(locale(), { dateStyle: 'medium', ...(!short && { timeStyle: 'short' }) });

/** A number with its unit; bytes in the largest of which there is one. */
function measured(value: number, unit: string | undefined): string {
  if (unit === 'byte') return sizeInWords(value);
  return value.toLocaleString(locale(), unit === undefined ? {} : { style: 'unit', unit });
}

/** Minutes in words: `1 d 4 h`. */
export function duration(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  const written = parts
    .filter(([count], i) => count > 0 || (minutes === 0 && i === 2))
    .map(([count, unit]) => count.toLocaleString(locale(), { style: 'unit', unit, unitDisplay: 'long' }));
  return written.join(' ');
}
