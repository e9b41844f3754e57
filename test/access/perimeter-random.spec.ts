/** Lists under random perimeters hold exactly what an oracle says that lies in them (identity 12, line 10). @seconds 15 */
import { Random } from '../graph/support/random.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { dumpOf, insideOf, makeMap, PATHS, randomPerimeter } from './perimeter-random.js';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env['PERIMETERS'] ?? 8);

it.each(ENGINES)(`random perimeters on %s, SEED=${SEED}`, async (engine) => {
  const server = await TestServer.start(engine);
  const source = new Random(SEED);
  const random = (n: number): number => source.below(n);
  try {
    await makeMap(server, random);
    const dump = await dumpOf(server);
    const all = await server.database.all("SELECT title FROM permissions WHERE title LIKE '%_access'");
    const person = await server.userWith(all.map(({ title }) => title as string));
    const ids = [];
    for (const name of ['one', 'two']) ids.push((await server.post('/api/perimeters', { name })).body.id as number);
    await server.patch(`/api/roles/${person.roleId}`, { perimeters: ids });
    for (let round = 0; round < ROUNDS; round++) {
      const perimeters = ids.map(() => randomPerimeter(dump, random));
      for (const [i, { roots, rules }] of perimeters.entries()) {
        const stored = rules.map(({ resource, name }) => ({ resource, filter: { name_like: `${name}%` } }));
        const { status, body } = await server.patch(`/api/perimeters/${ids[i]}`, { roots, rules: stored });
        expect([status, body.errors]).toEqual([200, undefined]);
      }
      for (const path of PATHS) {
        const { body } = await server.get(`/api/${path}?sort=id`, { token: person.token });
        const found = (body as Array<{ id: number }>).map(({ id }) => id);
        expect({ round, path, perimeters, found }).toEqual({
          ...{ round, path, perimeters },
          found: insideOf(path, dump, perimeters),
        });
      }
    }
  } finally {
    await server.stop();
  }
});
