/** Scans of nmap (`-oX`): a host that answers is an item. Read as it streams, host by host. */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ApiError, byLibrary } from '../../core/http/errors.js';
import { Turns } from '../../core/turns.js';
import type { Item } from '../document/model.js';
import {
  choiceOption,
  MAX_PARTS,
  notWhole,
  tooManyParts,
  type ReadOptions,
  type Bytes,
  type ReadResult,
  type LeftOut,
} from './connector.js';
import { textsOf } from './reading.js';
import { addressesOf, fields, refOf, textOf } from './values.js';

const KIND = 'nmap';
/** Characters of a tag, or of a text between two. */
const MAX_TAG = 1 << 20;
const MAX_DEPTH = 50;
/** Characters that the parser is given at once: what it holds is looked at in between. */
const PIECE = 64 << 10;
/** Percent from which a guess of the system is believed. */
const MIN_ACCURACY = 90;
/** Characters of the services of a host, which are no more than these either. */
const MAX_SERVICES = 255;

/** Types by the class of the system, for `opt[by]=class`. */
const BY_CLASS: ReadonlyMap<string, string> = new Map([
  ['printer', 'peripherals'],
  ['router', 'physical-routers'],
  ['switch', 'physical-switches'],
  ['WAP', 'wifi-terminals'],
  ['firewall', 'physical-security-devices'],
  ['VoIP phone', 'phones'],
  ['storage-misc', 'storage-devices'],
]);
const WITH_SYSTEM = new Set(['logical-servers', 'physical-servers', 'workstations']);
const WITH_ADDRESS = new Set([
  ...['logical-servers', 'physical-servers', 'workstations', 'peripherals', 'wifi-terminals', 'phones'],
  ...['physical-security-devices', 'storage-devices', 'security-devices', 'clusters', 'dhcp-servers', 'dnsservers'],
]);

/** What a scan says of hosts. */
export async function nmap(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const type = asked.opt.get('type') ?? 'logical-servers';
  const byClass = choiceOption(asked, 'by', ['none', 'class']) === 'class';
  const types = byClass ? [type, ...BY_CLASS.values()] : [type];
  const rules = (each: string): string[] => (WITH_ADDRESS.has(each) ? ['name', 'host', 'ip'] : ['name', 'host']);
  const scan = new Scan(type, byClass, asked.leftOut);
  const hosts = hostsOf(bytes, scan);
  // What the scan says of itself stands before them.
  const first = await hosts.next();
  async function* all(): AsyncGenerator<Item> {
    if (!first.done) yield first.value;
    yield* hosts;
  }
  return {
    mode: 'delta',
    observed_at: scan.observed,
    options: { identify: Object.fromEntries(types.map((each) => [each, rules(each)])) },
    items: all(),
  };
}

async function* hostsOf(bytes: Bytes, scan: Scan): AsyncGenerator<Item> {
  const turns = new Turns();
  for await (const text of textsOf(bytes, KIND)) {
    for (let at = 0; at < text.length; at += PIECE) {
      scan.take(text.slice(at, at + PIECE));
      yield* scan.taken();
      await turns.rest();
    }
  }
  scan.end();
}

/** What is noted of a host until its tag is closed. */
interface Host {
  up: boolean;
  mac?: string;
  addresses: string[];
  name?: string;
  /** The name that the user gave stands before that of the network. */
  named?: boolean;
  system?: string;
  accuracy: number;
  class?: string;
  serviceSystem?: string;
  /** As many as fit, each once. */
  services: Set<string>;
  port?: { label: string; open: boolean; name?: string };
}

class Scan {
  /** When it began, as soon as that has been read. */
  observed: string | undefined;
  private readonly parser: SaxesParser<{ position: false; xmlns: false }> = new SaxesParser({
    position: false,
    xmlns: false,
  });
  private items: Item[] = [];
  private host: Host | undefined;
  private depth = 0;
  /** Characters that were given since something came of them. */
  private silent = 0;
  private isNmap = false;
  private finished = false;
  private match = 0;

  constructor(
    private readonly type: string,
    private readonly byClass: boolean,
    private readonly leftOut: LeftOut | undefined,
  ) {
    this.parser.on('error', (error) => {
      throw error;
    });
    this.parser.on('doctype', (text) => {
      if (text.includes('[')) throw notWhole(KIND, 'feedDoctype');
    });
    this.parser.on('opentag', (tag) => this.open(tag));
    this.parser.on('closetag', ({ name }) => this.close(name));
  }

  /** Throws 400 where this is no XML, or no scan. */
  take(text: string): void {
    try {
      this.silent += text.length;
      this.parser.write(text);
    } catch (error) {
      throw this.brokenBy(error);
    }
    if (this.silent > MAX_TAG) throw notWhole(KIND, 'feedTag', { max: MAX_TAG });
  }

  /** The hosts that are complete since this was last asked. */
  taken(): Item[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  /** Throws 400 unless the scan is complete. */
  end(): void {
    try {
      this.parser.close();
    } catch (error) {
      throw this.isNmap && !(error instanceof ApiError) ? notWhole(KIND, 'feedBroken') : this.brokenBy(error);
    }
    if (!this.isNmap) throw notWhole(KIND, 'feedNoScan');
    if (!this.finished) throw notWhole(KIND, 'feedScan');
  }

  /** What the parser threw; before the root is known it is not a scan that is broken, but another file. */
  private brokenBy(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    return this.isNmap ? notWhole(KIND, byLibrary(error as Error, 'feedXmlByLibrary')) : notWhole(KIND, 'feedNoScan');
  }

  private open({ name, attributes }: SaxesTagPlain): void {
    this.silent = 0;
    if (++this.depth > MAX_DEPTH) throw notWhole(KIND, 'feedDeep', { max: MAX_DEPTH });
    if (this.depth === 1) {
      this.isNmap = name === 'nmaprun';
      if (!this.isNmap) throw notWhole(KIND, 'feedNoScan');
      this.observed = momentOf(attributes['start']);
    } else if (name === 'finished') this.finished = (attributes['exit'] ?? 'success') === 'success';
    else if (name === 'host' && this.depth === 2)
      this.host = { up: false, addresses: [], accuracy: 0, services: new Set() };
    else if (this.host) this.note(this.host, name, attributes);
  }

  private note(host: Host, name: string, of: Readonly<Record<string, string>>): void {
    switch (name) {
      case 'status':
        host.up = of['state'] === 'up';
        break;
      case 'address':
        if (of['addrtype'] === 'mac') host.mac ??= of['addr']?.toLowerCase();
        else if (of['addr'] && host.addresses.push(of['addr']) > MAX_PARTS)
          throw tooManyParts(KIND, 'feedPartAddresses');
        break;
      case 'hostname':
        this.noteName(host, of);
        break;
      case 'port':
        host.port = { label: `${of['portid']}/${of['protocol']}`, open: false };
        break;
      case 'state':
        if (host.port) host.port.open = of['state'] === 'open';
        break;
      case 'service':
        if (!host.port) break;
        if (of['name']) host.port.name = of['name'];
        if (of['ostype']) host.serviceSystem ??= of['ostype'];
        break;
      case 'osmatch':
        this.match = Number(of['accuracy']) || 0;
        if (this.match <= host.accuracy) break;
        host.accuracy = this.match;
        host.system = of['name'] ?? '';
        delete host.class;
        break;
      case 'osclass':
        // The classes of a guess stand within it.
        if (this.match === host.accuracy && of['type']) host.class ??= of['type'];
        break;
    }
  }

  private noteName(host: Host, of: Readonly<Record<string, string>>): void {
    const name = textOf(of['name']);
    const isUsers = of['type'] === 'user';
    if (!name || (host.name !== undefined && (host.named || !isUsers))) return;
    host.name = name;
    host.named = isUsers;
  }

  private close(name: string): void {
    this.silent = 0;
    this.depth--;
    const { host } = this;
    if (!host) return;
    if (name === 'port' && host.port) {
      const { open, label, name: service } = host.port;
      if (open && host.services.size < MAX_SERVICES) host.services.add(service ? `${label} ${service}` : label);
      delete host.port;
    } else if (name === 'host' && this.depth === 1) {
      this.host = undefined;
      if (!host.up) return;
      const item = this.itemOf(host);
      if (item) this.items.push(item);
      else this.leftOut?.add('hostWithoutAddress');
    }
  }

  private itemOf(host: Host): Item | undefined {
    const addresses = addressesOf(host.addresses, KIND);
    const ref = refOf(host.mac ?? addresses?.split(', ')[0]);
    if (!ref) return undefined;
    const isSure = host.accuracy >= MIN_ACCURACY;
    const type = (this.byClass && isSure && BY_CLASS.get(host.class ?? '')) || this.type;
    const name = host.name ?? addresses?.split(', ')[0] ?? ref;
    const set = fields({
      address_ip: WITH_ADDRESS.has(type) ? addresses : undefined,
      operating_system: WITH_SYSTEM.has(type) ? textOf(isSure ? host.system : host.serviceSystem) : undefined,
      net_services: type === 'logical-servers' ? servicesOf(host.services) : undefined,
    });
    return { type, ref, set, initial: { name }, ...(this.observed && { observed_at: this.observed }) };
  }
}

/** Whole entries, as many as fit. */
function servicesOf(services: ReadonlySet<string>): string | undefined {
  let text = '';
  for (const service of services) {
    const longer = text ? `${text}, ${service}` : service;
    if (longer.length > MAX_SERVICES) break;
    text = longer;
  }
  return text || undefined;
}

/** The moment of seconds since 1970; undefined for what is none. */
function momentOf(seconds: string | undefined): string | undefined {
  if (!/^\d{1,11}$/.test(seconds ?? '')) return undefined;
  return new Date(Number(seconds) * 1000).toISOString().replace('.000', '');
}
