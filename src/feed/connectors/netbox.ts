/** What NetBox 4 says over its REST API: where things stand, what runs on them, and how they are connected. */
import { nameKey } from '../../core/text/name-key.js';
import { Turns } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import type { Bytes, LeftOut, ReadOptions, ReadResult } from './connector.js';
import { Answers, KIND, pointerTo, textIn, type List } from './netbox-answers.js';
import { columnsOf, kindOf, rolesOf, type DeviceKind } from './netbox-devices.js';
import { Adapters, bare, nestedIn } from './netbox-networks.js';
import { jsonFile, wholeOf } from './reading.js';
import {
  addressesOf,
  fields,
  inUnits,
  joined,
  keysOf,
  listOf,
  member,
  numberOf,
  richText,
  textOf,
  unique,
  within,
  withUnit,
} from './values.js';

/** NetBox counts megabytes as thousandths. */
const MB_PER_GB = 1000;
const COLOUR = /^[0-9a-f]{6}$/i;

/**
 * What lists of NetBox say: one answer, or several in a list; best of all lists at once, since addresses, cables and names of one
 * list are about objects of another one. Full only where NetBox was asked for all of them.
 */
export async function netbox(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const turns = new Turns();
  const answers = new Answers(asked);
  const roles = rolesOf(asked);
  const value = await jsonFile(await wholeOf(bytes), KIND);
  await turns.whole(answers.take(value));
  const inventory = new Inventory(answers, asked.leftOut);
  await inventory.prepare((device) => kindOf(device, roles), turns);
  return { mode: asked.isAll ? 'full' : 'delta', options: {}, items: itemsOf(inventory, turns) };
}

async function* itemsOf(inventory: Inventory, turns: Turns): AsyncGenerator<Item> {
  for (const item of inventory.items()) {
    await turns.rest();
    yield item;
  }
}

const described = (object: unknown, ...others: Array<string | undefined>): string | undefined =>
  richText(joined([textIn(object, 'description'), ...others], ', '));

/** The words of tags, which hold no blanks. */
const tagsOf = (object: unknown): string | undefined =>
  joined(unique(listOf(member(object, 'tags')).flatMap((tag) => textIn(tag, 'slug') ?? [])), ' ');

const nameIn = (object: unknown): string | undefined => textIn(object, 'name');
const placeIn =
  (...names: string[]) =>
  (object: unknown): string | undefined =>
    joined(unique(names.map((name) => textIn(object, name, 'name'))), ', ');

/** How objects of a list are read. */
interface Reader {
  list: List;
  /** What they become; of devices each says it. */
  type?: string;
  name: (object: unknown) => string | undefined;
  /** By what two of one name are told apart. */
  place: (object: unknown) => string | undefined;
  /** What is said of one beside its name. */
  said: (object: unknown, inventory: Inventory, ref: string) => Partial<Item> & Pick<Item, 'set'>;
}

const READERS: readonly Reader[] = [
  {
    ...{ list: 'tenancy/tenants', type: 'entities', name: nameIn },
    place: (tenant) => textIn(tenant, 'group', 'name') ?? 'tenant',
    said: (tenant) => ({ set: { entity_type: textIn(tenant, 'group', 'name'), description: described(tenant) } }),
  },
  {
    ...{ list: 'circuits/providers', type: 'entities', name: nameIn, place: () => 'provider' },
    said: (provider) => ({ set: { is_external: true, entity_type: 'Provider', description: described(provider) } }),
  },
  {
    ...{ list: 'tenancy/contacts', type: 'actors', name: nameIn },
    place: (contact) => textIn(contact, 'email') ?? textIn(contact, 'phone'),
    said: (contact) => ({
      set: {
        type: textIn(contact, 'title'),
        contact: joined([textIn(contact, 'email'), textIn(contact, 'phone')], ', '),
      },
    }),
  },
  {
    ...{ list: 'dcim/sites', type: 'sites', name: nameIn, place: () => undefined },
    said: (site) => ({ set: { description: described(site, textIn(site, 'physical_address')) } }),
  },
  {
    ...{ list: 'dcim/locations', type: 'buildings', name: nameIn, place: placeIn('site', 'parent') },
    said: (location) => ({
      set: {
        site: pointerTo(location, 'site'),
        building: pointerTo(location, 'parent'),
        description: described(location),
      },
    }),
  },
  {
    ...{ list: 'dcim/racks', type: 'bays', name: nameIn, place: placeIn('site', 'location') },
    said: (rack) => ({ set: { room: pointerTo(rack, 'location'), description: described(rack) } }),
  },
  {
    ...{ list: 'virtualization/clusters', type: 'clusters', name: nameIn, place: placeIn('group', 'type') },
    said: (cluster) => ({
      set: { type: textIn(cluster, 'type', 'name'), attributes: tagsOf(cluster), description: described(cluster) },
    }),
  },
  {
    ...{ list: 'dcim/devices', place: placeIn('site') },
    // A device need not have a name: NetBox shows its type and its number then.
    name: (device) => nameIn(device) ?? textIn(device, 'display'),
    said: deviceOf,
  },
  {
    ...{ list: 'virtualization/virtual-machines', type: 'logical-servers', name: nameIn, place: placeIn('cluster') },
    said: machineOf,
  },
  {
    ...{ list: 'ipam/vlans', type: 'vlans', name: nameIn, place: placeIn('group', 'site') },
    said: (vlan) => ({ set: { vlan_id: numberOf(member(vlan, 'vid')), description: described(vlan) } }),
  },
  {
    ...{ list: 'ipam/prefixes', type: 'subnetworks', name: (prefix) => textIn(prefix, 'prefix') },
    place: placeIn('vrf'),
    said: networkOf,
  },
  {
    ...{ list: 'circuits/circuits', type: 'wans', place: () => undefined },
    // The number alone is one of the provider's.
    name: (circuit) =>
      textIn(circuit, 'cid') && joined([textIn(circuit, 'provider', 'name'), textIn(circuit, 'cid')], ' '),
    said: (circuit) => ({ set: { sites: sitesOf(circuit) } }),
  },
];

/** All that the answers hold, as items. */
class Inventory {
  /** What devices become, by their references; those that are left out are not there. */
  readonly kinds = new Map<string, DeviceKind>();
  readonly adapters = new Adapters();
  /** The network in which a network lies, by their references. */
  nested: ReadonlyMap<string, string> = new Map();
  /** How many objects of a kind have a name. */
  private readonly named = new Map<string, number>();

  constructor(
    private readonly answers: Answers,
    private readonly leftOut: LeftOut | undefined,
  ) {}

  /** Finds out what objects of one list need of others. */
  async prepare(kind: (device: unknown) => DeviceKind | undefined, turns: Turns): Promise<void> {
    await turns.each(this.answers.of('dcim/devices'), ([ref, device]) => {
      const is = kind(device);
      if (is) this.kinds.set(ref, is);
    });
    for (const reader of READERS)
      await turns.each(this.answers.of(reader.list), ([ref, object]) => {
        const key = this.keyOf(reader, object, ref);
        if (key !== undefined) this.named.set(key, (this.named.get(key) ?? 0) + 1);
      });
    await this.adapters.take(this.answers, turns, this.leftOut);
    this.nested = await nestedIn(this.answers.of('ipam/prefixes'), turns);
  }

  *items(): Generator<Item> {
    for (const reader of READERS)
      for (const [ref, object] of this.answers.all(reader.list)) {
        const item = this.itemOf(reader, object, ref);
        if (item) yield item;
      }
    for (const [ref, cable] of this.answers.all('dcim/cables')) yield* this.linksOf(cable, ref);
  }

  private typeOf({ type }: Reader, ref: string): string | undefined {
    return type ?? this.kinds.get(ref);
  }

  private keyOf(reader: Reader, object: unknown, ref: string): string | undefined {
    const [type, name] = [this.typeOf(reader, ref), reader.name(object)];
    return type === undefined || name === undefined ? undefined : `${type} ${nameKey(name)}`;
  }

  private itemOf(reader: Reader, object: unknown, ref: string): Item | undefined {
    const [type, own] = [this.typeOf(reader, ref), reader.name(object)];
    if (type === undefined) return void this.leftOut?.add('kind', textIn(object, 'role', 'name'));
    if (own === undefined) return void this.leftOut?.add('unnamed', reader.list);
    const isAlone = (this.named.get(this.keyOf(reader, object, ref)!) ?? 1) === 1;
    // Of what else has a tenant the map has no place for it.
    if (type !== 'workstations' && pointerTo(object, 'tenant')) this.leftOut?.add('tenant', reader.list);
    const place = isAlone ? undefined : reader.place(object);
    const name = place === undefined ? own : `${own} (${place})`;
    const { set, ...others } = reader.said(object, this, ref);
    return { type, ref, set: fields({ ...(!others.initial && { name }), ...set }), ...others };
  }

  /** A link for each pair of ends: a cable may part, and each end of one that does not is of two devices that are known. */
  private *linksOf(cable: unknown, ref: string): Generator<Item> {
    if (pointerTo(cable, 'tenant')) this.leftOut?.add('tenant', 'dcim/cables');
    const [from, to] = ['a_terminations', 'b_terminations'].map((side) => listOf(member(cable, side))) as [
      unknown[],
      unknown[],
    ];
    const count = Math.max(from.length, to.length, 1);
    const colour = textIn(cable, 'color') ?? '';
    for (let i = 0; i < count; i++) {
      const [source, dest] = [this.endOf(from[i] ?? from[0]), this.endOf(to[i] ?? to[0])];
      if (!source || !dest) {
        this.leftOut?.add('cable');
        continue;
      }
      const set = fields({
        type: textIn(cable, 'type'),
        color: COLOUR.test(colour) ? `#${colour.toLowerCase()}` : undefined,
        ...{ source: source.device, src_port: source.port, dest: dest.device, dest_port: dest.port },
      });
      yield { type: 'physical-links', ref: i ? `${ref}/${i + 1}` : ref, set };
    }
  }

  /** The device at an end of a cable, and its port; nothing for an end that is no device of the answers. */
  private endOf(end: unknown): { device: { type: DeviceKind; ref: string }; port: string | undefined } | undefined {
    const ref = pointerTo(end, 'object', 'device')?.ref;
    const type = ref === undefined ? undefined : this.kinds.get(ref);
    return type && { device: { type, ref: ref! }, port: textIn(end, 'object', 'name') };
  }
}

function deviceOf(device: unknown, { kinds, adapters }: Inventory, ref: string): Partial<Item> & Pick<Item, 'set'> {
  const kind = kinds.get(ref)!;
  const columns = columnsOf(kind);
  const [serial, inventory] = [textIn(device, 'serial'), textIn(device, 'asset_tag')];
  const vendor = textIn(device, 'device_type', 'manufacturer', 'name');
  const product = textIn(device, 'device_type', 'model');
  const { addresses, macs, names } = adapters.of(ref);
  const all = addressesOf([...mainOf(device), ...addresses], KIND);
  const rack = pointerTo(device, 'rack');
  const cluster = pointerTo(device, 'cluster');
  const isWorkstation = kind === 'workstations';
  const set = {
    type: textIn(device, 'role', 'name'),
    ...{ site: pointerTo(device, 'site'), building: pointerTo(device, 'location') },
    ...(columns.bay === 'bay' && { bay: rack }),
    ...(columns.bay === 'bays' && { bays: rack && [rack] }),
    ...(columns.product && { vendor, product }),
    ...(columns.system && { operating_system: textIn(device, 'platform', 'name') }),
    ...(columns.addresses && { address_ip: all }),
    ...(columns.clusters && { clusters: cluster && [cluster] }),
    ...(columns.attributes && { attributes: tagsOf(device) }),
    ...(isWorkstation && {
      ...{ manufacturer: vendor, model: product, serial_number: serial, entity: pointerTo(device, 'tenant') },
      mac_address: joined(macs, ', '),
    }),
    description: described(
      device,
      isWorkstation || serial === undefined ? undefined : `S/N ${serial}`,
      columns.addresses || all === undefined ? undefined : `IP ${all}`,
    ),
  };
  return { set, ...keysOf({ serial, inventory, mac: macs, fqdn: [nameIn(device), ...names] }) };
}

function machineOf(machine: unknown, { kinds, adapters }: Inventory, ref: string): Partial<Item> & Pick<Item, 'set'> {
  const { addresses, macs, names } = adapters.of(ref);
  const [host, cluster] = [pointerTo(machine, 'device'), pointerTo(machine, 'cluster')];
  const status = textIn(machine, 'status', 'value');
  const size = numberOf(member(machine, 'disk'));
  // Up to 4.0, which knew no serial number of machines, the size is in gigabytes.
  const unit = member(machine, 'serial') === undefined ? 1 : MB_PER_GB;
  const set = {
    active: status === undefined ? undefined : status === 'active',
    type: textIn(machine, 'role', 'name'),
    operating_system: textIn(machine, 'platform', 'name'),
    cpu: textOf(numberOf(member(machine, 'vcpus'))),
    memory: withUnit(numberOf(member(machine, 'memory')), 'MB'),
    disk: inUnits(size, unit),
    address_ip: addressesOf([...mainOf(machine), ...addresses], KIND),
    attributes: tagsOf(machine),
    clusters: cluster && [cluster],
    physical_servers: host && kinds.get(host.ref) === 'physical-servers' ? [host] : undefined,
    description: described(machine),
  };
  return { set, ...keysOf({ serial: member(machine, 'serial'), mac: macs, fqdn: [nameIn(machine), ...names] }) };
}

/** The addresses that a device or machine is reached at. */
const mainOf = (object: unknown): unknown[] =>
  ['primary_ip4', 'primary_ip6', 'oob_ip'].map((name) => bare(within(object, name, 'address')));

function networkOf(prefix: unknown, { nested }: Inventory, ref: string): Partial<Item> & Pick<Item, 'set'> {
  const [address, routing] = [textIn(prefix, 'prefix')!, textIn(prefix, 'vrf', 'name')];
  const around = nested.get(ref);
  return {
    // It has no name of its own: one that people gave it stays.
    initial: { name: routing === undefined ? address : `${address} (${routing})` },
    set: {
      address,
      vlan: pointerTo(prefix, 'vlan'),
      ...(around !== undefined && { subnetwork: { ref: around } }),
      description: described(prefix),
    },
    // The same range in another routing table is another network.
    ...(routing !== undefined && { identify: ['name'] }),
  };
}

/** The sites at which a circuit ends. Since 4.2 an end may be anything that has a place. */
function sitesOf(circuit: unknown): object[] {
  const ends = ['termination_a', 'termination_z'].flatMap((end) => [
    pointerTo(circuit, end, 'site'),
    pointerTo(circuit, end, 'termination'),
    pointerTo(circuit, end, 'termination', 'site'),
  ]);
  return unique(ends.flatMap((end) => (end?.ref.startsWith('dcim/sites/') ? [end.ref] : []))).map((ref) => ({
    ref,
    else: 'drop',
  }));
}
