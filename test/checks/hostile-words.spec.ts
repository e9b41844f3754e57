/** Names, titles, reasons and people that are written to break letters and calendars: each stays a text (checks 8, 6). @seconds 30 */
import ICAL from 'ical.js';
import { LetterSender } from '../../src/checks/letters/sender.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { readCalendar } from './calendar/read-calendar.js';
import { MailServer } from './letters/mail-server.js';
import { parsedLetter } from './letters/parsed-letter.js';

const BASE = 'https://map.example.org';
const NAMES = [
  'x\r\nBcc: evil@example.org\r\n\r\n<b>body</b>',
  '\r\n.\r\nMAIL FROM:<a@b.example>\r\nDATA',
  'END:VEVENT\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nEND:VALARM\r\nBEGIN:VEVENT',
  '\\n\\,;"\\\\\nATTENDEE:mailto:evil@example.org',
  '<script>alert(1)</script><img src=https://evil.example/x onerror=alert(1)>',
  '"><a href="https://evil.example">x</a><style>*{display:none}</style>',
  '</bdi></a></li></ul></main><h1>Other</h1>',
  '=?utf-8?B?PGI+eDwvYj4=?= =?utf-8?Q?=0D=0ABcc:_evil=40example.org?=',
  '\u202egnp.exe\u2028\u2029\u0085\u000b',
  '$& $1 $` {name} {{day}} ${x} %s @never',
  `--boundary\r\n\r\n--`,
  'é'.repeat(255),
];
const HEADERS =
  'Auto-Submitted,Content-Language,Content-Type,Date,From,List-Unsubscribe,List-Unsubscribe-Post,MIME-Version,Message-ID,Subject,To';
const ELEMENTS = new Set('html head meta title style body main h1 h2 ul li span bdi a br p'.split(' '));
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** What is left of a name where it is one line of text, which turns no words around. */
const oneLine = (text: string): string =>
  text
    .replace(/\u202e/g, '')
    .replace(/[\s\u0000-\u001f\u0085\u2028\u2029]+/g, ' ')
    .trim();

describe.each(ENGINES)('checks 8, 6: hostile words on %s', (engine) => {
  let server: TestServer;
  let mail: MailServer;
  const certificates: number[] = [];

  beforeAll(async () => {
    mail = await MailServer.start();
    server = await TestServer.start(engine, {
      ...{ MAIL_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'Meridian <map@example.org>', PUBLIC_URL: BASE },
      CHECKS_AFTER: '0',
    });
    const { database } = server;
    for (const [i, name] of NAMES.entries()) {
      const { status, body } = await server.post('/api/certificates', { name: `c${i}`, end_validity: dayIn(3 + i) });
      expect(status).toBe(201);
      certificates.push(body.id as number);
      // As another program may write it, past all rules.
      await database.run('UPDATE certificates SET name = ? WHERE id = ?', [name, body.id as number]);
    }
    const titles = { en: NAMES[4], fr: NAMES[5] };
    const made = await server.post('/api/checks', {
      ...{ key: 'words', titles, severity: 'high', type: 'certificates', filter: { id_gte: 1 } },
      advices: { en: NAMES[0], fr: NAMES[0] },
    });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    await database.run("UPDATE users SET email = 'keeper@example.org', name = ? WHERE login = ?", [
      NAMES[0]!,
      ADMIN.login,
    ]);
    const chosen = await server.request('PUT', '/api/me/letters', { body: { every: 'daily' } });
    expect(chosen.status).toBe(200);
    const watched = await server.post('/api/me/letters/watches', {
      ...{ href: '/objects/certificates', name: `${NAMES[4]!}\r\nX: y` },
    });
    expect(watched.status).toBe(200);
    // Findings are told by the second.
    await new Promise((wake) => setTimeout(wake, 1100));
    const { run } = (await server.post('/api/checks/run', { checks: ['words', 'certificates-end'] })).body;
    for (let state = ''; state !== 'done';) {
      ({ state } = (await server.get(`/api/checks/runs/${run}`)).body.data);
      expect(state).not.toBe('failed');
    }
    const [{ id }] = (await server.get('/api/findings?filter[check]=words')).body as [{ id: number }];
    const accepted = await server.patch(`/api/findings/${id}`, { accepted_until: '5d', reason: NAMES[2] });
    expect(accepted.status).toBe(200);
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
  });

  it.each(['en', 'fr'])('a letter in %s has one reader, two parts, and nothing of them but text', async (language) => {
    const { database } = server;
    await database.run('UPDATE users SET language = ? WHERE login = ?', [language, ADMIN.login]);
    // The same is told once more.
    await database.run("UPDATE own_letters SET next_at = 1, sent_at = NULL, seen_at = '2020-01-01 00:00:00'");
    await server.patch(`/api/certificates/${certificates[9]!}`, { description: `${NAMES[5]!} ${language}` });
    mail.letters.length = 0;
    await new Promise((wake) => setTimeout(wake, 1100));
    await server.server.app.get(LetterSender).look();
    expect(mail.letters.map(({ to }) => to)).toEqual([['keeper@example.org']]);
    const letter = parsedLetter(mail.letters[0]!.raw);
    if (!letter) return;
    expect(letter.defects).toEqual([]);
    expect(
      letter.headers
        .map(([name]) => name)
        .sort()
        .join(),
    ).toBe(HEADERS);
    expect(Object.fromEntries(letter.headers)['To']).toBe('keeper@example.org');
    expect(Object.fromEntries(letter.headers)['Subject']).toMatch(/^Meridian[\u00a0 ]?: [^<>\r\n]+$/);
    expect(Object.keys(letter.parts)).toEqual(['text/plain', 'text/html']);
    expect(letter.elements.filter(([name]) => !ELEMENTS.has(name))).toEqual([]);
    const attributes = letter.elements.flatMap(([, some]) => some);
    expect([...new Set(attributes.map(([name]) => name))].sort()).toEqual([
      'charset',
      'class',
      'content',
      'href',
      'lang',
      'name',
    ]);
    for (const [name, value] of attributes)
      if (name === 'href')
        expect(value).toMatch(/^https:\/\/map\.example\.org\/(checks|account|objects\/[a-z-]+(\/\d+)?)$/);
    for (const text of [letter.words, letter.parts['text/plain']!]) expect(text).not.toContain('\u202e');
    // Every name is there, whole, in both parts.
    const words = oneLine(letter.words);
    for (const name of NAMES.slice(0, 11)) {
      expect([name, words.includes(oneLine(name))]).toEqual([name, true]);
      expect([name, oneLine(letter.parts['text/plain']!).includes(oneLine(name))]).toEqual([name, true]);
    }
    // A line of text is no longer than mail may have it.
    expect(
      Math.max(
        ...mail.letters[0]!.raw.toString('latin1')
          .split('\r\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(998);
  });

  it('a calendar has an event for each, with the name as its text, and no other component', async () => {
    const { url } = (await server.post('/api/me/calendar', undefined)).body;
    const { status, body } = await server.get(new URL(url).pathname, { token: null });
    expect(status).toBe(200);
    const events = readCalendar(Buffer.from(body as string));
    expect(events).toHaveLength(NAMES.length + 1);
    const component = new ICAL.Component(ICAL.parse(body as string) as never);
    const read = component
      .getAllSubcomponents('vevent')
      .map((part) => new ICAL.Event(part, { strictExceptions: true }));
    expect(component.getAllSubcomponents().map(({ name }) => name)).toEqual(read.map(() => 'vevent'));
    expect(read.map(({ summary }) => summary)).toEqual(events.map(({ summary }) => summary));
    for (const [i, name] of NAMES.entries()) {
      const event = events.find(({ uid }) => uid.startsWith(`certificates-${certificates[i]!}-`))!;
      expect([name, oneLine(event.summary).startsWith(oneLine(name))]).toEqual([name, true]);
      expect(event.description!.split('\n').at(-1)).toBe(event.url);
      expect(event.url).toBe(`${BASE}/objects/certificates/${certificates[i]!}`);
    }
    const accepted = events.find(({ uid }) => uid.startsWith('finding-'))!;
    expect(accepted.description).toContain('BEGIN:VALARM');
    expect(read.every((event) => event.component.getAllSubcomponents().length === 0)).toBe(true);
  });

  it('files of findings guard formulas, and hold each name in one cell', async () => {
    await server.database.run("UPDATE certificates SET name = '=cmd|x' WHERE id = ?", [certificates[10]!]);
    const csv = (
      await server.get('/api/findings?filter[check]=words&filter[state]=all&format=csv&fields=object_id,name')
    ).body as string;
    expect(csv).toContain("'=cmd|x");
    expect(csv).toContain('"</bdi></a></li></ul></main><h1>Other</h1>"'.replaceAll('"', ''));
    expect((csv.match(/^\d+,\d+,/gm) ?? []).length).toBe(NAMES.length);
  });
});
