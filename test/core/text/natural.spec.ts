/** Texts in the order in which people count (contract 15). */
import { naturalKey } from '../../../src/core/text/natural.js';

const before = (a: string, b: string): number =>
  naturalKey(a) < naturalKey(b) ? -1 : naturalKey(a) > naturalKey(b) ? 1 : 0;

describe('natural order', () => {
  it.each<[string, Array<string | null>]>([
    ['numbers in names', ['srv-2', 'srv-10', 'SRV-10b', 'srv-011']],
    ['ports', ['Ethernet1/2', 'Ethernet1/10', 'Ethernet1/10/1']],
    ['versions', ['v1.9', 'v1.10', 'v1.10.1', 'v2']],
    ['addresses', ['10.0.0.9', '10.0.0.100', '192.168.0.1', 'fd00::2', 'fd00::10']],
    ['masks count after the address', ['10.0.0.0', '10.0.0.0/8', '10.0.0.0/255.255.0.0', '10.0.0.0/24', '10.0.1.0/8']],
    [
      'of several addresses the first counts',
      ['10.0.0.2, 10.0.0.99', '10.0.0.3', '10.0.0.10;10.0.0.1', '10.0.0.11-10.0.0.20'],
    ],
    ['IPv6 in its forms', ['::1', '2001:db8::1', '2001:DB8:0:0::2', 'fd00::1', 'fe80::1/64']],
    ['MAC addresses in their forms', ['00:1a:2b:3c:4d:5e', '00-1A-2B-3C-4D-5F', '001a.2b3c.4d60']],
    [
      'no value, addresses, MAC addresses, texts',
      [null, '9.9.9.9', 'fd00::2', '02:00:00:00:00:01', '1 text', 'a text'],
    ],
    ['what looks like an address and is none', ['10.0.0.256', '10.0.0.256b', '10.0.1', 'fe', 'fe80']],
    ['accents', ['Ecole 1', 'École 2', 'ecole 10']],
    ['numbers of any length', ['n9', 'n99999999999999999998', 'n99999999999999999999', 'n100000000000000000000']],
    ['digits between signs and letters', ['a-', 'a1', 'ab']],
    ['shorter first', ['srv', 'srv-1', 'srv-1a']],
  ])('%s', (_, texts) => {
    const keys = texts.map(naturalKey);
    expect(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))).toEqual(keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
  it.each([
    ['case', 'SRV-2', 'srv-2'],
    ['accents', 'Étage 3', 'etage 3'],
    ['zeros before a number', 'srv-002', 'srv-2'],
    ['a number of zeros', 'srv-000', 'srv-0'],
    ['the form of an address', 'FD00:0::2', 'fd00::2'],
    ['the form of a mask', '10.0.0.0/255.255.255.0', '10.0.0.0/24'],
    ['blanks around', ' 10.0.0.1 ', '10.0.0.1'],
    ['blanks alone are no value', '  ', ''],
  ])('%s does not count', (_, a, b) => {
    expect(before(a, b)).toBe(0);
  });
});
