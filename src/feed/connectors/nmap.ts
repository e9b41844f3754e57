/**
 * Scans of nmap (`-oX`), and of masscan: a machine that answers is an item, however many addresses it has. Read as it streams;
 * machines are told at its end, since masscan writes a host for each port, and a machine may answer under several addresses.
 */
import { ApiError } from '../../core/http/errors.js';
import type { Item } from '../document/model.js';
import {
  choiceOption,
  MAX_PARTS,
  notWhole,
  tooManyParts,
  type ReadOptions,
  type Bytes,
  type ReadResult,
  type LeftOut,
} from './connector.js';
import { addressesOf, fields, fullNameOf, keysOf, macOf, refOf, textOf, unique } from './values.js';
import { xmlParts, type Attributes, type XmlHandler } from './xml.js';

const KIND = 'nmap';
/** Machines of a scan; names of one, and references that it had before. */
const [MAX_MACHINES, MAX_NAMES, MAX_FORMER] = [250_000, 100, 10];
/** Percent from which a guess of the system is believed. */
const MIN_ACCURACY = 90;
/** Characters of the services of a host, which are no more than these either. */
const MAX_SERVICES = 255;

/** Types by the class of the system, for `opt[by]=class`. */
const BY_CLASS: ReadonlyMap<string, string> = new Map([
  ['printer', 'peripherals'],
  ['router', 'physical-routers'],
  ['switch', 'physical-switches'],
  ['WAP', 'wifi-terminals'],
  ['firewall', 'physical-security-devices'],
  ['VoIP phone', 'phones'],
  ['storage-misc', 'storage-devices'],
]);
const WITH_SYSTEM = new Set(['logical-servers', 'physical-servers', 'workstations']);
const WITH_ADDRESS = new Set([
  ...['logical-servers', 'physical-servers', 'workstations', 'peripherals', 'wifi-terminals', 'phones'],
  ...['physical-security-devices', 'storage-devices', 'security-devices', 'clusters', 'dhcp-servers', 'dnsservers'],
]);

/** What a scan says of hosts. */
export async function nmap(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const type = asked.opt.get('type') ?? 'logical-servers';
  const byClass = choiceOption(asked, 'by', ['none', 'class']) === 'class';
  const types = byClass ? [type, ...BY_CLASS.values()] : [type];
  const rules = (each: string): string[] => (WITH_ADDRESS.has(each) ? ['name', 'host', 'ip'] : ['name', 'host']);
  const machines = new Machines(asked.leftOut);
  const scan = new Scan(machines);
  const parts = xmlParts(bytes, KIND, scan, 'feedNoScan');
  // What the scan says of itself stands before its hosts.
  while (!scan.isBegun && !(await parts.next()).done);
  async function* all(): AsyncGenerator<Item> {
    for await (const _ of parts) void _;
    scan.end();
    for (const machine of machines.all()) yield itemOf(machine, type, byClass, scan.observed);
  }
  return {
    mode: 'delta',
    observed_at: scan.observed,
    options: { identify: Object.fromEntries(types.map((each) => [each, rules(each)])) },
    items: all(),
  };
}

/** What is noted of a host until its tag is closed. */
interface Host {
  /** Masscan writes no status: its hosts are those that have answered. */
  up: boolean;
  mac?: string;
  addresses: string[];
  name?: string;
  /** The name that the user gave stands before that of the network. */
  named?: boolean;
  fullNames: string[];
  system?: string;
  accuracy: number;
  class?: string;
  serviceSystem?: string;
  /** As many as fit, each once. */
  services: Set<string>;
  port?: { label: string; open: boolean; name?: string };
}

/** Reads the tags of a scan. */
class Scan implements XmlHandler {
  /** When it began, as soon as that has been read. */
  observed: string | undefined;
  isBegun = false;
  private host: Host | undefined;
  private finished = false;
  private match = 0;

  constructor(private readonly machines: Machines) {}

  open(name: string, attributes: Attributes, depth: number): void {
    if (depth === 1) {
      if (name !== 'nmaprun') throw notWhole(KIND, 'feedNoScan');
      this.isBegun = true;
      this.observed = momentOf(attributes['start']);
    } else if (name === 'finished') this.finished = (attributes['exit'] ?? 'success') === 'success';
    else if (name === 'host' && depth === 2)
      this.host = { up: true, addresses: [], fullNames: [], accuracy: 0, services: new Set() };
    else if (this.host) this.note(this.host, name, attributes);
  }

  close(name: string, depth: number): void {
    const { host } = this;
    if (!host) return;
    if (name === 'port' && host.port) {
      const { open, label, name: service } = host.port;
      if (open && host.services.size < MAX_SERVICES) host.services.add(service ? `${label} ${service}` : label);
      delete host.port;
    } else if (name === 'host' && depth === 2) {
      this.host = undefined;
      this.machines.take(host);
    }
  }

  /** Throws 400 for a scan that was broken off. */
  end(): void {
    if (!this.finished) throw notWhole(KIND, 'feedScan');
  }

  private note(host: Host, name: string, of: Attributes): void {
    switch (name) {
      case 'status':
        host.up = of['state'] === 'up';
        break;
      case 'address':
        if (of['addrtype'] === 'mac') host.mac ??= of['addr']!;
        else if (of['addr'] && host.addresses.push(of['addr']) > MAX_PARTS)
          throw tooManyParts(KIND, 'feedPartAddresses');
        break;
      case 'hostname':
        this.noteName(host, of);
        break;
      case 'port':
        host.port = { label: `${of['portid']}/${of['protocol']}`, open: false };
        break;
      case 'state':
        if (host.port) host.port.open = of['state'] === 'open';
        break;
      case 'service':
        if (!host.port) break;
        if (of['name']) host.port.name = of['name'];
        if (of['ostype']) host.serviceSystem ??= of['ostype'];
        break;
      case 'osmatch':
        this.match = Number(of['accuracy']) || 0;
        if (this.match <= host.accuracy) break;
        host.accuracy = this.match;
        host.system = of['name'] ?? '';
        delete host.class;
        break;
      case 'osclass':
        // The classes of a guess stand within it.
        if (this.match === host.accuracy && of['type']) host.class ??= of['type'];
        break;
    }
  }

  private noteName(host: Host, of: Attributes): void {
    const name = textOf(of['name']);
    const isUsers = of['type'] === 'user';
    const full = fullNameOf(name);
    // That which the user gave is the first of them too.
    if (full !== undefined && host.fullNames.length < MAX_NAMES)
      host.fullNames.splice(isUsers ? 0 : host.fullNames.length, 0, full);
    if (!name || (host.name !== undefined && (host.named || !isUsers))) return;
    host.name = name;
    host.named = isUsers;
  }
}

/** A machine as all hosts of the scan tell of it that are one. */
interface Machine extends Pick<Host, 'accuracy' | 'services' | 'fullNames'> {
  ref: string;
  by: 'mac' | 'name' | 'address';
  mac?: string;
  name?: string;
  addresses: Set<string>;
  /** The first address of each of its hosts: earlier releases knew it by that. */
  firsts: Set<string>;
  system: string | undefined;
  class: string | undefined;
  serviceSystem: string | undefined;
}

/**
 * The machines of a scan. Hosts of one hardware address are one machine, and so are those of one full name unless their systems
 * differ: that name is told of several machines then.
 */
class Machines {
  private readonly byRef = new Map<string, Machine>();

  constructor(private readonly leftOut: LeftOut | undefined) {}

  all(): Iterable<Machine> {
    return this.byRef.values();
  }

  /** Throws 413 for more machines than a scan may have. */
  take(host: Host): void {
    if (!host.up) return void this.leftOut?.add('hostDown');
    const addresses = addressesOf(host.addresses, KIND)?.split(', ') ?? [];
    const machine = machineOf(host, addresses);
    if (!machine) return void this.leftOut?.add('hostWithoutAddress');
    const known = this.byRef.get(machine.ref);
    if (!known) this.add(machine);
    else if (known.by !== 'name' || !differ(known, machine)) this.unite(known, machine);
    else this.takeByAddress(machine, addresses[0]);
  }

  private takeByAddress(machine: Machine, address: string | undefined): void {
    if (address === undefined) return void this.leftOut?.add('hostWithoutAddress');
    const apart: Machine = { ...machine, ref: address, by: 'address', fullNames: [] };
    const known = this.byRef.get(address);
    if (known) this.unite(known, apart);
    else this.add(apart);
  }

  private add(machine: Machine): void {
    this.byRef.set(machine.ref, machine);
    if (this.byRef.size > MAX_MACHINES) throw new ApiError(413, 'feedMost', { max: MAX_MACHINES });
  }

  private unite(known: Machine, other: Machine): void {
    const before = known.addresses.size;
    for (const address of other.addresses) known.addresses.add(address);
    for (const first of other.firsts) known.firsts.add(first);
    if (known.addresses.size > MAX_PARTS) throw tooManyParts(KIND, 'feedPartAddresses');
    if (known.addresses.size > before) this.leftOut?.unite();
    for (const service of other.services) if (known.services.size < MAX_SERVICES) known.services.add(service);
    if (other.name !== undefined) known.name ??= other.name;
    for (const name of other.fullNames) if (known.fullNames.length < MAX_NAMES) known.fullNames.push(name);
    known.serviceSystem ??= other.serviceSystem;
    if (other.accuracy <= known.accuracy) return;
    known.accuracy = other.accuracy;
    known.system = other.system;
    known.class = other.class;
  }
}

/** A host as a machine; undefined for one that has neither a hardware address, nor a full name, nor an address. */
function machineOf(host: Host, addresses: readonly string[]): Machine | undefined {
  const mac = macOf(host.mac);
  const [name] = host.fullNames;
  const [by, ref] =
    mac !== undefined
      ? (['mac', mac] as const)
      : name !== undefined && addresses.length
        ? (['name', name] as const)
        : (['address', addresses[0]] as const);
  if (ref === undefined) return undefined;
  return {
    ...{ ref, by, services: host.services, accuracy: host.accuracy, fullNames: host.fullNames },
    ...(mac !== undefined && { mac }),
    ...(host.name !== undefined && { name: host.name }),
    addresses: new Set(addresses),
    firsts: new Set(addresses.slice(0, 1)),
    ...{ system: host.system, class: host.class, serviceSystem: host.serviceSystem },
  };
}

/** The system of a machine, as far as the scan is sure of it. */
const systemOf = ({ accuracy, system, serviceSystem }: Machine): string | undefined =>
  textOf(accuracy >= MIN_ACCURACY ? system : serviceSystem);

/** Returns true for machines of two systems. */
function differ(one: Machine, other: Machine): boolean {
  const [system, second] = [systemOf(one), systemOf(other)];
  return system !== undefined && second !== undefined && system !== second;
}

function itemOf(machine: Machine, usual: string, byClass: boolean, observed: string | undefined): Item {
  const { ref, by, mac, accuracy, fullNames } = machine;
  const addresses = [...machine.addresses];
  const type = (byClass && accuracy >= MIN_ACCURACY && BY_CLASS.get(machine.class ?? '')) || usual;
  const set = fields({
    address_ip: WITH_ADDRESS.has(type) ? addresses.join(', ') || undefined : undefined,
    operating_system: WITH_SYSTEM.has(type) ? systemOf(machine) : undefined,
    net_services: type === 'logical-servers' ? servicesOf(machine.services) : undefined,
  });
  const former = by === 'name' ? [...machine.firsts].slice(0, MAX_FORMER) : [];
  return {
    ...{ type, ref: refOf(ref)!, set, initial: { name: machine.name ?? addresses[0] ?? ref } },
    ...(observed !== undefined && { observed_at: observed }),
    ...keysOf({ mac: [mac], fqdn: unique(fullNames) }),
    ...(by === 'address' && { weak: true }),
    guess: true,
    ...(former.length && { former }),
  };
}

/** Whole entries, as many as fit. */
function servicesOf(services: ReadonlySet<string>): string | undefined {
  let text = '';
  for (const service of services) {
    const longer = text ? `${text}, ${service}` : service;
    if (longer.length > MAX_SERVICES) break;
    text = longer;
  }
  return text || undefined;
}

/** The moment of seconds since 1970; undefined for what is none. */
function momentOf(seconds: string | undefined): string | undefined {
  if (!/^\d{1,11}$/.test(seconds ?? '')) return undefined;
  return new Date(Number(seconds) * 1000).toISOString().replace('.000', '');
}
