/** What the page of the map is made of, without a browser: what is shown, its address, the layout, what is where. @seconds 2 */
import { MAX_ADDRESS, readAddress, readQuery, writeAddress } from '../../web/src/map/address.js';
import { Grid } from '../../web/src/map/grid.js';
import { BOX, Places, type Placed, LEAST_SCALE } from '../../web/src/map/layout.js';
import { distinctNames, drawnNames } from '../../web/src/map/names.js';
import { arrowsOf, Courses, type Course } from '../../web/src/map/lines.js';
import { rowsOf } from '../../web/src/map/rows.js';
import {
  add,
  close,
  EMPTY,
  hide,
  open,
  tidy,
  toggle,
  toggleKind,
  type Point,
  type State,
} from '../../web/src/map/state.js';
import { inOrder, shownOf, World, type MapEdge, type DisplayState } from '../../web/src/map/world.js';
import { least, processorMs } from '../support/least.js';

const edge = (from: string, to: string, family = 'hosting', both = false): MapEdge => ({
  ...{ id: `${family}:${from}:${to}`, from, to, edge: `${family}.x`, family, both, label: null },
});
const node = (id: string, more = 0) => ({ id, label: id, group: id.slice(0, id.lastIndexOf('_')), view: 'v', more });

/** A rack that carries two servers, one of which carries an application; the servers exchange data both ways. */
function rack(): World {
  const world = new World();
  world.take({
    nodes: [node('bays_1'), node('servers_1'), node('servers_2', 3), node('apps_1')],
    edges: [
      edge('bays_1', 'servers_1', 'places'),
      edge('bays_1', 'servers_2', 'places'),
      edge('servers_1', 'apps_1'),
      edge('servers_1', 'servers_2', 'flows', true),
    ],
  });
  return world;
}
const sight: DisplayState = {
  order: new Map(['apps', 'servers', 'bays'].map((kind, i) => [kind, i])),
  ofKind: (kind) => (kind === 'servers' ? ['servers_1', 'servers_2'] : []),
  beside: [],
  tagsOf: (id) => (id === 'servers_1' ? ['critical'] : []),
};
const idsOf = (state: State, more: Partial<DisplayState> = {}): string[] =>
  shownOf(rack(), state, { ...sight, ...more }).nodes.map(({ id }) => id);
const started = add(EMPTY, ['servers_1']);
const opened = open(started, 'servers_1');

/** Twice the objects take at most so many times as long, whatever the machine. */
const GROWTH = 3.5;

describe('front: what the map shows', () => {
  it.each<[string, State, string[]]>([
    ['nothing at first', EMPTY, []],
    ['what was added', started, ['servers_1']],
    ['neighbours of what was opened', opened, ['apps_1', 'servers_1', 'servers_2', 'bays_1']],
    ['those above alone', { ...opened, direction: 'up' }, ['apps_1', 'servers_1', 'servers_2']],
    [
      'those below alone, and both ends of what goes both ways',
      { ...opened, direction: 'down' },
      ['servers_1', 'servers_2', 'bays_1'],
    ],
    ['no neighbours after closing', close(opened, 'servers_1'), ['servers_1']],
    ['not what was hidden, but what it led to', hide(opened, 'servers_1'), ['apps_1', 'servers_2', 'bays_1']],
    [
      'what was hidden, once it is added again',
      add(hide(opened, 'bays_1'), ['bays_1']),
      ['apps_1', 'servers_1', 'servers_2', 'bays_1'],
    ],
    [
      'no kind that is unticked',
      { ...opened, without: { ...EMPTY.without, kinds: ['servers'] } },
      ['apps_1', 'bays_1'],
    ],
    ['no view that is unticked', { ...opened, without: { ...EMPTY.without, views: ['v'] } }, []],
    [
      'nobody along a family that is unticked',
      { ...opened, without: { ...EMPTY.without, families: ['places', 'flows'] } },
      ['apps_1', 'servers_1'],
    ],
    ['only objects with a tag', { ...opened, tags: ['critical', 'other'] }, ['servers_1']],
    [
      'on the overview, the objects of kinds that are open',
      { ...toggleKind(opened, 'servers'), way: 'overview' },
      ['servers_1', 'servers_2'],
    ],
  ])('%s', (_, state, ids) => expect(idsOf(state)).toEqual(ids));

  it('counts the neighbours that are not shown, and draws no line of a family that is unticked', () => {
    const shown = shownOf(rack(), add(opened, ['servers_2']), sight);
    expect([...shown.left].sort()).toEqual([
      ['apps_1', 0],
      ['bays_1', 0],
      ['servers_1', 0],
      ['servers_2', 3],
    ]);
    expect(shown.edges).toHaveLength(4);
    const without = { ...EMPTY.without, families: ['hosting'] };
    const fewer = shownOf(rack(), { ...add(opened, ['apps_1']), without }, sight);
    expect(fewer.edges.map(({ family }) => family).sort()).toEqual(['flows', 'places', 'places']);
  });

  it('shows what an answer brings', () => {
    expect(idsOf(EMPTY, { beside: ['apps_1', 'apps_9'] })).toEqual(['apps_1']);
  });

  it('orders by kind, name without case and accents, id', () => {
    const named = (id: string, name: string) => ({ id, name, kind: id.split('_')[0]! });
    const nodes = [named('bays_1', 'a'), named('apps_2', 'Zèbre'), named('apps_3', 'étage'), named('apps_1', 'zebre')];
    expect(inOrder(nodes, sight.order).map(({ id }) => id)).toEqual(['apps_3', 'apps_1', 'apps_2', 'bays_1']);
  });

  it('puts what is carried above what carries it, view by view, and gives way to circles', () => {
    const kinds = [
      ['low', 'a'],
      ['high', 'a'],
      ['one', 'b'],
      ['other', 'b'],
      ['machine', 'b'],
    ].map(([path, view]) => ({ path: path!, view: view! }));
    const one = (from: string, to: string) => ({ family: 'f', from: [from], to: [to] });
    const order = rowsOf(kinds, [
      one('low', 'high'),
      one('machine', 'low'),
      one('one', 'other'),
      one('other', 'one'),
      one('machine', 'other'),
    ]);
    expect([...order.keys()]).toEqual(['high', 'low', 'one', 'other', 'machine']);
  });
});

describe('front: the address of the map', () => {
  const full: State = {
    way: 'paths',
    steps: [
      ...add(add(opened, ['servers_2', 'bays_1']), ['bays_2']).steps,
      { does: 'kind', id: 'data-processings' },
      { does: 'tidy' },
      { does: 'open', id: 'bays_1' },
    ],
    hidden: ['apps_3', 'apps_4'],
    moved: new Map([['bays_1', { x: -12, y: 40 }]]),
    direction: 'up',
    without: { families: ['flows'], kinds: ['bays', 'apps'], views: ['v'] },
    tags: ['a,b&c=d', 'été#1'],
    fails: ['bays_1'],
    ends: { from: 'bays_1', to: 'apps_12' },
    accounts: true,
    picture: 'physical-infrastructure?site=1&show=ip',
  };

  it('comes back as it was', () => {
    expect(readAddress(`#${writeAddress(full)}`)).toEqual(full);
    expect(writeAddress(EMPTY)).toBe('');
    expect(readAddress('')).toEqual(EMPTY);
  });

  it('can be read, and is short', () => {
    expect(writeAddress(open(add(opened, ['bays_1', 'bays_2']), 'bays_2'))).toBe(
      'do=servers.1,!servers.1,bays.1.2,!bays.2',
    );
    const many = add(
      EMPTY,
      Array.from({ length: 1000 }, (_, i) => `physical-servers_${i + 1}`),
    );
    expect(writeAddress(many).length).toBeLessThan(MAX_ADDRESS);
  });

  it.each([
    'do=<script>,bays.,bays.0,bays.1e5,!,@,@Bays,bays.x',
    'way=none&dir=up down',
    'at=bays.1:a:b,bays.2:1',
    'tags=%E0%A4%A',
    '%%%',
    'fails=bays.1.x&&=&from=bays',
  ])('%s: what is not understood is left out', (hash) => {
    const { steps, moved, way, tags, ends } = readAddress(`#${hash}`);
    expect({ steps, moved: moved.size, way, tags, ends }).toEqual({
      steps: [],
      moved: 0,
      way: 'explore',
      tags: [],
      ends: { from: '', to: '' },
    });
  });

  it('takes links of other pages, and of the older explorer', () => {
    expect(readQuery('?node=APP_12,LSERVER_3')).toEqual({ node: 'APP_12,LSERVER_3', fails: '' });
    expect(readQuery('?fails=bays_1')).toEqual({ node: '', fails: 'bays_1' });
  });

  it('toggles, and tidies once', () => {
    expect(toggle(toggle([], 'a'), 'a')).toEqual([]);
    const state = tidy(tidy({ ...opened, moved: new Map([['bays_1', { x: 1, y: 1 }]]) }));
    expect(state.moved.size).toBe(0);
    expect(state.steps.filter(({ does }) => does === 'tidy')).toHaveLength(1);
    expect(toggleKind(toggleKind(EMPTY, 'bays'), 'bays')).toEqual(EMPTY);
  });
});

/** A map of `size` objects in 20 kinds with twice as many edges, the same each time. */
function generated(size: number): { nodes: Placed[]; around: Map<string, Set<string>>; order: Map<string, number> } {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  const kinds = Array.from({ length: 20 }, (_, i) => `kind${String(i).padStart(2, '0')}`);
  const nodes = Array.from({ length: size }, (_, i) => ({
    id: `${kinds[Math.floor((i * 20) / size)]!}_${i}`,
    row: kinds[Math.floor((i * 20) / size)]!,
  }));
  const around = new Map(nodes.map(({ id }): [string, Set<string>] => [id, new Set()]));
  for (let i = 0; i < size * 2; i++) {
    const [one, other] = [nodes[random(size)]!.id, nodes[random(size)]!.id];
    around.get(one)!.add(other);
    around.get(other)!.add(one);
  }
  return { nodes, around, order: new Map(kinds.map((kind, i) => [kind, i])) };
}
const overlaps = (places: Places): string[] => {
  const points = [...places.points].sort(([, a], [, b]) => a.x - b.x);
  return points.flatMap(([id, a], i) => {
    const found: string[] = [];
    for (let j = i + 1; j < points.length && points[j]![1].x - a.x < BOX.width; j++)
      if (Math.abs(points[j]![1].y - a.y) < BOX.height) found.push(`${id} ${points[j]![0]}`);
    return found;
  });
};

describe('front: the layout of the map', () => {
  const { nodes, around, order } = generated(600);
  const neighbours = (id: string): Iterable<string> => around.get(id) ?? [];
  const drawn = (): Places => {
    const places = new Places(order);
    places.place(nodes, neighbours);
    return places;
  };

  it('stands in rows by kind, the first kinds above, by name', () => {
    const places = new Places(order);
    places.place(
      [
        { id: 'kind00_1', row: 'kind00' },
        { id: 'kind00_2', row: 'kind00' },
        { id: 'kind05_1', row: 'kind05' },
      ],
      () => [],
    );
    const [one, two, five] = ['kind00_1', 'kind00_2', 'kind05_1'].map((id) => places.points.get(id)!);
    expect([one!.x < two!.x, one!.y === two!.y, five!.y > two!.y]).toEqual([true, true, true]);
  });

  it('never moves what stands; who comes later stands near the middle of the neighbours, on nobody', () => {
    const places = new Places(order);
    places.place(nodes.slice(0, 20), neighbours);
    for (let i = 20; i < nodes.length; i += 20) {
      const before = new Map(places.points);
      places.place(nodes.slice(0, i + 20), neighbours);
      for (const [id, point] of before) expect(places.points.get(id)).toBe(point);
    }
    expect(places.points.size).toBe(600);
    expect(overlaps(places)).toEqual([]);
    const alone = new Places(order);
    const row = nodes.slice(0, 8);
    alone.place(row, () => []);
    alone.place([{ id: 'kind09_1', row: 'kind09' }], () => [row[7]!.id]);
    expect(alone.points.get('kind09_1')!.x).toBe(alone.points.get(row[7]!.id)!.x);
  });

  it('finds a line between two rows for a kind that comes later', () => {
    const places = new Places(order);
    places.place(
      [
        { id: 'kind01_1', row: 'kind01' },
        { id: 'kind05_1', row: 'kind05' },
      ],
      () => [],
    );
    places.place([{ id: 'kind03_1', row: 'kind03' }], () => ['kind01_1', 'kind05_1']);
    const [above, between, below] = ['kind01_1', 'kind03_1', 'kind05_1'].map((id) => places.points.get(id)!.y);
    expect([above! < between!, between! < below!]).toEqual([true, true]);
  });

  it('tidies the same way each time, on nobody, with shorter lines', () => {
    const [one, other] = [drawn(), drawn()];
    const length = (places: Places): number =>
      [...around].reduce(
        (sum, [id, others]) =>
          [...others].reduce((all, two) => all + Math.abs(places.points.get(id)!.x - places.points.get(two)!.x), sum),
        0,
      );
    const before = length(one);
    one.tidy(nodes, neighbours);
    other.tidy(nodes, neighbours);
    expect([...one.points]).toEqual([...other.points]);
    one.tidy(nodes, neighbours);
    expect([...one.points]).toEqual([...other.points]);
    expect(overlaps(one)).toEqual([]);
    expect(length(one)).toBeLessThan(before);
  });

  it('leaves what was dragged free for nobody', () => {
    const places = new Places(order);
    places.place(nodes.slice(0, 5), neighbours);
    places.move(nodes[0]!.id, { x: 1000, y: 333 });
    places.place(nodes.slice(0, 300), neighbours);
    expect(places.points.get(nodes[0]!.id)).toEqual({ x: 1000, y: 333 });
    expect(overlaps(places)).toEqual([]);
  });

  it.each([
    ['of a screen', { width: 690, height: 550 }],
    ['of a phone', { width: 346, height: 410 }],
  ])('folds rows of 60 objects into the shape %s, large enough to be read', (_, shape) => {
    const rows = [1, 6, 4, 6, 2, 13, 2, 17, 9];
    const placed = rows.flatMap((length, row) =>
      Array.from({ length }, (__, i) => ({ id: `k_${row}${i}`, row: `kind${String(row).padStart(2, '0')}` })),
    );
    const places = new Places(order, shape, 1);
    places.place(placed, () => []);
    expect(overlaps(places)).toEqual([]);
    const points = [...places.points.values()];
    const width = Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x)) + BOX.width;
    expect(width * LEAST_SCALE).toBeLessThanOrEqual(shape.width);
    expect(width * LEAST_SCALE).toBeGreaterThan(shape.width / 2);
  });

  it('lays what comes with one object out anew, and moves nobody of more', () => {
    const places = new Places(order, { width: 690, height: 550 });
    places.place(nodes.slice(0, 1), neighbours);
    places.place(nodes.slice(0, 40), neighbours);
    const anew = new Places(order, { width: 690, height: 550 });
    anew.place(nodes.slice(0, 40), neighbours);
    expect([...places.points]).toEqual([...anew.points]);
    expect([places.turns, anew.turns]).toEqual([2, 1]);
  });

  it('are laid out and tidied in a time that grows with their number', async () => {
    const cost = async (objects: number): Promise<{ first: number; tidied: number; places: Places }> => {
      const large = generated(objects);
      const near = (id: string): Iterable<string> => large.around.get(id) ?? [];
      let places = new Places(large.order);
      const first = await least(0, () => {
        places = new Places(large.order);
        return processorMs(() => places.place(large.nodes, near));
      });
      return { first, tidied: await least(0, () => processorMs(() => places.tidy(large.nodes, near))), places };
    };
    const [half, whole] = [await cost(2500), await cost(5000)];
    console.log(`2,500 and 5,000 objects: first sight ${half.first.toFixed(0)} and ${whole.first.toFixed(0)} ms,`);
    console.log(`tidied in ${half.tidied.toFixed(0)} and ${whole.tidied.toFixed(0)} ms.`);
    expect(whole.first / half.first).toBeLessThan(GROWTH);
    expect(whole.tidied / half.tidied).toBeLessThan(GROWTH);
    expect(overlaps(whole.places)).toEqual([]);
  });
});

/** Points along a course, near each other. */
function along({ start, curves }: Course): Point[] {
  let from = start;
  return curves.flatMap(([one, two, to]) => {
    const [a, b, c, d] = [from, one, two, to];
    from = to;
    return Array.from({ length: 41 }, (_, i) => {
      const [t, s] = [i / 40, 1 - i / 40];
      const at = (axis: 'x' | 'y'): number =>
        s ** 3 * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t ** 3 * d[axis];
      return { x: at('x'), y: at('y') };
    });
  });
}

describe('front: names in a row', () => {
  const row = (...objects: Array<[id: string, name: string, kind: string]>): string[] =>
    distinctNames(objects.map(([id, name, kind]) => ({ id, name, kind })));

  it.each([
    [
      'of different names as they are',
      [
        ['a_1', 'One', 'A'],
        ['a_2', 'Two', 'A'],
      ],
      ['One', 'Two'],
    ],
    [
      'with the kind where two are called the same',
      [
        ['a_1', 'Mail', 'A'],
        ['b_1', 'Mail', 'B'],
        ['a_2', 'Two', 'A'],
      ],
      ['Mail (A)', 'Mail (B)', 'Two'],
    ],
    [
      'with the number where the kind is the same, too',
      [
        ['a_1', 'Mail', 'A'],
        ['a_7', 'Mail', 'A'],
        ['b_1', 'Mail', 'B'],
      ],
      ['Mail (A 1)', 'Mail (A 7)', 'Mail (B)'],
    ],
    [
      'as it is where one object stands there twice',
      [
        ['a_1', 'Mail', 'A'],
        ['a_1', 'Mail', 'A'],
      ],
      ['Mail', 'Mail'],
    ],
  ] as const)('stand %s', (_, objects, names) => {
    expect(row(...objects.map(([...one]) => one as [string, string, string]))).toEqual(names);
  });
});

describe('front: names in boxes', () => {
  const room =
    (signs: number) =>
    (text: string): boolean =>
      [...text].length <= signs;

  it('are cut in the middle, whole where there is room', () => {
    const names = drawnNames(['SRV-01', 'Access reviewed every six months'], room(15));
    expect([...names.values()]).toEqual(['SRV-01', 'Access r…months']);
  });

  it('that differ look different, wherever they differ', () => {
    const names = [
      'Hospital Valmarais server room A rack 1 server',
      'Hospital Valmarais server room A rack 2 server',
      'Hospital Valmarais server room B rack 1 server',
      'Hospital… server',
      'Hospital Valmarais, the other server',
      ...Array.from({ length: 30 }, (_, i) => `Application server of the ward ${i} of the hospital in the north`),
    ];
    for (const signs of [9, 12, 16, 24]) {
      const drawn = drawnNames(names, room(signs));
      expect(new Set(drawn.values()).size).toBe(names.length);
      expect([...drawn.values()].filter((text) => !room(signs)(text))).toEqual([]);
    }
  });
});

describe('front: the lines of the map', () => {
  const edgesOf = (around: ReadonlyMap<string, ReadonlySet<string>>): MapEdge[] =>
    [...around].flatMap(([from, others]) =>
      [...others].filter((to) => from < to).map((to) => edge(from, to, 'hosting', from.length % 2 === 0)),
    );

  it.each([
    ['as they first stand', false],
    ['tidied', true],
  ])('end at their boxes and pass all others, %s', (_, isTidied) => {
    const { nodes, around, order } = generated(300);
    const places = new Places(order);
    places.place(nodes, (id) => around.get(id) ?? []);
    if (isTidied) places.tidy(nodes, (id) => around.get(id) ?? []);
    const grid = new Grid(places.points);
    const edges = edgesOf(around);
    const courses = new Courses(edges, places.points);
    const hit: string[] = [];
    for (const one of edges) {
      const course = courses.of(one);
      for (const { x, y } of along(course)) {
        const found = grid.in({ left: x, top: y, right: x, bottom: y });
        hit.push(...found.filter((id) => id !== one.from && id !== one.to).map((id) => `${one.id} ${id}`));
      }
      const isAt = (id: string, { x, y }: Point): boolean => {
        const { x: left, y: top } = places.points.get(id)!;
        return Math.abs(x - left) <= BOX.width / 2 && Math.abs(y - top) <= BOX.height / 2;
      };
      const ends = [isAt(one.from, course.start), isAt(one.to, course.curves.at(-1)![2])];
      expect([one.id, ...ends]).toEqual([one.id, true, true]);
      expect(arrowsOf(course, one.both)).toHaveLength(one.both ? 2 : 1);
    }
    expect(edges.length).toBeGreaterThan(500);
    expect(hit).toEqual([]);
  });

  it('lie beside each other between the same two, and go straight to who stands beside', () => {
    const points = new Map([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 222, y: 0 }],
      ['c', { x: 444, y: 0 }],
      ['d', { x: 0, y: 128 }],
    ]);
    const [beside, over, one, two] = [edge('a', 'b'), edge('a', 'c'), edge('a', 'd'), edge('d', 'a', 'flows')];
    const courses = new Courses([beside, over, one, two], points);
    expect(new Set(along(courses.of(beside)).map(({ y }) => y))).toEqual(new Set([0]));
    expect(Math.max(...along(courses.of(over)).map(({ y }) => y))).toBeGreaterThan(BOX.height / 2 + 8);
    expect(courses.of(one).start.x).not.toBe(courses.of(two).curves.at(-1)![2].x);
  });

  it('are found in a time that grows with their number', async () => {
    const cost = (objects: number): Promise<number> => {
      const { nodes, around, order } = generated(objects);
      const places = new Places(order);
      places.place(nodes, () => []);
      const edges = edgesOf(around);
      return least(0, () =>
        processorMs(() => {
          const courses = new Courses(edges, places.points);
          for (const one of edges) courses.of(one);
        }),
      );
    };
    const [half, whole] = [await cost(2500), await cost(5000)];
    console.log(`The lines between 2,500 objects: ${half.toFixed(0)} ms, between 5,000: ${whole.toFixed(0)} ms.`);
    expect(whole / half).toBeLessThan(GROWTH);
  });
});

describe('front: what is where on the map', () => {
  const points = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 400, y: 0 }],
    ['c', { x: 10, y: 300 }],
    ['d', { x: 3000, y: -3000 }],
  ]);
  const grid = new Grid(points);

  it('knows who is under the pointer', () => {
    expect(grid.at({ x: BOX.width / 2 - 1, y: BOX.height / 2 - 1 })).toBe('a');
    expect(grid.at({ x: BOX.width / 2 + 1, y: 0 })).toBeUndefined();
    expect(grid.at({ x: 3000, y: -3000 })).toBe('d');
  });

  it('knows who can be seen, from near and from far', () => {
    expect(grid.in({ left: -100, top: -100, right: 310, bottom: 100 }).sort()).toEqual(['a', 'b']);
    expect(grid.in({ left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 }).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(grid.bounds).toEqual({
      left: -BOX.width / 2,
      top: -3000 - BOX.height / 2,
      right: 3000 + BOX.width / 2,
      bottom: 300 + BOX.height / 2,
    });
  });

  it.each([
    ['a', 'ArrowRight', 'b'],
    ['b', 'ArrowLeft', 'a'],
    ['a', 'ArrowDown', 'c'],
    ['c', 'ArrowUp', 'a'],
    ['b', 'ArrowRight', 'd'],
    ['a', 'ArrowLeft', undefined],
  ] as const)('from %s %s leads to %s', (from, arrow, to) => expect(grid.next(from, arrow)).toBe(to));
});
