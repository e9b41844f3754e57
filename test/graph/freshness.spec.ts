/** Every answer of the graph knows every write that was answered before it was asked for, on every replica. @seconds 15 */
import type { Transaction } from '../../src/database/database.js';
import { ENGINES, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { makeMap } from '../support/spare-maps.js';

describe.each(ENGINES)('a graph that is always true, on %s', (engine) => {
  let place: TestDatabase;
  let servers: TestServer[];

  beforeAll(async () => {
    place = await makeMap(engine);
    servers = [await TestServer.start(engine, {}, place), await TestServer.start(engine, {}, place)];
  });
  afterAll(async () => {
    await servers[1]!.stop(true);
    await servers[0]!.stop();
  });

  const found = async (server: TestServer, search: string): Promise<string[]> =>
    (
      (await server.get(`/api/graph/objects?search=${encodeURIComponent(search)}`)).body.nodes as Array<{
        label: string;
      }>
    ).map(({ label }) => label);

  it('200 rounds of write-then-ask, eight at a time, over two servers', async () => {
    const rounds = async (worker: number): Promise<string[]> => {
      const missed: string[] = [];
      const [writer, reader] = [servers[worker % 2]!, servers[(worker >> 1) % 2]!];
      const { id } = (await writer.post('/api/sites', { name: `site of ${worker}` })).body;
      for (let round = 0; round < 25; round++) {
        const name = `w${worker}-r${round}-end`;
        const { status } = await writer.put(`/api/sites/${id}`, { name });
        if (status !== 200 || !(await found(reader, name)).includes(name)) missed.push(name);
      }
      return missed;
    };
    const missed = await Promise.all(Array.from({ length: 8 }, (_, worker) => rounds(worker)));
    expect(missed.flat()).toEqual([]);
  }, 120_000);

  it('links made and taken away are edges, and are none, at once', async () => {
    const [one, other] = [servers[0]!, servers[1]!];
    const idOf = async (path: string, body: object): Promise<number> => (await one.post(`/api/${path}`, body)).body.id;
    const site = await idOf('sites', { name: 'site A' });
    const second = await idOf('sites', { name: 'site B' });
    const building = await idOf('buildings', { name: 'building A', site_id: site });
    const places = async (): Promise<string[]> =>
      ((await other.get(`/api/graph/neighbourhood?of=buildings_${building}`)).body.edges as Array<{ id: string }>).map(
        ({ id }) => id,
      );
    expect(await places()).toEqual([`buildings.site_id:${site}:${building}`]);
    await one.put(`/api/buildings/${building}`, { site_id: second });
    expect(await places()).toEqual([`buildings.site_id:${second}:${building}`]);
    await one.delete(`/api/sites/${second}`);
    expect(await places()).toEqual([]);
    expect((await other.get(`/api/graph/impact?of=sites_${second}`)).status).toBe(404);
    await one.post(`/api/sites/${second}/restore`, {});
    expect(await places()).toEqual([`buildings.site_id:${second}:${building}`]);
  });

  it('what is stored after a later change was seen is seen too', async () => {
    const { database } = servers[0]!;
    const { id } = (await servers[0]!.post('/api/sites', { name: 'slow site' })).body;
    const rename = async (tx: Transaction, name: string): Promise<void> => {
      await tx.run('UPDATE sites SET name = ? WHERE id = ?', [name, id]);
      await tx.run(
        "INSERT INTO audit_logs (description, subject_id, subject_type, properties, host) VALUES ('updated', ?, ?, '{}', '')",
        [id, 'App\\Models\\Site'],
      );
    };
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = (): void => undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const slow = database.transaction(async (tx) => {
      await rename(tx, 'renamed late');
      begun();
      // One writer at a time where the engine is embedded: others would wait for this one.
      if (engine !== 'sqlite') await held;
    });
    await started;
    const fast = servers[1]!.post('/api/sites', { name: 'quick site' });
    if (engine !== 'sqlite') {
      await fast;
      expect(await found(servers[1]!, 'quick site')).toEqual(['quick site']);
      expect(await found(servers[1]!, 'renamed late')).toEqual([]);
    }
    release();
    await Promise.all([slow, fast]);
    expect(await found(servers[1]!, 'renamed late')).toEqual(['renamed late']);
    expect(await found(servers[0]!, 'renamed late')).toEqual(['renamed late']);
  });

  it('what was begun before thousands of other changes, and stored after the graph was read, is seen', async () => {
    // One writer at a time where the engine is embedded.
    if (engine === 'sqlite') return;
    const [server, other] = servers as [TestServer, TestServer];
    const { id } = (await server.post('/api/sites', { name: 'stalled site' })).body;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = (): void => undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const stalled = server.database.transaction(async (tx) => {
      await tx.run("UPDATE sites SET name = 'woken site' WHERE id = ?", [id]);
      await tx.run(
        'INSERT INTO audit_logs (description, subject_id, subject_type, properties, host, created_at) ' +
          "VALUES ('updated', ?, ?, '{}', '', UTC_TIMESTAMP())",
        [id, 'App\\Models\\Site'],
      );
      begun();
      await held;
    });
    await started;
    const items = Array.from({ length: 2500 }, (_, i) => ({ name: `many ${i}` }));
    expect((await other.post('/api/workstations/mass-store', { items })).status).toBe(201);
    // A server that reads the whole map now, and has seen nothing of what came before.
    const late = await TestServer.start(engine, {}, place);
    expect(await found(late, 'stalled site')).toEqual(['stalled site']);
    release();
    await stalled;
    expect(await found(late, 'woken site')).toEqual(['woken site']);
    await late.stop(true);
  });

  it('a journal that was purged, or put back, is no ground to stand on: everything is read', async () => {
    const [server] = servers as [TestServer];
    const { database } = server;
    const { id } = (await server.post('/api/sites', { name: 'before purge' })).body;
    expect(await found(server, 'before purge')).toEqual(['before purge']);
    await database.run('UPDATE sites SET name = ? WHERE id = ?', ['after purge', id]);
    await database.run('DELETE FROM audit_logs');
    expect(await found(server, 'after purge')).toEqual(['after purge']);
    await server.put(`/api/sites/${id}`, { name: 'and a change' });
    expect(await found(server, 'and a change')).toEqual(['and a change']);
  });

  it('an unchanged map costs one statement, and rights none, for an administrator', async () => {
    const [server] = servers as [TestServer];
    await found(server, 'x');
    expect(await server.statements(() => found(server, 'x'))).toEqual([]);
  });

  it('the graph is given up when nobody asks, and read again for the next one', async () => {
    const server = await TestServer.start(engine, { GRAPH_IDLE: '1' });
    try {
      await server.post('/api/sites', { name: 'first' });
      const snapshot = async (): Promise<string> => (await server.get('/api/graph/statistics')).body.meta.snapshot;
      const first = await snapshot();
      expect(await snapshot()).toBe(first);
      await new Promise((wake) => setTimeout(wake, 1500));
      expect(await snapshot()).not.toBe(first);
    } finally {
      await server.stop();
    }
  });
});
