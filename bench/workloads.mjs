// The requests of the workloads, alike for both sides, and the comparison of what both sides answer.
import { between, distinctIds, richText, seeded } from './text.mjs';
import { textsOf } from './xlsx.mjs';

const PATH = '/api/logical-servers';
const list = (parameters) => ({ method: 'GET', path: `${PATH}?${new URLSearchParams(parameters)}` });
const cursor = (place) => Buffer.from(JSON.stringify(place)).toString('base64url');
const many = (sizes, rows) => Math.max(1, Math.ceil(sizes.logical_servers / 2 / rows));

function item(random, sizes, name) {
  return {
    ...{ name, type: 'Virtuel', active: 1, description: richText(random), net_services: 'ssh, https' },
    ...{ configuration: richText(random), operating_system: 'Debian 12', cpu: '4 vCPU', memory: '16 Go' },
    ...{ address_ip: `10.9.${between(random, 1, 254)}.${between(random, 1, 254)}`, environment: 'Production' },
    ...{ disk: 128, disk_used: 64, install_date: '2026-03-04', update_date: '2026-04-05', patching_frequency: 3 },
    ...{ next_update: '2026-07-05', attributes: 'supervisé interne', domain_id: between(random, 1, sizes.domains) },
    applications: distinctIds(random, 1, sizes.applications),
    physical_servers: distinctIds(random, 1, sizes.physical_servers),
  };
}

/** A target that is the same on both engines. */
const both = (ratio) => ({ mariadb: ratio, sqlite: ratio });

/**
 * The workloads: `request(context, n)` makes the nth request, alike for the same n; `count` and `connections` bound a
 * round; `target` is the ratio to reach on each engine and `published` the limit's known ms of server and database at scale 1, if any. A
 * workload that stores names in `stored` the ids to read back. `samples` is how many answers are compared, `open` marks
 * a workload that the server may not offer yet, and `parse` reads a file that is answered instead of JSON.
 */
export const workloads = {
  L1: {
    count: 5,
    connections: 1,
    target: both(0.45),
    published: [237, 23],
    request: () => ({ method: 'GET', path: PATH }),
  },
  L2: {
    ...{ count: 200, connections: 2, target: both(0.3), published: [0.5, 7.1], samples: 3 },
    request: ({ sizes, seed }, n) => {
      const id = between(seeded(`${seed} L2 ${n}`), 1, sizes.logical_servers);
      return list({ 'filter[name]': `-${String(id).padStart(6, '0').slice(0, 5)}` });
    },
  },
  L3: {
    ...{ count: 30, connections: 1, target: both(0.5), published: [86, 20] },
    request: ({ sizes }) =>
      list({ 'page[number]': many(sizes, 1000), 'page[size]': 1000, include: 'applications,databases' }),
  },
  L4: {
    ...{ count: 200, connections: 2, target: both(0.35), published: [1.2, 6.7] },
    request: ({ sizes }) => list({ sort: 'name', 'page[number]': many(sizes, 50), 'page[size]': 50 }),
  },
  // The same page behind a cursor, in the middle of the names: what must not grow with the map. The limit uses a cursor too.
  L4k: {
    ...{ count: 500, connections: 2, target: both(1), published: undefined },
    request: () => list({ sort: 'name', 'page[after]': cursor(['name,id', 'srv-m', 0]), 'page[size]': 50 }),
  },
  Q1: {
    ...{ count: 60, connections: 2, target: { mariadb: 1, sqlite: 1.3 }, published: [1.0, 7.8] },
    request: () => ({
      ...{ method: 'POST', path: '/api/queries/run?format=json' },
      body: {
        query: {
          ...{ from: 'logical-servers', fields: ['name', 'address_ip', 'applications.name'], limit: 1000 },
          filters: [{ field: 'name', operator: 'like', value: '%-app-%' }],
        },
      },
    }),
  },
  R1: {
    ...{ count: 10, connections: 1, target: both(0.6), published: [126, 119], parse: textsOf },
    request: () => ({ method: 'GET', path: '/api/report/logicalServers', accept: 'application/octet-stream' }),
  },
  G1: {
    ...{ count: 3000, connections: 4, target: { mariadb: 1.6, sqlite: 1.8 }, published: [0.12, 0.18], samples: 60 },
    request: ({ sizes, seed }, n) => {
      return { method: 'GET', path: `${PATH}/${between(seeded(`${seed} G1 ${n}`), 1, sizes.logical_servers)}` };
    },
  },
  W1: {
    ...{ count: 1000, connections: 4, target: { mariadb: 2.5, sqlite: 3.2 }, published: [0.31, 0.45] },
    request: ({ sizes, seed }, n) => {
      return { method: 'POST', path: PATH, body: item(seeded(`${seed} W1 ${n}`), sizes, `bench.w1.${n}`) };
    },
    stored: (answer) => [answer.id],
  },
  W2: {
    ...{ count: 1000, connections: 4, target: { mariadb: 2.5, sqlite: 3.2 }, published: [0.32, 0.35], samples: 3 },
    request: ({ sizes, seed }, n) => {
      const random = seeded(`${seed} W2 ${n}`);
      const body = {
        ...{ description: `<p>${n}</p>${richText(random)}`, cpu: `${1 + (n % 64)} vCPU`, memory: `${n} Mo` },
        applications: distinctIds(random, 2, sizes.applications),
        databases: distinctIds(random, 1, sizes.databases),
      };
      return { method: 'PUT', path: `${PATH}/${between(random, 1, sizes.logical_servers)}`, body };
    },
    stored: (answer) => [answer.id],
  },
  M1: {
    ...{ count: 10, connections: 1, target: both(3.5), published: [26, 41] },
    request: ({ sizes, seed }, n) => {
      const random = seeded(`${seed} M1 ${n}`);
      const items = Array.from({ length: 1000 }, (_, index) => item(random, sizes, `bench.m1.${n}.${index}`));
      return { method: 'POST', path: `${PATH}/mass-store`, body: { items } };
    },
    stored: (answer) => [answer.ids[0], answer.ids.at(-1)],
  },
};

/** The request that reads a stored object back. */
export const readBack = (id) => ({ method: 'GET', path: `${PATH}/${id}` });

const MAY_LACK = new Set(['deleted_at']);
const OWN = new Set(['id', 'ids', 'created_at', 'updated_at']);

function plain(value) {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string') return value;
  return value.replace(/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?Z?$/, '$1T$2');
}

/** Where the server's answer differs from the limit's, or undefined; what only the server has does not count. */
export function difference(limit, server, { stores = false, at = '' } = {}) {
  if (Array.isArray(limit) && Array.isArray(server) && limit.length !== server.length) {
    return `${at || 'list'}: ${server.length} entries instead of ${limit.length}`;
  }
  if (limit !== null && typeof limit === 'object') {
    if (server === null || typeof server !== 'object')
      return `${at || 'answer'}: ${JSON.stringify(server)}, not an object`;
    for (const key of Object.keys(limit)) {
      if ((stores && OWN.has(key)) || (MAY_LACK.has(key) && !(key in server))) continue;
      const found = difference(limit[key], server[key], { stores, at: at ? `${at}.${key}` : key });
      if (found) return found;
    }
    return undefined;
  }
  if (plain(limit) === plain(server)) return undefined;
  return `${at}: ${JSON.stringify(server)?.slice(0, 80)} instead of ${JSON.stringify(limit)?.slice(0, 80)}`;
}

/** Whether an answer shows that the server does not know the parameters of a list yet. */
export function isUnknown(limit, { status, answer }) {
  if (status === 400) return true;
  if (!Array.isArray(answer)) return false;
  const embeds = Array.isArray(limit[0]?.applications);
  return answer.length > limit.length || (embeds && typeof answer[0]?.applications !== 'object');
}
