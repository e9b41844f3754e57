/** Inventories of the GLPI agent: JSON of one device, a list of them, or one on each line; or XML, as older agents write it. */
import { ApiError } from '../../core/http/errors.js';
import { Turns } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import { fewOf, lacks, notWhole, type LeftOut, type ReadOptions, type Bytes, type ReadResult } from './connector.js';
import { inventoriesOfXml } from './glpi-xml.js';
import { jsonFile, requireUtf8, wholeOf } from './reading.js';
import {
  addressesOf,
  fields,
  inOneOrder,
  inUnits,
  isObject,
  isOwnNetwork,
  joined,
  keysOf,
  listOf,
  machineId,
  macOf,
  member,
  numberOf,
  refOf,
  richText,
  sumOf,
  textOf,
  unique,
  within,
  withUnit,
} from './values.js';

const KIND = 'glpi';
/** `{` */
const OBJECT = 0x7b;
/** Bytes of XML that are read at once. */
const PIECE = 256 << 10;
const MIB_PER_GIB = 1024;
/** Words of software that is asked for, programs of a machine, and characters of the name of one. */
const [MAX_WORDS, MAX_PROGRAMS, MAX_NAME] = [20, 100_000, 1000];
const SERVER_CASES = /rack mount|main server|blade|multi-system|raid/i;
const CONTAINERS = new Set(['docker', 'podman', 'lxc']);
const RUNNING = new Set(['running', 'idle', 'blocked']);
/** What holds the addresses of a device, by its type; of other types they stand in the description. */
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ...[
    'peripherals',
    'phones',
    'wifi-terminals',
    'storage-devices',
    'physical-security-devices',
    'security-devices',
  ].map((type) => [type, 'address_ip'] as const),
  ['network-switches', 'ip'],
  ['routers', 'ip_addresses'],
]);

/** What inventories say of computers, of what runs on them, and of devices. */
export async function glpi(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const words = wordsOf(asked);
  return { mode: 'delta', options: {}, items: itemsIn(await wholeOf(bytes), words, asked) };
}

/** The words of software that becomes applications, in lower case. Throws 422 for too many: each program is looked at for each. */
function wordsOf({ opt }: ReadOptions): string[] {
  const words = (opt.get('software') ?? '')
    .toLowerCase()
    .split(/[,;\s]+/)
    .filter(Boolean);
  if (words.length > MAX_WORDS) throw new ApiError(422, 'feedOptionWords', { option: 'opt[software]', max: MAX_WORDS });
  return words;
}

async function* itemsIn(bytes: Buffer, words: readonly string[], { opt, leftOut }: ReadOptions): AsyncGenerator<Item> {
  const network = opt.get('network') ?? 'physical-switches';
  const turns = new Turns();
  for await (const inventory of inventoriesIn(bytes)) {
    if (!isObject(inventory)) throw notWhole(KIND);
    if (!isObject(inventory['content'])) throw lacks(KIND, 'content');
    let isAny = false;
    for await (const item of itemsOf(inventory, words, { network, turns, leftOut })) {
      isAny = true;
      yield item;
    }
    if (!isAny) leftOut?.add('kind', kindOf(inventory));
    await turns.rest();
  }
}

/** The one inventory, those of a list, or those of lines, of which one is in memory at a time. */
async function* inventoriesIn(bytes: Buffer): AsyncGenerator<unknown> {
  if (/^\uFEFF?\s*</.test(bytes.toString('utf8', 0, 100))) {
    yield* await inventoriesOfXml(pieces(bytes), KIND);
    return;
  }
  const end = bytes.indexOf('\n');
  const rest = end < 0 ? '' : bytes.toString('latin1', end, Math.min(bytes.length, end + 4096)).trim();
  // The first line is complete by itself where another one begins behind it.
  if (bytes[0] !== OBJECT || !rest.startsWith('{')) {
    const value = await jsonFile(bytes, KIND);
    yield* Array.isArray(value) ? (value as unknown[]) : [value];
    return;
  }
  requireUtf8(bytes, KIND);
  for (let from = 0; from < bytes.length;) {
    const next = bytes.indexOf('\n', from);
    const line = bytes.subarray(from, next < 0 ? bytes.length : next);
    if (line.toString('latin1', 0, 100).trim()) yield await jsonFile(line, KIND);
    from = next < 0 ? bytes.length : next + 1;
  }
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

const kindOf = (inventory: unknown): string => textOf(member(inventory, 'itemtype')) ?? 'Computer';

interface Reader {
  /** The type of network devices. */
  network: string;
  turns: Turns;
  leftOut: LeftOut | undefined;
}

async function* itemsOf(inventory: unknown, words: readonly string[], reader: Reader): AsyncGenerator<Item> {
  const device = textOf(member(inventory, 'deviceid'));
  if (device === undefined) throw lacks(KIND, 'deviceid');
  const content = member(inventory, 'content');
  const observed = momentOf(textOf(within(content, 'accesslog', 'logdate')));
  const isPartial = (member(inventory, 'partial') ?? member(content, 'partial')) === true;
  const items =
    kindOf(inventory) === 'Computer'
      ? computerOf(device, content, words, reader)
      : deviceOf(inventory, device, content, reader.network);
  for await (const item of items) {
    yield {
      ...item,
      ...(isPartial && { partial: true }),
      ...(observed !== undefined && { observed_at: observed }),
    };
    await reader.turns.rest();
  }
}

function deviceOf(inventory: unknown, device: string, content: unknown, network: string): Item[] {
  const types: Readonly<Record<string, string>> = {
    NetworkEquipment: network,
    Printer: 'peripherals',
    Phone: 'phones',
  };
  const kind = kindOf(inventory);
  const type = Object.hasOwn(types, kind) ? types[kind]! : undefined;
  const ref = refOf(device);
  if (type === undefined || !ref) return [];
  const of = (name: string): string | undefined => textOf(within(content, 'network_device', name));
  const bios = (name: string): string | undefined => textOf(within(content, 'bios', name));
  const name = of('name') ?? textOf(within(content, 'hardware', 'name'));
  const serial = of('serial') ?? bios('ssn');
  const networks = devicesOf(content, 'networks').filter(isReal);
  const ips = [listOf(within(content, 'network_device', 'ips')), ipsOf(networks)].flat();
  const addresses = addressesOf(ips, KIND);
  const macs = unique([of('mac'), ...networks.map((one) => member(one, 'mac'))].flatMap((mac) => macOf(mac) ?? []));
  const column = ADDRESSES.get(type);
  const about = [
    of('location'),
    serial && `S/N ${serial}`,
    macs[0] && `MAC ${macs[0]}`,
    column === undefined && addresses ? `IP ${addresses}` : undefined,
  ];
  const set = {
    ...{ name, vendor: of('manufacturer') ?? bios('smanufacturer'), product: of('model') ?? bios('smodel') },
    ...{ version: of('firmware'), description: richText(joined(about, ', ')) },
    ...(column !== undefined && { [column]: addresses }),
  };
  return [
    {
      ...{ type, ref, set: fields(set) },
      ...(name === undefined && { initial: { name: device } }),
      ...keysOf({ serial, mac: macs, fqdn: [name], inventory: bios('assettag') }),
    },
  ];
}

/** Adapters of the machine itself, and not of what runs on it. */
const isReal = (network: unknown): boolean =>
  member(network, 'virtualdev') !== true && !isOwnNetwork(member(network, 'description'));

const ipsOf = (networks: readonly unknown[]): unknown[] =>
  networks.flatMap((one) => [member(one, 'ipaddress'), member(one, 'ipaddress6')]);

/** Devices of a machine, by their list. Throws 400 for more than a machine has. */
const devicesOf = (content: unknown, name: string): readonly unknown[] =>
  fewOf(listOf(member(content, name)), KIND, 'feedPartDevices');

/** A computer, and what runs on it. */
async function* computerOf(
  device: string,
  content: unknown,
  words: readonly string[],
  { turns, leftOut }: Reader,
): AsyncGenerator<Item> {
  const of = (...names: string[]): string | undefined => textOf(within(content, ...names));
  const type = typeOf(content);
  const isVirtual = type === 'logical-servers';
  const uuid = isVirtual ? machineId(of('hardware', 'uuid')) : undefined;
  const ref = refOf(uuid === undefined ? device : inOneOrder(uuid))!;
  const networks = devicesOf(content, 'networks').filter(isReal);
  const name = of('hardware', 'name');
  const set = fields({
    name,
    operating_system: of('operatingsystem', 'full_name'),
    memory: withUnit(numberOf(within(content, 'hardware', 'memory')), 'MB'),
    address_ip: addressesOf(ipsOf(networks), KIND),
    cpu: processors(devicesOf(content, 'cpus').filter(isObject), isVirtual),
    ...(type === 'workstations' && workstation(content, networks)),
    ...(type === 'physical-servers' && {
      ...{ vendor: of('bios', 'smanufacturer'), product: of('bios', 'smodel'), type: of('hardware', 'chassis_type') },
      disk: withUnit(diskOf(content), 'GB'),
    }),
    ...(isVirtual && { disk_used: usedOf(content) }),
    applications: await softwareOf(content, words, turns),
  });
  const keys = keysOf({
    ...{ uuid: of('hardware', 'uuid'), serial: of('bios', 'ssn'), inventory: of('bios', 'assettag') },
    mac: networks.map((one) => member(one, 'mac')),
    fqdn: [of('operatingsystem', 'fqdn'), withDomain(name, of('operatingsystem', 'dns_domain')), name],
  });
  yield { type, ref, set, ...(name === undefined && { initial: { name: device } }), ...keys, ...formerOf(uuid, ref) };
  yield* guestsOf(device, content, type === 'physical-servers' ? ref : undefined, { turns, leftOut });
  yield* databasesOf(device, content, isVirtual ? ref : undefined, turns);
}

/** A short name with its domain. */
const withDomain = (name: string | undefined, domain: string | undefined): string | undefined =>
  name === undefined || domain === undefined || name.includes('.') ? undefined : `${name}.${domain}`;

/** Earlier releases knew a virtual machine by its id as it was written, whatever the order of its bytes. */
const formerOf = (uuid: string | undefined, ref: string): Pick<Item, 'former'> =>
  uuid === undefined || uuid === ref ? {} : { former: [refOf(uuid)!] };

function typeOf(content: unknown): string {
  if ((textOf(within(content, 'hardware', 'vmsystem')) ?? 'Physical') !== 'Physical') return 'logical-servers';
  const isServer =
    SERVER_CASES.test(textOf(within(content, 'hardware', 'chassis_type')) ?? '') ||
    /server/i.test(textOf(within(content, 'operatingsystem', 'full_name')) ?? '');
  return isServer ? 'physical-servers' : 'workstations';
}

function workstation(content: unknown, networks: readonly unknown[]): Record<string, unknown> {
  const of = (...names: string[]): string | undefined => textOf(within(content, ...names));
  const macs = networks.flatMap((one) => macOf(member(one, 'mac')) ?? []);
  return {
    manufacturer: of('bios', 'smanufacturer'),
    model: of('bios', 'smodel'),
    serial_number: of('bios', 'ssn'),
    type: of('hardware', 'chassis_type'),
    last_inventory_date: momentOf(of('accesslog', 'logdate'))?.slice(0, 10),
    agent_version: of('versionclient'),
    other_user: of('hardware', 'lastloggeduser'),
    mac_address: joined(unique(macs), ', '),
    disk: diskOf(content),
  };
}

/** `2 x Xeon`; of virtual machines the number alone. */
function processors(cpus: readonly unknown[], isVirtual: boolean): string | undefined {
  if (!cpus.length) return undefined;
  const name = isVirtual ? undefined : textOf(member(cpus[0], 'name'));
  return name === undefined ? String(cpus.length) : `${cpus.length} x ${name}`;
}

/** The fixed disks, in GiB. */
function diskOf(content: unknown): number | undefined {
  const disks = devicesOf(content, 'storages').filter(
    (one) => !/removable|cd|dvd|usb/i.test(textOf(member(one, 'type')) ?? ''),
  );
  return inUnits(sumOf(disks.map((one) => numberOf(member(one, 'disksize')))), MIB_PER_GIB);
}

function usedOf(content: unknown): number | undefined {
  const used = devicesOf(content, 'drives').map((drive) => {
    const [total, free] = [numberOf(member(drive, 'total')), numberOf(member(drive, 'free'))];
    return total === undefined || free === undefined ? undefined : total - free;
  });
  return inUnits(sumOf(used), MIB_PER_GIB);
}

/** The software that was asked for by its words; undefined where none was, or the inventory has no list of it. */
async function softwareOf(content: unknown, words: readonly string[], turns: Turns): Promise<unknown> {
  const software = member(content, 'softwares');
  if (!words.length || !Array.isArray(software)) return undefined;
  const wanted = new Set<string>();
  await turns.each(fewOf(software as unknown[], KIND, 'feedPartPrograms', MAX_PROGRAMS), (one) => {
    const name = textOf(member(one, 'name'));
    if (name === undefined || name.length > MAX_NAME) return;
    const lower = name.toLowerCase();
    if (words.some((word) => lower.includes(word))) wanted.add(name);
  });
  return [...wanted].map((name) => ({ name, else: 'create' }));
}

/** Virtual machines and containers, as their host knows them: other inventories say more of them. */
async function* guestsOf(
  device: string,
  content: unknown,
  host: string | undefined,
  { turns, leftOut }: Omit<Reader, 'network'>,
): AsyncGenerator<Item> {
  for (const guest of listOf(member(content, 'virtualmachines'))) {
    await turns.rest();
    const name = textOf(member(guest, 'name'));
    const kind = textOf(member(guest, 'vmtype'))?.toLowerCase();
    if (kind !== undefined && CONTAINERS.has(kind)) {
      const ref = refOf(name && `${device}/${name}`);
      if (ref) yield { type: 'containers', ref, partial: true, set: { name, type: kind } };
      else leftOut?.add('unnamed', kind);
      continue;
    }
    const uuid = machineId(member(guest, 'uuid'));
    // A zone has no id of its own: within its host it has its name.
    const ref = refOf(uuid === undefined ? name && `${device}/${name}` : inOneOrder(uuid));
    if (!ref) {
      leftOut?.add('unnamed', kind ?? 'virtual machine');
      continue;
    }
    const status = textOf(member(guest, 'status'))?.toLowerCase();
    const set = fields({
      cpu: textOf(member(guest, 'vcpu')),
      memory: withUnit(numberOf(member(guest, 'memory')), 'MB'),
      active: status === undefined ? undefined : RUNNING.has(status),
      physical_servers: host === undefined ? undefined : [{ ref: host }],
    });
    yield {
      ...{ type: 'logical-servers', ref, partial: true, set, initial: { name: name ?? ref } },
      ...keysOf({
        ...{ uuid, serial: member(guest, 'serial'), fqdn: [name] },
        mac: textOf(member(guest, 'mac'))?.split(/[/,;\s]+/),
      }),
      ...formerOf(uuid, ref),
    };
  }
}

async function* databasesOf(
  device: string,
  content: unknown,
  server: string | undefined,
  turns: Turns,
): AsyncGenerator<Item> {
  const host = textOf(within(content, 'hardware', 'name')) ?? device;
  for (const service of listOf(member(content, 'databases_services'))) {
    const product = textOf(member(service, 'name')) ?? textOf(member(service, 'type'));
    const type = joined([product, textOf(member(service, 'version'))], ' ');
    await turns.rest();
    for (const database of listOf(member(service, 'databases'))) {
      await turns.rest();
      const name = textOf(member(database, 'name'));
      const ref = refOf(name && [device, product, name].filter(Boolean).join('/'));
      if (!ref) continue;
      const logical_servers = server === undefined ? undefined : [{ ref: server }];
      yield { type: 'databases', ref, set: fields({ name: `${name}@${host}`, type, logical_servers }) };
    }
  }
}

/** Agents write the time of their wall without a zone; it is taken for UTC. */
function momentOf(text: string | undefined): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text ?? '') ?? [];
  return day === undefined || Number.isNaN(Date.parse(`${day}T${time}Z`)) ? undefined : `${day}T${time}Z`;
}
