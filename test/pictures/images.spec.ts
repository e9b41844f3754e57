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

it.each(['storage-devices_1', 'bays_1', 'sites_1', 'logical-servers_3'])(
  'what %s takes with it can be read on a page of A4, applications by name',
  async (of) => {
    const { body } = await server.get(`/api/graph/pictures/impact?of=${of}&format=svg`);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(body as string)!.map(Number) as [number, number, number];
    const sizes = [...(body as string).matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    const [short, long] = [538, 785];
    const scale = Math.max(Math.min(short / width, long / height), Math.min(long / width, short / height));
    expect(Math.min(...sizes) * scale).toBeGreaterThanOrEqual(7);
    expect(body).toContain('Emergency care');
    // Whoever stands in one box with others is named in the outline.
    const { body: outline } = await server.get(`/api/graph/pictures/impact?of=${of}&format=text`);
    for (const name of ['Clarté', 'Triage at the emergency desk']) expect(outline).toContain(name);
    const { body: whole } = await server.get(`/api/graph/pictures/impact?of=${of}&format=text&fold=none`);
    expect(whole).not.toContain(' × ');
  },
);

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
