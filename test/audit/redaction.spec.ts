/** Events 10a: a person is taken out of the journal, of which nothing is left and which can still be proved. @seconds 15 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { Redactor } from '../../src/audit/redaction/redactor.js';
import { OutsideWrites } from '../../src/events/outside/outside-writes.js';
import { follow } from '../events/copy.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

const LOGIN = 'zoe.leaver';
const NAME = 'Zoé Leaver-O"Hara';
const FORMER = 'Zoé Maiden';
const MAIL = 'zoe@leaver.example';
const ALL = [LOGIN, NAME, FORMER, MAIL, 'O\\"Hara', 'Zoé'];

describe.each(ENGINES)('events 10a: redaction on %s', (engine) => {
  let server: TestServer;
  let user: number;
  let site: number;
  let between: string;
  beforeAll(async () => {
    server = await TestServer.start(engine, { WEBHOOK_TARGETS: '127.0.0.1' });
    user = (await made('users', { login: LOGIN, name: FORMER, email: MAIL, password: 'Correct-horse-9', roles: [2] }))
      .id;
    await server.patch(`/api/users/${user}`, { name: NAME });
    const text = `Ask ${NAME}\n${LOGIN} knows. `;
    site = (await made('sites', { name: `Site of ${NAME}`, description: text.repeat(1200) })).id;
    between = new Date().toISOString();
    await server.patch(
      `/api/sites/${site}`,
      { name: 'Site', description: 'planning' },
      {
        headers: { 'x-change-reason': encodeURIComponent(`${MAIL} left`), 'x-request-id': `by-${LOGIN}` },
      },
    );
    // As the older application writes: letters as escapes, the whole row.
    const theirs = JSON.stringify({ id: user, name: NAME }).replace('é', '\\u00e9');
    await server.database.run(
      'INSERT INTO audit_logs (description, subject_type, subject_id, properties) VALUES (?, ?, ?, ?)',
      ['updated', 'App\\Models\\User', user, theirs],
    );
    await server.request('POST', '/api/login', { body: { login: LOGIN, password: 'wrong' }, token: null });
    await hookThatEchoes();
    await server.patch(`/api/users/${user}`, { name: 'Somebody', login: 'somebody', email: 'some@body.example' });
  });
  afterAll(() => server.stop());

  const made = async (path: string, body: object): Promise<Json> => {
    const answer = await server.post(`/api/${path}`, body);
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    return answer.body.data ?? answer.body;
  };
  const redact = (body: object, token?: string) =>
    server.post('/api/audit-logs/redact', body, token === undefined ? {} : { token });
  const verify = async (): Promise<Json> => (await server.post('/api/audit-logs/verify', {})).body.data;

  /** A receiver whose answer, of which the first bytes are kept, says the name. */
  async function hookThatEchoes(): Promise<void> {
    const receiver = createServer((_request, response) => response.writeHead(200).end(`thanks, ${LOGIN}`));
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    const { port } = receiver.address() as AddressInfo;
    const { id } = await made('webhooks', { name: 'echo', url: `http://127.0.0.1:${port}/`, events: ['sites.*'] });
    await server.post(`/api/webhooks/${id}/test`, {});
    await new Promise((closed) => receiver.close(closed));
  }

  /** Everything that is stored of journal, feed and hooks, and everything that is told of it. */
  async function everything(): Promise<string> {
    const tables = [
      ...['audit_logs', 'own_audit_texts', 'own_audit_chain', 'own_events', 'own_event_transactions'],
      ...['own_webhook_attempts', 'own_webhook_dead'],
    ];
    const stored: string[] = [];
    for (const table of tables)
      for (const row of await server.database.all(`SELECT * FROM ${table}`)) stored.push(JSON.stringify(row));
    const told = [
      await follow(server, 'beginning'),
      (await server.get(`/api/sites/${site}/history`)).body,
      (await server.get(`/api/users/${user}/history`)).body,
      (await server.get(`/api/sites/${site}?as_of=${between}`)).body,
      (await server.get(`/api/users/${user}?as_of=${between}`)).body,
      (await server.get('/api/audit-logs?page[size]=1000')).body,
      (await server.get(`/api/diff?from=${between}`)).body,
    ].map((answer) => JSON.stringify(answer));
    return [...stored, ...told].join('\n').replaceAll('\\u00e9', 'é');
  }

  it('says beforehand how much it is, and takes nothing', async () => {
    const { status, body } = await redact({ user_id: user, reason: 'Request 118', dry_run: true });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ dry_run: true });
    expect(body.data.entries).toBeGreaterThanOrEqual(6);
    const all = await everything();
    for (const text of [LOGIN, FORMER, MAIL]) expect(all).toContain(text);
    const again = await redact({ user_id: user, reason: 'Request 118', dry_run: true });
    expect(again.body).toEqual(body);
  });

  it('leaves no byte of it, and the chain verifies; what was changed is named with the reason', async () => {
    const kept = (await verify()).root;
    const { status, body } = await redact({ user_id: user, reason: 'Request 118' });
    expect(status).toBe(200);
    const all = await everything();
    for (const text of ALL) expect([text, all.includes(text)]).toEqual([text, false]);
    expect(all).toContain('[redacted]');
    expect(await verify()).toMatchObject({ verified: true });
    expect((await server.post('/api/audit-logs/verify', { root: kept })).body.data.verified).toBe(true);
    const { body: entries } = await server.get('/api/audit-logs?filter[description]=journal_redacted');
    const ids = entries.flatMap(({ properties }: Json) => properties.entries);
    expect(ids).toHaveLength(body.data.entries);
    expect(entries[0].properties).toMatchObject({ reason: 'Request 118', user_id: user });
    // What stands there now is what the redaction left.
    const id = ids[0];
    const [row] = await server.database.all('SELECT properties FROM audit_logs WHERE id = ?', [id]);
    await server.database.run('UPDATE audit_logs SET properties = ? WHERE id = ?', [
      String(row!['properties']).replace('[redacted]', '[forged]'),
      id,
    ]);
    expect((await verify()).first).toMatchObject({ problem: 'changed', entry: id });
    await server.database.run('UPDATE audit_logs SET properties = ? WHERE id = ?', [row!['properties']!, id]);
    const salts = await server.database.all('SELECT salt FROM own_audit_chain WHERE redacted IS NOT NULL');
    expect(salts.every(({ salt }) => salt === null)).toBe(true);
  });

  it('what was taken out is not written back', async () => {
    const before = (await server.get(`/api/sites/${site}`)).body.data;
    const plan = await server.post(`/api/sites/${site}/restore?dry_run=1`, { as_of: between });
    expect(plan.body).toMatchObject({
      changes: {},
      left_out: expect.arrayContaining([
        { field: 'name', ids: [], reason: 'redacted' },
        { field: 'description', ids: [], reason: 'redacted' },
      ]),
    });
    const done = await server.post(`/api/sites/${site}/restore`, { as_of: between });
    expect([done.status, done.headers.get('x-left-out')]).toEqual([200, expect.stringContaining('name=')]);
    const { changes } = await follow(server, 'beginning', `&resource=sites&id=${site}&action=updated`);
    const undone = await server.post('/api/changes/undo', { transaction: changes[0].data.transaction });
    expect([undone.status, undone.body.data.left_out.map(({ reason }: Json) => reason)]).toEqual([
      200,
      ['redacted', 'redacted'],
    ]);
    const after = (await server.get(`/api/sites/${site}`)).body.data;
    expect([after.name, after.description]).toEqual([before.name, before.description]);
  });

  it('takes any text that is named, and nothing that only begins alike', async () => {
    await made('sites', { name: 'Annapurna' });
    await made('sites', { name: 'Ann Other' });
    const ann = (await made('users', { login: 'ann', name: 'Ann', password: 'Correct-horse-9', roles: [2] })).id;
    await redact({ user_id: ann, reason: 'Request 119' });
    const told = JSON.stringify((await follow(server, 'beginning')).changes);
    expect(told).toContain('Annapurna');
    expect(told).not.toContain('Ann Other');
    expect((await redact({ value: 'napurn', reason: 'a secret' })).body.data.entries).toBe(1);
    expect(JSON.stringify((await follow(server, 'beginning')).changes)).not.toContain('napurn');
    expect((await verify()).verified).toBe(true);
  });

  it('is taken out of kept answers, findings, what merges keep and what was seen of objects, whatever its letters', async () => {
    const watching = await server.another({ OUTSIDE_WRITES: 'watch', OUTSIDE_WRITES_EVERY: '86400' });
    const headers = { 'idempotency-key': 'kept-answer', 'x-request-id': 'Req-of-Quimper' };
    const one = (await server.post('/api/entities', { name: 'Quimper "North"' }, { headers })).body.id;
    const other = (await made('entities', { name: 'Other', contact_point: '<p>Quimper "North"</p>' })).id;
    const outside = watching.server.app.get(OutsideWrites, { strict: false });
    // It looks by itself when it starts.
    while ((await outside.run()) === undefined) await new Promise((wake) => setTimeout(wake, 50));
    await watching.stop(true);
    const check = { key: 'quimper', titles: { en: 'x' }, severity: 'low' };
    await made('checks', { ...check, query: 'FROM entities FIELDS name WHERE name LIKE "Quimper%"' });
    const { body: asked } = await server.post('/api/checks/run', { checks: ['quimper'] });
    while ((await server.get(`/api/checks/runs/${asked.run}`)).body.data.state !== 'done')
      await new Promise((wake) => setTimeout(wake, 50));
    const [finding] = (await server.get('/api/findings?filter[check]=quimper')).body;
    const accepted = { accepted_until: '90d', reason: 'Quimper "North" agreed' };
    expect((await server.patch(`/api/findings/${finding.id}`, accepted)).status).toBe(200);
    await server.patch(`/api/entities/${one}`, { name: 'Renamed' });
    expect((await server.post(`/api/entities/${one}/merge`, { from: [other] })).status).toBe(200);
    await server.patch(`/api/entities/${one}`, { contact_point: null });
    const BESIDE = [
      ...['own_idempotency_keys', 'own_event_transactions', 'own_findings', 'own_merges', 'own_outside_objects'],
    ];
    const holding = async (): Promise<string[]> => {
      const tables = [];
      for (const table of BESIDE)
        if (/Quimper/.test(JSON.stringify(await server.database.all(`SELECT * FROM ${table}`)))) tables.push(table);
      return tables;
    };
    expect(await holding()).toEqual(BESIDE);
    await redact({ value: 'quimper', reason: 'Request 120' });
    expect(await holding()).toEqual([]);
    expect((await server.get(`/api/findings/${finding.id}`)).body.data.accepted_reason).toBe(
      '[redacted] "North" agreed',
    );
    expect((await server.get(`/api/entities/${one}`)).body.data.name).toBe('Renamed');
  });

  it('what programs say of themselves stays, whatever text is named', async () => {
    const { id } = await made('webhooks', { name: 'refused', url: 'http://127.0.0.1:9/', events: ['sites.*'] });
    await server.database.run(
      'INSERT INTO own_webhook_dead (webhook_id, first_number, last_number, events, reason, at) VALUES (?, 1, 1, ?, ?, ?)',
      [id, JSON.stringify([{ id: 'x', type: 'meridian.sites.created', subject: 'sites/1' }]), 'refused', Date.now()],
    );
    await redact({ value: '"id":"', reason: 'a text of JSON' });
    await redact({ value: 'meridian.sites', reason: 'a text of ours' });
    expect((await server.get(`/api/webhooks/${id}/dead`)).body).toMatchObject([
      { events: [{ id: 'x', type: 'meridian.sites.created' }] },
    ]);
  });

  it('is for administrators, needs a reason that does not say it again, and one thing to look for', async () => {
    const { token } = await server.userWith(['audit_log_access', 'audit_log_show', 'user_edit']);
    expect((await redact({ user_id: user, reason: 'x' }, token)).status).toBe(403);
    const wrong: Array<[object, string]> = [
      [{ user_id: user }, 'reason'],
      [{ reason: 'x' }, 'value'],
      [{ user_id: user, value: 'abc', reason: 'x' }, 'value'],
      [{ value: 'ab', reason: 'x' }, 'value'],
      [{ value: 'abc', reason: 'of ABC' }, 'reason'],
      [{ user_id: 9_999_999, reason: 'x' }, 'user_id'],
      [{ user_id: 'x', reason: 'x' }, 'user_id'],
      [{ user_id: [1], reason: 'x' }, 'user_id'],
      [{ value: { a: 1 }, reason: 'x' }, 'value'],
      [{ value: 'abc', reason: 'x', dry_run: 'perhaps' }, 'dry_run'],
    ];
    for (const [body, field] of wrong) {
      const answer = await redact(body);
      expect([body, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([body, 422, [field]]);
    }
  });

  it('costs no more statements where more is found', async () => {
    const store = async (word: string, count: number): Promise<void> => {
      const items = Array.from({ length: count }, (_, i) => ({ name: `${word} ${i}`, description: word }));
      await server.post('/api/sites/mass-store', { items });
    };
    // Nobody is told of it meanwhile.
    for (const { id } of (await server.get('/api/webhooks')).body) await server.post(`/api/webhooks/${id}/pause`, {});
    const TRIES = [1, 2, 3];
    for (const i of TRIES) await store(`fewword${i}`, 2);
    for (const i of TRIES) await store(`manyword${i}`, 60);
    await server.get('/api/changes?since=now');
    const cost = async (value: string): Promise<number> => {
      await redact({ value, reason: 'x', dry_run: true });
      return (await server.statements(() => redact({ value, reason: 'x' }))).length;
    };
    // What the server looks after by itself now and then adds to one count, and not to all.
    const least = async (word: string): Promise<number> => {
      const counts = [];
      for (const i of TRIES) counts.push(await cost(`${word}${i}`));
      return Math.min(...counts);
    };
    const [few, many] = [await least('fewword'), await least('manyword')];
    expect(many).toBeLessThanOrEqual(few + 1);
  });
});

describe('events 10a: what is taken out of a text', () => {
  const redactor = new Redactor({ words: ['Zoé', 'a.b'], texts: ['se"cret'] });
  const of = (entry: object): Json => {
    const text = redactor.properties(JSON.stringify(entry));
    return text && JSON.parse(text);
  };
  it('words stand as such, in any case and composition, behind line ends and within JSON in texts', () => {
    expect(of({ before: { x: 'line\nZoé' }, after: {} }).before.x).toBe('line\n[redacted]');
    expect(of({ before: { x: 'ZOE\u0301!' }, after: {} }).before.x).toBe('[redacted]!');
    expect(of({ before: { x: 'Zoétrope' }, after: {} })).toBeUndefined();
    expect(of({ before: { x: 'acb' }, after: {} })).toBeUndefined();
    const inner = JSON.stringify({ a: 'x\nZoé' });
    expect(JSON.parse(of({ before: { x: inner }, after: {} }).before.x)).toEqual({ a: 'x\n[redacted]' });
    expect(of({ after: { x: 'a se"cret' } })).toMatchObject({ after: { x: 'a [redacted]' }, redacted: ['x'] });
  });
  it('what the program says itself stays, and the key of the whole stands last', () => {
    const key = '00000000-0000-0000-0000-000000000000';
    const text = new Redactor({ words: ['api', 'Zoé'], texts: [] }).properties(
      JSON.stringify({ before: {}, after: { x: 'api' }, via: 'api', whole: key }),
    )!;
    expect(JSON.parse(text)).toEqual({
      before: {},
      after: { x: '[redacted]' },
      via: 'api',
      redacted: ['x'],
      whole: key,
    });
    expect(text.endsWith(`"whole":"${key}"}`)).toBe(true);
  });
});
