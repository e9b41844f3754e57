/** Events 5: deliveries: in order, signed, at least once, under the rights of the owner at that moment. @seconds 30 */
import { createPublicKey, verify } from 'node:crypto';
import { CloudEvent } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import { RetryPlan } from '../../../src/events/webhooks/retry-plan.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { Receiver, until, type Json, type Reply } from './receiver.js';

describe.each(ENGINES)('events 5: deliveries of webhooks on %s', (engine) => {
  let server: TestServer;
  let receiver: Receiver;
  beforeAll(async () => {
    server = await TestServer.start(engine, { WEBHOOK_TARGETS: '127.0.0.1', WEBHOOK_TIMEOUT: '1' });
    server.server.app.get(RetryPlan).pauses = [40, 40, 40, 40, 40];
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    for (const { id } of (await server.get('/api/webhooks')).body) await server.delete(`/api/webhooks/${id}`);
    await receiver.stop();
  });

  let made = 0;
  const hook = async (settings: object, token = server.token): Promise<Json> => {
    const body = { name: `hook ${++made}`, url: receiver.url, events: ['*'], ...settings };
    const answer = await server.post('/api/webhooks', body, { token });
    expect([answer.status, answer.body.message]).toEqual([201, undefined]);
    return answer.body;
  };
  const site = async (name: string): Promise<number> => (await server.post('/api/sites', { name })).body.id;
  const stateOf = async (id: number): Promise<Json> => (await server.get(`/api/webhooks/${id}`)).body.data;
  const names = (): string[] => receiver.taken.map(({ data }) => data.object?.name ?? data.name);

  it('tells each change once, in order, with a signature that the published library verifies', async () => {
    const { id, secret } = await hook({ headers: { 'x-key': 'of the receiver' } });
    for (let i = 0; i < 5; i++) await site(`In order ${i}`);
    await until(() => receiver.taken.length >= 5);
    expect(names()).toEqual([0, 1, 2, 3, 4].map((i) => `In order ${i}`));
    const library = new Webhook(secret);
    for (const { headers, text, events } of receiver.requests) {
      expect(library.verify(text, headers as Record<string, string>)).toEqual(events[0]);
      expect(headers['content-type']).toMatch(/^application\/cloudevents\+json/);
      expect([headers['x-key'], headers['user-agent']]).toEqual([
        'of the receiver',
        expect.stringMatching(/^Meridian\//),
      ]);
      expect(() => new CloudEvent(events[0], true)).not.toThrow();
    }
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
    const feed = await server.get('/api/changes?resource=sites');
    expect(receiver.taken).toEqual(feed.body.changes.slice(-5));
    await until(async () => (await stateOf(id)).last_success_at !== null);
    expect(await stateOf(id)).toMatchObject({ state: 'ok', lag: 0, paused_reason: null, headers: { 'x-key': true } });
  });

  it('repeats what failed under the same id, and tells what came meanwhile behind it', async () => {
    const { id } = await hook({ events: ['sites.created'] });
    const replies: Reply[] = [503, 'cut', 'upgrade', 'hang'];
    receiver.reply = () => replies.shift() ?? 200;
    await site('Repeated');
    await site('Behind it');
    await until(() => receiver.requests.length >= 1);
    await until(async () => (await stateOf(id)).state === 'failing');
    await until(() => receiver.taken.length >= 2);
    expect(names()).toEqual(['Repeated', 'Behind it']);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect([new Set(ids.slice(0, 5)).size, new Set(ids).size]).toEqual([1, 2]);
    await until(async () => (await stateOf(id)).state === 'ok');
    const deliveries = (await server.get(`/api/webhooks/${id}/deliveries`)).body;
    expect(
      deliveries
        .map(({ error }: Json) => error)
        .slice(-4)
        .sort(),
    ).toEqual(['refused', 'refused', 'status', 'timeout']);
  });

  it('gives up what a receiver refuses five times, keeps it, and sends it again when asked', async () => {
    const { id } = await hook({ events: ['sites.created'] });
    receiver.reply = ({ events: [event] }) => (event.data.object.name === 'Refused' ? 422 : 200);
    await site('Refused');
    await site('Taken');
    await until(() => receiver.taken.length === 1);
    expect([names(), receiver.requests.length]).toEqual([['Taken'], 6]);
    const [dead] = (await server.get(`/api/webhooks/${id}/dead`)).body;
    expect(dead).toMatchObject({
      reason: 'refused',
      status: 422,
      delivery: receiver.requests[0]!.headers['webhook-id'],
    });
    receiver.reply = () => 200;
    const again = await server.post(`/api/webhooks/${id}/dead/${dead.id}/redeliver`, undefined);
    expect(again.body).toMatchObject({ status: '2xx', error: null });
    expect(receiver.requests.at(-1)!.headers['webhook-id']).toBe(dead.delivery);
    expect((await server.get(`/api/webhooks/${id}/dead`)).body).toEqual([]);
  });

  it('is paused where nobody is there any more, and goes on where it was', async () => {
    const { id } = await hook({ events: ['sites.*'] });
    receiver.reply = () => 410;
    await site('Gone');
    await until(async () => (await stateOf(id)).paused_reason === 'gone');
    receiver.reply = () => 200;
    await server.post(`/api/webhooks/${id}/resume`, undefined);
    await until(() => receiver.taken.length === 1);
    expect(names()).toEqual(['Gone']);
  });

  it('keeps to Retry-After', async () => {
    const { id } = await hook({ events: ['sites.*'] });
    receiver.reply = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    await site('Later');
    await until(async () => (await stateOf(id)).state === 'failing');
    const [row] = await server.database.all('SELECT next_at FROM own_webhooks WHERE id = ?', [id]);
    expect(Number(row!['next_at']) - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('sends batches, thin ones, and what is too long without its content', async () => {
    await hook({ events: ['sites.created'], batch: 10, batch_wait: 1, payload: 'thin', plain_json: true });
    for (let i = 0; i < 4; i++) await site(`Batch ${i}`);
    await until(() => receiver.requests.length === 1);
    const [{ headers, events }] = receiver.requests as [Json];
    expect(headers['content-type']).toBe('application/json');
    expect(events.map(({ data }: Json) => [data.name, 'object' in data])).toEqual(
      [0, 1, 2, 3].map((i) => [`Batch ${i}`, false]),
    );
    const { id } = await hook({ events: ['sites.updated'] });
    const long = await site('Long');
    await server.patch(`/api/sites/${long}`, { description: 'x'.repeat(200_000) });
    await server.patch(`/api/sites/${long}`, { description: 'y'.repeat(200_000) });
    await until(() => receiver.taken.some(({ type }) => type === 'meridian.sites.updated'));
    await until(
      async () =>
        (await stateOf(id)).lag === 0 &&
        receiver.taken.filter(({ type }) => type === 'meridian.sites.updated').length === 2,
    );
    const updates = receiver.taken.filter(({ type }) => type === 'meridian.sites.updated').map(({ data }) => data);
    expect(updates[0].truncated).toBeUndefined();
    expect(updates[1]).toMatchObject({ truncated: true, changes: ['description'] });
  });

  it('tells what fields, conditions and filters let through', async () => {
    await hook({
      events: ['applications.updated'],
      fields: ['rto'],
      filter: { applications: { name_starts: 'Kept' } },
    });
    const other = await Receiver.start();
    await hook({ url: other.url, events: ['applications.*'], when: [{ field: 'rto', from: 60, to: 30 }] });
    const make = async (name: string): Promise<number> =>
      (await server.post('/api/applications', { name, rto: 60 })).body.id;
    const [kept, left] = [await make('Kept'), await make('Left out')];
    for (const id of [kept, left]) {
      await server.patch(`/api/applications/${id}`, { description: 'told to nobody' });
      await server.patch(`/api/applications/${id}`, { rto: 30 });
      await server.patch(`/api/applications/${id}`, { rto: 20 });
    }
    await until(() => receiver.taken.length === 2 && other.taken.length === 2);
    expect(receiver.taken.map(({ data }) => [data.id, data.changes.rto])).toEqual([
      [kept, [60, 30]],
      [kept, [30, 20]],
    ]);
    expect(other.taken.map(({ data }) => [data.id, data.changes.rto])).toEqual([
      [kept, [60, 30]],
      [left, [60, 30]],
    ]);
    await other.stop();
  });

  it('signs with the former secret too for a while, and with a key that may be public', async () => {
    const { id, secret } = await hook({ events: ['sites.*'] });
    const rotated = (await server.post(`/api/webhooks/${id}/rotate-secret`, {})).body;
    expect(rotated.secret).not.toBe(secret);
    await site('Both');
    await until(() => receiver.requests.length === 1);
    for (const one of [secret, rotated.secret])
      expect(() =>
        new Webhook(one).verify(receiver.requests[0]!.text, receiver.requests[0]!.headers as Json),
      ).not.toThrow();
    await server.patch(`/api/webhooks/${id}`, { signature: 'v1a' });
    await server.post(`/api/webhooks/${id}/rotate-secret`, { immediately: true });
    await site('By key');
    await until(() => receiver.requests.length === 2);
    const { headers, text } = receiver.requests[1]!;
    const [key] = (await server.get(`/api/webhooks/${id}/key`)).body.keys;
    const x = Buffer.from(key.slice(5), 'base64').toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const [, signature] = /^v1a,(\S+)$/.exec(String(headers['webhook-signature']))!;
    const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`);
    expect(verify(null, signed, publicKey, Buffer.from(signature!, 'base64'))).toBe(true);
  });

  it("asks for the owner's rights at each delivery", async () => {
    const rights = ['webhook_access', 'webhook_show', 'webhook_create', 'webhook_edit', 'site_access', 'site_show'];
    const { token, roleId } = await server.userWith([...rights, 'building_access']);
    const { id } = await hook({ events: ['*'] }, token);
    await server.post('/api/applications', { name: 'Not theirs' });
    await site('Theirs');
    await until(() => receiver.taken.length === 1);
    expect(names()).toEqual(['Theirs']);
    const taken =
      "DELETE FROM permission_role WHERE role_id = ? AND permission_id IN (SELECT id FROM permissions WHERE title LIKE 'site%')";
    await server.database.run(taken, [roleId]);
    await site('No longer theirs');
    await until(async () => (await stateOf(id)).lag === 0);
    expect(names()).toEqual(['Theirs']);
    await server.database.run(
      'UPDATE users SET deleted_at = ? WHERE id = (SELECT owner_id FROM own_webhooks WHERE id = ?)',
      ['2026-01-01 00:00:00', id],
    );
    await site('Of nobody');
    await until(async () => (await stateOf(id)).paused_reason === 'owner');
    expect(receiver.taken).toHaveLength(1);
  });

  it('goes on behind what is no longer kept, and says so', async () => {
    const { id } = await hook({ events: ['sites.*'] });
    await server.post(`/api/webhooks/${id}/pause`, undefined);
    await site('Never told');
    await server.get('/api/changes/info');
    await server.database.run('DELETE FROM own_events');
    await server.database.run('UPDATE own_event_feed SET oldest = number');
    await site('Told again');
    await server.post(`/api/webhooks/${id}/resume`, undefined);
    await until(() => receiver.taken.length === 2);
    expect(receiver.taken[0]).toMatchObject({
      type: 'meridian.feed.gap',
      data: { from: expect.any(String), to: expect.any(String) },
    });
    expect(receiver.taken[1].data.name).toBe('Told again');
  });

  it('costs as many statements for a hundred events as for three', async () => {
    const { id } = await hook({ events: ['sites.created'], batch: 100 });
    const count = async (events: number): Promise<number> => {
      await server.post(`/api/webhooks/${id}/pause`, undefined);
      const items = Array.from({ length: events }, (_, i) => ({ name: `Counted ${events} ${i}` }));
      expect((await server.post('/api/sites/mass-store', { items })).status).toBe(201);
      await server.get('/api/changes/info');
      const before = receiver.taken.length;
      const statements = await server.statements(async () => {
        await server.post(`/api/webhooks/${id}/resume`, undefined);
        await until(() => receiver.taken.length === before + events);
        await until(
          async () =>
            Number((await server.database.all('SELECT lease_until FROM own_webhooks'))[0]!['lease_until']) === 0,
        );
      });
      return statements.filter((sql) => /UPDATE|INSERT|DELETE|own_events/.test(sql) && !sql.includes('waiting')).length;
    };
    expect(await count(100)).toBe(await count(3));
  });
});
