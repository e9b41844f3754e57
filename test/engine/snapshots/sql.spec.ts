/** The SQL of reading, as text: a change of it is seen in review before it is seen in production. */
import '../../../src/map/index.js';
import { mysqlDialect } from '../../../src/database/mysql/dialect.js';
import { sqliteDialect } from '../../../src/database/sqlite/dialect.js';
import { registry } from '../../../src/engine/index.js';
import { linkRows, readPlan } from '../../../src/engine/plan/read.js';
import { PINNED } from './pinned.js';

describe.each([sqliteDialect, mysqlDialect('mariadb')])('for $name', (dialect) => {
  it.each(PINNED)('%s', (path) => {
    const resource = registry.get(path);
    const plan = readPlan(resource, dialect);
    const { show } = plan;
    const [lock] = plan.lock([], undefined);
    const links = resource.links.filter(({ shown }) => shown);
    const shown = linkRows(links, (path) => registry.get(path), dialect, false);
    const lines = Object.entries({ show, lock, links: shown.replaceAll(' UNION ALL ', '\n  UNION ALL ') });
    expect(lines.map(([name, sql]) => `${name}: ${sql}`).join('\n')).toMatchSnapshot();
  });
});
