/**
 * The pictures of the example map in docs/images are those that the server draws today.
 * `UPDATE_IMAGES=1 npx jest test/pictures/images.spec.ts` draws them anew.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VIEWS } from '../../src/pictures/index.js';
import { startDemo } from '../support/demo.js';
import type { TestServer } from '../support/server.js';

const ROOT = join(__dirname, '../..');
const IMAGES = join(ROOT, 'docs/images');
/** What pictures of answers are of. */
const OF: Readonly<Record<string, string>> = {
  object: 'of=clusters_1&depth=1&',
  path: 'from=bays_1&to=processes_1&',
  impact: 'of=physical-servers_1&',
  dependencies: 'of=applications_1&',
};
/** Bytes of a picture at most: they are kept with the sources. */
const MAX_BYTES = 120_000;

let server: TestServer;

beforeAll(async () => {
  server = await startDemo('sqlite', {}, { today: new Date('2026-03-14T15:00:00Z') });
}, 120_000);
afterAll(() => server.stop());

it.each(VIEWS.map(({ name }) => name))('%s.svg is what is drawn', async (name) => {
  const file = join(IMAGES, `${name}.svg`);
  const { status, body } = await server.get(`/api/graph/pictures/${name}?${OF[name] ?? ''}links=none&foot=0`);
  expect(status).toBe(200);
  if (process.env['UPDATE_IMAGES']) writeFileSync(file, body as string);
  expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(body);
  expect((body as string).length).toBeLessThan(MAX_BYTES);
});

it('every picture is shown in docs/pictures.md, and every picture of it is there', () => {
  const page = readFileSync(join(ROOT, 'docs/pictures.md'), 'utf8');
  const shown = [...page.matchAll(/\]\(images\/([\w-]+\.svg)\)/g)].map(([, name]) => name);
  expect(shown.sort()).toEqual(VIEWS.map(({ name }) => `${name}.svg`).sort());
  expect(
    readdirSync(IMAGES)
      .filter((name) => name.endsWith('.svg'))
      .sort(),
  ).toEqual(shown);
});
