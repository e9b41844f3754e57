/** What pictures say of outages, of ways that are closed, of what lies outside, and where surroundings end. @seconds 3 */
import type { DoubtAnswer } from '../../src/graph/index.js';
import { defaultOptions, type PictureOptions } from '../../src/pictures/options.js';
import { layoutOf } from '../../src/pictures/layout/layout.js';
import { sceneOf, walkScene } from '../../src/pictures/scene/build.js';
import type { Box, Scene } from '../../src/pictures/scene/scene.js';
import { mergedAnswers, type WalkAnswer } from '../../src/pictures/scene/walk.js';
import { VIEWS } from '../../src/pictures/views/index.js';
import { drawio } from '../../src/pictures/writers/drawio.js';
import { svg } from '../../src/pictures/writers/svg.js';
import { outline } from '../../src/pictures/writers/text.js';
import { kind, made, object } from './made.js';

const view = (name: string): (typeof VIEWS)[number] => VIEWS.find((one) => one.name === name)!;
const options = (more: Partial<PictureOptions> = {}): PictureOptions => ({ ...defaultOptions(), ...more });
const node = (
  group: string,
  id: number,
  more: Partial<WalkAnswer['nodes'][number]> = {},
): WalkAnswer['nodes'][number] => ({
  ...{ id: `${group}_${id}`, label: `${group} ${id}`, group, icon: null, data: { id } },
  ...more,
});
const doubt = (about: WalkAnswer['nodes'][number]): DoubtAnswer => ({
  ...{ of: about.id, why: 'unfounded', by: [], names: [] },
  node: { ...about, view: 'application', data: { id: about.data.id ?? 0, name: about.label, model: '', url: '' } },
});
const joined = (edge: string, family: string, from: string, to: string): WalkAnswer['edges'][number] => ({
  ...{ edge, family, from, to, both: false, label: null, object: null },
});
const kinds = ['processes', 'applications', 'logical-servers', 'physical-servers', 'bays', 'sites'].map((path) =>
  kind(path),
);
const box = ({ boxes }: Scene, label: string): Box => boxes.find((one) => one.label === label)!;
const drawn = (scene: Scene): string => svg(scene, layoutOf(scene, undefined), 'light').text;

describe('an outage', () => {
  const answer: WalkAnswer = {
    nodes: [
      node('bays', 1, { state: 'down' }),
      node('physical-servers', 1, { state: 'down' }),
      node('logical-servers', 1, { state: 'degraded' }),
      node('logical-servers', 2, {
        state: 'at_risk',
        because: [{ edge: 'x', from: 'physical-servers_1', group: null, standing: 1, of: 2 }],
      }),
      node('applications', 1, { state: 'concerned' }),
    ],
    edges: [],
    summary: { down: { total: 2 }, degraded: { total: 1 }, at_risk: { total: 1 }, concerned: { total: 1 } },
    doubtful: [doubt(node('applications', 2)), doubt(node('logical-servers', 1))],
    parted: [
      { size: 7, sample: [{ label: 'SW-1' }, { label: 'SW-2' }], main: false },
      { size: 90, sample: [{ label: 'CORE' }], main: true },
    ],
    meta: { snapshot: 's', of: ['bays_1'] },
  };
  const scene = walkScene(answer, kinds, view('impact'), options());

  it('has a sign, a colour and a word for each of four states and for doubt', () => {
    const text = drawn(scene);
    for (const sign of ['✕', '!', '½', '!?', '?']) expect(text).toContain(`>${sign}</text>`);
    const legend = scene.legend.flatMap((entry) => ('state' in entry || 'doubtful' in entry ? [entry.text] : []));
    expect(legend).toEqual(['Down: 2', 'Works worse: 1', 'No reserve left: 1', 'To be told: 1', 'Cannot be told']);
    expect(scene.about).toContain('1 has no reserve left, 1 to be told, of 2 it cannot be told');
    expect(box(scene, 'applications 2')).toMatchObject({
      doubtful: true,
      second: expect.stringMatching(/^Application · may fail too/) as string,
    });
    expect(box(scene, 'logical-servers 2').second).toContain('1 of 2 left');
    expect(outline(scene)).toContain('applications 2, cannot be told');
  });

  it('says which part of the network is separated, and not the main one', () => {
    expect(scene.caption).toContain('Separated from the rest of the network: SW-1, SW-2 and 5 more.');
    expect(scene.caption).not.toContain('CORE');
  });

  it('says so in French', () => {
    const french = walkScene(answer, kinds, view('impact'), options({ language: 'fr' }));
    expect(french.legend.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Plus de réserve : 1', 'On ne peut le dire']),
    );
  });
});

describe('a flow that is forbidden', () => {
  const source = made(
    [
      object('subnetworks', 1, 'A', { data: { address: '10.1.0.0/16' } }),
      object('subnetworks', 2, 'B', { data: { address: '10.2.0.0/16' } }),
    ],
    ['DENY all', 'Refusé', 'accept'].map((action, i) => ({
      ...{ of: 'logical-flows', between: ['subnetworks 1', 'subnetworks 2'] as const, object: i + 1 },
      ...{ label: `Rule ${i + 1}`, data: { action } },
    })),
  );
  const wanted = options({ show: new Set(['flows']) });

  it('is a broken red line with a bar and the word, and not a way', async () => {
    const scene = await sceneOf(source, view('logical-infrastructure'), wanted);
    const flows = scene.lines.filter(({ means }) => means === 'flow');
    expect(flows.map(({ blocked, label }) => [blocked ?? false, label])).toEqual([
      [true, 'Rule 1 · blocked'],
      [true, 'Rule 2 · blocked'],
      [false, 'Rule 3'],
    ]);
    expect(flows[0]!.sentence).toBe('A may not send to B (Rule 1)');
    const text = drawn(scene);
    expect(text.match(/stroke="#b3261e" stroke-width="2" stroke-dasharray/g)).toHaveLength(3); // with the legend's
    expect(text.match(/stroke="#b3261e" stroke-width="3"/g)!.length).toBeGreaterThanOrEqual(2);
    expect(scene.legend.map(({ text: said }) => said)).toContain('Blocked');
    expect(drawio(scene, layoutOf(scene, undefined), 'light')).toContain('endArrow=cross');
  });

  it('is not one line with flows that are let through, however much is folded', async () => {
    const servers = Array.from({ length: 40 }, (_, i) => object('logical-servers', i + 1, `S${i + 1}`));
    const crowd = made(
      [...servers, object('subnetworks', 1, 'A'), object('subnetworks', 2, 'B'), object('subnetworks', 3, 'C')],
      [
        ...servers.map(({ id }) => ({
          ...{ of: 'address:logical-servers', between: ['subnetworks 1', `logical-servers ${id}`] as const },
        })),
        ...servers.map(({ id }) => ({
          ...{ of: 'logical-flows', between: [`logical-servers ${id}`, 'subnetworks 2'] as const, object: id },
          data: { action: id % 4 ? 'accept' : 'deny' },
        })),
      ],
    );
    const scene = await sceneOf(crowd, view('logical-infrastructure'), options({ show: new Set(['flows']), most: 10 }));
    expect(scene.lines.map(({ blocked, count }) => [blocked ?? false, count])).toEqual([
      [false, 30],
      [true, 10],
    ]);
  });

  it('is told by name where it cannot be drawn', async () => {
    const endless = {
      ...source,
      read: async (of: Parameters<typeof source.read>[0]) => ({
        ...(await source.read(of)),
        endless: { 'logical-flows': ['Internet to the portal', 'Wi-Fi stays outside'] },
      }),
    };
    const scene = await sceneOf(endless, view('logical-infrastructure'), wanted);
    expect(scene.caption).toBe('2 flows are not drawn: Internet to the portal and Wi-Fi stays outside.');
    const narrowed = options({ show: new Set(['flows']), selected: new Map([['subnetwork', [1]]]) });
    expect((await sceneOf(endless, view('logical-infrastructure'), narrowed)).caption).toBe('');
  });

  it('leads nowhere from what lies outside of the map', () => {
    const answer: WalkAnswer = {
      nodes: [
        node('logical-servers', 1),
        { ...node('outside', 0, { label: 'Any, Internet included' }), id: 'outside_any', data: { id: null } },
      ],
      edges: [joined('logical-flows', 'blocked', 'outside_any', 'logical-servers_1')],
      meta: { snapshot: 's', of: ['logical-servers_1'] },
    };
    const scene = walkScene(answer, kinds, view('object'), options());
    expect(box(scene, 'Any, Internet included').href).toBeUndefined();
    expect(box(scene, 'logical-servers 1').href).toBe('/objects/logical-servers/1');
    expect(scene.lines[0]).toMatchObject({ blocked: true, label: 'blocked' });
    expect(scene.legend.map(({ text }) => text)).toContain('Outside');
    const french = walkScene(answer, kinds, view('object'), options({ language: 'fr' }));
    expect(french.boxes.map(({ label }) => label)).toContain('Tout, Internet compris');
    const drawn = svg(scene, layoutOf(scene, undefined), 'light').text;
    expect(drawn).toContain('stroke-dasharray="4 3"');
    expect(drawn).toContain('id="s-outside"');
  });

  it('draws what lies outside at ends of flows, where flows are asked for', async () => {
    const source = made(
      [
        object('subnetworks', 1, 'A', { data: { address: '10.1.0.0/16' } }),
        object('outside', 0, 'Any, Internet included', { range: 'any' }),
      ],
      [{ of: 'logical-flows', between: ['outside 0', 'subnetworks 1'], object: 1, label: 'in' }],
    );
    const scene = await sceneOf(source, view('logical-infrastructure'), options({ show: new Set(['flows']) }));
    expect(box(scene, 'Any, Internet included')).toMatchObject({ id: 'outside_any', parent: -1 });
    expect(scene.lines.map(({ label }) => label)).toEqual(['in']);
    const plain = await sceneOf(source, view('logical-infrastructure'), options());
    expect(plain.boxes.map(({ label }) => label)).toEqual(['A']);
  });
});

describe('gateways, routers and firewalls', () => {
  it('stand between the subnets that they lead to, with lines, in what holds all of these; equipment stays out', async () => {
    const source = made(
      [
        object('networks', 1, 'N'),
        object('subnetworks', 1, 'A', { data: { address: '10.1.0.0/16' } }),
        object('subnetworks', 2, 'B', { data: { address: '10.2.0.0/16' } }),
        object('gateways', 1, 'GW'),
        object('routers', 1, 'R', { data: { ip_addresses: '10.1.0.1, 10.2.0.1' } }),
        object('security-devices', 1, 'FW', { data: { address_ip: '10.1.0.9' } }),
        object('workstations', 1, 'PC', { data: { address_ip: '10.1.0.7' } }),
      ],
      [
        { of: 'subnetworks.network_id', between: ['networks 1', 'subnetworks 1'] },
        { of: 'subnetworks.network_id', between: ['networks 1', 'subnetworks 2'] },
        { of: 'subnetworks.gateway_id', between: ['gateways 1', 'subnetworks 1'] },
        { of: 'subnetworks.gateway_id', between: ['gateways 1', 'subnetworks 2'] },
        { of: 'address:routers', between: ['subnetworks 1', 'routers 1'] },
        { of: 'address:routers', between: ['subnetworks 2', 'routers 1'] },
        { of: 'address:security-devices', between: ['subnetworks 1', 'security-devices 1'] },
        { of: 'address:workstations', between: ['subnetworks 1', 'workstations 1'] },
      ],
    );
    const scene = await sceneOf(source, view('logical-infrastructure'), options());
    const parentOf = (label: string): string | undefined => scene.boxes[box(scene, label).parent]?.label;
    expect(['GW', 'R', 'FW'].map(parentOf)).toEqual(['N', 'N', 'A']);
    expect(scene.lines.map(({ sentence }) => sentence).sort()).toEqual([
      'A leads into R',
      'B leads into R',
      'GW leads into A',
      'GW leads into B',
    ]);
    expect(scene.boxes.map(({ kind: path }) => path)).not.toContain('workstations');
  });
});

describe('surroundings', () => {
  const up: WalkAnswer = {
    nodes: [node('applications', 1, { depth: 0 }), node('processes', 1, { depth: 1 })],
    edges: [joined('applications.processes', 'business', 'applications_1', 'processes_1')],
    meta: { snapshot: 's', of: ['applications_1'] },
  };
  const down: WalkAnswer = {
    nodes: [
      ...[node('applications', 1, { depth: 0 }), node('logical-servers', 1, { depth: 1 })],
      ...[1, 2, 3].map((id) => node('physical-servers', id, { depth: 2 })),
    ],
    edges: [
      joined('x', 'hosting', 'logical-servers_1', 'applications_1'),
      ...[1, 2, 3].map((id) => joined('y', 'hosting', `physical-servers_${id}`, 'logical-servers_1')),
    ],
    meta: { snapshot: 's', of: ['applications_1'] },
  };

  it('are what lies above and below, and say how much was cut where they end', () => {
    const whole = walkScene(mergedAnswers([up, down]), kinds, view('object'), options({ cutAt: 2 }));
    expect(whole.boxes).toHaveLength(6);
    const cut = walkScene(mergedAnswers([up, down]), kinds, view('object'), options({ cutAt: 1 }));
    expect(cut.boxes.map(({ label, second }) => [label, second])).toEqual([
      ['applications 1', ''],
      ['processes 1', ''],
      ['logical-servers 1', '+3'],
    ]);
    expect(cut.lines).toHaveLength(2);
  });

  it('of dependencies stand in a column for each layer, with who takes it down alone', () => {
    const answer: WalkAnswer = {
      ...down,
      nodes: [
        ...down.nodes.map((one) => ({ ...one, critical: one.group === 'logical-servers' })),
        ...[node('bays', 1, { depth: 3 }), node('sites', 1, { depth: 4 })],
      ],
      edges: [...down.edges, joined('z', 'places', 'bays_1', 'physical-servers_1')],
    };
    const scene = walkScene(answer, kinds, view('dependencies'), options({ fold: 'none' }));
    const layers = scene.boxes.filter(({ parent }) => parent === -1);
    expect(layers.map(({ label }) => label)).toEqual([
      'Applications',
      'Servers',
      'Hosts and storage',
      'Bays',
      'Places',
    ]);
    const { boxes } = layoutOf(scene, undefined);
    const columns = layers.map((layer) => boxes[scene.boxes.indexOf(layer)]!);
    for (let i = 1; i < columns.length; i++)
      expect(columns[i]!.x).toBeGreaterThan(columns[i - 1]!.x + columns[i - 1]!.width);
    const hosts = scene.boxes.flatMap(({ kind: path }, i) => (path === 'physical-servers' ? [boxes[i]!.x] : []));
    expect(new Set(hosts).size).toBe(1);
    expect(box(scene, 'logical-servers 1')).toMatchObject({ point: true });
    expect(box(scene, 'logical-servers 1').second).toContain('single point');
    expect(scene.legend.map(({ text }) => text)).toContain('Single point: alone takes it down');
    expect(box(scene, 'applications 1')).toMatchObject({ root: true });
  });

  it('of dependencies lead from who supplies, and not from a place past one that stands in it', () => {
    const answer: WalkAnswer = {
      nodes: [
        ...[node('physical-servers', 1, { depth: 0 }), node('storage-devices', 1, { depth: 1 })],
        ...[node('bays', 1, { depth: 1 }), node('sites', 1, { depth: 1 })],
      ],
      edges: [
        { ...joined('physical-links', 'cables', 'physical-servers_1', 'storage-devices_1'), both: true },
        joined('physical-servers.bay_id', 'places', 'bays_1', 'physical-servers_1'),
        joined('physical-servers.site_id', 'places', 'sites_1', 'physical-servers_1'),
        joined('bays.room_id', 'places', 'sites_1', 'bays_1'),
      ],
      meta: { snapshot: 's', of: ['physical-servers_1'] },
    };
    const scene = walkScene({ ...answer }, kinds, view('dependencies'), options({ fold: 'none' }));
    expect(scene.lines.map(({ sentence, arrow }) => [sentence, arrow])).toEqual([
      ['storage-devices 1 supplies physical-servers 1', 'to'],
      ['bays 1 supplies physical-servers 1', 'to'],
      ['sites 1 supplies bays 1', 'to'],
    ]);
  });
});

describe('a network of many devices', () => {
  it('is drawn by its places, each of which leads to its own picture', async () => {
    const nodes = [object('sites', 1, 'North'), object('sites', 2, 'South')];
    const edges = [];
    for (let i = 1; i <= 70; i++) {
      nodes.push(object('physical-switches', i, `SW-${i}`));
      edges.push({
        of: 'physical-switches.site_id',
        between: [`sites ${i <= 35 ? 1 : 2}`, `physical-switches ${i}`] as const,
      });
      if (i > 1)
        edges.push({
          ...{ of: 'physical-links', between: [`physical-switches ${i - 1}`, `physical-switches ${i}`] as const },
          ...{ object: i, both: true, data: { color: '#2a6fb0' } },
        });
    }
    const source = made(nodes, edges);
    const scene = await sceneOf(source, view('network-infrastructure'), options());
    expect(scene.boxes.map(({ label, second, href }) => [label, second, href])).toEqual([
      ['North', '35 physical switches', '/map#way=pictures&picture=network-infrastructure%3Fsite%3D1'],
      ['South', '35 physical switches', '/map#way=pictures&picture=network-infrastructure%3Fsite%3D2'],
    ]);
    expect(scene.lines).toHaveLength(1);
    expect(scene.caption).toContain('Each place leads to its own picture.');
    const narrowed = options({ selected: new Map([['site', [1]]]) });
    expect((await sceneOf(source, view('network-infrastructure'), narrowed)).boxes).toHaveLength(36);
  });
});
