/** Backups that are broken off, or lack documents: what is left, and what is said. @seconds 25 */
import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verify } from '../../src/backup/archive-reader.js';
import { form } from '../documents/document-client.js';
import { buildProgram, Running, type Ended, type Program } from '../existing-database/processes.js';
import { ENGINES, makeDatabase, type Engine, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { backup } from './maps.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

const start = (place: TestDatabase, ...args: string[]): Running =>
  Running.start(program, ['cli/meridian.js', 'backup', ...args], {
    DATABASE_URL: place.url,
    DOCUMENTS_DIR: `${place.folder}/documents`,
  });

const parts = ({ folder }: TestDatabase): string[] => readdirSync(folder).filter((name) => name.includes('part'));

/** A map with two documents. */
async function mapWithDocuments(engine: Engine): Promise<TestDatabase> {
  const place = await makeDatabase(engine);
  const server = await TestServer.start(engine, {}, place);
  for (const name of ['one.txt', 'two.txt']) await server.post('/api/documents', form(name, name));
  await server.stop(true);
  return place;
}

describe.each(ENGINES)('on %s', (engine) => {
  let place: TestDatabase;
  beforeAll(async () => {
    place = await mapWithDocuments(engine);
  });
  afterAll(() => place.drop());

  it('without the bytes of documents it says so first, keeps what there is, and exits with 4', async () => {
    const settings = { DATABASE_URL: place.url, DOCUMENTS_DIR: join(place.folder, 'another') };
    const run = (file: string, ...more: string[]): Promise<Ended> =>
      Running.start(program, ['cli/meridian.js', 'backup', file, ...more], settings).ended;
    const file = join(place.folder, 'without.backup');
    const { code, output } = await run(file);
    expect([code, output]).toEqual([
      4,
      expect.stringMatching(/^THE BACKUP IS NOT COMPLETE\. .*missing: 1, 2\. .*another\.$/m),
    ]);
    expect(output).toMatch(/--allow-missing/);
    expect((await verify(file)).manifest.documents.count).toBe(0);
    const allowed = await run(join(place.folder, 'allowed.backup'), '--allow-missing');
    expect([allowed.code, allowed.output]).toEqual([
      0,
      expect.stringMatching(/^Documents whose bytes are missing: 1, 2\./m),
    ]);
    const whole = await start(place, join(place.folder, 'whole.backup')).ended;
    expect([whole.code, whole.output]).toEqual([0, expect.not.stringMatching(/missing/)]);
  });
});

describe('a backup that is broken off', () => {
  let place: TestDatabase;
  beforeAll(async () => {
    place = await mapWithDocuments('sqlite');
  });
  afterAll(() => place.drop());

  /** Sends a signal while the part is there. */
  async function brokenOff(file: string, signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    const running = start(place, join(place.folder, file));
    const until = Date.now() + 60_000;
    while (!parts(place).some((name) => name.startsWith(file)) && Date.now() < until)
      await new Promise((wake) => setTimeout(wake, 2));
    running.child.kill(signal);
    await running.ended;
    return running.child.exitCode ?? running.child.signalCode;
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s leaves nothing', async (signal, status) => {
    expect(await brokenOff(`${signal}.backup`, signal)).toBe(status);
    expect([parts(place), existsSync(join(place.folder, `${signal}.backup`))]).toEqual([[], false]);
  });

  it('by SIGKILL leaves a part for its owner alone, which the next one removes, whatever it is called', async () => {
    expect(await brokenOff('killed.backup', 'SIGKILL')).toBe('SIGKILL');
    const [part] = parts(place);
    expect((statSync(join(place.folder, part!)).mode & 0o777).toString(8)).toBe('600');
    const strangers = ['of-mine.part', `of-this.backup.host-elsewhere.1.meridian-part`];
    for (const name of strangers) writeFileSync(join(place.folder, name), '');
    expect((await start(place, join(place.folder, 'next.backup')).ended).code).toBe(0);
    expect(parts(place).sort()).toEqual(strangers);
    for (const name of strangers) rmSync(join(place.folder, name));
  });

  it('an archive without its last byte is not complete', async () => {
    const file = join(place.folder, 'cut.backup');
    await backup(place, file);
    await verify(file);
    truncateSync(file, statSync(file).size - 1);
    await expect(verify(file)).rejects.toThrow(/is not complete: its end is missing/);
  });

  it('whose file cannot be written to its end says which, and why', async () => {
    const running = start(place, '/dev/full/map.backup');
    const { code, output } = await running.ended;
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/\/dev\/full\/map\.backup cannot be written: .*Nothing of it is left/),
    ]);
  });
});
