/** Maps for the tests of backup and restore, and all that is in them, so that two can be compared. */
import '../../src/map/index.js';
import { makeBackup, type Made } from '../../src/backup/backup.js';
import { restoreBackup, type Restored } from '../../src/backup/restore.js';
import { backupTables } from '../../src/backup/tables.js';
import { readConfig, type Config } from '../../src/config.js';
import type { Database } from '../../src/database/database.js';
import { registry } from '../../src/engine/index.js';
import { fillDemo } from '../../examples/demo/fill.js';
import { form } from '../documents/document-client.js';
import { sent, sheetOf } from '../templates/workbook/support.js';
import type { TestDatabase } from '../support/engines.js';
import { ADMIN, type TestServer } from '../support/server.js';

type Settings = Record<string, string>;

/** The settings of a command on a database. */
export const configOf = (place: TestDatabase, settings: Settings = {}): Config =>
  readConfig({ DATABASE_URL: place.url, DOCUMENTS_DIR: `${place.folder}/documents`, ...settings }, 'administer');

export const backup = (place: TestDatabase, path: string, settings?: Settings, tell = silent): Promise<Made> =>
  makeBackup(path, configOf(place, settings), tell);

export const restore = (place: TestDatabase, path: string, settings?: Settings, force = false): Promise<Restored> =>
  restoreBackup({ path, force }, configOf(place, settings), silent);

const silent = (): void => undefined;

/** Puts the demo on a map, with documents, a workbook, deleted objects, a token of a script and gone ids. */
export async function fill(
  server: TestServer,
): Promise<{ script: string; kept: number; deleted: number; template: number }> {
  await fillDemo(server.server, { passwordOf: () => ADMIN.password });
  const kept = await server.post('/api/documents', form('kept with the map', 'plan.txt'));
  const deleted = await server.post('/api/documents', form('deleted with the map', 'old.txt'));
  await server.delete(`/api/documents/${deleted.body.id}`);
  await server.post('/api/sites', { name: 'Café « Zürich » 🏥', description: `<p>${'longer '.repeat(9000)}</p>` });
  const gone = await server.post('/api/sites', { name: 'Deleted site' });
  await server.delete(`/api/sites/${gone.body.id}`);
  // Rows that are gone for good leave ids behind that must not be given out again.
  await server.database.run("INSERT INTO sites (id, name) VALUES (900, 'gone for good')");
  await server.database.run('DELETE FROM sites WHERE id = 900');
  const token = await server.post('/api/tokens', { name: 'inventory', expires_at: '2099-01-01T00:00:00Z' });
  const workbook = { name: 'Sites', kind: 'workbook', type: 'sites' };
  const template = await sent(server, 'POST', '/api/templates', await sheetOf([['{{ object.name }}']]), workbook);
  const answers = [kept, gone, token, template];
  if (answers.some(({ status }) => status !== 201))
    throw new Error(`the map of the test was not stored: ${JSON.stringify(answers)}`);
  return {
    template: template.body.id as number,
    script: String(token.body.token),
    kept: kept.body.id as number,
    deleted: deleted.body.id as number,
  };
}

/** Every kept row of every table of a map, times as moments. The row of the journal that a restore adds is left out. */
export async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { name, columns, only } of backupTables(registry.all()).kept) {
    const rows = await database.all(`SELECT * FROM \`${name}\`${only ? ` WHERE ${only}` : ''}`);
    const times = columns
      .filter(({ type, zoneless }) => ['timestamp', 'datetime'].includes(type) && !zoneless)
      .map(({ name: column }) => column);
    tables[name] = rows
      .filter((row) => row['description'] !== 'map_restored')
      .map((row) => {
        for (const time of times) if (row[time] !== null) row[time] = database.clock.toApi(String(row[time]));
        return JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, row[column.name]])));
      })
      .sort();
  }
  return tables;
}

/** Claims of names, of which those that are out of date say nothing. */
export async function claimsOf(database: Database): Promise<string[]> {
  const rows = await database.all('SELECT scope, name_key, object_id FROM own_names');
  return rows.map((row) => JSON.stringify(Object.values(row))).sort();
}

/** Every object as the API answers it: lists of live and of deleted ones, and the first of each type alone, with its links. */
export async function objectsOf(server: TestServer): Promise<Record<string, unknown>> {
  const objects: Record<string, unknown> = {};
  // The same answers were held to the OpenAPI document by other tests.
  const get = async (path: string): Promise<unknown> => (await server.get(`/api/${path}`, { documented: false })).body;
  for (const { path, softDelete } of registry.all()) {
    if (path === 'audit-logs') continue;
    objects[path] = await get(path);
    if (softDelete) objects[`${path} deleted`] = await get(`${path}?filter[trashed]=only`);
    const ids = (objects[path] as Array<{ id: number }>).slice(0, 8).map(({ id }) => id);
    for (const id of ids) objects[`${path}/${id}`] = await get(`${path}/${id}`);
  }
  return objects;
}
