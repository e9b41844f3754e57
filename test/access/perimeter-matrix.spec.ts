/**
 * Every route of the server that reads, asked by somebody whose role is kept to a perimeter (identity 12, line 8). Every object
 * outside has a name that occurs nowhere else and an id by which its digits are known; neither may be answered. The routes come
 * from the server itself: one that is added later and does not ask what its caller may see is found here. @seconds 60
 */
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { DOCUMENTS, JOURNAL, OPEN } from '../../src/access/perimeters/containment.js';
import { REPORTS } from '../../src/reports/reports.js';
import { objectOf, settable } from '../support/make.js';
import { TestServer } from '../support/server.js';
import { each, isRead, routesOf, type Route } from './doors.js';

const MARKER = 'zqoutside';
/** Ids of objects outside; each is this and the place of its kind. */
const FAR = 70_000_000;
const FAR_ID = /(?<![\d.])7000\d{4}(?!\d)/;

/** Kinds whose objects a perimeter holds. */
const kinds = (): ResourceModel[] =>
  registry.all().filter(({ path }) => !OPEN.has(path) && path !== DOCUMENTS && path !== JOURNAL);

/** What lies inside and outside, by path. */
type Objects = Map<string, { inside: number; outside: number }>;

const isText = ({ kind, rules }: ResourceModel['fields'][number]): boolean =>
  ['name', 'string', 'text', 'html'].includes(kind) && !rules.format && !rules.enum;

let server: TestServer;
let token: string;
const objects: Objects = new Map();
let document: number;
/** The places of the feed between which everything outside was made. */
let [oldest, newest]: string[] = [];

/** Two objects of a kind: one inside, and one outside that is marked wherever a text goes. */
async function twoOf(resource: ResourceModel, place: number): Promise<void> {
  const { path, table } = resource;
  const inside = await objectOf(server, path);
  const texts = settable(resource).filter((field) => isText(field) && (field.rules.max ?? 255) > 30);
  const marked = Object.fromEntries(texts.map(({ name }) => [name, `${MARKER} ${path} ${name}`.slice(0, 60)]));
  const outside = await objectOf(server, path, marked);
  const far = FAR + place;
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
  const body: Record<string, unknown> = {};
  const ends = new Set<string>();
  for (const { name, ref, writable, end } of resource.fields) {
    const target = ref && objects.get(ref.target);
    if (!target || writable !== true || (ref.tree && target.inside === inside)) continue;
    if (end && ends.has(end)) continue;
    if (end) ends.add(end);
    body[name] = end === 'source' ? target.inside : target.outside;
  }
  for (const { name, kind, target, writable, acyclic } of resource.links) {
    const there = objects.get(target);
    if (kind !== 'many-to-many' || !there || !writable || acyclic) continue;
    body[name] = [there.inside, there.outside].filter((id) => target !== resource.path || id !== inside);
  }
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

async function textOf(path: string, as: string): Promise<{ status: number; text: string }> {
  const controller = new AbortController();
  const headers = { authorization: `Bearer ${as}`, 'accept-encoding': 'identity' };
  const response = await fetch(server.url + path, { headers, signal: controller.signal });
  if (path.includes('/stream')) {
    const reader = response.body!.getReader();
    let text = '';
    const until = Date.now() + 1500;
    while (Date.now() < until) {
      const part = await Promise.race([
        reader.read(),
        new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 500)),
      ]);
      if (!part || part.done) break;
      text += Buffer.from(part.value!).toString();
    }
    await reader.cancel().catch(() => undefined);
    controller.abort();
    return { status: response.status, text };
  }
  const headersText = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return {
    status: response.status,
    text: `${headersText}\n${Buffer.from(await response.arrayBuffer()).toString('latin1')}`,
  };
}

/** What is asked of a route: its parameters filled with what there is, and its questions. */
function questionsOf({ url }: Route): string[] {
  const kind = registry.all().find(({ path }) => url.startsWith(`/api/${path}/`) || url === `/api/${path}`);
  const there = kind && objects.get(kind.path);
  if (url.includes(':kind'))
    return [...objects].flatMap(([path, { inside, outside }]) =>
      [inside, outside].map((id) => url.replace(':kind', path).replace(':id', String(id))),
    );
  if (url === '/api/diff') return ['', '&summary=1'].map((more) => `${url}?from=cursor:${oldest}${more}`);
  const filled = (id: number | string): string =>
    url.replace(':kind', kind?.path ?? 'applications').replace(':id', String(id));
  if (url === '/api/reports/:name')
    return REPORTS.flatMap(({ name }) => [
      `/api/reports/${name}`,
      `/api/reports/${name}?format=json`,
      `/api/reports/${name}?format=csv`,
    ]);
  if (url.endsWith('/download')) return [url.replace(':id', String(document))];
  if (kind && url === `/api/${kind.path}`) {
    const includes = [
      ...kind.links.map(({ includeName }) => includeName),
      ...kind.fields.flatMap(({ ref }) => ref?.includeName ?? []),
    ];
    return [
      ...[
        url,
        `${url}?filter[search]=${MARKER}`,
        `${url}?page[size]=1`,
        `${url}?sort=-id&page[number]=1`,
        `${url}?format=csv`,
        `${url}?as_of=cursor:${newest}`,
      ],
      ...includes.flatMap((name) => [`${url}?include=${name}`, `${url}?include=${name}Count`]),
    ].filter((path) => !path.includes('search') || kind.fields.some(({ search }) => search));
  }
  if (there) {
    const past = url.endsWith('/:id') ? [`${filled(there.inside)}?as_of=cursor:${newest}`] : [];
    return [filled(there.inside), filled(there.outside), ...past];
  }
  const application = objects.get('applications')!;
  const server_ = objects.get('logical-servers')!;
  const nodes = `node=applications:${application.inside}&from=applications:${application.inside}&to=logical-servers:${server_.inside}`;
  return [
    url,
    `${url}?q=${MARKER}&search=${MARKER}`,
    `${url}?format=json`,
    `${url}?type=applications&id=${application.inside}&resource=applications&${nodes}&depth=3`,
    `${url}?resource=logical-servers&types=applications&kinds=applications`,
  ].map((path) => path.replace(':id', String(application.inside)).replace(':name', 'information-system'));
}

it('no route tells of what lies outside', async () => {
  const routes = (await routesOf(server)).filter((route) => isRead(route) && route.method === 'GET' && !route.override);
  const asked = [...new Set(routes.filter(({ url }) => url.startsWith('/api/')).flatMap(questionsOf))];
  const told: string[] = [];
  const failed: string[] = [];
  let seenByAdmin = 0;
  await each(asked, async (path) => {
    const { status, text } = await textOf(path, token);
    if (status >= 500) failed.push(`${status} ${path}`);
    // A refusal may say again what was asked for.
    const said =
      status >= 400
        ? text.replaceAll(MARKER, '').replace(/7000\d{4}/g, '')
        : text.replaceAll(encodeURIComponent(path), '');
    if (said.includes(MARKER))
      told.push(`marker: ${status} ${path} … ${said.slice(said.indexOf(MARKER) - 80, said.indexOf(MARKER) + 60)}`);
    const id = FAR_ID.exec(said);
    if (id && status < 400)
      told.push(`id: ${status} ${path} … ${said.slice(Math.max(0, id.index - 60), id.index + 20)}`);
    if (path.includes(`/7000`) && status < 400) told.push(`found: ${status} ${path}`);
    // An administrator is told of it by a good part of them, which are tried now and then.
    if (asked.indexOf(path) % 5) return;
    const all = await textOf(path, server.token);
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
