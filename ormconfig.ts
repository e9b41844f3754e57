/** The data source for TypeORM's command line: `npx typeorm -d dist-orm/ormconfig.js …`; the server makes its own. */
import 'reflect-metadata';
import { loadConfig } from './src/config.js';
import { dataSourceOptions } from './src/database/connect.js';
import { MapDataSource } from './src/database/data-source.js';
import './src/map/index.js';
import { registry } from './src/engine/index.js';
import { entitiesOf } from './src/engine/schema/entities.js';

export default (async () =>
  new MapDataSource(await dataSourceOptions(await loadConfig(), (type) => entitiesOf(registry.all(), type))))();
