/** What sources have not seen for long, or no longer report. @seconds 10 */
import { ruleTable, type Fixture } from './rule-table.js';

/** Notes that a source knows an object, as a feeding does. */
async function known(
  { server, ids }: Fixture,
  name: string,
  { seen, missing }: { seen?: number; missing?: number },
): Promise<void> {
  const { database } = server;
  const at = (days: number): string => database.clock.toStored(Date.now() - days * 86_400_000);
  const [source] = await database.all("SELECT id FROM own_feed_sources WHERE name = 'SCAN'");
  await database.run(
    'INSERT INTO own_feed_records (source_id, type, ref, object_id, scopes, digest, says, created, first_seen, last_seen, last_run, missing_since) ' +
      "VALUES (?, 'workstations', ?, ?, '[]', ?, '{}', 1, ?, ?, 1, ?)",
    [
      ...[Number(source!['id']), name, ids[name]!, 'x'.repeat(44), at(400)],
      ...[seen === undefined ? null : at(seen), missing === undefined ? null : at(missing)],
    ],
  );
}

const fill = async (fixture: Fixture): Promise<void> => {
  const { make, server, ids } = fixture;
  const made = await server.put('/api/feed/sources/SCAN', {});
  expect([200, 201]).toContain(made.status);
  for (const name of ['fresh', 'old', 'older', 'edge', 'lost', 'lost long ago', 'unknown', 'quiet'])
    await make(name, 'workstations');
  await known(fixture, 'fresh', { seen: 1 });
  await known(fixture, 'old', { seen: 31 });
  await known(fixture, 'older', { seen: 90 });
  await known(fixture, 'edge', { seen: 29 });
  await known(fixture, 'lost', { seen: 5, missing: 2 });
  await known(fixture, 'lost long ago', { seen: 40, missing: 39 });
  await server.database.run('UPDATE workstations SET updated_at = ? WHERE id = ?', [
    server.database.clock.toStored(Date.now() - 800 * 86_400_000),
    ids['quiet']!,
  ]);
};

ruleTable('stale', fill, [
  {
    title: 'unseen for 30 days',
    found: { old: {}, older: {}, 'lost long ago': {} },
    near: ['fresh', 'edge', 'lost', 'unknown', 'quiet'],
  },
  {
    title: 'unchanged for a year',
    options: { unseen: '10y', unchanged: '1y' },
    found: { quiet: {} },
    near: ['unknown', 'old'],
  },
]);

ruleTable('missing', fill, [
  { title: 'from any source', found: { lost: {}, 'lost long ago': {} }, near: ['fresh', 'old', 'unknown'] },
  { title: 'from one that reports nothing', options: { source: 'OTHER' }, found: {}, near: ['lost'] },
  { title: 'from this one', options: { source: 'SCAN' }, found: { lost: {}, 'lost long ago': {} }, near: ['edge'] },
]);
