/** The story of the specification: two sources and a person over nine steps. @seconds 1 */
import type { Scalar } from '../../src/database/database.js';
import type { Change, Shown } from '../../src/feed/plan/changes.js';
import { describeWithSpecification, sharedJson } from '../engine/model/shared.js';
import { MemoryMap, type FeedDocument, type WholePlan } from './support/memory-map.js';

const STORY = 'spec/examples/feeding/story.json';

interface Step {
  step?: string;
  put?: string;
  post?: string;
  patch?: string;
  delete?: string;
  marks?: string;
  object?: string;
  name?: string;
  save?: string;
  body?: Record<string, unknown>;
  run?: FeedDocument;
  plan?: FeedDocument;
  again?: true;
  apply?: true;
  status?: number;
  counts?: Record<string, number>;
  kept?: Array<[string, string | null]>;
  changes?: unknown[];
  moved?: Array<[string, string]>;
  blocked?: string[];
  has?: Record<string, unknown>;
}

const named = (list: readonly Shown[]): string[] => list.map(({ name }) => name);

/** A change as the story writes it: no more than it names. */
const asWritten = ({ action, name, set, links }: Change): unknown => ({
  action,
  name,
  set,
  ...(links && {
    links: Object.fromEntries(
      Object.entries(links).map(([link, { add, remove }]) => [link, { add: named(add), remove: named(remove) }]),
    ),
  }),
});

describeWithSpecification('the story of the specification', () => {
  const map = new MemoryMap();
  const saved = new Map<string, number>();
  let last: FeedDocument;
  let plan: WholePlan;
  const steps = sharedJson<Step[]>(STORY);
  const value = (one: unknown): unknown =>
    typeof one === 'string' && one.startsWith('$') ? saved.get(one.slice(1)) : one;

  it.each(steps.map((step, i) => [step.step ?? `then (${i})`, step] as const))('%s', async (_, step) => {
    if (step.put) map.sources.set(step.put.split('/').at(-1)!, step.body!);
    if (step.post) saved.set(step.save!, map.make(step.post.split('/').at(-1)!, step.body as Record<string, Scalar>));
    if (step.patch) {
      const { id } = map.named(step.patch, step.name!);
      for (const [name, said] of Object.entries(step.body!)) {
        if (Array.isArray(said)) for (const one of said) map.link(step.patch, id, name, value(one) as number, true);
        else map.edit(step.patch, id, { [name]: said as Scalar });
      }
    }
    if (step.delete) map.remove(step.delete, map.named(step.delete, step.name!).id);
    if (step.marks) {
      const { id } = map.named(step.marks, step.name!);
      for (const [field, kind] of Object.entries(step.body!)) map.mark(step.marks, id, field, kind as 'free');
    }
    if (step.object) {
      const { id, row } = map.named(step.object, step.name!);
      for (const [name, expected] of Object.entries(step.has!)) {
        if (Array.isArray(expected)) expect(map.linked(step.object, id, name)).toEqual(expected.map(value));
        else expect([name, row[name]]).toEqual([name, expected]);
      }
    }
    if (step.apply) {
      const moved = map.apply(plan);
      expect(moved.map(({ type, field }) => [type, field])).toEqual(step.moved ?? []);
    }
    const document = step.run ?? step.plan ?? (step.again ? last : undefined);
    if (document) {
      last = document;
      const runs = step.run || (step.again && step.status === 200);
      plan = runs ? await map.run(document) : await map.plan(document);
      expect(plan.findings.filter(({ level }) => level === 'error')).toEqual([]);
      expect(plan.blocked.map(({ code }) => code)).toEqual(step.blocked ?? []);
      const kept = plan.findings
        .filter(({ level }) => level === 'kept')
        .map(({ code, field }) => [code, field ?? null]);
      if (step.kept) expect(kept.sort()).toEqual(step.kept);
      if (step.changes) expect(plan.changes.map(asWritten)).toEqual(step.changes);
    }
    if (step.counts) expect(plan.counts).toMatchObject(step.counts);
  });
});
