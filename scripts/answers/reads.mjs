// Good calls that read one resource, and what the language of lists refuses.
import { query } from './requests.mjs';

/** Lists: every parameter of the document, every filter, column, relation and operator at least once. */
export function* listCalls(context, resource) {
  const list = resource.on('GET');
  const call = (parameters, headers) => ({
    op: list.id,
    case: (parameters || 'list') + (headers ? ` ${JSON.stringify(headers)}` : ''),
    as: context.admin,
    method: 'GET',
    path: parameters ? `${list.path}?${parameters}` : list.path,
    ...(headers && { headers }),
  });
  yield call('');
  yield call('', { accept: 'text/html' });
  yield { ...call('', { 'accept-encoding': 'identity' }), as: null };
  yield { ...call('', { authorization: 'Bearer nonsense' }), as: null };
  yield { op: list.id, case: 'head', as: context.admin, method: 'HEAD', path: list.path };
  yield* pages(call);
  for (const parameters of filters(context, resource)) yield call(parameters);
  // Every column upwards, and every other one downwards.
  const isChosen = (sort, i) => sort[0] !== '-' || i % 4 === 1;
  for (const sort of resource.sorts.filter(isChosen)) yield call(`sort=${sort}&fields=id`);
  yield call('sort=-id,id');
  for (const member of resource.members.slice(0, 4)) yield call(`fields=${member}&page[size]=2`);
  if (resource.members.length > 2) yield call(`fields=${resource.members.slice(1, 4)}`);
  yield* includes(context, resource, call);
  // The language is the same for all: half of them each, which are other ones for the next resource.
  const turn = context.document.resources.indexOf(resource);
  for (const parameters of REFUSED.filter((_, i) => i % 2 === turn % 2)) {
    yield call(parameters);
    if (FRENCH.includes(parameters)) yield call(parameters, { 'accept-language': 'fr' });
  }
}

function* pages(call) {
  yield call('page[size]=2');
  yield call('page[size]=2&page[number]=2');
  yield call('page[number]=99');
  // Cursors stand in the header: what is followed is what the server says.
  for (let from = 'page[size]=3&sort=-id&page[after]=', turn = 0; turn < 3; turn++) {
    const { headers } = yield call(from);
    const next = /<([^>]*)>; rel="next"/.exec(headers?.link ?? '')?.[1];
    if (!next) return;
    from = next.slice(next.indexOf('?') + 1);
  }
}

/** Query strings that filter: each column by a value of the map, each operator on a column of each kind. */
function* filters({ map }, resource) {
  const { rows } = map.get(resource.name);
  const done = new Set();
  for (const { name, kind } of resource.filters) {
    if (!kind) continue;
    const value = rows.map((row) => row[name]).find((one) => one !== null && one !== undefined && one !== '');
    const text = value === undefined ? SAMPLES[kind] : String(value);
    yield query({ [`filter[${name}]`]: text, fields: 'id' });
    if (done.has(kind) || value === undefined) continue;
    done.add(kind);
    for (const { suffix, takes } of resource.operators(kind)) {
      yield query({ [`filter[${name}${suffix}]`]: takes === 'flag' ? 'true' : text, fields: 'id' });
      if (takes === 'list') yield query({ [`filter[${name}${suffix}]`]: `${text},1`, fields: 'id' });
      if (takes === 'two') yield query({ [`filter[${name}${suffix}]`]: `${text},${text}`, fields: 'id' });
      if (takes === 'flag') yield query({ [`filter[${name}${suffix}]`]: '0', fields: 'id' });
      yield query({ [`filter[${name}${suffix}]`]: 'x y', fields: 'id' });
      yield query({ [`filter[${name}${suffix}]`]: '' });
    }
  }
  const word = String(Object.values(rows[0] ?? {}).find((value) => /[a-z]{3}/i.test(String(value))) ?? 'a').split(
    ' ',
  )[0];
  yield query({ 'filter[search]': word });
  yield query({ 'filter[search]': 'É' });
  yield 'filter[trashed]=with';
  yield 'filter[trashed]=only';
  yield 'filter[trashed]=yes';
}

const SAMPLES = {
  FilterText: 'a',
  FilterNumber: '1',
  FilterFlag: 'true',
  FilterDay: '2026-06-15',
  FilterMoment: '2026-06-15T08:00:00Z',
};

/** Related objects: embedded, counted, asked about, filtered by; two steps where they lead on. */
function* includes({ document }, resource, call) {
  for (const name of resource.includes) {
    yield call(`include=${name}&page[size]=3`);
    yield call(`include=${name}Count,${name}Exists&fields=id`);
    yield call(`filter[${name}_exists]=true&fields=id`);
    yield call(`filter[${name}_exists]=0&fields=id`);
    yield call(`filter[${name}.id_in]=1,2&fields=id&sort=-id`);
  }
  if (!resource.includes.length) return;
  const [first] = resource.includes;
  for (const { includes: further } of document.resources.filter(({ name }) => name === first.replaceAll('_', '-'))) {
    for (const name of further.slice(0, 3)) {
      yield call(`include=${first}.${name}&page[size]=2`);
      yield call(`filter[${first}.${name}_exists]=true&fields=id`);
      yield call(`filter[${first}.${name}.id_gt]=0&fields=id`);
    }
  }
  yield call(`include=${resource.includes.slice(0, 3)}&page[size]=2`);
  yield call(`include=${first}.unknown`);
  yield call(`filter[${first}.unknown]=1`);
  yield call(`filter[${first}]=1`);
}

/** What a list refuses, or takes no notice of. */
const REFUSED = [
  ...[
    'filter[unknown]=1',
    'filter[name_like_it]=1',
    'filter[id]=abc',
    'filter[id_between]=1',
    'filter[id_null]=perhaps',
  ],
  ...['filter[id_lt]=1,2', 'filter[created_at]=soon', 'filter=1', 'filter[]=1', 'filter[id][]=1&filter[id][]=2'],
  ...['filter[id][a]=1', 'filter[id]=1&filter[id]=2', 'filter[unknown.name]=1', 'filter[search]='],
  ...[
    'sort=unknown',
    'sort=-',
    'sort=',
    'sort=id,unknown',
    'sort[]=id',
    'include=unknown',
    'include=',
    'include=a.b.c.d',
  ],
  ...['include=unknownCount', 'fields=unknown', 'fields=', 'fields[]=id', 'page[size]=0', 'page[size]=1001'],
  ...['page[size]=x', 'page[number]=0', 'page[number]=x', 'page[number]=99999999999999999999', 'page[after]=nonsense'],
  ...[
    'page[unknown]=1',
    'page=2',
    'per_page=2',
    'unknown=1',
    '%',
    'filter[name]=%zz',
    'filter[id]=9999999999999999999',
  ],
];
const FRENCH = ['filter[unknown]=1', 'filter[id]=abc', 'sort=unknown', 'include=unknown', 'page[size]=0'];

/** Single reads. */
export function* readCalls({ admin, map }, resource) {
  const { id: op } = resource.on('GET', '/{id}');
  const { ids, deleted } = map.get(resource.name);
  const call = (name, target, more) => ({
    op,
    case: name,
    as: admin,
    method: 'GET',
    path: `${resource.path}/${target}`,
    ...more,
  });
  for (const id of ids.slice(0, 8)) yield call(`read ${id}`, id);
  const id = ids[0] ?? 1;
  const { headers } = yield call('read for its tag', id);
  for (const tag of [headers?.etag ?? '"none"', '"other"', '*', `W/${headers?.etag}`, `"other", ${headers?.etag}`]) {
    yield call(`if none match ${tag}`, id, { headers: { 'if-none-match': tag } });
  }
  for (const name of resource.includes) yield call(`include=${name}`, `${id}?include=${name}`);
  if (resource.includes.length) {
    yield call('two includes', `${id}?include=${resource.includes.slice(0, 2)}`);
    yield call('count', `${id}?include=${resource.includes[0]}Count,${resource.includes[0]}Exists`);
  }
  for (const name of resource.members) yield call(`fields=${name}`, `${id}?fields=${name}`);
  yield call('head', id, { method: 'HEAD' });
  yield call('nobody', id, { as: null });
  for (const parameters of ['fields=unknown', 'include=unknown', 'sort=id', 'filter[id]=1', 'page[size]=1']) {
    yield call(parameters, `${id}?${parameters}`);
  }
  for (const wrong of [
    ...deleted.slice(0, 1),
    999999,
    0,
    -1,
    'abc',
    '1.5',
    '01',
    '99999999999',
    '1%20',
    '%00',
    '1;',
    '%zz',
  ]) {
    yield call(`read ${wrong}, which is none`, wrong);
  }
  yield call('unknown, in French', 999999, { headers: { 'accept-language': 'fr-FR,fr;q=0.9' } });
}

/** Exports in each format. */
export function* exportCalls({ admin }, resource) {
  const out = resource.on('GET', '/export');
  if (!out) return;
  const call = (name, headers) => ({
    op: out.id,
    case: name,
    as: admin,
    method: 'GET',
    path: `${out.path}${name}`,
    headers,
  });
  for (const name of ['', '?format=csv', '?format=csv&sep=;&bom=1', '?format=csv&bom=0&sep=%09', '?format=xlsx'])
    yield call(name);
  for (const name of ['?format=pdf', '?format=csv&sep=ab', '?bom=perhaps', '?unknown=1']) yield call(name);
  yield { ...call('', { accept: 'text/csv', 'accept-language': 'fr' }), case: 'CSV by Accept, in French' };
  yield { ...call('', {}), case: 'nobody', as: null };
}
