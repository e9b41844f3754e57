/** Inventories of the GLPI agent: JSON of one device, a list of them, or one on each line. */
import { ApiError } from '../../core/http/errors.js';
import { Turns } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import { fewOf, notWhole, type ReadOptions, type Bytes, type ReadResult } from './connector.js';
import { jsonFile, requireUtf8, wholeOf } from './reading.js';
import {
  addressesOf,
  fields,
  inUnits,
  isObject,
  joined,
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

const KIND = 'glpi';
/** `{` */
const OBJECT = 0x7b;
const MIB_PER_GIB = 1024;
/** Words of software that is asked for, programs of a machine, and characters of the name of one. */
const [MAX_WORDS, MAX_PROGRAMS, MAX_NAME] = [20, 100_000, 1000];
const SERVER_CASES = /rack mount|main server|blade|multi-system|raid/i;
const CONTAINERS = new Set(['docker', 'podman', 'lxc']);
const RUNNING = new Set(['running', 'idle', 'blocked']);
const MAC = /^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/;

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
    if (!isObject(member(inventory, 'content'))) throw notWhole(KIND);
    let isAny = false;
    for await (const item of itemsOf(inventory, words, network, turns)) {
      isAny = true;
      yield item;
    }
    if (!isAny) leftOut?.add('kind', kindOf(inventory));
    await turns.rest();
  }
}

/** The one inventory, those of a list, or those of lines, of which one is in memory at a time. */
async function* inventoriesIn(bytes: Buffer): AsyncGenerator<unknown> {
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

const kindOf = (inventory: unknown): string => textOf(member(inventory, 'itemtype')) ?? 'Computer';

async function* itemsOf(
  inventory: unknown,
  words: readonly string[],
  network: string,
  turns: Turns,
): AsyncGenerator<Item> {
  const device = textOf(member(inventory, 'deviceid'));
  if (device === undefined) throw notWhole(KIND);
  const content = member(inventory, 'content');
  const observed = momentOf(textOf(within(content, 'accesslog', 'logdate')));
  const isPartial = (member(inventory, 'partial') ?? member(content, 'partial')) === true;
  const items =
    kindOf(inventory) === 'Computer'
      ? computerOf(device, content, words, turns)
      : deviceOf(inventory, device, content, network);
  for await (const item of items) {
    yield {
      ...item,
      ...(isPartial && { partial: true }),
      ...(observed !== undefined && { observed_at: observed }),
    };
    await turns.rest();
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
  const set = { name: of('name'), vendor: of('manufacturer'), product: of('model'), version: of('firmware') };
  return [{ type, ref, set: fields(set) }];
}

/** Devices of a machine, by their list. Throws 400 for more than a machine has. */
const devicesOf = (content: unknown, name: string): readonly unknown[] =>
  fewOf(listOf(member(content, name)), KIND, 'feedPartDevices');

/** A computer, and what runs on it. */
async function* computerOf(
  device: string,
  content: unknown,
  words: readonly string[],
  turns: Turns,
): AsyncGenerator<Item> {
  const of = (...names: string[]): string | undefined => textOf(within(content, ...names));
  const type = typeOf(content);
  const isVirtual = type === 'logical-servers';
  const ref = refOf(isVirtual ? (of('hardware', 'uuid')?.toLowerCase() ?? device) : device)!;
  const networks = devicesOf(content, 'networks').filter((one) => member(one, 'virtualdev') !== true);
  const addresses = networks.flatMap((one) => [member(one, 'ipaddress'), member(one, 'ipaddress6')]);
  const set = fields({
    name: of('hardware', 'name'),
    operating_system: of('operatingsystem', 'full_name'),
    memory: withUnit(numberOf(within(content, 'hardware', 'memory')), 'MB'),
    address_ip: addressesOf(addresses, KIND),
    cpu: processors(devicesOf(content, 'cpus').filter(isObject), isVirtual),
    ...(type === 'workstations' && workstation(content, networks)),
    ...(type === 'physical-servers' && {
      ...{ vendor: of('bios', 'smanufacturer'), product: of('bios', 'smodel'), type: of('hardware', 'chassis_type') },
      disk: withUnit(diskOf(content), 'GB'),
    }),
    ...(isVirtual && { disk_used: usedOf(content) }),
    applications: await softwareOf(content, words, turns),
  });
  yield { type, ref, set };
  yield* guestsOf(device, content, type === 'physical-servers' ? ref : undefined, turns);
  yield* databasesOf(device, content, isVirtual ? ref : undefined, turns);
}

function typeOf(content: unknown): string {
  if ((textOf(within(content, 'hardware', 'vmsystem')) ?? 'Physical') !== 'Physical') return 'logical-servers';
  const isServer =
    SERVER_CASES.test(textOf(within(content, 'hardware', 'chassis_type')) ?? '') ||
    /server/i.test(textOf(within(content, 'operatingsystem', 'full_name')) ?? '');
  return isServer ? 'physical-servers' : 'workstations';
}

function workstation(content: unknown, networks: readonly unknown[]): Record<string, unknown> {
  const of = (...names: string[]): string | undefined => textOf(within(content, ...names));
  const macs = networks.map((one) => textOf(member(one, 'mac'))?.toLowerCase());
  return {
    manufacturer: of('bios', 'smanufacturer'),
    model: of('bios', 'smodel'),
    serial_number: of('bios', 'ssn'),
    type: of('hardware', 'chassis_type'),
    last_inventory_date: momentOf(of('accesslog', 'logdate'))?.slice(0, 10),
    agent_version: of('versionclient'),
    other_user: of('hardware', 'lastloggeduser'),
    mac_address: joined(unique(macs.filter((mac) => mac !== undefined && MAC.test(mac))), ', '),
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
  turns: Turns,
): AsyncGenerator<Item> {
  for (const guest of listOf(member(content, 'virtualmachines'))) {
    await turns.rest();
    const name = textOf(member(guest, 'name'));
    const kind = textOf(member(guest, 'vmtype'))?.toLowerCase();
    if (kind !== undefined && CONTAINERS.has(kind)) {
      const ref = refOf(name && `${device}/${name}`);
      if (ref) yield { type: 'containers', ref, partial: true, set: { name, type: kind } };
      continue;
    }
    const ref = refOf(textOf(member(guest, 'uuid'))?.toLowerCase());
    if (!ref) continue;
    const status = textOf(member(guest, 'status'))?.toLowerCase();
    const set = fields({
      cpu: textOf(member(guest, 'vcpu')),
      memory: withUnit(numberOf(member(guest, 'memory')), 'MB'),
      active: status === undefined ? undefined : RUNNING.has(status),
      physical_servers: host === undefined ? undefined : [{ ref: host }],
    });
    yield { type: 'logical-servers', ref, partial: true, set, ...(name !== undefined && { initial: { name } }) };
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
