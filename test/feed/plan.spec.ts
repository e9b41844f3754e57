/** What documents mean, by tables and small maps. @seconds 4 */
import {
  keysOf,
  identifyingOf,
  RULES,
  canIdentify,
  declaredRules,
  type RuleName,
} from '../../src/feed/identity/rules.js';
import type { SourceSettings } from '../../src/feed/merge/ranks.js';
import { valueOutcome, type ValueCase } from '../../src/feed/merge/value.js';
import { printPlan } from '../../src/feed/plan/print.js';
import { registry } from '../../src/engine/index.js';
import type { Scalar } from '../../src/database/database.js';
import type { FeedPlan } from '../../src/feed/plan/changes.js';
import type { FeedOptions, Item } from '../../src/feed/document/model.js';
import { ApiError } from '../../src/core/http/errors.js';
import { candidatesOf } from '../../src/feed/identity/candidates.js';
import { PlanMemory } from '../../src/feed/plan/plan-cost.js';
import { KINDS, MemoryMap, type WholePlan } from './support/memory-map.js';

const server = (ref: string, set: Record<string, unknown>, more: Partial<Item> = {}): Item => ({
  type: 'logical-servers',
  ref,
  set,
  ...more,
});
const doc = (items: Item[], options: Partial<FeedOptions> = {}, mode: 'delta' | 'full' = 'delta') => ({
  source: 'S',
  mode,
  items,
  options,
});
const codes = ({ findings }: Pick<FeedPlan, 'findings'>): string[] =>
  findings.map(({ level, code, item }) => `${level} ${code} ${item ?? ''}`.trim());

describe('rules of identity', () => {
  it('55 types can be fed, each by rules whose columns it has', () => {
    const fed = registry.all().filter(({ identity }) => identity.length);
    expect(fed.length).toBe(55);
    for (const resource of fed) expect(declaredRules(resource).length).toBeGreaterThan(0);
    const site = registry.get('sites');
    expect(() => declaredRules({ ...site, identity: ['serail'] })).toThrow(
      "sites: no rule 'serail'. Did you mean 'serial'?",
    );
    expect(() => declaredRules({ ...site, identity: ['mac'] })).toThrow("sites: the rule 'mac' lacks its columns.");
  });

  it.each<[RuleName, string, Record<string, Scalar>, number]>([
    ['name', 'sites', { name: 'Été ' }, 1],
    ['host', 'logical-servers', { name: 'SRV.corp.example' }, 1],
    ['serial', 'workstations', { serial_number: 'pf-1234' }, 1],
    ['serial', 'workstations', { serial_number: 'To Be Filled By O.E.M.' }, 0],
    ['serial', 'workstations', { serial_number: '0000' }, 0],
    ['serial', 'workstations', { serial_number: 'N/A' }, 0],
    ['mac', 'workstations', { mac_address: 'A4:6B:b6:00:01:17, a46b.b600.0118 00:00:00:00:00:00' }, 2],
    ['ip', 'logical-servers', { address_ip: '10.0.0.1, 127.0.0.1, 169.254.1.1, ::1, fe80::1' }, 1],
    ['cidr', 'subnetworks', { address: '10.0.0.7/24' }, 1],
    ['vid', 'vlans', { vlan_id: 7 }, 1],
    ['flow', 'logical-flows', { protocol: 'tcp' }, 0],
    ['flow', 'logical-flows', { source_ip_range: '10.0.0.0/8' }, 1],
    ['flow', 'application-flows', { name: 'x', application_source_id: 1, database_dest_id: 2 }, 1],
    ['name+ends', 'relations', { name: 'x', source_id: 1 }, 0],
  ])('%s of %s %j', (rule, type, row, count) => {
    expect(keysOf(rule, identifyingOf(registry.get(type)), (name) => row[name]).length).toBe(count);
  });

  it('a cable is one either way round, and is none with other ports', () => {
    const columns = KINDS.find('physical-links')!.columns;
    const key = (row: Record<string, Scalar>): string[] => keysOf('cable', columns, (name) => row[name]);
    const there = key({ workstation_src_id: 1, src_port: 'eth0', physical_switch_dest_id: 2, dest_port: '7' });
    expect(key({ physical_switch_src_id: 2, src_port: '7', workstation_dest_id: 1, dest_port: 'ETH0' })).toEqual(there);
    expect(key({ physical_switch_src_id: 2, src_port: '8', workstation_dest_id: 1, dest_port: 'eth0' })).not.toEqual(
      there,
    );
    expect(RULES.filter((rule) => canIdentify(rule, columns))).toEqual(['cable']);
  });
});

describe('whose value stands', () => {
  const plain: ValueCase = {
    said: 'v',
    stored: 'c',
    blank: null,
    rank: 50,
    others: [],
    left: [],
    spoken: false,
    everSaid: false,
  };
  const other = (rank: number, value = 'c') => ({ source: 'O', value, rank });
  it.each<[string, Partial<ValueCase>, string]>([
    ['equal', { stored: 'v', mark: 'hold' }, 'nothing'],
    ['held', { mark: 'hold' }, 'held'],
    ['own', { own: 'c' }, 'write'],
    ['own, said by a higher one too', { own: 'c', others: [other(60)] }, 'outranked'],
    ['own, said by an equal one too', { own: 'c', others: [other(50)] }, 'write'],
    ['of lower rank', { others: [other(40)] }, 'write'],
    ['of equal rank: who spoke first stands', { others: [other(50)] }, 'outranked'],
    ['of a missing record', { others: [other(-1)] }, 'write'],
    ['left behind', { left: ['c'], spoken: true, everSaid: true }, 'write'],
    ['freed', { mark: 'free', freed: 'c' }, 'write'],
    ['freed, and changed since', { mark: 'free', freed: 'x' }, 'by-hand'],
    ['blank', { stored: null }, 'write'],
    ['the default of the column', { stored: 1, blank: 1 }, 'write'],
    ['cleared by a person', { stored: null, everSaid: true, spoken: true }, 'by-hand'],
    ['hand yields', { handYields: true }, 'write'],
    ['take, first contact', { take: true }, 'write'],
    ['take, somebody spoke', { take: true, spoken: true }, 'by-hand'],
    ['by hand', {}, 'by-hand'],
  ])('%s', (_, given, expected) => {
    const outcome = valueOutcome({ ...plain, ...given });
    expect(outcome.do === 'keep' ? outcome.code : outcome.do).toBe(expected);
  });
});

describe('a document', () => {
  it('all errors are found at once, and bad items are left out with what depends on them', async () => {
    const items = [
      server('a', { name: 'A', disk: 'much' }),
      { type: 'planets', set: {} },
      { type: 'logical-servers', set: { cpu: '1' } },
      server('b', { name: 'B', clusters: ['none'], physical_servers: [17] }),
      { type: 'databases', ref: 'd', set: { name: 'D', logical_servers: [{ ref: 'a' }] } },
      server('e', { name: 'E', unheard: 1 }),
      server('e', { name: 'F' }),
      { type: 'sites', ref: 's', set: { name: 'Site', buildings: ['x'] } },
      server('g', { name: 'G' }),
    ];
    const plan = await new MemoryMap().plan(doc(items));
    expect(codes(plan).sort()).toEqual(
      [
        'error invalid 1',
        'error unknown-type 2',
        'error no-identity 3',
        'error unresolved 4',
        'error pointer 4',
        'error depends 5',
        'error said-twice 6',
        'error said-twice 7',
        'error other-end 8',
      ].sort(),
    );
    expect([plan.state, plan.blocked]).toEqual(['blocked', [{ code: 'errors' }]]);
    const skipped = await new MemoryMap().plan(doc(items, { errors: 'skip' }));
    expect([skipped.state, skipped.changes.map(({ name }) => name)]).toEqual(['ready', ['G']]);
    // Two of the nine items are of one ref.
    expect([plan.counts.skipped, skipped.counts.skipped]).toEqual([0, 7]);
    for (const { phrase } of plan.findings)
      for (const language of ['en', 'fr'] as const) expect(phrase.in(language)).not.toMatch(/\{\w+\}/);
  });

  it('what is not taken from a source is not looked at, whatever stands in it, for new objects neither', async () => {
    const map = new MemoryMap();
    map.sources.set('S', { rules: [{ fields: ['disk', 'clusters', 'description'], ignore: true }] });
    const set = { name: 'A', disk: 'much', clusters: [17, 'nowhere'], cpu: '1' };
    const plan = await map.run(doc([server('a', set, { initial: { description: 'poor', memory: '1' } })]));
    expect([codes(plan), plan.changes[0]?.set]).toEqual([
      [],
      { name: [null, 'A'], cpu: [null, '1'], memory: [null, '1'], ext_refs: [null, '{S}a'] },
    ]);
  });

  it('tells what a misspelt type or field probably means, without looking long', async () => {
    const items = [
      { type: 'logical-serverz', ref: 'a', set: { name: 'A' } },
      server('b', {
        name: 'B',
        operatingsystem: 'x',
        ip: '10.0.0.1',
        ext_refs: 'x',
        qq: 1,
        [`name${'x'.repeat(200)}`]: 1,
      }),
    ];
    const plan = await new MemoryMap().plan(doc(items));
    expect(plan.findings.map(({ phrase }) => phrase.in('en'))).toEqual([
      'There is no type logical-serverz that can be fed. Did you mean logical-servers?',
      'The field operatingsystem is unknown, and was passed over. Did you mean operating_system?',
      'The field ip is unknown, and was passed over. Did you mean address_ip?',
      'The field ext_refs is unknown or cannot be written, and was passed over.',
      'The field qq is unknown or cannot be written, and was passed over.',
      expect.stringMatching(/unknown or cannot be written/),
    ]);
    const many = Array.from({ length: 600 }, (_, n) => [`operating_syste${n}`, 1] as const);
    const { findings } = await new MemoryMap().plan(
      doc([0, 1, 2, 3].map((part) => server(`m${part}`, Object.fromEntries(many.slice(part * 150, part * 150 + 150))))),
    );
    expect(findings.filter(({ phrase }) => phrase.key === 'feedIgnoredNear')).toHaveLength(500);
  });

  it('the same plan has the same name, another one another', async () => {
    const map = new MemoryMap();
    const id = async (name: string): Promise<string> => (await map.plan(doc([server('a', { name })]))).id;
    expect(await id('A')).toMatch(/^pl_[a-z2-7]{26}$/);
    expect(await id('A')).toBe(await id('A'));
    expect(await id('A')).not.toBe(await id('B'));
  });

  it('said again it reads no object, however many there are', async () => {
    const map = new MemoryMap();
    const items = Array.from({ length: 3000 }, (_, i) => server(`vm-${i}`, { name: `VM ${i}`, cpu: '2' }));
    await map.run(doc(items, {}, 'full'));
    const again = await map.run(doc(items, {}, 'full'));
    expect([again.counts.unchanged, again.changes.length, again.records.length]).toEqual([3000, 0, 0]);
    expect(map.reads).toEqual({ briefs: 1 });
    const verified = await map.run(doc(items, { verify: true }, 'full'));
    expect([verified.counts.unchanged, verified.changes.length]).toEqual([3000, 0]);
  });

  it('what is said again later is as cheap, and only its time is noted', async () => {
    const map = new MemoryMap();
    const at = (day: number, cpu = '2', mode: 'delta' | 'full' = 'delta'): ReturnType<typeof doc> =>
      doc([server('vm', { name: 'VM', cpu }, { observed_at: `2026-02-0${day}T06:00:00Z` })], {}, mode);
    for (const mode of ['delta', 'full'] as const) await map.run(at(1, '2', mode));
    for (const mode of ['delta', 'full', 'delta'] as const) {
      const later = await map.run(at(4, '2', mode));
      expect([later.counts.unchanged, later.records, map.reads]).toEqual([1, [], { briefs: 1 }]);
      expect(map.records_[0]!.observedAt).toBe('2026-02-04T06:00:00Z');
    }
    // It is known of a later day, and so this is left out.
    const older = await map.run(at(3, '3'));
    expect([codes(older), older.changes]).toEqual([['kept older 1'], []]);
    expect(map.records_[0]!.observedAt).toBe('2026-02-04T06:00:00Z');
    expect((await map.run(at(5, '3'))).counts.update).toBe(1);
  });

  it('a delta that is late does not change what full runs before and after it say alike', async () => {
    const map = new MemoryMap();
    const said = (cpu: string, day: number, mode: 'delta' | 'full') => ({
      ...doc([server('vm', { name: 'VM', cpu })], {}, mode),
      observed_at: `2026-02-0${day}T06:00:00Z`,
    });
    await map.run(said('2', 1, 'full'));
    await map.run(said('2', 3, 'full'));
    expect(codes(await map.run(said('4', 2, 'delta')))).toEqual(['kept older 1']);
    // One in time counts, and what the next full run says again is no newer for it.
    expect((await map.run(said('4', 4, 'delta'))).counts.update).toBe(1);
    expect((await map.run(said('2', 5, 'full'))).counts.update).toBe(1);
    await map.run(said('2', 6, 'delta'));
    const again = await map.run(said('2', 8, 'full'));
    expect([again.counts.unchanged, again.records, map.reads]).toEqual([1, [], { briefs: 1 }]);
    expect(codes(await map.run(said('4', 7, 'delta')))).toEqual(['kept older 1']);
    expect(map.named('logical-servers', 'VM').row['cpu']).toBe('2');
  });

  it('a hold that is lifted leaves nothing by hand of what it kept from the map', async () => {
    const map = new MemoryMap();
    const [a, b, c] = ['A', 'B', 'C'].map((name) => map.make('clusters', { name }));
    const say = (clusters: string[], set: Record<string, unknown> = {}): Promise<WholePlan> =>
      map.run(doc([server('vm', { name: 'VM', clusters, attributes: clusters, ...set })]));
    await say(['A', 'B', 'C']);
    const { id } = map.named('logical-servers', 'VM');
    // Somebody takes one away, which stays so.
    map.link('logical-servers', id, 'clusters', c!, false);
    expect(codes(await say(['A', 'B', 'C']))).toEqual(['kept by-hand 1']);
    const fields = ['clusters', 'attributes', 'cpu', 'memory'];
    map.edit('logical-servers', id, { memory: '9' });
    for (const field of fields) map.mark('logical-servers', id, field, 'hold');
    const d = map.make('clusters', { name: 'D' });
    for (let again = 0; again < 2; again++) {
      const held = await say(['B', 'C', 'D'], { cpu: '4', memory: '4' });
      expect([codes(held), held.changes]).toEqual([fields.map(() => 'kept held 1'), []]);
    }
    for (const field of fields) map.mark('logical-servers', id, field, null);
    const lifted = await say(['B', 'C', 'D'], { cpu: '4', memory: '4' });
    expect(lifted.findings.map(({ code, field, stored }) => [code, field, stored])).toEqual([
      ['by-hand', 'clusters', [{ id: c }]],
      ['by-hand', 'memory', '9'],
    ]);
    expect(map.linked('logical-servers', id, 'clusters')).toEqual([b, d]);
    expect(map.object('logical-servers', id).row).toMatchObject({ attributes: 'B C D', cpu: '4', memory: '9' });
    expect(a).toBeDefined();
    // Nothing waits any more: what somebody takes away now stays away.
    map.link('logical-servers', id, 'clusters', d, false);
    expect((await say(['B', 'C', 'D'], { cpu: '4' })).changes).toEqual([]);
  });

  it('a cable that two items without refs tell from both ends is one', async () => {
    const map = new MemoryMap();
    for (const name of ['ONE', 'TWO']) map.make('physical-switches', { name });
    const end = (name: string): object => ({ type: 'physical-switches', name });
    const one = { source: end('ONE'), src_port: 'eth0', dest: end('TWO'), dest_port: 'eth1' };
    const two = { source: end('TWO'), src_port: 'ETH1', dest: end('ONE'), dest_port: 'eth0' };
    const items = (...sets: object[]): Item[] => sets.map((set) => ({ type: 'physical-links', set: { ...set } }));
    const plan = await map.run(doc(items({ ...one, type: 'fibre' }, { ...two, src_port: 'eth1', color: '#00ff00' })));
    expect([plan.counts.create, codes(plan)]).toEqual([1, []]);
    const [ONE, TWO] = ['ONE', 'TWO'].map((name) => map.named('physical-switches', name).id);
    expect(map.all('physical-links').map(({ row }) => row)).toMatchObject([
      { physical_switch_src_id: ONE, src_port: 'eth0', physical_switch_dest_id: TWO, dest_port: 'eth1', type: 'fibre' },
    ]);
    expect(map.all('physical-links')[0]!.row['color']).toBe('#00ff00');
    // What differs of one end is told of that end.
    const differing = await new MemoryMap().plan(doc(items(one, two)));
    expect(differing.findings.filter(({ code }) => code === 'said-twice').map(({ field }) => field)).toEqual([
      'dest_port',
      'dest_port',
    ]);
  });

  it('a cable that is reported from its other end is as it was, also where a person drew it', async () => {
    const map = new MemoryMap();
    const cable = (source: string, dest: string, ports: [string, string], more: Partial<Item> = {}): Item => ({
      ...{ type: 'physical-links', ref: 'c1', ...more },
      set: {
        source: { type: 'physical-servers', name: source },
        dest: { type: 'physical-servers', name: dest },
        ...{ src_port: ports[0], dest_port: ports[1], color: '#ff0000' },
      },
    });
    const [one, two] = ['ONE', 'TWO'].map((name) => map.make('physical-servers', { name }));
    const drawn = { physical_server_src_id: one!, physical_server_dest_id: two!, src_port: 'eth0', dest_port: 'eth1' };
    const id = map.make('physical-links', drawn);
    const found = await map.run(doc([cable('TWO', 'ONE', ['eth1', 'eth0'])]));
    expect([found.changes[0]!.by, found.changes[0]!.id, codes(found)]).toEqual(['cable', id, []]);
    expect(map.object('physical-links', id).row).toMatchObject({ ...drawn, color: '#ff0000' });
    for (const said of [cable('ONE', 'TWO', ['eth0', 'eth1']), cable('TWO', 'ONE', ['eth1', 'eth0'])]) {
      const again = await map.run(doc([said], { verify: true }));
      expect([again.changes, codes(again)]).toEqual([[], []]);
    }
    const moved = await map.run(doc([cable('ONE', 'TWO', ['eth2', 'eth1'])]));
    expect(moved.changes.map(({ set }) => set)).toEqual([{ src_port: ['eth0', 'eth2'] }]);
    const { columns } = KINDS.find('physical-links')!;
    const target = (name: string): string => KINDS.find('physical-links')!.fields.get(name)!.ref!.target;
    expect(columns.source.map(target)).toEqual(columns.dest.map(target));
  });

  it('names that are too long or taken are fitted, the same each time; names are swapped', async () => {
    const map = new MemoryMap();
    const long = 'x'.repeat(300);
    const items = [server('a', { name: 'N' }), server('b', { name: 'n' }), server('c', { name: long })];
    expect(codes(await map.plan(doc(items.slice(0, 2))))).toEqual(['error name-taken 2']);
    await map.run(doc(items, { names: 'fit' }));
    const names = map.all('logical-servers').map(({ row }) => String(row['name']));
    expect(names[1]).toMatch(/^n~[0-9a-f]{4}$/);
    expect([names[2]!.length, names[2]!.slice(0, 250)]).toEqual([255, long.slice(0, 250)]);
    expect((await map.run(doc([...items].reverse(), { names: 'fit' }))).changes).toEqual([]);
    const swapped = new MemoryMap();
    await swapped.run(doc([server('a', { name: 'A' }), server('b', { name: 'B' })]));
    const plan = await swapped.run(doc([server('a', { name: 'B' }), server('b', { name: 'A' })]));
    expect([plan.counts.update, plan.counts.errors]).toEqual([2, 0]);
  });

  it('too many missing ones block, and so does what is older', async () => {
    const map = new MemoryMap();
    const items = Array.from({ length: 20 }, (_, i) => server(`vm-${i}`, { name: `VM ${i}`, active: true }));
    map.sources.set('S', { missing: { do: 'delete', runs: 2 } });
    await map.run(doc(items, {}, 'full'));
    const few = items.slice(0, 12);
    expect((await map.plan(doc(few, {}, 'full'))).blocked).toEqual([{ code: 'missing-guard', missing: 8, of: 20 }]);
    const first = await map.run(doc(few, { allow: { missing: 8 } }, 'full'));
    expect([first.counts.missing, first.counts.delete]).toEqual([8, 0]);
    map.edit('logical-servers', map.named('logical-servers', 'VM 19').id, { cpu: '64' });
    const second = await map.run(doc(few, {}, 'full'));
    expect([second.counts.missing, second.counts.delete, codes(second)]).toEqual([0, 7, ['kept worked-on']]);
    expect((await map.run(doc(few, {}, 'full'))).changes).toEqual([]);
    const back = await map.run(doc(items, {}, 'full'));
    expect([back.counts.restore, back.counts.create]).toEqual([7, 0]);
  });

  it('a full feed of nothing passes for as many objects as it makes missing', async () => {
    const map = new MemoryMap();
    await map.run(
      doc([server('a', { name: 'A' }), server('b', { name: 'B' }), server('c', { name: 'C' })], {}, 'full'),
    );
    const blocked = async (options: object): Promise<unknown> => (await map.plan(doc([], options, 'full'))).blocked;
    expect(await blocked({})).toEqual([{ code: 'empty', missing: 3, of: 3 }]);
    expect(await blocked({ allow: { missing: 2 } })).toEqual([{ code: 'missing-guard', missing: 3, of: 3 }]);
    expect((await map.run(doc([], { allow: { missing: 3 } }, 'full'))).counts.missing).toBe(3);
  });

  it('what was missing before is marked once marks are wanted, and no second time', async () => {
    const map = new MemoryMap();
    const [here, away] = ['a', 'b'].map((ref) => server(ref, { name: ref, active: true }));
    await map.run(doc([here, away], {}, 'full'));
    expect((await map.run(doc([here], {}, 'full'))).counts.missing).toBe(1);
    map.sources.set('S', { missing: { do: 'mark' } });
    const marking = await map.run(doc([here], {}, 'full'));
    expect([marking.counts.missing, marking.counts.mark]).toEqual([0, 1]);
    const { id } = map.named('logical-servers', 'b');
    map.edit('logical-servers', id, { active: 1 });
    expect((await map.run(doc([here], {}, 'full'))).changes).toEqual([]);
  });

  it('an object of which somebody holds a value is not deleted', async () => {
    const map = new MemoryMap();
    const [here, away] = ['a', 'b'].map((ref) => server(ref, { name: ref, cpu: '4' }));
    map.sources.set('S', { missing: { do: 'delete', runs: 1 } });
    await map.run(doc([here, away], {}, 'full'));
    map.mark('logical-servers', map.named('logical-servers', 'b').id, 'cpu', 'hold');
    expect(codes(await map.run(doc([here], {}, 'full')))).toEqual(['kept worked-on']);
  });

  describe('what goes missing and stays as it is', () => {
    const [here, away] = ['a', 'b'].map((ref) => server(ref, { name: ref.toUpperCase(), active: true }));
    const scene = async (missing: object, other?: object): Promise<MemoryMap> => {
      const map = new MemoryMap();
      map.sources.set('S', { missing } as SourceSettings);
      await map.run(doc([here, away], {}, 'full'));
      if (other) await map.run({ ...doc([away], {}, 'delta'), source: 'OTHER', ...other });
      return map;
    };
    const noted = ({ findings }: Pick<FeedPlan, 'findings'>): unknown[] =>
      findings
        .filter(({ level }) => level === 'note')
        .map(({ code, type, ref, id, name, phrase }) => [code, type, ref, id, name, phrase.in('en')]);
    const B = ['logical-servers', 'b', 2, 'B'];

    it.each<[string, object, boolean, string, string]>([
      ['with keep', { do: 'keep' }, false, 'missing', 'It is no longer reported.'],
      ['with keep, seen by another source', { do: 'keep' }, true, 'missing', 'It is no longer reported.'],
      [
        ...(['with mark, seen by another source', { do: 'mark' }, true, 'seen-elsewhere'] as const),
        'Still seen by OTHER, so it is neither marked nor deleted.',
      ],
      [
        ...(['with delete, seen by another source', { do: 'delete', runs: 1 }, true, 'seen-elsewhere'] as const),
        'Still seen by OTHER, so it is neither marked nor deleted.',
      ],
      [
        ...(['with delete, for the first time', { do: 'delete', runs: 3 }, false, 'not-yet'] as const),
        'It is deleted once 3 full runs in a row miss it; this is the first.',
      ],
    ])('is told once, and counts for nothing: %s', async (_, missing, isSeen, code, sentence) => {
      const map = await scene(missing, isSeen ? {} : undefined);
      const plan = await map.run(doc([here], {}, 'full'));
      expect([plan.changes, noted(plan)]).toEqual([[], [[code, ...B, sentence]]]);
      expect(plan.counts).toMatchObject({ missing: 1, kept: 0, kept_new: 0, warnings: 0, errors: 0 });
      expect(noted(await map.run(doc([here], {}, 'full')))).toEqual([]);
    });
    it('is told of one that is gone, and again when another source keeps it from being deleted', async () => {
      const map = await scene({ do: 'delete', runs: 2 }, {});
      const told: string[][] = [];
      for (let i = 0; i < 3; i++) told.push(codes(await map.run(doc([here], {}, 'full'))));
      expect(told).toEqual([['note seen-elsewhere'], ['note seen-elsewhere'], []]);
      const gone = await (await scene({})).run(doc([{ type: 'logical-servers', ref: 'b', set: {}, gone: true }]));
      expect([codes(gone), gone.findings[0]?.name]).toEqual([['note missing 1'], 'B']);
    });
    it('is told beside a change where the settings ask for more', async () => {
      const map = await scene({ do: 'mark' }, { items: [server('b', { name: 'B', active: false, cpu: '4' })] });
      map.sources.set('OTHER', { precedence: 10 });
      const plan = await map.run(doc([here], {}, 'full'));
      expect([plan.counts.update, plan.counts.mark, codes(plan)]).toEqual([1, 0, ['note seen-elsewhere']]);
    });
    it('is not told of what a change or a finding tells', async () => {
      const marked = await (await scene({ do: 'mark' })).run(doc([here], {}, 'full'));
      expect([marked.counts.mark, codes(marked)]).toEqual([1, []]);
      const map = await scene({ do: 'delete', runs: 1 });
      map.edit('logical-servers', 2, { cpu: '64' });
      expect(codes(await map.run(doc([here], {}, 'full')))).toEqual(['kept worked-on']);
    });
    it('is told of where the guard blocks', async () => {
      const map = new MemoryMap();
      const items = Array.from({ length: 8 }, (_, i) => server(`vm-${i}`, { name: `VM ${i}` }));
      await map.run(doc(items, {}, 'full'));
      const plan = await map.plan(doc(items.slice(0, 1), {}, 'full'));
      expect([plan.state, noted(plan).length]).toEqual(['blocked', 7]);
    });
  });

  it('tells why the value of another source stands', async () => {
    const map = new MemoryMap();
    map.sources.set('HIGH', { precedence: 60 });
    const say = (source: string, cpu: string): Promise<WholePlan> =>
      map.run({ ...doc([server('a', { name: 'A', cpu })]), source });
    const told = ({ findings }: WholePlan): unknown[] =>
      findings.map(({ code, by, phrase }) => [code, by, phrase.in('en'), phrase.in('fr')]);
    await say('FIRST', '1');
    expect(told(await say('S', '2'))).toEqual([
      [
        ...['outranked', 'FIRST', 'FIRST spoke first, and ranks the same, 50.'],
        "FIRST s'est exprimée la première, au même rang, 50.",
      ],
    ]);
    await say('HIGH', '3');
    expect(told(await say('S', '4'))).toEqual([
      ['outranked', 'HIGH', 'HIGH ranks higher, 60 to 50.', 'HIGH passe avant, 60 contre 50.'],
    ]);
  });

  it('what a person clears stays so, also where sources said in turns that there is none', async () => {
    const map = new MemoryMap();
    map.sources.set('S', { precedence: 40 });
    map.sources.set('HIGH', { precedence: 60 });
    const say = (source: string, set: Record<string, unknown>): Promise<WholePlan> =>
      map.run({ ...doc([server('a', { name: 'A', ...set })]), source });
    for (const [source, set] of [
      ['S', { cpu: null }],
      // It says nothing any more: nothing is left behind.
      ['S', {}],
      ['HIGH', { cpu: '2' }],
      ['S', { cpu: '0' }],
      ['HIGH', { cpu: null }],
      ['S', { cpu: null }],
      ['HIGH', { cpu: '1' }],
      ['S', { cpu: '5' }],
    ] as const)
      await say(source, set);
    const { id } = map.named('logical-servers', 'A');
    map.edit('logical-servers', id, { cpu: null });
    expect(codes(await say('HIGH', { cpu: '3' }))).toEqual(['kept by-hand 1']);
    expect(map.named('logical-servers', 'A').row['cpu']).toBeNull();
  });

  it('an object that was made anew under another ref keeps its object; two items for one are refused', async () => {
    const map = new MemoryMap();
    await map.run(doc([server('old', { name: 'A' })], {}, 'full'));
    const plan = await map.run(doc([server('new', { name: 'A' })], {}, 'full'));
    expect([plan.counts.create, plan.counts.missing]).toEqual([0, 0]);
    expect(map.named('logical-servers', 'A').row['ext_refs']).toBe('{S}new');
    expect(codes(await map.plan(doc([server('third', { name: 'A' })])))).toEqual(['error other-ref 1']);
    const { id } = map.named('logical-servers', 'A');
    const two = [server('new', { name: 'A', cpu: '2' }), { type: 'logical-servers', id, set: { name: 'A' } }];
    expect(codes(await map.plan(doc(two)))).toContain('error same-object 2');
  });

  it('an object that is known by its ref goes on, whoever looks like it', async () => {
    const map = new MemoryMap();
    const skip = { errors: 'skip' } as const;
    const both = (cpu: string): Item[] => ['a', 'b'].map((ref) => server(ref, { name: 'A', cpu }));
    expect(codes(await map.run(doc(both('1'), skip)))).toEqual(['error name-taken 2']);
    for (const items of [both('2'), both('3').reverse()]) {
      const plan = await map.run(doc(items, skip));
      expect([plan.counts.update, plan.counts.errors, codes(plan)[0]]).toEqual([
        1,
        1,
        expect.stringContaining('other-ref'),
      ]);
      expect(map.named('logical-servers', 'A').row['cpu']).toBe(items[0]!.set['cpu']);
    }
  });

  it('a name that an object gives up is free for a new one in the same document, in any order', async () => {
    for (const turn of [(items: Item[]) => items, (items: Item[]) => items.reverse()]) {
      const map = new MemoryMap();
      await map.run(doc([server('a', { name: 'WEB', cpu: '1' })], {}, 'full'));
      const { id } = map.named('logical-servers', 'WEB');
      const items = turn([server('a', { name: 'WEB-OLD', cpu: '1' }), server('b', { name: 'WEB', cpu: '2' })]);
      const plan = await map.run(doc(items, {}, 'full'));
      expect([plan.counts.update, plan.counts.create, codes(plan)]).toEqual([1, 1, []]);
      expect(map.named('logical-servers', 'WEB-OLD').id).toBe(id);
      expect(map.named('logical-servers', 'WEB').row['cpu']).toBe('2');
      expect((await map.run(doc(items, { verify: true }, 'full'))).changes).toEqual([]);
    }
    // A person gave it the name back: the name is not free, and nothing is stored.
    const map = new MemoryMap();
    await map.run(doc([server('a', { name: 'WEB' })]));
    const { id } = map.named('logical-servers', 'WEB');
    await map.run(doc([server('a', { name: 'WEB-OLD' })]));
    map.edit('logical-servers', id, { name: 'WEB' });
    const plan = await map.plan(doc([server('a', { name: 'WEB-OLD', cpu: '3' }), server('b', { name: 'WEB' })]));
    expect([plan.counts.create, codes(plan).includes('error name-taken 2')]).toEqual([0, true]);
  });

  it('deltas that named no scope do not keep what is missing in that of full runs', async () => {
    const map = new MemoryMap();
    const fit = { names: 'fit' } as const;
    const scoped = (items: Item[]) => ({ ...doc(items, fit, 'full'), scope: 'north' });
    await map.run(doc([server('10.0.0.5', { name: 'A' }), server('10.0.0.6', { name: 'B' })], fit));
    // It has moved to another address, by which the source knows it.
    const moved = await map.run(scoped([server('10.0.0.9', { name: 'A' }), server('10.0.0.6', { name: 'B' })]));
    expect([moved.counts.create, moved.counts.errors, moved.counts.adopted]).toEqual([0, 0, 0]);
    expect((await map.run(scoped([server('10.0.0.9', { name: 'A' })]))).counts.missing).toBe(1);
    // Nor is one of them proof of a second object of that name.
    const again = await map.plan(doc([server('10.0.0.12', { name: 'A' })], fit));
    expect([again.counts.create, codes(again)]).toEqual([0, ['error other-ref 1']]);
    const placed = await map.plan({ ...doc([server('10.0.0.12', { name: 'A' })], fit), scope: 'south' });
    expect([placed.counts.create, codes(placed)]).toEqual([1, ['warning name-fitted 1']]);
    // Once all of the source has been reported so, the scope without a name counts as any other.
    await map.run(doc([server('10.0.0.9', { name: 'A' }), server('10.0.0.7', { name: 'C' })], fit, 'full'));
    await map.run(scoped([server('10.0.0.9', { name: 'A' }), server('10.0.0.7', { name: 'C' })]));
    expect((await map.run(scoped([server('10.0.0.9', { name: 'A' })]))).counts.missing).toBe(0);
  });

  it('trees have no circles, flows have their ends', async () => {
    const map = new MemoryMap();
    const zone = (name: string, above: string): Item => ({
      type: 'subnetworks',
      ref: name,
      set: { name, subnetwork: above },
    });
    expect(codes(await map.plan(doc([zone('a', 'b'), zone('b', 'a')]))).sort()).toEqual([
      'error cycle 1',
      'error cycle 2',
    ]);
    const flow: Item = {
      type: 'logical-flows',
      set: {
        source: { type: 'clusters', name: 'C', else: 'create' },
        dest: { type: 'logical-servers', ref: 'a' },
        protocol: 'tcp',
      },
    };
    const made = await map.run(doc([flow, server('a', { name: 'A' })]));
    expect([made.counts.create, made.counts.errors]).toEqual([3, 0]);
    expect((await map.run(doc([flow, server('a', { name: 'A' })], { verify: true }))).changes).toEqual([]);
  });

  it('with fitted names a second machine of one name is another object', async () => {
    const map = new MemoryMap();
    const fit = { names: 'fit' } as const;
    const [one, two, three] = ['vm-1', 'vm-2', 'vm-3'].map((ref) => server(ref, { name: 'WEB', cpu: ref }));
    await map.run(doc([one!], fit, 'full'));
    const plan = await map.run(doc([one!, two!], fit, 'full'));
    expect([plan.counts.create, codes(plan)]).toEqual([1, ['warning name-fitted 2']]);
    expect(plan.changes[0]!.name).toMatch(/^WEB~[0-9a-f]{4}$/);
    // Whoever stores it does not seek it by the name that it has in common.
    expect(plan.steps[0]).toMatchObject({ action: 'create', type: 'logical-servers', ref: 'vm-2', rules: [] });
    expect((await map.run(doc([two!, one!], { ...fit, verify: true }, 'full'))).changes).toEqual([]);
    // In another scope: what is reported there is there.
    const elsewhere = await map.plan({ ...doc([three!], fit, 'full'), scope: 'north' });
    expect([elsewhere.counts.create, elsewhere.counts.errors]).toEqual([1, 0]);
    // Nothing tells whether it was made anew.
    expect(codes(await map.plan(doc([three!], fit)))).toEqual(['error other-ref 1']);
    expect(codes(await map.plan(doc([one!, two!, three!], {}, 'full')))).toContain('error other-ref 3');
    // Restored under another ref: the object stays one.
    const restored = await map.run(doc([three!, two!], fit, 'full'));
    expect([restored.counts.create, restored.counts.missing, restored.counts.errors]).toEqual([0, 0, 0]);
    expect(map.all('logical-servers')).toHaveLength(2);
  });

  it('items may come one after the other, and what is said twice is one, also where half of it was said before', async () => {
    const map = new MemoryMap();
    const parts = [server('a', { name: 'A', cpu: '2' }), server('a', { name: 'A', memory: '4' })];
    async function* coming(items: Item[]): AsyncGenerator<Item> {
      yield* items;
    }
    await map.run(doc(parts.slice(0, 1), {}, 'full'));
    const plan = await map.run({ ...doc([], {}, 'full'), items: coming(parts) });
    expect(plan.changes.map(({ set }) => set)).toEqual([{ memory: [null, '4'] }]);
    const again = await map.run(doc(parts, {}, 'full'));
    expect([again.counts.unchanged, again.changes, again.records]).toEqual([1, [], []]);
    expect(codes(await map.plan(doc([parts[0]!, server('a', { cpu: '3' })], {}, 'full')))).toEqual([
      'error said-twice 2',
      'error said-twice 1',
    ]);
  });

  it('pointers find what was fed before, is fed now, or fits', async () => {
    const map = new MemoryMap();
    const host = { type: 'physical-servers', ref: 'h', set: { name: 'ESX', vendor: 'Dell', address_ip: '10.0.0.1' } };
    const pointing = (physical_servers: unknown[]): Item[] => [host, server('a', { name: 'A', physical_servers })];
    const ways = ['ESX', { ref: 'h' }, { name: 'esx' }, { match: { vendor: 'dell' } }, { ip: '10.0.0.1' }];
    const first = await map.run(doc(pointing(ways)));
    expect(first.changes.find(({ type }) => type === 'logical-servers')!.links).toEqual({
      physical_servers: { add: [{ new: true, name: 'ESX' }], remove: [] },
    });
    for (const way of [...ways, { id: map.named('physical-servers', 'ESX').id }]) {
      const plan = await map.plan(doc(pointing([way])));
      expect([way, plan.changes, codes(plan)]).toEqual([way, [], []]);
      expect((await map.plan(doc(pointing([way]).slice(1)))).changes).toEqual([]);
    }
    expect(codes(await map.plan(doc(pointing([{ match: { vendor: 'HP' } }]))))).toEqual(['error unresolved 2']);
  });

  it('much markup is cleaned as little is', async () => {
    const text = (i: number): string => `<p onclick="x()">${'long '.repeat(200)}${i}</p>`;
    const items = Array.from({ length: 100 }, (_, i) => server(`${i}`, { name: `<b>${i}</b>`, description: text(i) }));
    const [many, one] = [await new MemoryMap().plan(doc(items)), await new MemoryMap().plan(doc(items.slice(7, 8)))];
    expect(many.changes.find(({ ref }) => ref === '7')!.set).toEqual(one.changes[0]!.set);
    expect(one.changes[0]!.set).toMatchObject({ name: [null, '<b>7</b>'] });
    expect(JSON.stringify(one.changes)).not.toContain('onclick');
  });

  it('others have their turn while a long one is planned', async () => {
    const items = Array.from({ length: 5000 }, (_, i) => server(`vm-${i}`, { name: `VM ${5000 - i}`, cpu: '2' }));
    const map = new MemoryMap();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await map.plan(doc(items));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it('is shown as text, whatever a tool sends', async () => {
    const plan = await new MemoryMap().plan(doc([server('a', { name: 'A\u001b[31m', cpu: '4' })]));
    const lines = printPlan({ ...plan, source: 'S', precedence: 50, mode: 'delta', scope: '' }, 'en');
    expect(lines).toEqual([
      `Source S (50), delta${' '.repeat(54)}${plan.id}`,
      `+ logical-servers  A\\x1b[31m${' '.repeat(24)}a`,
      '      cpu  4',
      '1 item: 1 created, 0 changed, 0 marked, 0 unchanged, 0 adopted; 0 missing; 0 kept (0 new); 0 errors.',
    ]);
  });
});

describe('what a plan costs', () => {
  const thrownBy = (work: () => void): unknown => {
    try {
      work();
    } catch (error) {
      return error;
    }
    return undefined;
  };
  const statusOf = (work: () => void): number => {
    const error = thrownBy(work);
    if (error !== undefined && !(error instanceof ApiError)) throw error;
    return error?.status ?? 200;
  };
  const MIB = 1 << 20;
  const limits = { pointers: 2, bytes: 10 * MIB };

  it('one plan has its limit, and two fifths of the heap at most', () => {
    const big = new PlanMemory(20 * MIB).open(1, { pointers: 2, bytes: 100 * MIB });
    expect(statusOf(() => big.hold('items', 8 * MIB))).toBe(200);
    expect(statusOf(() => big.hold('keys', 1))).toBe(413);
    const small = new PlanMemory(40 * MIB).open(1, limits);
    expect(statusOf(() => small.hold('items', 10 * MIB))).toBe(200);
    expect(statusOf(() => small.ofPlan().hold('items', 1))).toBe(413);
  });

  it.each([
    ['what one user holds leaves others their room', [1, 4], [1, 4], [1, 1, 429], [2, 4], [3, 1, 503]],
    ['one alone may hold all of the share of a user', [1, 8], [1, 1, 429], [2, 4], [2, 1, 503]],
    ['of many users each has some', [1, 4], [2, 4], [3, 4], [4, 1, 503]],
  ])('%s', (_, ...documents: number[][]) => {
    const memory = new PlanMemory(20 * MIB);
    const costs = documents.map(([user, size, status = 200]) => {
      const cost = memory.open(user!, limits);
      expect([user, size, statusOf(() => cost.hold('items', size! * MIB))]).toEqual([user, size, status]);
      if (status > 200) cost.end();
      return cost;
    });
    // Whoever ends makes room.
    for (const cost of costs) cost.end();
    expect(statusOf(() => memory.open(9, limits).hold('items', 8 * MIB))).toBe(200);
  });

  it('a document waits for room until another one ends, unless all others wait as well', async () => {
    const memory = new PlanMemory(20 * MIB);
    const [one, two] = [memory.open(1, limits), memory.open(1, limits)];
    one.hold('items', 4 * MIB);
    two.hold('items', 3 * MIB);
    let isRead = false;
    const waiting = Promise.resolve(two.holdOrWait('items', 3 * MIB)).then(() => (isRead = true));
    await new Promise(setImmediate);
    expect(isRead).toBe(false);
    // Nobody is left who would make room for what the first one wants.
    await expect(one.room(thrownBy(() => one.ofPlan().hold('stored', 2 * MIB)))).rejects.toMatchObject({ status: 429 });
    one.end();
    await waiting;
    const three = memory.open(1, limits);
    const room = three.room(thrownBy(() => three.ofPlan().hold('items', 3 * MIB)));
    two.end();
    await room;
    three.ofPlan().hold('items', 8 * MIB);
    // An error of another kind is thrown on.
    await expect(three.room(new Error('other'))).rejects.toThrow('other');
  });

  it('counts pointers', () => {
    const cost = new PlanMemory().open(1, limits);
    expect([1, 2, 3].map(() => statusOf(() => cost.point()))).toEqual([200, 200, 413]);
  });

  it('of candidates the first are known, and how many there are where one list has them all', () => {
    const many = Array.from({ length: 1000 }, (_, i) => i + 1);
    const first = many.slice(0, 11);
    expect(candidatesOf([many])).toEqual({ ids: first, count: 1000 });
    expect(candidatesOf([many, [5, 2000]])).toEqual({ ids: first, count: undefined });
    expect(
      candidatesOf([
        [7, 9],
        [8, 9],
      ]),
    ).toEqual({ ids: [7, 8, 9], count: 3 });
  });
});

describe('pointers and items that are many', () => {
  it('alike pointers are one, a pointer in the document that fits many names ten items', async () => {
    const map = new MemoryMap();
    const twins = Array.from({ length: 40 }, (_, i) => server(`t${i}`, { name: `twin ${i}`, address_ip: '10.0.0.9' }));
    const application: Item = {
      type: 'applications',
      ref: 'a',
      set: { name: 'a', logical_servers: Array(500).fill({ ip: '10.0.0.9' }) },
    };
    const { findings, counts } = await map.plan(doc([...twins, application]));
    expect([counts.errors, findings.length]).toEqual([500, 500]);
    expect(findings[0]).toMatchObject({ code: 'ambiguous', fits: 40, with: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
    expect(findings[0]!.phrase).toBe(findings[499]!.phrase);
  });
});
