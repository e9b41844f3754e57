/** Rules of the pages that need no browser: marks of a search, beginnings of reports, completeness, queries. */
import type { Kind } from '../../web/src/api/kinds.js';
import { ago, daysUntil } from '../../web/src/home/ago.js';
import { addressOfLack, completenessOf } from '../../web/src/home/completeness.js';
import { completionsAt, type Vocabulary } from '../../web/src/queries/complete.js';
import { glossaryOf, headingOf } from '../../web/src/queries/headings.js';
import { withIds } from '../../web/src/queries/linked.js';
import { layersOf } from '../../web/src/queries/layers.js';
import { mistakesOf } from '../../web/src/queries/mistakes.js';
import { questionAbout, readPlain, textOf } from '../../web/src/queries/plain.js';
import { WORDS } from '../../src/queries/language/words.js';
import { sheetsOf } from '../../web/src/reports/preview.js';
import { marked } from '../../web/src/search/mark.js';

describe('front: what a search marks', () => {
  const shown = (text: string, wanted: string): string =>
    marked(text, wanted)
      .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
      .join('');
  it.each([
    ['Clarté', 'CLARTE', '[Clarté]'],
    ['dpi-clarté-2', 'clarte', 'dpi-[clarté]-2'],
    ['e\u0301clair', 'ecl', '[e\u0301cl]air'],
    ['ﬁle server', 'file', '[ﬁle] server'],
    ['10.10.1.4, 10.10.1.40', '10.10.1.4', '[10.10.1.4], [10.10.1.4]0'],
    ['server of the emergency', 'emergency server', '[server] of the [emergency]'],
    ['100 % of it', '%', '100 [%] of it'],
    ['nothing here', 'xyz', 'nothing here'],
    ['', 'x', ''],
    ['text', '  ', 'text'],
  ])('%s, looked for: %s', (text, wanted, expected) => {
    expect(shown(text, wanted)).toBe(expected);
  });
});

describe('front: the beginning of a report', () => {
  const whole = JSON.stringify({
    report: 'x',
    generatedAt: '2026-01-01T00:00:00.000Z',
    sheets: [
      {
        name: 'One "]}',
        columns: ['A', 'B'],
        levels: [1],
        rows: [
          ['a\\"]', 1],
          ['[b', null],
          ['c', 2],
        ],
      },
      { name: 'Two', columns: ['C'], sums: [0], rows: [['d']] },
    ],
  });
  it('can be read wherever it breaks off, and never tells more than there is', () => {
    const all = sheetsOf(whole);
    for (let end = 0; end < whole.length; end++) {
      const sheets = sheetsOf(whole.slice(0, end));
      expect(sheets.length).toBeLessThanOrEqual(2);
      sheets.forEach((sheet, i) => {
        expect({ ...sheet, rows: [] }).toEqual({ ...all[i], rows: [] });
        expect(all[i]!.rows.slice(0, sheet.rows.length)).toEqual(sheet.rows);
      });
    }
    expect(sheetsOf(whole.slice(0, whole.indexOf(',["c"')))[0]!.rows).toHaveLength(2);
    expect(sheetsOf(whole.slice(0, -4)).map(({ rows }) => rows.length)).toEqual([3, 1]);
  });
});

describe('front: times', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  it.each([
    ['2026-11-22T12:05:00Z', 'this minute'],
    ['2026-11-22T11:59:30Z', 'this minute'],
    ['2026-11-22T11:58:00Z', '2 minutes ago'],
    ['2026-11-22T09:00:01Z', '2 hours ago'],
    ['2026-11-21T11:00:00Z', 'yesterday'],
    ['2026-09-01T00:00:00Z', '2 months ago'],
    ['2020-01-01T00:00:00Z', '6 years ago'],
  ])('%s was %s', (at, words) => {
    expect(ago(Date.parse(at), now, 'en')).toBe(words);
  });
  it('days are counted as days, over the change of clocks too', () => {
    expect(daysUntil('2026-03-30', '2026-03-28', 'en')).toBe('in 2 days');
    expect(daysUntil('2026-11-20T00:00:00Z', '2026-11-22', 'fr')).toBe('avant-hier');
  });
});

const kind = (path: string, hue: number, more: Partial<Kind> = {}): Kind =>
  ({
    ...{ path, hue, titles: { en: path }, view: { en: `view ${hue}` }, columns: [], links: [] },
    ...more,
  }) as unknown as Kind;

describe('front: how complete the map is', () => {
  const kinds = new Map(['Applications', 'Databases', 'Sites'].map((name, i) => [name, kind(name, i < 2 ? 3 : 6)]));
  const sheet = {
    name: 'Maturity',
    columns: ['Object'],
    // A view may be called as a kind in it.
    sums: [0, 3],
    rows: [
      ['Applications', 6, 20, 30, 2, 20, 10, null, null, null],
      ['Applications', 5, 10, 50, 1, 10, 10, null, null, null],
      ['Databases', 1, 10, 10, 1, 10, 10, null, null, null],
      ['Physical', 3, 3, 100, 0, 0, null, 0, 3, 0],
      ['Sites', 3, 3, 100, 0, 0, null, 0, 3, 0],
    ],
  };
  it('is told by view, with the kind in which most lacks', () => {
    expect(completenessOf(sheet, kinds, 1)).toEqual([
      { titles: { en: 'view 3' }, hue: 3, share: 0.3, weakest: { kind: kinds.get('Databases'), share: 0.1 } },
      { titles: { en: 'view 6' }, hue: 6, share: 1 },
    ]);
    expect(completenessOf(sheet, kinds, 2).map(({ share }) => share)).toEqual([0.1, null]);
    expect(completenessOf(sheet, kinds, 3).map(({ share }) => share)).toEqual([null, 0]);
    expect(completenessOf(undefined, kinds, 1)).toEqual([]);
  });
  it('tells what most objects lack of all that the level asks for, and which table has these', () => {
    const part = (name: string, more: object = {}) => ({ name, titles: { en: name }, kind: 'string', ...more });
    const databases = kind('databases', 3, {
      titles: { en: 'Databases' },
      columns: [part('type'), part('security_need_c', { codes: [{ code: -1, en: 'not set' }] })],
      links: [
        { name: 'entities', titles: { en: 'Entities' } },
        { name: 'actors', titles: { en: 'Actors' } },
      ],
    } as unknown as Partial<Kind>);
    const own = new Map([...kinds, ['Databases', databases]]);
    const table = (...rows: Array<[number, string, number]>): string | undefined => {
      const lacking = { name: '', columns: [], rows: rows.map((row) => ['Databases', ...row]) };
      const weak = ['Databases', 1, 10, 10, 0, 10, 0, null, null, null];
      const rated = { ...sheet, rows: sheet.rows.map((row) => (row[0] === 'Databases' ? weak : row)) };
      const [first] = completenessOf(rated, own, 2, lacking);
      return first?.weakest?.lack && addressOfLack(databases, first.weakest.lack);
    };
    expect(table()).toBeUndefined();
    expect(table([3, 'type', 9])).toBeUndefined();
    expect(table([1, 'type', 3], [2, 'security_need_c', 2])).toBe('/objects/databases?filter[type_empty]=true');
    expect(table([1, 'type', 3], [2, 'security_need_c', 4])).toBe(
      '/objects/databases?filter[security_need_c_empty]=true',
    );
    expect(table([1, 'entities|actors', 1])).toBe(
      '/objects/databases?filter[entities_exists]=false&filter[actors_exists]=false',
    );
  });
});

describe('front: where the mistakes of a query stand', () => {
  const place = (text: string, errors: Record<string, string[]>): Array<string | undefined> =>
    mistakesOf(errors, text).map(({ range }) => range && text.slice(range.from, range.to));
  it.each<[string, Record<string, string[]>, Array<string | undefined>]>([
    ['FROM applications FIELDS name WHERE', { query: ['Line 1, column 36: expected NOT, found the end.'] }, ['WHERE']],
    ['FROM a\nFIELDS ,', { query: ['Ligne 2, colonne 8 : attendu un nom, trouvé ,.'] }, [',']],
    [
      'FROM applicatons FIELDS x',
      { 'query.from': ['There is no model applicatons. Did you mean applications?'] },
      ['applicatons'],
    ],
    ['FROM a FIELDS b, c.nmae', { 'query.fields.1': ['c have no column nmae.'] }, ['c.nmae']],
    ['FROM a ORDER BY b, nmae DESC', { 'query.order.1': ['a have no column nmae. Did you mean name?'] }, ['nmae']],
    ['FROM a WHERE COUNT(foo) < 2', { 'query.filters.0.count': ['a have no relation foo.'] }, ['foo']],
    [
      'FROM a WHERE b = 1 AND rto < column(outer.rot)',
      { 'query.filters.1.column': ['There is no object around this one that outer.rot could be of.'] },
      ['outer.rot'],
    ],
    ['FROM a WHERE b < 30days', { query: ['Line 1, column 18: expected AND, found days.'] }, ['30days']],
    ['FROM a WITH b, (c).d', { 'query.traverse.1': ['a have no relation c.'] }, ['c']],
    [
      'FROM a WHERE x = "AND y" AND rto = "z"',
      { 'query.filters.1.value': ['The value field must be a number.'] },
      ['"z"'],
    ],
    [
      'FROM a WHERE (x = 1 OR EXISTS foo) AND y = 2',
      { 'query.filters.0.group.1.exists': ['a have no relation foo.'] },
      ['foo'],
    ],
    [
      'FROM a WHERE EXISTS b WHERE bad = 1 AND y = 2',
      { 'query.filters.0.conditions.0.field': ['b have no column bad.'] },
      ['bad'],
    ],
    ['FROM a -- nmae\nFIELDS nmae', { 'query.fields.0': ['a have no column nmae. Did you mean name?'] }, ['nmae']],
    ['FROM a', { name: ['The name field is required.'], 'query.limit': ['Too many.'] }, [undefined, undefined]],
  ])('%s', (text, errors, expected) => {
    expect(place(text, errors)).toEqual(expected);
  });
});

describe('front: what a query can go on with', () => {
  const LEVELS = ['none', 'low', 'medium', 'high', 'very high'].map((en, code) => ({ code, en }));
  const column = (name: string, en: string): object => ({ name, titles: { en }, kind: 'string' });
  const kinds = new Map([
    [
      'applications',
      kind('applications', 3, {
        titles: { en: 'Applications' },
        label: 'name',
        columns: [
          column('name', 'Name'),
          { ...column('security_need_a', 'Availability'), kind: 'number', need: 'a', codes: LEVELS },
          { ...column('ends', 'Ends'), kind: 'day' },
        ],
        links: [{ name: 'logical_servers', titles: { en: 'Logical servers' }, target: 'logical-servers' }],
      } as unknown as Partial<Kind>),
    ],
    [
      'logical-servers',
      kind('logical-servers', 5, {
        titles: { en: 'Logical servers' },
        label: 'name',
        columns: [column('name', 'Name'), column('operating_system', 'Operating system')],
        links: [],
      } as unknown as Partial<Kind>),
    ],
  ]);
  const vocabulary: Vocabulary = { kinds, words: WORDS };
  /** The place of the caret is `|`. */
  const offered = (text: string, isAsked = false): string[] => {
    const caret = text.indexOf('|');
    return completionsAt(text.replace('|', ''), caret, vocabulary, isAsked).choices.map((choice) => choice.text);
  };
  it.each<[string, string[]]>([
    ['fr|', ['FROM']],
    ['FROM appl|', ['applications']],
    ['FROM serv|', ['logical-servers']],
    ['FROM applications FIELDS avail|', ['security_need_a']],
    ['FROM applications FIELDS logical_servers.op|', ['operating_system']],
    ['FIELDS na| FROM applications', ['name']],
    ['FROM applications WHERE EXISTS logi|', ['logical_servers']],
    ['FROM applications WHERE EXISTS logical_servers WHERE oper|', ['operating_system']],
    ['FROM applications WHERE (EXISTS logical_servers WHERE operating_system = "x") AND na|', ['name']],
    ['FROM applications WITH na|', []],
    ['FROM applications WITH log|', ['logical_servers']],
    ['FROM applications OUTPUT g|', ['GRAPH']],
    ['FROM applications WHERE name = "na|', []],
    ['FROM applications LIMIT 1|', []],
    ['FROM applications FIELDS name| ', []],
    ['FROM dragons FIELDS na|', []],
    ['FROM applications WHERE COUNT(logi|', ['logical_servers']],
    ['FROM applications WHERE COUNT(logical_servers WHERE oper|', ['operating_system']],
    ['FROM applications WHERE COUNT(logical_servers WHERE operating_system = "x") < 2 AND avail|', ['security_need_a']],
    [
      'FROM applications WHERE EXISTS logical_servers WHERE operating_system = column(outer.avail|',
      ['security_need_a'],
    ],
    ['FROM applications ORD|', ['ORDER']],
    ['FROM applications ORDER BY avail|', ['security_need_a']],
    ['FROM applications WHERE security_need_a IS NOT TR|', ['TRUE', 'TRAVERSE']],
  ])('%s', (text, expected) => {
    expect(offered(text)).toEqual(expected);
  });
  it.each<[string, string[] | null]>([
    ['name', ['Name']],
    ['security_need_a', ['Availability']],
    ['logical_servers', ['Logical servers']],
    ['logical_servers.operating_system', ['Logical servers', 'Operating system']],
    ['logical_servers.nmae', null],
    ['databases.name', null],
    ['count', null],
  ])('a column of a result, %s, is called %j', (column, expected) => {
    expect(headingOf(column, 'applications', kinds)?.map(({ text }) => text) ?? null).toEqual(expected);
    expect(headingOf(column, 'dragons', kinds)).toBeNull();
  });
  it.each<[string, Record<string, string>]>([
    ['FROM applications FIELDS name', { applications: 'Applications', name: 'Name' }],
    [
      'FROM applications FIELDS name, logical_servers.operating_system WHERE security_need_a >= 3 AND name LIKE "name"',
      {
        applications: 'Applications',
        name: 'Name',
        'logical_servers.operating_system': 'Logical servers › Operating system',
        security_need_a: 'Availability',
      },
    ],
    [
      'FROM applications WHERE EXISTS logical_servers WHERE operating_system = "x"',
      {
        applications: 'Applications',
        logical_servers: 'Logical servers',
        operating_system: 'Logical servers › Operating system',
      },
    ],
    ['FROM dragons FIELDS name', {}],
    ['', {}],
  ])('the names of %s are told in words', (text, expected) => {
    const told = glossaryOf(text, kinds).map(({ name, words }) => [name, words.map((word) => word.text).join(' › ')]);
    expect(Object.fromEntries(told)).toEqual(expected);
  });
  it.each<[string, string | undefined]>([
    ['FROM applications', undefined],
    ['FROM applications FIELDS name, logical_servers.operating_system ORDER BY name DESC LIMIT 5', undefined],
    ['from applications select name order by -name', undefined],
    ['FROM applications FIELDS name WHERE name LIKE "%a \\"b\\"%" AND NOT name LIKE "%c%"', undefined],
    ['FROM applications FIELDS name WHERE security_need_a >= 4', 'security_need_a >= "very high"'],
    ['FROM applications FIELDS name WHERE security_need_a = "Very high"', 'security_need_a = "very high"'],
    ['FROM applications FIELDS name WHERE security_need_a IS NULL OR name IS NOT NULL', undefined],
    ['FROM applications FIELDS name WHERE EXISTS logical_servers', undefined],
    ['FROM applications FIELDS name WHERE NOT EXISTS logical_servers OR name = "x"', undefined],
    ['FROM applications FIELDS name WHERE (EXISTS logical_servers) AND name = "x"', 'EXISTS logical_servers AND name'],
    ['FROM applications FIELDS name WHERE name = "x" OR (name = "y" AND NOT (name = "z" OR ends < today))', undefined],
    [
      'FROM applications FIELDS name WHERE name = "x" AND name = "y" OR name = "z"',
      '(name = "x" AND name = "y") OR name',
    ],
    ['FROM applications FIELDS name WHERE NOT security_need_a = 3', 'NOT (security_need_a = "high")'],
    ['FROM applications FIELDS name WHERE NOT (name = "x" AND ends < today)', 'NOT ((name = "x" AND ends < today))'],
    ['FROM applications FIELDS name WHERE security_need_a IN ("very high", none)', 'IN ("very high", "none")'],
    [
      'FROM applications FIELDS name WHERE name IN ["a", b] AND name NOT IN ("c")',
      'name IN ("a", "b") AND name NOT IN ("c")',
    ],
    [
      'FROM applications FIELDS name WHERE COUNT(logical_servers) < 2 AND COUNT(logical_servers) <> 0',
      'COUNT(logical_servers) != 0',
    ],
    [
      'FROM applications FIELDS name WHERE COUNT(logical_servers WHERE operating_system LIKE "%x%" OR name = "y") >= 2',
      undefined,
    ],
    ['FROM applications FIELDS name WHERE security_need_a = column(security_need_a)', undefined],
    ['FROM applications FIELDS name WHERE EXISTS logical_servers WHERE (name = column(outer.name))', undefined],
    [
      'FROM applications FIELDS name WHERE EXISTS logical_servers WHERE name != outer.name',
      'WHERE (name != column(outer.name))',
    ],
    [
      'FROM applications FIELDS name WHERE EXISTS logical_servers WHERE name = "a" AND operating_system = "b" AND (name = "c")',
      'WHERE (name = "a" AND operating_system = "b") AND name = "c"',
    ],
    ['FROM applications FIELDS name WHERE ends > column(ends)', undefined],
    ['FROM applications FIELDS name WHERE ends >= today AND ends <= 30d', '(ends >= today AND ends <= 30d)'],
    ['FROM applications FIELDS name WHERE (ends >= today AND ends <= 30d) AND ends < today', undefined],
    ['FROM applications FIELDS name WHERE (ends >= -7d AND ends <= today) OR ends > 2026-01-31', undefined],
  ])('the form shows %s, and writes the same', (text, part) => {
    const query = readPlain(text, kinds)!;
    const written = textOf(query, kinds);
    expect(readPlain(written, kinds)).toEqual(query);
    const same = (one: string): string => one.replace(/\s+/g, ' ');
    if (part) expect(written).toContain(part);
    else if (!text.startsWith('from')) expect(same(written)).toBe(same(text));
  });
  it.each(
    [
      ['', 'FIELDS name', 'FROM dragons', 'FROM applications OUTPUT graph', 'FROM applications WITH logical_servers'],
      ['FROM applications FIELDS nmae', 'FROM applications FIELDS logical_servers', 'FROM applications WHERE'],
      [
        ...[
          'COUNT(databases) < 2',
          'COUNT(logical_servers) < x',
          'COUNT(logical_servers WHERE nmae = 1) < 2',
          'name IN ("a;b")',
        ],
        ...['security_need_a < column(security_need_a)', 'name LIKE "a%"', 'name LIKE "%a_b%"', 'name NOT LIKE "%a%"'],
        ...['name = column(security_need_a)', 'name = column(outer.name)', 'name = outer.name', 'name = column(nmae)'],
        ...[
          'ends < 30d',
          'ends = today',
          '(((((name = "x") OR name = "y") AND name = "z") OR name = "a") AND name = "b") OR name = "c"',
        ],
        ...[`${'('.repeat(5000)}name = "x"${')'.repeat(5000)}`, 'NOT '.repeat(5000)],
        ...['NOT (EXISTS logical_servers', '(ends >= today AND name <= 30d)', 'name = "x" AND', 'EXISTS databases'],
      ].map((condition) => `FROM applications WHERE ${condition}`),
    ].flat(),
  )('the form leaves %j to the text', (text) => expect(readPlain(text, kinds)).toBeNull());
  it('the form leaves out what is not whole yet', () => {
    const condition = { links: [], column: 'name', test: 'contains' as const, value: ' ' };
    const where = { join: 'none' as const, parts: [condition, { join: 'any' as const, parts: [condition] }] };
    const query = { ...questionAbout(kinds.get('applications')!), where };
    expect(textOf(query, kinds)).toBe('FROM applications\nFIELDS name');
  });
  it.each<[string, string, string[]]>([
    ['FROM applications FIELDS name WHERE x = 1', 'FROM applications FIELDS name, id WHERE x = 1', ['name']],
    [
      'FROM applications FIELDS id, name, logical_servers.name LIMIT 1',
      'FROM applications FIELDS id, name, logical_servers.name, logical_servers.id LIMIT 1',
      ['name', 'logical_servers.name'],
    ],
    ['FROM applications', 'FROM applications', ['name']],
    ['FROM applications FIELDS security_need_a', 'FROM applications FIELDS security_need_a', []],
    ['FROM dragons FIELDS name', 'FROM dragons FIELDS name', []],
  ])('ids are asked for beside the names of %s', (text, asked, names) => {
    const found = withIds(text, kinds);
    expect([found.text, found.linked.map(({ column }) => column)]).toEqual([asked, names]);
  });
  it('shows all that fit when it is asked, and otherwise waits for a letter', () => {
    expect(offered('FROM |')).toEqual([]);
    expect(offered('FROM |', true)).toEqual(['applications', 'logical-servers']);
  });
});

describe('front: places in the picture of a query', () => {
  const node = (id: string, group: string) => ({
    id,
    group,
    label: id,
    icon: null,
    data: { id: 1, name: id, model: group, url: '' },
  });
  it('are columns by distance; a circle and what hangs on nothing have one, too', () => {
    const nodes = [node('c', 'x'), node('a', 'start'), node('b', 'x'), node('alone', 'x')];
    const edges = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'a' },
    ];
    const placed = layersOf({ nodes, edges }, 'start').map(({ node: { id }, column, row }) => [id, column, row]);
    expect(placed).toEqual([
      ['a', 0, 0],
      ['b', 1, 0],
      ['c', 2, 0],
      ['alone', 0, 1],
    ]);
    expect(layersOf({ nodes: [], edges: [] }, 'start')).toEqual([]);
  });
});
