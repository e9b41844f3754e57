/** Sources in tests. */
import type { TestServer } from '../../support/server.js';

/** Makes a source, or sets it anew. */
export async function putSource(server: TestServer, name: string, settings: object = {}): Promise<void> {
  const { status, body } = await server.put(`/api/feed/sources/${name}`, settings);
  if (status === 404) {
    await server.database.run(
      "INSERT INTO own_feed_sources (name, settings, version, created_at, updated_at) VALUES (?, ?, 1, '2026-01-01 00:00:00', '2026-01-01 00:00:00')",
      [name, JSON.stringify(settings)],
    );
    return;
  }
  if (status !== 201 && status !== 200) throw new Error(`source ${name}: ${status} ${JSON.stringify(body)}`);
}
