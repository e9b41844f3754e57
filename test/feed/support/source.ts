/** Sources in tests. */
import type { TestServer } from '../../support/server.js';

/** Makes a source, or sets it anew. */
export async function putSource(server: TestServer, name: string, settings: object = {}): Promise<void> {
  const { status, body } = await server.put(`/api/feed/sources/${name}`, settings);
  if (status !== 201 && status !== 200) throw new Error(`source ${name}: ${status} ${JSON.stringify(body)}`);
}
