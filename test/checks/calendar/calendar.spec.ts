/** The own calendar: its address, what stands in it, and for whom (checks 6). @seconds 20 */
import ICAL from 'ical.js';
import { ENGINES } from '../../support/engines.js';
import { ADMIN, TestServer, type TestAnswer } from '../../support/server.js';
import { readCalendar, type ReadEvent } from './read-calendar.js';

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const NAME = `Messagerie; « été », \\ ${'très '.repeat(20)}longue`;

/** As a library reads it, in its strict way, which warns of what it mends. */
function readByLibrary(text: string): Array<[uid: string, day: string, summary: string]> {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const found = calendar.getAllSubcomponents('vevent').map((part): [string, string, string] => {
    const event = new ICAL.Event(part, { strictExceptions: true });
    expect([event.startDate.isDate, event.duration.toSeconds()]).toEqual([true, 86_400]);
    return [event.uid, event.startDate.toString(), event.summary];
  });
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
  return found;
}

describe.each(ENGINES)('calendars on %s', (engine) => {
  let server: TestServer;
  let certificate: number;
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await server.post(`/api/${path}`, body);
    expect([path, answer.status, answer.body]).toEqual([path, 201, expect.anything()]);
    return answer.body.id as number;
  };
  /** What a program of calendars gets, which has no token. */
  const read = (url: string, headers: Record<string, string> = {}): Promise<TestAnswer> =>
    server.get(new URL(url).pathname, { token: null, headers });
  const events = async (url: string, headers?: Record<string, string>): Promise<ReadEvent[]> => {
    const { status, body, headers: given } = await read(url, headers);
    expect([status, given.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const found = readCalendar(Buffer.from(body as string));
    expect(readByLibrary(body as string)).toEqual(found.map(({ uid, day, summary }) => [uid, day, summary]));
    return found;
  };
  const own = async (token?: string, language?: string): Promise<string> => {
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
    const answer = await server.post('/api/me/calendar', undefined, { headers, ...(token && { token }) });
    expect(answer.status).toBe(201);
    return answer.body.url as string;
  };

  beforeAll(async () => {
    server = await TestServer.start(engine);
    certificate = await made('certificates', { name: NAME, end_validity: dayIn(30) });
    await made('logical-servers', { name: 'SRV-1', next_update: dayIn(5) });
    await made('certificates', { name: 'long gone', end_validity: '2001-01-01' });
    await made('certificates', { name: 'without an end' });
  });
  afterAll(() => server.stop());

  it('holds end days and planned updates in their order, in the language that is asked for', async () => {
    const url = await own();
    expect(url).toMatch(/^http:\/\/[^/]+\/calendar\/[\w-]{43}\.ics$/);
    const french = await events(url, { 'accept-language': 'fr' });
    expect(french.map(({ day, summary }) => [day, summary])).toEqual([
      [dayIn(5), 'SRV-1 (Serveur logique) · Prochaine mise à jour'],
      [dayIn(30), `${NAME} (Certificat) · Valable jusqu’au`],
    ]);
    expect(french[1]!.url).toMatch(new RegExp(`^http://[^/]+/objects/certificates/${certificate}$`));
    const [first] = await events(url);
    expect(first!.summary).toMatch(/^SRV-1 \(Logical server\) · Next/);
    expect(first!.uid).toBe(french[0]!.uid);
  });

  it('is in the language of the page on which its owner asked for it, whatever an administrator wrote of them', async () => {
    const url = await own(undefined, 'fr-FR,fr;q=0.9');
    const summaryOf = async (): Promise<string> => (await events(url))[0]!.summary;
    expect(await summaryOf()).toBe('SRV-1 (Serveur logique) · Prochaine mise à jour');
    await server.database.run("UPDATE users SET language = 'en' WHERE login = ?", [ADMIN.login]);
    expect(await summaryOf()).toBe('SRV-1 (Serveur logique) · Prochaine mise à jour');
    await server.database.run('UPDATE users SET language = NULL WHERE login = ?', [ADMIN.login]);
  });

  it('an entry says what it is, why, what to do, and where', async () => {
    const [planned, ending] = await events(await own(undefined, 'fr'));
    expect(planned!.description!.split('\n')).toEqual([
      expect.stringMatching(/^SRV-1 \(Serveur logique\) · Prochaine mise à jour\u00a0: .+ \d{4}\.$/),
      expect.stringMatching(/^Que faire\u00a0: Faites la mise à jour/),
      planned!.url,
    ]);
    expect(ending!.description!.split('\n')).toEqual([
      expect.stringMatching(/· Valable jusqu’au\u00a0: .+ \d{4}\.$/),
      'Certificats qui expirent\u00a0: Certificats expirés, ou qui expirent dans les 30 jours.',
      'Que faire\u00a0: Renouvelez le certificat, installez-le, puis saisissez ici ses nouvelles dates.',
      ending!.url,
    ]);
  });

  it('what a check says of an entry changes with the check', async () => {
    const url = await own();
    const [{ id }] = (await server.get('/api/checks?filter[key]=certificates-end')).body;
    const before = (await events(url)).find(({ uid }) => uid.startsWith('certificates-'))!;
    for (const [body, words] of [
      [{ advices: { en: 'Ask Ada.' } }, 'What to do: Ask Ada.'],
      [{ enabled: false }, 'What to do: Renew or replace it'],
    ] as const) {
      await new Promise((wake) => setTimeout(wake, 1100));
      expect((await server.patch(`/api/checks/${id}`, body)).status).toBe(200);
      const after = (await events(url)).find(({ uid }) => uid === before.uid)!;
      expect([after.sequence > before.sequence, after.description]).toEqual([true, expect.stringContaining(words)]);
    }
    await server.patch(`/api/checks/${id}`, { reset: true });
    await server.patch(`/api/checks/${id}`, { enabled: true });
  });

  it('an entry that changes keeps its name and has a higher number; one of a deleted object is gone', async () => {
    const url = await own();
    const before = (await events(url)).find(({ uid }) => uid.startsWith('certificates-'))!;
    // Changes are told apart by the second.
    await new Promise((wake) => setTimeout(wake, 1100));
    await server.patch(`/api/certificates/${certificate}`, { end_validity: dayIn(31) });
    const after = (await events(url)).find(({ uid }) => uid === before.uid)!;
    expect([after.day, after.sequence > before.sequence]).toEqual([dayIn(31), true]);
    const other = await made('certificates', { name: 'for a moment', end_validity: dayIn(3) });
    expect(await events(url)).toHaveLength(3);
    await server.delete(`/api/certificates/${other}`);
    expect(await events(url)).toHaveLength(2);
  });

  it('holds acceptances that run out, with the reason', async () => {
    await made('certificates', { name: 'soon', end_validity: dayIn(2) });
    const { run } = (await server.post('/api/checks/run', { checks: ['certificates-end'] })).body;
    let state = '';
    while (state !== 'done') {
      ({ state } = (await server.get(`/api/checks/runs/${run}`)).body.data);
      expect(state).not.toBe('failed');
    }
    const [found] = (await server.get('/api/findings?filter[check]=certificates-end&sort=-id')).body;
    const accepted = { accepted_until: dayIn(60), reason: 'The supplier, in spring.' };
    expect((await server.patch(`/api/findings/${found.id}`, accepted)).status).toBe(200);
    const entry = (await events(await own())).find(({ uid }) => uid.startsWith('finding-'))!;
    expect([entry.day, entry.summary]).toEqual([
      dayIn(60),
      `${found.name} · Certificates run out · Acceptance runs out`,
    ]);
    expect(entry.description).toMatch(
      /^soon · Ends on .+\nAccepted until .+, by .+: The supplier, in spring\.\nWhat to do: /,
    );
    expect(entry.description!.split('\n').at(-1)).toBe(entry.url);
  });

  it('there is one address for each user, kept as a hash; a new one ends the old, and both end when told to', async () => {
    const [first, second] = [await own(), await own()];
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    const rows = await server.database.all('SELECT * FROM own_calendar_keys');
    const key = second.slice(-47, -4);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(key);
    const told = await server.get('/api/me/calendar');
    expect(told.body.data.created_at).toMatch(/Z$/);
    expect(JSON.stringify(told.body)).not.toContain(key);
    expect((await server.delete('/api/me/calendar')).status).toBe(200);
    expect((await server.get('/api/me/calendar')).body).toEqual({ data: null });
    const gone = await read(second);
    expect([gone.status, JSON.stringify(gone.body)]).toEqual([404, expect.not.stringContaining('Certificat')]);
    const journal = JSON.stringify(await server.database.all('SELECT * FROM audit_logs'));
    expect(journal).toContain('calendar_ended');
    expect(journal).not.toContain(key);
  });

  it('shows what its owner may list at that moment, and ends with their disabling', async () => {
    const [role] = (await server.get('/api/roles?filter[title]=User')).body;
    const body = { login: 'keeper', name: 'K', email: 'k@example.org', password: ADMIN.password, roles: [role.id] };
    const id = await made('users', body);
    const url = await own(await server.login('keeper', ADMIN.password));
    expect((await events(url)).map(({ uid }) => uid)).toContain(`certificates-${certificate}-end_validity@meridian`);
    await server.patch(`/api/users/${id}`, { roles: [] });
    expect(await events(url)).toEqual([]);
    await server.patch(`/api/users/${id}`, { roles: [role.id] });
    expect((await events(url)).length).toBeGreaterThan(0);
    await server.patch(`/api/users/${id}`, { disabled: true });
    expect((await read(url)).status).toBe(404);
    await server.patch(`/api/users/${id}`, { disabled: false });
    expect((await read(url)).status).toBe(404);
  });

  it('a named token makes none; whatever is no key is not found', async () => {
    const { token } = (await server.post('/api/tokens', { name: 'script' })).body;
    for (const method of ['POST', 'DELETE'] as const)
      expect((await server.request(method, '/api/me/calendar', { token })).status).toBe(403);
    for (const path of ['x', 'x.ics', `${'A'.repeat(43)}.ics`, `${'A'.repeat(43)}`, "'%20or%201=1.ics"])
      expect([path, (await server.get(`/calendar/${path}`, { token: null })).status]).toEqual([path, 404]);
  });

  it('is read sixty times an hour, and a hundred guesses get no further', async () => {
    const url = await own();
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) statuses.push((await read(url)).status);
    expect([statuses.filter((one) => one === 200).length, statuses.at(-1)]).toEqual([60, 429]);
    const limited = await read(url);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3000);
    const guesses: number[] = [];
    for (let i = 0; i < 100; i++)
      guesses.push((await server.get(`/calendar/${String(i).padStart(43, 'B')}.ics`, { token: null })).status);
    expect(guesses.filter((one) => one === 404).length).toBeLessThanOrEqual(60);
    expect(guesses.at(-1)).toBe(429);
  });
});
