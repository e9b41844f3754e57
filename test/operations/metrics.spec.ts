/** The figures of the server, as Prometheus reads them (contract 12). */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const TOKEN = 'a-token-of-the-metrics';

/** The value of a line; undefined if there is none. */
function valueOf(text: string, line: string): number | undefined {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

describe.each(ENGINES)('metrics on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const read = async (): Promise<string> => {
    const answer = await server.get('/metrics', { token: null });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    return answer.body as string;
  };

  it('contract 12: requests are counted by method, pattern of the route and status', async () => {
    for (let id = 1; id <= 3; id++) await server.get(`/api/applications/${id}?secret=1`);
    await server.post('/api/applications', { name: 'Counted' });
    await server.get('/nowhere/at/all');
    const text = await read();
    const of = (labels: string): number | undefined => valueOf(text, `http_requests_total{${labels}}`);
    expect(of('method="GET",route="/api/applications/:id",status="404"')).toBe(3);
    expect(of('method="POST",route="/api/applications",status="201"')).toBe(1);
    expect(of('method="GET",route="none",status="404"')).toBe(1);
    expect(text).not.toMatch(/secret|nowhere|Counted/);
  });

  it('contract 12: durations are a histogram by route', async () => {
    await server.get('/api/sites');
    const text = await read();
    const labels = 'method="GET",route="/api/sites"';
    const name = 'http_request_duration_seconds';
    const buckets = [...text.matchAll(new RegExp(`^${name}_bucket\\{le="(.+)",${labels}\\} (\\d+)$`, 'gm'))];
    const counts = buckets.map(([, , count]) => Number(count));
    expect(buckets.map(([, end]) => end).slice(-2)).toEqual(['10', '+Inf']);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(1);
    expect(valueOf(text, `${name}_count{${labels}}`)).toBe(1);
    expect(valueOf(text, `${name}_sum{${labels}}`)).toBeGreaterThan(0);
  });

  it('contract 12: connections, streamed rows, the event loop, the process and the release are told', async () => {
    const items = Array.from({ length: 1200 }, (_, at) => ({ name: `Building ${at}` }));
    await server.post('/api/buildings/mass-store', { items });
    const before = valueOf(await read(), 'meridian_rows_streamed_total')!;
    await server.get('/api/buildings');
    const text = await read();
    expect(valueOf(text, 'meridian_rows_streamed_total')! - before).toBe(1200);
    expect(valueOf(text, 'meridian_database_connections_idle')).toBeGreaterThan(0);
    expect(valueOf(text, 'meridian_database_connections_in_use')).toBe(0);
    expect(valueOf(text, 'meridian_database_waiting')).toBe(0);
    expect(valueOf(text, 'meridian_database_up')).toBe(1);
    expect(valueOf(text, 'http_requests_in_progress')).toBe(1);
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
    ])
      expect(valueOf(text, name)).toBeGreaterThanOrEqual(0);
    expect(text).toContain(`engine="${engine}"} 1`);
    expect(text).toMatch(/meridian_build_info\{version="\d+\.\d+\.\d+/);
  });

  it('every line is one that Prometheus can read, and no name is there twice', async () => {
    const text = await read();
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const odd = lines.filter((line) => !/^[a-z_]\w*(\{(\w+="[^"\n]*",?)*\})? (-?[\d.e+-]+|NaN|[+-]Inf)$/i.test(line));
    expect(odd).toEqual([]);
    const types = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    expect(new Set(types).size).toBe(types.length);
  });
});

describe('metrics behind a token', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite', { METRICS_TOKEN: TOKEN });
  });
  afterAll(() => server.stop());
  const ask = (authorization: string | undefined) =>
    server.get('/metrics', { token: null, headers: authorization === undefined ? {} : { authorization } });

  it.each([undefined, 'Bearer', 'Bearer x', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`])(
    'contract 12: 401 for %s',
    async (authorization) => {
      const answer = await ask(authorization);
      expect(answer).toMatchObject({ status: 401, body: { code: 401, message: 'Unauthenticated.' } });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    },
  );
  it('contract 12: the token of a user opens nothing', async () => {
    expect((await ask(`Bearer ${server.token}`)).status).toBe(401);
  });
  it('contract 12: the token lets in', async () => {
    expect((await ask(`bearer ${TOKEN}`)).status).toBe(200);
  });
});
