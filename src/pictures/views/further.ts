/** Kinds that no picture names, such as those that are added to the map: the picture of their view takes them. */
import type { Kind } from '../source.js';
import { VIEWS } from './index.js';
import type { View } from './view.js';

/** The picture of each view of the map (folders of `src/map`), which has a box for every kind of the view. */
const PICTURES: Readonly<Record<string, string>> = {
  ecosystem: 'ecosystem',
  business: 'information-system',
  application: 'applications',
  administration: 'administration',
  logical: 'logical-infrastructure',
  physical: 'physical-infrastructure',
  gdpr: 'register',
};

/** Kinds that pictures leave out on purpose: they stand nowhere, and what they join is drawn without them. */
const LEFT_OUT = ['security-controls', 'wans', 'mans', 'lans'];

const NAMED = new Set([
  ...LEFT_OUT,
  ...VIEWS.flatMap(({ kinds, badges }) => [...kinds, ...badges.map(({ kind }) => kind)]),
]);

/** The view with those of all kinds that belong to it and that no picture names, each within the places that it refers to. */
export function withFurtherKinds(view: View, kinds: readonly Kind[]): View {
  const further = kinds.filter((kind) => kind.places && PICTURES[kind.view] === view.name && !NAMED.has(kind.path));
  if (!further.length) return view;
  const nest = further.flatMap(({ places }) => places!.map((edge) => ({ edge, container: 'from' as const })));
  return { ...view, kinds: [...view.kinds, ...further.map(({ path }) => path)], nest: [...view.nest, ...nest] };
}
