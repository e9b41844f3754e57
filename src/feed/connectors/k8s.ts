/** Clusters of Kubernetes: `kubectl get nodes,pods,replicasets,jobs,deployments,… -A -o json`, or YAML. */
import { Turns, type InParts } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import {
  fewOf,
  lacks,
  notWhole,
  requiredOption,
  type LeftOut,
  type ReadOptions,
  type Bytes,
  type ReadResult,
} from './connector.js';
import { jsonFile, requireUtf8, wholeOf, yamlFile } from './reading.js';
import { addressesOf, fields, keysOf, listOf, machineId, member, refOf, textOf, within } from './values.js';

const KIND = 'k8s';
/** Brackets that may be open, those within texts counted too. */
const MAX_OPEN = 1000;
/** Dashes, question marks and colons in a row, each of which opens a level. */
const MAX_SIGNS = 100;
/** Bytes that are looked at at once. */
const PIECE = 64 << 10;
const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob']);
/** What workloads make, and pods are made by. */
const BETWEEN = new Set(['ReplicaSet', 'Job']);
/** Kinds of which items come. */
const TOLD = new Set([...WORKLOADS, 'Node']);
/** Kinds that are read. */
const KNOWN = new Set([...TOLD, ...BETWEEN, 'Pod']);
/** Addresses of a node that are names. */
const NAMES = new Set(['Hostname', 'InternalDNS', 'ExternalDNS']);
/** What has become of a pod that does not run any more. */
const ENDED = new Set(['Succeeded', 'Failed']);
const NAME_LABELS = ['app.kubernetes.io/part-of', 'app.kubernetes.io/name'];

/** What a cluster says of its nodes and workloads. Nothing else is read: neither secrets, nor environments, nor annotations. */
export async function k8s(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const cluster = requiredOption(asked, 'cluster', 'the name of the cluster');
  const turns = new Turns();
  const objects: unknown[] = [];
  for (const value of await valuesOf(await wholeOf(bytes), asked, turns))
    await turns.each(objectsOf(value), (object) => {
      objects.push(object);
      const kind = kindOf(object);
      if (!KNOWN.has(kind)) asked.leftOut?.add('kind', kind);
      else if (nameOf(object) === undefined) asked.leftOut?.add('unnamed', kind);
    });
  const read = new Cluster(refOf(cluster)!, asked.leftOut);
  await read.take(objects, turns);
  const itself: Item = { type: 'clusters', ref: refOf(cluster)!, set: { name: cluster, type: 'Kubernetes' } };
  const options = { identify: { 'logical-servers': ['name', 'host'] } };
  return { mode: 'delta', scope: cluster, options, items: itemsOf(objects, itself, read, turns) };
}

/** A file that tells of nothing tells nothing of the cluster either: as a full feed it is an empty one. */
async function* itemsOf(objects: readonly unknown[], itself: Item, read: Cluster, turns: Turns): AsyncGenerator<Item> {
  let isAny = false;
  for (const object of objects) {
    await turns.rest();
    const item = read.itemOf(object);
    if (!item) continue;
    if (!isAny) yield itself;
    isAny = true;
    yield item;
  }
}

async function valuesOf(bytes: Buffer, { inTurn }: ReadOptions, turns: Turns): Promise<unknown[]> {
  requireUtf8(bytes, KIND);
  if (/^\uFEFF?\s*[{[]/.test(bytes.toString('utf8', 0, 1000))) return [await jsonFile(bytes, KIND)];
  await turns.whole(requireShallow(bytes));
  const values = await yamlFile(bytes, KIND, inTurn);
  if (!values.length) throw notWhole(KIND);
  return values;
}

const [BLANK, TAB, DASH, QUESTION, COLON] = [0x20, 0x09, 0x2d, 0x3f, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Throws 400 for brackets or dashes that open without end: the reader of YAML takes time for each of them. */
function* requireShallow(bytes: Buffer): InParts<void> {
  let [level, signs, isSign] = [0, 0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === DASH || byte === QUESTION || byte === COLON) {
      // Of signs that no blank parts the last one begins anew.
      if (isSign) signs = 0;
      isSign = true;
    } else if (byte === BLANK || byte === TAB) {
      if (isSign && ++signs === MAX_SIGNS) throw notWhole(KIND, 'feedDeep', { max: MAX_SIGNS });
      isSign = false;
    } else [signs, isSign] = [0, false];
    if (byte === LIST || byte === OBJECT) level++;
    else if ((byte === LIST_END || byte === OBJECT_END) && level > 0) level--;
    if (level > MAX_OPEN) throw notWhole(KIND, 'feedDeep', { max: MAX_OPEN });
    if (at % PIECE === 0) yield;
  }
}

/** The objects of a list, or the one object. A list that ends early has lost its kind, which stands behind its items. */
function* objectsOf(value: unknown): Generator<unknown> {
  const kind = textOf(member(value, 'kind'));
  if (kind === undefined) throw lacks(KIND, 'kind');
  if (textOf(member(value, 'apiVersion')) === undefined) throw lacks(KIND, 'apiVersion');
  if (!kind.endsWith('List')) {
    yield value;
    return;
  }
  const items = member(value, 'items');
  if (!Array.isArray(items)) throw lacks(KIND, 'items');
  for (const item of items) yield* objectsOf(item);
}

const nameOf = (object: unknown): string | undefined => textOf(within(object, 'metadata', 'name'));
const kindOf = (object: unknown): string => textOf(member(object, 'kind')) ?? '';
const placeOf = (object: unknown, kind = kindOf(object), name = nameOf(object)): string =>
  `${textOf(within(object, 'metadata', 'namespace')) ?? 'default'}/${kind}/${name}`;

/** Which pods run where, and for whom. */
class Cluster {
  /** Nodes by the workload whose pods run there. */
  private readonly nodes = new Map<string, Set<string>>();
  /** Names of the nodes that the file holds. */
  private readonly known = new Set<string>();
  /** Pods that nothing made: they are told like workloads. */
  private readonly alone = new Set<unknown>();
  private hasPods = false;

  constructor(
    private readonly ref: string,
    private readonly leftOut: LeftOut | undefined,
  ) {}

  /** Takes all objects of the cluster. */
  async take(objects: readonly unknown[], turns: Turns): Promise<void> {
    const owners = new Map<string, string>();
    const workloads = new Set<string>();
    /** Those between which nothing made. */
    const unowned: unknown[] = [];
    await turns.each(objects, (object) => {
      const [kind, name] = [kindOf(object), nameOf(object)];
      if (name === undefined) return;
      if (kind === 'Node') this.known.add(name);
      else if (WORKLOADS.has(kind)) workloads.add(placeOf(object));
      if (!BETWEEN.has(kind)) return;
      const owner = ownerOf(object)?.place;
      if (owner === undefined) unowned.push(object);
      else owners.set(placeOf(object), owner);
    });
    for (const object of unowned) this.leftOut?.add('kind', kindOf(object));
    await turns.each(objects, (object) => {
      if (kindOf(object) !== 'Pod' || nameOf(object) === undefined) return;
      this.hasPods = true;
      const direct = ownerOf(object);
      const owner = direct && (owners.get(direct.place) ?? direct.place);
      if (!direct) return this.takeAlone(object);
      if (!workloads.has(owner!)) this.leftOut?.add('pod', direct.kind);
      else this.takeNode(owner!, object);
    });
  }

  itemOf(object: unknown): Item | undefined {
    if (this.alone.has(object)) return this.workloadOf(object);
    if (!TOLD.has(kindOf(object)) || nameOf(object) === undefined) return undefined;
    return kindOf(object) === 'Node' ? this.nodeOf(object) : this.workloadOf(object);
  }

  private takeAlone(pod: unknown): void {
    if (ENDED.has(textOf(within(pod, 'status', 'phase')) ?? '')) return this.leftOut?.add('endedPod');
    this.alone.add(pod);
    this.takeNode(placeOf(pod), pod);
  }

  private takeNode(workload: string, pod: unknown): void {
    const node = textOf(within(pod, 'spec', 'nodeName'));
    if (node === undefined) return;
    const known = this.nodes.get(workload);
    if (known) known.add(node);
    else this.nodes.set(workload, new Set([node]));
  }

  private nodeOf(node: unknown): Item {
    const name = nameOf(node)!;
    const all = fewOf(listOf(within(node, 'status', 'addresses')), KIND, 'feedPartAddresses');
    const of = (fits: (type: string) => boolean): unknown[] =>
      all.filter((one) => fits(textOf(member(one, 'type')) ?? '')).map((one) => member(one, 'address'));
    const set = fields({
      operating_system: textOf(within(node, 'status', 'nodeInfo', 'osImage')),
      cpu: textOf(within(node, 'status', 'capacity', 'cpu')),
      memory: textOf(within(node, 'status', 'capacity', 'memory')),
      address_ip: addressesOf(
        of((type) => type === 'InternalIP'),
        KIND,
      ),
      clusters: [{ ref: this.ref }],
    });
    return {
      ...{ type: 'logical-servers', ref: this.nodeRef(name), set, initial: { name } },
      ...keysOf({
        uuid: machineId(within(node, 'status', 'nodeInfo', 'systemUUID')),
        fqdn: [name, ...of((type) => NAMES.has(type))],
      }),
    };
  }

  private workloadOf(object: unknown): Item {
    const place = placeOf(object);
    const namespace = textOf(within(object, 'metadata', 'namespace')) ?? 'default';
    const labels = NAME_LABELS.map((label) => textOf(within(object, 'metadata', 'labels', label)));
    const application = labels.find((label) => label !== undefined);
    const nodes = [...(this.nodes.get(place) ?? [])].map((node) => this.pointerTo(node));
    const set = fields({
      name: `${namespace}/${nameOf(object)}`,
      type: kindOf(object),
      logical_servers: this.hasPods ? nodes : undefined,
      applications: application === undefined ? undefined : [{ name: application, else: 'drop' }],
    });
    return { type: 'containers', ref: refOf(`${this.ref}/${place}`)!, set };
  }

  /** One that the file does not hold may be known from another one. */
  private pointerTo(node: string): object {
    return { ref: this.nodeRef(node), ...(!this.known.has(node) && { else: 'drop' }) };
  }

  private nodeRef(name: string): string {
    return refOf(`${this.ref}/node/${name}`)!;
  }
}

/** What made an object: its kind, and its place. */
function ownerOf(object: unknown): { kind: string; place: string } | undefined {
  const owners = listOf(within(object, 'metadata', 'ownerReferences'));
  const owner = owners.find((one) => member(one, 'controller') === true) ?? owners[0];
  const [kind, name] = [textOf(member(owner, 'kind')), textOf(member(owner, 'name'))];
  return kind === undefined || name === undefined ? undefined : { kind, place: placeOf(object, kind, name) };
}
