import { Message } from '../../src/core/i18n/messages.js';
import { Problems } from '../../src/core/http/errors.js';
import { textOf } from '../../src/queries/language/forms.js';
import { readQuery } from '../../src/queries/language/json.js';
import { parseText } from '../../src/queries/language/parse.js';
import { printQuery } from '../../src/queries/language/print.js';
import { everything, Random, RandomQueries, type Json } from './random.js';

const a = { field: 'a', operator: '=', value: 1 };
const b = { field: 'b', operator: '=', value: 2 };
const c = { field: 'c', operator: '=', value: 3 };
const or = { boolean: 'and', group: [a, { ...b, boolean: 'or' }] };
const not = (part: object): object => ({ boolean: 'not', group: [part] });
const parsed = async (text: string): Promise<Json> => {
  const json = await parseText(text);
  if (json instanceof Message) throw new Error(json.in('en'));
  return json;
};
const fields = (...names: string[]): Json => ({ from: 'x', fields: names });
const where = async (text: string): Promise<unknown> => (await parsed(`FROM x WHERE ${text}`))['filters'];

describe('stored queries 4: the text form', () => {
  it.each<[string, Json]>([
    ['FROM applications', { from: 'applications' }],
    ['from logical-servers limit 7', { from: 'logical-servers', limit: 7 }],
    ['FROM `logical-servers`', { from: 'logical-servers' }],
    ['FROM x FIELDS name, a.b.c', { from: 'x', fields: ['name', 'a.b.c'] }],
    ['FROM x SELECT name', { from: 'x', fields: ['name'] }],
    ['FROM x COLUMNS name, columns', { from: 'x', select: ['name', 'columns'] }],
    ['FROM x FIELDS `in`, `limit`.`from`, list, graph', { from: 'x', fields: ['in', 'limit.from', 'list', 'graph'] }],
    ['FROM x WITH a.b, c', { from: 'x', traverse: ['a.b', 'c'] }],
    [
      'FROM x TRAVERSE a.(b).c',
      {
        from: 'x',
        traverse: [
          {
            segments: [
              { name: 'a', hidden: false },
              { name: 'b', hidden: true },
              { name: 'c', hidden: false },
            ],
          },
        ],
      },
    ],
    ['FROM x OUTPUT Graph', { from: 'x', output: 'graph' }],
    ['FROM x ORDER BY a, b DESC, -c, `in` asc', { from: 'x', order: ['a', '-b', '-c', 'in'] }],
    ['FROM x FIELDS order, by, count, column, outer, asc', fields('order', 'by', 'count', 'column', 'outer', 'asc')],
    ['FROM x LIMIT 3 OUTPUT list FIELDS a LIMIT 4', { from: 'x', limit: 4, output: 'list', fields: ['a'] }],
    ['-- what for\nFROM x -- who\nLIMIT 1--end', { from: 'x', limit: 1 }],
  ])('%s', async (text, json) => expect(await parsed(text)).toEqual(json));

  it.each<[string, unknown]>([
    ['a = 1 AND b = 2', [a, b]],
    ['a = 1 OR b = 2', [a, { ...b, boolean: 'or' }]],
    ['a = 1 OR b = 2 AND c = 3', [a, { boolean: 'or', group: [b, c] }]],
    ['(a = 1 OR b = 2) AND c = 3', [{ boolean: 'and', group: [a, { ...b, boolean: 'or' }] }, c]],
    ['NOT a = 1', [{ boolean: 'not', group: [a] }]],
    ['a = 1 OR NOT b = 2', [a, { boolean: 'or', group: [{ boolean: 'not', group: [b] }] }]],
    ['NOT (a = 1 AND b = 2)', [{ boolean: 'not', group: [{ boolean: 'and', group: [a, b] }] }]],
    ['EXISTS r', [{ exists: 'r' }]],
    ['NOT EXISTS r WHERE a = 1 AND b = 2', [{ not_exists: 'r', conditions: [a, b] }]],
    ['(EXISTS r WHERE a = 1) AND b = 2', [{ boolean: 'and', group: [{ exists: 'r', conditions: [a] }] }, b]],
    ['EXISTS r WHERE (a = 1) AND b = 2', [{ exists: 'r', conditions: [a] }, b]],
    [
      'EXISTS r WHERE (a = 1 OR EXISTS s) AND c = 3',
      [{ exists: 'r', conditions: [a, { exists: 's', boolean: 'or' }] }, c],
    ],
    ['EXISTS r WHERE a = 1 AND NOT EXISTS s', [{ exists: 'r', conditions: [a] }, { not_exists: 's' }]],
    [
      'EXISTS r WHERE EXISTS s WHERE a = 1 AND b = 2',
      [{ exists: 'r', conditions: [{ exists: 's', conditions: [a, b] }] }],
    ],
    ['EXISTS r WHERE NOT EXISTS s AND a = 1', [{ exists: 'r', conditions: [{ not_exists: 's' }, a] }]],
    ['EXISTS r WHERE NOT (a = 1 OR b = 2) AND c = 3', [{ exists: 'r', conditions: [not(or), c] }]],
    [
      'a = 2026-01-31 AND b < 30d AND c >= -2W AND d = today AND e != 2026-01-31T08:00:00+02:00',
      [
        { field: 'a', operator: '=', value: '2026-01-31' },
        { field: 'b', operator: '<', value: '30d' },
        { field: 'c', operator: '>=', value: '-2W' },
        { field: 'd', operator: '=', value: 'today' },
        { field: 'e', operator: '!=', value: '2026-01-31T08:00:00+02:00' },
      ],
    ],
    ['a IN (2026-01-31, -1y)', [{ field: 'a', operator: 'in', value: ['2026-01-31', '-1y'] }]],
    [
      'a IS TRUE OR b IS NOT FALSE',
      [
        { field: 'a', operator: 'is', value: true },
        { field: 'b', operator: 'is not', value: false, boolean: 'or' },
      ],
    ],
    ['COUNT(r) < 2', [{ count: 'r', operator: '<', value: 2 }]],
    [
      'EXISTS s WHERE a = 1 AND count(r WHERE a = 1 OR EXISTS t) <> 0 AND b = 2',
      [
        {
          exists: 's',
          conditions: [a, { count: 'r', conditions: [a, { exists: 't', boolean: 'or' }], operator: '!=', value: 0 }, b],
        },
      ],
    ],
    [
      'count = 1 AND outer = 1',
      [
        { ...a, field: 'count' },
        { ...a, field: 'outer' },
      ],
    ],
    ['a = count AND a = column AND a = outer', ['count', 'column', 'outer'].map((value) => ({ ...a, value }))],
    ['a < column(b)', [{ field: 'a', operator: '<', column: 'b' }]],
    [
      'EXISTS r WHERE a >= column(outer.b) AND a != outer.outer.c',
      [
        {
          exists: 'r',
          conditions: [
            { field: 'a', operator: '>=', column: 'outer.b' },
            { field: 'a', operator: '!=', column: 'outer.outer.c' },
          ],
        },
      ],
    ],
    ['NOT NOT EXISTS r', [{ boolean: 'not', group: [{ not_exists: 'r' }] }]],
    ['a <> 1', [{ field: 'a', operator: '!=', value: 1 }]],
    ['a.b >= -2.50', [{ field: 'a.b', operator: '>=', value: -2.5 }]],
    ['a NOT LIKE "x%"', [{ field: 'a', operator: 'not like', value: 'x%' }]],
    [
      'a IN (1, "two", TRUE) AND b NOT IN [x]',
      [
        { field: 'a', operator: 'in', value: [1, 'two', true] },
        { field: 'b', operator: 'not in', value: ['x'] },
      ],
    ],
    [
      'a IS NULL AND b IS NOT NULL',
      [
        { field: 'a', operator: '=', value: null },
        { field: 'b', operator: '!=', value: null },
      ],
    ],
    [
      `a = "say \\"x\\" \\\\" AND b = 'it\\'s'`,
      [
        { field: 'a', operator: '=', value: 'say "x" \\' },
        { field: 'b', operator: '=', value: "it's" },
      ],
    ],
    [
      'a = bare AND b = null AND c = False',
      [
        { field: 'a', operator: '=', value: 'bare' },
        { field: 'b', operator: '=', value: null },
        { field: 'c', operator: '=', value: false },
      ],
    ],
  ])('WHERE %s', async (text, filters) => expect(await where(text)).toEqual(filters));

  it.each<[string, number, number, string, string]>([
    ['', 1, 1, 'FROM', 'the end'],
    ['SELECT x', 1, 1, 'FROM', 'SELECT'],
    ['FROM', 1, 5, 'a name', 'the end'],
    ['FROM x\nWHERE', 2, 6, 'a name', 'the end'],
    ['FROM x\nWHERE a = "open', 2, 11, '"', '"'],
    ['FROM x\n  ; LIMIT 1', 2, 3, 'a word or a sign', ';'],
    ['FROM x LIMIT many', 1, 14, 'a whole number', 'many'],
    ['FROM x LIMIT 1.5', 1, 14, 'a whole number', '1.5'],
    ['FROM x FIELDS in', 1, 15, 'a name', 'in'],
    ['FROM x OUTPUT table', 1, 15, 'LIST, GRAPH', 'table'],
    ['FROM x WITH ((y))', 1, 14, 'a name', '('],
    ['FROM x WHERE (a = 1', 1, 20, ')', 'the end'],
    ['FROM x WHERE a', 1, 15, '=, !=', 'the end'],
    ['FROM x WHERE a NOT 1', 1, 20, 'LIKE, IN', '1'],
    ['FROM x WHERE a IS 1', 1, 19, 'NULL, TRUE, FALSE', '1'],
    ['FROM x ORDER name', 1, 14, 'BY', 'name'],
    ['FROM x ORDER BY', 1, 16, 'a name', 'the end'],
    ['FROM x WHERE COUNT(r) LIKE 2', 1, 23, '=, !=', 'LIKE'],
    ['FROM x WHERE COUNT(r) < many', 1, 25, 'a whole number', 'many'],
    ['FROM x WHERE COUNT(r.s) < 2', 1, 21, ')', '.'],
    ['FROM x WHERE a < column(1)', 1, 25, 'a name', '1'],
    ['FROM x WHERE a = 30days', 1, 20, 'AND, OR', 'days'],
    ['FROM x WHERE a IN ()', 1, 20, 'a text', ')'],
    ['FROM x WHERE a = 1 b = 2', 1, 20, 'AND, OR', 'b'],
    ['FROM x LIMIT 1 y', 1, 16, 'FIELDS, WHERE', 'y'],
    ['FROM x WHERE a = 1 LIMIT 1 AND b = 2', 1, 28, 'FIELDS, WHERE', 'AND'],
  ])('%j is refused with line, column and what was expected', async (text, line, column, expected, found) => {
    const problem = await parseText(text);
    expect(problem).toBeInstanceOf(Message);
    const [, place, wanted, there] = /^(Line \d+, column \d+): expected (.*), found (.*)\.$/.exec(
      (problem as Message).in('en'),
    )!;
    expect({ place, there }).toEqual({ place: `Line ${line}, column ${column}`, there: found });
    expect(wanted).toContain(expected);
  });

  it('nothing is too deep or too long for the stack', async () => {
    const texts = ['('.repeat(90_000), 'NOT '.repeat(20_000), 'NOT ('.repeat(9000), 'a = 1 AND '.repeat(9000)];
    texts.push('EXISTS a WHERE '.repeat(6000), 'COUNT(a WHERE '.repeat(6000), 'EXISTS a WHERE NOT '.repeat(5000));
    for (const text of texts) expect(await parseText(`FROM x WHERE ${text}`)).toBeInstanceOf(Message);
    expect(await parseText(`FROM x -- ${'y'.repeat(100_000)}`)).toBeInstanceOf(Message);
    expect(await parseText(`FROM x WHERE ${'('.repeat(40)}a = 1${')'.repeat(40)}`)).not.toBeInstanceOf(Message);
  });
});

describe('stored queries 4: printing is the inverse of reading', () => {
  it.each([
    'FROM x\nWHERE a = 1 OR b = 2 AND c = 3',
    'FROM x\nWHERE (a = 1 OR b = 2) AND c = 3',
    'FROM x\nWHERE NOT a = 1 AND NOT (b = 2 OR c = 3)',
    'FROM x\nWHERE a = 1 OR NOT b = 2',
    'FROM x\nWHERE NOT (EXISTS r) AND NOT EXISTS s WHERE (a = 1) AND b = 2',
    'FROM x\nWHERE EXISTS r WHERE a = 1 AND b = 2',
    'FROM x\nWHERE EXISTS r WHERE (NOT a = 1 OR EXISTS s)',
    'FROM x\nWHERE a IS TRUE AND b IS NOT FALSE AND COUNT(r WHERE a = 1 OR b = 2) >= 2 AND a < column(b)',
    'FROM x\nWHERE NOT COUNT(r) = 2 AND EXISTS r WHERE (a > column(outer.b) AND EXISTS s)\nORDER BY name, `in` DESC',
    'FROM `a-1-in`\nFIELDS `in`, `2x`.name\nCOLUMNS id\nWHERE a = "\\"\\\\\n"\nWITH a.(b).c\nOUTPUT graph\nLIMIT 5',
  ])('%j', async (text) => expect(textOf(await parsed(text))).toBe(text));

  it('a query in the JSON form is printed, whatever its spelling; what is none is null', () => {
    const filters = [
      { field: 'a', operator: 'LIKE', value: 'x' },
      { ...b, boolean: 'NOT' },
      { ...c, boolean: 'Or' },
    ];
    expect(textOf({ from: 'x', filters })).toBe('FROM x\nWHERE a LIKE "x" AND NOT b = 2 OR c = 3');
    expect(textOf({ from: 'x', filters: [{ field: 'a', operator: '<', value: 1.5e-7 }] })).toContain('0.00000015');
    expect([textOf(null), textOf([1]), textOf({ from: 5 }), textOf({ from: 'x', limit: 0 })]).toEqual(
      Array(4).fill(null),
    );
  });

  it('of thousands of random queries each reads back as it was printed', async () => {
    const queries = new RandomQueries(Random.seeded('printing'), everything());
    const printed = (json: unknown): string => {
      const problems = new Problems();
      const query = readQuery(json, 'query', problems);
      problems.throwIfAny();
      return printQuery(query!);
    };
    for (let i = 0; i < 3000; i++) {
      const json = queries.query();
      const canonical = await parsed(printed(json));
      const text = printed(canonical);
      // What was read once stays the same for ever, as text and as JSON.
      expect(await parsed(text)).toEqual(canonical);
      expect(printed(await parsed(text))).toBe(text);
    }
  });
});
