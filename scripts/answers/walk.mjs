// The walk: every operation of a document, with good calls and each kind of bad call. Calls are yielded and answers come back,
// so that a walk knows nothing of HTTP. First all that reads, for every caller; then what is refused; then what writes, resource
// by resource; then reports and the map as it is left.
import { json } from './requests.mjs';
import { refusedCalls } from './refused.mjs';
import { listCalls, readCalls, exportCalls } from './reads.mjs';
import { writeCalls } from './writes.mjs';
import { documentFileCalls, healthCalls, queryCalls, reportCalls, sessionCalls } from './rooms.mjs';

/**
 * The calls of a walk: `{ op, case, as, method, path, headers, body | base64, clock, keep }`. `as` is a login, or null for nobody;
 * `keep` names the caller that the token in the answer makes.
 * @param document an `ApiDocument`
 * @param options.callers the logins, the administrator's first
 * @param options.only names of resources; all if left out
 */
export function* walk(document, { callers, only }) {
  const [admin, ...others] = callers;
  const chosen = document.resources.filter(({ name }) => !only || only.includes(name));
  const map = yield* surveyed(document, chosen, admin);
  const context = { document, map, admin, others, idsOf: (name) => map.get(name)?.ids ?? [] };
  for (const resource of chosen) {
    yield* listCalls(context, resource);
    yield* readCalls(context, resource);
    yield* exportCalls(context, resource);
    yield* othersReading(context, resource);
  }
  for (const resource of chosen) yield* refusedCalls(context, resource);
  if (!only) yield* refusedMethods(context);
  if (!only) yield* reportCalls(context);
  for (const resource of chosen) yield* timed(writeCalls(context, resource));
  if (!only) {
    yield* timed(documentFileCalls(context));
    yield* timed(queryCalls(context));
    yield* timed(sessionCalls(context));
    yield* healthCalls(context);
  }
  yield* leftBehind(context, chosen, only ? [] : document.resources);
}

/** Each call a second later than the one before; the next resource begins anew, so that none moves the times of another. */
function* timed(calls) {
  let clock = 0;
  for (let step = calls.next(); !step.done;) step = calls.next(yield { ...step.value, clock: (clock += 1) });
}

/** Lists every resource, and keeps what the other calls are made of: ids, rows, deleted ones. */
function* surveyed(document, chosen, admin) {
  const map = new Map();
  for (const resource of document.resources) {
    const { id: op } = resource.on('GET');
    const list = (name, parameters) => ({ op, case: name, as: admin, method: 'GET', path: resource.path + parameters });
    const rows = rowsOf(yield list('everything', '?page[size]=1000'));
    const deletable = resource.filters.some(({ name }) => name === 'trashed') && chosen.includes(resource);
    const deleted = deletable ? rowsOf(yield list('everything deleted', '?filter[trashed]=only')) : [];
    map.set(resource.name, { rows, ids: rows.map(({ id }) => id), deleted: deleted.map(({ id }) => id) });
  }
  return map;
}

const rowsOf = ({ body }) => (Array.isArray(body) ? body : []);

/** What callers of lesser roles see of a resource. */
function* othersReading({ others, map }, resource) {
  const { ids } = map.get(resource.name);
  const list = resource.on('GET');
  const show = resource.on('GET', '/{id}');
  const out = resource.on('GET', '/export');
  for (const as of others) {
    yield { op: list.id, case: 'list', as, method: 'GET', path: list.path };
    for (const include of resource.includes.slice(0, 3)) {
      for (const path of [`${list.path}?include=${include}`, `${list.path}?include=${include}Count&fields=id`]) {
        yield { op: list.id, case: path.split('?')[1], as, method: 'GET', path };
      }
      const related = `?filter[${include}_exists]=true&fields=id`;
      yield { op: list.id, case: related, as, method: 'GET', path: list.path + related };
    }
    yield { op: list.id, case: 'deleted', as, method: 'GET', path: `${list.path}?filter[trashed]=with&fields=id` };
    for (const id of [...ids.slice(0, 3), 999999]) {
      yield { op: show.id, case: `read ${id}`, as, method: 'GET', path: `${list.path}/${id}` };
    }
    if (out) yield { op: out.id, case: 'export', as, method: 'GET', path: `${out.path}?format=csv` };
  }
}

/** Methods that a path does not have. */
function* refusedMethods({ document, admin }) {
  for (const path of Object.keys(document.json.paths)) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (document.at(method, path)) continue;
      const target = path.replaceAll(/\{\w+\}/g, '1');
      const body = method === 'GET' || method === 'OPTIONS' ? {} : json({});
      yield { op: `${method} ${path}`, case: 'a method that is none', as: admin, method, path: target, ...body };
    }
  }
  for (const path of ['/api/unknown', '/api', '/unknown', '/api/applications/1/unknown', '/api/applications/']) {
    for (const as of [admin, null]) yield { op: `GET ${path}`, case: 'unknown path', as, method: 'GET', path };
  }
}

/** The map when all is done, with the journal of what was done: a write that did something else is found here at the latest. */
function* leftBehind({ admin }, chosen, all) {
  for (const { path, on, filters } of new Set([...chosen, ...all])) {
    const trashed = filters.some(({ name }) => name === 'trashed') ? '&filter[trashed]=with' : '';
    for (let page = 1, more = true; more; page++) {
      const name = `left behind, page ${page}`;
      const target = `${path}?page[size]=1000&page[number]=${page}${trashed}`;
      const { status, body } = yield { op: on('GET').id, case: name, as: admin, method: 'GET', path: target };
      // What is not seen proves nothing: a write on the way took the administrator's rights, or broke the list.
      if (status !== 200) throw new Error(`${target} is not answered at the end of the walk: ${status}.`);
      more = rowsOf({ body }).length === 1000;
    }
  }
}
