// Bodies that are refused, on every operation of a resource that takes one. What could be stored is only checked (`dry_run`).
import { form, json, multipart } from './requests.mjs';

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];
const BELOW = [
  '',
  '/{id}',
  '/{id}/restore',
  '/mass-store',
  '/mass-update',
  '/mass-destroy',
  '/mass-restore',
  '/import',
];

export function* refusedCalls(context, resource) {
  const { map } = context;
  const [id = 1] = map.get(resource.name).ids;
  for (const below of BELOW) {
    for (const method of METHODS) {
      const found = resource.on(method, below);
      if (!found) continue;
      const path = found.path.replace('{id}', id);
      yield* bodies(context, found, path, isWhole(method, below));
      yield* rights(context, found, path);
      if (below === '/{id}' || below === '/{id}/restore') yield* unknownIds(context, found);
    }
  }
  yield* wrongValues(context, resource, id);
}

/** Whether an operation is sent every wrong body; the others, which share how bodies are read, are sent the first ones. */
const isWhole = (method, below) => ['POST ', 'PATCH /{id}', 'POST /mass-store'].includes(`${method} ${below}`);
const FIRST = 5;

/** Bodies that are none. */
function* bodies({ admin }, { id: op, method }, path, whole) {
  const call = (name, more) => ({
    op,
    case: `${method} ${name}`,
    as: admin,
    method,
    path: `${path}?dry_run=1`,
    ...more,
  });
  for (const [name, more] of whole ? BODIES : BODIES.slice(0, FIRST)) yield call(name, more);
  yield call('no object, in French', { ...json([]), headers: { ...json([]).headers, 'accept-language': 'fr' } });
}

const typed = (type, body) => ({ headers: { ...(type && { 'content-type': type }) }, body });
const BODIES = [
  ['no JSON', typed('application/json', '{"name": ')],
  ['an empty body', typed('application/json', '')],
  ['nothing in it', json({})],
  ['items of nothing', json({ items: [{}, null, 1], ids: [null, {}, 'x'] })],
  ['plain text', typed('text/plain', 'name=x')],
  ['a form', form({ unknown: 'x' })],
  ['no type', typed(undefined, '{}')],
  ['null', json(null)],
  ['a list', json([])],
  ['a text', json('text')],
  ['a number', json(1)],
  ['items that are none', json({ items: 'x', ids: 'x' })],
  ['no items', json({ items: [], ids: [] })],
  ['items without an object', json({ items: [{ id: 999999 }], ids: [999999] })],
  ['a key twice', typed('application/json', '{"name":"a","name":"b"}')],
  ['a prototype', typed('application/json', '{"__proto__":{"name":"a"}}')],
  ['XML', typed('application/xml', '<name>x</name>')],
  ['another character set', typed('application/json; charset=utf-16', '{}')],
  ['bytes that are no text', { headers: { 'content-type': 'application/json' }, base64: '/////w==' }],
  ['a form of parts', multipart({ unknown: 'x' })],
  ['a form without an end', typed('multipart/form-data; boundary=x', '--x\r\n')],
  ['a method in a form', form({ _method: 'PATCH' })],
  ['a method that is none in a form', form({ _method: 'FETCH' })],
];

/** Nobody, and callers of lesser roles: what they may do is only checked. */
function* rights({ others }, { id: op, method }, path) {
  for (const as of [null, ...others]) {
    yield { op, case: `${method} as ${as ?? 'nobody'}`, as, method, path: `${path}?dry_run=1`, ...json({}) };
  }
}

function* unknownIds({ admin }, { id: op, method, path }) {
  for (const id of [999999, 'abc', 0]) {
    yield {
      op,
      case: `${method} ${id}, which is none`,
      as: admin,
      method,
      path: path.replace('{id}', id),
      ...json({}),
    };
  }
}

/** Values of the wrong kind, too long, unknown: column by column, and all at once. */
function* wrongValues(context, resource, id) {
  const { document, admin, idsOf } = context;
  const create = resource.on('POST');
  const update = resource.on('PATCH', '/{id}');
  if (!create || !update) return;
  const properties = Object.entries(resource.update.properties);
  const at = ({ id: op, method, path }, name, value, parameters = 'dry_run=1') => ({
    ...{ op, case: `${method} ${name} ${parameters}`, as: admin, method },
    ...{ path: `${path.replace('{id}', id)}?${parameters}`, ...json(value) },
  });
  const all = (value) => Object.fromEntries(properties.map(([name]) => [name, value]));
  for (const [name] of properties) {
    for (const value of WRONG) yield at(update, `${name}: ${JSON.stringify(value)}`, { [name]: value });
  }
  for (const value of [
    null,
    { x: 1 },
    [{ id: 999999 }],
    'x'.repeat(70_000),
    'x\u0000y',
    '\ud800',
    1e300,
    true,
    'x'.repeat(300),
    '',
  ]) {
    const said = `${JSON.stringify(value).slice(0, 30)} ${String(value).length}`;
    yield at(update, `all: ${said}`, all(value));
    if (!resource.isFile) yield at(create, `all: ${said}`, all(value));
  }
  const french = at(update, 'all wrong, in French', all({ x: 1 }));
  yield { ...french, headers: { ...french.headers, 'accept-language': 'fr' } };
  yield at(update, 'unknown', { unknown: 1 });
  yield at(update, 'unknown', { unknown: 1, id: 5 }, 'dry_run=1&strict=1');
  yield at(update, 'flags that are none', {}, 'dry_run=perhaps&strict=2');
  if (resource.isFile) return;
  const body = document.body(resource, 90, idsOf);
  yield at(create, 'unknown', { ...body, unknown: 1 });
  yield at(create, 'unknown', { ...body, unknown: 1 }, 'dry_run=1&strict=1');
  for (const name of resource.create.required) yield at(create, `without ${name}`, { ...body, [name]: undefined });
  for (const name of resource.create.required) yield at(create, `${name} empty`, { ...body, [name]: '   ' });
  const store = resource.on('POST', '/mass-store');
  if (store) yield at(store, 'wrong items', { items: [body, all({ x: 1 }), body] });
}

const WRONG = [{ x: 1 }, 'x'];
