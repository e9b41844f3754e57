/**
 * Where hooks may send to: by https to public addresses, and wherever else `WEBHOOK_TARGETS` says. Judged when a hook is stored, as far as
 * its address tells, and again when a connection is made, on the address that is connected to.
 */
import { BlockList, isIP } from 'node:net';
import { addressIn, ClosedAddress, isPublic, plainAddress } from '../../core/http/public-addresses.js';
import { isCidr } from '../../core/text/addresses.js';

/** What is wrong with an address. */
export type TargetFault = 'hookUrl' | 'hookUrlParts' | 'hookUrlPlain' | 'hookUrlClosed';

const LOOPBACK = listOf(['127.0.0.0/8', '::1/128']);
/** Links, where clouds keep their secrets, and other places of these; nobody means them. */
const NEVER = listOf([
  ...['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32', '0.0.0.0/8', '224.0.0.0/3'],
  ...['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32', 'ff00::/8'],
  // Ways of version 6 into networks of version 4, to addresses that each network chooses for itself.
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
]);
/** Names under which clouds answer with their secrets. */
const NEVER_NAMES = new Set(['metadata.google.internal', 'metadata', 'instance-data', 'instance-data.ec2.internal']);

/** The hosts, wildcards and networks of the setting. */
export class HookTargets {
  private readonly hosts: ReadonlySet<string>;
  private readonly endings: readonly string[];
  private readonly networks: BlockList;
  private readonly hasNetworks: boolean;

  constructor(entries: readonly string[]) {
    const networks = entries.filter((entry) => isCidr(entry));
    const wildcards = entries.filter((entry) => entry.startsWith('*.'));
    this.hosts = new Set(entries.filter((entry) => !entry.startsWith('*.')).map(canonical));
    this.endings = wildcards.map((entry) => entry.slice(1).toLowerCase());
    this.networks = listOf(networks);
    this.hasNetworks = networks.length > 0;
  }

  /** What is wrong with the address of a hook, as far as it can be told without asking anybody for it. */
  faultOf(text: string): TargetFault | undefined {
    if (!URL.canParse(text)) return 'hookUrl';
    const url = new URL(text);
    if (!/^https?:$/.test(url.protocol) || !url.hostname || !/^https?:\/\//i.test(text)) return 'hookUrl';
    if (url.username || url.password || text.includes('#') || /\/\/[^/?]*@/.test(text)) return 'hookUrlParts';
    const host = hostOf(url);
    if (NEVER_NAMES.has(host)) return 'hookUrlClosed';
    if (isIP(host)) {
      if (!this.isOpen(host, url)) return 'hookUrlClosed';
      return url.protocol === 'https:' || this.isNamed(host) || this.isWithin(host) ? undefined : 'hookUrlPlain';
    }
    if (isLocalName(host) && !this.hosts.has(host)) return 'hookUrlClosed';
    // A name may come to lie in one of the networks: that is seen once it is connected to.
    return url.protocol === 'https:' || this.isNamed(host) || this.hasNetworks ? undefined : 'hookUrlPlain';
  }

  /** Throws ClosedAddress for an address that may not be sent to any more, since the setting changed. */
  require(url: URL): void {
    if (this.faultOf(url.href)) throw new ClosedAddress(url.hostname);
  }

  /** Returns true if a hook to `url` may connect to this address, to which its host was resolved. */
  isOpen(address: string, url: URL): boolean {
    const host = hostOf(url);
    const plain = plainAddress(address);
    const isWithinNetwork = this.isWithin(plain);
    // Only where the hook itself names it, too: another name may come to resolve to it.
    if (has(LOOPBACK, plain)) return this.hosts.has(host) && (host === plain || host === 'localhost');
    if (has(NEVER, plain)) return false;
    if (this.isNamed(host) || isWithinNetwork) return true;
    return url.protocol === 'https:' && isPublic(plain);
  }

  private isNamed(host: string): boolean {
    return this.hosts.has(host) || this.endings.some((ending) => host.endsWith(ending) && host.length > ending.length);
  }

  private isWithin(address: string): boolean {
    return has(this.networks, address);
  }
}

const hostOf = ({ hostname }: URL): string => addressIn(hostname).toLowerCase().replace(/\.$/, '');

const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** An address of version 6 as the URL of a hook would write it. */
const canonical = (entry: string): string =>
  isIP(entry) === 6 ? addressIn(new URL(`http://[${entry}]`).hostname) : entry.toLowerCase();

function has(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !address.includes('%') && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, prefix] = network.split('/') as [string, string?];
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
