/** What was of objects with texts of many megabytes, changed again and again: one change is read after the other. @seconds 60 */
import { ENGINES } from '../../support/engines.js';
import { least, longestTurn, pace } from '../../support/least.js';
import { TestServer, type TestAnswer } from '../../support/server.js';

const LENGTH = 5_000_000;
const CHANGES = 16;
/**
 * A change has its text before and after it; some of them may be on their way at a time, and never all 16: these are 160 MB as they
 * come, as much as text, and again taken apart. What is done with is not always gone at once.
 */
const [MOST_MS, MOST_BYTES] = [160, 360_000_000];
/** Answers of many megabytes are not held to the document. */
const LARGE = { documented: false };

jest.setTimeout(300_000);

const textOf = (n: number): string => String.fromCharCode(97 + n).repeat(LENGTH);
/** What a text is, in short. */
const told = (text: string | null): unknown => text && [text[0], text.length];
const expected = (n: number): unknown => told(textOf(n));

/** By how many bytes the process grew, at most, while some work was under way. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = (): void => void (most = Math.max(most, process.memoryUsage.rss()));
  const timer = setInterval(look, 2);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return most - before;
}

describe.each(ENGINES)('history of large texts on %s', (engine) => {
  let server: TestServer;
  let id = 0;
  let first = '';
  let transaction = '';
  beforeAll(async () => {
    server = await TestServer.start(engine);
    id = (await server.post('/api/applications', { name: 'Large', description: textOf(0) }, LARGE)).body.id as number;
    for (let n = 1; n <= CHANGES; n++) {
      const { status } = await server.patch(`/api/applications/${id}`, { description: textOf(n) }, LARGE);
      expect(status).toBe(200);
      // The feed tells of one after the other.
      await server.get('/api/changes?since=now', LARGE);
    }
  });
  afterAll(() => server.stop());

  const isBounded = async (work: () => Promise<unknown>): Promise<void> => {
    expect(await growth(work)).toBeLessThan(MOST_BYTES);
    const limit = MOST_MS * (await pace());
    expect(await least(limit, () => longestTurn(work))).toBeLessThan(limit);
  };

  it('is read whole by its pages, each of which ends behind some megabytes', async () => {
    const changes: unknown[] = [];
    let [next, pages]: [string | undefined, number] = [`/api/applications/${id}/history`, 0];
    while (next) {
      const answer: TestAnswer = await server.get(next, LARGE);
      for (const { id: place, data } of answer.body) {
        if (data.action === 'updated') transaction = data.transaction as string;
        first = `cursor:${place}`;
        changes.push(data.object ? told(data.object.description) : data.changes.description.map(told));
      }
      pages++;
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      next = next && next.slice(next.indexOf('/api/'));
    }
    const all = Array.from({ length: CHANGES }, (_, i) => [expected(CHANGES - 1 - i), expected(CHANGES - i)]);
    expect(changes).toEqual([...all, expected(0)]);
    expect(pages).toBe(CHANGES + 1);
  });

  it('holds neither others up nor all of it in memory', async () => {
    await isBounded(() => server.get(`/api/applications/${id}/history`, LARGE));
  });

  it('is gone back through one change at a time', async () => {
    const one = async (): Promise<void> => {
      const { body } = await server.get(`/api/applications/${id}?as_of=${first}`, LARGE);
      expect(told(body.data.description)).toEqual(expected(0));
    };
    await isBounded(one);
    const list = async (): Promise<void> => {
      const { body } = await server.get(`/api/applications?as_of=${first}`, LARGE);
      expect(told(body[0].description)).toEqual(expected(0));
    };
    await isBounded(list);
    const difference = async (): Promise<void> => {
      const { body } = await server.get(`/api/diff?from=${first}&resource=applications`, LARGE);
      expect(body[0].changes.description.map(told)).toEqual([expected(0), expected(CHANGES)]);
    };
    await isBounded(difference);
  });

  it('is looked at as a whole before one change is taken back', async () => {
    await isBounded(async () => {
      const { status, body } = await server.post('/api/changes/undo?dry_run=1', { transaction }, LARGE);
      expect([status, body.data.conflicts[0].fields]).toEqual([200, ['description']]);
    });
  });
});
