/**
 * What it costs to be known by another token, and to be kept to a part of the map: `npm run build && node bench/access.mjs
 * [--engine sqlite|mariadb|both] [--scale 1] [--rounds 5]`. Both ways are asked in turn (A B A B) of one server; what is printed is
 * processor time of server and database per request, medians of the rounds, and their ratio beside the goal.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SignJWT } from 'jose';
import { compare } from './compare.mjs';
import { openDatabases } from './databases.mjs';
import { sizesAt } from './map.mjs';
import { send } from './measure.mjs';
import { signIn, startServer, stopAll } from './servers.mjs';
import { workloads } from './workloads.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '7' },
    prefix: { type: 'string', default: 'maccess' },
    server: { type: 'string', default: join(import.meta.dirname, '../dist/main.js') },
  },
});
const [scale, rounds] = [Number(options.scale), Number(options.rounds)];
const sizes = sizesAt(scale);
const base = new URL(process.env.BENCH_DATABASE_URL ?? 'mysql://root@127.0.0.1:3306');
const AUDIENCE = 'https://map.example.org/api';
const PASSWORD = 'Bench-of-access-9';
const SERVERS = '/api/logical-servers';

/** A provider that gives its keys, and a token of somebody there. */
async function startProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'RS256' };
  let issuer = '';
  const server = createServer((request, answer) => {
    const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
    const said = request.url === '/jwks' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/jwks`, ...endpoints };
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://localhost:${server.address().port}`;
  const claims = { sub: 'ines', preferred_username: 'ines', azp: 'robot', scope: 'openid', groups: ['readers'] };
  const tokenOf = () =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'bench', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime('2h')
      .sign(privateKey);
  return { issuer, tokenOf, stop: () => server.close() };
}

async function post(side, path, body) {
  const { status, text } = await send(side, { method: 'POST', path, body });
  if (status !== 201) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text).id;
}

/** Somebody with every right to read, in `perimeters` alone where there are any. */
async function reader(side, login, perimeters) {
  const { text } = await send(side, { method: 'GET', path: '/api/permissions?page[size]=1000' });
  const permissions = JSON.parse(text).flatMap(({ id, title }) => (/_(access|show)$/.test(title) ? [id] : []));
  const role = await post(side, '/api/roles', { title: login, permissions, perimeters });
  await post(side, '/api/users', { login, name: login, password: PASSWORD, roles: [role], ...{ language: 'en' } });
  return { ...side, token: await signIn(side, login, PASSWORD) };
}

/** A place that goes from one to another, with ten perimeters that it lies in, beside a change of a server. */
async function benchOfPlaces(side, databasePid) {
  const sites = [await post(side, '/api/sites', { name: 'One' }), await post(side, '/api/sites', { name: 'Other' })];
  const building = await post(side, '/api/buildings', { name: 'It', site_id: sites[0] });
  for (let i = 0; i < 10; i++) {
    const roots = sites.map((id) => ({ resource: 'sites', id, depth: 'applications' }));
    await post(side, '/api/perimeters', { name: `places ${i}`, roots });
  }
  const changed = (n) => ({ method: 'PATCH', path: `${SERVERS}/1`, body: { description: `changed ${n}` } });
  const moved = (n) => ({ method: 'PATCH', path: `/api/buildings/${building}`, body: { site_id: sites[n % 2] } });
  await compare(
    'a change of a server, and of the site of a building in ten perimeters',
    [side, side],
    [changed, moved],
    {
      ...{ load: { count: 200, connections: 1 }, goal: 2, rounds, databasePid },
    },
  );
}

async function benchOn(engine) {
  const databases = await openDatabases(engine, { prefix: options.prefix, base });
  const provider = await startProvider();
  const settings = {
    ...{ PUBLIC_URL: 'https://map.example.org', OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'meridian' },
    ...{ OIDC_CLIENT_SECRET: 'secret', OIDC_AUDIENCE: AUDIENCE, OIDC_CLIENTS: 'robot', DEFAULT_ROLE: 'User' },
  };
  try {
    await (await startServer(options.server, databases.url('meridian'))).stop();
    await databases.load('meridian', { scale, seed: options.seed });
    const side = await startServer(options.server, databases.url('meridian'), false, settings);
    const { pid: databasePid } = databases;
    console.log(`${engine}, scale ${scale}: ${sizes.logical_servers} logical servers`);

    const context = { sizes, seed: options.seed };
    const one = (n) => workloads.G1.request(context, n);
    const theirs = { ...side, token: await provider.tokenOf() };
    await compare('G1, own token and token of the provider', [side, theirs], [one, one], {
      ...{ load: workloads.G1, goal: 1.2, rounds, databasePid },
    });

    const half = Math.floor(sizes.logical_servers / 2);
    const filter = { id_lte: half };
    const perimeter = await post(side, '/api/perimeters', {
      name: 'half',
      rules: [
        { resource: 'logical-servers', filter },
        { resource: 'applications', all: true },
        { resource: 'databases', all: true },
      ],
    });
    const [free, kept] = [await reader(side, 'free', []), await reader(side, 'kept', [perimeter])];
    const asked = `filter[id_lte]=${half}`;
    const within = (n) => ({ method: 'GET', path: `${SERVERS}/${1 + (n % half)}` });
    const pages = `page[number]=2&page[size]=1000&include=applications,databases`;
    const get = (path) => () => ({ method: 'GET', path });
    const query = (filters) => ({
      ...{ method: 'POST', path: '/api/queries/run?format=json' },
      body: {
        query: { from: 'logical-servers', fields: ['name', 'address_ip', 'applications.name'], limit: 1000, filters },
      },
    });
    const like = { field: 'name', operator: 'like', value: '%-app-%' };
    const both = [free, kept];
    const ask = (name, load, requests) =>
      compare(`${name}, by filter and by perimeter`, both, requests, {
        ...{ load: workloads[load], goal: 1.5, rounds, databasePid },
      });
    await ask('G1', 'G1', [within, within]);
    await ask('L1', 'L1', [get(`${SERVERS}?${asked}`), get(SERVERS)]);
    await ask('L3', 'L3', [get(`${SERVERS}?${asked}&${pages}`), get(`${SERVERS}?${pages}`)]);
    await ask('Q1', 'Q1', [() => query([like, { field: 'id', operator: '<=', value: half }]), () => query([like])]);
    // A report has no filter: half its rows are to cost at most three quarters of all of them.
    const report = get('/api/report/logicalServers');
    await compare('R1, everything and by perimeter', both, [report, report], {
      ...{ load: workloads.R1, goal: 0.75, rounds, databasePid },
    });
    await benchOfPlaces(side, databasePid);
    await side.stop();
  } finally {
    await stopAll();
    provider.stop();
    await databases.remove(false);
  }
}

for (const engine of options.engine === 'both' ? ['sqlite', 'mariadb'] : [options.engine]) await benchOn(engine);
