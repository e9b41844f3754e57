/**
 * Servers with the example map. On SQLite it is filled once for each process, and its file is copied for whoever asks; a
 * database server is filled each time.
 */
import { cpSync, rmSync } from 'node:fs';
import { fillDemo } from '../../examples/demo/fill.js';
import { makeDatabase, type Engine, type TestDatabase } from './engines.js';
import { ADMIN, TestServer } from './server.js';
import { makeMap } from './spare-maps.js';

/** Whoever signs in on the example map has the administrator's password. */
const passwordOf = (): string => ADMIN.password;

/** The day that dates of the map are told from; that of the run where none is named. */
interface DemoDay {
  today?: Date;
}

const filled = new Map<string, Promise<TestDatabase>>();

/** Starts a server on a database that holds the example map. `settings` as in the environment. */
export async function startDemo(
  engine: Engine = 'sqlite',
  settings: Record<string, string> = {},
  { today }: DemoDay = {},
): Promise<TestServer> {
  if (engine !== 'sqlite') {
    const server = await TestServer.start(engine, settings);
    await fillDemo(server.server, { passwordOf, ...(today && { today }) });
    return server;
  }
  const day = today?.toISOString() ?? '';
  if (!filled.has(day)) filled.set(day, fill(today));
  const template = await filled.get(day)!;
  const place = await makeDatabase('sqlite');
  cpSync(template.folder, place.folder, { recursive: true });
  return TestServer.start('sqlite', settings, place);
}

async function fill(today: Date | undefined): Promise<TestDatabase> {
  const place = await makeMap('sqlite');
  // The folder of a run goes with it.
  if (!process.env['MERIDIAN_TEST_FOLDER'])
    process.on('exit', () => rmSync(place.folder, { recursive: true, force: true }));
  const server = await TestServer.start('sqlite', {}, place);
  await fillDemo(server.server, { passwordOf, ...(today && { today }) });
  await server.stop(true);
  return place;
}
