/** For every column: values that break a rule of it, with the sentence that says so, and spellings that are accepted. */
import type { Field } from '../../src/engine/index.js';

/** A value, and the sentence of contract 10 without its field; undefined where the wording is nobody's business. */
export type Bad = readonly [value: unknown, sentence: ((field: string) => string) | undefined];

const says =
  (rest: string) =>
  (field: string): string =>
    `The ${field} field ${rest}`;
const selected = (field: string): string => `The selected ${field} is invalid.`;

const RANGES: Record<string, readonly [number, number]> = {
  int: [-2147483648, 2147483647],
  uint: [0, 4294967295],
  utinyint: [0, 255],
  tinyint: [-128, 127],
  usmallint: [0, 65535],
  ubigint: [0, Number.MAX_SAFE_INTEGER],
};

const BROKEN: Record<string, string> = {
  'ext-refs': 'sans accolades',
  cidr: '10.0.0.0/33',
  ip: '10.0.0.999',
  'ip-list': '10.0.0.1, ici',
  'ip-or-cidr-list': '10.0.0.1, 10.0.0.0/40',
  'hex-colour': '#12',
  email: 'personne@',
  'two-letters': 'f1',
  urls: 'https://a.example ftp://b.example',
  'flow-label': 'colour',
  purl: 'npm/lodash',
  cpe: 'acme:product',
};

function badTexts({ rules, type }: Field): Bad[] {
  const { min, max, maxBytes, format } = rules;
  return [
    ...(min !== undefined ? [['x'.repeat(min - 1), says(`must be at least ${min} characters.`)] as const] : []),
    ...(max !== undefined ? [['x'.repeat(max + 1), says(`must not be greater than ${max} characters.`)] as const] : []),
    ...(maxBytes ? [['é'.repeat(maxBytes / 2 + 1), says(`must not be greater than ${maxBytes} bytes.`)] as const] : []),
    ...(type === 'text' && max === 65535
      ? [['é'.repeat(40_000), says('must not be greater than 65535 bytes.')] as const]
      : []),
    ...(format ? [[BROKEN[format], says('format is invalid.')] as const] : []),
    [{ a: 'texte' }, says('must be a string.')],
    [[['texte']], says('must be a string.')],
    [[1, 2], says('must be a string.')],
    ['un texte \0 percé', undefined],
    ['une moitié \ud800 de signe', undefined],
  ];
}

function badIntegers({ rules, type }: Field): Bad[] {
  const [least, most] = RANGES[type]!;
  const [min, max] = [rules.min ?? least, rules.max ?? most];
  const wrong = ['sept', 1.5, '1.5', { a: 1 }, [1], [[1]], true, '0x10', '9'.repeat(25)];
  return [
    [least - 1, says(`must be at least ${rules.min !== undefined && least === rules.min ? rules.min : least}.`)],
    [most + 1, says(`must not be greater than ${most}.`)],
    ...(rules.enum ? [[99, selected] as const, ['98', selected] as const] : []),
    ...(rules.min !== undefined && min > least ? [[min - 1, says(`must be at least ${min}.`)] as const] : []),
    ...(rules.max !== undefined && max < most ? [[max + 1, says(`must not be greater than ${max}.`)] as const] : []),
    ...wrong.map((value): Bad => [value, says('must be an integer.')]),
  ];
}

const each = (values: unknown[], sentence: Bad[1]): Bad[] => values.map((value) => [value, sentence]);

/** Values that must be refused with 422 for a column; `dead` is the id of a deleted object for references. */
export function badValues(field: Field, dead: number): Bad[] {
  switch (field.kind) {
    case 'int':
      return badIntegers(field);
    case 'decimal':
      return [
        ...each(['beaucoup', { a: 1 }, [1], '1e3', true], says('must be a number.')),
        [1e11, says('must not be greater than 9999999999.99.')],
      ];
    case 'flag':
      return each(['peut-être', 2, -1, { a: 1 }, [1]], says('must be true or false.'));
    case 'day':
    case 'moment':
      return each(
        ['2023-02-29', '2024-13-01', 'hier', 5, true, { a: 1 }, ['2024-01-01'], '2024-01-01T25:00:00Z', '0000-00-00'],
        says('must be a valid date.'),
      );
    case 'ref':
      return each([4_000_000_000, dead, 'sept', 0, -1, 1.5, '01', { a: 1 }, { id: dead }, [1], true], selected);
    case 'json':
      return each([5, [1], '[1]', true, '{"a":'], undefined);
    case 'list':
      return each([5, 'texte', '{"a":1}', { a: 1 }, true, '[1'], says('must be a JSON list.'));
    case 'morph':
      return each(['App\\Models\\Rien', 5, { a: 1 }, [1]], undefined);
    default:
      return badTexts(field);
  }
}

const DAYS: Array<[unknown, unknown]> = [
  ['2024-02-29T23:59:00+05:00', '2024-02-29'],
  ['2024-03-01T00:30:00.000000Z', '2024-03-01'],
  [' 1999-12-31 ', '1999-12-31'],
];
const WALL_TIMES: Array<[unknown, unknown]> = [
  ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
  ['2024-02-29T23:30:00-02:00', '2024-02-29T23:30:00.000000Z'],
  ['2024-02-29 08:15', '2024-02-29T08:15:00.000000Z'],
];
const MOMENTS: Array<[unknown, unknown]> = [
  ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
  ['2024-02-29T23:30:00-02:00', '2024-03-01T01:30:00.000000Z'],
  ['2024-02-29 08:15', '2024-02-29T08:15:00.000000Z'],
];
const TRUE = [true, 1, '1', 'true', 'TRUE', 'on', 'yes', 'Yes'];
const FALSE = [false, 0, '0', 'false', 'False', 'off', 'no'];

/** Spellings of values that are accepted, with what is answered; for columns without rules on their text. */
export function spellings(field: Field, [first, second]: readonly number[]): Array<[unknown, unknown]> {
  const { kind, rules, hidden, boolean } = field;
  if (kind === 'int' && !rules.enum)
    return [
      ['12', 12],
      [' 13 ', 13],
      ['+14', 14],
    ];
  if (kind === 'int') return [...rules.enum!.labels.keys()].map((code) => [String(code), code]);
  if (kind === 'decimal')
    return [
      ['12.5', 12.5],
      [7, 7],
      ['-3.456', -3.46],
      [0.1, 0.1],
    ];
  if (kind === 'day') return DAYS;
  if (kind === 'moment') return field.zoneless ? WALL_TIMES : MOMENTS;
  if (kind === 'flag') {
    const of = (words: unknown[], value: number): Array<[unknown, unknown]> =>
      words.map((word) => [word, boolean ? value === 1 : value]);
    return [...of(TRUE, 1), ...of(FALSE, 0)];
  }
  if (kind === 'ref')
    return [
      [String(first), first],
      [{ id: second, name: 'x' }, second],
      [{ id: `${first}` }, first],
    ];
  if (hidden || rules.format || rules.uniqueLive || rules.max === 2 || !TEXTS.has(kind)) return [];
  if (field.exact) return EXACT;
  return kind === 'html' ? RICH : PLAIN;
}

const TEXTS = new Set(['name', 'string', 'text', 'html']);
const PLAIN: Array<[unknown, unknown]> = [
  ['  bords  ', 'bords'],
  ['a < b & c > d', 'a < b & c > d'],
  [true, '1'],
  [false, '0'],
  // Kept as they are (contract 15).
  ['du <b>gras<br><script>alert(1)', 'du <b>gras<br><script>alert(1)'],
  ['Ana <ana@x.example>', 'Ana <ana@x.example>'],
  [1234, '1234'],
];
/** Kept to the byte. */
const EXACT: Array<[unknown, unknown]> = [['  bords\r\n ', '  bords\r\n '], ...PLAIN.slice(1)];
const RICH: Array<[unknown, unknown]> = [
  ['<p>x</p>', '<p>x</p>'],
  ['texte', 'texte'],
  ['<p onclick="x()">y</p><script>alert(1)</script>', '<p>y</p>'],
  ['<a href="javascript:x">z</a>', '<a>z</a>'],
  [true, '1'],
];
