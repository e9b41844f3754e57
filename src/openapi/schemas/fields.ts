/** How a column looks in answers, and what it takes in bodies: the same `Field` that checks and SQL are made of. */
import type { TextFormat } from '../../core/text/formats.js';
import type { Field } from '../../engine/index.js';
import type { Schema } from '../model.js';

/** Patterns of formats that one expression can say; the words say the rest. */
const FORMATS: Record<TextFormat, { words: string; schema: Schema }> = {
  'ext-refs': { words: '`{SOURCE}ID` joined by `|`', schema: { pattern: '^\\s*\\{[^{}|]+\\}[^{}|]+' } },
  cidr: { words: 'an address with its prefix length, such as 10.20.0.0/16', schema: {} },
  ip: { words: 'an IPv4 or IPv6 address', schema: {} },
  'ip-list': { words: 'IPv4 or IPv6 addresses, separated by commas or blanks', schema: {} },
  'ip-or-cidr-list': { words: 'addresses or ranges, separated by commas or blanks', schema: {} },
  'hex-colour': {
    words: 'a colour such as #a1b2c3',
    schema: { pattern: '^\\s*#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})\\s*$' },
  },
  email: { words: 'an e-mail address', schema: { pattern: '^[^@]+@[^@]+$' } },
  purl: { words: 'the address of a package, such as pkg:npm/lodash@4.17.21', schema: { pattern: '^\\s*pkg:' } },
  cpe: { words: 'a name of CPE 2.3, or of 2.2 as an address', schema: { pattern: '^\\s*cpe:' } },
  urls: { words: 'addresses that begin with http:// or https://, separated by blanks', schema: {} },
  'flow-label': { words: 'name or nature', schema: { enum: ['name', 'nature', null] } },
  'two-letters': { words: 'two letters', schema: { pattern: '^\\s*[A-Za-z]{2}\\s*$' } },
};

const RANGES: Partial<Record<Field['type'], readonly [number, number]>> = {
  uint: [0, 4294967295],
  int: [-2147483648, 2147483647],
  tinyint: [-128, 127],
  utinyint: [0, 255],
  usmallint: [0, 65535],
};

const DATE_TIME = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$';
/** Words in the model about how a secret is stored. */
const SECRETS: Readonly<Record<string, string>> = { password: 'Password, 8 characters to 72 bytes; never read' };

/** How the API answers a column (contract 6). Rules are not repeated: what is stored may be older than they are. */
export function answerSchema(field: Field): Schema {
  const described = withWords(field, [codesOf(field)]);
  if (field.kind === 'id') return { type: 'integer', minimum: 1, ...described };
  if (field.boolean) return { type: 'boolean', ...described };
  // What the older application wrote into a text column may be JSON of any kind.
  if (field.kind === 'json' && field.type !== 'json') return described;
  const { type, ...more } = answered(field);
  // A reference reads as null to whom its object is hidden.
  return { type: field.nullable || field.ref ? [type, 'null'] : type, ...more, ...target(field), ...described };
}

function answered({ kind }: Field): Schema {
  switch (kind) {
    case 'day':
      return { type: 'string', format: 'date' };
    case 'moment':
      return { type: 'string', format: 'date-time', pattern: DATE_TIME };
    case 'flag':
      return { type: 'integer' };
    case 'decimal':
      return { type: 'number' };
    case 'json':
      return { type: 'object' };
    case 'list':
      return { type: 'array', items: { type: 'object' } };
    case 'id':
    case 'int':
    case 'ref':
      return { type: 'integer' };
    case 'name':
    case 'string':
    case 'text':
    case 'html':
    case 'morph':
      return { type: 'string' };
  }
}

/** What a column takes in a body, in its plainest spelling (contract 4). */
export function inputSchema(field: Field): Schema {
  const clearable = field.nullable && !field.rules.required;
  const { type, ...more } = taken(field);
  const types = [type].flat() as string[];
  const aliases = field.aliases.length ? { 'x-aliases': field.aliases } : {};
  const described = withWords(field, [formatOf(field), codesOf(field), field.rules.uniqueLive ? 'unique' : '']);
  const all = clearable ? [...types, 'null'] : types;
  const secret = field.hidden ? { writeOnly: true } : {};
  return { type: all.length === 1 ? all[0] : all, ...more, ...target(field), ...described, ...secret, ...aliases };
}

function taken(field: Field): Schema {
  const { rules, kind } = field;
  switch (kind) {
    case 'flag':
      return { type: ['boolean', 'integer'] };
    case 'id':
    case 'int':
      return { type: 'integer', ...rangeOf(field) };
    case 'ref':
      return { type: 'integer', minimum: 1 };
    case 'decimal':
      return { type: 'number', minimum: -9999999999.99, maximum: 9999999999.99 };
    case 'json':
      return { type: 'object' };
    case 'list':
      return { type: 'array', items: { type: 'object' } };
    case 'day':
      return { type: 'string', format: 'date' };
    case 'moment':
      return { type: 'string', format: 'date-time' };
    case 'name':
    case 'string':
    case 'text':
    case 'html':
    case 'morph':
      return { type: 'string', ...lengthOf(field), ...(rules.format ? FORMATS[rules.format].schema : {}) };
  }
}

function rangeOf({ rules, type }: Field): Schema {
  if (rules.enum) {
    const codes = [...rules.enum.labels.keys()];
    return { minimum: Math.min(...codes), maximum: Math.max(...codes) };
  }
  const [least, most] = RANGES[type] ?? [undefined, undefined];
  const [minimum, maximum] = [rules.min ?? least, rules.max ?? most];
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** An empty text is no text, so what is required has at least one character. */
const lengthOf = ({ rules: { required, min = required ? 1 : undefined, max } }: Field): Schema => ({
  ...(min !== undefined && { minLength: min }),
  ...(max !== undefined && { maxLength: max }),
});

/** The resource that the ids of a column belong to. */
const target = ({ ref }: Field): Schema => (ref ? { 'x-resource': ref.target } : {});

/** `-1 not set, 0 none, 1 low`. */
const codesOf = ({ rules }: Field): string =>
  rules.enum ? [...rules.enum.labels].map(([code, label]) => `${code} ${label}`).join(', ') : '';

const formatOf = ({ rules }: Field): string => (rules.format ? FORMATS[rules.format].words : '');

function withWords(field: Field, more: readonly string[]): Schema {
  const about = (field.hidden ? SECRETS[field.name] : undefined) ?? field.about;
  const words = [about, ...more].filter(Boolean).join('; ');
  const html = field.kind === 'html' ? `${words ? `${words}. ` : ''}Rich text (HTML)` : words;
  return html ? { description: html } : {};
}
