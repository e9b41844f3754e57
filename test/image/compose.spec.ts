/** The compose files: whole, closed, and in agreement with the settings of the server. No container engine is needed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config.js';
import { addressesIn, composeIn, type Service } from './compose.js';
import { PROJECT } from './dockerfile.js';

const SETTINGS = readFileSync(join(PROJECT, '.env.example'), 'utf8').match(/^(?:# )?[A-Z0-9_]+(?==)/gm)!;
const KNOWN = new Set(SETTINGS.map((line) => line.replace('# ', '')));
const NGINX = readFileSync(join(PROJECT, 'deploy/nginx/nginx.conf'), 'utf8');

/** The settings as the entry point makes them: files are read, which stand for long secrets here. */
const settingsOf = ({ environment = {} }: Service): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) =>
      name.endsWith('_FILE') ? [name.slice(0, -5), 'a secret of 32 characters or more'] : [name, value],
    ),
  );

describe.each(['compose.yaml', 'compose.cluster.yaml'])('%s', (file) => {
  const compose = composeIn(file);
  const services = Object.entries(compose.services);
  const ours = services.filter(([, { build }]) => build !== undefined);

  it.each(services)('%s can write nowhere but into its volumes, and has no rights to spare', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
    });
    expect(service.tmpfs.some((place) => place.startsWith('/tmp'))).toBe(true);
    expect(service.image).toMatch(/^meridian:local$|:\d/);
    expect((service.ports ?? []).filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    // Health is asked for here, or by the image of our own.
    expect(service.healthcheck !== undefined || service.build !== undefined).toBe(true);
  });
  it('names no service, network, volume or secret that is not there, and none in vain', () => {
    const named = (kind: (service: Service) => string[]): string[] => [
      ...new Set(services.flatMap(([, service]) => kind(service))),
    ];
    expect(named(({ depends_on: on = {} }) => Object.keys(on)).filter((name) => !compose.services[name])).toEqual([]);
    const networks = named(({ networks: used }) => (Array.isArray(used) ? used : Object.keys(used)));
    expect(networks.sort()).toEqual(Object.keys(compose.networks).sort());
    const volumes = named((service) => service.volumes.map((volume) => volume.split(':')[0]!));
    expect(volumes.filter((name) => !name.startsWith('./')).sort()).toEqual(Object.keys(compose.volumes).sort());
    for (const place of volumes.filter((name) => name.startsWith('./')))
      expect(existsSync(join(PROJECT, place))).toBe(true);
    expect(named(({ secrets = [] }) => secrets).sort()).toEqual(Object.keys(compose.secrets).sort());
    for (const [, { environment = {}, secrets = [] }] of services) {
      const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      expect(files.map((value) => value.slice(13)).sort()).toEqual([...secrets].sort());
    }
  });
  it('a database that is internal is what the server waits for and is told of', () => {
    expect(compose.networks['inside']!.internal).toBe(true);
    for (const [, service] of ours) {
      expect(Object.values(service.depends_on!)).toContainEqual({ condition: 'service_healthy' });
      expect(Object.keys(compose.services)).toContain(service.environment!['DB_HOST']);
    }
    const databases = services.filter(([, { image }]) => image.startsWith('mariadb:'));
    for (const [, { environment, ports }] of databases) {
      expect(ports).toBeUndefined();
      const [wanted] = ours.map(([, service]) => service.environment!);
      expect(environment).toMatchObject({
        MARIADB_DATABASE: wanted!['DB_DATABASE'],
        MARIADB_USER: wanted!['DB_USERNAME'],
        MARIADB_PASSWORD_FILE: wanted!['DB_PASSWORD_FILE'],
      });
    }
  });
  it.each(ours)('contract 13: the settings of %s are known, and the server takes them', (_name, service) => {
    expect(Object.keys(settingsOf(service)).filter((name) => !KNOWN.has(name))).toEqual([]);
    expect(Object.keys(service.environment!).filter((name) => /PASSWORD$|SECRET$|_KEY$/.test(name))).toEqual([]);
    // In the image the entry point makes a key where there is none.
    const image = { NODE_ENV: 'production', TOKEN_SECRET: 'a key of the entry point, 32 characters' };
    const config = readConfig({ ...image, ...settingsOf(service) });
    expect(config.database).toMatchObject({ engine: 'mysql', database: 'meridian' });
  });
});

describe('compose.cluster.yaml', () => {
  const compose = composeIn('compose.cluster.yaml');
  const replicas = Object.entries(compose.services).filter(([name]) => name.startsWith('meridian-'));
  const databases = Object.entries(compose.services).filter(([name]) => name.startsWith('database-'));

  it('has three replicas that share key, documents and administrator, and believe the proxy', () => {
    expect(replicas).toHaveLength(3);
    const [[, first], ...others] = replicas as [[string, Service], ...Array<[string, Service]>];
    for (const [, other] of others) {
      expect({ ...other, networks: {} }).toEqual({ ...first, networks: {} });
    }
    expect(readConfig(settingsOf(first))).toMatchObject({ trustProxy: 1, documentsDir: '/app/data/documents' });
    expect(first.environment).toHaveProperty('TOKEN_SECRET_FILE');
  });
  it('nginx asks each of them, and hands statements to each database, under addresses that are known', () => {
    const servers = [...NGINX.matchAll(/^\s+server (\S+):(\d+) /gm)].map(([, name, port]) => `${name}:${port}`);
    expect(servers).toEqual([
      ...replicas.map(([name]) => `${name}:3000`),
      ...databases.map(([name]) => `${name}:3306`),
    ]);
    const { proxy, ...addresses } = addressesIn(compose, 'inside');
    const known = compose.services['proxy']!.extra_hosts!.map((host) => host.split(':') as [string, string]);
    expect(Object.fromEntries(known)).toEqual(addresses);
    expect(new Set([proxy, ...Object.values(addresses)]).size).toBe(7);
    // Only one node of the database is written to at a time.
    expect(NGINX.match(/:3306.* backup;/g)).toHaveLength(2);
    expect(compose.services['proxy']!.ports).toEqual([`127.0.0.1:8080:${/listen (8\d+);/.exec(NGINX)![1]}`]);
    expect(NGINX).toContain(`listen ${replicas[0]![1].environment!['DB_PORT']};`);
  });
  it('contract 4: nginx tells who asks, and not what a client says of itself', () => {
    expect(NGINX).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(NGINX).not.toContain('$proxy_add_x_forwarded_for');
  });

  const server = spawnSync('mariadbd', ['--version']);
  if (server.error) {
    it('SKIPPED, no mariadbd here: the options of the databases', () => {
      console.log('SKIPPED, no mariadbd here: the options of the databases');
    });
  } else {
    it.each(databases)(
      '%s has options that the server knows, and its own name and address',
      (name, { command, networks }) => {
        const words = String(command)
          .replace('${CLUSTER_BOOTSTRAP:-}', '--wsrep-new-cluster')
          .split(/\s+/)
          .filter(Boolean);
        const address = (networks as Record<string, { ipv4_address: string }>)['inside']!.ipv4_address;
        expect(words).toEqual(expect.arrayContaining([`--wsrep-node-name=${name}`, `--wsrep-node-address=${address}`]));
        const told = spawnSync('mariadbd', ['--no-defaults', ...words, '--verbose', '--help'], { encoding: 'utf8' });
        expect([told.status, told.stderr.match(/unknown (option|variable).*/g)]).toEqual([0, null]);
      },
    );
  }
});
