/** Letters: who gets which, when, and what is in them (checks 6). @seconds 25 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LettersService } from '../../../src/checks/letters/letters.service.js';
import { LetterSender } from '../../../src/checks/letters/sender.js';
import { ENGINES } from '../../support/engines.js';
import { ADMIN, TestServer } from '../../support/server.js';
import { MailServer, type TakenLetter } from './mail-server.js';

const BASE = 'https://map.example.org';
const DAY = 86_400_000;
/** Seconds that go by without anybody waiting for them. */
let passed = 0;
const real = Date.now;
const later = (): void => void (passed += 2000);
beforeAll(() => void jest.spyOn(Date, 'now').mockImplementation(() => real() + passed));
afterAll(() => jest.restoreAllMocks());

const dayIn = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

describe.each(ENGINES)('checks 6: letters on %s', (engine) => {
  let server: TestServer;
  let mail: MailServer;
  let settings: Record<string, string>;
  let keeper: { token: string; id: number };

  const made = async (path: string, body: object): Promise<number> => {
    const answer = await server.post(`/api/${path}`, body);
    expect([path, answer.status, answer.body]).toEqual([path, 201, expect.anything()]);
    return answer.body.id as number;
  };
  const run = async (keys: string[]): Promise<void> => {
    const { run: id } = (await server.post('/api/checks/run', { checks: keys })).body;
    for (let state = ''; state !== 'done';) {
      ({ state } = (await server.get(`/api/checks/runs/${id}`)).body.data);
      expect(state).not.toBe('failed');
    }
  };
  /** Lets some days go by for everybody who gets letters, and sends what is due. */
  const morning = async (from: TestServer = server): Promise<TakenLetter[]> => {
    mail.letters.length = 0;
    await from.database.run('UPDATE own_letters SET next_at = 1');
    // Findings are counted by the second: the next ones are of a later one.
    later();
    await from.server.app.get(LetterSender).look();
    return [...mail.letters];
  };
  const choose = (every: string, token: string): ReturnType<TestServer['request']> =>
    server.request('PUT', '/api/me/letters', { body: { every }, token });
  const watch = (href: string, token: string, at = server): ReturnType<TestServer['request']> =>
    at.post('/api/me/letters/watches', { href, name: `Watched ${href}`.slice(0, 100) }, { token });

  beforeAll(async () => {
    mail = await MailServer.start();
    settings = { MAIL_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'Meridian <map@example.org>', PUBLIC_URL: BASE };
    server = await TestServer.start(engine, { ...settings, CHECKS_AFTER: '0' });
    const abilities = [
      'certificate_access',
      'certificate_show',
      'site_access',
      'site_show',
      'finding_access',
      'graph_access',
    ];
    keeper = await server.userWith(abilities);
    await server.database.run("UPDATE users SET email = 'keeper@example.org', language = 'fr' WHERE id = ?", [
      keeper.id,
    ]);
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
  });

  it('nobody gets letters who did not ask for them; who asks has an address, and says how often', async () => {
    expect((await server.get('/api/me/letters', { token: keeper.token })).body.data).toEqual({
      ...{ available: true, email: 'keeper@example.org', every: 'none', language: null },
      ...{ sent_at: null, error: null, watches: [] },
    });
    await made('certificates', { name: 'Before', end_validity: dayIn(3) });
    await run(['certificates-end']);
    expect(await morning()).toEqual([]);
    for (const bad of [undefined, '', 'hourly', 7, ['daily'], {}]) {
      const { status, body } = await server.request('PUT', '/api/me/letters', {
        body: { every: bad },
        token: keeper.token,
      });
      expect([bad, status, Object.keys(body.errors)]).toEqual([bad, 422, ['every']]);
    }
    const poor = await server.userWith(['finding_access']);
    await server.database.run('UPDATE users SET email = NULL WHERE id = ?', [poor.id]);
    expect((await choose('daily', poor.token)).body.errors.every[0]).toMatch(/e-mail/);
    expect((await choose('weekly', keeper.token)).body.data.every).toBe('weekly');
    expect((await choose('daily', keeper.token)).body.data.every).toBe('daily');
    const [row] = await server.database.all('SELECT next_at FROM own_letters');
    expect(Number(row!['next_at'])).toBeGreaterThan(Date.now());
    expect(Number(row!['next_at'])).toBeLessThanOrEqual(Date.now() + DAY);
  });

  it('one letter says what is new, what ends and what went, in the language of its reader', async () => {
    const id = await made('certificates', { name: 'Portail <b>patient</b> & « été »', end_validity: dayIn(9) });
    await run(['certificates-end']);
    const [letter, ...others] = await morning();
    expect(others).toEqual([]);
    expect([letter!.to, letter!.headers['from']]).toEqual([['keeper@example.org'], 'Meridian <map@example.org>']);
    expect(letter!.headers['subject']).toBe('Meridian\u00a0: 1 nouveau constat, 2 échéances proches');
    expect(letter!.text).toContain('Portail <b>patient</b> & « été »');
    expect(letter!.text).toContain(`${BASE}/objects/certificates/${id}`);
    expect(letter!.text).toContain('Nouveaux constats');
    // When in words, what to do, and how much there is beside what is new.
    const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });
    expect(letter!.text).toContain(`[${day.format(Date.parse(dayIn(9)))}]`);
    expect(letter!.text).toMatch(/Prend fin le .+\. Renouvelez le certificat/);
    expect(letter!.text).toContain('Tous les constats (2 de gravité critique ou élevée sont ouverts)');
    expect(letter!.html).toContain('Portail &lt;b&gt;patient&lt;/b&gt; &amp; « été »');
    expect(letter!.html).toContain('<html lang="fr">');
    // Nothing of it is fetched from anywhere.
    expect(letter!.html).not.toMatch(/<(img|script|link|iframe)|url\(|src=|@import/i);
    expect([...letter!.html.matchAll(/href="([^"]+)"/g)].every(([, href]) => href!.startsWith(`${BASE}/`))).toBe(true);
    expect(await morning()).toEqual([]);
    await server.delete(`/api/certificates/${id}`);
    await server.patch(`/api/certificates/${(await server.get('/api/certificates?filter[name]=Before')).body[0].id}`, {
      end_validity: dayIn(900),
    });
    await run(['certificates-end']);
    const [second] = await morning();
    expect(second!.headers['subject']).toBe('Meridian\u00a0: 1 constat résolu');
    expect(second!.text).toContain('Before');
    expect(second!.text).not.toContain('Portail');
  });

  it('begins what ends with what has ended and is open; what was accepted is not said', async () => {
    const past = await made('certificates', { name: 'Long past', end_validity: dayIn(-20) });
    await made('certificates', { name: 'Lived with', end_validity: dayIn(-30) });
    await run(['certificates-end']);
    const [{ id }] = (await server.get('/api/findings?filter[day_lt]=-25d&sort=day')).body;
    const accepting = { accepted_until: dayIn(30), reason: 'Replaced in spring.' };
    expect((await server.patch(`/api/findings/${id}`, accepting)).status).toBe(200);
    await morning();
    // It is no longer new, and told beside what is.
    await made('certificates', { name: 'Soon', end_validity: dayIn(12) });
    await run(['certificates-end']);
    const [letter] = await morning();
    const [, ends] = letter!.text.split('Échéances passées, et des 30 prochains jours');
    expect(ends!.indexOf('Long past')).toBeGreaterThan(0);
    expect(ends!.indexOf('Long past')).toBeLessThan(ends!.indexOf('Soon'));
    expect(ends).toContain('Renouvelez le certificat');
    expect(letter!.text).not.toContain('Lived with');
    for (const { id: one } of (await server.get('/api/certificates')).body)
      await server.delete(`/api/certificates/${one}`);
    expect(past).toBeGreaterThan(0);
    await run(['certificates-end']);
    await morning();
  });

  it('says what changed of what is watched: an object, a filtered table, a saved map', async () => {
    const site = await made('sites', { name: 'Watched site' });
    const other = await made('sites', { name: 'Other site' });
    const saved = await server.post('/api/saved-maps', {
      ...{ name: 'Our map', is_public: true, state: { version: 1, map: `do=sites.${other}` } },
    });
    for (const href of [
      `/objects/sites/${site}`,
      '/objects/certificates?filter[name_like]=Kept%25&sort=name',
      `/map#saved=${saved.body.id}`,
    ])
      expect([href, (await watch(href, keeper.token)).status]).toEqual([href, 200]);
    expect((await watch(`/objects/sites/${site}`, keeper.token)).body.data.watches).toHaveLength(3);
    await morning();
    await server.patch(`/api/sites/${site}`, { name: 'Renamed site' });
    await server.patch(`/api/sites/${other}`, { description: 'said' });
    await made('certificates', { name: 'Kept one' });
    await made('certificates', { name: 'Left out' });
    const [letter] = await morning();
    expect(letter!.headers['subject']).toBe('Meridian\u00a0: 3 changements suivis');
    expect(letter!.text).toMatch(/Renamed site \(Site\) · modification\u00a0: Nom/);
    expect(letter!.text).toMatch(/Other site \(Site\) · modification\u00a0: Description/);
    expect(letter!.text).toMatch(/Kept one \(Certificat\) · création/);
    expect(letter!.text).not.toContain('Left out');
    expect(await morning()).toEqual([]);
  });

  it('refuses to watch what is not there for the caller, and what no page has', async () => {
    const hidden = await made('applications', { name: 'Hidden application' });
    for (const [href, status] of [
      [`/objects/applications/${hidden}`, 422],
      ['/objects/applications?filter[name]=x', 422],
      ['/objects/sites/999999', 422],
      ['/objects/nothing', 422],
      ['https://elsewhere.example/objects/sites', 422],
      ['/map#saved=99999', 422],
      ['/account', 422],
      ['/objects/sites?filter[nothing]=1', 400],
    ] as const) {
      const answer = await watch(href, keeper.token);
      expect([href, answer.status]).toEqual([href, status]);
      expect(JSON.stringify(answer.body)).toMatch(/href|filter\[nothing\]/);
    }
    const { watches } = (await server.get('/api/me/letters', { token: keeper.token })).body.data;
    expect(watches).toHaveLength(3);
    // They have the names of what their owner sees, which a token that is kept to less does not.
    const perimeter = (await server.post('/api/perimeters', { name: 'Of a script' })).body.id as number;
    const script = { name: 'Script', perimeters: [perimeter] };
    const kept = (await server.post('/api/tokens', script, { token: keeper.token })).body.token as string;
    expect((await server.get('/api/me/letters', { token: kept })).body.data).toMatchObject({ watches: [] });
    expect((await server.delete(`/api/me/letters/watches/${watches[0].id}`, { token: kept })).status).toBe(404);
    for (const { id } of watches)
      expect((await server.delete(`/api/me/letters/watches/${id}`, { token: keeper.token })).status).toBe(200);
    expect((await server.delete(`/api/me/letters/watches/${watches[0].id}`, { token: keeper.token })).status).toBe(404);
  });

  it('holds nothing that its reader may not list when it is sent', async () => {
    const name = 'MARKER-certificate';
    const id = await made('certificates', { name, end_validity: dayIn(5) });
    await watch(`/objects/certificates/${id}`, keeper.token);
    const site = await made('sites', { name: 'Seen site' });
    await watch(`/objects/sites/${site}`, keeper.token);
    await run(['certificates-end']);
    await server.patch(`/api/certificates/${id}`, { description: 'changed' });
    const { database } = server;
    const [ability] = await database.all("SELECT id FROM permissions WHERE title = 'certificate_access'");
    await database.run('DELETE FROM permission_role WHERE permission_id = ? AND role_id = ?', [
      ...[
        ability!['id']!,
        (await database.all('SELECT role_id FROM role_user WHERE user_id = ?', [keeper.id]))[0]!['role_id']!,
      ],
    ]);
    await server.patch(`/api/sites/${site}`, { description: 'changed' });
    const [letter] = await morning();
    expect(letter!.text).toContain('Seen site');
    expect(JSON.stringify(letter)).not.toContain(name);
    const roleId = (await database.all('SELECT role_id FROM role_user WHERE user_id = ?', [keeper.id]))[0]!['role_id']!;
    await database.run('INSERT INTO permission_role (role_id, permission_id) VALUES (?, ?)', [roleId, ability!['id']!]);
  });

  it('a server of mail that is away is tried again, told in the log, and its letter comes once it is back', async () => {
    await made('certificates', { name: 'While away', end_validity: dayIn(6) });
    await run(['certificates-end']);
    mail.refusing = true;
    expect(await morning()).toEqual([]);
    const [failing] = await server.database.all('SELECT * FROM own_letters');
    expect(Number(failing!['next_at'])).toBeGreaterThan(Date.now());
    expect(Number(failing!['next_at'])).toBeLessThan(Date.now() + DAY / 24);
    expect((await server.get('/api/me/letters', { token: keeper.token })).body.data.error).toMatch(/box is full/);
    mail.refusing = false;
    const { port } = mail;
    await mail.stop();
    await server.database.run('UPDATE own_letters SET next_at = 1');
    await server.server.app.get(LetterSender).look();
    expect((await server.get('/api/me/letters', { token: keeper.token })).body.data.error).toMatch(/ECONNREFUSED/);
    // After a day it is given up until the next letter is due, which says what this one did not.
    await server.database.run('UPDATE own_letters SET next_at = 1, failing_since = ?', [Date.now() - 25 * 3_600_000]);
    await server.server.app.get(LetterSender).look();
    const [given] = await server.database.all('SELECT * FROM own_letters');
    expect([given!['failing_since'], Number(given!['next_at']) > Date.now()]).toEqual([null, true]);
    mail = await MailServer.start(port);
    const [letter] = await morning();
    expect(letter!.text).toContain('While away');
    expect((await server.get('/api/me/letters', { token: keeper.token })).body.data.error).toBeNull();
    const metrics = String((await server.get('/metrics', { token: null })).body);
    expect(metrics).toMatch(/meridian_letters_total\{outcome="sent"\} [1-9]/);
    expect(metrics).toMatch(/meridian_letters_total\{outcome="failed"\} [1-9]/);
  });

  it('is in the language that its reader chooses, which begins as that of the page on which it was asked for', async () => {
    const ask = (every: string, language: string): ReturnType<TestServer['request']> =>
      server.request('PUT', '/api/me/letters', {
        ...{ body: { every }, token: keeper.token, headers: { 'accept-language': language } },
      });
    for (const [language, words] of [
      ['fr', 'Échéances'],
      ['en', 'Has ended, or ends within'],
    ] as const) {
      await ask('weekly', language);
      await ask('daily', language);
      await made('certificates', { name: `Asked for in ${language}`, end_validity: dayIn(6) });
      await run(['certificates-end']);
      expect((await morning())[0]!.text).toContain(words);
    }
    const { database } = server;
    const nextAt = async (): Promise<unknown> => (await database.all('SELECT next_at FROM own_letters'))[0]!['next_at'];
    const next = await nextAt();
    for (const [language, words] of [
      ['fr', 'Échéances'],
      ['en', 'Has ended, or ends within'],
    ] as const) {
      // It counts for more than the language of the request.
      const { status, body } = await server.put(
        '/api/me/letters',
        { every: 'daily', language },
        { token: keeper.token, headers: { 'accept-language': 'de,en;q=0.5' } },
      );
      expect([status, body.data.every, body.data.language]).toEqual([200, 'daily', language]);
      expect(await nextAt()).toBe(next);
      expect((await server.get('/api/me/letters', { token: keeper.token })).body.data.language).toBe(language);
      // As often as before, and no language: nothing changes.
      expect((await choose('daily', keeper.token)).body.data.language).toBe(language);
      await made('certificates', { name: `Chosen in ${language}`, end_validity: dayIn(6) });
      await run(['certificates-end']);
      expect((await morning())[0]!.text).toContain(words);
      await database.run('UPDATE own_letters SET next_at = ?', [next as number]);
    }
    for (const language of ['de', '', 7, ['fr'], {}]) {
      const bad = await server.put('/api/me/letters', { every: 'daily', language }, { token: keeper.token });
      expect([language, bad.status, Object.keys(bad.body.errors)]).toEqual([language, 422, ['language']]);
    }
    await server.put('/api/me/letters', { every: 'daily', language: 'fr' }, { token: keeper.token });
  });

  it('of two servers one sends', async () => {
    const other = await server.another({ ...settings, CHECKS_AFTER: '0' });
    try {
      for (let i = 0; i < 3; i++) {
        await made('certificates', { name: `Once ${i}`, end_validity: dayIn(7) });
        await run(['certificates-end']);
        mail.letters.length = 0;
        later();
        await server.database.run('UPDATE own_letters SET next_at = 1');
        await Promise.all([server, other].map((one) => one.server.app.get(LetterSender).look()));
        expect(mail.letters.map(({ to }) => to)).toEqual([['keeper@example.org']]);
      }
    } finally {
      await other.stop(true);
    }
  });

  it('one click in a program of mail ends them, without signing in; whatever is no key ends nothing', async () => {
    await made('certificates', { name: 'The last one', end_validity: dayIn(8) });
    await run(['certificates-end']);
    const [letter] = await morning();
    expect(letter!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const path = /^<https:\/\/map\.example\.org(\/letters\/[\w.-]+)>$/.exec(letter!.headers['list-unsubscribe']!)![1]!;
    const click = (key: string): ReturnType<TestServer['request']> =>
      server.request('POST', key, {
        ...{ body: 'List-Unsubscribe=One-Click', token: null },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const wrong = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
    for (const key of [wrong, '/letters/1', `/letters/1.${'A'.repeat(43)}`, '/letters/x'])
      expect([key, (await click(key)).status]).toEqual([key, 404]);
    expect((await server.get('/api/me/letters', { token: keeper.token })).body.data.every).toBe('daily');
    expect([(await click(path)).body, (await click(path)).status]).toEqual([[], 200]);
    expect((await server.get('/api/me/letters', { token: keeper.token })).body.data.every).toBe('none');
    const journal = JSON.stringify(
      await server.database.all("SELECT * FROM audit_logs WHERE description = 'letters_chosen'"),
    );
    expect(journal).toContain('letter');
    expect(journal).not.toContain(path.slice(-43));
    expect(await morning()).toEqual([]);
  });

  it('the same address, opened in a browser, is a page that asks first; reading it ends nothing', async () => {
    await choose('daily', keeper.token);
    const path = `/letters/${server.server.app.get(LettersService).keyOf(keeper.id)}`;
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const every = async (): Promise<string> =>
      (await server.get('/api/me/letters', { token: keeper.token })).body.data.every as string;
    // Scanners of mail open what they find, with whatever they take.
    for (const accept of [html.accept, '*/*', 'application/json'])
      for (const method of ['GET', 'HEAD']) {
        const answer = await server.request(method, path, { token: null, headers: { accept } });
        expect([accept, method, answer.status]).toEqual([accept, method, 200]);
      }
    expect(await every()).toBe('daily');
    // In the language of the letters, where the browser prefers none.
    const asked = await server.get(path, { token: null, headers: html });
    expect(asked.body).toContain('<html lang="fr">');
    expect(asked.body).toMatch(/<form method="post"><button [^>]+>Arrêter les lettres</);
    expect(asked.body).not.toMatch(/<(img|script|link|iframe)|url\(|src=|@import|keeper/i);
    expect(asked.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect([asked.headers.get('cache-control'), asked.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    const english = { token: null, headers: { ...html, 'accept-language': 'en' } };
    for (const wrong of [`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, '/letters/1', '/letters/x'])
      for (const method of ['GET', 'POST']) {
        const { status, body } = await server.request(method, wrong, english);
        expect([wrong, method, status]).toEqual([wrong, method, 404]);
        expect(body).toContain('<h1>This address ends no letters</h1>');
        expect(body).not.toContain('<button');
      }
    expect(await every()).toBe('daily');
    const ended = await server.request('POST', path, english);
    expect([ended.status, ended.body]).toEqual([200, expect.stringContaining('<h1>The letters have ended</h1>')]);
    expect(ended.body).toContain(`href="${BASE}/account"`);
    expect(await every()).toBe('none');
    expect((await server.get(path, english)).body).toContain('<h1>The letters have ended</h1>');
    expect((await server.request('PUT', path, english)).headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('a table whose filters take too long is told of, and holds nobody up', async () => {
    const slow = await TestServer.start(engine, { ...settings, CHECKS_AFTER: '0', LIST_TIME_LIMIT: '1' });
    try {
      const reader = await slow.userWith(['site_access', 'site_show']);
      await slow.database.run("UPDATE users SET email = 'slow@example.org' WHERE id = ?", [reader.id]);
      const patterns = Array.from({ length: 250 }, (_, i) => `%z${i}%`).join(',');
      const href = `/objects/sites?filter[description_like]=${encodeURIComponent(patterns)}`;
      expect((await watch(href, reader.token, slow)).status).toBe(200);
      await slow.request('PUT', '/api/me/letters', { body: { every: 'daily' }, token: reader.token });
      const description = 'y z'.repeat(13_000);
      for (let i = 0; i < 150; i++) await slow.post('/api/sites', { name: `Long ${i}`, description });
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const [letter] = await morning(slow);
      delay.disable();
      expect(letter!.headers['subject']).toBe('Meridian: 1 watched table is too slow');
      expect(letter!.text).toContain('cannot be told');
      expect(delay.max / 1e6).toBeLessThan(engine === 'sqlite' ? 1000 : 500);
    } finally {
      await slow.stop();
    }
  });

  it('a server without MAIL_URL sends none and says so', async () => {
    const silent = await server.another({ CHECKS_AFTER: '0' });
    try {
      const token = await silent.login(ADMIN.login, ADMIN.password);
      expect((await silent.get('/api/me/letters', { token })).body.data.available).toBe(false);
      const { status, body } = await silent.request('PUT', '/api/me/letters', { body: { every: 'daily' }, token });
      expect([status, body.errors.every[0]]).toEqual([422, 'This server sends no letters.']);
    } finally {
      await silent.stop(true);
    }
  });
});
