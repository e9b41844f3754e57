/**
 * Random maps: what rules find is what an oracle finds that knows nothing but what was sent (checks 8, 2). The oracle of addresses counts
 * with numbers, that of outages asks the graph for each object by itself. @seconds 40
 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const MAPS = 3;

/** Mulberry32. */
function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Thing {
  path: string;
  id: number;
  body: Record<string, unknown>;
}

const INTERVAL: Record<number, number> = { 1: 60, 2: 1440, 3: 10_080, 4: 43_200 };

describe.each(ENGINES)(`checks 8, 2: random maps on %s (SEED=${SEED})`, (engine) => {
  let server: TestServer;
  const checks = new Map<string, number>();

  beforeAll(async () => {
    server = await TestServer.start(engine, { CHECKS_AFTER: '0' });
    const rules: Array<[key: string, rule: string, options: object]> = [
      ['o-duplicate', 'duplicate', { by: ['serial', 'mac'] }],
      ['o-twice', 'address', { kinds: ['twice'] }],
      ['o-nowhere', 'address', { kinds: ['nowhere'] }],
      ['o-gateway', 'address', { kinds: ['gateway'] }],
      ['o-point', 'single-point', { need: 3 }],
      ['o-recovery', 'recovery', {}],
      ['o-need', 'need', { least: 2 }],
    ];
    for (const [key, rule, options] of rules) {
      const answer = await server.post('/api/checks', { key, titles: { en: key }, severity: 'low', rule, options });
      expect([key, answer.status]).toEqual([key, 201]);
      checks.set(key, answer.body.id as number);
    }
  });
  afterAll(() => server.stop());

  it.each(Array.from({ length: MAPS }, (_, i) => i))('map %i', async (number) => {
    const next = random(SEED + number * 7919);
    const upTo = (n: number): number => Math.floor(next() * n);
    const some = <T>(all: readonly T[], most: number): T[] => all.filter(() => next() < most / Math.max(all.length, 1));
    const maybe = <T>(value: T, chance = 0.6): T | undefined => (next() < chance ? value : undefined);
    const things: Thing[] = [];
    const make = async (
      path: string,
      count: number,
      body: (i: number) => Record<string, unknown>,
    ): Promise<Thing[]> => {
      const made: Thing[] = [];
      for (let i = 0; i < count; i++) {
        const sent = JSON.parse(JSON.stringify({ name: `${path} ${number} ${i}`, ...body(i) })) as Record<
          string,
          unknown
        >;
        const answer = await server.post(`/api/${path}`, sent);
        if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify([sent, answer.body])}`);
        made.push({ path, id: answer.body.id as number, body: sent });
      }
      things.push(...made);
      return made;
    };
    const idsOf = (all: readonly Thing[]): number[] => all.map(({ id }) => id);
    const needs = (): object => ({
      ...{ security_need_c: maybe(upTo(5)), security_need_i: maybe(upTo(5)) },
      ...{ security_need_a: maybe(upTo(5)), security_need_t: maybe(upTo(5)) },
    });
    const informations = await make('information', 3, needs as never);
    const processes = await make('processes', 3, needs as never);
    const backups = await make('backups', 3, () => ({ backup_frequency: maybe(1 + upTo(4), 0.8) }));
    const nets = await make('networks', 2, () => ({}));
    const subnets = await make('subnetworks', 3, (i) => ({
      address: `10.${number}.${i * 16}.0/24`,
      default_gateway: `10.${number}.${i * 16 + upTo(2)}.1`,
      network_id: nets[upTo(2)]!.id,
    }));
    const metal = await make('physical-servers', 4, () => ({}));
    const stations = await make('workstations', 5, () => ({
      serial_number: maybe(next() < 0.5 ? ` sn-${number}-${upTo(4)} ` : `SN${number}.${upTo(4)}`),
      mac_address: maybe(`00:11:22:33:${String(10 + number)}:0${upTo(5)}`),
    }));
    const servers = await make('logical-servers', 8, () => ({
      address_ip: maybe(`10.${number}.${upTo(3) * 16 + upTo(2)}.${upTo(4) + 2}`, 0.8),
      backups: idsOf(some(backups, 1)),
      physical_servers: idsOf(some(metal, 1)),
    }));
    const devices = await make('storage-devices', 2, () => ({
      backups: idsOf(some(backups, 1)),
      physical_servers: idsOf(some(metal, 1)),
    }));
    const applications: Thing[] = [];
    for (let i = 0; i < 8; i++)
      applications.push(
        ...(await make('applications', 1, () => ({
          ...needs(),
          name: `applications ${number} ${i}`,
          ...{ rto: maybe(60 * (1 + upTo(5))), rpo: maybe([60, 1440, 10_080][upTo(3)]!, 0.5) },
          ...{ logical_servers: idsOf(some(servers, 2)), processes: idsOf(some(processes, 1)) },
          requires: some(applications, 1.5).map(({ id }) => ({ id, effect: next() < 0.7 ? 'down' : 'degraded' })),
        }))),
      );
    const databases = await make('databases', 4, () => ({
      ...needs(),
      informations: idsOf(some(informations, 1)),
      applications: idsOf(some(applications, 2)),
      logical_servers: idsOf(some(servers, 1)),
    }));
    await make('activities', 4, () => ({
      recovery_time_objective: maybe(60 * (1 + upTo(5))),
      applications: idsOf(some(applications, 2)),
    }));

    const found = async (key: string): Promise<string[]> => {
      const { status, body } = await server.get(`/api/checks/${checks.get(key)!}/now?page[size]=1000`);
      expect([key, status]).toEqual([key, 200]);
      return (body as Array<{ type: string; object_id: number }>)
        .map(({ type, object_id: id }) => `${type} ${id}`)
        .filter((one) => things.some(({ path, id }) => one === `${path} ${id}`))
        .sort();
    };
    const nameOf = ({ path, id }: Thing): string => `${path} ${id}`;
    const expected: Record<string, Thing[]> = {};
    const list = (thing: Thing, name: string): number[] => (thing.body[name] ?? []) as number[];
    const level = ({ body }: Thing, name: string): number | undefined => body[name] as number | undefined;

    const plain = (text: unknown): string =>
      String(text)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '');
    expected['o-duplicate'] = stations.filter((one) =>
      stations.some(
        (other) =>
          other !== one &&
          ['serial_number', 'mac_address'].some(
            (name) =>
              one.body[name] !== undefined &&
              other.body[name] !== undefined &&
              plain(one.body[name]) === plain(other.body[name]),
          ),
      ),
    );

    const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const within = (address: string, { body }: Thing): boolean => {
      const [base, bits] = String(body['address']).split('/');
      const size = 2 ** (32 - Number(bits));
      return Math.floor(numberOf(address) / size) === Math.floor(numberOf(base!) / size);
    };
    const addressed = servers.filter(({ body }) => body['address_ip'] !== undefined);
    const netsOf = ({ body }: Thing): Array<unknown> =>
      subnets.filter((subnet) => within(String(body['address_ip']), subnet)).map((subnet) => subnet.body['network_id']);
    expected['o-nowhere'] = addressed.filter((one) => !netsOf(one).length);
    // In no subnetwork is one network, too: nobody knows better.
    expected['o-twice'] = addressed.filter((one) =>
      addressed.some((other) => other !== one && other.body['address_ip'] === one.body['address_ip']),
    );
    expected['o-gateway'] = subnets.filter((one) => !within(String(one.body['default_gateway']), one));

    const letters = ['c', 'i', 'a', 't'].map((letter) => `security_need_${letter}`);
    const rests = (one: Thing): Thing[] =>
      one.path === 'databases'
        ? [
            ...informations.filter(({ id }) => list(one, 'informations').includes(id)),
            ...applications.filter(({ id }) => list(one, 'applications').includes(id)),
          ]
        : processes.filter(({ id }) => list(one, 'processes').includes(id));
    expected['o-need'] = [...databases, ...applications].filter((one) =>
      letters.some((name) =>
        rests(one).some(
          (upper) =>
            level(one, name) !== undefined &&
            (level(upper, name) ?? -1) >= 2 &&
            level(upper, name)! > level(one, name)!,
        ),
      ),
    );

    /** By repeating until nothing is added. */
    const needed = (start: readonly number[]): Set<number> => {
      const all = new Set(start);
      for (let before = -1; before < all.size;) {
        before = all.size;
        for (const one of applications)
          if (all.has(one.id))
            for (const { id, effect } of (one.body['requires'] ?? []) as Array<{ id: number; effect: string }>)
              if (effect === 'down') all.add(id);
      }
      return all;
    };
    const late = (own: unknown, ids: Iterable<number>): boolean =>
      own !== undefined &&
      [...ids].some((id) => Number(applications.find((one) => one.id === id)!.body['rto'] ?? -1) > Number(own));
    const every = (holder: Thing): number | undefined => {
      const plans = backups.filter(({ id }) => list(holder, 'backups').includes(id));
      return plans.length
        ? Math.min(...plans.map(({ body }) => INTERVAL[Number(body['backup_frequency'])] ?? 0))
        : undefined;
    };
    const isLost = (one: Thing): boolean => {
      const rpo = one.body['rpo'];
      if (rpo === undefined) return false;
      const machines = servers.filter(
        ({ id }) =>
          list(one, 'logical_servers').includes(id) ||
          databases.some(
            (base) => list(base, 'applications').includes(one.id) && list(base, 'logical_servers').includes(id),
          ),
      );
      const hosts = machines.flatMap((machine) => list(machine, 'physical_servers'));
      const disks = devices.filter((device) => list(device, 'physical_servers').some((id) => hosts.includes(id)));
      const holders = [...machines, ...disks];
      const times = holders.map(every).filter((time) => time !== undefined);
      return holders.length > 0 && (!times.length || times.some((time) => time > Number(rpo)));
    };
    const activities = things.filter(({ path }) => path === 'activities');
    expected['o-recovery'] = [
      ...applications.filter((one) => {
        const others = needed([one.id]);
        others.delete(one.id);
        return late(one.body['rto'], others) || isLost(one);
      }),
      ...activities.filter((one) => late(one.body['recovery_time_objective'], needed(list(one, 'applications')))),
    ];

    expected['o-point'] = [];
    const vital = new Set(
      [...applications, ...processes].filter((one) => (level(one, 'security_need_a') ?? 0) >= 3).map(nameOf),
    );
    const nodes = things.filter(({ path }) => path !== 'information' && path !== 'backups');
    for (const one of nodes) {
      const answer = await server.get(`/api/graph/impact?of=${one.path}_${one.id}&most=1000`);
      expect([nameOf(one), answer.status]).toEqual([nameOf(one), 200]);
      const down = (answer.body.nodes as Array<{ id: string; state: string }>)
        .filter(({ id, state }) => state === 'down' && id !== `${one.path}_${one.id}`)
        .map(({ id }) => id.replace(/_(\d+)$/, ' $1'));
      if (down.some((name) => vital.has(name))) expected['o-point'].push(one);
    }

    for (const [key, all] of Object.entries(expected))
      expect([number, key, await found(key)]).toEqual([number, key, all.map(nameOf).sort()]);
  });
});
