/** Which proxies are trusted: what they report as the address of a client is believed (contract 13). */
import { isCidr } from '../text/addresses.js';
import { Setting } from '../settings.js';
import { parseBoolean } from '../text/booleans.js';

/** More proxies in a row than any real set-up has. */
const MAX_PROXIES = 20;
/** Names for ranges of addresses: those of the machine itself, of a link, and of private networks. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** How many proxies there are, 0 for none, or their addresses and ranges; `true` is one proxy. */
export const Proxies = (name: string): PropertyDecorator =>
  Setting(
    name,
    (text) => {
      const written = text.toLowerCase();
      if (/^\d+$/.test(written)) return Number(written) <= MAX_PROXIES ? Number(written) : undefined;
      const proxy = parseBoolean(written);
      if (proxy !== undefined) return Number(proxy);
      const addresses = written.split(',').map((address) => address.trim());
      return addresses.every(isAddressOrRange) ? addresses : undefined;
    },
    (text) =>
      `${name} must be false, a number of proxies up to ${MAX_PROXIES}, or addresses and ranges of proxies such as ` +
      `10.0.0.5, 10.1.0.0/16, not '${text.toLowerCase()}'.`,
  );

/** A range of all addresses would believe everybody, and an address with a zone means something on one machine only. */
const isAddressOrRange = (text: string): boolean =>
  RANGES.includes(text) || (isCidr(text) && !text.includes('%') && !text.endsWith('/0'));
