/** Names of filters: which columns and relations each stands for, or the 400 that names the parameter (contract 5). */
import type { Relation } from '../../../src/engine/relations.js';
import { LANGUAGE, outcome } from './pure.js';

/** What a filter is read as: its columns and the relations that it follows. */
const filterOf = (path: string, name: string, sent: unknown): unknown =>
  outcome(() => {
    const followed: string[] = [];
    const collect = (relation: Relation): void => void followed.push(relation.name);
    const filter = LANGUAGE.filtersOf(LANGUAGE.targetOf(path)).read(name, sent, `filter[${name}]`, collect);
    return filter && { columns: filter.columns, byKey: filter.byKey, followed };
  });

describe('filters', () => {
  it.each([
    ['a column', 'name', 'x', { columns: ['name'], byKey: false, followed: [] }],
    ['a column with an operator', 'rto_gte', '4', { columns: ['rto'], byKey: false, followed: [] }],
    ['the id, by its key', 'id_between', '1,9', { columns: ['id'], byKey: true, followed: [] }],
    ['but not all but some', 'id_not', '1', { columns: ['id'], byKey: false, followed: [] }],
    ['an empty value is ignored', 'name', '', undefined],
    ['and so is one of commas', 'name_in', ', ,', undefined],
    ['a relation', 'databases.name', 'x', { columns: undefined, byKey: undefined, followed: ['databases'] }],
    [
      'two relations',
      ...(['entities.parent_entity.name', 'x'] as const),
      { columns: undefined, byKey: undefined, followed: ['entities', 'parent_entity'] },
    ],
    [
      'whether there is any',
      'databases_exists',
      'no',
      { columns: undefined, byKey: undefined, followed: ['databases'] },
    ],
    ['the fourth relation', 'entities.parent_entity.parent_entity.parent_entity.name', 'x', /^400 /],
    ['no yes or no', 'databases_exists', 'perhaps', /^400 The parameter filter\[databases_exists\] /],
    ['two of them', 'name_null', 'yes,no', /^400 The parameter filter\[name_null\] /],
    ['one of two', 'rto_between', '4', /^400 The parameter filter\[rto_between\] /],
    ['no number', 'rto', 'soon', /^400 The parameter filter\[rto\] .*number/],
    ['a list where one value is taken', 'rto_gt', ['1', '2'], /^400 The parameter filter\[rto_gt\] /],
    ['a value that is no list', 'name', { a: 'b' }, /^400 The parameter filter\[name\] /],
    ['1001 values', 'id_in', Array.from({ length: 1001 }, String), /^400 The parameter filter\[id_in\] .*1000/],
    ['33 words', 'search', 'a '.repeat(33), /^400 The parameter filter\[search\] .*32/],
    ['half a character', 'search', '\ud800', /^400 The parameter filter\[search\] /],
    ['a name that is nearly right', 'nam', 'x', /^400 .*filter\[nam\].*Did you mean name\?/],
    ['an operator that the column has not', 'rto_starts', '4', /^400 .*filter\[rto_starts\]/],
    ['an inherited name', '__proto__', 'x', /^400 .*filter\[__proto__\]/],
  ])('%s', (_, name, sent, expected) => {
    const found = filterOf('applications', name, sent);
    if (expected instanceof RegExp) expect(found).toMatch(expected);
    else expect(found).toEqual(expected);
  });
  it.each(['applications', 'physical-links', 'workstations'])(
    'contract 15: %s: of many names the nearest ten stand in the sentence, which stays short',
    (path) => {
      for (const name of ['nam', 'creatd_at', 'x'.repeat(5000), '\u{1f600}'.repeat(400)]) {
        const found = filterOf(path, name, 'x') as string;
        expect(found).toMatch(/^400 .*, and others: \/docs and GET \/api\/openapi\.json list all \d+\./s);
        expect(found.length).toBeLessThan(1000);
        const [, listed = ''] = /There are: (.*), and others/s.exec(found)!;
        expect(listed.split(', ')).toHaveLength(10);
      }
      expect(filterOf(path, 'creatd_at', 'x')).toMatch(/There are: created_at, /);
    },
  );
  it('a column that is never shown is none', () => {
    expect(filterOf('users', 'password', 'x')).toMatch(/^400 .*filter\[password\]/);
  });
  it.each([
    ['10.0.0.0/8,::1', { columns: undefined, byKey: undefined, followed: [] }],
    ['10.0.0.0/33', /^400 The parameter filter\[ip_in\] /],
    ['somewhere', /^400 The parameter filter\[ip_in\] /],
  ])('addresses in %s', (range, expected) => {
    const found = filterOf('logical-servers', 'ip_in', range);
    if (expected instanceof RegExp) expect(found).toMatch(expected);
    else expect(found).toEqual(expected);
  });
});
