/** Facts of Ansible: a fact cache, the output of `setup`, or `ansible-inventory --list`. */
import { Turns } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import { fewOf, notWhole, type ReadOptions, type Bytes, type ReadResult, type LeftOut } from './connector.js';
import { jsonFile, requireUtf8, wholeOf } from './reading.js';
import {
  addressesOf,
  fields,
  isObject,
  joined,
  listOf,
  member,
  numberOf,
  refOf,
  sumOf,
  textOf,
  within,
  withUnit,
} from './values.js';

const KIND = 'ansible';
/** In GiB. */
const UNITS: Readonly<Record<string, number>> = { TB: 1024, GB: 1, MB: 1 / 1024, KB: 1 / 1024 / 1024 };
/** Devices that are no disks, or parts of others. */
const NO_DISK = /^(?:loop|ram|zram|dm-|md|sr|fd|nbd)/;
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

async function* itemsOf(bytes: Buffer, asked: ReadOptions): AsyncGenerator<Item> {
  const turns = new Turns();
  const hosts = new Map<string, Item | undefined>();
  for await (const [name, facts] of hostsOf(bytes, asked)) {
    // The last one of a name counts.
    hosts.set(name, itemOf(name, facts));
    await turns.rest();
  }
  let isAny = false;
  for (const item of hosts.values()) {
    if (item) yield item;
    else asked.leftOut?.add('host');
    isAny ||= item !== undefined;
  }
  if (!isAny) throw notWhole(KIND);
}

/** Facts by the name in the inventory. */
async function* hostsOf(bytes: Buffer, { file, leftOut }: ReadOptions): AsyncGenerator<[name: string, facts: unknown]> {
  requireUtf8(bytes, KIND);
  const start = bytes.toString('utf8', 0, 100).trimStart()[0];
  if (start !== '{') {
    yield* printedHosts(bytes, leftOut);
    return;
  }
  const value = await jsonFile(bytes, KIND);
  const variables = within(value, '_meta', 'hostvars');
  const isOne = member(value, 'ansible_facts') !== undefined || fact(value, 'distribution') !== undefined;
  if (isObject(variables)) yield* Object.entries(variables);
  else if (!isOne) yield* Object.entries(value as object) as Array<[string, unknown]>;
  else {
    const name = file ?? textOf(fact(value, 'fqdn')) ?? textOf(fact(value, 'hostname'));
    if (name !== undefined) yield [name, value];
  }
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

function itemOf(inventoryName: string, host: unknown): Item | undefined {
  const ref = refOf(inventoryName);
  const name = textOf(fact(host, 'hostname'));
  // Hosts without facts are no more than names: what they are is not known.
  if (!ref || name === undefined) return undefined;
  const isGuest = fact(host, 'virtualization_role') === 'guest';
  const disk = diskOf(fact(host, 'devices'));
  const addresses = ['all_ipv4_addresses', 'all_ipv6_addresses'].flatMap((name) =>
    fewOf(listOf(fact(host, name)), KIND, 'feedPartAddresses'),
  );
  const set = fields({
    name,
    operating_system: joined([textOf(fact(host, 'distribution')), textOf(fact(host, 'distribution_version'))], ' '),
    cpu: textOf(fact(host, 'processor_vcpus')),
    memory: withUnit(numberOf(fact(host, 'memtotal_mb')), 'MB'),
    disk: isGuest ? disk : withUnit(disk, 'GB'),
    address_ip: addressesOf(addresses, KIND),
    ...(!isGuest && { vendor: textOf(fact(host, 'system_vendor')), product: textOf(fact(host, 'product_name')) }),
  });
  return { type: isGuest ? 'logical-servers' : 'physical-servers', ref, set };
}

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
