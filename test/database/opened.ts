/** A migrated database without a server around it. */
import type { DataSource } from 'typeorm';
import '../../src/map/index.js';
import { readConfig } from '../../src/config.js';
import { connect } from '../../src/database/connect.js';
import type { Database } from '../../src/database/database.js';
import { registry } from '../../src/engine/index.js';
import { entitiesOf } from '../../src/engine/schema/entities.js';
import { makeDatabase, type Engine, type TestDatabase } from '../support/engines.js';

export interface OpenDatabase {
  source: DataSource;
  database: Database;
  place: TestDatabase;
  /** Ends the connections; the database stays. */
  close(): Promise<void>;
  /** Ends the connections and removes the database. */
  drop(): Promise<void>;
}

/** Opens a database of a test's own and migrates it; `place` to open one that is there already. */
export async function openDatabase(
  engine: Engine,
  place?: TestDatabase,
  settings: Record<string, string> = {},
): Promise<OpenDatabase> {
  const files = place ?? (await makeDatabase(engine));
  const config = readConfig({
    DATABASE_URL: files.url,
    TOKEN_SECRET: 'a secret of the tests, 32 characters',
    ...settings,
  });
  const { source, database } = await connect(config, (type) => entitiesOf(registry.all(), type));
  const close = async (): Promise<void> => {
    await database.close();
    await source.destroy();
  };
  return {
    source,
    database,
    place: files,
    close,
    drop: async () => {
      await close();
      await files.drop();
    },
  };
}
