/** The picture of cables: lines that can be followed, names that can be read on paper, and a legend of all that is used. @seconds 20 */
import { defaultOptions } from '../../src/pictures/options.js';
import { layoutOf } from '../../src/pictures/layout/layout.js';
import { labelSize, overlap, type Layout, type Place, type Point } from '../../src/pictures/layout/places.js';
import { pointOn } from '../../src/pictures/layout/route.js';
import { sceneOf } from '../../src/pictures/scene/build.js';
import { drawnLines, type Scene } from '../../src/pictures/scene/scene.js';
import type { PictureOptions } from '../../src/pictures/options.js';
import { NETWORK_INFRASTRUCTURE } from '../../src/pictures/views/network-infrastructure.js';
import { svg } from '../../src/pictures/writers/svg.js';
import { made, object, type MadeEdge } from './made.js';

const COLOURS = ['#2a6fb0', '#f29d21', '#b3261e', '#7a4fa0', '#e5c820', '#2e8b57'];
const KINDS = [
  'physical-servers',
  'physical-switches',
  'storage-devices',
  'workstations',
  'physical-routers',
  'phones',
];

/** Sites with buildings, rooms and racks, and in these so many devices: each room on its switch, switches on each other, twice. */
function network(devices: number): ReturnType<typeof made> {
  const nodes = [];
  const edges: MadeEdge[] = [];
  const rooms = Math.ceil(devices / 8);
  const sites = Math.max(1, Math.ceil(rooms / 4));
  let cable = 0;
  const wire = (a: string, b: string, colour: number, port = ''): void => {
    cable++;
    edges.push({
      ...{ of: 'physical-links', between: [a, b], object: cable, both: true, label: port },
      data: { color: COLOURS[colour % COLOURS.length]!, type: `Sort ${colour % COLOURS.length}` },
    });
  };
  for (let site = 1; site <= sites; site++) nodes.push(object('sites', site, `Site ${site}`));
  const placed: Array<{ name: string; room: number }> = [];
  for (let room = 1; room <= rooms; room++) {
    nodes.push(object('buildings', room, `Room ${room}`));
    edges.push({ of: 'buildings.site_id', between: [`sites ${Math.ceil(room / 4)}`, `buildings ${room}`] });
    nodes.push(object('bays', room, `RACK-${room}`));
    edges.push({ of: 'bays.room_id', between: [`buildings ${room}`, `bays ${room}`] });
  }
  for (let i = 0; i < devices; i++) {
    const room = Math.floor(i / 8) + 1;
    const kind = i % 8 === 0 ? 'physical-switches' : KINDS[(i * 5) % KINDS.length]!;
    const [name, inRack] = [`${kind} ${i + 1}`, i % 8 < 5 && kind !== 'workstations' && kind !== 'phones'];
    nodes.push(object(kind, i + 1, `${kind.slice(0, 12).toUpperCase()}-${i + 1}`));
    edges.push(
      inRack
        ? { of: `${kind}.bay_id`, between: [`bays ${room}`, name] }
        : { of: `${kind}.building_id`, between: [`buildings ${room}`, name] },
    );
    placed.push({ name, room });
  }
  for (const { name, room } of placed) {
    const first = placed.find((one) => one.room === room)!.name;
    if (name !== first) wire(first, name, room, `Gi0/${room} – eth0`);
  }
  for (let room = 2; room <= rooms; room++) {
    const [core, here] = [placed[0]!.name, placed.find((one) => one.room === room)!.name];
    for (let i = 0; i < 3; i++) wire(core, here, 1, `Te1/${room}`);
  }
  return made(nodes, edges);
}

const options = (more: Partial<PictureOptions> = {}): PictureOptions => ({ ...defaultOptions(), ...more });
const sceneWith = (devices: number, more: Partial<PictureOptions> = {}): Promise<Scene> =>
  sceneOf(network(devices), NETWORK_INFRASTRUCTURE, options(more));
const places = (layout: Layout): readonly Place[] => layout.boxes;
const isLeaf = (scene: Scene, i: number): boolean => scene.boxes.every(({ parent }) => parent !== i);
const alongLine = (points: readonly Point[]): Point[] => {
  const count = ((points.length - 1) / 3) * 12;
  return Array.from({ length: count + 1 }, (_, i) => pointOn(points, i / count));
};
const labelPlaces = (scene: Scene, layout: Layout): Place[] =>
  drawnLines(scene).flatMap((line, i) => {
    const [size, at] = [labelSize(line), layout.lines[i]!.label];
    return size && at ? [{ x: at.x - size.width / 2, y: at.y - size.height / 2, ...size }] : [];
  });

describe.each([20, 40, 60])('the physical network of %s devices', (devices) => {
  let scene: Scene;
  let layout: Layout;
  beforeAll(async () => {
    scene = await sceneWith(devices);
    layout = layoutOf(scene, undefined);
  });

  it('draws every device, and the cables of a pair as one line with their number', () => {
    const leaves = scene.boxes.filter(({ kind }) => KINDS.includes(kind));
    expect(leaves.reduce((sum, { count }) => sum + count, 0)).toBe(devices);
    const pairs = scene.lines.map(({ from, to }) => [from, to].sort((a, b) => a - b).join());
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(scene.lines.filter(({ label }) => label === '×3')).toHaveLength(Math.ceil(devices / 8) - 1);
    expect(scene.caption).toBe('');
  });

  it('leads no line through a box, and lays no label on another or on a box', () => {
    const through = scene.lines.flatMap(({ from, to, sentence }, i) =>
      places(layout).flatMap((place, box) => {
        if (!isLeaf(scene, box) || box === from || box === to) return [];
        const hit = alongLine(layout.lines[i]!.points).some(
          ({ x, y }) => x > place.x && x < place.x + place.width && y > place.y && y < place.y + place.height,
        );
        return hit ? [`${sentence}: ${scene.boxes[box]!.label}`] : [];
      }),
    );
    expect(through).toEqual([]);
    const labels = labelPlaces(scene, layout);
    expect(labels.length).toBe(scene.lines.filter(({ label }) => label).length);
    const over = labels.flatMap((one, i) => labels.slice(0, i).filter((other) => overlap(one, other)));
    expect(over).toEqual([]);
    const on = labels.filter((one) => places(layout).some((box, i) => isLeaf(scene, i) && overlap(one, box)));
    expect(on).toEqual([]);
  });

  it('keeps labels of ports apart as well', async () => {
    const withPorts = await sceneWith(devices, { show: new Set(['ports']) });
    const labels = labelPlaces(withPorts, layoutOf(withPorts, undefined));
    expect(labels.length).toBeGreaterThan(devices / 4);
    expect(labels.flatMap((one, i) => labels.slice(0, i).filter((other) => overlap(one, other)))).toEqual([]);
  });

  it('has letters of 7 points or more on a page of A4', () => {
    const { text, width, height } = svg(scene, layout, 'light');
    const sizes = [...text.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    const [short, long] = [190, 277].map((millimetres) => (millimetres / 25.4) * 72) as [number, number];
    const scale = Math.max(Math.min(short / width, long / height), Math.min(long / width, short / height));
    console.log(
      `${devices} devices: ${width} × ${height}, smallest letters ${(Math.min(...sizes) * scale).toFixed(1)} pt`,
    );
    expect(Math.min(...sizes) * scale).toBeGreaterThanOrEqual(7);
  });

  it('has a legend of every colour and kind that is used', () => {
    const colours = new Set(scene.lines.map(({ colour }) => colour));
    const inLegend = scene.legend.flatMap((entry) => ('line' in entry ? [entry.line.colour] : []));
    expect(new Set(inLegend)).toEqual(colours);
    const kinds = new Set(scene.boxes.map(({ kind }) => kind));
    expect(new Set(scene.legend.flatMap((entry) => ('kind' in entry ? [entry.kind] : [])))).toEqual(kinds);
    const texts = scene.legend.map(({ text }) => text);
    expect(texts).toContain('Cable, orange: Sort 1');
  });
});

describe('the physical network of one room of several', () => {
  const room = (id: number): Promise<Scene> => sceneWith(40, { selected: new Map([['building', [id]]]) });

  it('says of each device what its cables lead to beyond the room', async () => {
    const scene = await room(2);
    const second = Object.fromEntries(scene.boxes.map(({ label, second: said }) => [label, said]));
    expect(second).toMatchObject({ 'PHYSICAL-SWI-9': '→ PHYSICAL-SWI-1', 'PHYSICAL-SER-13': '' });
    expect(scene.boxes.map(({ label }) => label)).not.toContain('PHYSICAL-SWI-1');
    expect(scene.caption).toBe('→: at the other end of a cable that leads out of what is shown.');
    const core = (await room(1)).boxes.find(({ label }) => label === 'PHYSICAL-SWI-1')!;
    expect([core.second, core.whole]).toEqual([
      '→ PHYSICAL-SWI-9 · → PHYSICAL-SWI-17 · +2',
      '→ PHYSICAL-SWI-9 · → PHYSICAL-SWI-17 · → PHYSICAL-SWI-25 · → PHYSICAL-SWI-33',
    ]);
  });

  it('draws a device whose cables all lead out of the room, and does not call it uncabled', async () => {
    const source = made(
      [
        object('buildings', 1, 'Scanner room'),
        object('buildings', 2, 'Laboratory'),
        ...[object('peripherals', 1, 'SCANNER'), object('peripherals', 2, 'UPS'), object('physical-switches', 1, 'SW')],
      ],
      [
        { of: 'peripherals.building_id', between: ['buildings 1', 'peripherals 1'] },
        { of: 'peripherals.building_id', between: ['buildings 1', 'peripherals 2'] },
        { of: 'physical-switches.building_id', between: ['buildings 2', 'physical-switches 1'] },
        { of: 'physical-links', between: ['peripherals 1', 'physical-switches 1'], object: 1, both: true },
      ],
    );
    const french = options({ selected: new Map([['building', [1]]]), language: 'fr' });
    const scene = await sceneOf(source, NETWORK_INFRASTRUCTURE, french);
    expect(scene.boxes.map(({ label, second }) => [label, second])).toEqual([
      ['Scanner room', ''],
      ['SCANNER', '→ SW'],
    ]);
    expect(scene.caption).toBe(
      '1 équipement sans câble n’est pas montré. → : à l’autre bout d’un câble qui sort de ce qui est montré.',
    );
  });
});
