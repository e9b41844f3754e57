/**
 * Whatever stands outside, the answers are the same (identity 9): somebody who sees a part of the map asks every route, and random
 * questions by every way in which a map may be asked; then all that is hidden from them gets other values, loses its links and goes,
 * and they ask again. Two such maps that are written to alike go on answering alike. A route that is added later and does not ask what
 * its caller may see is found here. A whole run (`PERIMETERS=10 npm run test:perimeters`) is limited in every way, and asks more. @seconds 80
 */
import { copyFileSync, cpSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOCUMENTS } from '../../src/access/perimeters/containment.js';
import { Random } from '../queries/random.js';
import { ENGINES, makeDatabase } from '../support/engines.js';
import { unzipped } from '../support/unzip.js';
import { each, isRead, routesOf } from './doors.js';
import { answerTo, questionsOf, textOf } from './perimeter-questions.js';
import { RandomQuestions, type Question } from './random-questions.js';
import { RandomWrites } from './random-writes.js';
import { FAR_WORD, LIMITS, NEAR_WORDS, TwinWorld, type Limit } from './twin-world.js';

const random = Random.seeded('twins');
const WHOLE = process.env['PERIMETERS'];
const QUESTIONS = 250 * Number(WHOLE ?? 2);
const WRITES = 30 * Number(WHOLE ?? 2);
/** Beside rules, by which each run is limited. */
const OTHER = random.of(LIMITS.filter((limit) => !['rules', 'roots', 'roles'].includes(limit)));

const CASES = ENGINES.flatMap((engine) =>
  LIMITS.filter((limit) => WHOLE || limit === 'rules' || limit === OTHER).map((limit) => [limit, engine] as const),
);

/** Headers that say when an answer was given, and by what it is known again; the same in texts. */
const MOMENTARY = /^(date|x-request-id|etag|last-modified|content-length): /;
const MOMENT =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?|\d+ \w+ \d{4} at \d\d:\d\d|"(snapshot|cursor|expires_at)":"[^"]*"|"id":"\w+\.[\w-]+"|[0-9a-f]{8}-[0-9a-f-]{27}/g;
const ARCHIVE = '\nPK\u0003\u0004';
/** What is judged on the whole map, as `docs/checks.md` says; and the journal, which notes what is asked here. */
const UNLIKE = /^\/api\/(checks\/\d+\/now|audit-logs)/;
/** The server is busy. */
const LATER = /^(429|503)\n/;

/** An answer without what each one has of its own; of workbooks what is in them. */
async function alike({ status, text }: { status: number; text: string }): Promise<string> {
  const at = text.indexOf(ARCHIVE);
  const head = at < 0 ? text : text.slice(0, at);
  const files = at < 0 ? [] : await unzipped(Buffer.from(text.slice(at + 1), 'latin1'));
  const lines = head.split('\n').filter((line) => !MOMENTARY.test(line));
  const parts = files.flatMap(({ name, content }) => (name === 'docProps/core.xml' ? [] : [name, content.toString()]));
  return [status, ...lines, ...parts].join('\n').replace(MOMENT, 'then');
}

async function answered({ server, token }: TwinWorld, { path, body }: Question, as = token): Promise<string> {
  for (;;) {
    const answer = body ? answerTo(server, { method: 'POST', path, body }, as) : textOf(server, path, as);
    const text = await alike(await answer);
    if (!LATER.test(text)) return text;
    await sleep(100);
  }
}

/** Where two answers begin to differ, with what was asked. */
function difference(asked: string, one: string, other: string): string {
  const at = [...one].findIndex((letter, i) => letter !== other[i]);
  const near = (text: string): string => `${text.slice(0, 3)} … ${text.slice(Math.max(0, at - 100), at + 160)}`;
  return [asked, near(one), near(other)].join('\n');
}

async function everyRoute(world: TwinWorld): Promise<Question[]> {
  const both = [...world.ids.keys()].map((path) => {
    const [inside, outside] = [world.one(path, false), world.one(path, true)];
    return [path, { inside: inside ?? outside!, outside: outside ?? inside! }] as const;
  });
  const { oldest, newest } = world;
  const there = { objects: new Map(both), document: world.documents[0]!, oldest, newest, marker: FAR_WORD };
  const routes = (await routesOf(world.server)).filter(
    (route) => isRead(route) && route.method === 'GET' && !route.override && route.url.startsWith('/api/'),
  );
  const paths = new Set(routes.flatMap((route) => questionsOf(route, there)));
  return [...paths].filter((path) => !UNLIKE.test(path)).map((path) => ({ path }));
}

const randomQuestions = ({ ids, oldest, newest }: TwinWorld): RandomQuestions =>
  new RandomQuestions(random, {
    ...{ ids, oldest, newest },
    words: [FAR_WORD, ...NEAR_WORDS, 'other', 'e', `${FAR_WORD} applications name 0`, 'Libre'],
  });

it.each(CASES)(
  'whoever is limited by %s on %s is answered the same, whatever is hidden from them',
  async (limit: Limit, engine) => {
    const world = await TwinWorld.build(engine, limit, random);
    const made = randomQuestions(world);
    const routes = limit === 'rules' || WHOLE ? await everyRoute(world) : [];
    const asked = [...routes, ...Array.from({ length: QUESTIONS }, () => made.question())];
    const answers = (questions: readonly Question[], as?: string): Promise<string[]> =>
      each(questions, (question) => answered(world, question, as));
    // An administrator is told of it by a good part of them, which are tried now and then.
    const tried = asked.filter((_, i) => i % 10 === 0);
    await world.restart();
    const [before, allBefore] = [await answers(asked), await answers(tried, world.server.token)];
    await world.alter();
    await world.restart();
    const [after, allAfter] = [await answers(asked), await answers(tried, world.server.token)];
    await world.stop();
    const differing = asked.flatMap(({ path, body }, i) =>
      before[i] === after[i] ? [] : [difference(`${path} ${JSON.stringify(body)}`, before[i]!, after[i]!)],
    );
    expect(differing.slice(0, 20)).toEqual([]);
    expect(before.filter((text) => text.startsWith('5'))).toEqual([]);
    expect(tried.filter((_, i) => allBefore[i] !== allAfter[i]).length).toBeGreaterThan(15);
    expect(asked.length).toBeGreaterThan(limit === 'rules' ? 1000 : QUESTIONS - 1);
    expect(before.filter((text) => text.startsWith('200')).length).toBeGreaterThan(asked.length / 4);
    expect([...world.hidden.values()].flat().length).toBeGreaterThan(30);
  },
  900_000,
);

// Two maps in one process are two files: so it is tried on SQLite alone.
it.each(LIMITS.filter((limit) => WHOLE || limit === OTHER))(
  'whoever is limited by %s writes and reads the same, whatever is hidden from them',
  async (limit) => {
    const world = await TwinWorld.build('sqlite', limit, random);
    expect((await world.server.request('PUT', '/api/feed/sources/MINE', { body: {}, token: world.token })).status).toBe(
      limit === 'homes' || limit === 'rights' ? 201 : 403,
    );
    await world.server.stop(true);
    const twin = await world.at(await copied(world.server.databaseUrl.replace('sqlite:', '')));
    world.server = await world.server.another();
    await twin.alter();
    await twin.restart();
    const [writes, reads] = [new RandomWrites(random, world.ids), randomQuestions(world)];
    let stored = 0;
    for (let i = 0; i < WRITES; i++) {
      const write = writes.write();
      const [one, other] = [
        await alike(await answerTo(world.server, write, world.token)),
        await alike(await answerTo(twin.server, write, world.token)),
      ];
      const asked = `${write.method} ${write.path} ${JSON.stringify(write.body)}${write.file ?? ''}`;
      expect(one === other ? '' : difference(asked, one, other)).toBe('');
      if (one.startsWith('2')) stored++;
      const own = write.path.replace(/\?.*$/, '').replace(/\/(sources|restore|import|mass-\w+)$/, '');
      for (const question of [{ path: `${own}/history` }, { path: own }, reads.question(), reads.question()]) {
        if (own.startsWith('/api/feed') && question.path.startsWith(own)) continue;
        const [before, after] = [await answered(world, question), await answered(twin, question)];
        expect(before === after ? '' : difference(`${question.path} after ${asked}`, before, after)).toBe('');
      }
    }
    expect(stored).toBeGreaterThan(WRITES / 20);
    await twin.server.stop();
    await world.stop();
  },
  900_000,
);

/** A second place with what the file of a database, and the folder beside it, hold. */
async function copied(file: string): ReturnType<typeof makeDatabase> {
  const place = await makeDatabase('sqlite');
  for (const more of ['', '-wal', '-shm'])
    if (existsSync(file + more)) copyFileSync(file + more, `${place.folder}/map.sqlite${more}`);
  const documents = file.replace(/[^/]*$/, DOCUMENTS);
  if (existsSync(documents)) cpSync(documents, `${place.folder}/${DOCUMENTS}`, { recursive: true });
  return place;
}
