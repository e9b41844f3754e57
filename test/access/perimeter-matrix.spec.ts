/**
 * Every route of the server that reads, asked by somebody whose role is kept to a perimeter (identity 12, line 8). Every object
 * outside has a name that occurs nowhere else and an id by which its digits are known; neither may be answered. The routes come
 * from the server itself: one that is added later and does not ask what its caller may see is found here. @seconds 80
 */
import type { ResourceModel } from '../../src/engine/index.js';
import { DOCUMENTS } from '../../src/access/perimeters/containment.js';
import { objectOf } from '../support/make.js';
import { TestServer } from '../support/server.js';
import { each, isRead, routesOf } from './doors.js';
import {
  answerTo,
  attemptsOf,
  kinds,
  pointing,
  questionsOf,
  textOf,
  textsOf,
  type World,
} from './perimeter-questions.js';

const MARKER = 'zqoutside';
/** Ids of objects outside; each is this and the place of its kind. */
const FAR = 70_000_000;
const SENT = new RegExp(`${MARKER} [a-z-]+ [a-z_]+`, 'g');
const FAR_ID = /(?<![\d.])7000\d\d00(?!\d)/;

let server: TestServer;
let token: string;
const objects = new Map<string, { inside: number; outside: number }>();
let document: number;
/** The places of the feed between which everything outside was made. */
let [oldest, newest]: string[] = [];

/** Two objects of a kind: one inside, and one outside that is marked wherever a text goes. */
async function twoOf(resource: ResourceModel, place: number): Promise<void> {
  const { path, table } = resource;
  const inside = await objectOf(server, path);
  const marked = Object.fromEntries(textsOf(resource).map((name) => [name, `${MARKER} ${path} ${name}`.slice(0, 60)]));
  const outside = await objectOf(server, path, marked);
  const far = FAR + 100 * place;
  const { database } = server;
  await database.run('PRAGMA foreign_keys = OFF');
  await database.run(`UPDATE \`${table}\` SET id = ? WHERE id = ?`, [far, outside.id]);
  await database.run('UPDATE own_names SET object_id = ? WHERE object_id = ? AND scope LIKE ?', [
    far,
    outside.id,
    `${table}%`,
  ]);
  await database.run('UPDATE audit_logs SET subject_id = ? WHERE subject_id = ? AND subject_type = ?', [
    ...[far, outside.id, resource.polymorphicType],
  ]);
  objects.set(path, { inside: inside.id, outside: far });
}

/** Everything inside points to what is inside and to what is outside, wherever it can. */
async function crossed(resource: ResourceModel): Promise<void> {
  const { inside } = objects.get(resource.path)!;
  const body = pointing(
    resource,
    (path) => {
      const there = objects.get(path);
      return there && { first: there.inside, second: there.outside };
    },
    inside,
  );
  if (resource.links.some(({ name }) => name === 'documents')) body['documents'] = [document];
  if (!Object.keys(body).length) return;
  const answer = await server.patch(`/api/${resource.path}/${inside}`, body);
  if (answer.status !== 200) throw new Error(`${resource.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

beforeAll(async () => {
  server = await TestServer.start('sqlite');
  let place = 1;
  for (const resource of kinds()) await twoOf(resource, place++);
  document = (await objectOf(server, DOCUMENTS)).id;
  for (const resource of kinds()) await crossed(resource);
  const rules = [...objects].map(([resource, { inside }]) => ({ resource, filter: { id: String(inside) } }));
  const made = await server.post('/api/perimeters', { name: 'inside', rules });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const titles = await server.database.all('SELECT title FROM permissions WHERE title IS NOT NULL');
  const person = await server.userWith(titles.map(({ title }) => title as string));
  const given = await server.patch(`/api/roles/${person.roleId}`, { perimeters: [made.body.id] });
  if (given.status !== 200) throw new Error(JSON.stringify(given.body));
  token = person.token;
  ({ oldest, newest } = (await server.get('/api/changes/info')).body as { oldest: string; newest: string });
});
afterAll(() => server.stop());

const world = (): World => ({ objects, document, oldest: oldest!, newest: newest!, marker: MARKER });

it('no route tells of what lies outside', async () => {
  const routes = (await routesOf(server)).filter((route) => isRead(route) && route.method === 'GET' && !route.override);
  const asked = [
    ...new Set(routes.filter(({ url }) => url.startsWith('/api/')).flatMap((route) => questionsOf(route, world()))),
  ];
  const told: string[] = [];
  const failed: string[] = [];
  let seenByAdmin = 0;
  await each(asked, async (path) => {
    const { status, text } = await textOf(server, path, token);
    if (status >= 500) failed.push(`${status} ${path}`);
    // A refusal may say again what was asked for.
    const said =
      status >= 400
        ? text.replaceAll(MARKER, '').replace(/7000\d\d00/g, '')
        : text.replaceAll(encodeURIComponent(path), '');
    if (said.includes(MARKER))
      told.push(`marker: ${status} ${path} … ${said.slice(said.indexOf(MARKER) - 80, said.indexOf(MARKER) + 60)}`);
    const id = FAR_ID.exec(said);
    if (id && status < 400)
      told.push(`id: ${status} ${path} … ${said.slice(Math.max(0, id.index - 60), id.index + 20)}`);
    if (path.includes(`/7000`) && status < 400) told.push(`found: ${status} ${path}`);
    // An administrator is told of it by a good part of them, which are tried now and then.
    if (asked.indexOf(path) % 5) return;
    const all = await textOf(server, path, server.token);
    if (all.text.includes(MARKER) && all.status < 400) seenByAdmin++;
  });
  expect([...told.slice(0, 40), ...failed]).toEqual([]);
  expect(asked.length).toBeGreaterThan(700);
  expect(seenByAdmin).toBeGreaterThan(40);
});

it('what is read and sent back changes nothing, however much of it is hidden', async () => {
  const changed: string[] = [];
  let hiding = 0;
  for (const { path, readOnly } of kinds()) {
    if (readOnly) continue;
    const url = `/api/${path}/${objects.get(path)!.inside}`;
    const before = (await server.get(url)).body;
    const { body } = await server.get(url, { token });
    if (JSON.stringify(body) !== JSON.stringify(before)) hiding++;
    const put = await server.request('PUT', url, { body: body.data, token });
    if (put.status !== 200) changed.push(`${path}: ${put.status} ${JSON.stringify(put.body)}`);
    const after = (await server.get(url)).body;
    if (JSON.stringify(after) !== JSON.stringify(before)) changed.push(`${path}: ${JSON.stringify([before, after])}`);
  }
  expect(changed).toEqual([]);
  expect(hiding).toBeGreaterThan(25);
});

it('no route that writes tells of what lies outside, or changes it', async () => {
  const routes = await routesOf(server);
  const asked = routes.flatMap((route) => attemptsOf(route, world()));
  const outside = async (): Promise<string[]> => {
    const rows: string[] = [];
    for (const { path, table } of kinds())
      rows.push(
        JSON.stringify(
          await server.database.all(`SELECT * FROM \`${table}\` WHERE id = ${objects.get(path)!.outside}`),
        ),
      );
    return rows;
  };
  const before = await outside();
  const wrong: string[] = [];
  const said = new Set<string>();
  const statuses = new Map<number, number>();
  for (const attempt of asked) {
    const { status, text } = await answerTo(server, attempt, token);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 415 && attempt.file !== undefined) wrong.push(`${status} ${attempt.path}: the file was not read`);
    // A name that was sent may be said again: by a refusal, and by what is one's own since.
    for (const [name] of `${JSON.stringify(attempt.body)}${attempt.file}`.matchAll(SENT)) said.add(name);
    const rest = [...said].reduce((all, name) => all.replaceAll(name, ''), text);
    const near = [new RegExp(MARKER), ...(status < 400 ? [FAR_ID] : [])].flatMap((one) => {
      const place = rest.search(one);
      return place < 0 ? [] : [rest.slice(Math.max(0, place - 60), place + 60)];
    });
    if (status >= 500 || near.length)
      wrong.push(`${status} ${attempt.method} ${attempt.path} ${JSON.stringify(attempt.body)} … ${near.join(' … ')}`);
  }
  expect(wrong.slice(0, 30)).toEqual([]);
  expect(await outside()).toEqual(before);
  expect(asked.length).toBeGreaterThan(1500);
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 201, 403, 404, 422]));
});
