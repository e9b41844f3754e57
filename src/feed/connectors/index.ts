/** The connectors by name: what each reads, and what a document has that leaves it to them. Loaded when they are asked for. */
import { ApiError, fieldError } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import type { Envelope, FeedOptions, Item } from '../document/model.js';
import { readOptions } from '../document/envelope.js';
import { MAX_SCOPE } from '../document/limits.js';
import { notWhole, type ReadOptions, type Bytes, type Connect } from './connector.js';
import { otherThan, recognised } from './recognise.js';

export { LeftOut, type ReadOptions, type InTurn } from './connector.js';

interface Connector {
  /** What it reads, in a few words. */
  about: string;
  /** Unless a file says otherwise. */
  mode: Envelope['mode'];
  /** It tells of many machines, of which one that is wrong is to stop none: the command line leaves out what is in error. */
  machines?: true;
  /** Name of the source where none is given. */
  source: string;
  /** Rules of identity by type; others are those of the type. */
  identify: FeedOptions['identify'];
  /** Its options, and what they are. */
  options: Readonly<Record<string, string>>;
  /** Those without which no file is read. */
  required?: readonly string[];
  /** Its files are answers that belong together: several are read as one list. */
  together?: true;
  load(): Promise<Connect>;
}

const APPLICATION = 'the name of the application, where the file has none or another';
const BY_NAME_OR_HOST = ['name', 'host'];
const MAP =
  'the mapping, as JSON or YAML, or the name of one that comes along: rvtools, glpi-computers-fr, glpi-computers-en';

const ALL: Readonly<Record<string, Connector>> = {
  ansible: {
    about: 'Facts of Ansible: a cache of facts, setup, ansible-inventory --list',
    ...{ mode: 'delta', machines: true, source: 'ANSIBLE' },
    identify: { 'logical-servers': BY_NAME_OR_HOST, 'physical-servers': BY_NAME_OR_HOST },
    options: {
      host: 'the name of the one host in the inventory, where the file is not called like it',
      type: 'the type of hosts of which no facts are known',
    },
    load: async () => (await import('./ansible.js')).ansible,
  },
  csv: {
    about: 'CSV with headings, by a mapping',
    ...{ mode: 'delta', source: 'CSV', identify: {} },
    options: { map: MAP, encoding: 'utf-8, windows-1252, iso-8859-15 or utf-16le' },
    required: ['map'],
    load: async () => (await import('./rows.js')).csv,
  },
  cyclonedx: {
    about: 'Parts of a program: CycloneDX as JSON or XML',
    ...{ mode: 'full', source: 'CYCLONEDX', identify: {} },
    options: { application: APPLICATION },
    load: async () => (await import('./cyclonedx.js')).cyclonedx,
  },
  glpi: {
    about: 'Inventories of the GLPI agent, as JSON or XML',
    ...{ mode: 'delta', machines: true, source: 'GLPI', identify: {} },
    options: { software: 'words of software that becomes applications', network: 'the type of network devices' },
    load: async () => (await import('./glpi.js')).glpi,
  },
  jsonl: {
    about: 'An object on each line, by a mapping',
    ...{ mode: 'delta', source: 'JSONL', identify: {} },
    options: { map: MAP },
    required: ['map'],
    load: async () => (await import('./rows.js')).jsonl,
  },
  k8s: {
    about: 'Nodes and workloads of Kubernetes: kubectl get … -A -o json',
    ...{ mode: 'delta', machines: true, source: 'K8S' },
    identify: { 'logical-servers': BY_NAME_OR_HOST },
    options: { cluster: 'the name of the cluster' },
    required: ['cluster'],
    load: async () => (await import('./k8s.js')).k8s,
  },
  ldif: {
    about: 'Active Directory or OpenLDAP as LDIF',
    ...{ mode: 'delta', machines: true, source: 'LDIF' },
    identify: { 'logical-servers': BY_NAME_OR_HOST, workstations: BY_NAME_OR_HOST },
    options: { users: 'admins, all or none' },
    load: async () => (await import('./ldif.js')).ldif,
  },
  netbox: {
    about: 'NetBox 4: answers of its REST API',
    ...{ mode: 'delta', machines: true, source: 'NETBOX', together: true },
    identify: { 'logical-servers': BY_NAME_OR_HOST, 'physical-servers': BY_NAME_OR_HOST },
    options: { roles: 'what devices of a role become, as pdu=peripherals; pdu=- leaves them out' },
    load: async () => (await import('./netbox.js')).netbox,
  },
  nmap: {
    about: 'A scan of nmap (-oX)',
    ...{ mode: 'delta', machines: true, source: 'NMAP' },
    identify: { 'logical-servers': ['name', 'host', 'ip'] },
    options: { type: 'the type of hosts', by: 'class: the type by the class of the system' },
    load: async () => (await import('./nmap.js')).nmap,
  },
  proxmox: {
    about: 'Proxmox VE: pvesh get /cluster/resources --output-format json',
    ...{ mode: 'full', machines: true, source: 'PROXMOX', identify: {} },
    options: { cluster: 'the name of the cluster' },
    required: ['cluster'],
    load: async () => (await import('./proxmox.js')).proxmox,
  },
  singer: {
    about: 'What a tap of Singer writes, by a mapping',
    ...{ mode: 'delta', source: 'SINGER', identify: {} },
    options: { map: MAP },
    required: ['map'],
    load: async () => (await import('./rows.js')).singer,
  },
  spdx: {
    about: 'Parts of a program: SPDX as JSON',
    ...{ mode: 'full', source: 'SPDX', identify: {} },
    options: { application: APPLICATION },
    load: async () => (await import('./spdx.js')).spdx,
  },
  xlsx: {
    about: 'A sheet of a workbook, by a mapping',
    ...{ mode: 'delta', source: 'XLSX', identify: {} },
    options: { map: MAP, sheet: 'the name of the sheet; otherwise the first one' },
    required: ['map'],
    load: async () => (await import('./rows.js')).xlsx,
  },
  zabbix: {
    about: 'Hosts of Zabbix 7: the answer of host.get',
    ...{ mode: 'delta', machines: true, source: 'ZABBIX', together: true },
    identify: { 'logical-servers': BY_NAME_OR_HOST, 'physical-servers': BY_NAME_OR_HOST },
    options: { groups: 'what hosts of a group become, as Routers=physical-routers' },
    load: async () => (await import('./zabbix.js')).zabbix,
  },
};

export const CONNECTORS: ReadonlyMap<string, Connector> = new Map(Object.entries(ALL));

/** A file as a document; the source may be given another name, scope and mode by whoever feeds it. */
export interface ReadFile {
  envelope: Envelope;
  /** Read once; to be believed when the last one has come. */
  items: AsyncIterable<Item>;
}

/** Bytes by which a file is recognised that is none of the kind. */
const HEAD = 4096;

/** Reads a file of a tool. Throws 400 for what is no such file, 413, and 422 for options that are wrong. */
export async function readFile(connector: Connector, bytes: Bytes, asked: ReadOptions): Promise<ReadFile> {
  for (const option of asked.opt.keys()) {
    const allowed = Object.keys(connector.options);
    if (!allowed.includes(option))
      throw new ApiError(422, 'feedOptionUnknown', { option: `opt[${option}]`, allowed: allowed.join(', ') || '–' });
  }
  const begun = new Head(connector, bytes);
  const connect = await connector.load();
  const read = await connect(begun.bytes(), asked).catch((error) => {
    throw begun.named(error);
  });
  const { mode, scope = '', observed_at, full_scopes, options } = read;
  // As of a scope that the request names.
  if (scope.length > MAX_SCOPE) throw fieldError('scope', 'maxText', { max: MAX_SCOPE });
  async function* items(): AsyncGenerator<Item> {
    try {
      yield* read.items;
    } catch (error) {
      throw begun.named(error);
    }
  }
  const identify = { ...connector.identify, ...options.identify };
  const all: FeedOptions = { ...readOptions({ names: 'fit' }), ...options, identify };
  const said = {
    ...{ source: connector.source, mode, scope },
    ...(observed_at !== undefined && { observed_at }),
    ...(full_scopes?.length && { full_scopes }),
  };
  return { envelope: { ...said, options: all }, items: items() };
}

/** How a file begins: by that its refusal says what it is. */
class Head {
  private head = Buffer.alloc(0);

  constructor(
    private readonly connector: Connector,
    private readonly all: Bytes,
  ) {}

  /** The bytes of the file; as many as are needed to recognise it come together. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    let isBegun = false;
    for await (const piece of this.all) {
      if (isBegun) {
        yield piece;
        continue;
      }
      this.head = Buffer.concat([this.head, piece]);
      isBegun = this.head.length >= HEAD;
      if (isBegun) yield this.begun();
    }
    if (!isBegun && this.head.length) yield this.head;
  }

  /** All that was read; of it the beginning alone is kept. */
  private begun(): Buffer {
    const all = this.head;
    this.head = Buffer.from(all.subarray(0, HEAD));
    return all;
  }

  /** What a connector threw; where that is that the file is none of its kind, with what it is. */
  named(error: unknown): unknown {
    if (!(error instanceof ApiError) || error.phrase.key !== 'feedFile') return error;
    const { kind, reason } = error.phrase.values;
    if (!(reason instanceof Message) || NAMED.has(reason.key)) return error;
    const other = recognised(this.head);
    const own = [...CONNECTORS].find(([, one]) => one === this.connector)![0];
    const isPlain = other?.what === 'JSON' && !OF_OTHER_TEXT.has(own);
    return other && !isPlain ? notWhole(String(kind), otherThan(reason, other, own)) : error;
  }
}

/** Connectors of text that is no JSON: of the others that is not worth saying. */
const OF_OTHER_TEXT: ReadonlySet<string> = new Set(['csv', 'ldif', 'nmap', 'xlsx']);
/** Reasons that say it already. */
const NAMED: ReadonlySet<string> = new Set([
  ...[
    'feedIsOther',
    'feedIsOtherRead',
    'feedIsWorkbook',
    'feedOldWorkbook',
    'feedNoWorkbook',
    'feedInFile',
    'feedToolRefused',
  ],
  ...['feedPageCount', 'feedPageNext'],
]);
