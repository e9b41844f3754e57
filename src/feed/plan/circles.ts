/** Trees have no circles: what would stand above itself is refused before anything is stored. */
import { stronglyConnected } from '../../core/strongly-connected.js';
import type { Turns } from '../../core/turns.js';
import type { Target } from './changes.js';
import type { Draft } from './draft.js';
import type { Kind } from './kinds.js';
import { listOf } from './groups.js';
import type { Planning } from './planning.js';

/** Looks at all references and links of all types that make trees. */
export async function checkCircles(planning: Planning): Promise<void> {
  const groups = await planning.touched(({ isChanged }) => isChanged);
  for (const [kind, drafts] of groups) {
    for (const { name, ref } of kind.resource.fields) {
      if (!ref?.tree) continue;
      await check(planning, kind, name, drafts, (draft) => {
        const after = draft.after[name];
        return after === undefined ? undefined : { add: after === null ? [] : [after as Target], remove: 'all' };
      });
    }
    for (const { name, acyclic, pivot, target } of kind.resource.links) {
      if (!pivot || target !== kind.path) continue;
      if (acyclic) await check(planning, kind, name, drafts, (draft) => draft.links[name]);
      else refuseSelf(planning, name, drafts);
    }
  }
}

interface Lines {
  readonly add: readonly Target[];
  readonly remove: 'all' | readonly number[];
}

/** Puts the lines of the plan over those of the map, and looks which of the moved objects stand on a circle. */
async function check(
  planning: Planning,
  kind: Kind,
  name: string,
  drafts: readonly Draft[],
  linesOf: (draft: Draft) => Lines | undefined,
): Promise<void> {
  const moved = new Map<Target, { draft: Draft; lines: Lines }>();
  const ids = new Set<number>();
  const above = new Map<Target, Target[]>();
  await planning.turns.each(drafts, (draft) => {
    const lines = linesOf(draft);
    if (!lines) return;
    moved.set(draft.target, { draft, lines });
    for (const one of [draft.target, ...lines.add]) if (typeof one === 'number') ids.add(one);
    if (lines.add.length) above.set(draft.target, [...lines.add]);
  });
  if (!above.size) return;
  const stored = ids.size ? await planning.situation.view.above(kind.path, name, [...ids]) : [];
  await planning.turns.each(stored, ([id, other]) => {
    const remove = moved.get(id)?.lines.remove ?? [];
    if (remove === 'all' || remove.includes(other)) return;
    listOf(above, id).push(other);
  });
  const circled = await onCircles(above, planning.turns);
  for (const own of circled) {
    const { draft, lines } = moved.get(own) ?? {};
    if (draft && lines!.add.length) planning.fail(draft, 'cycle', 'cycle', { field: name }, { field: name });
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
function refuseSelf(planning: Planning, name: string, drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    if (draft.links[name]?.add.includes(draft.target)) {
      planning.fail(draft, 'cycle', 'cycle', { field: name }, { field: name });
    }
  }
}
