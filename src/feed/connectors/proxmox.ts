/** Clusters of Proxmox VE: `pvesh get /cluster/resources --output-format json`. */
import { Turns } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import { each, notWhole, requiredOption, type ReadOptions, type Bytes, type ReadResult } from './connector.js';
import { jsonFile, wholeOf } from './reading.js';
import { fields, inUnits, isObject, member, numberOf, refOf, textOf, unique, withUnit } from './values.js';

const KIND = 'proxmox';
const GIB = 1 << 30;
const TYPES: ReadonlyMap<string, string> = new Map([
  ['qemu', 'KVM'],
  ['lxc', 'LXC'],
]);

/** What a cluster says of its nodes, guests and shared storage; templates and local storage are left out. */
export async function proxmox(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const cluster = requiredOption(asked, 'cluster', 'the name of the cluster');
  const value = await jsonFile(await wholeOf(bytes), KIND);
  // The API wraps what the tool prints.
  const list = isObject(value) ? value['data'] : value;
  if (!Array.isArray(list)) throw notWhole(KIND);
  const ref = refOf(cluster)!;
  const items = new Map<string, Item>();
  const add = (item: Item | undefined): void => void (item && items.set(`${item.type} ${item.ref}`, item));
  // A file that tells of nothing tells nothing of the cluster either: it is an empty feed.
  if (list.length) add({ type: 'clusters', ref, set: { name: cluster, type: 'Proxmox VE' } });
  await new Turns().each(list as unknown[], (one) => {
    if (!isResource(one)) throw notWhole(KIND);
    add(itemOf(one, [{ ref }]));
  });
  return { mode: 'full', scope: cluster, options: {}, items: each(items.values()) };
}

const isResource = (one: unknown): boolean =>
  isObject(one) && typeof one['type'] === 'string' && typeof one['id'] === 'string';

function itemOf(one: unknown, clusters: Array<{ ref: string }>): Item | undefined {
  const type = textOf(member(one, 'type'))!;
  const ref = refOf(textOf(member(one, 'id')));
  if (type === 'storage') return storageOf(one);
  if (!ref) return undefined;
  const memory = withUnit(inUnits(numberOf(member(one, 'maxmem')), GIB), 'GB');
  const size = { cpu: textOf(member(one, 'maxcpu')), memory };
  const node = textOf(member(one, 'node'));
  if (type === 'node') return { type: 'physical-servers', ref, set: fields({ name: node, ...size, clusters }) };
  if (!TYPES.has(type) || numberOf(member(one, 'template'))) return undefined;
  const tags = textOf(member(one, 'tags'))
    ?.split(/[;,\s]+/)
    .filter(Boolean);
  const set = fields({
    name: textOf(member(one, 'name')),
    type: TYPES.get(type),
    active: member(one, 'status') === 'running',
    ...size,
    disk: inUnits(numberOf(member(one, 'maxdisk')), GIB),
    attributes: tags && unique(tags).join(' '),
    physical_servers: node === undefined ? undefined : [{ ref: refOf(`node/${node}`) }],
    clusters,
  });
  return { type: 'logical-servers', ref, set };
}

/** Shared storage is reported by every node, and is one thing. */
function storageOf(one: unknown): Item | undefined {
  const name = textOf(member(one, 'storage'));
  if (!name || !numberOf(member(one, 'shared'))) return undefined;
  const set = fields({ name, type: textOf(member(one, 'plugintype')) });
  return { type: 'storage-devices', ref: refOf(`storage/${name}`)!, set };
}
