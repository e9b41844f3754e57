/** Clusters of Kubernetes: `kubectl get nodes,pods,replicasets,jobs,deployments,… -A -o json`, or YAML. */
import type { Item } from '../document/model.js';
import { each, notWhole, requiredOption, type Asked, type Bytes, type Fed } from './connector.js';
import { jsonFile, requireUtf8, wholeOf, yamlFile } from './reading.js';
import { addressesOf, fields, listOf, member, refOf, textOf, unique, within } from './values.js';

const KIND = 'k8s';
/** Brackets that may be open, those within texts counted too. */
const MAX_OPEN = 1000;
const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob']);
/** What workloads make, and pods are made by. */
const BETWEEN = new Set(['ReplicaSet', 'Job']);
/** Kinds of which items come. */
const TOLD = new Set([...WORKLOADS, 'Node']);
/** Kinds that are read, and secrets, which never are. */
const KNOWN = new Set([...TOLD, ...BETWEEN, 'Pod', 'Secret']);
const NAME_LABELS = ['app.kubernetes.io/part-of', 'app.kubernetes.io/name'];

/** What a cluster says of its nodes and workloads. Nothing else is read: neither secrets, nor environments, nor annotations. */
export async function k8s(bytes: Bytes, asked: Asked): Promise<Fed> {
  const cluster = requiredOption(asked, 'cluster', 'the name of the cluster');
  const objects = (await valuesOf(await wholeOf(bytes))).flatMap(objectsOf);
  for (const object of objects) {
    const kind = kindOf(object);
    if (!KNOWN.has(kind)) asked.leftOut?.add('kind', kind);
    else if (TOLD.has(kind) && nameOf(object) === undefined) asked.leftOut?.add('unnamed', kind);
  }
  const read = new Cluster(refOf(cluster)!, objects);
  const found = objects.flatMap((object) => read.itemOf(object) ?? []);
  // A file that tells of nothing tells nothing of the cluster either: as a full feed it is an empty one.
  const itself: Item = { type: 'clusters', ref: refOf(cluster)!, set: { name: cluster, type: 'Kubernetes' } };
  const items = found.length ? [itself, ...found] : [];
  const options = { identify: { 'logical-servers': ['name', 'host'] } };
  return { mode: 'delta', scope: cluster, options, items: each(items) };
}

async function valuesOf(bytes: Buffer): Promise<unknown[]> {
  requireUtf8(bytes, KIND);
  if (/^\uFEFF?\s*[{[]/.test(bytes.toString('utf8', 0, 1000))) return [await jsonFile(bytes, KIND)];
  requireShallow(bytes.toString('utf8'));
  const values = await yamlFile(bytes, KIND);
  if (!values.length) throw notWhole(KIND);
  return values;
}

/** Throws 400 for brackets or dashes that open without end: the reader of YAML takes time for each of them. */
function requireShallow(text: string): void {
  let level = 0;
  for (const [sign] of text.matchAll(/[[\]{}]/g)) {
    level = sign === '[' || sign === '{' ? level + 1 : Math.max(0, level - 1);
    if (level > MAX_OPEN) throw notWhole(KIND, 'feedDeep', { max: MAX_OPEN });
  }
  if (/(?:[-?:][ \t]+){100}/.test(text)) throw notWhole(KIND, 'feedDeep', { max: 100 });
}

/** The objects of a list, or the one object. A list that ends early has lost its kind, which stands behind its items. */
function objectsOf(value: unknown): unknown[] {
  const kind = textOf(member(value, 'kind'));
  if (kind === undefined || textOf(member(value, 'apiVersion')) === undefined) throw notWhole(KIND);
  if (!kind.endsWith('List')) return [value];
  const items = member(value, 'items');
  if (!Array.isArray(items)) throw notWhole(KIND);
  return items.flatMap(objectsOf);
}

const nameOf = (object: unknown): string | undefined => textOf(within(object, 'metadata', 'name'));
const kindOf = (object: unknown): string => textOf(member(object, 'kind')) ?? '';
const placeOf = (object: unknown, kind = kindOf(object), name = nameOf(object)): string =>
  `${textOf(within(object, 'metadata', 'namespace')) ?? 'default'}/${kind}/${name}`;

/** Which pods run where, and for whom. */
class Cluster {
  /** Nodes by the workload whose pods run there. */
  private readonly nodes = new Map<string, string[]>();
  private readonly hasPods: boolean;

  constructor(
    private readonly ref: string,
    objects: readonly unknown[],
  ) {
    const owners = new Map<string, string>();
    for (const object of objects) {
      const owner = BETWEEN.has(kindOf(object)) ? ownerOf(object) : undefined;
      if (owner !== undefined) owners.set(placeOf(object), owner);
    }
    const pods = objects.filter((object) => kindOf(object) === 'Pod');
    this.hasPods = pods.length > 0;
    for (const pod of pods) {
      const node = textOf(within(pod, 'spec', 'nodeName'));
      const direct = ownerOf(pod);
      if (node === undefined || direct === undefined) continue;
      const owner = owners.get(direct) ?? direct;
      const known = this.nodes.get(owner);
      if (known) known.push(node);
      else this.nodes.set(owner, [node]);
    }
  }

  itemOf(object: unknown): Item | undefined {
    if (!TOLD.has(kindOf(object)) || nameOf(object) === undefined) return undefined;
    return kindOf(object) === 'Node' ? this.nodeOf(object) : this.workloadOf(object);
  }

  private nodeOf(node: unknown): Item {
    const name = nameOf(node)!;
    const addresses = listOf(within(node, 'status', 'addresses')).filter((one) => member(one, 'type') === 'InternalIP');
    const set = fields({
      operating_system: textOf(within(node, 'status', 'nodeInfo', 'osImage')),
      cpu: textOf(within(node, 'status', 'capacity', 'cpu')),
      memory: textOf(within(node, 'status', 'capacity', 'memory')),
      address_ip: addressesOf(addresses.map((one) => member(one, 'address'))),
      clusters: [{ ref: this.ref }],
    });
    return { type: 'logical-servers', ref: this.nodeRef(name), set, initial: { name } };
  }

  private workloadOf(object: unknown): Item {
    const place = placeOf(object);
    const namespace = textOf(within(object, 'metadata', 'namespace')) ?? 'default';
    const labels = NAME_LABELS.map((label) => textOf(within(object, 'metadata', 'labels', label)));
    const application = labels.find((label) => label !== undefined);
    const nodes = unique(this.nodes.get(place) ?? []).map((node) => ({ ref: this.nodeRef(node) }));
    const set = fields({
      name: `${namespace}/${nameOf(object)}`,
      type: kindOf(object),
      logical_servers: this.hasPods ? nodes : undefined,
      applications: application === undefined ? undefined : [{ name: application, else: 'drop' }],
    });
    return { type: 'containers', ref: refOf(`${this.ref}/${place}`)!, set };
  }

  private nodeRef(name: string): string {
    return refOf(`${this.ref}/node/${name}`)!;
  }
}

/** The place of what made an object. */
function ownerOf(object: unknown): string | undefined {
  const owners = listOf(within(object, 'metadata', 'ownerReferences'));
  const owner = owners.find((one) => member(one, 'controller') === true) ?? owners[0];
  const [kind, name] = [textOf(member(owner, 'kind')), textOf(member(owner, 'name'))];
  return kind === undefined || name === undefined ? undefined : placeOf(object, kind, name);
}
