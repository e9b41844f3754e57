/** Starts the server. */
import 'reflect-metadata';
import { loadConfig } from './config.js';
import { banner, greeting, requireFreePort } from './operations/start-up.js';
import { endOnSignals } from './operations/graceful-shutdown.js';
import { createServer } from './server.js';

/** Connections that may wait to be taken in: those beyond are left to try again, ever more slowly, and hear of no refusal. */
const BACKLOG = 4096;

async function main(): Promise<void> {
  // A log that cannot be written, such as on a full disk, keeps no server from starting.
  process.stdout.on('error', () => undefined);
  const config = await loadConfig();
  await requireFreePort(config);
  const server = await createServer(config, config.logLevel === 'silent' ? undefined : console.log);
  endOnSignals(server, config);
  await server.app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
  const url = await server.app.getUrl();
  if (config.logLevel !== 'silent') console.log(greeting(config, url));
  if (config.logLevel !== 'silent' && process.stdout.isTTY) for (const line of banner(config, url)) console.log(line);
  for (const notice of server.notices) console.log(notice);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
  // Connections that are still open must not keep a failed start alive.
  setTimeout(() => process.exit(1), 100).unref();
});
