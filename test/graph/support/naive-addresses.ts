/**
 * Addresses and flows once more, written from their description alone: objects with their columns are given, and the edges that
 * follow are answered. Addresses are texts of bits here, and everything is looked for among all objects each time.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** A live object, with its columns and links as they are sent. */
export interface PlainRow {
  kind: string;
  id: number;
  columns: Readonly<Record<string, unknown>>;
}

export interface AddressedEdge {
  type: string;
  from: string;
  to: string;
  /** Of a flow its id. */
  object: number | null;
  blocked: boolean;
  unsure: boolean;
}

/** An end of a flow. */
interface End {
  name: string;
  unsure: boolean;
}

/** The bits of the first and the last address of a range. */
interface Range {
  version: 4 | 6;
  low: string;
  high: string;
}

/** Where kinds have their addresses. */
export const ADDRESSES: Readonly<Record<string, string>> = {
  gateways: 'ip',
  'network-switches': 'ip',
  routers: 'ip_addresses',
  'security-devices': 'address_ip',
  'dhcp-servers': 'address_ip',
  dnsservers: 'address_ip',
  clusters: 'address_ip',
  'logical-servers': 'address_ip',
  'physical-servers': 'address_ip',
  workstations: 'address_ip',
  'storage-devices': 'address_ip',
  peripherals: 'address_ip',
  phones: 'address_ip',
  'wifi-terminals': 'address_ip',
  'physical-security-devices': 'address_ip',
};

/** Who carries an object whose address it has: objects of the first of these kinds that have it. */
const SERVERS = ['logical-servers', 'physical-servers'];
const CARRIED: Readonly<Record<string, readonly string[]>> = {
  gateways: [
    ...['routers', 'security-devices', 'network-switches', 'clusters', 'logical-servers'],
    ...['physical-security-devices', 'physical-servers', 'wifi-terminals'],
  ],
  'dhcp-servers': SERVERS,
  dnsservers: SERVERS,
};

/** Links between kinds with addresses, but for those that stand for cables: what is plugged together are two. */
const LINKS: readonly (readonly [kind: string, column: string, other: string])[] = [
  ['logical-servers', 'physical_servers', 'physical-servers'],
  ['clusters', 'logical_servers', 'logical-servers'],
  ['clusters', 'physical_servers', 'physical-servers'],
  ['clusters', 'routers', 'routers'],
  ['security-devices', 'physical_security_devices', 'physical-security-devices'],
];

/** Kinds at an end of a flow or cable, by the beginning of the column. */
const LOGICAL_ENDS = {
  logical_server: 'logical-servers',
  peripheral: 'peripherals',
  physical_server: 'physical-servers',
  storage_device: 'storage-devices',
  workstation: 'workstations',
  physical_security_device: 'physical-security-devices',
  security_device: 'security-devices',
  subnetwork: 'subnetworks',
  cluster: 'clusters',
};
const APPLICATION_ENDS = {
  database: 'databases',
  module: 'application-modules',
  service: 'application-services',
  application: 'applications',
};
export const CABLE_ENDS = {
  physical_server: 'physical-servers',
  physical_switch: 'physical-switches',
  physical_router: 'physical-routers',
  storage_device: 'storage-devices',
  workstation: 'workstations',
  logical_server: 'logical-servers',
  network_switch: 'network-switches',
  router: 'routers',
  phone: 'phones',
  wifi_terminal: 'wifi-terminals',
  peripheral: 'peripherals',
  physical_security_device: 'physical-security-devices',
};

const FORBIDS = /^(deny|drop|discard|reject|reje|block|bloqu|refus|interdi|forbid|prohib)/;

export const rowName = ({ kind, id }: PlainRow): string => `${kind}_${id}`;
const numbersIn = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);
/** What an older or hurried hand separates with commas, semicolons or blanks. */
const itemsOf = (text: unknown): string[] => (typeof text === 'string' ? text.split(/[\s,;]+/).filter(Boolean) : []);
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** All bits of an address; undefined for any other text. */
function bitsOf(text: string): string | undefined {
  if (isIPv4(text)) {
    const bytes = text.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'));
    return bytes.join('');
  }
  if (!isIPv6(text) || text.includes('%')) return undefined;
  // The platform writes the last four bytes as numbers of the others' form.
  const [head, tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::') as [string, string?];
  const groups = (part?: string): string[] => (part ? part.split(':') : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)];
  return all.map((group) => parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

function between(low: string | undefined, high: string | undefined): Range | undefined {
  if (low === undefined || high === undefined || low.length !== high.length || low > high) return undefined;
  return { version: low.length === 32 ? 4 : 6, low, high };
}

/** A network, or a single address. */
function rangeOf(text: string): Range | undefined {
  const [address, length, ...more] = text.split('/') as [string, ...string[]];
  const bits = bitsOf(address);
  if (bits === undefined || length === undefined) return between(bits, bits);
  if (more.length || !/^\d{1,3}$/.test(length) || Number(length) > bits.length) return undefined;
  const kept = bits.slice(0, Number(length));
  return between(kept.padEnd(bits.length, '0'), kept.padEnd(bits.length, '1'));
}

/** What a rule names at an end: a network, an address, all from one to another, a network with its mask, or everything. */
function namedRange(text: string): Range | undefined {
  if (text === '*' || text.toLowerCase() === 'any') return rangeOf('0.0.0.0/0');
  const [first, last, ...more] = text.split('-').map(bitsOf);
  if (last !== undefined && !more.length) return between(first, last);
  const [address, mask] = text.split('/').map(bitsOf);
  if (address === undefined || mask?.length !== address.length) return rangeOf(text);
  const length = mask.indexOf('0') < 0 ? mask.length : mask.indexOf('0');
  return mask.lastIndexOf('1') < length ? rangeOf(`${text.split('/')[0]}/${length}`) : undefined;
}

const isSingle = ({ low, high }: Range): boolean => low === high;
const isAll = ({ low, high }: Range): boolean => !low.includes('1') && !high.includes('0');
const holds = (outer: Range, inner: Range): boolean =>
  outer.version === inner.version && outer.low <= inner.low && inner.high <= outer.high;
const areEqual = (one: Range, other: Range): boolean => holds(one, other) && holds(other, one);

/** How an address is written. */
function textOf(bits: string): string {
  if (bits.length === 32) return bits.replace(/.{8}/g, (byte) => `${parseInt(byte, 2)}.`).slice(0, -1);
  const groups = bits.replace(/.{16}/g, (group) => `${parseInt(group, 2).toString(16)}:`).slice(0, -1);
  return new URL(`http://[${groups}]`).hostname.slice(1, -1);
}

/** How a range is called that is no object: by its length where it is a network, else by its first and last address. */
function outsideOf(range: Range): string {
  if (isAll(range)) return 'outside_any';
  const { low, high } = range;
  if (isSingle(range)) return `outside_${textOf(low)}`;
  for (let length = 0; length < low.length; length++) {
    const network = `${textOf(low)}/${length}`;
    if (areEqual(rangeOf(network)!, range)) return `outside_${network}`;
  }
  return `outside_${textOf(low)}-${textOf(high)}`;
}

export class NaiveAddresses {
  /** `rows` are all live objects. */
  constructor(private readonly rows: readonly PlainRow[]) {}

  /** The edges that follow from addresses and flows, each pair of a kind once. */
  edges(): AddressedEdge[] {
    return [...this.addresses(), ...this.carried(), ...this.logicalFlows(), ...this.applicationFlows()];
  }

  /** How many flows have an end that is found nowhere, and so are not drawn. */
  nowhere(kind: 'logical-flows' | 'application-flows'): number {
    return this.of(kind).filter((flow) => {
      const [sources, dests] = kind === 'logical-flows' ? this.logicalEnds(flow) : this.applicationEnds(flow);
      return !sources.length || !dests.length;
    }).length;
  }

  /** From the smallest subnetwork around an address to the object that has it. */
  private addresses(): AddressedEdge[] {
    const found = new Map<string, AddressedEdge>();
    for (const row of this.rows) {
      if (!isActive(row)) continue;
      for (const address of addressesOf(row)) {
        const around = this.smallest(address);
        const near = this.vlansAround(row);
        const sharing = around.filter(({ columns }) => near.has(columns['vlan_id'] as number));
        const leading = around.length > 1 && sharing.length ? sharing : around;
        for (const subnetwork of leading) {
          const [from, to] = [rowName(subnetwork), rowName(row)];
          found.set(`${from} ${to}`, {
            ...{ type: `address:${row.kind}`, from, to, object: null, blocked: false },
            unsure: leading.length > 1,
          });
        }
      }
    }
    return [...found.values()];
  }

  /** From a device to the gateway whose address it has, from a server to the DNS or DHCP service. */
  private carried(): AddressedEdge[] {
    const found: AddressedEdge[] = [];
    for (const row of this.rows) {
      for (const other of this.rows) {
        if (!this.carries(other, row)) continue;
        found.push({
          ...{ type: `same-address:${row.kind}`, from: rowName(other), to: rowName(row), object: null },
          ...{ blocked: false, unsure: false },
        });
      }
    }
    return found;
  }

  private carries(carrier: PlainRow, row: PlainRow): boolean {
    const own = addressesOf(row);
    const having = this.rows.filter((one) => isActive(one) && own.some((address) => hasAddress(one, address)));
    const first = CARRIED[row.kind]?.find((kind) => having.some((one) => one.kind === kind));
    return carrier.kind === first && having.includes(carrier);
  }

  private logicalFlows(): AddressedEdge[] {
    return this.of('logical-flows').flatMap((flow) => {
      const [sources, dests] = this.logicalEnds(flow);
      const { action } = flow.columns;
      const blocked = typeof action === 'string' && FORBIDS.test(folded(action));
      return edgesBetween(flow, sources, dests, blocked);
    });
  }

  private applicationFlows(): AddressedEdge[] {
    return this.of('application-flows').flatMap((flow) => edgesBetween(flow, ...this.applicationEnds(flow), false));
  }

  private logicalEnds({ columns }: PlainRow): [End[], End[]] {
    const end = (side: 'source' | 'dest'): End[] =>
      this.referred(columns, LOGICAL_ENDS, `_${side}_id`) ?? this.ofRanges(columns[`${side}_ip_range`]);
    return [end('source'), end('dest')];
  }

  private applicationEnds({ columns }: PlainRow): [End[], End[]] {
    const end = (side: 'source' | 'dest'): End[] => this.referred(columns, APPLICATION_ENDS, `_${side}_id`) ?? [];
    return [end('source'), end('dest')];
  }

  /** The object that the first reference leads to, which may be gone; undefined where none is set. */
  private referred(columns: PlainRow['columns'], ends: Record<string, string>, suffix: string): End[] | undefined {
    for (const [column, kind] of Object.entries(ends)) {
      const id = columns[column + suffix];
      if (typeof id !== 'number') continue;
      return this.find(kind, id) ? [{ name: `${kind}_${id}`, unsure: false }] : [];
    }
    return undefined;
  }

  /** Every range leads somewhere; where two lead to the same object, one that is sure is enough. */
  private ofRanges(text: unknown): End[] {
    const found = new Map<string, boolean>();
    for (const item of itemsOf(typeof text === 'string' ? text.replace(/ - /g, '-') : text)) {
      const range = namedRange(item);
      if (!range) continue;
      for (const { name, unsure } of this.ofRange(range)) found.set(name, unsure && found.get(name) !== false);
    }
    return [...found].map(([name, unsure]) => ({ name, unsure }));
  }

  private ofRange(range: Range): End[] {
    if (isSingle(range)) {
      const holders = this.rows.filter((row) => isActive(row) && hasAddress(row, range));
      if (holders.length) return ends(holders, !this.areJoined(holders));
    }
    const around = this.smallest(range);
    if (around.length) return ends(around, around.length > 1);
    const within = isAll(range) ? [] : this.within(range);
    if (within.length) return ends(within, false);
    return [{ name: outsideOf(range), unsure: false }];
  }

  /** Of the subnetworks that hold a range those that hold no other of them but equal ones. */
  private smallest(range: Range): PlainRow[] {
    const around = this.subnetworks().filter(([, own]) => holds(own, range));
    return around
      .filter(([, own]) => around.every(([, other]) => areEqual(own, other) || !holds(own, other)))
      .map(([row]) => row);
  }

  /** The subnetworks that a range holds, without those that lie in another one of them. */
  private within(range: Range): PlainRow[] {
    const held = this.subnetworks().filter(([, own]) => holds(range, own));
    return held
      .filter(([, own]) => held.every(([, other]) => areEqual(own, other) || !holds(other, own)))
      .map(([row]) => row);
  }

  private subnetworks(): [PlainRow, Range][] {
    return this.of('subnetworks').flatMap((row): [PlainRow, Range][] => {
      const { address } = row.columns;
      const range = typeof address === 'string' ? rangeOf(address) : undefined;
      return range ? [[row, range]] : [];
    });
  }

  /** All hang together by rules, hosting and links. */
  private areJoined(rows: readonly PlainRow[]): boolean {
    const [first] = rows as [PlainRow];
    const reached = [first];
    for (const one of reached)
      for (const other of rows) if (!reached.includes(other) && this.isJoined(one, other)) reached.push(other);
    return reached.length === rows.length;
  }

  private isJoined(one: PlainRow, other: PlainRow): boolean {
    const linked = (a: PlainRow, b: PlainRow): boolean =>
      LINKS.some(
        ([kind, column, to]) => a.kind === kind && b.kind === to && numbersIn(a.columns[column]).includes(b.id),
      );
    // Each kind that may carry a gateway by its address is joined with it.
    const ruled = (a: PlainRow, b: PlainRow): boolean => !!CARRIED[b.kind]?.includes(a.kind);
    return ruled(one, other) || ruled(other, one) || linked(one, other) || linked(other, one);
  }

  /** Ids of the VLANs of an object and of what it is plugged into. */
  private vlansAround(row: PlainRow): Set<number> {
    const ids = [row, ...this.pluggedInto(row)].flatMap((one) => this.vlansOf(one));
    return new Set(ids.filter((id) => this.find('vlans', id)));
  }

  /** Those of a physical switch are its logical switches', those of a logical router are its machines'. */
  private vlansOf({ kind, id, columns }: PlainRow): number[] {
    if (kind === 'physical-switches') {
      return this.of('network-switches')
        .filter((one) => numbersIn(one.columns['physical_switches']).includes(id))
        .flatMap((one) => numbersIn(one.columns['vlans']));
    }
    if (kind === 'routers') {
      return numbersIn(columns['physical_routers']).flatMap((router) =>
        numbersIn(this.find('physical-routers', router)?.columns['vlans']),
      );
    }
    return numbersIn(columns['vlans']);
  }

  private pluggedInto(row: PlainRow): PlainRow[] {
    const found: (PlainRow | undefined)[] = [];
    const own = row.columns['physical_switch_id'];
    if (typeof own === 'number') found.push(this.find('physical-switches', own));
    for (const { columns } of this.of('physical-links')) {
      const [source, dest] = ['_src_id', '_dest_id'].map(
        (suffix) => this.referred(columns, CABLE_ENDS, suffix)?.[0]?.name,
      );
      for (const [near, far] of [
        [source, dest],
        [dest, source],
      ])
        if (near === rowName(row)) found.push(this.rows.find((one) => rowName(one) === far));
    }
    return found.filter((one) => one !== undefined);
  }

  private of(kind: string): PlainRow[] {
    return this.rows.filter((row) => row.kind === kind);
  }

  private find(kind: string, id: number): PlainRow | undefined {
    return this.rows.find((row) => row.kind === kind && row.id === id);
  }
}

/** Unset is in use. */
const isActive = ({ columns }: PlainRow): boolean => columns['active'] !== 0;

/** The single addresses of an object; what follows a stroke says nothing. */
function addressesOf({ kind, columns }: PlainRow): Range[] {
  const column = ADDRESSES[kind];
  return column ? itemsOf(columns[column]).flatMap((item) => rangeOf(item.split('/')[0]!) ?? []) : [];
}

const hasAddress = (row: PlainRow, address: Range): boolean => addressesOf(row).some((own) => areEqual(own, address));

const ends = (rows: readonly PlainRow[], unsure: boolean): End[] => rows.map((row) => ({ name: rowName(row), unsure }));

/** From each source to each destination, but from none to itself. */
const edgesBetween = (
  flow: PlainRow,
  sources: readonly End[],
  dests: readonly End[],
  blocked: boolean,
): AddressedEdge[] =>
  sources.flatMap((source) =>
    dests
      .filter(({ name }) => name !== source.name)
      .map((dest) => ({
        ...{ type: flow.kind, from: source.name, to: dest.name, object: flow.id, blocked },
        unsure: source.unsure || dest.unsure,
      })),
  );
