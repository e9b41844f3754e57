/** Ranges of addresses, and the addresses that lie in them. */
import { holdsAddress, rangeOf } from '../../../src/core/text/addresses';

const holds = (text: string, range: string): boolean => {
  const { length, low, high } = rangeOf(range)!;
  return holdsAddress(text, length, low, high);
};

describe('rangeOf', () => {
  it.each([
    ['10.0.0.0/8', 4, '0a000000', '0affffff'],
    ['10.1.2.3/8', 4, '0a000000', '0affffff'],
    ['10.1.2.3', 4, '0a010203', '0a010203'],
    ['0.0.0.0/0', 4, '00000000', 'ffffffff'],
    ['255.255.255.255/32', 4, 'ffffffff', 'ffffffff'],
    ['10.0.0.1/31', 4, '0a000000', '0a000001'],
    ['::1', 16, '00000000000000000000000000000001', '00000000000000000000000000000001'],
    ['::/0', 16, '00000000000000000000000000000000', 'ffffffffffffffffffffffffffffffff'],
    ['2001:DB8::/32', 16, '20010db8000000000000000000000000', '20010db8ffffffffffffffffffffffff'],
    ['1:2:3:4:5:6:7:8', 16, '00010002000300040005000600070008', '00010002000300040005000600070008'],
    ['::ffff:10.0.0.1', 16, '00000000000000000000ffff0a000001', '00000000000000000000ffff0a000001'],
    ['64:ff9b::10.0.0.1/128', 16, '0064ff9b00000000000000000a000001', '0064ff9b00000000000000000a000001'],
    ['1::', 16, '00010000000000000000000000000000', '00010000000000000000000000000000'],
  ])('contract 5: %s', (text, length, low, high) => expect(rangeOf(text)).toEqual({ length, low, high }));

  it.each(['', 'x', '10.0.0.0/33', '::/129', '10.0.0', '10.0.0.0/', '/8', '10.0.0.256', 'fe80::1%eth0', '10.0.0.0/-1'])(
    'contract 5: %j is no range',
    (text) => expect(rangeOf(text)).toBeUndefined(),
  );
});

describe('holdsAddress', () => {
  it.each([
    ['10.0.0.1', '10.0.0.0/8', true],
    ['10.0.0.1', '11.0.0.0/8', false],
    ['host 10.0.0.1, (10.9.9.9)', '10.9.0.0/16', true],
    ['a;10.0.0.1/24;b', '10.0.0.1', true],
    ['10.0.0.1', '::/0', false],
    ['::1', '0.0.0.0/0', false],
    ['[2001:db8::1]:443', '2001:db8::/32', true],
    ['gw=2001:db8::1', '2001:db8::/32', true],
    ['10.0.0.999 10.0.0', '0.0.0.0/0', false],
    ['', '0.0.0.0/0', false],
    ['é\\"\u0000', '0.0.0.0/0', false],
    ['10.0.0.1.', '0.0.0.0/0', false],
  ])('contract 5: %j holds an address of %s: %s', (text, range, expected) => expect(holds(text, range)).toBe(expected));
});
