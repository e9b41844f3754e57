/** The rights of a role as a grid, and the plan of an import: what follows from what. @seconds 1 */
import { ApiError } from 'meridian-client';
import type { Kind } from '../../web/src/api/kinds.js';
import { clicked, gridOf, heldWith, stateOf, withReading, type Ticks } from '../../web/src/admin/rights-grid.js';
import { partOfHeading, planOf, planOfWrong, tableOf, workOf } from '../../web/src/import/plan.js';

const tag = (path: string, key: string) => ({
  ...{ name: path, description: '', 'x-resource': path, 'x-abilities': key },
  'x-titles': { en: path, fr: path },
});
const groups = [
  { name: 'Beginning', titles: { en: 'Beginning' }, tags: [{ name: 'Signing in', description: '' }] },
  { name: 'Business', titles: { en: 'Business' }, tags: [tag('tasks', 'task'), tag('actors', 'actor')] },
  { name: 'Places', titles: { en: 'Places' }, tags: [tag('sites', 'site'), tag('without', 'without')] },
];
const permissions = [
  ...['task_access', 'task_show', 'task_create', 'task_edit', 'task_delete', 'actor_access', 'actor_edit'],
  ...['site_access', 'explore_access', 'old_menu'],
].map((title, i) => ({ id: i + 1, title }));
const grid = gridOf(groups, permissions);
const row = (key: string) => grid.rows.find((one) => one.key === key)!;
const anything = (): boolean => true;

describe('front: the grid of rights', () => {
  it('has a line for all, for each view with rights, and for each kind with rights; the rest stands beside', () => {
    expect(grid.rows.map(({ key }) => key)).toEqual([
      'map',
      'view Business',
      'tasks',
      'actors',
      'view Places',
      'sites',
    ]);
    expect(grid.others.map(({ title }) => title)).toEqual(['explore_access', 'old_menu']);
  });

  it('what the server does has lines of its own behind the kinds, which all kinds do not hold', () => {
    const titles = ['site_access', 'check_access', 'finding_edit', 'old_menu'];
    const own = gridOf(
      groups,
      titles.map((title, i) => ({ id: i + 1, title })),
    );
    expect(own.rows.map(({ key }) => key)).toEqual([
      ...['map', 'view Places', 'sites', 'view services', 'service check', 'service finding'],
    ]);
    expect(own.rows[0]!.cells[0]).toEqual([1]);
    expect(own.others.map(({ title }) => title)).toEqual(['old_menu']);
  });

  it('kinds that share their rights have one line under all their names, where the last of them stands', () => {
    const own = gridOf(
      [
        { name: 'Configuration', titles: { en: 'Configuration' }, tags: [tag('graphs', 'graph')] },
        { name: 'Saved maps', titles: { en: 'Saved maps' }, tags: [tag('saved-maps', 'graph')] },
      ],
      [{ id: 1, title: 'graph_access' }],
    );
    expect(own.rows.map(({ key, titles, cells }) => [key, titles?.en, cells[0]])).toEqual([
      ['map', undefined, [1]],
      ['view Saved maps', 'Saved maps', [1]],
      ['saved-maps', 'graphs, saved-maps', [1]],
    ]);
  });

  it('all kinds do not hold who may do what: users, roles and delegations', () => {
    const own = gridOf(
      [...groups, { name: 'Configuration', titles: { en: 'Configuration' }, tags: [tag('users', 'user')] }],
      ['site_access', 'user_access'].map((title, i) => ({ id: i + 1, title })),
    );
    expect(own.rows.map(({ key, cells }) => [key, cells[0]])).toEqual([
      ...[
        ['map', [1]],
        ['view Places', [1]],
        ['sites', [1]],
      ],
      ...[
        ['view Configuration', [2]],
        ['users', [2]],
      ],
    ]);
  });

  it.each([
    ['tasks', [[1, 2, 3, 4, 5], [1], [2], [3], [4], [5]]],
    ['actors', [[6, 7], [6], [], [], [7], []]],
    ['view Business', [[1, 2, 3, 4, 5, 6, 7], [1, 6], [2], [3], [4, 7], [5]]],
    ['map', [[1, 2, 3, 4, 5, 6, 7, 8], [1, 6, 8], [2], [3], [4, 7], [5]]],
  ])('%s: all, and one cell for each action', (key, cells) => {
    expect(row(key).cells).toEqual(cells);
  });

  it.each([
    [[1, 2], [1, 2, 3], 'all'],
    [[1, 2], [2], 'some'],
    [[1, 2], [3], 'none'],
  ])('of %j with %j held: %s', (cell, held, state) => {
    expect(stateOf(cell, (id) => held.includes(id))).toBe(state);
  });

  it.each<[string, number[], number[], Ticks, (id: number) => boolean, number[]]>([
    ['ticks what lacks', [1, 2], [1], new Map(), anything, [1, 2]],
    ['unticks where all is held', [1, 2], [1, 2, 9], new Map(), anything, [9]],
    ['leaves what may not be given', [1, 2], [], new Map(), (id) => id === 1, [1]],
    ['does not take what may not be given', [1, 2], [1, 2], new Map(), (id) => id === 1, [2]],
    ['goes by what was ticked before', [1, 2], [], new Map([[1, true]]), anything, [1, 2]],
    [
      'takes back what was ticked before',
      ...([[1, 2], []] as [number[], number[]]),
      new Map([
        [1, true],
        [2, true],
      ]),
      ...([anything, []] as [() => boolean, number[]]),
    ],
  ])('a click %s', (_, cell, stored, ticks, mayGive, held) => {
    expect(heldWith(new Set(stored), clicked(cell, new Set(stored), ticks, mayGive))).toEqual(held);
  });

  it.each<[string, number[], number[], (id: number) => boolean, number[]]>([
    ['goes with one to change', [4], [], anything, [1, 2, 4]],
    ['goes with all of a column', [4, 7], [2], anything, [1, 2, 4, 6, 7]],
    ['is not given by who may not', [4], [], (id) => id !== 1, [2, 4]],
    ['does not go when that goes', [4], [4], anything, []],
    ['comes alone', [1], [], anything, [1]],
  ])('the right to list and read %s', (_, cell, held, mayGive, then) => {
    const stored = new Set(held);
    const ticks = clicked(cell, stored, new Map(), mayGive);
    expect(heldWith(stored, withReading(grid.rows, cell, stored, ticks, mayGive))).toEqual(then);
  });

  it('keeps ticks apart from what is stored: what somebody else gives meanwhile stays given', () => {
    const ticks = clicked([1], new Set([2, 3]), clicked([3], new Set([2, 3]), new Map(), anything), anything);
    expect(heldWith(new Set([2, 3, 7]), ticks)).toEqual([1, 2, 7]);
    // Ticked and unticked again is no change.
    expect(clicked([1], new Set(), clicked([1], new Set(), new Map(), anything), anything).size).toBe(0);
  });
});

describe('front: the plan of an import', () => {
  const kind = {
    path: 'servers',
    columns: [{ name: 'name', titles: { en: 'Name' }, kind: 'string' }],
    links: [{ name: 'logical_servers', titles: { en: 'Logical servers' }, target: 'logical-servers' }],
  } as unknown as Kind;
  const created = { row: 2, action: 'created', id: 5, name: 'A' } as const;
  const deleted = { row: 3, action: 'deleted', id: 6, name: 'B' } as const;

  it('counts what is told, of a wrong file the rows with a wrong cell once', () => {
    const plan = planOf({ ...{ inserted: 1, updated: 2, deleted: 3, same: 4 }, ignored: ['x'], rows: [created] });
    expect([workOf(plan), plan.same, plan.cells.length, plan.ignored]).toEqual([6, 4, 0, ['x']]);
    const cell = (row: number, column: string) => ({ row, column, message: '…' });
    const problem = { errors: [cell(4, 'a'), cell(4, 'b'), cell(5, 'a')], rows: [created, deleted], same: 7 };
    const wrong = planOfWrong(new ApiError(422, problem, 'POST', '/', undefined, undefined))!;
    expect(wrong).toMatchObject({ wrong: 2, created: 1, updated: 0, deleted: 1, same: 7 });
  });

  it.each([
    ['another status', new ApiError(403, { errors: [] }, 'POST', '/', undefined, undefined)],
    ['errors by field', new ApiError(422, { errors: { file: ['…'] } }, 'POST', '/', undefined, undefined)],
    ['no answer', new Error('away')],
  ])('is none for %s', (_, error) => {
    expect(planOfWrong(error)).toBeUndefined();
  });

  it.each([
    ['name', 'Name'],
    ['logicalServers', 'Logical servers'],
    ['nonsense', undefined],
  ])('calls the heading %s %s', (heading, title) => {
    expect(partOfHeading(kind, heading)?.titles.en).toBe(title);
  });

  it('leads to what came; of very much to the table by what changed last', () => {
    expect(tableOf(kind, [created, deleted, { ...created, id: 8 }])).toBe('/objects/servers?filter[id_in]=5%2C8');
    expect(tableOf(kind, [deleted])).toBe('/objects/servers');
    const many = Array.from({ length: 200 }, (_, id) => ({ ...created, id }));
    expect(tableOf(kind, many)).toBe('/objects/servers?sort=-updated_at');
  });
});
