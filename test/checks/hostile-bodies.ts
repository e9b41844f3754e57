/** Bodies of checks that nobody should send. */

const HALF = '\ud800';
const LONG = 'x'.repeat(300_000);
const nested = (depth: number, of: unknown = 1): unknown => {
  let value = of;
  for (let i = 0; i < depth; i++) value = { a: value };
  return value;
};
/** So many names, each with a value. */
const many = (count: number, name: (i: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), '1']));
/** As it is sent: `JSON.stringify` leaves `__proto__` of a literal out. */
const PROTO = JSON.parse('{"__proto__": {"admin": true}}') as object;

/** What is sent in place of a member of a check that is right otherwise, and the first part of the key that is told. */
export const BODIES: ReadonlyArray<readonly [what: string, body: Record<string, unknown>, key: string]> = [
  ...['../../etc', 'a\r\nSet-Cookie: x', 'A', 'é', 'x'.repeat(61), 7, true, ['a'], { a: 1 }, `a${HALF}`, 'a\u0000'].map(
    (key) => ['a key', { key }, 'key'] as const,
  ),
  ...[null, [], 'Title', 7, { en: 7 }, { en: ['x'] }, { en: 'x'.repeat(191) }, { en: 'a\u0000b' }, { en: HALF }].map(
    (titles) => ['titles', { titles }, 'titles'] as const,
  ),
  ...['__proto__', 'constructor', 'de', 'EN', '', HALF].map(
    (language) =>
      [
        'a language',
        { titles: JSON.parse(JSON.stringify({ en: 'x' }).replace('}', `,${JSON.stringify(language)}:"x"}`)) },
        'titles',
      ] as const,
  ),
  ['a long about', { abouts: { en: 'x'.repeat(2001) } }, 'abouts'],
  ['a huge advice', { advices: { fr: LONG } }, 'advices'],
  ...['huge', 'HIGH', 4, {}, ['high'], null, '__proto__', 'constructor'].map(
    (severity) => ['a severity', { severity }, 'severity'] as const,
  ),
  ...['maybe', 2, {}, [], 'truefalse'].map((enabled) => ['enabled', { enabled }, 'enabled'] as const),
  ...[
    'users',
    'tokens',
    '__proto__',
    'constructor',
    'applications; DROP TABLE users',
    "x'",
    {},
    ['applications'],
    7,
  ].map((type) => ['a type', { type }, 'type'] as const),
  ...['x', 7, [], true, {}].map((filter) => ['a filter', { filter }, 'filter'] as const),
  ...[
    { __proto__x: '1' },
    PROTO,
    { constructor: '1' },
    { toString: '1' },
    { "name' OR 1=1 --": '1' },
    { 'name`': '1' },
    { 'users.password': 'x' },
    { [HALF]: '1' },
    { '': '1' },
    { name: nested(3) },
    { name: '' },
    { rto: null },
    { name: {} },
    { name: [] },
    { nothing: {} },
    { name: [null, []] },
    { rto: '1 OR 1=1' },
    { rto: '1e999' },
    { rto: 'NaN' },
    { created_at_after: '99999y' },
    { created_at_after: '-99999999999d' },
    { updated_at_between: 'today' },
    { name_like: { a: 1 } },
    { id: '99999999999999999999999' },
    many(51, (i) => `name_not_${i}`),
  ].map((filter) => ['a filter', { filter }, 'filter'] as const),
  ['a deep filter', { filter: nested(1000) as object }, ''],
  ...[
    7,
    [],
    {},
    '',
    'FROM',
    'FROM users',
    'FROM applications; DROP TABLE users',
    'FROM applications LIMIT 1',
    'FROM applications OUTPUT graph',
    `FROM applications WHERE ${'('.repeat(20_000)}`,
    `FROM applications WHERE name = '${LONG}`,
    `FROM applications FIELDS ${'logical_servers.applications.'.repeat(500)}name`,
    'FROM applications WHERE users.password = "x"',
    'FROM applications WHERE created_at < 999999999999d',
    { from: '__proto__' },
    { from: 'applications', fields: nested(1000) },
    { from: 'applications', fields: Array.from({ length: 20_000 }, () => 'name') },
    { from: 'applications', filters: [nested(1000)] },
    { from: 'applications', filters: PROTO },
    { from: ['applications'] },
  ].map((query) => ['a query', { filter: undefined, query }, 'query'] as const),
  ...['none', '__proto__', 'constructor', 'toString', 7, {}, ['ends']].map(
    (rule) => ['a rule', { filter: undefined, type: undefined, rule }, 'rule'] as const,
  ),
  ...[
    { within: '99999999d' },
    { within: '-1d' },
    { within: '5h' },
    { within: 'today; DROP' },
    { within: 30 },
    { within: {} },
    { past: 'perhaps' },
    { past: {} },
    { toString: 1 },
    { constructor: 1 },
    PROTO,
    [],
    'x',
  ].map((options) => ['options', { filter: undefined, type: undefined, rule: 'ends', options }, 'options'] as const),
  ...[{ need: 1e9 }, { need: -1 }, { need: '1e5' }, { need: null, least: 'x' }, { least: [] }].map(
    (options) => ['options', { filter: undefined, type: undefined, rule: 'single-point', options }, 'options'] as const,
  ),
  ...[{ types: ['users'] }, { types: [] }, { types: {} }, { types: [['sites']] }, { types: '__proto__' }].map(
    (options) => ['options', { filter: undefined, type: undefined, rule: 'orphan', options }, 'options'] as const,
  ),
  ...['x', 7, [], { nothing: '1' }, PROTO, { name: nested(3) }].map(
    (except) => ['except', { except }, 'except'] as const,
  ),
  ...[{ users: { name: 'x' } }, { sites: 'x' }, { sites: { nothing: '1' } }, { constructor: {} }, PROTO].map(
    (except) => ['except', { filter: undefined, type: undefined, rule: 'orphan', except }, 'except'] as const,
  ),
];
