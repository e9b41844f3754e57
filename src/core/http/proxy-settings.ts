/** Which proxies stand before the server: what they say of the address of a client is believed (contract 13). */
import { isIP } from 'node:net';

/** What this needs of whoever reads settings. */
interface Settings {
  readonly problems: string[];
  text(name: string): string | undefined;
}

/** More proxies in a row than anybody has. */
const MOST = 20;
/** Names for ranges of addresses: those of the machine itself, of a link, and of private networks. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** How many proxies there are, 0 for none, or their addresses and ranges; `true` is one proxy. Wrong values become a problem. */
export function readProxies(read: Settings): number | string[] {
  const text = read.text('TRUST_PROXY')?.toLowerCase() ?? 'false';
  if (['true', 'yes', 'on'].includes(text)) return 1;
  if (['false', 'no', 'off'].includes(text)) return 0;
  if (/^\d+$/.test(text) && Number(text) <= MOST) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every(isAddressOrRange)) return addresses;
  read.problems.push(
    `TRUST_PROXY must be false, a number of proxies up to ${MOST}, or addresses and ranges of proxies such as ` +
      `10.0.0.5, 10.1.0.0/16, not '${text}'.`,
  );
  return 0;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (!version || address.includes('%')) return RANGES.includes(text);
  const longest = version === 4 ? 32 : 128;
  return !rest.length && (prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest));
}
