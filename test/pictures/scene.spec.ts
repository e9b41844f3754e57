/** Scenes: what stands in what, second lines, selectors, and that no picture becomes a ball. */
import { UnknownObject } from '../../src/core/http/errors.js';
import { defaultOptions, type PictureOptions } from '../../src/pictures/options.js';
import { sceneOf, TooManyBoxes, walkScene } from '../../src/pictures/scene/build.js';
import type { Box, Scene } from '../../src/pictures/scene/scene.js';
import type { WalkAnswer } from '../../src/pictures/scene/walk.js';
import type { PictureSource } from '../../src/pictures/source.js';
import { VIEWS } from '../../src/pictures/views/index.js';
import { kind, made, object, type MadeEdge } from './made.js';

const view = (name: string): (typeof VIEWS)[number] => VIEWS.find((one) => one.name === name)!;
const scene = (source: PictureSource, name: string, options: Partial<PictureOptions> = {}): Promise<Scene> =>
  sceneOf(source, view(name), { ...defaultOptions(), ...options });

/** Boxes as `name in container`. */
const described = ({ boxes }: Scene): string[] =>
  boxes.map(({ label, parent }) => (parent < 0 ? label : `${label} in ${boxes[parent]!.label}`));
const box = ({ boxes }: Scene, label: string): Box => boxes.find((one) => one.label === label)!;
const edge = (of: string, from: string, to: string, rest: Partial<MadeEdge> = {}): MadeEdge => ({
  ...{ of, between: [from, to] },
  ...rest,
});

describe('what stands in what', () => {
  it('is the first rule that applies: a bay before a building before a site', async () => {
    const source = made(
      [
        object('sites', 1, 'S'),
        object('buildings', 1, 'B'),
        object('bays', 1, 'R'),
        object('physical-servers', 1, 'P'),
      ],
      [
        edge('buildings.site_id', 'sites 1', 'buildings 1'),
        edge('bays.room_id', 'buildings 1', 'bays 1'),
        edge('physical-servers.site_id', 'sites 1', 'physical-servers 1'),
        edge('physical-servers.building_id', 'buildings 1', 'physical-servers 1'),
        edge('physical-servers.bay_id', 'bays 1', 'physical-servers 1'),
      ],
    );
    expect(described(await scene(source, 'physical-infrastructure'))).toEqual(['S', 'B in S', 'R in B', 'P in R']);
  });
  it('ends where a circle begins', async () => {
    const source = made(
      [object('sites', 1, 'S'), object('buildings', 1, 'A'), object('buildings', 2, 'B')],
      [
        edge('buildings.building_id', 'buildings 2', 'buildings 1'),
        edge('buildings.building_id', 'buildings 1', 'buildings 2'),
        edge('buildings.site_id', 'sites 1', 'buildings 2'),
      ],
    );
    expect(described(await scene(source, 'physical-infrastructure'))).toEqual(['S', 'B in S', 'A in B']);
  });
  it('is the subnet of the first address, whichever comes first in the map', async () => {
    const source = made(
      [
        object('subnetworks', 1, 'N1', { data: { address: '10.1.0.0/16' } }),
        object('subnetworks', 2, 'N2', { data: { address: '10.2.0.0/16' } }),
        object('logical-servers', 1, 'R', { data: { address_ip: '10.2.0.1, 10.1.0.1' } }),
        object('logical-servers', 2, 'lost'),
      ],
      [
        edge('address:logical-servers', 'subnetworks 1', 'logical-servers 1'),
        edge('address:logical-servers', 'subnetworks 2', 'logical-servers 1'),
      ],
    );
    const drawn = await scene(source, 'logical-infrastructure');
    expect(described(drawn)).toEqual(['N1', 'N2', 'R in N2', 'Without address', 'lost in Without address']);
    expect(drawn.lines.map(({ sentence }) => sentence)).toEqual(['R has an address in N1 too']);
  });
  it('of security zones is their only parent', async () => {
    const zones = [1, 2, 3, 4].map((id) => object('zones', id, `Z${id}`));
    const source = made(zones, [
      edge('zones.child_zones', 'zones 1', 'zones 2'),
      edge('zones.child_zones', 'zones 1', 'zones 4'),
      edge('zones.child_zones', 'zones 3', 'zones 4'),
    ]);
    const drawn = await scene(source, 'security-zones');
    expect(described(drawn)).toEqual(['Z1', 'Z2 in Z1', 'Z3', 'Z4']);
    expect(drawn.lines.map(({ sentence }) => sentence)).toEqual(['Z1 holds Z4', 'Z3 holds Z4']);
  });
});

describe('second lines', () => {
  const vlans = [1, 2, 3, 4].map((id) => object('vlans', id, `V${id}`));

  it('have three names, and how many more; what only badges has no box', async () => {
    const source = made(
      [object('network-switches', 1, 'SW'), ...vlans],
      vlans.map(({ id }) => edge('vlans.network_switches', 'network-switches 1', `vlans ${id}`)),
    );
    const drawn = await scene(source, 'logical-infrastructure');
    expect(described(drawn)).toEqual(['Without address', 'SW in Without address']);
    expect(box(drawn, 'SW').second).toBe('V1 · V2 · V3 · +1');
  });
  it('tell namesakes apart by their kind', async () => {
    const source = made([object('sites', 1, 'Same'), object('buildings', 1, 'Same'), object('bays', 1, 'Other')]);
    const drawn = await scene(source, 'physical-infrastructure');
    expect(drawn.boxes.map(({ second }) => second)).toEqual(['Site', 'Building', '']);
  });
});

describe('selectors', () => {
  const source = made(
    [
      ...[object('sites', 1, 'S1'), object('sites', 2, 'S2')],
      ...[object('buildings', 1, 'B1'), object('buildings', 2, 'B2'), object('buildings', 3, 'B3')],
      object('workstations', 1, 'W', { tags: ['Old'] }),
    ],
    [
      edge('buildings.site_id', 'sites 1', 'buildings 1'),
      edge('buildings.site_id', 'sites 1', 'buildings 2'),
      edge('buildings.site_id', 'sites 2', 'buildings 3'),
      edge('workstations.building_id', 'buildings 2', 'workstations 1'),
    ],
  );
  const picture = (selected: Record<string, number[]>, tags: string[] = []): Promise<Scene> =>
    scene(source, 'physical-infrastructure', { selected: new Map(Object.entries(selected)), tags });

  it('keep a place with all that is in it, inside the places that it stands in', async () => {
    expect(described(await picture({ site: [2] }))).toEqual(['S2', 'B3 in S2']);
    expect(described(await picture({ building: [2, 3] }))).toEqual(['S1', 'B2 in S1', 'W in B2', 'S2', 'B3 in S2']);
    expect((await picture({ site: [2] })).title).toBe('Physical infrastructure of S2');
  });
  it('know tags without their case', async () => {
    expect(described(await picture({}, ['old']))).toEqual(['S1', 'B2 in S1', 'W in B2']);
  });
  it('refuse an object that there is not', async () => {
    await expect(picture({ site: [9] })).rejects.toThrow(UnknownObject);
  });
});

describe('never a ball', () => {
  const crowd = (count: number): PictureSource =>
    made(
      [object('buildings', 1, 'B'), ...Array.from({ length: count }, (_, i) => object('workstations', i + 1))],
      Array.from({ length: count }, (_, i) => edge('workstations.building_id', 'buildings 1', `workstations ${i + 1}`)),
    );

  it.each([
    [4, ['B', 'workstations 1 in B', 'workstations 2 in B', 'workstations 3 in B', 'workstations 4 in B']],
    [5, ['B', '5 × Workstation in B']],
    [20_000, ['B', '20,000 × Workstation in B']],
  ])('%i workstations of a building', async (count, expected) => {
    const drawn = await scene(crowd(count), 'physical-infrastructure');
    expect(described(drawn)).toEqual(expected);
    expect(drawn.caption !== '').toBe(count >= 5);
  });
  it('says how many objects it tells, folded or not', async () => {
    expect((await scene(crowd(40), 'physical-infrastructure')).about).toBe(
      'Physical infrastructure: 40 objects in 1 building. To keep it readable: 1 group of alike objects as one box.',
    );
  });
  it('folds nothing on demand, up to 2000 boxes', async () => {
    const drawn = await scene(crowd(1000), 'physical-infrastructure', { fold: 'none' });
    expect(drawn.boxes).toHaveLength(1001);
    await expect(scene(crowd(2000), 'physical-infrastructure', { fold: 'none' })).rejects.toThrow(TooManyBoxes);
  });
  it('closes containers, deepest first, and says what is in them', async () => {
    const rooms = Array.from({ length: 9 }, (_, i) => object('buildings', i + 2, `room ${i}`));
    const machines = rooms.flatMap(({ id }) => [
      object('physical-servers', id, `server ${id}`),
      object('storage-devices', id, `storage ${id}`),
    ]);
    const source = made(
      [object('buildings', 1, 'B'), ...rooms, ...machines],
      [
        ...rooms.map(({ id }) => edge('buildings.building_id', 'buildings 1', `buildings ${id}`)),
        ...machines.map(({ kind, id }) => edge(`${kind}.building_id`, `buildings ${id}`, `${kind} ${id}`)),
      ],
    );
    const drawn = await scene(source, 'physical-infrastructure', { most: 24 });
    expect(drawn.boxes.length).toBeLessThanOrEqual(24);
    expect(box(drawn, 'room 0').second).toBe('1 physical server, 1 storage device');
    expect(box(drawn, 'room 0').href).toBe('/objects/buildings/2');
    expect(drawn.caption).toBe('To keep it readable: 2 containers closed.');
  });
  it.each([10, 37, 300, 800])('has %i boxes at most, four lines a box, and tells the rest', async (most) => {
    const many = 900;
    const entities = Array.from({ length: many }, (_, i) => object('entities', i + 1, `E${i}`));
    // Everybody with the next thirty: no two have the same neighbours.
    const relations = entities.flatMap(({ id }) =>
      Array.from({ length: 30 }, (_, k) =>
        edge('relations', `entities ${id}`, `entities ${((id + k * k) % many) + 1}`, { object: id * 100 + k }),
      ).filter(({ between: [from, to] }) => from !== to),
    );
    const drawn = await scene(made(entities, relations), 'ecosystem', { most });
    expect(drawn.boxes.length).toBeLessThanOrEqual(most);
    expect(drawn.lines.length).toBeLessThanOrEqual(4 * drawn.boxes.length);
    expect(drawn.boxes.reduce((sum, { count }) => sum + count, 0)).toBe(many);
    expect(drawn.caption).toMatch(/objects not shown, [\d,]+ lines not shown/);
    expect(drawn.boxes.at(-1)!.label).toMatch(/^… \d+ more$/);
  });
  it('draws more than four flows between two ends as one with their number', async () => {
    const flows = (count: number): PictureSource =>
      made(
        [object('applications', 1, 'A'), object('applications', 2, 'B')],
        Array.from({ length: count }, (_, i) =>
          edge('application-flows', 'applications 1', 'applications 2', { object: i + 1, label: 'API' }),
        ),
      );
    expect((await scene(flows(4), 'application-flows')).lines).toHaveLength(4);
    const { lines } = await scene(flows(5), 'application-flows');
    expect(lines.map(({ label, count }) => [label, count])).toEqual([['×5', 5]]);
  });
});

describe('what signs mean', () => {
  const texts = ({ legend }: Scene): string[] => legend.flatMap((entry) => ('line' in entry ? [entry.text] : []));

  it('is told for each meaning of lines that look alike, by the kinds at their ends', async () => {
    const applications = made(
      [object('application-services', 1, 'S'), object('applications', 1, 'A'), object('databases', 1, 'D')],
      [
        edge('applications.application_services', 'application-services 1', 'applications 1'),
        edge('applications.databases', 'databases 1', 'applications 1'),
      ],
    );
    expect(texts(await scene(applications, 'applications'))).toEqual([
      'Application service: Is part of',
      'Database: Holds the data of',
    ]);
    const zones = made(
      [object('zones', 1, 'Z'), object('buildings', 1, 'B'), object('admin-users', 1, 'U')],
      [edge('zones.buildings', 'zones 1', 'buildings 1'), edge('zones.admin_users', 'zones 1', 'admin-users 1')],
    );
    expect(texts(await scene(zones, 'security-zones', { language: 'fr' }))).toEqual([
      expect.stringMatching(/^S’applique à → /),
      expect.stringMatching(/^Ouverte à → /),
    ]);
  });

  it('is a stroke of its own for what is done, who does it and what is used', async () => {
    const drawn = await scene(
      made(
        [
          ...[object('processes', 1, 'P'), object('operations', 1, 'O'), object('actors', 1, 'A')],
          ...[object('information', 1, 'I'), object('information', 2, 'J')],
        ],
        [
          edge('operations.process_id', 'operations 1', 'processes 1'),
          edge('operations.actors', 'actors 1', 'operations 1'),
          edge('processes.informations', 'information 1', 'processes 1'),
          edge('information.parents', 'information 1', 'information 2'),
        ],
      ),
      'information-system',
    );
    const strokes = drawn.legend.flatMap((entry) => ('line' in entry ? [[entry.text, entry.line.pattern]] : []));
    expect(strokes).toEqual([
      ['Is part of', undefined],
      ['Acts in', 'dashed'],
      ['Is used by', 'dotted'],
    ]);
    expect(drawn.lines.map(({ means, pattern }) => [means, pattern])).toEqual([
      ['partOf', undefined],
      ['actsIn', 'dashed'],
      ['usedBy', 'dotted'],
      ['partOf', undefined],
    ]);
  });

  it('is said once: a cable says what is plugged in', async () => {
    const source = (...cables: MadeEdge[]): PictureSource =>
      made(
        [object('physical-switches', 1, 'SW'), object('phones', 1, 'T'), object('phones', 2, 'U')],
        [
          edge('phones.physical_switch_id', 'physical-switches 1', 'phones 1'),
          edge('phones.physical_switch_id', 'physical-switches 1', 'phones 2'),
          ...cables,
        ],
      );
    const meanings = async (...cables: MadeEdge[]): Promise<string[]> =>
      (await scene(source(...cables), 'network-infrastructure')).lines.map(({ sentence }) => sentence);
    expect(await meanings()).toEqual(['T is plugged into SW', 'U is plugged into SW']);
    const cable = edge('physical-links', 'phones 1', 'physical-switches 1', { object: 1 });
    expect(await meanings(cable)).toEqual(['A cable links T and SW', 'U is plugged into SW']);
  });

  it('is told of second lines, where there are any', async () => {
    const objects = [object('sites', 1, 'S'), object('buildings', 1, 'B'), object('zones', 1, 'Z')];
    const inSite = edge('buildings.site_id', 'sites 1', 'buildings 1');
    const inZone = edge('zones.buildings', 'zones 1', 'buildings 1');
    expect((await scene(made(objects, [inSite, inZone]), 'physical-infrastructure')).explained).toBe(
      'Below names: zone (building).',
    );
    expect((await scene(made(objects, [inSite]), 'physical-infrastructure')).explained).toBeUndefined();
  });
});

describe('answers of the graph', () => {
  const node = (group: string, id: number, depth?: number): WalkAnswer['nodes'][number] => ({
    ...{ id: `${group}_${id}`, label: `${group} ${id}`, group, icon: null, data: { id } },
    ...(depth !== undefined && { depth }),
  });
  const joined = (edge: string, family: string, from: string, to: string): WalkAnswer['edges'][number] => ({
    ...{ edge, family, from, to, both: false, label: null, object: null },
  });
  const kinds = ['bays', 'physical-servers', 'logical-servers', 'applications'].map((path) => kind(path));
  const drawn = (answer: Pick<WalkAnswer, 'nodes' | 'edges'>): Scene =>
    walkScene({ ...answer, meta: { snapshot: 's', of: ['bays_1'] } }, kinds, view('object'), defaultOptions());
  const texts = ({ legend }: Scene): string[] => legend.flatMap((entry) => ('line' in entry ? [entry.text] : []));
  /** A bay with a server, and so many logical servers on it. */
  const rack = (count: number): Pick<WalkAnswer, 'nodes' | 'edges'> => ({
    nodes: [
      ...[node('bays', 1, 0), node('physical-servers', 1, 1)],
      ...Array.from({ length: count }, (_, i) => node('logical-servers', i + 1, 2)),
    ],
    edges: [
      joined('physical-servers.bay_id', 'places', 'bays_1', 'physical-servers_1'),
      ...Array.from({ length: count }, (_, i) =>
        joined('logical-servers.physical_servers', 'hosting', 'physical-servers_1', `logical-servers_${i + 1}`),
      ),
    ],
  });

  it('have words on all lines, or on none and in the legend', () => {
    const few = drawn(rack(9));
    expect(few.lines.map(({ label }) => label)).toEqual(['holds', ...Array<string>(9).fill('hosts')]);
    expect(texts(few)).toEqual([]);
    const more = drawn(rack(10));
    expect(new Set(more.lines.map(({ label }) => label))).toEqual(new Set(['']));
    expect(texts(more)).toEqual(['Bay: Holds', 'Physical server: Hosts']);
  });
  it('tell meanings apart by the kinds at both ends, where neither is enough', () => {
    const { nodes, edges } = rack(10);
    const more = [node('applications', 1, 1), node('applications', 2, 1)];
    const others = [
      joined('applications.physical_servers', 'hosting', 'physical-servers_1', 'applications_1'),
      joined('x', 'places', 'physical-servers_1', 'bays_1'),
      joined('y', 'places', 'bays_1', 'applications_2'),
    ];
    expect(texts(drawn({ nodes: [...nodes, ...more], edges: [...edges, ...others] }))).toEqual([
      'Bay, Physical server → Physical server, Bay, Application: Holds',
      'Physical server → Logical server, Application: Hosts',
    ]);
  });
  it('of so many lines that they could not be followed are drawn by views, with what is a step nearer', () => {
    const alike = rack(61);
    // Those that are alike are one box: its line can be followed.
    expect(drawn(alike).bundles).toBeUndefined();
    const different = alike.nodes
      .slice(2)
      .flatMap(({ id }, i) => [
        { node: node('applications', i + 1, 3), edge: joined('x', 'hosting', id, `applications_${i + 1}`) },
      ]);
    const many = drawn({
      nodes: [...alike.nodes, ...different.map((one) => one.node)],
      edges: [...alike.edges, ...different.map((one) => one.edge)],
    });
    expect(box(many, 'bays 1').second).toBe('');
    expect(box(many, 'physical-servers 1').second).toBe('← bays 1');
    expect(box(many, 'applications 7').second).toBe('← logical-servers 7');
    expect(many.bundles).toEqual([]);
    expect(many.lines).toHaveLength(123);
    expect(many.caption).toMatch(/Boxes say through what they are linked \(←\)\.$/);
  });
});
