/** What is stored all the same, and warnings: ranges of addresses that are none (contract 15). */
import { isRangeOrHost } from '../../core/text/addresses.js';
import { Message, type Language } from '../../core/i18n/messages.js';
import type { Resource } from '../schema/model.js';

const MAX_WARNINGS = 20;
const MAX_LENGTH = 2000;

/** Columns that hold addresses, or whatever else stands for an end: they have no form that is asked for. */
const rangesOf = ({ fields }: Resource): string[] =>
  fields.filter(({ addresses, edge, rules }) => addresses && !edge && !rules.format).map(({ name }) => name);

/** A value that is no range: in which of the objects it stands, under which name, and what is said of it. */
interface OddRange {
  at: number;
  name: string;
  told: Message;
}

/** The first of them in objects as sent, as many as are told. */
export function oddRangesIn(
  resource: Resource,
  bodies: ReadonlyArray<Readonly<Record<string, unknown>>>,
): readonly OddRange[] {
  const names = rangesOf(resource);
  const found: OddRange[] = [];
  if (!names.length) return found;
  for (const [at, body] of bodies.entries()) {
    for (const name of names) {
      const value = body[name];
      if (typeof value !== 'string' || value.trim() === '' || isRangeOrHost(value)) continue;
      found.push({ at, name, told: new Message('noRange', { value: short(value) }) });
    }
    if (found.length >= MAX_WARNINGS) break;
  }
  return found.slice(0, MAX_WARNINGS);
}

/**
 * The header that tells them.
 * @param bodies the objects as sent
 * @param prefix what stands before the names of an object's fields
 * @returns none where there is nothing to tell
 */
export function warningHeader(
  resource: Resource,
  bodies: ReadonlyArray<Readonly<Record<string, unknown>>>,
  prefix: (i: number) => string,
  language: Language,
): Record<string, string> {
  const kept = oddRangesIn(resource, bodies).map(
    ({ at, name, told }) => [prefix(at) + name, told.in(language)] as const,
  );
  while (kept.length && asAscii(kept).length > MAX_LENGTH) kept.pop();
  return kept.length ? { 'x-warnings': asAscii(kept) } : {};
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** JSON in which every other character is written by its number: headers hold no others. */
const asAscii = (entries: ReadonlyArray<readonly [string, string]>): string =>
  JSON.stringify(Object.fromEntries(entries)).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
