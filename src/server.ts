/** Puts the program together: database, first start, routes. Used by `main.ts` and by the tests. */
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { firstStart } from './access/first-start.js';
import { requireDeclaredAccess, RouteTable } from './access/route-table.js';
import { ErrorFilter } from './core/http/error.filter.js';
import type { Config } from './config.js';
import { connect } from './database/connect.js';
import type { Database } from './database/database.js';
import type { Log } from './database/migration-watch.js';
import { httpAdapter } from './http-server.js';
import { NestLog } from './operations/nest-log.js';
import { keepLogging } from './operations/request-log.js';
import { entitiesOf, registry } from './engine/index.js';

/** A server that is ready to listen. */
export interface Server {
  app: NestFastifyApplication;
  database: Database;
  /** What the start has to tell, line by line. */
  notices: string[];
}

/**
 * Opens the database, brings it up to date, which may take long and is logged, and builds the server; does not listen yet.
 * Throws a sentence if it cannot.
 */
export async function createServer(config: Config, log: Log = () => undefined): Promise<Server> {
  const {
    source,
    database,
    notices: known,
  } = await connect(config, (type, tables) => entitiesOf(registry.fit(tables).all(), type), log);
  try {
    const notices = [...known, ...(await firstStart(database, config))];
    const waiting: Array<[string | string[], string]> = [];
    const adapter = await httpAdapter(
      config,
      (method, url) => waiting.push([method, url]),
      (url) => app.get(RouteTable).methodsOf(url),
    );
    keepLogging(adapter.getInstance().log);
    const app = await NestFactory.create<NestFastifyApplication>(
      AppModule.with({ config, source, database }),
      adapter,
      {
        bodyParser: false,
        logger: config.logLevel === 'silent' ? false : new NestLog(adapter.getInstance().log),
        abortOnError: false,
      },
    );
    const routes = app.get(RouteTable);
    app.useGlobalFilters(new ErrorFilter((url) => routes.methodsOf(url)));
    requireDeclaredAccess(app);
    await app.init();
    for (const [method, url] of waiting) routes.add(method, url);
    return { app, database, notices };
  } catch (error) {
    await database.close();
    throw error;
  }
}
