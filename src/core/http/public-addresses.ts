/** Keeps requests of the server off the networks that it stands in: only public addresses are connected to. */
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { hexOf } from '../text/addresses.js';

/** Private, loopback, link-local, shared, reserved and documentation ranges, and where clouds keep their metadata. */
const CLOSED = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);

/** Of version 6 only what is handed out for the public is open, without tunnels and documentation. */
const OPEN6 = listOf('ipv6', [['2000::', 3]]);
const CLOSED6 = listOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** Addresses of version 6 that lead to one of version 4 (RFC 4291, 6052 and 8215), as hexadecimal text. */
const EMBEDDED = /^(?:0{20}ffff|0064ff9b0{16})(.{8})$/;

/** The address of version 4 that one of version 6 leads to, or the address itself. */
export function plainAddress(address: string): string {
  const [, hex] = EMBEDDED.exec(hexOf(address) ?? '') ?? [];
  return hex ? dotted(hex) : address;
}

/** Returns true if anybody may have this address, so that it is none of ours. */
export function isPublic(address: string): boolean {
  const plain = plainAddress(address);
  const version = isIP(plain);
  if (version === 4) return !CLOSED.check(plain, 'ipv4');
  if (version !== 6 || plain.includes('%')) return false;
  return OPEN6.check(plain, 'ipv6') && !CLOSED6.check(plain, 'ipv6');
}

/** Networks in which a provider of one's own may stand; addresses under which clouds keep secrets are none. */
const OWN = listOf('ipv4', [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
]);
const OWN6 = listOf('ipv6', [
  ['::1', 128],
  ['fc00::', 7],
]);
const SECRETS6 = listOf('ipv6', [['fd00:ec2::', 32]]);

/**
 * Returns true if the host of a setting is written as this machine, or as an address of a private network: whoever writes that
 * means it. A name may come to resolve to such an address without anybody here meaning it.
 */
export function isMeantPrivate({ hostname }: URL): boolean {
  const address = addressIn(hostname);
  if (hostname === 'localhost' || (isIP(address) === 4 && OWN.check(address, 'ipv4'))) return true;
  return isIP(address) === 6 && OWN6.check(address, 'ipv6') && !SECRETS6.check(address, 'ipv6');
}

/** The address that a host is, without the brackets in which addresses stand. */
export const addressIn = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** A host may not be connected to. */
export class ClosedAddress extends Error {}

/**
 * Resolves names as the system does, and fails with ClosedAddress if any of the addresses of a name is not open. It is asked when a
 * connection is made, so a name that resolves differently the second time gains nothing.
 */
export const guardedLookup =
  (isOpen: (address: string) => boolean): LookupFunction =>
  (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const failed = error ?? (found.every(({ address }) => isOpen(address)) ? null : new ClosedAddress(name));
      if (failed) callback(failed, []);
      else if (options.all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    });
  };

/** Resolves names to public addresses alone. */
export const publicLookup = guardedLookup(isPublic);

/** Throws ClosedAddress for a host that is a closed address itself: such a host is never looked up. */
export function refuseClosed({ hostname }: URL): void {
  const address = addressIn(hostname);
  if (isIP(address) && !isPublic(address)) throw new ClosedAddress(address);
}

function listOf(family: 'ipv4' | 'ipv6', nets: ReadonlyArray<readonly [string, number]>): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
  return list;
}

/** `7f000001` as `127.0.0.1`. */
const dotted = (hex: string): string =>
  hex
    .match(/../g)!
    .map((byte) => parseInt(byte, 16))
    .join('.');
