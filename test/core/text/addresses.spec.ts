/** Recognition of IP addresses, ranges and lists. */
import { isIP } from 'node:net';
import { addressesIn, isCidr, isIp, isIpList, isIpOrCidrList, rangeOf, spanOf } from '../../../src/core/text/addresses';

describe('addresses', () => {
  it.each(['10.0.0.1', '::1', '2001:db8::ff', '::ffff:10.0.0.1'])('isIp accepts %j', (text) =>
    expect(isIp(text)).toBe(true),
  );
  it.each(['', '10.0.0', '10.0.0.256', '10.0.0.01', ' 10.0.0.1', '10.0.0.1/8', 'host', ':::'])(
    'isIp refuses %j',
    (text) => expect(isIp(text)).toBe(false),
  );

  it.each(['10.0.0.1', '10.0.0.1,10.0.0.2', '10.0.0.1, ::1', '10.0.0.1;10.0.0.2', '10.0.0.1 10.0.0.2\n::1', '::1,'])(
    'isIpList accepts %j',
    (text) => expect(isIpList(text)).toBe(true),
  );
  it.each(['', ' ', ',', '10.0.0.1, host', '10.0.0.0/8', '10.0.0.1|10.0.0.2'])('isIpList refuses %j', (text) =>
    expect(isIpList(text)).toBe(false),
  );

  it.each(['10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', '10.0.0.1/32', '2001:db8::/32', '::/0', '::1/128', '::1'])(
    'isCidr accepts %j',
    (text) => expect(isCidr(text)).toBe(true),
  );
  it.each(['', '/8', '10.0.0.0/', '10.0.0.0/33', '::/129', '10.0.0.0/08', '10.0.0.0/8/8', '10.0.0.0/-1', '10/8'])(
    'isCidr refuses %j',
    (text) => expect(isCidr(text)).toBe(false),
  );

  it('isIpOrCidrList takes addresses and ranges', () => {
    expect(isIpOrCidrList('10.0.0.0/8, 192.168.1.1; ::/0')).toBe(true);
    expect(isIpOrCidrList('10.0.0.0/8, office')).toBe(false);
    expect(isIpOrCidrList('')).toBe(false);
  });

  it('an address of version 4 has the bytes that it is written with, and nothing else is one', () => {
    const parts = ['0', '1', '9', '00', '01', '10', '255', '256', '2550', '', '-1', '+1', ' ', '1e1', 'a', '.', '٣'];
    let addresses = 0;
    for (const a of parts) {
      for (const b of parts) {
        for (const text of [`${a}.${b}.${a}.${b}`, `${b}.${a}.${a}.1`, `${a}.${b}.7`, `10.0.${a}.${b}.1`]) {
          const range = rangeOf(text);
          expect([text, range !== undefined]).toEqual([text, isIP(text) === 4]);
          if (!range) continue;
          addresses++;
          const bytes = text.split('.').map(Number);
          expect([text, range.low]).toEqual([text, Buffer.from(bytes).toString('hex')]);
          expect(addressesIn(text)).toEqual([range.low]);
        }
      }
    }
    expect(addresses).toBeGreaterThan(20);
  });

  it.each([
    ['10.0.0.1-10.0.0.9', '0a000001', '0a000009'],
    ['10.0.0.7-10.0.0.7', '0a000007', '0a000007'],
    ['2001:db8::1-2001:DB8::f', '20010db8000000000000000000000001', '20010db800000000000000000000000f'],
    ['10.1.2.3/255.255.0.0', '0a010000', '0a01ffff'],
    ['10.1.2.3/255.255.255.255', '0a010203', '0a010203'],
    ['10.1.2.3/0.0.0.0', '00000000', 'ffffffff'],
  ])('spanOf reads %s', (text, low, high) => expect(spanOf(text)).toMatchObject({ low, high }));

  it.each([
    ...['10.0.0.9-10.0.0.1', '10.0.0.1-::1', '10.0.0.1-9', '10.0.0.1-10.0.0.2-10.0.0.3', '10.0.0.0/255.0.255.0'],
    ...['fe80::1%eth0-fe80::9%eth0', '10.0.0.1', '10.0.0.0/8', 'a-b', '-', ''],
  ])('spanOf refuses %j', (text) => expect(spanOf(text)).toBeUndefined());
});
