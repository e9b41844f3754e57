/** Clusters of Proxmox VE: `pvesh get /cluster/resources --output-format json`. */
import { Turns } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import {
  each,
  lacks,
  notWhole,
  requiredOption,
  type LeftOut,
  type ReadOptions,
  type Bytes,
  type ReadResult,
} from './connector.js';
import { jsonFile, wholeOf } from './reading.js';
import { fields, inUnits, isObject, keysOf, member, numberOf, refOf, textOf, unique, withUnit } from './values.js';

const KIND = 'proxmox';
const GIB = 1 << 30;
const TYPES: ReadonlyMap<string, string> = new Map([
  ['qemu', 'KVM'],
  ['lxc', 'LXC'],
]);

/** Status of a guest whose node does not answer. */
const UNKNOWN = 'unknown';

/**
 * What a cluster says of its nodes, guests and shared storage. A list of one type (`--type vm`) is not all of the cluster, and so
 * no full feed.
 */
export async function proxmox(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const cluster = requiredOption(asked, 'cluster', 'the name of the cluster');
  const value = await jsonFile(await wholeOf(bytes), KIND);
  // The API wraps what the tool prints.
  const list = isObject(value) ? value['data'] : value;
  if (!Array.isArray(list)) throw isObject(value) ? lacks(KIND, 'data') : notWhole(KIND);
  const ref = refOf(cluster)!;
  const nodes = new Set<string>();
  const types = new Set<unknown>();
  await new Turns().each(list as unknown[], (one) => {
    for (const name of ['type', 'id']) if (typeof member(one, name) !== 'string') throw lacks(KIND, name);
    types.add(member(one, 'type'));
    if (member(one, 'type') === 'node') nodes.add(textOf(member(one, 'id')) ?? '');
  });
  const items = new Map<string, Item>();
  // A file that tells of nothing tells nothing of the cluster either: it is an empty feed.
  if (list.length) items.set('', { type: 'clusters', ref, set: { name: cluster, type: 'Proxmox VE' } });
  const reader = { nodes, clusters: [{ ref }], leftOut: asked.leftOut };
  await new Turns().each(list as unknown[], (one) => {
    const item = itemOf(one, reader);
    if (item) items.set(`${item.type} ${item.ref}`, item);
  });
  const isAll = !list.length || (nodes.size > 0 && types.size > 1);
  return { mode: isAll ? 'full' : 'delta', scope: cluster, options: {}, items: each(items.values()) };
}

/** What is known of the whole list. */
interface Reader {
  /** References of the nodes that it holds. */
  nodes: ReadonlySet<string>;
  clusters: Array<{ ref: string }>;
  leftOut: LeftOut | undefined;
}

function itemOf(one: unknown, { nodes, clusters, leftOut }: Reader): Item | undefined {
  const type = textOf(member(one, 'type')) ?? '';
  const ref = refOf(textOf(member(one, 'id')));
  if (type === 'storage') return storageOf(one, leftOut);
  if (!ref || !(type === 'node' || TYPES.has(type))) return void leftOut?.add('kind', type);
  if (numberOf(member(one, 'template'))) return void leftOut?.add('template');
  const memory = withUnit(inUnits(numberOf(member(one, 'maxmem')), GIB), 'GB');
  const size = { cpu: textOf(member(one, 'maxcpu')), memory };
  const node = textOf(member(one, 'node'));
  if (type === 'node')
    return {
      ...{ type: 'physical-servers', ref, set: fields({ name: node, ...size, clusters }) },
      ...keysOf({ fqdn: [node] }),
    };
  const name = textOf(member(one, 'name'));
  const status = textOf(member(one, 'status'));
  const isKnown = status !== undefined && status !== UNKNOWN;
  const set = fields({
    name,
    type: TYPES.get(type),
    active: isKnown ? status === 'running' : undefined,
    ...size,
    disk: inUnits(numberOf(member(one, 'maxdisk')), GIB),
    attributes: tagsOf(one),
    physical_servers: node === undefined ? undefined : [nodeOf(node, nodes)],
    clusters,
  });
  return {
    ...{ type: 'logical-servers', ref, set },
    ...(name === undefined && { initial: { name: ref } }),
    // Of a guest whose node is away little is known: what was said of it before stays.
    ...(!isKnown && { partial: true }),
    ...keysOf({ fqdn: [name] }),
  };
}

/** The node of a guest; of a list without nodes it is sought by its name. */
function nodeOf(name: string, nodes: ReadonlySet<string>): object {
  const ref = refOf(`node/${name}`)!;
  return nodes.has(ref) ? { ref } : { name, else: 'drop' };
}

function tagsOf(one: unknown): string | undefined {
  const tags = textOf(member(one, 'tags'))
    ?.split(/[;,\s]+/)
    .filter(Boolean);
  return tags && unique(tags).join(' ');
}

/** Shared storage is reported by every node, and is one thing. */
function storageOf(one: unknown, leftOut: LeftOut | undefined): Item | undefined {
  const name = textOf(member(one, 'storage'));
  if (!name) return void leftOut?.add('unnamed', 'storage');
  if (!numberOf(member(one, 'shared'))) return void leftOut?.add('localStorage');
  const set = fields({ name, type: textOf(member(one, 'plugintype')) });
  return { type: 'storage-devices', ref: refOf(`storage/${name}`)!, set };
}
