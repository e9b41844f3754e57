import { registry } from '../../src/resource/index.js';
import { TestServer } from '../support/server.js';
import { describeWithOldDatabase, oldDatabase, picture } from './old-database.js';
describeWithOldDatabase('probe', () => {
  it('x', async () => {
    const place = await oldDatabase();
    const before = await picture(place);
    const t0 = Date.now();
    const server = await TestServer.start('mariadb', {}, place);
    console.log('start', Date.now() - t0, server.server.notices);
    const after = await picture(place, before);
    const diffs: string[] = [];
    for (const [name, { rows, definition }] of before) {
      const now = after.get(name)!;
      const lost = definition.filter((l) => !now.definition.includes(l));
      const more = now.definition.filter((l) => !definition.includes(l));
      const lr = rows.filter((r) => !now.rows.includes(r)),
        mr = now.rows.filter((r) => !rows.includes(r));
      if (lost.length || lr.length || mr.length || more.some((l) => !/ext_refs|idx_own_/.test(l)))
        diffs.push(name + ' LOST ' + lost.join(';') + ' MORE ' + more.join(';') + ` rows -${lr.length} +${mr.length}`);
    }
    console.log(
      diffs.join('\n'),
      [...after.keys()].filter((k) => !before.has(k)),
    );
    const problems: string[] = [];
    let count = 0;
    const full = await picture(place);
    for (const r of registry.all().filter((x) => x.path !== 'permissions')) {
      const list = await server.get(`/api/${r.path}`);
      if (list.status !== 200) {
        problems.push(`${r.path} list ${list.status}`);
        continue;
      }
      for (const { id } of list.body) {
        const one = await server.get(`/api/${r.path}/${id}`);
        if (one.status !== 200) {
          problems.push(`${r.path}/${id} ${one.status}`);
          continue;
        }
        count++;
        const put = await server.put(`/api/${r.path}/${id}`, one.body.data);
        if (put.status !== 200) problems.push(`PUT ${r.path}/${id} ${put.status} ${JSON.stringify(put.body)}`);
      }
    }
    const end = await picture(place);
    for (const [name, { rows }] of full) {
      const now = end.get(name)!.rows;
      const lr = rows.filter((r) => !now.includes(r)),
        mr = now.filter((r) => !rows.includes(r));
      if (lr.length || mr.length || rows.length !== now.length)
        problems.push(
          `${name} -${lr.length} +${mr.length} ${rows.length} ${now.length} ${mr
            .slice(0, 3)
            .map((x) =>
              x
                .split('|')
                .map((h) => (h === 'NULL' ? h : Buffer.from(h, 'hex').toString()))
                .join('|'),
            )
            .join('\n')}`,
        );
    }
    console.log(registry.all().length, count, problems.slice(0, 60).join('\n'));
    await server.stop();
  }, 300000);
});
