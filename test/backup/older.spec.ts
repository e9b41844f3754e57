/** A backup of an older release: the rights that it did not know come with the restore. */
import { join } from 'node:path';
import type { Head } from '../../src/backup/format.js';
import { openDatabase } from '../database/opened.js';
import { makeDatabase } from '../support/engines.js';
import { pack, partsOf } from './archives.js';
import { backup, restore } from './maps.js';

it('a backup of an older release is completed with the rights of this one, for administrators alone', async () => {
  const [source, target] = [await openDatabase('sqlite'), await makeDatabase('sqlite')];
  const file = join(target.folder, 'older.backup');
  try {
    // As if the last migration had brought one of the rights.
    const [right] = await source.database.all("SELECT id FROM permissions WHERE title = 'zone_delete'");
    await source.database.run('DELETE FROM permission_role WHERE permission_id = ?', [right!['id']!]);
    await source.database.run('DELETE FROM permissions WHERE id = ?', [right!['id']!]);
    await backup(source.place, `${file}.whole`);
    const parts = partsOf(`${file}.whole`).map(({ name, content }) => {
      if (name !== 'meridian-backup.json') return { name, content };
      const head = JSON.parse(content) as Head;
      return { name, content: JSON.stringify({ ...head, release: '0.1.0', migrations: head.migrations.slice(0, -1) }) };
    });
    pack(file, parts);
    expect((await restore(target, file)).newRights).toEqual(['zone_delete']);
    const { database, close } = await openDatabase('sqlite', target);
    const held =
      'SELECT r.role_id FROM permission_role r JOIN permissions p ON p.id = r.permission_id WHERE p.title = ?';
    expect(await database.all(held, ['zone_delete'])).toEqual([{ role_id: 1 }]);
    await close();
  } finally {
    await source.drop();
    await target.drop();
  }
});
