/** What every route is asked by somebody who is kept to a part of the map: reads, and writes that reach for what lies outside. */
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { DOCUMENTS, JOURNAL, OPEN } from '../../src/access/perimeters/containment.js';
import { REPORTS } from '../../src/reports/reports.js';
import { make, settable } from '../support/make.js';
import type { TestServer } from '../support/server.js';
import { isRead, type Route } from './doors.js';

/** Objects of which one is inside and one outside, by path. */
export type Objects = ReadonlyMap<string, { inside: number; outside: number }>;

export interface World {
  objects: Objects;
  /** A document that is inside. */
  document: number;
  /** The places of the feed between which everything was made. */
  oldest: string;
  newest: string;
  /** A word that stands in every text outside. */
  marker: string;
}

/** Kinds whose objects a perimeter holds. */
export const kinds = (): ResourceModel[] =>
  registry.all().filter(({ path }) => !OPEN.has(path) && path !== DOCUMENTS && path !== JOURNAL);

export const isText = ({ kind, rules }: ResourceModel['fields'][number]): boolean =>
  ['name', 'string', 'text', 'html'].includes(kind) && !rules.format && !rules.enum;

/** The columns whose texts are long enough for a word and the name of a kind. */
export const textsOf = (resource: ResourceModel): string[] =>
  settable(resource)
    .filter((field) => isText(field) && (field.rules.max ?? 255) > 30)
    .map(({ name }) => name);

/**
 * A body for an object that points to one of each sort, wherever it can: flows begin at the first and end at the second.
 * `self`: the object itself, to which it never points.
 */
export function pointing(
  { path, fields, links }: ResourceModel,
  at: (path: string) => { first: number; second: number } | undefined,
  self?: number,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const ends = new Set<string>();
  for (const { name, ref, writable, end } of fields) {
    const target = ref && at(ref.target);
    if (!target || writable !== true || (ref.tree && target.first === self) || (end && ends.has(end))) continue;
    if (end) ends.add(end);
    body[name] = end === 'source' ? target.first : target.second;
  }
  for (const { name, kind, target, writable, acyclic } of links) {
    const there = at(target);
    if (kind !== 'many-to-many' || !there || !writable || acyclic) continue;
    body[name] = [...new Set([there.first, there.second])].filter((id) => target !== path || id !== self);
  }
  return body;
}

/** The whole answer, its headers before it, as text; of a stream what comes in a moment. */
export async function textOf(server: TestServer, path: string, as: string): Promise<{ status: number; text: string }> {
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
export function questionsOf({ url }: Route, { objects, document, oldest, newest, marker }: World): string[] {
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
        `${url}?filter[search]=${marker}`,
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
    `${url}?q=${marker}&search=${marker}`,
    `${url}?format=json`,
    `${url}?type=applications&id=${application.inside}&resource=applications&${nodes}&depth=3`,
    `${url}?resource=logical-servers&types=applications&kinds=applications`,
  ].map((path) => path.replace(':id', String(application.inside)).replace(':name', 'information-system'));
}

/** A write, and what it says. */
export interface Attempt {
  method: string;
  path: string;
  body?: unknown;
  /** A CSV file, sent in place of a body. */
  file?: string;
}

/** Routes of the caller's own account: what they take says nothing of the map, and some would end the caller's token. */
const ACCOUNT = /^\/api\/(login|logout|tokens|me)\b|^\/login\//;

/** Writes that reach for what lies outside, by every route that writes; one that nobody thought of here gets the general body. */
export function attemptsOf({ method, url, override }: Route, world: World): Attempt[] {
  if (isRead({ method, url }) || override || ACCOUNT.test(url) || !url.startsWith('/api/')) return [];
  const { objects } = world;
  const kind = registry.all().find(({ path }) => url.startsWith(`/api/${path}/`) || url === `/api/${path}`);
  const there = kind && objects.get(kind.path);
  if (kind && there) return ofKind(method, url, kind, there, world);
  if (url.includes(':kind')) {
    return [...objects].flatMap(([path, { inside, outside }]) =>
      (
        [
          [inside, { from: [outside] }],
          [outside, { from: [inside] }],
        ] as const
      ).map(([id, body]) => ({ method, path: url.replace(':kind', path).replace(':id', String(id)), body })),
    );
  }
  const { inside, outside } = objects.get('applications')!;
  const body = {
    ...{ name: 'asked', text: world.marker, title: 'asked', resource: 'applications', type: 'applications' },
    ...{ kind: 'applications', id: outside, ids: [outside, inside], subject_id: outside, user_id: 1 },
    ...{ items: [{ id: outside }, { type: 'applications', id: outside }], node: `applications:${outside}` },
    ...{ kinds: ['applications', 'logical-servers'], from: `cursor:${world.oldest}`, to: `cursor:${world.newest}` },
    ...{ object: { type: 'applications', id: outside }, objects: [{ type: 'applications', id: outside }] },
    ...{ entry: 1, entries: [1, 2, 3], url: 'https://hooks.example.org/x', events: ['*'], state: {}, filter: {} },
  };
  const bodies: unknown[] = [body, {}];
  if (url === '/api/queries/run')
    bodies.push(
      ...[...objects.keys()].flatMap((path) =>
        ['list', 'graph'].map((output) => ({
          query_json: {
            from: path,
            output,
            fields: ['id', 'name'].slice(0, registry.get(path).label === 'name' ? 2 : 1),
          },
        })),
      ),
      { query: `FROM applications WHERE name LIKE '%${world.marker}%' SELECT id, name` },
      { query_json: { from: 'applications', filters: [{ field: 'id', operator: '=', value: outside }] } },
    );
  if (url.startsWith('/api/checks'))
    bodies.push({
      name: `asked ${method}`,
      kind: 'filter',
      type: 'applications',
      filter: { name_like: `${world.marker}%` },
    });
  return bodies.flatMap((one) =>
    [...new Set([1, 2, inside, outside])]
      .slice(0, url.includes(':') ? 4 : 1)
      .map((id) => ({ method, path: url.replace(':name', 'applications').replace(/:\w+/g, String(id)), body: one })),
  );
}

function ofKind(
  method: string,
  url: string,
  kind: ResourceModel,
  { inside, outside }: { inside: number; outside: number },
  { objects, marker }: World,
): Attempt[] {
  const far = (path: string): { first: number; second: number } | undefined => {
    const there = objects.get(path);
    return there && { first: there.inside, second: there.outside };
  };
  const reaching = pointing(kind, far);
  const label = kind.label && kind.fields.some(({ name, writable }) => name === kind.label && writable);
  const whole = { ...make(kind), ...reaching };
  const twin = label ? { ...make(kind), [kind.label!]: `${marker} ${kind.path} ${kind.label}`.slice(0, 60) } : whole;
  const ask = (body?: unknown, more: Partial<Attempt> = {}): Attempt => ({ method, path: url, body, ...more });
  const at = (id: number, body?: unknown): Attempt => ask(body, { path: url.replace(':id', String(id)) });
  const each = Object.entries(reaching).map(([name, value]) => ({ [name]: value }));
  if (url.endsWith('/mass-store')) return [ask({ items: [whole, twin] }), ask({ items: [twin] })];
  if (url.endsWith('/mass-update')) {
    const first = each[0] ?? {};
    return [[outside], [inside, outside]].map((ids) => ask({ items: ids.map((id) => ({ id, ...first })) }));
  }
  if (/\/mass-(destroy|restore)$/.test(url)) return [[outside], [inside, outside]].map((ids) => ask({ ids }));
  if (url.endsWith('/import')) {
    const columns = ['id', ...Object.keys(reaching).slice(0, 3)];
    const lines = [outside, inside].map((id) =>
      [id, ...columns.slice(1).map((name) => [reaching[name]].flat().join(','))].map((text) => `"${String(text)}"`),
    );
    const file = [columns, ...lines].map((line) => line.join(',')).join('\r\n');
    return ['', '?dry_run=1&rows=1'].map((query) => ask(undefined, { path: url + query, file }));
  }
  if (url.endsWith('/sources')) return [inside, outside].map((id) => at(id, { name: { source: 'none' } }));
  if (url === `/api/${kind.path}`) return [whole, twin, ...each].map((body) => ask(body));
  // What lies inside stays: other questions are about it.
  if (method === 'DELETE') return [at(outside)];
  return [
    at(outside, {}),
    at(outside, twin),
    at(inside, reaching),
    ...each.map((body) => at(inside, body)),
    at(inside, twin),
  ];
}

/** Asks a write, and returns its answer as text, without what was said in it. */
export async function answerTo(
  server: TestServer,
  { method, path, body, file }: Attempt,
  token: string,
): Promise<{ status: number; text: string }> {
  const form = new FormData();
  if (file !== undefined) form.set('file', new Blob([file], { type: 'text/csv' }), 'rows.csv');
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...{ authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(file !== undefined ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
  });
  const heading = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return { status: response.status, text: `${heading}\n${await response.text()}` };
}
