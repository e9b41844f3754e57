/** Values of filters: what the text of a query string is compared as (contract 5). */
import { alternatives, valueOf } from '../../../src/engine/list/filter-values.js';
import { CALENDAR, CLOCK, fieldOf } from './pure.js';

const same = (value: unknown): object => ({ from: value, to: value });

describe('the value of a filter', () => {
  it.each([
    ['text as it stands', 'sites', 'name', ' a,b ', same(' a,b ')],
    ['no NUL in a text', 'sites', 'name', 'a\0', undefined],
    ['no half of a character', 'sites', 'name', 'a\ud800', undefined],
    ['whole numbers, blanks around them', 'sites', 'id', ' 12 ', same(12)],
    ['a sign', 'sites', 'id', '-3', same(-3)],
    ['no fraction of a whole number', 'sites', 'id', '1.5', undefined],
    ['no number beyond fifteen digits', 'sites', 'id', '1'.repeat(16), undefined],
    ['no other spelling of a number', 'sites', 'id', '1e3', undefined],
    ['a fraction of an amount', 'workstations', 'fin_value', '1.25', same(1.25)],
    ['no seventh digit of a fraction', 'workstations', 'fin_value', '0.1234567', undefined],
    ['yes', 'entities', 'is_external', ' ON ', same(1)],
    ['no', 'entities', 'is_external', 'false', same(0)],
    ['neither', 'entities', 'is_external', 'maybe', undefined],
    ['a day', 'certificates', 'end_validity', '2024-02-29', same('2024-02-29')],
    [
      'the day of a time, in whatever zone',
      'certificates',
      'end_validity',
      '2024-02-29T23:30:00-05:00',
      same('2024-02-29'),
    ],
    ['no day that there is not', 'certificates', 'end_validity', '2023-02-29', undefined],
    [
      'a time, by the clock of the database',
      'sites',
      'created_at',
      '2024-06-01T10:00:00Z',
      same('2024-06-01 12:00:00'),
    ],
    ['in winter too', 'sites', 'created_at', '2024-01-01T12:00:00+02:00', same('2024-01-01 11:00:00')],
    [
      'a bare date: all of its day, in UTC',
      ...(['sites', 'created_at', '2024-06-01'] as const),
      { from: '2024-06-01 02:00:00', to: '2024-06-02 01:59:59' },
    ],
    ['a day counted from today, in TIME_ZONE', 'certificates', 'end_validity', ' -1m ', same('2024-02-29')],
    ['no hours of a day', 'certificates', 'end_validity', '1h', undefined],
    ['a day beyond the calendar', 'certificates', 'end_validity', '99999y', undefined],
    ['today is a text beside texts', 'sites', 'name', 'today', same('today')],
    [
      'a whole day of TIME_ZONE, by the clock of the database',
      ...(['sites', 'created_at', 'today'] as const),
      { from: '2024-03-30 05:00:00', to: '2024-03-31 05:59:59' },
    ],
    ['hours from now', 'sites', 'created_at', '-12h', same('2024-03-30 16:30:00')],
    [
      'a time without a zone, as a clock of TIME_ZONE shows it',
      ...(['physical-servers', 'install_date', '1d'] as const),
      { from: '2024-03-31 00:00:00', to: '2024-03-31 23:59:59' },
    ],
    ['no time that there is not', 'sites', 'created_at', '2024-06-01T25:00:00Z', undefined],
  ])('%s', (_, path, column, text, expected) => {
    expect(valueOf(text, fieldOf(path, column), { clock: CLOCK, calendar: CALENDAR })).toEqual(expected);
  });
});

describe('the alternatives of a filter', () => {
  it.each([
    ['a comma separates', 'a,b', ['a', 'b']],
    ['but not behind a backslash', 'a\\,b,c', ['a,b', 'c']],
    ['empty ones do not count', ',a, ,', ['a']],
    ['nothing', '', []],
    ['elements of a list are whole', ['a,b', 'c'], ['a,b', 'c']],
    ['but for backslashes', ['a\\,b'], ['a,b']],
    ['a list by large indexes', { 0: 'a', 70000: 'b' }, ['a', 'b']],
    ['names are no indexes', { a: 'b' }, undefined],
    ['no lists in lists', ['a', ['b']], undefined],
    ['no null', null, undefined],
  ])('%s', (_, sent, expected) => {
    expect(alternatives(sent)).toEqual(expected);
  });
});
