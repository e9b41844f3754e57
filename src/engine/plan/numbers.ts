/** Numbers by name (`NamedNumbers`): what is sent, and what stands in a cell, as small rows. */
import { isObject } from '../../core/http/request-body.js';
import { Message } from '../../core/i18n/messages.js';
import type { Link } from '../schema/model.js';

/** Rows of a name and a number. */
type Numbered = Array<[name: string, number: number]>;

/**
 * The rows that a value means: an object such as `{"databases": 2}`, as JSON text too, or `databases: 2, servers: 1`. Null is no
 * number, nor is an empty list, in JSON (`[]`) or in a form (`needs[]=`, `needs=`). What is wrong is reported with the key of the name.
 */
export function readNumbers(
  { numbers, items }: Link,
  raw: unknown,
  key: string,
  report: (key: string, phrase: Message) => void,
): Numbered {
  const given = objectOf(raw);
  if (!given) {
    report(key, new Message('numbers', { allowed: numbers!.names.join(', ') }));
    return [];
  }
  const { min, max } = items![1]!.rules as { min: number; max: number };
  const rows: Numbered = [];
  for (const [name, sent] of Object.entries(given)) {
    if (!numbers!.names.includes(name)) {
      report(`${key}.${name}`, new Message('numbersName', { allowed: numbers!.names.join(', ') }));
      continue;
    }
    if (sent === null || sent === '') continue;
    const number = typeof sent === 'string' && /^\d{1,9}$/.test(sent.trim()) ? Number(sent) : sent;
    if (typeof number !== 'number' || !Number.isInteger(number)) report(`${key}.${name}`, new Message('integer'));
    else if (number < min) report(`${key}.${name}`, new Message('min', { min }));
    else if (number > max) report(`${key}.${name}`, new Message('max', { max }));
    else rows.push([name, number]);
  }
  return rows.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Numbers by name in a cell: `databases: 2, servers: 1`. */
export const numbersText = (rows: ReadonlyArray<readonly unknown[]>): string =>
  rows.map(([name, number]) => `${name as string}: ${number as number}`).join(', ');

function objectOf(raw: unknown): Record<string, unknown> | undefined {
  if (raw === null || raw === undefined) return {};
  // A form says an empty list with one element that is empty: `needs[]=`.
  if (Array.isArray(raw)) return raw.every((element) => element === '' || element === null) ? {} : undefined;
  if (isObject(raw)) return raw;
  if (typeof raw !== 'string') return undefined;
  const text = raw.trim();
  if (text === '') return {};
  return text.startsWith('{') ? objectIn(text) : pairsIn(text);
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function pairsIn(text: string): Record<string, unknown> | undefined {
  const pairs = text.split(/[,;]/).map((part) => part.split(/[:=]/).map((side) => side.trim()));
  if (pairs.some((pair) => pair.length !== 2 || !pair[0])) return undefined;
  return Object.fromEntries(pairs) as Record<string, string>;
}
