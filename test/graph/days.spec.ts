/** What is in force on a day, and what a new day makes of the graph. */
import { openThreadReader } from '../../src/database/open-thread-reader.js';
import { databaseSettings } from '../../src/database/settings.js';
import type { ThreadReader } from '../../src/database/thread-reader.js';
import { onThisDay, type GraphState } from '../../src/graph/store/build.js';
import { layoutOf } from '../../src/graph/store/compile.js';
import { Keeper } from '../../src/graph/store/keeper.js';
import type { Layout } from '../../src/graph/store/layout.js';
import { impact } from '../../src/graph/walks/impact.js';
import { whole } from '../../src/graph/walks/tick.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { makeMap } from '../support/spare-maps.js';
import { nodeOf, noTick, viewOf } from './support/build.js';

describe.each(ENGINES)('days of relations on %s', (engine) => {
  let server: TestServer;
  let reader: ThreadReader;

  beforeAll(async () => {
    const place = await makeMap(engine);
    server = await TestServer.start(engine, {}, place);
    reader = openThreadReader(databaseSettings({ DATABASE_URL: place.url }, []));
  });
  afterAll(async () => {
    await reader.close();
    await server.stop();
  });

  it('count in the time zone, from the first to the last of them, and a new day is a new snapshot', async () => {
    // Their clocks are 26 hours apart: in the east it is always a later day.
    const [west, east] = ['Etc/GMT+12', 'Pacific/Kiritimati'].map((zone) =>
      layoutOf(server.database.dialect, zone),
    ) as [Layout, Layout];
    const read = (layout: Layout): Promise<GraphState> => new Keeper(reader, layout, 0).graph();
    const make = async (path: string, body: object): Promise<number> =>
      (await server.post(`/api/${path}`, body)).body.id as number;
    const [vendor, house] = [await make('entities', { name: 'Vendor' }), await make('entities', { name: 'House' })];
    const relation = await make('relations', { name: 'Contract', source_id: vendor, destination_id: house });
    const stateIn = ({ graph }: GraphState): string =>
      whole(impact(viewOf(graph), { of: [nodeOf(graph, `entities_${vendor}`)], flows: false }, noTick)).stateOf(
        nodeOf(graph, `entities_${house}`),
      );
    const [today, tomorrow] = [(await read(west)).today, (await read(east)).today];
    const states = async (dates: { start_date: string | null; end_date: string | null }): Promise<string[]> => {
      await server.put(`/api/relations/${relation}`, dates);
      return [stateIn(await read(west)), stateIn(await read(east))];
    };
    expect([
      tomorrow > today,
      await states({ start_date: tomorrow, end_date: tomorrow }),
      await states({ start_date: tomorrow, end_date: null }),
      await states({ start_date: null, end_date: today }),
      await states({ start_date: today, end_date: today }),
    ]).toEqual([true, ['works', 'concerned'], ['works', 'concerned'], ['concerned', 'works'], ['concerned', 'works']]);

    const held = await read(west);
    const next = onThisDay(east, held);
    expect([onThisDay(west, held) === held, onThisDay(east, next) === next]).toEqual([true, true]);
    expect([stateIn(held), stateIn(next)]).toEqual(['concerned', 'works']);
    expect(next.graph.snapshot).not.toBe(held.graph.snapshot);
  });
});
