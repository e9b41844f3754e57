/** Starts the demo: `npm run demo`. */
import 'reflect-metadata';
import { loadConfig } from '#meridian/config.js';
import { endOnSignals } from '#meridian/operations/graceful-shutdown.js';
import { requireFreePort } from '#meridian/operations/start-up.js';
import { startDemo } from './start.js';
import { welcome } from './welcome.js';

async function main(): Promise<void> {
  const settings = await loadConfig();
  await requireFreePort(settings);
  const demo = await startDemo(settings, (line) => process.stderr.write(`${line}\n`));
  const { app, config } = demo;
  endOnSignals(demo, config);
  await app.listen(config.port, config.host);
  process.stdout.write(`${(await welcome(demo, await app.getUrl())).join('\n')}\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
  // Connections that are still open must not keep a failed start alive.
  setTimeout(() => process.exit(1), 100).unref();
});
