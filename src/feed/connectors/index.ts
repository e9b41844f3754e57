/** The connectors by name: what each reads, and what a document has that leaves it to them. Loaded when they are asked for. */
import { ApiError } from '../../core/http/errors.js';
import type { Envelope, FeedOptions, Item } from '../document/model.js';
import { readOptions } from '../document/envelope.js';
import type { ReadOptions, Bytes, Connect } from './connector.js';

export { LeftOut, type ReadOptions, type InTurn } from './connector.js';

interface Connector {
  /** What it reads, in a few words. */
  about: string;
  /** Unless a file says otherwise. */
  mode: Envelope['mode'];
  /** Name of the source where none is given. */
  source: string;
  /** Rules of identity by type; others are those of the type. */
  identify: FeedOptions['identify'];
  /** Its options, and what they are. */
  options: Readonly<Record<string, string>>;
  load(): Promise<Connect>;
}

const BY_NAME_OR_HOST = ['name', 'host'];
const MAP =
  'the mapping, as JSON or YAML, or the name of one that comes along: rvtools, glpi-computers-fr, glpi-computers-en';

const ALL: Readonly<Record<string, Connector>> = {
  ansible: {
    about: 'Facts of Ansible: a cache of facts, setup, ansible-inventory --list',
    ...{ mode: 'delta', source: 'ANSIBLE' },
    identify: { 'logical-servers': BY_NAME_OR_HOST, 'physical-servers': BY_NAME_OR_HOST },
    options: {},
    load: async () => (await import('./ansible.js')).ansible,
  },
  csv: {
    about: 'CSV with headings, by a mapping',
    ...{ mode: 'delta', source: 'CSV', identify: {} },
    options: { map: MAP, encoding: 'utf-8, windows-1252, iso-8859-15 or utf-16le' },
    load: async () => (await import('./rows.js')).csv,
  },
  cyclonedx: {
    about: 'Parts of a program: CycloneDX as JSON',
    ...{ mode: 'full', source: 'CYCLONEDX', identify: {} },
    options: {},
    load: async () => (await import('./cyclonedx.js')).cyclonedx,
  },
  glpi: {
    about: 'Inventories of the GLPI agent as JSON',
    ...{ mode: 'delta', source: 'GLPI', identify: {} },
    options: { software: 'words of software that becomes applications', network: 'the type of network devices' },
    load: async () => (await import('./glpi.js')).glpi,
  },
  jsonl: {
    about: 'An object on each line, by a mapping',
    ...{ mode: 'delta', source: 'JSONL', identify: {} },
    options: { map: MAP },
    load: async () => (await import('./rows.js')).jsonl,
  },
  k8s: {
    about: 'Nodes and workloads of Kubernetes: kubectl get … -A -o json',
    ...{ mode: 'delta', source: 'K8S' },
    identify: { 'logical-servers': BY_NAME_OR_HOST },
    options: { cluster: 'the name of the cluster' },
    load: async () => (await import('./k8s.js')).k8s,
  },
  ldif: {
    about: 'Active Directory or OpenLDAP as LDIF',
    ...{ mode: 'delta', source: 'LDIF' },
    identify: { 'logical-servers': BY_NAME_OR_HOST, workstations: BY_NAME_OR_HOST },
    options: { users: 'admins, all or none' },
    load: async () => (await import('./ldif.js')).ldif,
  },
  nmap: {
    about: 'A scan of nmap (-oX)',
    ...{ mode: 'delta', source: 'NMAP' },
    identify: { 'logical-servers': ['name', 'host', 'ip'] },
    options: { type: 'the type of hosts', by: 'class: the type by the class of the system' },
    load: async () => (await import('./nmap.js')).nmap,
  },
  proxmox: {
    about: 'Proxmox VE: pvesh get /cluster/resources --output-format json',
    ...{ mode: 'full', source: 'PROXMOX', identify: {} },
    options: { cluster: 'the name of the cluster' },
    load: async () => (await import('./proxmox.js')).proxmox,
  },
  singer: {
    about: 'What a tap of Singer writes, by a mapping',
    ...{ mode: 'delta', source: 'SINGER', identify: {} },
    options: { map: MAP },
    load: async () => (await import('./rows.js')).singer,
  },
  xlsx: {
    about: 'A sheet of a workbook, by a mapping',
    ...{ mode: 'delta', source: 'XLSX', identify: {} },
    options: { map: MAP, sheet: 'the name of the sheet; otherwise the first one' },
    load: async () => (await import('./rows.js')).xlsx,
  },
};

export const CONNECTORS: ReadonlyMap<string, Connector> = new Map(Object.entries(ALL));

/** A file as a document; the source may be given another name, scope and mode by whoever feeds it. */
export interface ReadFile {
  envelope: Envelope;
  /** Read once; to be believed when the last one has come. */
  items: AsyncIterable<Item>;
}

/** Reads a file of a tool. Throws 400 for what is no such file, 413, and 422 for options that are wrong. */
export async function readFile(connector: Connector, bytes: Bytes, asked: ReadOptions): Promise<ReadFile> {
  for (const option of asked.opt.keys()) {
    const allowed = Object.keys(connector.options);
    if (!allowed.includes(option))
      throw new ApiError(422, 'feedOptionUnknown', { option: `opt[${option}]`, allowed: allowed.join(', ') || '–' });
  }
  const { mode, scope = '', observed_at, options, items } = await (await connector.load())(bytes, asked);
  const identify = { ...connector.identify, ...options.identify };
  const all: FeedOptions = { ...readOptions({ names: 'fit' }), ...options, identify };
  const said = { source: connector.source, mode, scope, ...(observed_at !== undefined && { observed_at }) };
  return { envelope: { ...said, options: all }, items };
}
