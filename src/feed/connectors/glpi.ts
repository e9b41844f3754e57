/** Inventories of the GLPI agent: JSON of one device, a list of them, or one on each line. */
import type { Item } from '../document/model.js';
import { each, notWhole, type Asked, type Bytes, type Fed } from './connector.js';
import { jsonOrLines, wholeOf } from './reading.js';
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
const MIB_PER_GIB = 1024;
const SERVER_CASES = /rack mount|main server|blade|multi-system|raid/i;
const CONTAINERS = new Set(['docker', 'podman', 'lxc']);
const RUNNING = new Set(['running', 'idle', 'blocked']);
const MAC = /^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/;

/** What inventories say of computers, of what runs on them, and of devices. */
export async function glpi(bytes: Bytes, asked: Asked): Promise<Fed> {
  const value = await jsonOrLines(await wholeOf(bytes), KIND);
  const inventories = Array.isArray(value) ? value : [value];
  if (!inventories.every((one) => isObject(member(one, 'content')))) throw notWhole(KIND);
  const words = (asked.opt.get('software') ?? '')
    .toLowerCase()
    .split(/[,;\s]+/)
    .filter(Boolean);
  const network = asked.opt.get('network') ?? 'physical-switches';
  const items = inventories.flatMap((one) => {
    const found = itemsOf(one, words, network);
    if (!found.length) asked.leftOut?.add('kind', kindOf(one));
    return found;
  });
  return { mode: 'delta', options: {}, items: each(items) };
}

const kindOf = (inventory: unknown): string => textOf(member(inventory, 'itemtype')) ?? 'Computer';

function itemsOf(inventory: unknown, words: readonly string[], network: string): Item[] {
  const device = textOf(member(inventory, 'deviceid'));
  if (device === undefined) throw notWhole(KIND);
  const content = member(inventory, 'content');
  const observed = momentOf(textOf(within(content, 'accesslog', 'logdate')));
  const isPartial = (member(inventory, 'partial') ?? member(content, 'partial')) === true;
  const items = computerOrDevice(inventory, device, content, words, network);
  return items.map((item) => ({
    ...item,
    ...(isPartial && { partial: true }),
    ...(observed !== undefined && { observed_at: observed }),
  }));
}

function computerOrDevice(
  inventory: unknown,
  device: string,
  content: unknown,
  words: readonly string[],
  network: string,
): Item[] {
  const types: Readonly<Record<string, string>> = {
    NetworkEquipment: network,
    Printer: 'peripherals',
    Phone: 'phones',
  };
  const kind = kindOf(inventory);
  if (kind === 'Computer') return computerOf(device, content, words);
  const type = Object.hasOwn(types, kind) ? types[kind]! : undefined;
  const ref = refOf(device);
  if (type === undefined || !ref) return [];
  const of = (name: string): string | undefined => textOf(within(content, 'network_device', name));
  const set = { name: of('name'), vendor: of('manufacturer'), product: of('model'), version: of('firmware') };
  return [{ type, ref, set: fields(set) }];
}

function computerOf(device: string, content: unknown, words: readonly string[]): Item[] {
  const of = (...names: string[]): string | undefined => textOf(within(content, ...names));
  const type = typeOf(content);
  const isVirtual = type === 'logical-servers';
  const ref = refOf(isVirtual ? (of('hardware', 'uuid')?.toLowerCase() ?? device) : device)!;
  const networks = listOf(member(content, 'networks')).filter((one) => member(one, 'virtualdev') !== true);
  const set = fields({
    name: of('hardware', 'name'),
    operating_system: of('operatingsystem', 'full_name'),
    memory: withUnit(numberOf(within(content, 'hardware', 'memory')), 'MB'),
    address_ip: addressesOf(networks.flatMap((one) => [member(one, 'ipaddress'), member(one, 'ipaddress6')])),
    cpu: processors(listOf(member(content, 'cpus')).filter(isObject), isVirtual),
    ...(type === 'workstations' && workstation(content, networks)),
    ...(type === 'physical-servers' && {
      ...{ vendor: of('bios', 'smanufacturer'), product: of('bios', 'smodel'), type: of('hardware', 'chassis_type') },
      disk: withUnit(diskOf(content), 'GB'),
    }),
    ...(isVirtual && { disk_used: usedOf(content) }),
    applications: softwareOf(content, words),
  });
  const databases = databasesOf(device, content, isVirtual ? ref : undefined);
  return [
    { type, ref, set },
    ...guestsOf(device, content, type === 'physical-servers' ? ref : undefined),
    ...databases,
  ];
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
  const disks = listOf(member(content, 'storages')).filter(
    (one) => !/removable|cd|dvd|usb/i.test(textOf(member(one, 'type')) ?? ''),
  );
  return inUnits(sumOf(disks.map((one) => numberOf(member(one, 'disksize')))), MIB_PER_GIB);
}

function usedOf(content: unknown): number | undefined {
  const used = listOf(member(content, 'drives')).map((drive) => {
    const [total, free] = [numberOf(member(drive, 'total')), numberOf(member(drive, 'free'))];
    return total === undefined || free === undefined ? undefined : total - free;
  });
  return inUnits(sumOf(used), MIB_PER_GIB);
}

/** The software that was asked for by its words; undefined where none was, or the inventory has no list of it. */
function softwareOf(content: unknown, words: readonly string[]): unknown {
  const software = member(content, 'softwares');
  if (!words.length || !Array.isArray(software)) return undefined;
  const names = software.flatMap((one) => textOf(member(one, 'name')) ?? []);
  const wanted = names.filter((name) => words.some((word) => name.toLowerCase().includes(word)));
  return unique(wanted).map((name) => ({ name, else: 'create' }));
}

/** Virtual machines and containers, as their host knows them: other inventories say more of them. */
function guestsOf(device: string, content: unknown, host: string | undefined): Item[] {
  return listOf(member(content, 'virtualmachines')).flatMap((guest): Item[] => {
    const name = textOf(member(guest, 'name'));
    const kind = textOf(member(guest, 'vmtype'))?.toLowerCase();
    if (kind !== undefined && CONTAINERS.has(kind)) {
      const ref = refOf(name && `${device}/${name}`);
      return ref ? [{ type: 'containers', ref, partial: true, set: { name, type: kind } }] : [];
    }
    const ref = refOf(textOf(member(guest, 'uuid'))?.toLowerCase());
    if (!ref) return [];
    const status = textOf(member(guest, 'status'))?.toLowerCase();
    const set = fields({
      cpu: textOf(member(guest, 'vcpu')),
      memory: withUnit(numberOf(member(guest, 'memory')), 'MB'),
      active: status === undefined ? undefined : RUNNING.has(status),
      physical_servers: host === undefined ? undefined : [{ ref: host }],
    });
    return [{ type: 'logical-servers', ref, partial: true, set, ...(name !== undefined && { initial: { name } }) }];
  });
}

function databasesOf(device: string, content: unknown, server: string | undefined): Item[] {
  const host = textOf(within(content, 'hardware', 'name')) ?? device;
  return listOf(member(content, 'databases_services')).flatMap((service) => {
    const product = textOf(member(service, 'name')) ?? textOf(member(service, 'type'));
    const type = joined([product, textOf(member(service, 'version'))], ' ');
    return listOf(member(service, 'databases')).flatMap((database): Item[] => {
      const name = textOf(member(database, 'name'));
      const ref = refOf(name && [device, product, name].filter(Boolean).join('/'));
      if (!ref) return [];
      const logical_servers = server === undefined ? undefined : [{ ref: server }];
      return [{ type: 'databases', ref, set: fields({ name: `${name}@${host}`, type, logical_servers }) }];
    });
  });
}

/** Agents write the time of their wall without a zone; it is taken for UTC. */
function momentOf(text: string | undefined): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text ?? '') ?? [];
  return day === undefined || Number.isNaN(Date.parse(`${day}T${time}Z`)) ? undefined : `${day}T${time}Z`;
}
