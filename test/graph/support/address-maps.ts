/** Small random maps of subnetworks, machines and flows, made by requests and changed again, with what was sent. */
import type { EdgeType, Rule } from '../../../src/graph/graph.js';
import type { TestServer } from '../../support/server.js';
import type { PlainEdge, PlainMap } from './build.js';
import { ADDRESSES, CABLE_ENDS, NaiveAddresses, rowName, type PlainRow } from './naive-addresses.js';
import type { Random } from './random.js';

type Columns = Record<string, unknown>;

/** In the order of the graph. */
const KINDS: PlainMap['kinds'] = [
  ['applications', 'application'],
  ['application-services', 'application'],
  ['application-modules', 'application'],
  ['databases', 'application'],
  ['subnetworks', 'logical'],
  ['gateways', 'logical'],
  ['network-switches', 'logical', { network: 'forwards' }],
  ['routers', 'logical', { network: 'forwards' }],
  ['security-devices', 'logical'],
  ['dhcp-servers', 'logical'],
  ['dnsservers', 'logical'],
  [
    'clusters',
    'logical',
    { founded: { by: ['clusters.physical_servers', 'clusters.logical_servers', 'clusters.routers'] } },
  ],
  [
    'logical-servers',
    'logical',
    { founded: { by: ['logical-servers.physical_servers', 'clusters.logical_servers', 'physical-links'] } },
  ],
  ['vlans', 'logical'],
  ['sites', 'physical', { network: 'place' }],
  [
    'physical-servers',
    'physical',
    { network: 'machine', founded: { by: ['physical-servers.site_id'], whereFails: true } },
  ],
  ['workstations', 'physical'],
  ['storage-devices', 'physical', { network: 'storage' }],
  ['peripherals', 'physical'],
  ['phones', 'physical', { network: 'forwards' }],
  ['physical-switches', 'physical', { network: 'forwards', placeEnd: 2 }],
  ['physical-routers', 'physical', { network: 'forwards', placeEnd: 1 }],
  ['wifi-terminals', 'physical', { network: 'forwards' }],
  ['physical-security-devices', 'physical', { network: 'forwards' }],
];
/** Kinds that are nodes of these maps. */
export const NODE_KINDS = KINDS.map(([kind]) => kind);
const CONNECTORS = ['physical-links', 'logical-flows', 'application-flows'];

type More = Partial<Rule>;
const rule =
  (effect: Rule['effect']) =>
  (need: 'all' | 'any', more: More = {}): Rule => ({ cause: 'from', effect, need, ...more });
const [down, degraded, atRisk] = [rule('down'), rule('degraded'), rule('at_risk')];
const PASSES = { passes: true } as const;
const HOSTS = { passes: true, together: true } as const;
const NETWORK = { group: 'net', partly: 'network', ...PASSES } as const;
const HAS_MACHINES = { side: 'from', has: ['clusters.physical_servers'] } as const;

/** A reference or link that stands in a column of `kind`; `up`: its owner carries what it leads to. */
interface Reference {
  type: string;
  family: string;
  kind: string;
  column: string;
  other: string;
  up?: boolean;
  plugs?: boolean;
  rules: Rule[];
}

const ref = (type: string, family: string, other: string, ...rules: Rule[]): Reference => {
  const [kind, column] = type.split('.') as [string, string];
  return { type, family, kind, column, other, rules };
};
const REFERENCES: readonly Reference[] = [
  ...['physical-servers', 'workstations', 'physical-switches', 'physical-routers'].map((kind) =>
    ref(`${kind}.site_id`, 'places', 'sites', down('all')),
  ),
  ...['physical-servers', 'workstations', 'phones'].map((kind) => ({
    ...ref(`${kind}.physical_switch_id`, 'cables', 'physical-switches'),
    plugs: true,
  })),
  ref('subnetworks.vlan_id', 'network', 'vlans', down('all')),
  ref('subnetworks.gateway_id', 'network', 'gateways', degraded('all', PASSES)),
  ref('subnetworks.subnetwork_id', 'network', 'subnetworks', down('all')),
  ref('network-switches.physical_switches', 'network', 'physical-switches', down('any')),
  ref('routers.physical_routers', 'network', 'physical-routers', down('any')),
  ref('security-devices.physical_security_devices', 'network', 'physical-security-devices', down('any')),
  {
    ...{ type: 'vlans.network_switches', family: 'network', kind: 'network-switches', column: 'vlans' },
    ...{ other: 'vlans', up: true, rules: [down('any')] },
  },
  {
    ...{ type: 'vlans.physical_routers', family: 'network', kind: 'physical-routers', column: 'vlans' },
    ...{ other: 'vlans', up: true, rules: [degraded('any')] },
  },
  ref('logical-servers.physical_servers', 'hosting', 'physical-servers', down('any', { group: 'host', ...HOSTS })),
  {
    ...ref(
      'clusters.logical_servers',
      'hosting',
      'logical-servers',
      down('any', { group: 'host', when: HAS_MACHINES, ...HOSTS }),
      { ...down('any', { group: 'member', unless: HAS_MACHINES, ...HOSTS }), cause: 'to' },
    ),
    up: true,
  },
  ref('clusters.physical_servers', 'hosting', 'physical-servers', down('any', { group: 'member', ...HOSTS })),
  ref('clusters.routers', 'hosting', 'routers', down('any', { group: 'member', ...PASSES })),
  {
    ...ref(
      'storage-devices.physical_servers',
      'cables',
      'physical-servers',
      down('any', { group: 'storage', partly: 'mirror', ...PASSES }),
    ),
    up: true,
  },
  ref(
    'applications.logical_servers',
    'hosting',
    'logical-servers',
    down('all', {
      ...HOSTS,
      peers: {
        ...{ by: 'clusters.logical_servers', unless: ['clusters.physical_servers'] },
        unlessShared: ['logical-servers.physical_servers'],
      },
    }),
  ),
  ref('applications.databases', 'data', 'databases', down('all', HOSTS)),
  ref('databases.logical_servers', 'hosting', 'logical-servers', down('any', { group: 'host', ...HOSTS })),
];

/** What a lost subnetwork does to who has an address in it: servers, services and end devices, and the rest, whom others may manage there. */
const SERVED = [
  ...['dhcp-servers', 'dnsservers', 'logical-servers', 'workstations', 'storage-devices', 'peripherals', 'phones'],
  'wifi-terminals',
];
const CABLE_RULE = down('any', {
  ...{ group: 'storage', partly: 'mirror', ...PASSES },
  kinds: { side: 'from', of: ['storage-devices'] },
  // Between equal ranks a cable carries nothing.
  whenField: 'ranks differ',
});
const connector = (name: string, family: string, ...rules: Rule[]): EdgeType => ({
  ...{ name, family, from: NODE_KINDS, to: NODE_KINDS, connector: name, rules },
});
const TYPES: readonly EdgeType[] = [
  ...REFERENCES.map(({ type, family, kind, other, up, plugs, rules }): EdgeType => ({
    ...{ name: type, family, from: [up ? kind : other], to: [up ? other : kind], rules },
    ...(plugs && { plugs }),
  })),
  ...Object.keys(ADDRESSES).map((kind): EdgeType => ({
    ...{ name: `address:${kind}`, family: 'network', from: ['subnetworks'], to: [kind] },
    rules: [SERVED.includes(kind) ? down('any', NETWORK) : atRisk('any', { group: 'net' })],
  })),
  ...['gateways', 'dhcp-servers', 'dnsservers'].map((kind): EdgeType => ({
    ...{ name: `same-address:${kind}`, family: 'network', from: NODE_KINDS, to: [kind] },
    rules: [down('any', kind === 'gateways' ? {} : PASSES)],
  })),
  { ...connector('physical-links', 'cables', CABLE_RULE), plugs: true },
  connector('logical-flows', 'flows', {
    ...degraded('all', { optional: 'flows', ...PASSES, kinds: { side: 'from', of: ['subnetworks'], not: true } }),
    cause: 'to',
  }),
  connector('application-flows', 'flows', degraded('all', { optional: 'flows', ...PASSES }), {
    ...degraded('all', { optional: 'flows', whenField: 'bidirectional', ...PASSES }),
    cause: 'to',
  }),
];

/** Nearer to the middle of a network is nearer to the beginning. */
const RANKS = [
  ['physical-routers', 'physical-switches', 'physical-security-devices', 'network-switches', 'routers'],
  ['wifi-terminals', 'storage-devices'],
];
const rankOf = (name: string): number => {
  const rank = RANKS.findIndex((kinds) => kinds.includes(name.slice(0, name.lastIndexOf('_'))));
  return rank < 0 ? RANKS.length : rank;
};

/** The map of these objects as a naive one takes it: what is blocked or leads outside spreads nothing. */
export function plainMapOf(rows: readonly PlainRow[]): PlainMap {
  const names = new Set(rows.map(rowName));
  const edges: PlainEdge[] = [];
  for (const row of rows) {
    for (const { type, kind, column, other, up } of REFERENCES) {
      if (row.kind !== kind) continue;
      for (const id of new Set([row.columns[column] ?? []].flat() as number[])) {
        const [own, far] = [rowName(row), `${other}_${id}`];
        if (own !== far && names.has(far)) edges.push({ type, from: up ? own : far, to: up ? far : own });
      }
    }
    if (row.kind === 'physical-links') edges.push(...cable(row, names));
  }
  const flows = new Map(rows.filter(({ kind }) => kind === 'application-flows').map((row) => [row.id, row.columns]));
  for (const { type, from, to, object, blocked } of new NaiveAddresses(rows).edges()) {
    if (blocked || !names.has(from) || !names.has(to)) continue;
    const both = type === 'application-flows' && flows.get(object!)!['bidirectional'] === 1;
    edges.push({ type, from, to, ...(object !== null && { object, both, flagged: both }) });
  }
  const nodes = rows
    .filter(({ kind }) => NODE_KINDS.includes(kind))
    .map(({ kind, id, columns }) => ({ kind, id, label: String(columns['name']), inactive: columns['active'] === 0 }));
  return { kinds: KINDS, types: TYPES, nodes, edges };
}

function cable({ id, columns }: PlainRow, names: ReadonlySet<string>): PlainEdge[] {
  const [source, dest] = ['src', 'dest'].map((side) => {
    for (const [column, kind] of Object.entries(CABLE_ENDS)) {
      const end = columns[`${column}_${side}_id`];
      if (typeof end === 'number') return `${kind}_${end}`;
    }
    return '';
  }) as [string, string];
  if (source === dest || !names.has(source) || !names.has(dest)) return [];
  const [from, to] = rankOf(dest) < rankOf(source) ? [dest, source] : [source, dest];
  return [{ type: 'physical-links', from, to, object: id, both: true, flagged: rankOf(from) !== rankOf(to) }];
}

const RANGES = [
  ...['10.1.0.0/16', '10.1.2.0/24', '10.1.2.0/24', '10.1.2.0/24', '10.1.2.0/28', '10.1.2.128/25', '10.2.0.0/16'],
  ...['10.2.0.0/16', '10.2.7.9/16', '10.1.2.3', '10.0.0.0/8', 'fd00::/8', 'FD00:1::/32', 'fd00:1::/64', 'fd00:1::/64'],
];
const HOSTS_OF = [
  ...['10.1.2.3', '10.1.2.3', '10.1.2.4', '10.1.2.4', '10.1.2.130', '10.1.9.9', '10.2.0.1', '10.2.0.1'],
  ...['10.77.0.1', '192.0.2.1', 'fd00:1::1', 'FD00:1:0::1', 'fd00:2::1', '2001:db8::9'],
];
/** What flows between ranges name besides. */
const FLOW_RANGES = [
  ...['10.1.2.3', '10.1.2.4', '10.1.2.0/25', '10.1.0.0/20', '10.0.0.0/7', '172.16.0.0/12', '203.0.113.77/24'],
  ...['203.0.113.0/24', '192.0.2.1/32', '0.0.0.0/0', '::/0', '2001:db8::/32', 'fd00:1::1/128', '2000::/3'],
  ...[
    '10.1.2.3-10.1.2.9',
    '10.1.2.4 - 10.2.0.9',
    '10.1.2.9-10.1.2.3',
    '10.1.2.3-10.1.2.3',
    '203.0.113.0-203.0.113.255',
  ],
  ...['203.0.113.7-203.0.113.9', 'fd00:1::1-fd00:1::ff', '10.1.2.0/255.255.255.0', '10.0.0.0/255.0.255.0', '*', 'Any'],
  ...['0.0.0.0-255.255.255.255'],
];
/** What is no address. */
const ODD = ['srv-7.example', '10.1.2', '10.1.2.300', '10.1.2.0/33', '(VIP)', '10.1.2.3:443'];
const ACTIONS = [
  ...[
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    'allow',
    'allow',
    'ACCEPT',
    'permit',
    'undeny',
    'log and drop',
    'autorisé',
  ],
  ...['deny', 'Drop all', 'REJECT', 'Bloqué', 'bloquer', 'refusé', 'Interdît', 'forbidden', 'Prohibited', 'discard'],
  'rejeté',
];

/** How many of each kind a map has at most; in an order in which each may lead to those before it. */
const MOST: readonly (readonly [kind: string, most: number])[] = [
  ...([
    ['sites', 2],
    ['vlans', 3],
    ['physical-switches', 2],
    ['physical-routers', 2],
    ['physical-security-devices', 1],
    ['gateways', 2],
    ['network-switches', 2],
    ['routers', 2],
    ['security-devices', 1],
    ['dhcp-servers', 1],
    ['dnsservers', 1],
    ['physical-servers', 3],
    ['logical-servers', 4],
    ['clusters', 2],
    ['workstations', 2],
    ['storage-devices', 1],
    ['peripherals', 1],
    ['phones', 1],
    ['wifi-terminals', 1],
    ['subnetworks', 7],
    ['databases', 2],
    ['applications', 4],
    ['application-services', 1],
    ['application-modules', 1],
    ['physical-links', 8],
    ['logical-flows', 9],
    ['application-flows', 5],
  ] as const),
];

let names = 0;

/** A map on a server, and the same as rows. */
export class AddressMap {
  rows: PlainRow[] = [];
  private gone: PlainRow[] = [];
  private range: string | null = null;

  constructor(
    private readonly server: TestServer,
    private readonly random: Random,
  ) {}

  async fill(): Promise<void> {
    for (const [kind, most] of MOST) {
      const count = this.random.below(most + 1);
      if (!count) continue;
      const items = Array.from({ length: count }, () => this.columnsOf(kind));
      const { status, body } = await this.server.post(`/api/${kind}/mass-store`, { items });
      expect([kind, items, status, body]).toEqual([kind, items, 201, expect.objectContaining({ count })]);
      this.rows.push(...(body.ids as number[]).map((id, i) => ({ kind, id, columns: items[i]! })));
    }
  }

  /** One to three changes: another address, VLAN, action …, an object less, or one that is back. */
  async change(): Promise<void> {
    for (let i = 1 + this.random.below(3); i > 0; i--) {
      const back = this.random.once(5) ? this.gone.pop() : undefined;
      if (back) {
        await this.done(this.server.post(`/api/${back.kind}/${back.id}/restore`, {}), back);
        this.rows.push(back);
        continue;
      }
      const row = this.random.one(this.rows);
      if (this.random.once(5)) {
        await this.done(this.server.delete(`/api/${row.kind}/${row.id}`), row);
        this.rows = this.rows.filter((one) => one !== row);
        this.gone.push(row);
      } else {
        const drawn = Object.entries(this.columnsOf(row.kind)).filter(([column]) => column !== 'name');
        if (row.kind === 'subnetworks' && this.random.once(3)) {
          const lower = this.rows.filter(({ kind, id }) => kind === 'subnetworks' && id < row.id);
          if (lower.length) drawn.push(['subnetwork_id', this.random.one(lower).id]);
        }
        // Ends are drawn together: there is one at each side.
        const kept = CONNECTORS.includes(row.kind) ? drawn : drawn.filter(() => this.random.once(2));
        const none = CONNECTORS.includes(row.kind)
          ? Object.keys(row.columns).map((column) => [column, null] as const)
          : [];
        const columns = Object.fromEntries([...none, ...kept].filter(([column]) => column !== 'name'));
        if (!Object.keys(columns).length) continue;
        await this.done(this.server.patch(`/api/${row.kind}/${row.id}`, columns), { ...row, columns });
        this.rows[this.rows.indexOf(row)] = {
          ...row,
          columns: { ...row.columns, ...columns, ...this.kept(row, columns) },
        };
      }
    }
  }

  /** Links to objects that are gone are not written anew, and come back with these. */
  private kept({ kind, columns }: PlainRow, written: Columns): Columns {
    const found: Columns = {};
    for (const { kind: owner, column, other } of REFERENCES) {
      const [ids, before] = [written[column], columns[column]];
      if (owner !== kind || !Array.isArray(ids) || !Array.isArray(before)) continue;
      found[column] = [...ids, ...before.filter((id) => this.gone.some((one) => one.kind === other && one.id === id))];
    }
    return found;
  }

  /** Takes all objects away. */
  async clear(): Promise<void> {
    for (const [kind] of [...MOST].reverse()) {
      const ids = this.rows.filter((row) => row.kind === kind).map(({ id }) => id);
      if (ids.length)
        await this.done(this.server.delete(`/api/${kind}/mass-destroy`, { body: { ids } }), { kind, ids });
    }
    this.rows = [];
    this.gone = [];
  }

  private async done(asked: ReturnType<TestServer['get']>, what: unknown): Promise<void> {
    const { status, body } = await asked;
    expect([what, status < 300, body]).toEqual([what, true, body]);
  }

  private columnsOf(kind: string): Columns {
    const { random } = this;
    const own = OWN[kind]?.(this) ?? {};
    const address = ADDRESSES[kind];
    if (address) own[address] = this.addresses(kind);
    for (const { kind: owner, column, other } of REFERENCES) {
      if (owner !== kind || column === 'subnetwork_id') continue;
      if (column.endsWith('_id'))
        own[column] = random.once(other === 'vlans' ? 4 : 2) ? null : (this.any(other) ?? null);
      else own[column] = this.ids(other).length ? random.some(this.ids(other), 2) : [];
    }
    return kind === 'physical-links' ? own : { name: `${kind.slice(0, 18)} ${++names}`, ...own };
  }

  ids(kind: string): number[] {
    return this.rows.filter((row) => row.kind === kind).map(({ id }) => id);
  }

  any(kind: string): number | undefined {
    const ids = this.ids(kind);
    return ids.length ? this.random.one(ids) : undefined;
  }

  /** A list of addresses; texts that are none where such are taken. */
  private addresses(kind: string): string | null {
    const { random } = this;
    const items = random.some(HOSTS_OF, random.once(3) ? 3 : 1);
    if (ADDRESSES[kind] === 'ip' && random.once(3)) items.push(random.one([...ODD, '10.1.2.4/24']));
    if (!items.length && random.once(2)) items.push(random.one(HOSTS_OF));
    return items.length ? items.join(random.one([', ', ';', ' ', ','])) : null;
  }

  /** One end of a connector: an object of one of some kinds, or nothing. */
  end(ends: Record<string, string>, suffix: string): Columns {
    const { random } = this;
    const there = Object.entries(ends).filter(([, kind]) => this.ids(kind).length);
    if (!there.length) return {};
    const [column, kind] = random.one(there);
    return { [column + suffix]: this.any(kind)! };
  }

  /** Often the range of the one before, in another VLAN. */
  subnetwork(): Columns {
    const { random } = this;
    if (!random.once(3)) this.range = random.once(12) ? random.one([null, '0.0.0.0/0', '::/0']) : random.one(RANGES);
    return { address: this.range };
  }

  server_(): Columns {
    return { active: this.random.one([null, 1, 1, 1, 0]) };
  }

  /** Objects of some kinds with an address that others of them have too, by the address. */
  private sharing(kinds: readonly string[]): [string, PlainRow[]][] {
    return HOSTS_OF.map((text): [string, PlainRow[]] => {
      const having = this.rows.filter(
        ({ kind, columns }) =>
          kinds.includes(kind) &&
          String(columns[ADDRESSES[kind]!])
            .split(/[,; ]+/)
            .includes(text),
      );
      return [text, having];
    }).filter(([, having]) => having.length > 1);
  }

  /** Often between two that have one address. */
  cable(): Columns {
    const { random } = this;
    const columns = Object.entries(CABLE_ENDS);
    const alike = this.sharing(Object.values(CABLE_ENDS));
    if (alike.length && random.once(3)) {
      const [one, other] = random.one(alike)[1] as [PlainRow, PlainRow];
      const column = ({ kind }: PlainRow): string => columns.find(([, end]) => end === kind)![0];
      return { [`${column(one)}_src_id`]: one.id, [`${column(other)}_dest_id`]: other.id };
    }
    const ends = Object.fromEntries(columns.filter(([column]) => random.once(2) || /switch|router/.test(column)));
    return { ...this.end(ends, '_src_id'), ...this.end(ends, '_dest_id') };
  }

  logicalFlow(): Columns {
    const { random } = this;
    const side = (name: 'source' | 'dest'): Columns => {
      if (random.once(2)) return this.end(FLOW_ENDS, `_${name}_id`);
      const alike = this.sharing(Object.keys(ADDRESSES));
      if (alike.length && random.once(3)) return { [`${name}_ip_range`]: random.one(alike)[0] };
      const items = [...random.some([...RANGES, ...FLOW_RANGES, ...HOSTS_OF], random.once(3) ? 3 : 1)];
      if (!items.length || random.once(8)) items.push(random.one(random.once(2) ? ODD : FLOW_RANGES));
      return { [`${name}_ip_range`]: items.join(random.one([', ', ';', ' '])) };
    };
    return { action: random.one(ACTIONS), ...side('source'), ...side('dest') };
  }

  applicationFlow(): Columns {
    const ends = { application: 'applications', ...APPLICATION_ENDS };
    return {
      ...this.end(ends, '_source_id'),
      ...this.end(ends, '_dest_id'),
      bidirectional: this.random.one([null, 0, 1]),
    };
  }
}

const FLOW_ENDS = {
  logical_server: 'logical-servers',
  workstation: 'workstations',
  physical_server: 'physical-servers',
  subnetwork: 'subnetworks',
  cluster: 'clusters',
  peripheral: 'peripherals',
  storage_device: 'storage-devices',
};
const APPLICATION_ENDS = {
  service: 'application-services',
  module: 'application-modules',
  database: 'databases',
};

const OWN: Record<string, (map: AddressMap) => Columns> = {
  subnetworks: (map) => map.subnetwork(),
  'logical-servers': (map) => map.server_(),
  'physical-links': (map) => map.cable(),
  'logical-flows': (map) => map.logicalFlow(),
  'application-flows': (map) => map.applicationFlow(),
};
