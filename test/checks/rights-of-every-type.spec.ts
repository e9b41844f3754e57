/** For every kind of the map: who may not list it finds nothing of it, by marker strings (checks 8, 4). @seconds 40 */
import { LetterSender } from '../../src/checks/letters/sender.js';
import { mapKinds } from '../../src/checks/check.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { MailServer } from './letters/mail-server.js';

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
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
    const readers = new Map<string, { token: string; id: number; url: string }>();
    for (const { path, key } of [...kinds.filter(({ path }) => ids.has(path)), { path: 'all', key: '' }]) {
      const { token, id } = await server.userWith([
        ...own,
        ...new Set(abilities.filter((one) => one !== `${key}_access`)),
      ]);
      await database.run('UPDATE users SET email = ? WHERE id = ?', [`${path}@example.org`, id]);
      await server.request('PUT', '/api/me/letters', { token, body: { every: 'daily' } });
      const { url } = (await server.post('/api/me/calendar', undefined, { token })).body;
      readers.set(path, { token, id, url });
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
    const lettersOf = (path: string): string =>
      mail.letters
        .filter(({ to }) => to[0] === `${path}@example.org`)
        .map(({ text, html }) => text + html)
        .join('\n');
    const marked = async (path: string): Promise<string> => {
      const { token, url } = readers.get(path)!;
      const paths = [
        ...[
          '/api/findings?filter[state]=all',
          '/api/findings?filter[state]=all&format=csv',
          '/api/findings/summary?by=type',
        ],
        ...['/api/findings/summary?by=check', '/api/changes?resource=findings'],
      ];
      const answers = await Promise.all(paths.map((one) => server.get(one, { token })));
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
      const calendar = await server.get(new URL(url).pathname, { token: null });
      return JSON.stringify([...answers, calendar].map(({ body }) => body)) + lettersOf(path);
    };
    const everything = await marked('all');
    expect(lettersOf('all')).not.toBe('');
    for (const [path] of ids) {
      // Letters and calendars hold some of what there is; lists hold all.
      expect([path, everything.includes(markOf(path))]).toEqual([path, true]);
      const text = await marked(path);
      expect([path, text.includes(markOf(path)), text.includes(`"of-${path}"`)]).toEqual([path, false, false]);
      const { body } = await server.get(`/api/checks?filter[key]=of-${path}`, { token: readers.get(path)!.token });
      expect([path, body[0].open]).toEqual([path, 0]);
    }
  });
});
