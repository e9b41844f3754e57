/** An inventory of what stands in a database of the older application: everything is found, nothing is made (feeding 17). @seconds 10 */
import { registry } from '../../src/engine/index.js';
import { fold } from '../../src/core/text/fold.js';
import { Kinds } from '../../src/feed/plan/kinds.js';
import { describeWithOldDatabase, oldDatabase } from '../existing-database/old-database.js';
import { TestServer } from '../support/server.js';
import { putSource } from './support/source.js';
import type { Json } from './support/json.js';

describeWithOldDatabase('feeding on a database of the older application', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await TestServer.start('mariadb', {}, await oldDatabase())));
  afterAll(() => server.stop());

  it('what another connector marked, and what a person named, is found: nothing is made, and the second run changes nothing', async () => {
    await putSource(server, 'INVENTORY');
    const items: Json[] = [];
    let marked = 0;
    for (const { path, label, resource, fields, references, columns } of new Kinds(registry.all()).all()) {
      if (!label) continue;
      const list = (await server.get(`/api/${path}`)).body as Json[];
      const names = list.map((one) => fold(String(one[label.name])));
      for (const [i, one] of list.entries()) {
        const ref = `${path} ${one['id']}`;
        const isOne = names.filter((name) => name === names[i]).length === 1;
        if (fields.has('ext_refs')) {
          // As another connector leaves them behind, in any order.
          const marks =
            isOne && i % 3
              ? [`{GLPI}${i}`]
              : i % 2
                ? [`{GLPI}${i}`, `{INVENTORY}${ref}`]
                : [`{INVENTORY}${ref}`, ' {GLPI}x'];
          marked += marks.length - 1;
          await server.database.run(`UPDATE \`${resource.table}\` SET ext_refs = ? WHERE id = ?`, [
            marks.join('|'),
            one['id'],
          ]);
        } else if (!isOne) continue;
        const set: Json = { [label.name]: one[label.name] };
        for (const name of columns.flow) set[name] = one[name];
        for (const { name, ref: to } of references)
          if (one[name] && resource.fields.some((field) => field.name === name && field.writable === true) && to)
            set[name] = { id: one[name] };
        items.push({ type: path, ref, set });
      }
    }
    expect([items.length > 100, marked > 10]).toEqual([true, true]);
    const count = async (): Promise<number[]> => {
      const counts: number[] = [];
      for (const { table } of registry.all())
        counts.push(Number((await server.database.all(`SELECT COUNT(*) AS n FROM \`${table}\``))[0]!['n']));
      return counts;
    };
    const tables = registry.all().filter(({ path }) => path !== 'audit-logs').length;
    const before = await count();
    const run = (): ReturnType<TestServer['post']> =>
      server.post('/api/feed/runs', {
        feed: 1,
        source: 'INVENTORY',
        mode: 'full',
        options: { existing: 'take' },
        items,
      });
    const first = await run();
    const { data } = first.body;
    expect([first.status, data?.findings ?? first.body]).toEqual([200, []]);
    expect(data.changes.filter(({ action }: Json) => action === 'create')).toEqual([]);
    expect(first.body.data.counts).toMatchObject({ create: 0, delete: 0, errors: 0, adopted: items.length });
    const after = await count();
    expect([after.length, after.filter((n, i) => n !== before[i]).length <= 1, tables > 55]).toEqual([
      before.length,
      true,
      true,
    ]);
    const second = await run();
    expect([second.status, second.body.data?.changes, second.body.data?.counts.unchanged]).toEqual([
      200,
      [],
      items.length,
    ]);
  });
});
