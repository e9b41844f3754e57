/** The data source for TypeORM's command line: `npx typeorm -d dist-orm/ormconfig.js …`; the server makes its own. */
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { loadConfig } from './src/config.js';
import { dataSourceOptions } from './src/database/connect.js';
import './src/map/index.js';
import { registry } from './src/engine/index.js';
import { entitiesOf } from './src/engine/schema/schema.js';

export default (async () =>
  new DataSource(await dataSourceOptions(loadConfig(), (type) => entitiesOf(registry.all(), type))))();
