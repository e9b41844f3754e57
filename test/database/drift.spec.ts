import { DataSource } from 'typeorm';
import '../../src/map/index.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { registry } from '../../src/engine/index.js';
import { missingSchema } from '../../src/engine/schema/schema-drift.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

it('the migrations make everything that the entity files say', () => {
  expect(missingSchema(registry.all(), MIGRATIONS)).toBe('');
});

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('TypeORM finds nothing to change in a migrated database', async () => {
    const source = server.server.app.get(DataSource);
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
  it('TypeORM finds a column that is missing', async () => {
    await server.database.run('ALTER TABLE `sites` DROP COLUMN `ext_refs`');
    const { upQueries } = await server.server.app.get(DataSource).driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query).join('\n')).toContain('ext_refs');
  });
});
