/** The command `cve:import`, as a process of its own. @seconds 23 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildProgram, Running, type Ended, type Program } from '../existing-database/processes.js';
import { openDatabase, type OpenDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { cpe, cve5, nvd, nvdFeed } from './feeds.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

const command = (place: TestDatabase, args: string[], settings: Record<string, string> = {}): Promise<Ended> =>
  Running.start(program, ['cli/meridian.js', 'cve:import', ...args], { DATABASE_URL: place.url, ...settings }).ended;

describe.each(ENGINES)('cve:import on %s', (engine) => {
  let place: TestDatabase;
  let opened: OpenDatabase;
  beforeAll(async () => {
    place = await makeDatabase(engine);
    opened = await openDatabase(engine, place);
  });
  afterAll(async () => {
    await opened.close();
    await place.drop();
  });
  it('tells what it does, goes on after a broken feed, and skips what it knows', async () => {
    const folder = join(place.folder, 'feeds');
    mkdirSync(folder);
    writeFileSync(join(folder, 'CVE-2099-2001.json'), JSON.stringify(cve5('CVE-2099-2001', [])));
    writeFileSync(join(folder, 'a.json'), 'nonsense');
    writeFileSync(
      join(folder, 'b.json.gz'),
      gzipSync(JSON.stringify(nvdFeed([nvd('CVE-2099-2002', []), nvd('CVE-2099-2003', [])]))),
    );
    const first = await command(place, [folder]);
    expect(first).toEqual({
      code: 1,
      output: [
        'a.json',
        '  cannot be read: it is no JSON. What was stored until then stays.',
        'b.json.gz',
        '  2 records: 2 new, 0 changed, 0 withdrawn, 0 as before',
        'feeds/',
        '  1 records: 1 new, 0 changed, 0 withdrawn, 0 as before',
        '3 feeds, 3 records.',
        '1 of 3 could not be read.',
        '',
      ].join('\n'),
    });
    const second = await command(place, [join(folder, 'b.json.gz')]);
    expect([second.code, second.output]).toEqual([0, 'b.json.gz\n  imported before: skipped\n1 feed, 0 records.\n']);
    const third = await command(place, [join(folder, 'b.json.gz'), '--again']);
    expect(third.output).toContain('2 records: 0 new, 2 changed');
  });

  it('refuses what it does not know, with a sentence', async () => {
    const empty = join(place.folder, 'empty');
    mkdirSync(empty);
    const answers = await Promise.all(
      [[], ['--all', 'x'], ['--help'], [join(empty, 'missing')], [empty]].map((args) => command(place, args)),
    );
    expect(answers.map(({ code }) => code)).toEqual([2, 2, 0, 1, 1]);
    expect(answers.map(({ output }) => output)).toEqual([
      expect.stringContaining('The argument <feeds> is missing.'),
      expect.stringContaining("Unknown argument '--all'"),
      expect.stringContaining('meridian cve:import <feeds..>'),
      expect.stringContaining('no such file'),
      expect.stringContaining('There is no feed'),
    ]);
  });
});

it('cve:import takes the same memory for a feed of any size', async () => {
  const place = await makeDatabase('sqlite');
  await openDatabase('sqlite', place).then(({ close }) => close());
  const padding = 'x'.repeat(20_000);
  const records = Array.from({ length: 5000 }, (_, i) =>
    JSON.stringify(nvd(`CVE-2099-${100_000 + i}`, [cpe(`acme:p${i}`)], { weaknesses: padding })),
  );
  const path = join(place.folder, 'large.json.gz');
  writeFileSync(path, gzipSync(`{"format":"NVD_CVE","vulnerabilities":[${records.join(',')}]}`, { level: 1 }));
  const { code, output } = await command(place, [path], { NODE_OPTIONS: '--max-old-space-size=64' });
  expect([code, output]).toEqual([0, expect.stringContaining('5,000 records: 5,000 new')]);
  await place.drop();
});
