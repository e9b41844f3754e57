/** Inventories of agents as XML, as OCS, FusionInventory and older agents of GLPI write them: made into what the agent writes as JSON. */
import { notWhole, tooManyParts, type Bytes } from './connector.js';
import { isObject, listOf, member, textOf } from './values.js';
import { xmlParts, type XmlHandler } from './xml.js';

/** What is read, by section, in lower case: nothing else is kept, such as processes with their command lines. */
const SECTIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['hardware', new Set(['name', 'uuid', 'chassis_type', 'vmsystem', 'memory', 'lastloggeduser', 'osname'])],
  ['operatingsystem', new Set(['full_name', 'fqdn', 'dns_domain'])],
  ['bios', new Set(['smanufacturer', 'smodel', 'ssn', 'assettag'])],
  ['accesslog', new Set(['logdate'])],
  ['versionclient', new Set<string>()],
  ['networks', new Set(['description', 'ipaddress', 'ipaddress6', 'mac', 'macaddr', 'virtualdev'])],
  ['cpus', new Set(['name'])],
  ['storages', new Set(['type', 'disksize'])],
  ['drives', new Set(['total', 'free'])],
  ['virtualmachines', new Set(['name', 'uuid', 'vmtype', 'status', 'vcpu', 'memory', 'mac', 'serial'])],
  ['softwares', new Set(['name'])],
  ['databases_services', new Set(['name', 'type', 'version', 'databases'])],
  [
    'device',
    new Set([
      ...['info', 'name', 'type', 'manufacturer', 'model', 'serial', 'firmware', 'location', 'mac', 'ips', 'ip'],
      ...['snmphostname', 'dnshostname', 'netbiosname'],
    ]),
  ],
]);
const AROUND = new Set(['content', 'deviceid', 'query', 'itemtype', 'partial']);
/** Sections of which there may be several. */
const LISTS = ['networks', 'cpus', 'storages', 'drives', 'virtualmachines', 'softwares', 'databases_services'];
/** Queries whose answers are inventories. */
const INVENTORIES = new Set(['inventory', 'snmp', 'snmpquery', 'netinventory', 'netdiscovery']);
/** Elements of one section, and characters of a value. */
const [MAX_ELEMENTS, MAX_VALUE] = [100_000, 10_000];
const KINDS: ReadonlyMap<string, string> = new Map([
  ['COMPUTER', 'Computer'],
  ['NETWORKING', 'NetworkEquipment'],
  ['PRINTER', 'Printer'],
  ['PHONE', 'Phone'],
]);

/** The inventory in a file, or those of the devices that it is about, as JSON would have them. Throws 400 that says what lacks. */
export async function inventoriesOfXml(bytes: Bytes, kind: string): Promise<unknown[]> {
  const reader = new Reader(kind);
  for await (const _ of xmlParts(bytes, kind, reader, 'feedNotThis')) void _;
  const { content, deviceid, query, ...around } = reader.root;
  if (!isObject(content)) throw notWhole(kind, 'feedXmlLacks', { member: 'CONTENT' });
  const asked = textOf(query)?.toLowerCase() ?? 'inventory';
  if (!INVENTORIES.has(asked)) throw notWhole(kind, 'feedXmlQuery', { query: asked.slice(0, 100) });
  const devices = some(content['device']);
  if (devices.length) return devices.map((device) => deviceOf(device, content, asked === 'netdiscovery'));
  if (textOf(deviceid) === undefined) throw notWhole(kind, 'feedXmlLacks', { member: 'DEVICEID' });
  return [{ deviceid, ...around, content: withLists(content) }];
}

/** Keeps what is read of the tags of a file. */
class Reader implements XmlHandler {
  root: Record<string, unknown> = {};
  /** The elements that are open, those that are not kept as undefined. */
  private readonly open_: Array<{ name: string; members: Record<string, unknown>; text: string } | undefined> = [];

  constructor(private readonly kind: string) {}

  open(tag: string, _: unknown, depth: number): void {
    if (depth === 1 && tag !== 'REQUEST') throw notWhole(this.kind);
    const name = tag.toLowerCase();
    const isKept = depth === 1 || (this.open_.at(-1) !== undefined && this.isRead(name, depth));
    const members = depth === 1 ? this.root : (Object.create(null) as Record<string, unknown>);
    this.open_.push(isKept ? { name, members, text: '' } : undefined);
  }

  text(text: string): void {
    const last = this.open_.at(-1);
    if (last && last.text.length < MAX_VALUE) last.text += text.slice(0, MAX_VALUE);
  }

  close(): void {
    const done = this.open_.pop();
    const parent = this.open_.at(-1);
    if (!done || !parent) return;
    const value = Object.keys(done.members).length ? { ...done.members } : done.text.trim();
    const known = parent.members[done.name];
    if (known === undefined) parent.members[done.name] = value;
    else if (!Array.isArray(known)) parent.members[done.name] = [known, value];
    else if (known.push(value) > MAX_ELEMENTS) throw tooManyParts(this.kind, 'feedPartDevices', MAX_ELEMENTS);
  }

  private isRead(name: string, depth: number): boolean {
    if (depth === 2) return AROUND.has(name);
    if (this.open_[1]?.name !== 'content') return false;
    return depth === 3 ? SECTIONS.has(name) : (SECTIONS.get(this.open_[2]?.name ?? '')?.has(name) ?? false);
  }
}

/** One, or a list of them, as a list; an element that is empty is none. */
const some = (value: unknown): unknown[] => (Array.isArray(value) ? listOf(value) : [value]).filter(isObject);

/** The content with lists where JSON has some, and with the names that it has there. */
function withLists(content: Record<string, unknown>): Record<string, unknown> {
  const lists = Object.fromEntries(LISTS.filter((name) => name in content).map((name) => [name, some(content[name])]));
  const networks = some(content['networks']).map((one) => ({
    ...(one as object),
    mac: member(one, 'mac') ?? member(one, 'macaddr'),
    virtualdev: textOf(member(one, 'virtualdev')) === '1',
  }));
  const services = some(content['databases_services']).map((one) => ({
    ...(one as object),
    databases: some(member(one, 'databases')),
  }));
  const system =
    textOf(member(content['operatingsystem'], 'full_name')) ?? textOf(member(content['hardware'], 'osname'));
  return {
    ...content,
    ...lists,
    ...('networks' in content && { networks }),
    ...('databases_services' in content && { databases_services: services }),
    operatingsystem: { ...(content['operatingsystem'] as object | undefined), full_name: system },
  };
}

/** A device that was asked over the network. What the file is called by is the agent: the device is known by its own keys. */
function deviceOf(device: unknown, content: Record<string, unknown>, isDiscovery: boolean): unknown {
  const info = member(device, 'info') ?? device;
  const of = (name: string): string | undefined => textOf(member(info, name));
  const name = of('name') ?? of('snmphostname') ?? of('dnshostname') ?? of('netbiosname');
  const ips = [member(member(info, 'ips'), 'ip'), member(info, 'ip')].flat();
  const type = of('type')?.toUpperCase() ?? '';
  return {
    deviceid: of('mac')?.toLowerCase() ?? of('serial') ?? name,
    itemtype: KINDS.get(type) ?? (type || 'Unmanaged'),
    // Of a device that was discovered less is known than was asked of it before.
    ...(isDiscovery && { partial: true }),
    content: { accesslog: content['accesslog'], network_device: { ...(info as object), name, ips } },
  };
}
