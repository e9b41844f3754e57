/** Hosts that Zabbix watches: the answer of `host.get` with interfaces, inventory and groups (API of 7.0). */
import { ApiError } from '../../core/http/errors.js';
import { Turns, type InParts } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import { inFile, lacks, notWhole, type Bytes, type ReadOptions, type ReadResult } from './connector.js';
import { jsonFile, wholeOf } from './reading.js';
import {
  addressesOf,
  fields,
  isObject,
  joined,
  keysOf,
  listOf,
  macOf,
  MAX_TOLD,
  member,
  refOf,
  richText,
  textOf,
  unique,
  within,
} from './values.js';

const KIND = 'zabbix';
const USUAL = 'logical-servers';

/** What hosts may become, and what the kind has columns for. */
const KINDS = {
  'logical-servers': { addresses: true, system: true, groups: true },
  'physical-servers': { addresses: true, system: true, product: true },
  workstations: { addresses: true, system: true, product: true },
  'physical-switches': { product: true },
  'physical-routers': { product: true },
  'physical-security-devices': { addresses: true, groups: true },
  'storage-devices': { addresses: true, product: true },
  'wifi-terminals': { addresses: true, product: true },
  phones: { addresses: true, product: true },
  peripherals: { addresses: true, product: true },
} as const satisfies Readonly<Record<string, KindColumns>>;

interface KindColumns {
  addresses?: true;
  system?: true;
  /** Vendor and product. */
  product?: true;
  /** The column `attributes`, for names of groups. */
  groups?: true;
}

type Kind = keyof typeof KINDS;
const isKind = (text: string | undefined): text is Kind => text !== undefined && Object.hasOwn(KINDS, text);

/** What a host of Zabbix is asked for: no password, no key and no macro is among it. */
export const HOST_QUERY = {
  output: ['hostid', 'host', 'name', 'description'],
  selectInterfaces: ['ip', 'dns'],
  selectInventory: [
    ...['os', 'os_short', 'os_full', 'vendor', 'model', 'serialno_a', 'asset_tag', 'macaddress_a', 'macaddress_b'],
    ...['location'],
  ],
  selectHostGroups: ['name'],
  sortfield: 'hostid',
} as const;

/** What Zabbix says of its hosts. Full only where it was asked for all of them. */
export async function zabbix(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const kinds = kindsOf(asked);
  const turns = new Turns();
  const hosts: unknown[] = [];
  await turns.whole(hostsIn(await jsonFile(await wholeOf(bytes), KIND), asked.names, hosts));
  async function* items(): AsyncGenerator<Item> {
    for (const host of hosts) {
      await turns.rest();
      yield hostOf(host, kinds);
    }
  }
  return { mode: asked.isAll ? 'full' : 'delta', options: {}, items: items() };
}

/** Takes the hosts of an answer, of several answers, or of a list of hosts. Throws 400 for what holds none, with what Zabbix says of it. */
function* hostsIn(value: unknown, names: ReadOptions['names'], hosts: unknown[]): InParts<void> {
  // A file may be a list of hosts, and stand in a list of files.
  for (const [i, file] of (Array.isArray(value) ? (value as unknown[]) : [value]).entries())
    for (const one of Array.isArray(file) ? (file as unknown[]) : [file]) {
      yield* inFile(names?.[i], KIND, takeHosts(one, hosts));
      yield;
    }
}

function* takeHosts(one: unknown, hosts: unknown[]): InParts<void> {
  if (!isObject(one)) throw notWhole(KIND);
  const isAlone = one['hostid'] !== undefined;
  if (!isAlone) requireNoError(one['error']);
  if (!isAlone && !Array.isArray(one['result'])) throw lacks(KIND, 'result');
  for (const host of isAlone ? [one] : (one['result'] as unknown[])) {
    for (const name of ['hostid', 'host']) if (textOf(member(host, name)) === undefined) throw lacks(KIND, name);
    hosts.push(host);
    yield;
  }
}

function requireNoError(error: unknown): void {
  if (error === undefined) return;
  const text = joined(
    ['message', 'data'].map((name) => textOf(member(error, name))),
    ' ',
  );
  throw notWhole(KIND, 'feedToolError', { text: (text ?? '').slice(0, MAX_TOLD) });
}

/** `opt[groups]`: kinds by the names of groups, in lower case, `Routers=physical-routers`. Throws 422 for a kind that hosts cannot be. */
function kindsOf({ opt }: ReadOptions): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const pair of (opt.get('groups') ?? '').split(',').filter((text) => text.trim())) {
    const equals = pair.lastIndexOf('=');
    const [group, kind] = [pair.slice(0, Math.max(equals, 0)).trim(), pair.slice(equals + 1).trim()];
    if (!group || !isKind(kind)) {
      const allowed = Object.keys(KINDS).map((one) => `${group || 'group'}=${one}`);
      throw new ApiError(422, 'feedOptionValue', { option: 'opt[groups]', allowed: allowed.join(', ') });
    }
    kinds.set(group.toLowerCase(), kind);
  }
  return kinds;
}

/** Zabbix 7 says `hostgroups`; `groups` is what earlier versions say, and later ones where they are asked so. */
const groupsOf = (host: unknown): string[] =>
  [...listOf(member(host, 'hostgroups')), ...listOf(member(host, 'groups'))].flatMap(
    (group) => textOf(member(group, 'name')) ?? [],
  );

function hostOf(host: unknown, kinds: ReadonlyMap<string, Kind>): Item {
  const of = (name: string): string | undefined => textOf(member(host, name));
  // Without an inventory its place holds an empty list.
  const inventory = (name: string): string | undefined => textOf(within(host, 'inventory', name));
  const groups = unique(groupsOf(host));
  const asked = groups.flatMap((group) => kinds.get(group.toLowerCase()) ?? [])[0];
  const type = asked ?? USUAL;
  const columns: KindColumns = KINDS[type];
  const interfaces = listOf(member(host, 'interfaces'));
  const [name, serial] = [of('host')!, inventory('serialno_a')];
  const [vendor, model, location] = ['vendor', 'model', 'location'].map(inventory);
  const addresses = addressesOf(
    interfaces.map((one) => member(one, 'ip')),
    KIND,
  );
  const macs = unique(['macaddress_a', 'macaddress_b'].flatMap((column) => macOf(inventory(column)) ?? []));
  const isWorkstation = type === 'workstations';
  const set = fields({
    ...(columns.addresses && { address_ip: addresses }),
    ...(columns.system && { operating_system: inventory('os_short') ?? inventory('os') ?? inventory('os_full') }),
    ...(columns.product && { vendor, product: model }),
    // Groups are told as words.
    ...(columns.groups && {
      attributes: joined(
        groups.map((group) => group.replace(/\s+/g, '_')),
        ' ',
      ),
    }),
    ...(isWorkstation && {
      ...{ manufacturer: vendor, model, serial_number: serial, mac_address: joined(macs, ', ') },
    }),
    description: richText(
      joined([of('description'), location, columns.addresses || !addresses ? undefined : `IP ${addresses}`], ', '),
    ),
  });
  const names = [name, of('name'), ...interfaces.map((one) => member(one, 'dns'))];
  return {
    ...{ type, ref: refOf(of('hostid'))!, set },
    // Whoever watches a machine does not name it.
    initial: { name },
    ...keysOf({ serial, inventory: inventory('asset_tag'), mac: macs, fqdn: names }),
    // Where no group says it, the kind is a guess.
    ...(asked === undefined && { guess: true }),
  };
}
