/** Starts the server. */
import 'reflect-metadata';
import { loadConfig } from './config.js';
import { createServer } from './server.js';

async function main(): Promise<void> {
  const config = loadConfig();
  const { app, notices } = await createServer(config);
  await app.listen(config.port, config.host);
  const { database, logLevel } = config;
  if (logLevel !== 'silent') {
    const where =
      database.engine === 'sqlite' ? database.path : `${database.database} at ${database.host}:${database.port}`;
    console.log(`Meridian serves ${where} at ${await app.getUrl()}/api`);
  }
  for (const notice of notices) console.log(notice);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
  // Connections that are still open must not keep a failed start alive.
  setTimeout(() => process.exit(1), 100).unref();
});
