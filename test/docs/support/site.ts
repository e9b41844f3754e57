/** The servers that pages talk to: on an empty map, or on the example map. */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fillDemo } from '../../../examples/demo/fill.js';
import { oldDatabase } from '../../existing-database/old-database.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../../support/engines.js';
import { ADMIN, TestServer } from '../../support/server.js';
import { PROJECT, type Block, type Page } from './pages.js';

/** What the settings of a reader are who sets none: failed log-ins are counted. A receiver of webhooks stands on their machine. */
const SETTINGS = { LOGIN_RATE_LIMIT: '5', WEBHOOK_TARGETS: '127.0.0.1' };

/** How pages call an external database. */
export const EXTERNAL = 'mysql://meridian:secret@127.0.0.1:3306/meridian';

let example: Promise<string> | undefined;
const ended: Array<() => Promise<void>> = [];

/** The map that snippets at a place of a page work on. */
export type MapName = 'empty' | 'example' | 'mariadb';

/** The map that the nearest mark above a block names; without one: the example map where the page speaks of it. */
export function mapAt({ source }: Page, { line }: Block): MapName {
  const above = source.split('\n').slice(0, line).join('\n');
  const marks = [...above.matchAll(/<!-- map: (empty|example|mariadb) -->/g)];
  const last = marks.at(-1)?.[1] as MapName | undefined;
  return last ?? (/example\s+map/.test(source) ? 'example' : 'empty');
}

/** A server on a map. Where there is no MariaDB an embedded database stands in for it. */
export async function siteOf(map: MapName): Promise<TestServer> {
  if (map !== 'example') return TestServer.start(map === 'mariadb' ? ENGINES.at(-1)! : 'sqlite', SETTINGS);
  const place = await makeDatabase('sqlite');
  copyFileSync(await (example ??= filledOnce()), join(place.folder, 'map.sqlite'));
  return TestServer.start('sqlite', SETTINGS, place);
}

/** A database that the page begins a server on: one of the older application where it says so and there is one. */
export async function otherDatabase({ path, source }: Page): Promise<TestDatabase | undefined> {
  if (!source.includes(EXTERNAL)) return undefined;
  const wantsOlder = source.includes('<!-- database: older -->');
  if (wantsOlder && hasOldDatabase()) return oldDatabase();
  if (wantsOlder) console.log(`${path} RUNS ON AN EMPTY DATABASE: there is no database of the older application here.`);
  return makeDatabase(ENGINES.at(-1)!);
}

/** Removes what several pages shared. */
export async function endSites(): Promise<void> {
  for (const end of ended.splice(0)) await end();
  example = undefined;
}

/** The file of a database with the example map. */
async function filledOnce(): Promise<string> {
  const place = await makeDatabase('sqlite');
  ended.push(() => place.drop());
  const server = await TestServer.start('sqlite', {}, place);
  try {
    await fillDemo(server.server, { passwordOf: () => ADMIN.password });
  } finally {
    await server.stop(true);
  }
  return join(place.folder, 'map.sqlite');
}

/** As `describeWithOldDatabase` asks. */
const hasOldDatabase = (): boolean =>
  ENGINES.includes('mariadb') && existsSync(join(PROJECT, '../shared/existing-db/demo-existing-db.sql'));
