/** Trees have no circles: what would stand above itself is refused before anything is stored. */
import { whole } from '../../core/in-parts.js';
import { stronglyConnected } from '../../core/strongly-connected.js';
import type { Target } from './changes.js';
import type { Draft } from './draft.js';
import type { Kind } from './kinds.js';
import { grouped, type Planning } from './planning.js';

/** Looks at all references and links of all types that make trees. */
export async function checkCircles(planning: Planning): Promise<void> {
  const alive = planning.drafts.filter(
    ({ failed, outcome }) => !failed && outcome.values.size + outcome.links.size > 0,
  );
  for (const [kind, drafts] of grouped(alive, ({ kind }) => kind)) {
    for (const { name, ref } of kind.resource.fields) {
      if (!ref?.tree) continue;
      await check(planning, kind, name, drafts, (draft) => {
        const value = draft.outcome.values.get(name);
        return value && { add: value.after === null ? [] : [value.after as Target], remove: 'all' };
      });
    }
    for (const { name, acyclic, pivot, target } of kind.resource.links) {
      if (!pivot || target !== kind.path) continue;
      if (acyclic) await check(planning, kind, name, drafts, (draft) => draft.outcome.links.get(name));
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
  for (const draft of drafts) {
    const lines = linesOf(draft);
    if (lines) moved.set(draft.target, { draft, lines });
  }
  if (![...moved.values()].some(({ lines }) => lines.add.length)) return;
  const ids = [...moved].flatMap(([own, { lines }]) => [own, ...lines.add]).filter((id) => typeof id === 'number');
  const stored = ids.length ? await planning.situation.view.above(kind.path, name, [...new Set(ids)]) : [];
  const above = new Map<Target, Target[]>();
  for (const [id, other] of stored) {
    const remove = moved.get(id)?.lines.remove ?? [];
    if (remove !== 'all' && !remove.includes(other)) above.set(id, [...(above.get(id) ?? []), other]);
  }
  for (const [own, { lines }] of moved) above.set(own, [...(above.get(own) ?? []), ...lines.add]);
  const circled = onCircles(above);
  for (const [own, { draft, lines }] of moved) {
    if (lines.add.length && circled.has(own)) planning.fail(draft, 'cycle', 'cycle', { field: name }, { field: name });
  }
}

function onCircles(above: ReadonlyMap<Target, readonly Target[]>): Set<Target> {
  const all = [...new Set([...above].flatMap(([own, others]) => [own, ...others]))];
  const places = new Map(all.map((target, place) => [target, place]));
  const circled = new Set<Target>();
  for (const [own, others] of above) if (others.includes(own)) circled.add(own);
  const lines = all.map((target) => (above.get(target) ?? []).map((other) => places.get(other)!));
  for (const component of whole(stronglyConnected(all.length, (place) => lines[place]!))) {
    if (component.length > 1) for (const place of component) circled.add(all[place]!);
  }
  return circled;
}

/** Links to the own type that are no tree: an object is not linked to itself. */
function refuseSelf(planning: Planning, name: string, drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    if (draft.outcome.links.get(name)?.add.includes(draft.target)) {
      planning.fail(draft, 'cycle', 'cycle', { field: name }, { field: name });
    }
  }
}
