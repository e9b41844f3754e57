/** Which things are one: strong keys before weak ones, contradictions, and what is told where it is not certain. */
import type { FeedOptions, Item, Keys } from '../../src/feed/document/model.js';
import { contradiction, evidenceOf, isLikely, keyTexts } from '../../src/feed/identity/evidence.js';
import { fullNameOf, nameOf, serialOf, uuidOf } from '../../src/feed/identity/normal-forms.js';
import { identifyingOf } from '../../src/feed/identity/rules.js';
import { registry } from '../../src/engine/index.js';
import { randomOf, seed } from './support/rounds.js';
import { MemoryMap, type WholePlan } from './support/memory-map.js';

const machine = (ref: string, set: Item['set'], more: Partial<Item> = {}): Item => ({
  type: 'logical-servers',
  ref,
  set,
  ...more,
});
const doc = (source: string, items: Item[], options: Partial<FeedOptions> = {}, mode: 'delta' | 'full' = 'delta') => ({
  source,
  mode,
  items,
  options,
});
const BY_ADDRESS = { identify: { 'logical-servers': ['name', 'host', 'ip'] } };
const told = ({ findings }: WholePlan): string[] => findings.map(({ level, code }) => `${level} ${code}`);
/** What a plan of one source makes of machines of the map: how each was found, or that it is new. */
const byOf = ({ changes }: WholePlan): unknown[] => changes.map(({ action, by }) => by ?? action);

describe('forms of keys', () => {
  it.each([
    ...[
      'Not Applicable',
      'not-available',
      'INVALID',
      'O.E.M.',
      'Empty',
      'None',
      'Unknown',
      'UNDEFINED',
      'Serial Number',
    ],
    ...[
      'Chassis Serial Number',
      'Default string',
      'To be filled by O.E.M.',
      '0123456789',
      '123456789',
      'XXXXXXXX',
      'AB1',
    ],
  ])('%s is no serial number', (text) => {
    expect(serialOf(text)).toBeUndefined();
  });

  it('a serial number is one in any spelling; an id in any order of its bytes', () => {
    expect(serialOf('vmw-56 4d.aa')).toBe(serialOf('VMW564DAA'));
    expect(uuidOf('564d1122-aabb-ccdd-0011-223344556677')).toBe(uuidOf('22114D56-BBAA-DDCC-0011-223344556677'));
    expect(uuidOf('03000200-0400-0500-0006-000700080009')).toBeUndefined();
    expect(uuidOf('00000000-0000-0000-0000-000000000000')).toBeUndefined();
    expect(uuidOf('vm-1001')).toBeUndefined();
  });

  it('an address is no name, and a name with a domain is a full one', () => {
    expect(['10.0.0.1', 'fe80::1', ''].map(nameOf)).toEqual([undefined, undefined, undefined]);
    expect(['srv', 'srv.hill.example.', '10.0.0.1', 'My server v1.2'].map(fullNameOf)).toEqual([
      undefined,
      'srv.hill.example',
      undefined,
      undefined,
    ]);
  });
});

describe('evidence', () => {
  it('a stronger key that differs forbids a match by a weaker one', async () => {
    const cases: Array<[string, Keys, Keys, Partial<FeedOptions>, Item['set'], Item['set'], unknown[], string[]]> = [
      ['mac, serial differs', { serial: 'AAAA1', mac: ['00:11:22:33:44:55'] }, { serial: 'BBBB2', mac: ['00:11:22:33:44:55'] }, {}, { name: 'a' }, { name: 'b' }, ['create'], ['note not-the-same']],
      ['mac, nothing differs', { mac: ['00:11:22:33:44:55'] }, { mac: ['00-11-22-33-44-55'], serial: 'BBBB2' }, {}, { name: 'a' }, { name: 'b' }, ['mac'], ['kept outranked']],
      ['uuid in another order', { uuid: '564d1122-aabb-ccdd-0011-223344556677' }, { uuid: '22114d56-bbaa-ddcc-0011-223344556677' }, {}, { name: 'a' }, { name: 'a', cpu: '2' }, ['uuid'], []],
      ['first label, other domain', {}, {}, BY_ADDRESS, { name: 'dc.paris.example' }, { name: 'dc.lyon.example' }, ['create'], ['note not-the-same']],
      ['first label, other address', {}, {}, BY_ADDRESS, { name: 'dc.paris.example', address_ip: '10.0.0.1' }, { name: 'dc', address_ip: '10.0.0.2' }, ['create'], ['note maybe-same']],
      ['first label, same address', {}, {}, BY_ADDRESS, { name: 'dc.paris.example', address_ip: '10.0.0.1' }, { name: 'dc', address_ip: '10.0.0.1' }, ['host'], ['kept outranked']],
      ['first label, nothing else known', {}, {}, BY_ADDRESS, { name: 'dc.paris.example' }, { name: 'dc', address_ip: '10.0.0.2' }, ['host'], ['kept outranked']],
      ['an address has no first label', {}, {}, BY_ADDRESS, { name: '10.0.0.1' }, { name: '10.0.0.2' }, ['create'], []],
      ['address, other name', {}, {}, BY_ADDRESS, { name: 'old', address_ip: '10.0.0.1' }, { name: 'cam', address_ip: '10.0.0.1' }, ['create'], ['note not-the-same']],
      ['address, no name known', {}, {}, BY_ADDRESS, { name: 'old', address_ip: '10.0.0.1' }, { name: '10.0.0.1', address_ip: '10.0.0.1', cpu: '2' }, ['ip'], ['kept outranked']],
      ['address of what is out of use', {}, {}, BY_ADDRESS, { name: 'old', address_ip: '10.0.0.1', active: false }, { name: '10.0.0.1', address_ip: '10.0.0.1' }, ['create'], []],
      ['address, other system', {}, {}, BY_ADDRESS, { name: 'old', address_ip: '10.0.0.1', operating_system: 'Debian 12' }, { name: '10.0.0.1', address_ip: '10.0.0.1', operating_system: 'Microsoft Windows 10' }, ['create'], ['note not-the-same']],
    ]; // prettier-ignore
    for (const [what, keys, otherKeys, options, set, otherSet, by, findings] of cases) {
      const map = new MemoryMap();
      await map.run(doc('A', [machine('a', set, { keys })], { ext_refs: false }));
      const plan = await map.plan(doc('B', [machine('b', otherSet, { keys: otherKeys })], options));
      expect([what, byOf(plan), told(plan)]).toEqual([what, by, findings]);
    }
  });

  it('what two have identifies nobody', async () => {
    const map = new MemoryMap();
    const dock = '00:50:b6:00:00:01';
    const laptop = (ref: string): Item => machine(ref, { name: ref }, { keys: { mac: [dock] } });
    const both = await map.run(doc('A', [laptop('a'), laptop('b')]));
    expect([both.counts.create, told(both)]).toEqual([2, ['note shared-mac', 'note shared-mac']]);
    const third = await map.plan(doc('B', [machine('c', { name: 'c' }, { keys: { mac: [dock] } })]));
    expect([byOf(third), told(third)]).toEqual([['create'], ['note shared-mac']]);
    const boards = ['x', 'y', 'z'].map((ref) => machine(ref, { name: ref }, { keys: { serial: 'BOARD-1' } }));
    expect((await map.run(doc('C', boards))).counts).toMatchObject({ create: 3, errors: 0 });
  });

  it('an address that another machine has by now makes another object', async () => {
    const map = new MemoryMap();
    const scanned = (mac: string, more: Item['set'] = {}): Item =>
      machine('10.0.0.5', { name: '10.0.0.5', address_ip: '10.0.0.5', ...more }, { weak: true, keys: { mac: [mac] } });
    await map.run(doc('SCAN', [scanned('00:00:5e:00:01:01')]));
    expect((await map.plan(doc('SCAN', [scanned('00:00:5e:00:01:01', { cpu: '1' })]))).counts).toMatchObject({
      update: 1,
    });
    const next = await map.run(doc('SCAN', [scanned('00:00:5e:00:01:02')], { names: 'fit', ...BY_ADDRESS }));
    expect([next.counts.create, next.counts.missing]).toEqual([1, 1]);
    expect(told(next)).toContain('note another-machine');
    const again = await map.run(doc('SCAN', [scanned('00:00:5e:00:01:02')], { names: 'fit', ...BY_ADDRESS }));
    expect([again.changes, again.counts.missing]).toEqual([[], 0]);
  });

  it('a ref in another form is taken over once', async () => {
    const map = new MemoryMap();
    await map.run(doc('SCAN', [machine('10.0.0.5', { name: 'web', cpu: '1' })]));
    const item = machine('web.hill.example', { name: 'web', cpu: '2' }, { former: ['10.0.0.5'] });
    const moved = await map.run(doc('SCAN', [item], {}, 'full'));
    expect([moved.counts.update, moved.counts.missing, told(moved)]).toEqual([1, 0, ['note ref-moved']]);
    expect(told(await map.run(doc('SCAN', [item], {}, 'full')))).toEqual([]);
    expect(map.all('logical-servers')[0]!.row['ext_refs']).toBe('{SCAN}web.hill.example');
  });

  it('more than twenty adoptions by a weak key alone wait until they are allowed', async () => {
    const map = new MemoryMap();
    const addresses = Array.from({ length: 21 }, (_, i) => `10.0.0.${i + 1}`);
    for (const address_ip of addresses) map.make('logical-servers', { name: `srv ${address_ip}`, address_ip });
    const items = addresses.map((ip) => machine(ip, { name: ip, address_ip: ip }, { weak: true }));
    const plan = await map.plan(doc('SCAN', items, BY_ADDRESS));
    expect([plan.state, plan.blocked]).toEqual(['blocked', [{ code: 'adopted', adopted: 21 }]]);
    const allowed = await map.plan(doc('SCAN', items, { ...BY_ADDRESS, allow: { adopted: 21 } }));
    expect([allowed.state, allowed.counts.adopted]).toEqual(['ready', 21]);
    // A first run over a map that is there goes through: names are unique.
    const named = addresses.map((ip) => machine(ip, { name: `srv ${ip}` }));
    expect((await map.plan(doc('NAMES', named))).state).toBe('ready');
  });

  it('items of one ref are one where they agree; the newer one counts where they do not', async () => {
    const dated = (day: number, set: Item['set']): Item =>
      machine('a', set, { observed_at: `2026-11-0${day}T00:00:00Z` });
    const plan = await new MemoryMap().plan(
      doc('A', [dated(3, { name: 'a', address_ip: ['10.0.0.1'], cpu: '2' }), dated(2, { name: 'a', cpu: '1' })]),
    );
    expect([plan.counts.errors, plan.changes[0]!.set['cpu']]).toEqual([0, [null, '2']]);
    const both = [
      machine('a', { name: 'a', address_ip: ['10.0.0.1'] }),
      machine('a', { name: 'a', address_ip: ['10.0.0.2'] }),
    ];
    const united = await new MemoryMap().plan(doc('A', both));
    expect([united.counts.errors, united.changes[0]!.set['address_ip']]).toEqual([0, [null, '10.0.0.1, 10.0.0.2']]);
  });

  it('what no item of a full run says any more is cleared, and what a pointer made goes once nothing points to it', async () => {
    const map = new MemoryMap();
    const hosts = [{ name: 'ESX-1', else: 'create' }];
    const [before, after] = [
      machine('a', { name: 'a', cpu: '2', operating_system: 'Debian', physical_servers: hosts }),
      machine('a', { name: 'a', cpu: '2', physical_servers: [] }),
    ];
    await map.run(doc('A', [before, machine('b', { name: 'b', cpu: '1' })], {}, 'full'));
    map.sources.set('A', { missing: { do: 'delete', runs: 1 } });
    const same = await map.run(doc('A', [before, machine('b', { name: 'b', cpu: '2' })], {}, 'full'));
    expect([same.counts.missing, same.counts.delete]).toEqual([0, 0]);
    const next = await map.run(doc('A', [after, machine('b', { name: 'b', cpu: '2' })], {}, 'full'));
    expect(map.named('logical-servers', 'a').row['operating_system']).toBeNull();
    expect(told(next)).toContain('note no-longer-mapped');
    expect([next.counts.missing, map.named('physical-servers', 'ESX-1').deleted]).toEqual([1, true]);
  });
});

it('two random machines are never one where a stronger key differs', async () => {
  const random = randomOf(seed);
  const columns = identifyingOf(registry.get('logical-servers'));
  const some = <T>(values: readonly T[]): T | undefined => (random(10) < 4 ? undefined : values[random(values.length)]);
  for (let round = 0; round < 300; round++) {
    const draw = (ref: string): Item => {
      const [uuid, serial, mac] = [
        some(['564d1122-aabb-ccdd-0011-223344556677', '564d1122-aabb-ccdd-0011-223344556688']),
        some(['SERIAL-1', 'SERIAL-2', 'Not Applicable']),
        some(['00:11:22:33:44:55', '00:11:22:33:44:66']),
      ];
      const name = some(['web', 'web.paris.example', 'web.lyon.example', '10.0.0.1', 'db']) ?? ref;
      const address = some(['10.0.0.1', '10.0.0.2']);
      const keys = { ...(uuid && { uuid }), ...(serial && { serial }), ...(mac && { mac: [mac] }) };
      return machine(ref, { name, ...(address && { address_ip: address }) }, { keys });
    };
    const [one, other] = [draw('a'), draw('b')];
    const map = new MemoryMap();
    await map.run(doc('A', [one], { ext_refs: false }));
    const plan = await map.plan(doc('B', [other], { ...BY_ADDRESS, names: 'fit' }));
    const isOne = plan.counts.adopted === 1;
    const [a, b] = [one, other].map(({ set, keys }) =>
      evidenceOf(columns, (name) => (set[name] as string) ?? null, keyTexts(keys!)),
    );
    const shares = (key: 'uuid' | 'serial' | 'mac' | 'fqdn' | 'name' | 'ip'): boolean =>
      a![key].some((value) => b![key].includes(value));
    const apart = (key: 'uuid' | 'serial' | 'mac' | 'fqdn' | 'name'): boolean =>
      a![key].length > 0 && b![key].length > 0 && !shares(key);
    // The oracle, written from the rule: by the strongest key that both share, unless a stronger one differs.
    const label = (all: readonly string[]): string | undefined => all[0]?.split('.')[0];
    const labels = label(a!.name) !== undefined && label(a!.name) === label(b!.name);
    const strong = shares('uuid') || shares('serial');
    const fair = (shares('mac') || shares('fqdn') || shares('name')) && !apart('uuid') && !apart('serial');
    const barred = apart('uuid') || apart('serial') || apart('mac') || apart('fqdn');
    const byLabel = labels && !barred && isLikely(a!, b!);
    const sameAddress = shares('ip') || (!a!.name.length && one.set['name'] === other.set['name']);
    const byAddress = sameAddress && !barred && !(apart('name') && !labels);
    const wanted = strong || fair || byLabel || byAddress;
    if (isOne !== wanted) console.log(JSON.stringify([one, other, plan.findings]));
    expect({ seed, round, one, other, isOne }).toEqual({ seed, round, one, other, isOne: wanted });
    if (isOne && !strong) expect(contradiction('name', a!, b!)).toBeUndefined();
  }
});
