/** Facts of Ansible: a fact cache, the output of `setup`, or `ansible-inventory --list`. */
import { isIP } from 'node:net';
import { Turns } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import { fewOf, notWhole, type ReadOptions, type Bytes, type ReadResult, type LeftOut } from './connector.js';
import { jsonFile, requireUtf8, wholeOf } from './reading.js';
import {
  addressesOf,
  fields,
  isObject,
  isOwnNetwork,
  joined,
  keysOf,
  listOf,
  member,
  numberOf,
  refOf,
  sumOf,
  textOf,
  unique,
  within,
  withUnit,
} from './values.js';

const KIND = 'ansible';
/** In GiB. */
const UNITS: Readonly<Record<string, number>> = { TB: 1024, GB: 1, MB: 1 / 1024, KB: 1 / 1024 / 1024 };
/** Devices that are no disks, or parts of others. */
const NO_DISK = /^(?:loop|ram|zram|dm-|md|sr|fd|nbd)/;
/** Groups in which every host is. */
const NO_GROUP = new Set(['all', 'ungrouped']);
/** Types that have a list of addresses, and of words. */
const WITH_ADDRESS = new Set(['logical-servers', 'physical-servers', 'workstations']);
const WITH_GROUPS = new Set(['logical-servers']);
/** How the output of `setup` begins a host: `web-1 | SUCCESS => {`. */
const HOST = /^(\S+) \| ([A-Z!]+)(?: \(rc=\d+\))? => (?=\{)/;
/** Bytes of a line that are looked at for that. */
const MAX_HEAD = 1000;

/** What facts say of hosts. Of them only a few are read: environment and command line hold secrets. */
export async function ansible(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const rules = ['name', 'host'];
  const identify = { 'logical-servers': rules, 'physical-servers': rules };
  return { mode: 'delta', options: { identify }, items: itemsOf(await wholeOf(bytes), asked) };
}

/** A host as a file names it: with its facts, or with what the inventory says of it. */
interface Host {
  /** Its name in the inventory. */
  name: string;
  facts: unknown;
  /** The name under which earlier releases reported it. */
  former?: string;
  /** Of an inventory: the groups that it is in. */
  groups?: readonly string[];
}

async function* itemsOf(bytes: Buffer, asked: ReadOptions): AsyncGenerator<Item> {
  const turns = new Turns();
  const type = asked.opt.get('type') ?? 'logical-servers';
  const hosts = new Map<string, Item | undefined>();
  const bare: Host[] = [];
  for await (const host of hostsOf(bytes, asked)) {
    const item = itemOf(host);
    // The last one of a name counts.
    hosts.set(host.name, item);
    if (!item) bare.push(host);
    await turns.rest();
  }
  let isAny = false;
  for (const item of hosts.values()) {
    if (item) yield item;
    isAny ||= item !== undefined;
  }
  // An inventory without any facts is one of names; beside hosts with facts one without was not reached.
  const named = isAny ? [] : bare.flatMap((host) => (host.groups && namedOf(host, type)) ?? []);
  yield* named;
  asked.leftOut?.add('host', '', bare.length - named.length);
  if (!isAny && !named.length) throw notWhole(KIND, 'feedNoFacts');
}

/** The hosts of a file. */
async function* hostsOf(bytes: Buffer, { file, opt, leftOut }: ReadOptions): AsyncGenerator<Host> {
  requireUtf8(bytes, KIND);
  const start = bytes.toString('utf8', 0, 100).trimStart()[0];
  if (start !== '{') {
    for await (const [name, facts] of printedHosts(bytes, leftOut)) yield { name, facts };
    return;
  }
  const value = await jsonFile(bytes, KIND);
  const variables = within(value, '_meta', 'hostvars');
  const isOne = member(value, 'ansible_facts') !== undefined || fact(value, 'distribution') !== undefined;
  if (isObject(variables)) yield* inventoried(value as Record<string, unknown>, variables);
  else if (!isOne) for (const [name, facts] of Object.entries(value as object)) yield { name, facts: facts as unknown };
  else {
    const own = textOf(fact(value, 'fqdn')) ?? textOf(fact(value, 'hostname'));
    const name = opt.get('host') ?? file ?? own;
    const former = file?.replace(/(?<=.)\.[^.]*$/, '') ?? own;
    if (name !== undefined) yield { name, facts: value, ...(former !== undefined && former !== name && { former }) };
  }
}

/** The hosts of an inventory, those of which it says nothing but their groups too. */
function* inventoried(inventory: Record<string, unknown>, variables: Record<string, unknown>): Generator<Host> {
  const groups = new Map<string, string[]>();
  for (const [group, said] of Object.entries(inventory)) {
    if (group === '_meta') continue;
    for (const host of listOf(member(said, 'hosts'))) {
      const name = textOf(host);
      if (name === undefined) continue;
      const own = groups.get(name) ?? [];
      if (!NO_GROUP.has(group)) own.push(group);
      groups.set(name, own);
    }
  }
  for (const name of unique([...Object.keys(variables), ...groups.keys()]))
    yield { name, facts: member(variables, name) ?? {}, groups: groups.get(name) ?? [] };
}

/** A host of which nothing is known but what the inventory says. */
function namedOf({ name, facts, groups }: Host, type: string): Item | undefined {
  const ref = refOf(name);
  if (!ref) return undefined;
  const place = textOf(member(facts, 'ansible_host'));
  const address = [place, name].find((one) => one !== undefined && isIP(one));
  const set = fields({
    address_ip: WITH_ADDRESS.has(type) && address !== undefined ? addressesOf([address], KIND) : undefined,
    attributes: WITH_GROUPS.has(type) && groups!.length ? groups!.join(' ') : undefined,
  });
  // What facts have said stays.
  return { type, ref, set, initial: { name }, partial: true, ...keysOf({ fqdn: [name, place] }) };
}

/** The hosts of what `setup` prints: a line that begins one, and the JSON up to the next such line. */
async function* printedHosts(bytes: Buffer, leftOut?: LeftOut): AsyncGenerator<[name: string, facts: unknown]> {
  const turns = new Turns();
  let open: { name: string; from: number } | undefined;
  const closed = async (to: number): Promise<Array<[string, unknown]>> =>
    open ? [[open.name, await jsonFile(bytes.subarray(open.from, to), KIND)]] : [];
  for (let from = 0; from < bytes.length;) {
    const next = bytes.indexOf('\n', from);
    const line = bytes.toString('utf8', from, Math.min(next < 0 ? bytes.length : next, from + MAX_HEAD));
    const [head, name, state] = HOST.exec(line) ?? [];
    if (head !== undefined) {
      yield* await closed(from);
      open = undefined;
      if (state === 'SUCCESS' || state === 'CHANGED') open = { name: name!, from: from + Buffer.byteLength(head) };
      else leftOut?.add('host');
    }
    from = next < 0 ? bytes.length : next + 1;
    await turns.rest();
  }
  yield* await closed(bytes.length);
}

/** A fact, with the prefix that most outputs give it or without. */
function fact(host: unknown, name: string): unknown {
  const facts = member(host, 'ansible_facts') ?? host;
  return member(facts, `ansible_${name}`) ?? (facts === host ? undefined : member(facts, name));
}

function itemOf({ name: inventoryName, facts: host, former }: Host): Item | undefined {
  const ref = refOf(inventoryName);
  const name = textOf(fact(host, 'hostname'));
  // Hosts without facts are no more than names: what they are is not known.
  if (!ref || name === undefined) return undefined;
  const isGuest = fact(host, 'virtualization_role') === 'guest';
  const disk = diskOf(fact(host, 'devices'));
  const { addresses, macs } = networkOf(host);
  const set = fields({
    name,
    operating_system: joined([textOf(fact(host, 'distribution')), textOf(fact(host, 'distribution_version'))], ' '),
    cpu: textOf(fact(host, 'processor_vcpus')),
    memory: withUnit(numberOf(fact(host, 'memtotal_mb')), 'MB'),
    disk: isGuest ? disk : withUnit(disk, 'GB'),
    address_ip: addressesOf(addresses, KIND),
    ...(!isGuest && { vendor: textOf(fact(host, 'system_vendor')), product: textOf(fact(host, 'product_name')) }),
  });
  const keys = keysOf({
    ...{ uuid: fact(host, 'product_uuid'), serial: fact(host, 'product_serial'), mac: macs },
    fqdn: [fact(host, 'fqdn'), fact(host, 'nodename'), inventoryName],
    inventory: fact(host, 'chassis_asset_tag'),
  });
  const before = refOf(former);
  return {
    ...{ type: isGuest ? 'logical-servers' : 'physical-servers', ref, set, ...keys },
    ...(before && { former: [before] }),
  };
}

/** The addresses of a host, and those of its adapters; what it made for containers and guests on it is left out. */
function networkOf(host: unknown): { addresses: unknown[]; macs: unknown[] } {
  const facts = member(host, 'ansible_facts') ?? host;
  const own = new Set<unknown>();
  const macs: unknown[] = [];
  // Adapters are facts of their own, by their names with _ in place of other signs; of Windows they are a list.
  const adapters = [...(isObject(facts) ? Object.values(facts) : []), ...listOf(fact(host, 'interfaces'))];
  for (const adapter of adapters) {
    const device = textOf(member(adapter, 'device')) ?? textOf(member(adapter, 'interface_name'));
    if (device === undefined) continue;
    if (!isOwnNetwork(device)) macs.push(member(adapter, 'perm_macaddress') ?? member(adapter, 'macaddress'));
    else for (const address of addressesIn(adapter)) own.add(address);
  }
  // Whatever its adapter is called: this is the one that leads to others.
  for (const version of ['default_ipv4', 'default_ipv6']) own.delete(member(fact(host, version), 'address'));
  const all = ['all_ipv4_addresses', 'all_ipv6_addresses', 'ip_addresses'].flatMap((name) =>
    fewOf(listOf(fact(host, name)), KIND, 'feedPartAddresses'),
  );
  return { addresses: all.filter((address) => !own.has(address)), macs };
}

/** The addresses of one adapter. */
const addressesIn = (adapter: unknown): unknown[] =>
  ['ipv4', 'ipv4_secondaries', 'ipv6'].flatMap((name) => {
    const said = member(adapter, name);
    return (Array.isArray(said) ? (said as unknown[]) : [said]).map((one) => member(one, 'address'));
  });

/** All fixed disks together, in whole GiB. */
function diskOf(devices: unknown): number | undefined {
  if (!isObject(devices)) return undefined;
  const sizes = fewOf(Object.entries(devices), KIND, 'feedPartDevices').map(([name, device]) => {
    const isFixed = !NO_DISK.test(name) && String(member(device, 'removable') ?? '0') === '0';
    const [, size, unit] = /^([\d.]+) (TB|GB|MB|KB)$/.exec(textOf(member(device, 'size')) ?? '') ?? [];
    return isFixed && size !== undefined ? Number(size) * UNITS[unit!]! : undefined;
  });
  const sum = sumOf(sizes);
  return sum === undefined ? undefined : Math.round(sum);
}
