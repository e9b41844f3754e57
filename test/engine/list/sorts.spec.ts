/** Orders of lists, and the place in one where a page begins: names in, SQL out, or the 400 (contract 5). */
import { cursorOf, readPage } from '../../../src/engine/list/page.js';
import { orderOf, outcome } from './pure.js';

const sortOf = (path: string, sort: unknown): string => outcome(() => orderOf(path, sort).toString());

describe('sort', () => {
  it.each([
    ['the id comes last', 'name', 'name,id'],
    ['a minus turns a column round', '-name', '-name,id'],
    ['a plus and blanks mean nothing', ' +name , -description ', 'name,-description,id'],
    ['nothing behind the id counts', '-id,name', '-id'],
    ['a column counts once, as it came first', '-name,name', '-name,id'],
    ['a list', ['name', '-description'], 'name,-description,id'],
    ['empty parts are none', ',,', 'id'],
    ['another word than names', { name: 'asc' }, /^400 The parameter sort /],
    ['a column that there is not', 'nam', /^400 .*sort.*Did you mean name\?/],
    ['a column of another resource', 'rto', /^400 .*sort/],
  ])('%s', (_, sent, expected) => {
    if (typeof expected === 'string') expect(sortOf('sites', sent)).toBe(expected);
    else expect(sortOf('sites', sent)).toMatch(expected);
  });
  it('a hidden column is not named among those that there are', () => {
    expect(sortOf('users', 'password')).not.toMatch(/: .*password/);
  });
});

describe('what comes behind a row', () => {
  const behind = (sort: string, ...values: Array<string | number | null>): unknown => {
    const { sql, params } = orderOf('workstations', sort).behind(values, 't');
    return [sql.replaceAll('`', ''), params];
  };
  it.each<[string, string, Array<string | number | null>, string, unknown[]]>([
    ['by id', '', [7], '(t.id > ?)', [7]],
    ['by id, downwards', '-id', [7], '(t.id < ?)', [7]],
    [
      'by a number: an index is entered at its value',
      'disk',
      [5, 7],
      '(t.disk >= ? AND (t.disk > ? OR (t.disk = ? AND (t.id > ?))))',
      [5, 5, 5, 7],
    ],
    [
      'downwards: rows without a value are last',
      '-disk',
      [5, 7],
      '((t.disk < ? OR t.disk IS NULL OR (t.disk = ? AND (t.id > ?))))',
      [5, 5, 7],
    ],
    ['behind a row without a value', 'disk', [null, 7], '(t.disk IS NOT NULL OR (t.disk IS NULL AND (t.id > ?)))', [7]],
    ['behind the last ones', '-disk', [null, 7], '(t.disk IS NULL AND (t.id > ?))', [7]],
  ])('%s', (_, sort, values, sql, params) => {
    expect(behind(sort, ...values)).toEqual([sql, params]);
  });
});

describe('page', () => {
  const order = orderOf('workstations', '-disk');
  const after = cursorOf(order, [null, 7]);
  it.each([
    ['a plain number does not page', '2', undefined],
    ['by number', { number: '3', size: '10' }, { size: 10, number: 3 }],
    ['fifty objects where no size is given', { number: '' }, { size: 50, number: 1 }],
    ['the first one behind a cursor', { after: '' }, { size: 50, after: undefined }],
    ['behind one', { after, size: '5' }, { size: 5, after: [null, 7] }],
    ['of another order', { after: cursorOf(orderOf('workstations', 'disk'), [null, 7]) }, /^400 .*page\[after\]/],
    ['of other kinds of values', { after: cursorOf(order, ['x', 7]) }, /^400 .*page\[after\]/],
    ['of fewer values', { after: cursorOf(order, [null]) }, /^400 .*page\[after\]/],
    ['that is none', { after: 'x' }, /^400 .*page\[after\]/],
    ['that is a list', { after: [after] }, /^400 .*page\[after\]/],
    ['both at once', { after: '', number: '1' }, /^400 .*page\[after\]/],
    ['no page', { number: '0' }, /^400 .*page\[number\].*1000000000/],
    ['half a page', { number: '1.5' }, /^400 .*page\[number\]/],
    ['more than a thousand objects', { size: '1001' }, /^400 .*page\[size\].*1000/],
    ['another member', { count: '5' }, /^400 .*page\[count\].*number, size, after/],
  ])('%s', (_, sent, expected) => {
    const found = outcome(() => readPage(sent, order));
    if (expected instanceof RegExp) expect(found).toMatch(expected);
    else expect(found).toEqual(expected);
  });
});
