/** Facts of Ansible: a fact cache, the output of `setup`, or `ansible-inventory --list`. */
import type { Item } from '../document/model.js';
import { each, notWhole, type Asked, type Bytes, type Fed, type LeftOut } from './connector.js';
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
const HOST = /^(\S+) \| ([A-Z!]+)(?: \(rc=\d+\))? => (?=\{)/gm;

/** What facts say of hosts. Of them only a few are read: environment and command line hold secrets. */
export async function ansible(bytes: Bytes, asked: Asked): Promise<Fed> {
  const hosts = await hostsOf(await wholeOf(bytes), asked);
  const items = [...hosts].flatMap(([name, facts]) => itemOf(name, facts) ?? []);
  if (!items.length) throw notWhole(KIND);
  for (let i = items.length; i < hosts.size; i++) asked.leftOut?.add('host');
  const rules = ['name', 'host'];
  const identify = { 'logical-servers': rules, 'physical-servers': rules };
  return { mode: 'delta', options: { identify }, items: each(items) };
}

/** Facts by the name in the inventory. */
async function hostsOf(bytes: Buffer, { file, leftOut }: Asked): Promise<Map<string, unknown>> {
  requireUtf8(bytes, KIND);
  const start = bytes.toString('utf8', 0, 100).trimStart()[0];
  if (start !== '{') return printedHosts(bytes.toString('utf8'), leftOut);
  const value = await jsonFile(bytes, KIND);
  const variables = within(value, '_meta', 'hostvars');
  if (isObject(variables)) return new Map(Object.entries(variables));
  const isOne = member(value, 'ansible_facts') !== undefined || fact(value, 'distribution') !== undefined;
  if (!isOne) return new Map(Object.entries(value as object));
  const name = file ?? textOf(fact(value, 'fqdn')) ?? textOf(fact(value, 'hostname'));
  return new Map(name === undefined ? [] : [[name, value]]);
}

async function printedHosts(text: string, leftOut?: LeftOut): Promise<Map<string, unknown>> {
  const hosts = new Map<string, unknown>();
  const heads = [...text.matchAll(HOST)];
  for (const [i, head] of heads.entries()) {
    const [all, name, state] = head;
    if (state !== 'SUCCESS' && state !== 'CHANGED') {
      leftOut?.add('host');
      continue;
    }
    const json = text.slice(head.index + all.length, heads[i + 1]?.index);
    hosts.set(name!, await jsonFile(Buffer.from(json), KIND));
  }
  return hosts;
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
  const addresses = [...listOf(fact(host, 'all_ipv4_addresses')), ...listOf(fact(host, 'all_ipv6_addresses'))];
  const set = fields({
    name,
    operating_system: joined([textOf(fact(host, 'distribution')), textOf(fact(host, 'distribution_version'))], ' '),
    cpu: textOf(fact(host, 'processor_vcpus')),
    memory: withUnit(numberOf(fact(host, 'memtotal_mb')), 'MB'),
    disk: isGuest ? disk : withUnit(disk, 'GB'),
    address_ip: addressesOf(addresses),
    ...(!isGuest && { vendor: textOf(fact(host, 'system_vendor')), product: textOf(fact(host, 'product_name')) }),
  });
  return { type: isGuest ? 'logical-servers' : 'physical-servers', ref, set };
}

/** All fixed disks together, in whole GiB. */
function diskOf(devices: unknown): number | undefined {
  if (!isObject(devices)) return undefined;
  const sizes = Object.entries(devices).map(([name, device]) => {
    const isFixed = !NO_DISK.test(name) && String(member(device, 'removable') ?? '0') === '0';
    const [, size, unit] = /^([\d.]+) (TB|GB|MB|KB)$/.exec(textOf(member(device, 'size')) ?? '') ?? [];
    return isFixed && size !== undefined ? Number(size) * UNITS[unit!]! : undefined;
  });
  const sum = sumOf(sizes);
  return sum === undefined ? undefined : Math.round(sum);
}
