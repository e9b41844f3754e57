/** What forms make of values, and of changes that two people made at once. @seconds 2 */
import {
  changed,
  draftOf,
  draftsOf,
  merge,
  refusalOf,
  valueOf,
  type Draft,
  type DraftField,
} from '../../web/src/api/drafts.js';

const field = (name: string, form: string, rows?: readonly DraftField[]): DraftField => ({
  name,
  form,
  ...(rows && { rows }),
});

describe('drafts of forms', () => {
  it.each<[string, unknown, Draft, unknown]>([
    ['text', 'a', 'a', 'a'],
    ['text', null, '', null],
    ['number', 12, '12', 12],
    ['level', -1, '-1', -1],
    ['flag', 1, 'true', true],
    ['flag', 0, 'false', false],
    ['flag', null, '', null],
    ['day', '2026-02-01', '2026-02-01', '2026-02-01'],
    ['data', { a: [1] }, '{\n  "a": [\n    1\n  ]\n}', { a: [1] }],
    ['reference', 7, 7, 7],
    ['reference', null, null, null],
    ['links', [3, 1], [3, 1], [3, 1]],
    ['secret', undefined, '', null],
  ])('%s: %j stands there as %j', (form, value, draft, sent) => {
    const one = field('x', form);
    expect(draftOf(one, value)).toEqual(draft);
    expect(valueOf(one, draft)).toEqual(sent);
  });

  it.each([
    ['1\u202f200,5', 1200.5],
    ['-3', -3],
    ['soon', 'soon'],
    ['1,2,3', '1,2,3'],
  ])('a number typed as %j is sent as %j', (typed, sent) => {
    expect(valueOf(field('x', 'number'), typed)).toBe(sent);
  });

  it('keeps a moment in the time of its reader, and refuses what is no JSON', () => {
    const moment = field('at', 'moment');
    const draft = draftOf(moment, '2026-03-01T10:20:00.000000Z');
    expect(valueOf(moment, draft)).toBe('2026-03-01T10:20:00.000Z');
    expect(() => valueOf(field('x', 'data'), '{')).toThrow(SyntaxError);
  });

  it('reads and writes small rows by their columns', () => {
    const rows = field('values', 'rows', [field('note', 'text'), field('amount', 'number')]);
    const draft = draftOf(rows, [{ note: 'a', amount: 3, id: 9 }]);
    expect(draft).toEqual([{ note: 'a', amount: '3' }]);
    expect(valueOf(rows, draft)).toEqual([{ note: 'a', amount: 3 }]);
  });

  const fields = [field('name', 'text'), field('rto', 'minutes'), field('servers', 'links')];
  const before = draftsOf(fields, { name: 'A', rto: 60, servers: [1, 2] });

  it('tells what differs; links in another order do not', () => {
    expect(changed(fields, before, { ...before, servers: [2, 1] })).toEqual([]);
    expect(changed(fields, before, { ...before, rto: '', servers: [2] }).map(({ name }) => name)).toEqual([
      'rto',
      'servers',
    ]);
  });

  it.each<[string, Record<string, Draft>, Record<string, Draft>, Record<string, Draft>, string[], string[]]>([
    ['mine alone', { name: 'M' }, {}, { name: 'M', rto: '60', servers: [1, 2] }, [], []],
    ['theirs alone', {}, { rto: '90' }, { name: 'A', rto: '90', servers: [1, 2] }, [], ['rto']],
    ['the same twice', { name: 'S' }, { name: 'S' }, { name: 'S', rto: '60', servers: [1, 2] }, [], []],
    ['different things', { name: 'M' }, { name: 'T' }, { name: 'M', rto: '60', servers: [1, 2] }, ['name'], []],
    ['links', { servers: [2, 3] }, { servers: [1, 2, 4] }, { name: 'A', rto: '60', servers: [2, 4, 3] }, [], []],
  ])('puts two changes together: %s', (_, mine, theirs, drafts, both, others) => {
    const merged = merge(fields, before, { ...before, ...mine }, { ...before, ...theirs });
    expect(merged.drafts).toEqual(drafts);
    expect(merged.both.map(({ name }) => name)).toEqual(both);
    expect(merged.theirs.map(({ name }) => name)).toEqual(others);
  });

  it('gives the sentences of a refusal to their fields', () => {
    const errors = { name: ['Taken.'], 'servers.0': ['Gone.'], 'servers.3': ['Gone too.'], other: ['Else.'] };
    expect(refusalOf(fields, errors)).toEqual({
      fields: { name: ['Taken.'], servers: ['Gone.', 'Gone too.'] },
      others: ['Else.'],
    });
  });
});
