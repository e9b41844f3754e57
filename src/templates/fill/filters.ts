/** Filters of templates beside those of Liquid: each makes one value safe for one kind of file. */
import { isIPv4, isIPv6 } from 'node:net';
import { guarded } from '../../files/csv.js';

/** Words of codes, by the names of columns. */
export type CodeWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a filter asks of the template that it stands in. */
export interface Surroundings {
  words: CodeWords;
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as number);
};

/** On one line, without characters of control or of the direction of writing. */
const line = (value: unknown): string =>
  textOf(value)
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/gu, ' ')
    .toWellFormed()
    .trim();

/** What turns the words behind it around is escaped: the value stays, and the file reads as it is. */
const json = (value: unknown): string =>
  escaped(JSON.stringify(value ?? null), /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g);

const escaped = (text: string, signs: RegExp): string =>
  text.replace(signs, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON is YAML; what YAML holds for unprintable is escaped (YAML 1.2, 5.1). */
const yaml = (value: unknown): string =>
  escaped(json(typeof value === 'string' ? value.toWellFormed() : value), /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g);

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
  ...{ '\n': '&#10;', '\r': '&#13;', '\t': '&#9;' },
};

/** For texts and attributes; without the characters that XML 1.0 has not. */
const xml = (value: unknown): string =>
  textOf(value)
    .toWellFormed()
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"'\n\r\t]/g, (one) => ENTITIES[one]!);

/** One quoted cell, whatever it holds; no spreadsheet program takes it for a formula. */
const csv = (value: unknown): string => {
  const text = textOf(value).toWellFormed();
  return `"${(typeof value === 'number' ? text : guarded(text)).replaceAll('"', '""')}"`;
};

/** One word of a shell, whatever it holds. */
const shell = (value: unknown): string => `'${textOf(value).replaceAll('\0', '').replaceAll("'", "'\\''")}'`;

/** Small letters, digits and hyphens; other letters without their accents. */
const slug = (value: unknown): string =>
  textOf(value)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** A quoted text of the DSL of Structurizr, which joins lines that end with a backslash; the id, where a name has to be the only one. */
const dsl = (value: unknown, id?: unknown): string => {
  const text = line(value).replaceAll('\\', '/').replaceAll('"', '\\"').replaceAll('${', '$ {');
  return `"${text || `unnamed ${textOf(id)}`.trim()}"`;
};

/** All addresses in a text, each once; the length of a network behind them is left away. */
function ips(value: unknown): string[] {
  const words = textOf(value)
    .slice(0, 65_536)
    .split(/[^0-9A-Fa-f:.]+/);
  const found = words.map((word) => word.replace(/^\.+|\.+$/g, '')).filter((word) => isIPv4(word) || isIPv6(word));
  return [...new Set(found)];
}

/** A name of a host as resolvers take it: letters, digits, hyphens and dots (RFC 1123); empty where none is left. */
const host = (value: unknown): string =>
  withoutEnd(
    textOf(value)
      .split('.')
      .map((label) => withoutEnd(slug(label).slice(0, 63), '-'))
      .filter(Boolean)
      .join('.')
      .slice(0, 253),
    '-.',
  );

/** A text without these signs at its end. */
function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** The values at a path, through lists. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, step === undefined ? rest : [step, ...rest]));
  if (step === undefined) return value === null || value === undefined || value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
  return valuesAt((value as Record<string, unknown>)[step], rest);
}

/** Objects that have something at a path such as `applications.name`, or just this value. */
function whereHas(objects: unknown, path: unknown, ...wanted: unknown[]): unknown[] {
  const steps = textOf(path).split('.').slice(0, 8);
  return (Array.isArray(objects) ? objects : []).filter((one) => {
    const values = valuesAt(one, steps);
    return wanted.length ? values.some((value) => textOf(value) === textOf(wanted[0])) : values.length > 0;
  });
}

/** A related object, and the objects that have it. */
interface Group {
  one: Record<string, unknown>;
  items: unknown[];
}

/** Objects by what they are related to, such as `clusters`: each related object once, in the order in which it is met. */
function groupByEach(objects: unknown, path: unknown): Group[] {
  const groups = new Map<unknown, Group>();
  for (const object of Array.isArray(objects) ? objects : []) {
    for (const one of valuesAt(object, textOf(path).split('.').slice(0, 8)) as Array<Record<string, unknown>>) {
      if (typeof one !== 'object' || one === null) continue;
      const group = groups.get(one['id']) ?? { one, items: [] };
      if (!groups.has(one['id'])) groups.set(one['id'], group);
      if (group.items.at(-1) !== object) group.items.push(object);
    }
  }
  return [...groups.values()];
}

/** Names that mean this machine, or all machines, wherever they are read. */
const TAKEN_HOSTS = [
  'localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'ip6-loopback',
  'broadcasthost',
  'all',
  'ungrouped',
];

/** Objects with a further member `host`: their name as a name of a host, which no other of them has and which means none of them all. */
function withHosts(objects: unknown): unknown[] {
  const used = new Set<string>(TAKEN_HOSTS);
  return (Array.isArray(objects) ? objects : []).map((one: unknown, i) => {
    const object = typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {};
    const id = Number(object['id']);
    const plain = host(object['name']) || 'unnamed';
    let name = plain;
    // What has no number is told apart by its place.
    for (let n = Number.isSafeInteger(id) ? id : i + 1; used.has(name); n++) name = `${plain}-${n}`;
    used.add(name);
    return { ...object, host: name };
  });
}

/** The names of objects, joined by commas. */
const names = (objects: unknown): string => valuesAt(objects, ['name']).map(textOf).join(', ');

type Filter = (value: unknown, ...more: unknown[]) => unknown;

/** All of them, by their names. */
export const filtersOf = ({ words }: Surroundings): Readonly<Record<string, Filter>> => ({
  ...{ json, yaml, xml, csv, shell, slug, host, line, dsl, ips, names },
  ip: (value) => ips(value)[0] ?? '',
  ...{ where_has: whereHas, group_by_each: groupByEach, with_hosts: withHosts },
  words: (value, column) => {
    const all = Object.hasOwn(words, textOf(column)) ? words[textOf(column)]! : {};
    return Object.hasOwn(all, textOf(value)) ? all[textOf(value)] : textOf(value);
  },
});
