/** Two servers on one database, as replicas are; the embedded engine has one. */
import { makeDatabase, type Engine } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

export interface Replicas {
  servers: readonly [TestServer, ...TestServer[]];
  stop(): Promise<void>;
}

/** Starts them. `settings` as in the environment. */
export async function replicas(engine: Engine, settings: Record<string, string> = {}): Promise<Replicas> {
  const place = await makeDatabase(engine);
  const first = await TestServer.start(engine, settings, place);
  const second = engine === 'sqlite' ? undefined : await TestServer.start(engine, settings, place);
  return {
    servers: second ? [first, second] : [first],
    stop: async () => {
      await second?.stop(true);
      await first.stop();
    },
  };
}
