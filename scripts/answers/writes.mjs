// What changes objects of one resource, from their making to their end: every way of each operation, with the read that follows.
import { form, json, multipart } from './requests.mjs';

export function* writeCalls(context, resource) {
  const { document, admin, others, idsOf } = context;
  const create = resource.on('POST');
  if (!create || !resource.on('DELETE', '/{id}')) return;
  const name = Object.keys(resource.create.properties).find((one) =>
    ['name', 'title', 'login', 'filename'].includes(one),
  );
  const body = (turn) => document.body(resource, turn, idsOf);
  const call = (op, label, more = {}) => {
    const { parameters = '', id, as = admin, headers, tagged, ...rest } = more;
    const path = op.path.replace('{id}', id) + parameters;
    const all = { ...rest.sent?.headers, ...headers };
    const { headers: _, ...content } = rest.sent ?? {};
    return { op: op.id, case: `${op.method} ${label}`, as, method: op.method, path, headers: all, ...content };
  };
  const creating = (turn) => (resource.isFile ? multipart(body(turn), fileOf(turn)) : json(body(turn)));

  // Made.
  const keyed = { headers: { 'idempotency-key': `make ${resource.name}` }, sent: creating(1) };
  const made = yield call(create, 'made', keyed);
  yield call(create, 'made again under the same key', keyed);
  yield call(create, 'another under the same key', { ...keyed, sent: creating(2) });
  yield call(create, 'under a key that is too long', { ...keyed, headers: { 'idempotency-key': 'x'.repeat(256) } });
  yield call(create, 'the same once more', { sent: creating(1) });
  yield call(create, 'another, only checked', { sent: creating(2), parameters: '?dry_run=1' });
  const example = resource.isFile ? undefined : document.example(create.operation);
  if (example) yield call(create, 'the example', { sent: json(example) });
  if (!resource.isFile) {
    yield call(create, 'from a form', { sent: form(body(3)) });
    yield call(create, 'from a form of parts', { sent: multipart(body(4)) });
  }
  const id = made.body?.id;
  if (!id) return;
  yield* changed({ ...context, call, body, name }, resource, id);
  yield* masses({ ...context, call, body, name }, resource);
  yield* ended({ ...context, call }, resource, id);
  yield* imports({ ...context, call, body, name }, resource);

  // Others: who may make one ends it, too.
  for (const [i, as] of others.entries()) {
    const own = yield call(create, 'made by another', { as, sent: creating(20 + i) });
    const target = own.body?.id ?? idsOf(resource.name)[0] ?? 1;
    for (const one of [target, ...idsOf(resource.name).slice(0, 3)]) {
      yield call(resource.on('PATCH', '/{id}'), `of ${one} by another`, { id: one, as, sent: json({}) });
    }
    const end = { id: target, as, parameters: own.body?.id ? '' : '?dry_run=1' };
    yield call(resource.on('DELETE', '/{id}'), 'by another', end);
  }
}

/** Changes of one object, with its tag, its links and by a form. */
function* changed({ call, body, name, idsOf, document }, resource, id) {
  const [show, put, patch, override] = [
    ...['GET', 'PUT', 'PATCH', 'POST'].map((method) => resource.on(method, '/{id}')),
  ];
  const { headers } = yield call(show, 'what was made', { id });
  const tag = headers?.etag ?? '"none"';
  yield call(patch, 'with a tag that is old', { id, headers: { 'if-match': '"old"' }, sent: json({}) });
  yield call(patch, 'with its tag, nothing changed', { id, headers: { 'if-match': tag }, sent: json({}) });
  const renamed = name ? { [name]: `Renamed ${resource.name}` } : body(5);
  yield call(patch, 'renamed', { id, headers: { 'if-match': tag }, sent: json(renamed) });
  yield call(patch, 'with the tag from before', { id, headers: { 'if-match': tag }, sent: json(renamed) });
  yield call(patch, 'with any tag', { id, headers: { 'if-match': '*' }, sent: json(body(6)) });
  yield call(put, 'whole', { id, sent: json(body(7)) });
  yield call(put, 'the example', { id, sent: json(document.example(put.operation) ?? {}) });
  yield call(put, 'only checked', { id, sent: json(body(8)), parameters: '?dry_run=1' });
  if (override) {
    const how = (method, more) => form({ _method: method, ...more });
    yield call(override, 'as PATCH', { id, sent: how('PATCH', renamed) });
    yield call(override, 'as PUT in parts', { id, sent: multipart({ _method: 'PUT', ...body(9) }) });
  }
  for (const [link, node] of Object.entries(resource.update.properties)) {
    const target = node['x-resource'];
    if (!target) continue;
    const isList = document.resolve(node).type?.includes?.('array');
    const ids = idsOf(target);
    const values = isList
      ? [ids.slice(0, 1), ids.slice(-2).map(String), [999999], [ids[0], ids[0]], []]
      : [ids[0] ?? null, 999999, null];
    for (const value of values) {
      yield call(patch, `${link}: ${JSON.stringify(value)}`, { id, sent: json({ [link]: value }) });
    }
    for (const alias of node['x-aliases'] ?? []) {
      const value = isList ? ids.slice(0, 1) : (ids[0] ?? null);
      yield call(patch, `${alias}, another name`, { id, sent: json({ [alias]: value }) });
    }
  }
  yield call(patch, 'all columns empty', { id, sent: json(empty(resource)) });
  yield call(show, 'what became of it', { id });
}

const empty = ({ update, create }) =>
  Object.fromEntries(
    Object.keys(update.properties)
      .filter((one) => !create.required.includes(one) && one !== 'file')
      .map((one) => [one, null]),
  );

/** Many at once. */
function* masses({ call, body, name, document }, resource) {
  const on = (method, below) => resource.on(method, `/mass-${below}`);
  const store = on('POST', 'store');
  if (!store) return;
  const one = (turn) => (resource.isFile ? { ...body(turn), ...base64Of(turn) } : body(turn));
  const items = [one(10), one(11), one(12), one(13)];
  yield call(store, 'only checked', { sent: json({ items }), parameters: '?dry_run=1' });
  yield call(store, 'one of them twice', { sent: json({ items: [...items, items[0]] }) });
  const example = document.example(store.operation);
  if (example) yield call(store, 'the example', { sent: json(example) });
  const keyed = { sent: json({ items }), headers: { 'idempotency-key': `many ${resource.name}` } };
  const made = yield call(store, 'made', keyed);
  yield call(store, 'made again under the same key', keyed);
  const ids = made.body?.ids ?? made.body?.data ?? (Array.isArray(made.body) ? made.body : []);
  const list = resource.on('GET');
  yield call(list, `many that were made`, { parameters: '?sort=-id&page[size]=4' });
  const changed = ids.slice(0, 2).map((id, i) => ({ id, ...(name ? { [name]: `Many ${resource.name} ${i}` } : {}) }));
  const swapped = changed.map((item, i) => ({ ...item, ...(name && { [name]: changed[1 - i]?.[name] }) }));
  for (const method of ['PATCH', 'PUT']) {
    const update = on(method, 'update');
    yield call(update, 'only checked', { sent: json({ items: changed }), parameters: '?dry_run=1' });
    yield call(update, 'changed', { sent: json({ items: changed }) });
    yield call(update, 'swapped', { sent: json({ items: swapped }) });
    yield call(update, 'one of them unknown', { sent: json({ items: [...changed, { id: 999999 }] }) });
    yield call(update, 'one of them twice', { sent: json({ items: [...changed, ...changed] }) });
    const told = document.example(update.operation);
    if (told) yield call(update, 'the example, only checked', { sent: json(told), parameters: '?dry_run=1' });
  }
  const override = on('POST', 'update');
  if (override) yield call(override, 'by a form', { sent: form({ _method: 'PATCH', items: changed }) });
  const destroy = on('DELETE', 'destroy');
  yield call(destroy, 'only checked', { sent: json({ ids }), parameters: '?dry_run=1' });
  yield call(destroy, 'one of them unknown', { sent: json({ ids: [ids[0], 999999] }) });
  yield call(destroy, 'by the body', { sent: json({ ids: ids.slice(0, 1) }) });
  yield call(destroy, 'by the address', { parameters: `?ids[]=${ids[1]}` });
  const posted = on('POST', 'destroy');
  if (posted) yield call(posted, 'by a form', { sent: form({ _method: 'DELETE', ids: ids.slice(2, 3) }) });
  yield call(list, `what is left of many`, { parameters: '?sort=-id&page[size]=4&filter[trashed]=with' });
}

/** The end of an object, and its return. */
function* ended({ call, idsOf }, resource, id) {
  const [show, end] = ['GET', 'DELETE'].map((method) => resource.on(method, '/{id}'));
  const restore = resource.on('POST', '/{id}/restore');
  yield call(end, 'only checked', { id, parameters: '?dry_run=1' });
  yield call(end, 'with a tag that is old', { id, headers: { 'if-match': '"old"' } });
  yield call(end, 'done', { id });
  yield call(end, 'done twice', { id });
  yield call(show, 'what is deleted', { id });
  if (restore) {
    yield call(restore, 'done', { id });
    yield call(restore, 'done twice', { id });
    yield call(restore, 'as a form', { id, sent: form({}) });
  }
  yield call(show, 'what came back', { id });
  const override = resource.on('POST', '/{id}');
  if (override) yield call(override, 'as DELETE', { id, sent: form({ _method: 'DELETE' }) });
  for (const one of idsOf(resource.name).slice(0, 2)) {
    yield call(end, `${one} of the map, only checked`, { id: one, parameters: '?dry_run=1' });
  }
}

/** Files of rows: what was exported, new rows, changed ones, deletions, wrong ones. */
function* imports({ call, body, name }, resource) {
  const take = resource.on('POST', '/import');
  if (!take) return;
  const out = resource.on('GET', '/export');
  const file = (text, type = 'text/csv', fileName = 'rows.csv') => ({
    sent: multipart({}, { name: fileName, type, bytes: Buffer.from(text) }),
  });
  const [csv, book] = [
    yield call(out, 'CSV to be sent back', { parameters: '?format=csv' }),
    yield call(out, 'a workbook to be sent back', { parameters: '?format=xlsx' }),
  ];
  yield call(take, 'the CSV as it was', file(csv.bytes));
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  yield call(take, 'the workbook as it was', file(book.bytes, xlsx, 'rows.xlsx'));
  const values = Object.entries(body(30)).filter(([, value]) => ['string', 'number'].includes(typeof value));
  const rows = (...lines) => lines.map((cells) => cells.map(cell).join(',')).join('\r\n');
  const heads = ['id', ...values.map(([key]) => key)];
  const added = rows(heads, ['', ...values.map(([, value]) => value)]);
  yield call(take, 'a new row, only checked', { ...file(added), parameters: '?dry_run=1' });
  yield call(take, 'a new row', { ...file(added), headers: { 'idempotency-key': `rows ${resource.name}` } });
  yield call(take, 'the new row again', file(added));
  const { body: [last] = [] } = yield call(resource.on('GET'), 'the new row', { parameters: '?sort=-id&page[size]=1' });
  if (last && name) yield call(take, 'a changed row', file(rows(['id', name], [last.id, `Row of ${resource.name}`])));
  yield call(take, 'a row of an unknown id', file(rows(['id', name ?? 'id'], [999999, 'x'])));
  if (last) yield call(take, 'a deleted row', { ...file(rows(heads, [last.id])), parameters: '?dry_run=1' });
  yield call(take, 'an unknown column', file(rows(['id', 'unknown'], ['', 'x'])));
  yield call(take, 'wrong cells', file(rows(heads, ['x', ...values.map(() => 'x'.repeat(300))])));
  const french = file(rows(heads, ['x', ...values.map(() => 'x'.repeat(300))]));
  yield call(take, 'wrong cells, in French', { ...french, headers: { 'accept-language': 'fr' } });
  yield call(take, 'semicolons', file(rows(heads, []).replaceAll(',', ';')));
  yield call(take, 'an empty file', file(''));
  yield call(take, 'no file', { sent: multipart({ unknown: 'x' }) });
  yield call(take, 'a workbook that is none', file('PK nothing', xlsx, 'rows.xlsx'));
  yield call(take, 'another kind of file', file('%PDF-1.4', 'application/pdf', 'rows.pdf'));
}

const cell = (value) => (/[",\r\n;]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

const fileOf = (turn) => ({
  name: `file ${turn}.txt`,
  type: 'text/plain',
  bytes: Buffer.from(`Text of file ${turn}.\n`),
});
const base64Of = (turn) => ({
  ...{ filename: `many ${turn}.txt`, mimetype: 'text/plain' },
  content: Buffer.from(`Text of many ${turn}.\n`).toString('base64'),
});
