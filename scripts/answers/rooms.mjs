// Calls of what is no ordinary resource: signing in and tokens, files of documents, stored queries, reports, health.
import { form, json, multipart } from './requests.mjs';

/** Makes calls of an operation. */
const caller =
  ({ document, admin }) =>
  (method, path, name, { target = path, as = admin, headers, sent, keep } = {}) => ({
    op: document.at(method, path)?.id ?? `${method} ${path}`,
    case: name,
    ...{ as, method, path: target, ...(keep && { keep }) },
    ...sent,
    headers: { ...sent?.headers, ...headers },
  });

/** Signing in and out, the own password, named tokens, limits of requests. */
export function* sessionCalls(context) {
  const { document, admin, others, map } = context;
  const call = caller(context);
  const user = { login: 'walker', password: 'Walking-horse-9', email: 'walker@walk.example', language: 'fr' };
  const { body: made } = yield call('POST', '/api/users', 'a user for sessions', { sent: json(user) });
  const right = { login: user.login, password: user.password };
  const login = (name, sent, more) => call('POST', '/api/login', name, { as: null, sent, ...more });
  yield login('right', json(right), { keep: 'walker' });
  yield login('by e-mail', json({ login: user.email, password: user.password }));
  yield login('e-mail as its own field', json({ email: user.email, password: user.password }));
  yield login('by a form', form(right), { keep: 'walker again' });
  yield login('in parts', multipart(right));
  for (const [name, body] of [
    ['a wrong password', { ...right, password: 'wrong' }],
    ['an unknown login', { ...right, login: 'nobody' }],
    ['no password', { login: user.login }],
    ['nothing', {}],
    ['other types', { login: 1, password: { x: 1 } }],
    ['a list', []],
  ]) {
    yield login(name, json(body));
    yield login(`${name}, in French`, json(body), { headers: { 'accept-language': 'fr' } });
  }
  yield login('no JSON', { headers: { 'content-type': 'application/json' }, body: '{' });
  yield login('plain text', { headers: { 'content-type': 'text/plain' }, body: 'x' });
  for (const as of [admin, ...others, 'walker', null]) yield call('GET', '/api/me', `as ${as ?? 'nobody'}`, { as });
  yield* passwords(call, user);
  // The password's tokens end with it.
  const renewed = json({ ...right, password: NEXT_PASSWORD });
  yield login('with the new password', renewed, { keep: 'walker' });
  yield login('with the new password, again', renewed, { keep: 'walker again' });
  const token = yield* tokens(call);
  for (const path of ['/api/tokens/{id}/request-limit', '/api/users/{id}/request-limit']) {
    const isUser = path.includes('users');
    const target = path.replace('{id}', (isUser ? made?.id : token) ?? 1);
    yield call('GET', path, 'read', { target });
    for (const value of [{ per_minute: 5000 }, { per_minute: -1 }, { per_minute: 'x' }, {}, { per_minute: null }]) {
      yield call('PUT', path, `set ${JSON.stringify(value)}`, { target, sent: json(value) });
    }
    yield call('POST', path, 'by a form', { target, sent: form({ _method: 'PUT', per_minute: 700 }) });
    yield call('GET', path, 'unknown', { target: path.replace('{id}', 999999) });
    yield call('GET', path, 'no id', { target: path.replace('{id}', 'abc') });
    for (const as of [...others, null]) {
      yield call('GET', path, `as ${as ?? 'nobody'}`, { target, as });
      yield call('PUT', path, `as ${as ?? 'nobody'}`, { target, as, sent: json({ per_minute: 9 }) });
    }
    if (!isUser) continue;
    // A limit of three is met at the fourth request; the time stands still, so nothing is paid back.
    yield call('PUT', path, 'set so low that it is met', { target, sent: json({ per_minute: 3 }) });
    for (let turn = 0; turn < 5; turn++) yield call('GET', '/api/me', `limited ${turn}`, { as: 'walker' });
    yield call('PUT', path, 'set back', { target, sent: json({ per_minute: null }) });
  }
  yield call('POST', '/api/logout', 'done', { as: 'walker again' });
  yield call('GET', '/api/me', 'signed out', { as: 'walker again' });
  yield call('POST', '/api/logout', 'nobody', { as: null });
  yield* misfits(call, document, map);
}

const NEXT_PASSWORD = 'Another-horse-9';

function* passwords(call, { password }) {
  const path = '/api/me/password';
  const next = NEXT_PASSWORD;
  for (const [name, body] of [
    ['the old one is wrong', { old_password: 'wrong', new_password: next }],
    ['the new one is short', { old_password: password, new_password: 'x' }],
    ['nothing', {}],
    ['other types', { old_password: 1, new_password: [] }],
    ['done', { old_password: password, new_password: next }],
    ['by other names', { current_password: next, password }],
  ]) {
    yield call('PUT', path, name, { as: 'walker', sent: json(body) });
  }
  yield call('PUT', path, 'nobody', { as: null, sent: json({}) });
  const again = { _method: 'PUT', old_password: password, new_password: next };
  yield call('POST', path, 'by a form', { as: 'walker', sent: form(again) });
}

/** Gives back the id of a token that stays. */
function* tokens(call) {
  const path = '/api/tokens';
  const make = (name, body, more) => call('POST', path, name, { sent: json(body), ...more });
  const ends = '2030-01-01T00:00:00Z';
  const { body: made } = yield make('made', { name: 'a tool', expires_at: ends }, { keep: 'a tool' });
  const reading = { name: 'a reader', expires_at: ends, read_only: true };
  yield make('one that reads', reading, { keep: 'a reader' });
  for (const [name, body] of [
    ['without a name', { expires_at: ends }],
    ['ended already', { name: 'x', expires_at: '2020-01-01' }],
    ['no date', { name: 'x', expires_at: 'soon' }],
    ['other types', { name: {}, read_only: 'perhaps' }],
    ['a name that is too long', { name: 'x'.repeat(300) }],
    ['nothing', {}],
  ]) {
    yield make(name, body);
  }
  yield make('by one that reads', { name: 'x' }, { as: 'a reader' });
  const { body: kept } = yield make('by another', { name: 'of the walker' }, { as: 'walker' });
  yield make('nobody', {}, { as: null });
  for (const as of ['a tool', 'a reader', 'walker', null]) yield call('GET', path, `as ${as ?? 'nobody'}`, { as });
  yield call('GET', path, 'list');
  const one = `${path}/{id}`;
  yield call('DELETE', one, 'of somebody else', { target: `${path}/${made?.id}`, as: 'walker' });
  yield call('DELETE', one, 'done', { target: `${path}/${made?.id}` });
  yield call('DELETE', one, 'done twice', { target: `${path}/${made?.id}` });
  yield call('DELETE', one, 'unknown', { target: `${path}/999999` });
  yield call('GET', '/api/me', 'a token that was withdrawn', { as: 'a tool' });
  yield call('POST', one, 'by a form', { target: `${path}/${made?.id + 1}`, sent: form({ _method: 'DELETE' }) });
  yield call('GET', '/api/me', 'another that was withdrawn', { as: 'a reader' });
  return kept?.id;
}

/** Writes to users and delegations that break a rule of their own. */
function* misfits(call, document, map) {
  const users = map.get('users')?.ids ?? [];
  const on = (id) => ({ target: `/api/users/${id}` });
  yield call('DELETE', '/api/users/{id}', 'oneself', on(users[0]));
  // Of several administrators one may go: the others, made on the way, go first.
  const { body: admins } = yield call('GET', '/api/users', 'administrators', {
    target: '/api/users?filter[roles.id]=1&sort=-id&fields=id',
  });
  for (const { id } of (admins ?? []).filter((one) => one.id !== users[0])) {
    yield call('PATCH', '/api/users/{id}', `no longer an administrator ${id}`, {
      ...on(id),
      sent: json({ roles: [] }),
    });
  }
  yield call('PATCH', '/api/users/{id}', 'no role left', { ...on(users[0]), sent: json({ roles: [] }) });
  yield call('PATCH', '/api/users/{id}', 'Admin by another', {
    ...on(users[1]),
    as: 'walker',
    sent: json({ roles: [1] }),
  });
  for (const wrong of ['App\\Models\\Unknown', 'unknown', 'App\\Models\\Application', 'applications']) {
    const body = { cartographiable_type: wrong, cartographiable_id: 2, user_id: users[1] };
    yield call('POST', '/api/cartographers', `of ${wrong}`, { sent: json(body) });
    yield call('POST', '/api/cartographers', `of ${wrong}, again`, { sent: json(body) });
  }
  const nobody = { cartographiable_type: 'applications', cartographiable_id: 2 };
  yield call('POST', '/api/cartographers', 'for nobody', { sent: json(nobody) });
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads and downloads. */
export function* documentFileCalls(context) {
  const { map, others } = context;
  const call = caller(context);
  const path = '/api/documents';
  const upload = (name, file, value = {}, more = {}) =>
    call('POST', path, `upload ${name}`, { sent: multipart(value, file), ...more });
  const text = Buffer.from('Floor 1\r\nÉtage 2\n'.repeat(20));
  const { body: made } = yield upload('text', { name: 'plan.txt', type: 'text/plain', bytes: text });
  yield upload('a picture', { name: '../../bad name\u00e9.png', type: 'text/html', bytes: PNG }, { entities: [1] });
  yield upload('a script', { name: 'x.html', type: 'text/html', bytes: Buffer.from('<script>1</script>') });
  yield upload('PDF', { name: 'x', type: 'application/octet-stream', bytes: Buffer.from('%PDF-1.4 x') });
  yield upload('nothing', { name: 'empty.txt', type: 'text/plain', bytes: Buffer.alloc(0) });
  yield upload('no file');
  yield upload('wrong links', { name: 'x.txt', type: 'text/plain', bytes: text }, { entities: [999999], unknown: 'x' });
  yield call('POST', path, 'JSON', { sent: json({ filename: 'x' }) });
  const one = `${path}/{id}`;
  const target = `${path}/${made?.id}`;
  const get = (name, more) => call('GET', `${one}/download`, name, { target: `${target}/download`, ...more });
  const { headers } = yield get('whole');
  yield get('json is asked for', { headers: { accept: 'application/json', 'accept-encoding': 'gzip' } });
  for (const range of ['bytes=0-9', 'bytes=-5', 'bytes=10-', 'bytes=9999-', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=1']) {
    yield get(`range ${range}`, { headers: { range } });
  }
  yield get('a range of the same version', { headers: { range: 'bytes=0-3', 'if-range': headers?.etag ?? '""' } });
  yield get('a range of another version', { headers: { range: 'bytes=0-3', 'if-range': '"other"' } });
  yield get('unchanged', { headers: { 'if-none-match': headers?.etag ?? '""' } });
  yield { ...get('head'), method: 'HEAD' };
  for (const as of [...others, null]) yield get(`as ${as ?? 'nobody'}`, { as });
  for (const id of map.get('documents').ids) {
    yield call('GET', `${one}/download`, `of the map ${id}`, { target: `${path}/${id}/download` });
  }
  for (const id of [999999, 'abc']) {
    yield call('GET', `${one}/download`, `of ${id}`, { target: `${path}/${id}/download` });
  }
  const other = { name: 'other.csv', type: 'text/csv', bytes: Buffer.from('a,b\n1,2\n') };
  yield call('PUT', one, 'another file', { target, sent: multipart({}, other) });
  yield get('after another file');
  yield call('POST', one, 'another file by a form', {
    target,
    sent: multipart({ _method: 'PUT' }, { ...other, bytes: PNG }),
  });
  yield get('after a picture');
  yield call('PUT', one, 'renamed', { target, sent: json({ filename: 'a/b/renamed.png' }) });
  yield call('DELETE', one, 'the file', { target });
  yield get('of what is deleted');
  yield call('POST', `${one}/restore`, 'the file', { target: `${target}/restore`, sent: json({}) });
  yield get('of what came back');
}

const QUERIES = [
  { from: 'applications', fields: ['name', 'rto'], filters: [{ field: 'security_need_a', operator: '>=', value: 4 }] },
  { from: 'logical-servers', fields: ['name', 'applications.name'], filters: [{ not_exists: 'backups' }] },
  { from: 'processes', traverse: ['applications.logical_servers'], output: 'graph', limit: 5 },
  { from: 'applications', filters: [{ field: 'name', operator: 'like', value: '%a%' }], limit: 3 },
  { from: 'users', fields: ['login'] },
  { from: 'applications', filters: [{ field: 'name', operator: '=', value: 'none has this name' }] },
  'FROM applications FIELDS name, rto, logical_servers.name WHERE security_need_a >= 4',
  'FROM applications WHERE rto <= 60 AND EXISTS databases',
  // Refused.
  ...[
    { from: 'unknown' },
    { from: 'applications', fields: ['unknown'] },
    {},
    { from: 1 },
    [],
    null,
    'FROM',
    '',
    'FROM x WHERE',
  ],
  { from: 'applications', filters: [{ field: 'name', operator: '~', value: 1 }] },
  { from: 'applications', traverse: ['unknown'], output: 'graph' },
  { from: 'applications', limit: -1 },
];

/** Queries, stored and sent. */
export function* queryCalls(context) {
  const { map, others } = context;
  const call = caller(context);
  const run = (name, query, parameters = '', more = {}) =>
    call('POST', '/api/queries/run', name, {
      target: `/api/queries/run${parameters}`,
      sent: json({ query }),
      ...more,
    });
  const formats = ['csv', 'json', 'xlsx', 'mermaid', 'graphml', 'pdf'];
  for (const [i, query] of QUERIES.entries()) {
    yield run(`${i}`, query);
    for (const format of formats) yield run(`${i} as ${format}`, query, `?format=${format}`);
    yield run(`${i} in French`, query, '?format=json', { headers: { 'accept-language': 'fr' } });
    for (const as of [...others, null]) yield run(`${i} as ${as ?? 'nobody'}`, query, '?format=json', { as });
  }
  yield run('a separator', QUERIES[0], '?format=csv&sep=,&bom=0');
  yield run('a key', QUERIES[0], '', { headers: { 'idempotency-key': 'a query' } });
  yield call('POST', '/api/queries/run', 'a form', { sent: form({ query_json: JSON.stringify(QUERIES[0]) }) });
  for (const id of [...map.get('queries').ids, 999999, 'abc']) {
    for (const as of [context.admin, ...others, null]) {
      const who = as ?? 'nobody';
      for (const format of ['', ...formats]) {
        const end = format && `?format=${format}`;
        const name = `${id} ${format} as ${who}`;
        yield call('GET', '/api/queries/execute/{id}', name, { as, target: `/api/queries/execute/${id}${end}` });
        yield call('GET', '/api/queries/{id}/graph', name, { as, target: `/api/queries/${id}/graph${end}` });
      }
    }
  }
}

/** Every report in every format, for everybody. */
export function* reportCalls(context) {
  const { document, others } = context;
  const path = '/api/report/{name}';
  const found = document.at('GET', path);
  if (!found) return;
  const call = caller(context);
  const get = (report, parameters, more) =>
    call('GET', path, `${report}${parameters} ${more ? JSON.stringify(more) : ''}`, {
      target: `/api/report/${report}${parameters}`,
      ...more,
    });
  for (const report of document.parameter(found.operation, 'name').schema.enum) {
    yield get(report, '');
    for (const format of ['xlsx', 'csv', 'docx', 'json', 'pdf']) yield get(report, `?format=${format}`);
    for (const format of ['xlsx', 'csv', 'docx', 'json']) yield get(report, `?format=${format}&lang=fr`);
    const { body } = yield get(report, '?format=json', { headers: { 'accept-language': 'fr' } });
    for (const { name } of body?.sheets ?? []) yield get(report, `?format=csv&sheet=${encodeURIComponent(name)}`);
    yield get(report, '?format=csv&sheet=unknown');
    yield get(report, '?format=csv&sep=,&bom=0');
    yield get(report, '?lang=xx');
    yield get(report, '', { headers: { accept: 'text/csv' } });
    for (const as of [...others, null]) yield get(report, '?format=json', { as });
  }
  for (const parameters of [
    '?granularity=1',
    '?views=3,5',
    '?vues[]=2',
    '?graph=0',
    '?views=3&graph',
    '?views=9',
    '?granularity=7',
  ]) {
    yield get('cartography', `${parameters}&format=docx`);
    yield get('cartography', `${parameters}&format=json`);
  }
  for (const date of ['2026-01-01', '2020-01-01', 'soon']) yield get('directory', `?format=json&date=${date}`);
  for (const objects of ['applications', 'all', 'x']) yield get('cve', `?format=json&objects=${objects}`);
  yield get('unknown', '');
}

/** What is around the API, and whatever else the document has. */
export function* healthCalls(context) {
  const { document, admin } = context;
  const call = caller(context);
  for (const path of ['/health/live', '/health/ready', '/metrics', '/api/openapi.json']) {
    const { headers } = yield call('GET', path, 'nobody', { as: null });
    if (headers?.etag) yield call('GET', path, 'unchanged', { as: null, headers: { 'if-none-match': headers.etag } });
    yield call('GET', path, 'packed', { as: null, headers: { 'accept-encoding': 'br' } });
  }
  for (const { method, path } of document.operations) {
    const target = path.replaceAll(/\{\w+\}/g, '1');
    if (method === 'GET') yield { ...call(method, path, 'as it stands, nobody', { target, as: null }) };
    else yield { ...call(method, path, 'as it stands, nobody', { target, as: null, sent: json({}) }) };
  }
  yield call('GET', '/api/me', 'at the end', { as: admin });
}
