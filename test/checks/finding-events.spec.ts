/** What happens to findings, in the feed, the stream and webhooks: seen exactly by who sees the finding (checks 6). @seconds 15 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Change {
  id: string;
  type: string;
  subject: string;
  data: {
    id: number;
    action: string;
    name: string | null;
    object: Record<string, unknown>;
    by: { user_id: number | null; via: string };
    origin: { resource: string; id: number };
  };
}

describe.each(ENGINES)('checks 6: events of findings on %s', (engine) => {
  let server: TestServer;
  let certificate: number;
  const run = async (): Promise<void> => {
    const { run: id } = (await server.post('/api/checks/run', { checks: ['certificates-end'] })).body;
    for (let state = ''; state !== 'done';) {
      ({ state } = (await server.get(`/api/checks/runs/${id}`)).body.data);
      expect(state).not.toBe('failed');
    }
  };
  const now = async (): Promise<string> => (await server.get('/api/changes?since=now')).body.cursor;
  const since = async (cursor: string, query = '', token = server.token): Promise<Change[]> => {
    const { status, body } = await server.get(`/api/changes?since=${cursor}${query}`, { token });
    expect(status).toBe(200);
    return body.changes;
  };

  beforeAll(async () => {
    server = await TestServer.start(engine, { CHECKS_AFTER: '0' });
    certificate = (await server.post('/api/certificates', { name: 'Mail', end_validity: dayIn(9) })).body.id;
  });
  afterAll(() => server.stop());

  it('are opened, accepted, reopened and gone, in this order, once each', async () => {
    const cursor = await now();
    await run();
    await run();
    const [finding] = (await server.get('/api/findings?filter[check]=certificates-end')).body;
    const accepted = { accepted_until: dayIn(60), reason: 'In spring.' };
    await server.patch(`/api/findings/${finding.id}`, accepted);
    await server.patch(`/api/findings/${finding.id}`, { accepted_until: null });
    await server.patch(`/api/certificates/${certificate}`, { end_validity: dayIn(900) });
    await run();
    await server.patch(`/api/certificates/${certificate}`, { end_validity: dayIn(3) });
    await run();
    const changes = await since(cursor, '&resource=findings');
    expect(changes.map(({ type }) => type)).toEqual(
      ['opened', 'accepted', 'reopened', 'gone', 'reopened'].map((action) => `meridian.findings.${action}`),
    );
    const [opened, taken] = changes;
    expect([opened!.subject, opened!.data.name]).toEqual([`findings/${finding.id}`, 'Mail']);
    expect(opened!.data.object).toEqual({
      ...{ check: 'certificates-end', severity: finding.severity, type: 'certificates', object_id: certificate },
    });
    expect(opened!.data.by).toEqual({ user_id: null, via: 'system' });
    expect(opened!.data.origin).toEqual({ resource: 'certificates', id: certificate });
    expect(taken!.data.object).toMatchObject({ ...{ accepted_until: dayIn(60) }, accepted_reason: 'In spring.' });
    expect(taken!.data.by).toEqual({ user_id: 1, via: 'api' });
    // Among all others, and by what happened.
    const all = await since(cursor);
    expect(all.filter(({ type }) => type.startsWith('meridian.findings.'))).toEqual(changes);
    expect(all.map(({ type }) => type)).toContain('meridian.certificates.updated');
    expect((await since(cursor, '&action=gone,opened')).map(({ data }) => data.action)).toEqual(['opened', 'gone']);
    expect(await since(cursor, `&resource=findings&id=${finding.id + 1}`)).toEqual([]);
    expect(await since(changes[2]!.id, '&resource=findings')).toEqual(changes.slice(3));
    expect((await server.get('/api/changes?resource=finding')).status).toBe(400);
  });

  it('a finding event is seen exactly by who sees the finding', async () => {
    const cursor = await now();
    const site = await server.post('/api/certificates', { name: 'MARKER', end_validity: dayIn(2) });
    await run();
    const seenBy = async (token: string): Promise<[events: number[], findings: number[]]> => {
      const events = (await since(cursor, '&resource=findings', token)).map(({ data }) => data.id);
      const { status, body } = await server.get('/api/findings?filter[state]=all', { token });
      const ids = status === 200 ? (body as Array<{ id: number; first_seen: string }>).map(({ id }) => id) : [];
      return [events, ids];
    };
    const [events, findings] = await seenBy(server.token);
    expect(events).toHaveLength(1);
    expect(findings).toEqual(expect.arrayContaining(events));
    for (const [abilities, count] of [
      [['finding_access', 'certificate_access'], 1],
      [['finding_access', 'site_access'], 0],
      [['certificate_access'], 0],
      [[], 0],
    ] as const) {
      const { token } = await server.userWith(abilities);
      expect([abilities, (await seenBy(token))[0].length]).toEqual([abilities, count]);
      if (!count) expect(JSON.stringify(await since(cursor, '', token))).not.toMatch(/findings/);
    }
    // One object that was delegated.
    const keeper = await server.userWith(['finding_access']);
    const given = await server.post('/api/cartographers', {
      ...{ user_id: keeper.id, cartographiable_type: 'certificates', cartographiable_id: site.body.id },
    });
    expect(given.status).toBe(201);
    const [own, listed] = await seenBy(keeper.token);
    expect([own, listed]).toEqual([events, events]);
    // Whoever deletes the object takes its finding from sight.
    await server.delete(`/api/certificates/${site.body.id}`);
    expect((await seenBy(server.token))[0]).toEqual([]);
  });

  it('hooks name them, and no others', async () => {
    for (const [pattern, status] of [
      ['findings.*', 201],
      ['findings.opened', 201],
      ['*.gone', 201],
      ['findings.created', 422],
      ['sites.opened', 422],
    ] as const) {
      const body = { name: pattern, url: 'https://receiver.example/', events: [pattern] };
      expect([pattern, (await server.post('/api/webhooks', body)).status]).toEqual([pattern, status]);
    }
  });

  it('the stream sends them', async () => {
    const cursor = await now();
    const abort = new AbortController();
    const stream = await fetch(`${server.url}/api/changes/stream?since=${cursor}&resource=findings`, {
      headers: { authorization: `Bearer ${server.token}` },
      signal: abort.signal,
    });
    await server.post('/api/certificates', { name: 'Streamed', end_validity: dayIn(4) });
    await run();
    let text = '';
    for await (const part of stream.body!) {
      text += Buffer.from(part as Uint8Array).toString();
      if (text.includes('Streamed') && text.includes('\n\n', text.indexOf('Streamed'))) break;
    }
    abort.abort();
    expect(text).toContain('"type":"meridian.findings.opened"');
  });

  it('the AsyncAPI document has each of them', async () => {
    const { body } = await server.get('/api/asyncapi.json', { token: null });
    for (const action of ['opened', 'gone', 'accepted', 'reopened'])
      expect(body.components.messages[`findings.${action}`].name).toBe(`meridian.findings.${action}`);
  });
});
