/** The map of the demo as a source of pictures, on a real database and out of the graph in memory. */
import { openThreadReader } from '../../src/database/open-thread-reader.js';
import { databaseSettings } from '../../src/database/settings.js';
import { fillDemo } from '../../examples/demo/fill.js';
import { AccessScopes, registry, type AccessScope } from '../../src/engine/index.js';
import { kindsInNumbers, partAnswer } from '../../src/graph/answers/part.js';
import type { View } from '../../src/graph/graph.js';
import { layoutOf } from '../../src/graph/store/compile.js';
import { Keeper } from '../../src/graph/store/keeper.js';
import { readRows } from '../../src/pictures/rows.js';
import { withRows, type MapPart, type PictureSource } from '../../src/pictures/source.js';
import type { Engine } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { makeMap } from '../support/spare-maps.js';

/** A source, and what ends it. */
export interface Example {
  source: PictureSource;
  server: TestServer;
  stop(): Promise<void>;
}

const ADMINISTRATOR = {
  ...{ userId: 1, tokenId: 0, admin: true, abilities: new Set<string>(), roleIds: [1] },
  ...{ language: null, readOnly: false },
};

/** Fills a database with the map of the demo; its graph is that of somebody who sees everything. */
export async function exampleMap(engine: Engine = 'sqlite'): Promise<Example> {
  const place = await makeMap(engine);
  const server = await TestServer.start(engine, {}, place);
  await fillDemo(server.server, { passwordOf: () => ADMIN.password, today: new Date('2026-03-14T15:00:00Z') });
  const reader = openThreadReader(databaseSettings({ DATABASE_URL: place.url }, []));
  const { graph } = await new Keeper(reader, layoutOf(server.database.dialect), 0).graph();
  const all = (count: number): Uint8Array => new Uint8Array(count).fill(1);
  const view: View = {
    graph,
    nodes: all(graph.nodes.count),
    edges: all(graph.edges.count),
    hiddenKinds: [],
    partlySeen: new Set(),
  };
  // What lies outside of the map is a kind of nodes, and no kind of objects.
  const kinds = graph.kinds.flatMap(({ path, view: folder }) => {
    const resource = registry.find(path);
    return resource ? [{ path, view: folder, titles: resource.titles }] : [];
  });
  const scope: AccessScope = server.server.app.get(AccessScopes, { strict: false }).of(ADMINISTRATOR);
  return {
    source: {
      kinds,
      read: async (wanted) =>
        withRows(partAnswer(view, wanted), await readRows(server.database, scope, wanted.columns)),
      overview: () => Promise.resolve(kindsInNumbers(view)),
    },
    server,
    stop: async () => {
      await reader.close();
      await server.stop();
    },
  };
}

/** A source that answers the same part without asking again: pictures of one map, many times. */
export function remembered(source: PictureSource): PictureSource {
  const parts = new Map<string, Promise<MapPart>>();
  return {
    kinds: source.kinds,
    overview: () => source.overview(),
    read(wanted) {
      const key = JSON.stringify(wanted);
      let part = parts.get(key);
      if (!part) parts.set(key, (part = source.read(wanted)));
      return part;
    },
  };
}

/** The same map without one object and its edges. */
export const without = (source: PictureSource, kind: string, id: number): PictureSource => ({
  kinds: source.kinds,
  overview: () => source.overview(),
  async read(wanted) {
    const { nodes, edges } = await source.read(wanted);
    const kept = [...nodes.keys()].filter((i) => nodes[i]!.kind !== kind || nodes[i]!.id !== id);
    const place = new Map(kept.map((old, i) => [old, i]));
    return {
      nodes: kept.map((i) => nodes[i]!),
      edges: edges
        .filter(({ from, to }) => place.has(from) && place.has(to))
        .map((edge) => ({ ...edge, from: place.get(edge.from)!, to: place.get(edge.to)! })),
    };
  },
});
