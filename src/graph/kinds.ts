/** What there is in the graph for a caller: kinds, families, and edges with what an outage does along them. */
import { Message, type Language } from '../core/i18n/messages.js';
import { registry, type EdgeRule } from '../engine/index.js';
import type { Draws, DrawingStyle } from './drawing.js';
import { FAMILIES, type Family } from './graph.js';
import { hiddenIn, type VisibleByKind } from './questions.js';

interface KindAnswer extends DrawingStyle {
  path: string;
  /** What its objects are called. */
  title: string;
  view: string;
}

export interface KindsAnswer {
  /** `account`: its objects are accounts of people. */
  kinds: Array<KindAnswer & { account: boolean }>;
  connectors: KindAnswer[];
  families: Array<{ name: string; title: string }>;
  edges: Array<{
    name: string;
    family: string;
    from: readonly string[];
    to: readonly string[];
    /** Its objects are of this connector. */
    connector: string | null;
    rules: readonly EdgeRule[];
  }>;
  meta: { hidden_kinds: readonly string[] };
}

/** Kinds and edges that the caller may see nothing of are left out. */
export function kindsAnswer(visible: VisibleByKind, language: Language, { looks }: Pick<Draws, 'looks'>): KindsAnswer {
  const hidden = new Set(hiddenIn(visible));
  const model = registry.graph();
  const seen = (paths: readonly string[]): string[] => paths.filter((path) => !hidden.has(path));
  const described = (paths: readonly string[]): KindAnswer[] => {
    // What is hidden has its place among colours too: they are the same for everybody.
    const known = looks(paths.map((path) => ({ path, view: registry.get(path).view })));
    return seen(paths).map((path) => {
      const { titles, view } = registry.get(path);
      return { path, title: titles[language][1], view, ...known.get(path)! };
    });
  };
  const edges: KindsAnswer['edges'] = [
    ...[...model.edges, ...model.addresses, ...model.sameAddresses].map(({ name, family, from, to, rules }) => ({
      ...{ name, family, from: seen([from].flat()), to: seen([to]), connector: null, rules },
    })),
    ...model.connectors.map(({ name, family, ends, rules }) => {
      const targets = (end: 'source' | 'dest'): string[] => seen(ends[end].map(({ target }) => target));
      return { name, family, from: targets('source'), to: targets('dest'), connector: name, rules };
    }),
  ];
  return {
    kinds: described(model.nodes).map((kind) => ({ ...kind, account: model.traits.get(kind.path)?.account === true })),
    connectors: described(model.connectors.map(({ name }) => name)),
    families: FAMILIES.map((name) => ({ name, title: new Message(familyKey(name)).in(language) })),
    edges: edges.filter(
      ({ from, to, connector }) => from.length && to.length && !(connector !== null && hidden.has(connector)),
    ),
    meta: { hidden_kinds: [...hidden] },
  };
}

const familyKey = (family: Family): `family_${Family}` => `family_${family}`;
