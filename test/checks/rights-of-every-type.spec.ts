/** For every kind of the map: who may not list it finds nothing of it, by marker strings (checks 8, 4). @seconds 25 */
import { LetterSender } from '../../src/checks/letters/sender.js';
import { mapKinds } from '../../src/checks/check.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { MailServer } from './letters/mail-server.js';

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Readers who may not list some of the kinds. */
const GROUPS = 5;

const markOf = (path: string): string => `Qx${path.replaceAll('-', '')}Hidden`;

describe.each(ENGINES)('checks 8, 4: the rights of every type on %s', (engine) => {
  let server: TestServer;
  let mail: MailServer;
  /** Seconds that went by without anybody waiting for them: letters count by the second. */
  let passed = 0;
  const real = Date.now;
  const kinds = mapKinds().filter(({ label }) => label !== null);
  const ids = new Map<string, number>();

  beforeAll(async () => {
    jest.spyOn(Date, 'now').mockImplementation(() => real() + passed);
    mail = await MailServer.start();
    server = await TestServer.start(engine, {
      ...{ MAIL_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'map@example.org' },
      ...{ PUBLIC_URL: 'https://map.example.org', CHECKS_AFTER: '0' },
    });
    for (const { path, label, fields, table } of kinds) {
      const days = fields.filter(({ ends }) => ends).map(({ name }) => [name, dayIn(8)]);
      const answer = await server.post(`/api/${path}`, { [label!]: markOf(path), ...Object.fromEntries(days) });
      if (answer.status === 201) ids.set(path, answer.body.id as number);
      else {
        // What needs more than a name to be made is stored past the rules.
        const { insertId } = await server.database
          .run(`INSERT INTO \`${table}\` (\`${label}\`) VALUES (?)`, [markOf(path)])
          .catch(() => ({ insertId: 0 }));
        if (insertId) ids.set(path, insertId);
      }
    }
    for (const path of ids.keys()) {
      const check = { key: `of-${path}`, titles: { en: 'x' }, severity: 'high', type: path, filter: { id_gte: 1 } };
      expect([path, (await server.post('/api/checks', check)).status]).toEqual([path, 201]);
    }
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await server.stop();
    await mail.stop();
  });

  it('nearly every kind has an object', () => {
    expect(ids.size).toBeGreaterThan(kinds.length * 0.9);
  });

  it('finds no finding, number, name, evidence, calendar entry or letter line', async () => {
    const { database } = server;
    const own = ['finding_access', 'check_access', 'check_show'];
    const abilities = kinds.map(({ key }) => `${key}_access`);
    /** Each reader may list all but some kinds; the last one all of them. */
    const readers: Array<{ token: string; url: string; email: string; hidden: string[] }> = [];
    const paths = [...ids.keys()];
    for (let group = 0; group <= GROUPS; group++) {
      const hidden = paths.filter((_, i) => i % GROUPS === group);
      const keys = new Set(kinds.filter(({ path }) => hidden.includes(path)).map(({ key }) => `${key}_access`));
      const seen = [...new Set(abilities)].filter((one) => !keys.has(one));
      const { token, id } = await server.userWith([...own, ...seen]);
      const email = `reader${group}@example.org`;
      await database.run('UPDATE users SET email = ? WHERE id = ?', [email, id]);
      await server.request('PUT', '/api/me/letters', { token, body: { every: 'daily' } });
      const { url } = (await server.post('/api/me/calendar', undefined, { token })).body;
      readers.push({ token, url, email, hidden });
    }
    passed += 2000;
    const keys = [...ids.keys()].map((path) => `of-${path}`);
    const { run } = (await server.post('/api/checks/run', { checks: keys })).body;
    for (let state = ''; state !== 'done';) {
      ({ state } = (await server.get(`/api/checks/runs/${run}`)).body.data);
      expect(state).not.toBe('failed');
    }
    passed += 2000;
    await database.run('UPDATE own_letters SET next_at = 1');
    await server.server.app.get(LetterSender).look();
    const lettersTo = (email: string): string =>
      mail.letters.flatMap(({ to, text, html }) => (to[0] === email ? [text + html] : [])).join('\n');
    const textFor = async ({ token, url, email }: (typeof readers)[number]): Promise<string> => {
      const asked = [
        ...['/api/findings?filter[state]=all', '/api/findings?filter[state]=all&format=csv'],
        ...['/api/findings/summary?by=type', '/api/findings/summary?by=check', '/api/changes?resource=findings'],
      ];
      const answers = await Promise.all(asked.map((one) => server.get(one, { token })));
      expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200));
      const calendar = await server.get(new URL(url).pathname, { token: null });
      return JSON.stringify([...answers, calendar].map(({ body }) => body)) + lettersTo(email);
    };
    const everything = await textFor(readers.at(-1)!);
    expect(lettersTo(readers.at(-1)!.email)).not.toBe('');
    for (const path of paths) expect([path, everything.includes(markOf(path))]).toEqual([path, true]);
    for (const reader of readers.slice(0, -1)) {
      const text = await textFor(reader);
      expect(lettersTo(reader.email)).not.toBe('');
      const checks = (await server.get('/api/checks', { token: reader.token })).body as Array<{
        key: string;
        open: number;
      }>;
      for (const path of reader.hidden) {
        expect([path, text.includes(markOf(path)), text.includes(`"of-${path}"`)]).toEqual([path, false, false]);
        expect([path, checks.find(({ key }) => key === `of-${path}`)!.open]).toEqual([path, 0]);
      }
    }
  });
});
