/** Trees have no circles: what would stand above itself is refused before anything is stored. */
import { stronglyConnected } from '../../core/strongly-connected.js';
import type { Turns } from '../../core/turns.js';
import type { Target } from './changes.js';
import type { Draft } from './draft.js';
import type { Kind } from './kinds.js';
import { listOf } from './groups.js';
import type { PlanBuilder } from './planning.js';

/** Looks at all references and links of all types that make trees. */
export async function checkCircles(planning: PlanBuilder): Promise<void> {
  const groups = await planning.touched(({ isChanged }) => isChanged);
  for (const [kind, drafts] of groups) {
    for (const { name, ref } of kind.resource.fields) {
      if (!ref?.tree) continue;
      await check(planning, kind, name, drafts, (draft) => {
        const after = draft.after[name];
        return after === undefined ? undefined : { add: after === null ? [] : [after as Target], remove: 'all' };
      });
    }
    const looked = new Set<string>();
    for (const link of kind.resource.links) {
      const { name, acyclic, pivot, target } = link;
      if (!pivot || target !== kind.path || looked.has(name)) continue;
      if (!acyclic) {
        refuseSelf(planning, name, drafts);
        continue;
      }
      // The same lines may be said at their other ends.
      const far = planning.situation.kinds.farOf(link)?.name;
      if (far !== undefined) looked.add(far);
      await check(
        planning,
        kind,
        name,
        drafts,
        ({ links }) => links[name],
        far === undefined ? undefined : { name: far, linesOf: ({ links }) => links[far] },
      );
    }
  }
}

interface Lines {
  readonly add: readonly Target[];
  readonly remove: 'all' | readonly number[];
}

/** Lines that an object says, upwards or downwards. */
type LinesOf = (draft: Draft) => Lines | undefined;

/** Puts the lines of the plan over those of the map, and looks which of the moved objects stand on a circle. */
async function check(
  planning: PlanBuilder,
  kind: Kind,
  name: string,
  drafts: readonly Draft[],
  linesOf: LinesOf,
  down?: { readonly name: string; readonly linesOf: LinesOf },
): Promise<void> {
  const moved = new Map<Target, { draft: Draft; up: Lines | undefined; down: Lines | undefined }>();
  const ids = new Set<number>();
  const above = new Map<Target, Target[]>();
  await planning.turns.each(drafts, (draft) => {
    const lines = { up: linesOf(draft), down: down?.linesOf(draft) };
    if (!lines.up && !lines.down) return;
    const { target } = draft;
    moved.set(target, { draft, ...lines });
    for (const one of [target, ...(lines.up?.add ?? []), ...(lines.down?.add ?? [])])
      if (typeof one === 'number') ids.add(one);
    for (const one of lines.up?.add ?? []) listOf(above, target).push(one);
    for (const one of lines.down?.add ?? []) listOf(above, one).push(target);
  });
  if (!above.size) return;
  const stored = ids.size ? await planning.situation.view.above(kind.path, name, [...ids]) : [];
  await planning.turns.each(stored, ([id, other]) => {
    const isRemoved = (lines: Lines | undefined, end: number): boolean =>
      lines !== undefined && (lines.remove === 'all' || lines.remove.includes(end));
    if (!isRemoved(moved.get(id)?.up, other) && !isRemoved(moved.get(other)?.down, id)) listOf(above, id).push(other);
  });
  const circled = await onCircles(above, planning.turns);
  for (const own of circled) {
    const one = moved.get(own);
    const field = one?.up?.add.length ? name : one?.down?.add.length ? down!.name : undefined;
    if (one && field !== undefined) planning.fail(one.draft, 'cycle', 'cycle', { field }, { field });
  }
}

async function onCircles(above: ReadonlyMap<Target, readonly Target[]>, turns: Turns): Promise<Set<Target>> {
  const places = new Map<Target, number>();
  const all: Target[] = [];
  const placeOf = (target: Target): number => {
    let place = places.get(target);
    if (place === undefined) places.set(target, (place = all.push(target) - 1));
    return place;
  };
  const lines: number[][] = [];
  const circled = new Set<Target>();
  await turns.each(above, ([own, others]) => {
    if (others.includes(own)) circled.add(own);
    lines[placeOf(own)] = others.map(placeOf);
  });
  const parts = stronglyConnected(
    all.length,
    (place) => lines[place] ?? [],
    () => true,
    turns.fewSteps(),
  );
  for (const component of await turns.whole(parts)) {
    if (component.length > 1) for (const place of component) circled.add(all[place]!);
  }
  return circled;
}

/** Links to the own type that are no tree: an object is not linked to itself. */
function refuseSelf(planning: PlanBuilder, name: string, drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    if (draft.links[name]?.add.includes(draft.target)) {
      planning.fail(draft, 'cycle', 'cycle', { field: name }, { field: name });
    }
  }
}
