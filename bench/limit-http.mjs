// The HTTP half of the limit: exactly the requests of the workloads, as bare as Node allows.
import { createServer } from 'node:http';
import { HEADINGS } from './limit-sql.mjs';
import { workbook } from './xlsx.mjs';

const PATH = '/api/logical-servers';

function answer(response, status, value) {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

function file(response, rows) {
  const body = workbook([HEADINGS, ...rows]);
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': body.length });
  response.end(body);
}

function bodyOf(request) {
  return new Promise((resolve, reject) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => resolve(JSON.parse(parts.length === 1 ? parts[0] : Buffer.concat(parts))));
    request.on('error', reject);
  });
}

function list(work, query) {
  if (!query) return work.L1();
  const parameters = new URLSearchParams(query);
  const name = parameters.get('filter[name]');
  if (name) return work.L2(`%${name}%`);
  const size = Number(parameters.get('page[size]'));
  const after = parameters.get('page[after]');
  if (after) return work.L4k(size, ...JSON.parse(Buffer.from(after, 'base64url').toString()).slice(1));
  const skip = (Number(parameters.get('page[number]')) - 1) * size;
  return parameters.has('include') ? work.L3(size, skip) : work.L4(size, skip);
}

async function route(work, request, response) {
  const [path, query] = request.url.split('?');
  const id = Number(path.slice(PATH.length + 1));
  if (request.method === 'POST') {
    const body = await bodyOf(request);
    if (path === '/api/queries/run') return answer(response, 200, await work.Q1(body.query));
    return answer(response, 201, path === PATH ? await work.W1(body) : await work.M1(body.items));
  }
  if (request.method === 'PUT') return answer(response, 200, await work.W2(id, await bodyOf(request)));
  if (path === '/api/report/logicalServers') return file(response, await work.R1());
  if (path === PATH) return answer(response, 200, await list(work, query));
  if (id) return answer(response, 200, { data: await work.G1(id) });
  return answer(response, path === '/health/live' ? 200 : 404, {});
}

/** Serves the work of each workload, named as they are, at the port of the environment. */
export function serve(work) {
  const server = createServer((request, response) => {
    route(work, request, response).catch((error) => answer(response, 500, { message: error.message }));
  });
  server.keepAliveTimeout = 60000;
  server.listen(Number(process.env.PORT), '127.0.0.1');
}
