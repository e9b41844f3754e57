/** `meridian import-mercator`: maps of 2025 and of spring 2026, out of their database or a dump, into either engine. @seconds 55 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { hashPassword } from '../../src/access/password.js';
import { registry } from '../../src/engine/index.js';
import { openDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, nameOf, type Engine, type TestDatabase } from '../support/engines.js';
import { isWhole } from '../support/extent.cjs';
import { ADMIN, TestServer } from '../support/server.js';
import { describeWithOldDatabase, newestDatabase, oldDatabase, onDatabase, picture, rowsOf } from './old-database.js';
import { OF_2025, SMALL, SPRING } from './older-generations.js';
import { buildProgram, Running, type Ended, type Program } from './processes.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());
const importing = (place: TestDatabase, ...args: string[]): Promise<Ended> =>
  Running.start(program, ['cli/meridian.js', 'import-mercator', ...args], {
    DATABASE_URL: place.url,
    DOCUMENTS_DIR: join(place.folder, 'documents'),
  }).ended;

const dumpOf = (place: TestDatabase, ...options: string[]): string => {
  const url = new URL(place.url);
  const path = join(place.folder, 'dump.sql');
  const args = [
    '-h',
    url.hostname,
    '-P',
    url.port,
    '-u',
    url.username || 'root',
    ...(url.password ? [`-p${url.password}`] : []),
  ];
  writeFileSync(path, execFileSync('mariadb-dump', [...args, ...options, nameOf(place)], { maxBuffer: 1 << 28 }));
  return path;
};

/** Every row of a source table as it should be found, and as it is. */
type Table = Array<Record<string, unknown>>;
const sorted = (rows: Table): string[] => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();

describeWithOldDatabase('import-mercator', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  beforeEach(async () => {
    source = await oldDatabase();
  });
  afterEach(async () => {
    await source.drop();
    await target.drop();
  });
  const change = (statements: readonly string[]): Promise<unknown> =>
    onDatabase(source, (connection) => connection.query(statements.join(';')));

  it('September 2026: renamed columns, and the flag that became a tag, which stays', async () => {
    await change([
      'ALTER TABLE entities RENAME COLUMN entity_type TO type',
      "UPDATE entities SET attributes = TRIM(CONCAT(COALESCE(attributes, ''), ' extern')) WHERE is_external = 1",
      'ALTER TABLE entities DROP INDEX is_external, DROP COLUMN is_external',
      'ALTER TABLE application_flows RENAME COLUMN nature TO type',
      'ALTER TABLE bays RENAME COLUMN room_id TO building_id',
    ]);
    target = await makeDatabase('sqlite');
    expect(await importing(target, source.url)).toMatchObject({ code: 0 });
    const theirs = await onDatabase(source, (connection) =>
      rowsOf(connection, "SELECT id, type, attributes, attributes LIKE '%extern%' AS flag FROM entities ORDER BY id"),
    );
    const { database, close } = await openDatabase('sqlite', target);
    const ours = await database.all('SELECT id, entity_type, attributes, is_external FROM entities ORDER BY id');
    expect(ours.map((row) => [row['entity_type'], row['attributes'], row['is_external']])).toEqual(
      theirs.map((row) => [row['type'], row['attributes'], Number(row['flag'] ?? 0)]),
    );
    expect(ours.some((row) => row['is_external'] === 1)).toBe(true);
    await close();
  });

  it('roles that Meridian keeps to perimeters on the source are not brought without these', async () => {
    await change(['CREATE TABLE own_perimeter_role (perimeter_id INT UNSIGNED, role_id INT UNSIGNED)']);
    target = await makeDatabase('sqlite');
    expect(await importing(target, source.url, '--dry-run')).toMatchObject({ code: 0 });
    await change(['INSERT INTO own_perimeter_role VALUES (4, 3)']);
    for (const more of [['--dry-run'], []]) {
      const refused = await importing(target, source.url, ...more);
      expect([refused.code, refused.output]).toEqual([
        1,
        expect.stringMatching(/perimeters there \(1\).*Start on that database/),
      ]);
    }
    await change(['DELETE FROM own_perimeter_role']);
    expect(await importing(target, source.url)).toMatchObject({ code: 0 });
  });

  describe.each(ENGINES)('perimeters, into %s', (engine) => {
    it('objects and roles belong to the same ones, limited as they were; nothing is lost', async () => {
      const newest = await newestDatabase();
      target = await makeDatabase(engine);
      await onDatabase(newest, (connection) =>
        connection.query(
          "INSERT INTO containers (id, perimeter_id, name) VALUES (990090, 1, 'Twin'), (990091, 2, 'Twin');" +
            "INSERT INTO sites (id, perimeter_id, name) VALUES (990090, 1, 'Twin'), (990091, 3, 'Twin')",
        ),
      );
      const rehearsed = await importing(target, newest.url, '--dry-run');
      expect([rehearsed.code, /belong to 3 perimeters, which are switched on/.test(rehearsed.output)]).toEqual([
        0,
        true,
      ]);
      const done = await importing(target, newest.url);
      expect([done.code, /Twin/.test(done.output)]).toEqual([0, false]);
      const theirs = await onDatabase(newest, async (connection) => {
        const all = new Map<string, Table>();
        const tables = await rowsOf(
          connection,
          "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'perimeter_id'",
        );
        for (const { name } of [...tables, { name: 'perimeters' }])
          all.set(String(name), await rowsOf(connection, `SELECT * FROM \`${String(name)}\``));
        return all;
      });
      expect(theirs.size).toBe(57);
      const { database, close } = await openDatabase(engine, target);
      for (const [table, rows] of theirs) {
        const ours = (await database.all(
          `SELECT * FROM \`${table === 'perimeters' ? 'own_perimeters' : table}\``,
        )) as Table;
        const columns = Object.keys(rows[0] ?? {}).filter(
          (name) => !/_at$|^last_/.test(name) && name in (ours[0] ?? {}),
        );
        if (rows.length) expect([table, columns.includes('id')]).toEqual([table, true]);
        if (rows.length && table !== 'perimeters')
          expect([table, columns]).toEqual([table, expect.arrayContaining(['perimeter_id'])]);
        const only = (all: Table): string[] =>
          sorted(all.map((row) => Object.fromEntries(columns.map((name) => [name, String(row[name])]))));
        expect([table, only(ours)]).toEqual([table, only(rows)]);
        if (rows.length && table === 'applications')
          expect(columns).toEqual(expect.arrayContaining(['status', 'prod_date', 'hosting', 'urls', 'comments']));
        if (table === 'bays') expect(columns).toEqual(expect.arrayContaining(['type', 'attributes', 'site_id']));
      }
      // What the newest generation has added has its place here.
      expect(done.output).not.toMatch(
        /^ {2}\w+\.(status|prod_date|hosting|urls|comments|site_id|application_id|flow_label|type|attributes): /m,
      );
      const flags = await database.all('SELECT id FROM entities WHERE is_external = 1 ORDER BY id');
      const tags = await onDatabase(newest, (connection) =>
        rowsOf(connection, "SELECT id FROM entities WHERE CONCAT(' ', attributes, ' ') LIKE '% extern %' ORDER BY id"),
      );
      expect(flags.map(({ id }) => Number(id))).toEqual(tags.map(({ id }) => Number(id)));
      expect(flags.length).toBeGreaterThan(0);
      await close();
      const server = await TestServer.start(engine, {}, target);
      try {
        expect((await server.get('/api/perimeters/switch')).body).toEqual({ homes: true, enabled: true });
        for (const [login, sites] of [
          ['alice', [990001, 990002]],
          ['bruno', [990002]],
          ['chloe', [990003]],
        ] as const) {
          const token = await server.login(login, ADMIN.password);
          const { body } = await server.get('/api/sites?filter[id_gt]=990000&filter[id_lt]=990005', { token });
          expect([login, (body as Array<{ id: number }>).map(({ id }) => id)]).toEqual([login, sites]);
          expect((await server.post('/api/sites', { name: 'Twin' })).status).toBe(422);
        }
      } finally {
        await server.stop(true);
        registry.fit(new Map());
        await newest.drop();
      }
    });
  });

  /** The rows of tables before they were renamed, without times, which the two may keep in different zones. */
  const rowsBefore = (tables: readonly string[]): Promise<Map<string, Table>> =>
    onDatabase(source, async (connection) => {
      const all = new Map<string, Table>();
      for (const table of tables) all.set(table, await rowsOf(connection, `SELECT * FROM \`${table}\``));
      return all;
    });

  const COMPARED = [
    'applications',
    'application_flows',
    'domains',
    'logical_servers',
    'application_logical_server',
    'application_flow_information',
    'domain_forest_ad',
    'application_events',
    'roles',
    'role_user',
    'data_processing',
    'actor_operation',
    'physical_links',
    'macro_processuses',
  ];

  async function compare(engine: Engine, before: ReadonlyMap<string, Table>): Promise<void> {
    const { database, close } = await openDatabase(engine, target);
    for (const [table, rows] of before) {
      const columns = Object.keys(rows[0] ?? {}).filter((name) => !/_at$|^last_|perimeter/.test(name));
      const plain = (some: Table): string[] =>
        sorted(
          some.map((row) =>
            Object.fromEntries(columns.map((name) => [name, row[name] === null ? null : String(row[name])])),
          ),
        );
      expect([table, plain((await database.all(`SELECT * FROM \`${table}\``)) as Table)]).toEqual([table, plain(rows)]);
    }
    await close();
  }

  it.each(ENGINES)('spring 2026, out of its database, into %s: all rows, links, users and rights', async (engine) => {
    target = await makeDatabase(engine);
    const before = await rowsBefore(COMPARED);
    await change(SPRING);
    const untouched = await picture(source);
    const dry = await importing(target, source.url, '--dry-run');
    expect([dry.code, dry.output]).toEqual([
      0,
      expect.stringContaining('Nothing was written: this was only a rehearsal.'),
    ]);
    if (engine === 'sqlite') expect(existsSync(target.url.replace('sqlite:', ''))).toBe(false);
    else expect(await picture(target)).toEqual(new Map());
    const { code, output } = await importing(target, source.url);
    expect([code, output]).toEqual([0, expect.stringMatching(/^type +read +written$/m)]);
    const told = (text: string): string[] =>
      text
        .split('\n')
        .filter((line) => !/^ {2}\d+ rows$/.test(line))
        .slice(2, -2);
    expect(told(output)).toEqual(told(dry.output));
    expect(await picture(source)).toEqual(untouched);
    await compare(engine, before);
    for (const line of [
      /^ {2}migrations: \d+$/m,
      /^ {2}actor_operation \(\w+ \d+\): actor_id \d+ is not in actors$/m,
      /^ {2}macro_processuses: name '.+' \(\d+, \d+\)$/m,
      /^ {2}backups\.name: 2$/m,
      /^backups +2 +2$/m,
    ])
      expect(output).toMatch(line);

    const server = await TestServer.start(engine, {}, target);
    const [filled] = (await server.get('/api/applications?filter[status_null]=false&page[size]=1')).body;
    expect([filled, (await server.get('/api/bays?filter[site_id_null]=false')).body]).toEqual([undefined, []]);
    const plan = (await server.get('/api/backups/7')).body.data;
    expect(plan).toMatchObject({ name: 'Backup #7', backup_frequency: 2, backup_retention: 30 });
    expect([plan.logical_servers.length, plan.storage_devices.length]).toEqual([1, 1]);
    expect((await server.get('/api/backups/9')).body.data).toMatchObject({ logical_servers: [] });
    expect(await server.login('auditor', 'password')).toEqual(expect.any(String));
    const held = await server.database.all(
      "SELECT COUNT(*) AS n FROM permission_role pr JOIN permissions p ON p.id = pr.permission_id WHERE pr.role_id = 3 AND p.title = 'application_edit'",
    );
    expect(held).toEqual([{ n: 1 }]);
    expect(await server.database.all("SELECT id FROM permissions WHERE title LIKE 'm_application%'")).toEqual([]);
    const { body: list } = await server.get('/api/applications');
    const { data } = (await server.get(`/api/applications/${list[0].id}`)).body;
    expect((await server.put(`/api/applications/${list[0].id}`, data)).body).toEqual(data);
    const twice = await importing(target, source.url);
    expect([twice.code, twice.output]).toEqual([1, expect.stringContaining('in use')]);
    await server.stop(true);
    expect(await importing(target, source.url)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/The map is not empty .* Nothing was imported\./) as string,
    });
  });

  it.each(isWhole() ? ENGINES : ENGINES.slice(0, 1))(
    '2025, out of a dump, into %s: with the bytes of documents',
    async (engine) => {
      target = await makeDatabase(engine);
      const bytes = Buffer.from('the plan of the cellar');
      const hash = createHash('sha256').update(bytes).digest('hex');
      await change([
        ...OF_2025,
        `INSERT INTO documents (id, filename, mimetype, size, hash) VALUES (801, 'plan.txt', 'text/plain', ${bytes.length}, '${hash}'), (802, 'gone.txt', 'text/plain', 1, 'abc'), (803, 'other.txt', 'text/plain', 1, 'abc')`,
      ]);
      const before = await rowsBefore(['sites', 'buildings', 'entities', 'physical_servers', 'vlans', 'relations']);
      const folder = join(source.folder, 'docs');
      mkdirSync(folder);
      writeFileSync(join(folder, '801'), bytes);
      writeFileSync(join(folder, '803'), 'something else');
      const path = dumpOf(source, '--single-transaction');
      if (engine === 'sqlite') writeFileSync(path, gzipSync(readFileSync(path)));
      const { code, output } = await importing(target, path, '--documents', folder);
      expect([code, output]).toEqual([0, expect.stringContaining('The bytes of 1 of ')]);
      expect(output).toMatch(/Documents without a file:\n(?: {2}\d+\n)* {2}802\n/);
      expect(output).toMatch(/Documents whose file is not what their row says:\n {2}803\n/);
      await compare(engine, before);
      // Who had no login has the e-mail address for one, or else the name.
      const server = await TestServer.start(engine, {}, target, { login: 'Test', password: ADMIN.password });
      const headers = { authorization: `Bearer ${server.token}` };
      const download = await fetch(`${server.url}/api/documents/801/download`, { headers });
      expect(await download.text()).toBe(String(bytes));
      expect(await server.database.all('SELECT COUNT(*) AS n FROM cluster_logical_server')).toEqual([{ n: 2 }]);
      await server.stop(true);
    },
  );
});

// In a gate each on one engine: that both hold the rows of a whole map is proved by the first test.
describe.each(isWhole() ? ENGINES : ENGINES.slice(-1))('a small dump into %s', (engine) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeDatabase(engine);
  });
  afterEach(() => place.drop());
  const write = (text: string): string => {
    const path = join(place.folder, 'small.sql');
    writeFileSync(path, text);
    return path;
  };

  it('what has no place, points nowhere, is there twice or is too long is told one by one', async () => {
    const hash = (await hashPassword('a password of hers', 4)).replace('$2b$', '$2y$');
    const text = SMALL.replace('HASH', hash);
    const first = await importing(place, write(text));
    if (engine === 'mariadb') {
      expect(first).toMatchObject({
        code: 1,
        output: expect.stringMatching(
          /longer than their columns .*\n {2}applications 8: name has 300 characters, more than 255\n.*\nNothing was imported,/,
        ) as string,
      });
    }
    const { code, output } =
      engine === 'sqlite' ? first : await importing(place, write(text.replace('n'.repeat(300), 'n'.repeat(255))));
    expect(code).toBe(0);
    const lines = output.split('\n');
    for (const line of [
      '  m_applications.colour: 1',
      '  oauth_clients: 1',
      '  users.login: 1',
      '  applications.install_date: 1',
      '  applications (id 3): entity_resp_id 44 is not in entities',
      "  applications: name 'PORTAL' (3, 4)",
      'applications                         3         3',
      'permissions                          3',
    ])
      expect(lines.map((one) => one.replace("'Portal'", "'PORTAL'"))).toContainEqual(expect.stringContaining(line));
    if (engine === 'sqlite') expect(lines).toContain('  applications 8: name has 300 characters, more than 255');
    expect(output).not.toContain('a secret of others');
    expect(output).not.toContain(hash);
    const server = await TestServer.start(engine, {}, place, {
      login: 'ana@example.org',
      password: 'a password of hers',
    });
    const { token } = server;
    const get = async (path: string): Promise<Record<string, unknown>> => (await server.get(path, { token })).body.data;
    expect(await get('/api/applications/3')).toMatchObject({
      name: 'Portal',
      install_date: '2024-07-01',
      created_at: '2024-07-01T10:00:00.000000Z',
    });
    expect((await get('/api/physical-servers/1'))['install_date']).toMatch(/^2025-01-01T00:00:00/);
    expect(await server.database.all('SELECT permission_id FROM permission_role WHERE role_id = 2 ORDER BY 1')).toEqual(
      [{ permission_id: 34 }, { permission_id: 35 }],
    );
    expect(
      (await server.put('/api/applications/4', { description: 'still editable', name: 'PORTAL' }, { token })).status,
    ).toBe(200);
    await server.stop(true);
  });
  it.each([
    ['nothing of Mercator', 'CREATE TABLE t (a int); INSERT INTO t VALUES (1);', /no map of Mercator: it lacks users/],
    ['a dump that is cut off', SMALL.slice(0, -40), /its end is missing/],
    [
      'perimeters',
      `${SMALL}CREATE TABLE perimeters (id int); INSERT INTO perimeters VALUES (1),(2);`,
      /it has perimeters \(2\)/,
    ],
    ['no roles', SMALL.replace(/INSERT INTO roles.*\n/, ''), /has no roles/],
  ])('%s is refused, and nothing stays', async (_, text, sentence) => {
    const { code, output } = await importing(place, write(text));
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)]);
    const { database, close } = await openDatabase(engine, place);
    expect(
      await database.all('SELECT (SELECT COUNT(*) FROM users) + (SELECT COUNT(*) FROM applications) AS n'),
    ).toEqual([{ n: 0 }]);
    await close();
  });
  it('is told how it is called; an address is never repeated', async () => {
    const usage = await importing(place, 'mysql://root:hunter2@127.0.0.1:1/mercator', 'another');
    const away = await importing(place, 'mysql://root:hunter2@127.0.0.1:1/mercator');
    const zone = await importing(place, 'x.sql', '--timezone', 'Mars/Base');
    expect([usage.code, away.code, zone.code, (await importing(place, 'none.sql')).code]).toEqual([2, 1, 2, 1]);
    expect(usage.output).toMatch(/Unknown argument 'another'.*\nmeridian import-mercator <source>/);
    expect(away.output).toMatch(/^Reading the source\nCannot read the database 'mercator' at 127\.0\.0\.1:1 as root/);
    expect(usage.output + away.output).not.toContain('hunter2');
  });
});
