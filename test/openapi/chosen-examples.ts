/** Chooses the examples of the document among the objects of the example map. */
import { fillDemo } from '../../src/demo/fill.js';
import { registry, type ResourceModel } from '../../src/engine/index.js';
import type { TestServer } from '../support/server.js';

type Answered = Record<string, unknown>;

const TODAY = new Date('2026-01-15T08:30:00Z');
const STORED_AT = '2026-01-15T08:30:00.000000Z';
/** What stands out of a map of any size: its first objects are tried. */
const CANDIDATES = 40;
/** Where some objects differ from run to run: those that do not. */
const LASTING: Readonly<Record<string, string>> = { 'audit-logs': '?filter[description]=created' };
/** Examples to be readable need not list all rights. */
const MOST_IDS = 8;

/** Fills the map as of a fixed day, and takes of each resource the object that says most. */
export async function chosenExamples(server: TestServer): Promise<Record<string, Answered>> {
  await fillDemo(server.server, { today: TODAY, passwordOf: () => 'Correct-horse-9' });
  const examples: Record<string, Answered> = {};
  for (const resource of registry.all()) {
    const chosen = await bestOf(server, resource);
    if (chosen) examples[resource.path] = lasting(chosen);
  }
  return examples;
}

async function bestOf(server: TestServer, { path }: ResourceModel): Promise<Answered | undefined> {
  const list = (await server.get(`/api/${path}${LASTING[path] ?? ''}`)).body as Answered[];
  let best: Answered | undefined;
  for (const { id } of list.slice(0, CANDIDATES)) {
    const { data } = (await server.get(`/api/${path}/${String(id)}`)).body as { data: Answered };
    if (!best || saying(data) > saying(best)) best = data;
  }
  return best;
}

const saying = (object: Answered): number =>
  Object.values(object).filter((value) => value !== null && !(Array.isArray(value) && !value.length)).length;

/** The object without what differs from run to run. */
function lasting(object: Answered): Answered {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (['created_at', 'updated_at'].includes(name) && value !== null) return [name, STORED_AT];
      return [name, Array.isArray(value) ? value.slice(0, MOST_IDS) : value];
    }),
  );
}
