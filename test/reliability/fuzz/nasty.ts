/** Values, names and texts that have broken servers before. */
import type { Below } from './chance.js';
import { pick } from './chance.js';

/** Found in an answer as it is, this would be markup that came from a request. */
export const MARKUP = '<script>zq7()</script>';

const long = (piece: string, count: number): string => piece.repeat(count);

/** Texts: SQL, markup, formulas, patterns, paths, signs of every kind. */
export const TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202e',
    '\ufeff',
    '\u{1f600}',
    '\ufffe',
    '\x7f',
  ],
  ...[
    "'",
    "''",
    '"',
    '`',
    '\\',
    "\\'",
    "' OR '1'='1",
    "'; DROP TABLE users; --",
    '1) UNION SELECT password FROM users --',
  ],
  ...[
    '%',
    '_',
    '%_%',
    '\\%',
    '*',
    '?',
    '.*',
    '(a+)+$',
    '[',
    ']',
    '[[',
    '{',
    '}',
    '{{7*7}}',
    '${7*7}',
    '#{7*7}',
    '<%= 7 %>',
  ],
  ...[
    MARKUP,
    '"><img src=x onerror=zq7()>',
    '<svg/onload=zq7()>',
    'javascript:zq7()',
    '<!--',
    ']]>',
    '&lt;',
    '&#0;',
    '<a',
  ],
  ...['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("x")', '\t=1', ';', ',', '\\,', ',,,,'],
  ...[
    '../../../etc/passwd',
    '..%2f..%2f',
    '/',
    '//',
    '.',
    '..',
    'C:\\x',
    'file:///etc/passwd',
    'http://169.254.169.254/',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'Infinity',
    'true',
    'TRUE',
    'on',
    '0',
    '-0',
    '00',
    '1e1000',
    '0x10',
    '1_000',
    '١',
    '１',
  ],
  ...[
    '9007199254740993',
    '99999999999999999999',
    '-1',
    '4294967296',
    '2147483648',
    '1.5',
    '1,5',
    '.5',
    '5.',
    '+5',
    ' 5 ',
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '-000001-01-01',
    '2026-13-01T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '+275760-09-13',
  ],
  ...['2026-01-01T00:00:00+99:99', '1', 'now', '10.0.0.0/99', '::ffff:999.1.1.1', 'fe80::1%x', '0.0.0.0/0', '::/0'],
  ...[
    'ß',
    'İ',
    'ﬁ',
    'Å',
    'e\u0301',
    long('\u0301', 200),
    long('a', 255),
    long('a', 256),
    long('é', 65_536),
    long('x', 70_000),
  ],
  ...[
    long('<', 3000),
    long('(', 3000),
    long('a.', 200),
    long(',', 2000),
    long('../', 500),
    long('%00', 20),
    long('"', 2000),
  ],
  ...[
    'App\\Models\\User',
    'FROM users FIELDS password',
    'FROM applications WHERE',
    long('(', 500) + '1',
    'password',
    '$2y$10$',
  ],
];

/** Names that mean something to the language that this is written in, or to the database. */
export const NAMES: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'length'],
  ...[
    'id',
    'ids',
    'items',
    'data',
    '_method',
    '_token',
    'password',
    'remember_token',
    'deleted_at',
    'created_at',
    'created_at_',
  ],
  ...[
    'then',
    'toJSON',
    '$ref',
    '$where',
    '',
    ' ',
    '.',
    '..',
    'a.b',
    'a[b]',
    '[]',
    '[0]',
    '0',
    '-1',
    'name[]',
    'name ',
    'NAME',
  ],
  ...['name_not', 'name_exists', 'search', 'trashed', 'ip_in', MARKUP, "'", '`', '\0', '\u{1f600}', 'x'.repeat(300)],
];

/** Values of every other type and size. */
const VALUES: ReadonlyArray<() => unknown> = [
  ...[null, true, false, 0, -0, -1, 1, 1.5, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63].map(
    (value) => () => value,
  ),
  () => [],
  () => ({}),
  () => [[]],
  () => [null],
  () => [{}],
  () => ({ id: 1 }),
  () => ({ id: { id: 1 } }),
  () => [1, '1', 1.5, -1, null, 'x', [1], { id: 1 }],
  () => ({ 0: 1, 1: 2 }),
  () => ({ length: 1e9 }),
  () => JSON.parse('{"__proto__": {"admin": true}}') as unknown,
  () => ({ constructor: { prototype: { admin: true } } }),
  () => ({ toString: 1, valueOf: 1, toJSON: 1 }),
  () => Array.from({ length: 3000 }, (_, i) => i),
  () => nested(200),
];

/** Lists in lists. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let at = 0; at < depth; at++) value = at % 2 ? [value] : { a: value };
  return value;
}

/** Any value at all. */
export const nastyValue = (below: Below): unknown => (below(3) ? nastyText(below) : pick(VALUES, below)());

/** Any text. */
export const nastyText = (below: Below): string =>
  below(8) ? pick(TEXTS, below) : pick(TEXTS, below).slice(0, 3000) + pick(TEXTS, below).slice(0, 3000);
