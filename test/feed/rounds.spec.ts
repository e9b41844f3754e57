/** Two sources and a person in random order: the outcome is worked out a second time, by other code. @seconds 3 */
import { MemoryMap } from './support/memory-map.js';
import { play, RANKS, seed, stoodOf, type FedMap } from './support/rounds.js';

const TYPE = 'logical-servers';

/** The map in memory, as rounds use it. */
function fedMap(map: MemoryMap): FedMap {
  const linked = (name: string): readonly number[] => map.linked(TYPE, map.named(TYPE, name).id, 'clusters');
  return {
    source: (name, precedence) => void map.sources.set(name, { precedence }),
    cluster: (name) => map.make('clusters', { name }),
    run: async (document) => {
      const plan = await map.run(document);
      expect(plan.counts.errors).toBe(0);
      return plan.changes.length;
    },
    stored: (name) => stoodOf(map.named(TYPE, name).row, linked(name)),
    edit: (name, values) => map.edit(TYPE, map.named(TYPE, name).id, values),
    link: (name, clusters) => {
      const { id } = map.named(TYPE, name);
      const before = linked(name);
      for (const one of before) if (!clusters.includes(one)) map.link(TYPE, id, 'clusters', one, false);
      for (const one of clusters) if (!before.includes(one)) map.link(TYPE, id, 'clusters', one, true);
    },
  };
}

describe.each(RANKS)('two sources, %s', (_, rank) => {
  it.each([0, 1, 2, 3, 4, 5])(`40 rounds and edits by hand (FEED_SEED=${seed}, %i)`, (nth) =>
    play(fedMap(new MemoryMap()), rank, nth, 40),
  );
});
