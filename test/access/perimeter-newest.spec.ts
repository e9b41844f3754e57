/**
 * Every route, asked on a database of the older application's newest generation by persons who are at home in different perimeters
 * (identity 12, lines 8 and 9): alice reads 1 and 2, bruno works in 2, chloe in 3, and she owns one application of 1. Every object
 * has an id that tells it from all others, which stands in all of its texts: none that a person does not see may be answered.
 * @seconds 60
 */
import { homeOf, registry, type ResourceModel } from '../../src/engine/index.js';
import { DOCUMENTS } from '../../src/access/perimeters/containment.js';
import { Random } from '../graph/support/random.js';
import { describeWithOldDatabase, newestDatabase, onDatabase } from '../existing-database/old-database.js';
import type { TestDatabase } from '../support/engines.js';
import { objectOf } from '../support/make.js';
import { ADMIN, TestServer } from '../support/server.js';
import { each, isRead, routesOf, type Route } from './doors.js';
import { answerTo, attemptsOf, pointing, questionsOf, textOf, textsOf, type World } from './perimeter-questions.js';

const HOMES = [1, 2, 3] as const;
type Home = (typeof HOMES)[number];
/** Who lives where; the marks of a test are those of this person's neighbours. */
const PEOPLE: Readonly<Record<string, { homes: readonly Home[]; outside: Home }>> = {
  alice: { homes: [1, 2], outside: 3 },
  bruno: { homes: [2], outside: 1 },
  chloe: { homes: [3], outside: 1 },
};
/** Ids of objects: this, the home, and the place of the kind. */
const idOf = (home: Home, place: number): number => 70_000_000 + home * 1_000_000 + place * 100;
const ID = /(?<![\d.])7[123]00\d\d00(?!\d)/g;
const markOf = (id: number): string => `zq ${id} zq`;
/** Seen from the homes of their ends as well. */
const FROM_ENDS = new Set(['application-flows', 'physical-links']);

const nextOf = (home: Home): Home => ((home % 3) + 1) as Home;
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
/** A whole run asks everything of everybody; otherwise it is shared out. */
const isWhole = process.env['PERIMETERS'] !== undefined;

describeWithOldDatabase('who sees what on the newest generation', () => {
  let place: TestDatabase;
  let server: TestServer;
  let kinds: ResourceModel[];
  let routes: Route[];
  let document: number;
  let [oldest, newest]: string[] = [];
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    place = await newestDatabase('bare');
    await onDatabase(place, async (connection) => {
      // Whoever is limited has every right that there is, in their own home.
      await connection.query('DELETE FROM permission_role WHERE role_id IN (990003, 990004)');
    });
    server = await TestServer.start('mariadb', {}, place);
    await onDatabase(place, (connection) =>
      connection.query(
        'INSERT INTO permission_role (role_id, permission_id) SELECT r.id, p.id FROM roles r JOIN permissions p ON true WHERE r.id IN (990003, 990004)',
      ),
    );
    kinds = registry.all().filter((resource) => homeOf(resource) && resource.path !== 'roles');
    for (const home of HOMES) for (const [i, kind] of kinds.entries()) await makeOne(kind, home, i + 1);
    document = (await objectOf(server, DOCUMENTS)).id;
    for (const home of HOMES) for (const kind of kinds) await cross(kind, home);
    const owned = { cartographiable_type: 'applications', cartographiable_id: at('applications', 1), user_id: 990003 };
    expect((await server.post('/api/cartographers', owned)).status).toBe(201);
    ({ oldest, newest } = (await server.get('/api/changes/info')).body as { oldest: string; newest: string });
    for (const login of Object.keys(PEOPLE)) tokens[login] = await server.login(login, ADMIN.password);
    routes = await routesOf(server);
    // Some hundred objects are made one by one, whatever else the machine does.
  }, 600_000);
  afterAll(async () => {
    await server.stop();
    registry.fit(new Map());
  });

  const at = (path: string, home: Home): number => idOf(home, kinds.findIndex((kind) => kind.path === path) + 1);

  async function makeOne(kind: ResourceModel, home: Home, number: number): Promise<void> {
    const id = idOf(home, number);
    await onDatabase(place, (connection) => connection.query(`ALTER TABLE \`${kind.table}\` AUTO_INCREMENT = ${id}`));
    const marked = Object.fromEntries(textsOf(kind).map((name) => [name, `${markOf(id)} ${name}`]));
    const made = await objectOf(server, kind.path, { ...marked, perimeter_id: home, ...needed(kind, home) });
    if (made.id !== id) throw new Error(`${kind.path}: ${made.id} for ${id}`);
  }

  /** What it must point to stands in the same home. */
  const needed = ({ fields }: ResourceModel, home: Home): Record<string, number> =>
    Object.fromEntries(
      fields.flatMap(({ name, ref, rules }) =>
        ref && rules.required && kinds.some(({ path }) => path === ref.target) ? [[name, at(ref.target, home)]] : [],
      ),
    );

  /** Everything points to what is at home with it and to what is next door. */
  async function cross(kind: ResourceModel, home: Home): Promise<void> {
    const id = at(kind.path, home);
    const ends = (path: string) =>
      kinds.some((one) => one.path === path) ? { first: at(path, home), second: at(path, nextOf(home)) } : undefined;
    const body = pointing(kind, ends, id);
    if (kind.links.some(({ name }) => name === 'documents')) body['documents'] = [document];
    if (!Object.keys(body).length) return;
    const answer = await server.patch(`/api/${kind.path}/${id}`, body);
    if (answer.status !== 200) throw new Error(`${kind.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** The ids that a person does not see, worked out of what was made. */
  function hiddenFrom(login: string): Set<number> {
    const { homes } = PEOPLE[login]!;
    const hidden = kinds.flatMap(({ path }) =>
      HOMES.filter((home) => {
        const seen = FROM_ENDS.has(path) ? [home, nextOf(home)] : [home];
        const isOwned = login === 'chloe' && path === 'applications' && home === 1;
        return !isOwned && !seen.some((one) => homes.includes(one));
      }).map((home) => at(path, home)),
    );
    return new Set(hidden);
  }

  const worldOf = (login: string): World => {
    const { homes, outside } = PEOPLE[login]!;
    const objects = new Map(
      kinds
        // Flows of a neighbour that end here are inside; application 1 is chloe's.
        .filter(({ path }) => !FROM_ENDS.has(path) && !(login === 'chloe' && path === 'applications' && outside === 1))
        .map(({ path }) => [path, { inside: at(path, homes[0]!), outside: at(path, outside) }]),
    );
    if (!objects.has('applications'))
      objects.set('applications', { inside: at('applications', 3), outside: at('applications', 2) });
    return { objects, document, oldest: oldest!, newest: newest!, marker: 'zq' };
  };

  /** Ids in a text that the person does not see, with what stands before them; what was sent may be said again by a refusal. */
  function toldIn(text: string, hidden: ReadonlySet<number>, sent: string): string[] {
    const echoed = new Set(sent.match(ID) ?? []);
    return [...text.matchAll(ID)].flatMap(({ 0: id, index }) =>
      hidden.has(Number(id)) && !echoed.has(id) ? [text.slice(Math.max(0, index - 60), index + 12)] : [],
    );
  }

  it.each(Object.keys(PEOPLE))('no route tells %s of what lies elsewhere', async (login) => {
    const hidden = hiddenFrom(login);
    expect(hidden.size).toBeGreaterThan(kinds.length - 3);
    const reads = routes.filter((route) => isRead(route) && route.method === 'GET' && route.url.startsWith('/api/'));
    const asked = [...new Set(reads.flatMap((route) => questionsOf(route, worldOf(login))))].filter(
      (_, i) => isWhole || login === 'bruno' || i % 3 === (login === 'alice' ? 0 : 1),
    );
    const wrong: string[] = [];
    let seenByAdmin = 0;
    await each(asked, async (path) => {
      const { status, text } = await textOf(server, path, tokens[login]!);
      const told = toldIn(text, hidden, status >= 400 ? path : '');
      const isFound =
        status < 400 && [...path.matchAll(/\/(7[123]00\d\d00)\b/g)].some(([, id]) => hidden.has(Number(id)));
      if (status >= 500 || told.length || isFound) wrong.push(`${status} ${path} … ${told.slice(0, 2).join(' … ')}`);
      if (asked.indexOf(path) % 5) return;
      const all = await textOf(server, path, server.token);
      if (all.status < 400 && toldIn(all.text, hidden, '').length) seenByAdmin++;
    });
    expect(wrong.slice(0, 30)).toEqual([]);
    expect(asked.length).toBeGreaterThan(250);
    expect(seenByAdmin).toBeGreaterThan(10);
  });

  it.each(['bruno', 'chloe'])('what %s reads and sends back changes nothing, of every kind', async (login) => {
    const [home] = PEOPLE[login]!.homes as [Home];
    const as = { token: tokens[login]! };
    const changed: string[] = [];
    let hiding = 0;
    for (const { path, readOnly } of kinds) {
      if (readOnly) continue;
      const url = `/api/${path}/${at(path, home)}`;
      const before = JSON.stringify((await server.get(url)).body);
      const { status, body } = await server.get(url, as);
      if (JSON.stringify(body) !== before) hiding++;
      for (const method of ['PUT', 'PATCH']) {
        const back = await server.request(method, url, { ...as, body: body.data });
        const after = JSON.stringify((await server.get(url)).body);
        if (status !== 200 || back.status !== 200 || after !== before)
          changed.push(
            `${method} ${path}: ${status} ${back.status} ${JSON.stringify(back.body.errors)} ${before} ${after}`,
          );
      }
    }
    expect(changed).toEqual([]);
    expect(hiding).toBeGreaterThan(20);
  });

  it.each(['bruno', 'chloe', 'alice'])(
    'no route that writes tells %s of what lies elsewhere, or changes it',
    async (login) => {
      const hidden = hiddenFrom(login);
      const attempts = routes.flatMap((route) => attemptsOf(route, worldOf(login)));
      const asked = attempts.filter((_, i) => isWhole || login === 'bruno' || i % 4 === (login === 'alice' ? 0 : 1));
      const before = await rowsOf(hidden);
      const wrong: string[] = [];
      const statuses = new Set<number>();
      for (const attempt of asked) {
        const { status, text } = await answerTo(server, attempt, tokens[login]!);
        statuses.add(status);
        const sent = status >= 400 ? `${JSON.stringify(attempt.body)}${attempt.file}${attempt.path}` : '';
        const told = toldIn(text, hidden, sent);
        if (status >= 500 || told.length)
          wrong.push(
            `${status} ${attempt.method} ${attempt.path} ${JSON.stringify(attempt.body)} … ${told.join(' … ')}`,
          );
      }
      expect(wrong.slice(0, 30)).toEqual([]);
      expect(await rowsOf(hidden)).toEqual(before);
      expect(asked.length).toBeGreaterThan(300);
      expect([...statuses]).toEqual(expect.arrayContaining(login === 'alice' ? [403] : [200, 201, 403, 404, 422]));
    },
  );

  async function rowsOf(ids: ReadonlySet<number>): Promise<string[]> {
    const rows: string[] = [];
    for (const { path, table } of kinds) {
      const own = HOMES.map((home) => at(path, home)).filter((id) => ids.has(id));
      if (!own.length) continue;
      rows.push(
        ...(await server.database.all(`SELECT * FROM \`${table}\` WHERE id IN (${own.join()})`)).map((row) =>
          JSON.stringify(row),
        ),
      );
    }
    return rows;
  }

  it(`lists of people at home in random perimeters hold what an oracle says, SEED=${SEED}`, async () => {
    const random = new Random(SEED);
    const draw = (): Home => HOMES[random.below(3)]!;
    const rounds = Number(process.env['PERIMETERS'] ?? 4);
    for (let round = 0; round < rounds; round++) {
      const homes = HOMES.filter(() => random.below(2) === 1);
      await onDatabase(place, async (connection) => {
        for (const { table } of kinds) {
          const [rows] = await connection.query(`SELECT id FROM \`${table}\``);
          const cases = (rows as Array<{ id: number }>).map(({ id }) => `WHEN ${id} THEN ${draw()}`);
          await connection.query(`UPDATE \`${table}\` SET perimeter_id = CASE id ${cases.join(' ')} END`);
        }
        await connection.query('DELETE FROM role_user WHERE user_id = 990001');
        await connection.query('DELETE FROM roles WHERE id BETWEEN 990011 AND 990013');
        for (const home of homes) {
          const role = 990010 + home;
          await connection.query(`INSERT INTO roles (id, perimeter_id, title) VALUES (${role}, ${home}, 'In ${home}')`);
          await connection.query(
            `INSERT INTO permission_role (role_id, permission_id) SELECT ${role}, id FROM permissions WHERE title LIKE '%\\_access'`,
          );
          await connection.query(`INSERT INTO role_user (user_id, role_id) VALUES (990001, ${role})`);
        }
      });
      const token = await server.login('alice', ADMIN.password);
      const dump = await dumpOf();
      for (const { path } of kinds) {
        const { status, body } = await server.get(`/api/${path}?sort=id&fields=id`, { token });
        const found = status === 200 ? (body as Array<{ id: number }>).map(({ id }) => id) : [];
        expect({ round, homes, path, found }).toEqual({ round, homes, path, found: seenIn(dump, path, homes) });
      }
    }
  });

  /** Live rows of every table, as they stand. */
  async function dumpOf(): Promise<Map<string, Array<Record<string, unknown>>>> {
    const dump = new Map<string, Array<Record<string, unknown>>>();
    for (const { path, table, softDelete } of kinds)
      dump.set(
        path,
        await server.database.all(
          `SELECT * FROM \`${table}\`${softDelete ? ' WHERE deleted_at IS NULL' : ''} ORDER BY id`,
        ),
      );
    return dump;
  }

  /** What somebody at home in these sees of a kind, by the rule alone: their own, and flows and cables that end there. */
  function seenIn(
    dump: ReadonlyMap<string, Array<Record<string, unknown>>>,
    path: string,
    homes: readonly number[],
  ): number[] {
    const isIn = (row: Record<string, unknown> | undefined): boolean => homes.includes(Number(row?.['perimeter_id']));
    const end = /^(\w+?)_(?:source|src|dest)_id$/;
    const targetOf = (name: string): string => {
      const word = end.exec(name)![1]!;
      return { module: 'application-modules', service: 'application-services' }[word] ?? pluralOf(word);
    };
    const rows = dump.get(path)!.filter((row) => {
      if (isIn(row)) return true;
      if (!FROM_ENDS.has(path)) return false;
      return Object.entries(row).some(
        ([name, id]) =>
          end.test(name) && id !== null && isIn(dump.get(targetOf(name))?.find((one) => one['id'] === id)),
      );
    });
    return rows.map(({ id }) => Number(id));
  }
});

/** `network_switch`: network-switches. */
const pluralOf = (word: string): string => `${word.replaceAll('_', '-')}${word.endsWith('ch') ? 'es' : 's'}`;
