/** Answers a question out of a view of the graph: JSON, or a file that other programs read. */
import { UnknownObject } from '../core/http/errors.js';
import { betweenAnswer } from './answers/between.js';
import { aloneAnswer, pointsAnswer } from './answers/weak-points.js';
import { cutsAnswer } from './answers/cuts.js';
import { cyclesAnswer } from './answers/cycles.js';
import { dependenciesAnswer } from './answers/dependencies.js';
import { exposureAnswer } from './answers/exposure.js';
import { csvOfList, drawing, listOf } from './answers/files.js';
import { impactAnswer } from './answers/impact.js';
import { neighbourhoodAnswer } from './answers/neighbourhood.js';
import { objectsAnswer } from './answers/objects.js';
import { orphansAnswer } from './answers/orphans.js';
import { endsAnswer, kindsInNumbers, partAnswer } from './answers/part.js';
import { pathsAnswer } from './answers/paths.js';
import { singlePointsAnswer } from './answers/single-points.js';
import { statisticsAnswer } from './answers/statistics.js';
import type { Graph, View } from './graph.js';
import { EITHER, type ObjectName, type PartQuestion, type Question } from './questions.js';
import type { IdLookup } from './store/build.js';
import type { CallerView } from './view.js';
import { kindsAsked, openTypes, typesAsked, type Filter } from './walks/filter.js';
import type { Without } from './walks/orphans.js';
import type { InParts, Tick } from './walks/tick.js';

/**
 * The text of an answer, in parts as long as it takes to find.
 * @throws UnknownObject for one that there is not for the caller; what `tick` throws
 */
export function* reply({ view, lookups }: CallerView, question: Question | PartQuestion, tick: Tick): InParts<string> {
  if (question.route === 'part') return JSON.stringify(partAnswer(view, question));
  if (question.route === 'ends') return JSON.stringify(endsAnswer(view, question.edges));
  if (question.route === 'kinds-in-numbers') return JSON.stringify(kindsInNumbers(view));
  if (question.route === 'points') return JSON.stringify(yield* pointsAnswer(view, question, tick));
  if (question.route === 'alone') return JSON.stringify(aloneAnswer(view, question.kinds));
  if (question.route === 'exposure') {
    const of = question.of.map((name) => nodeOf(view, lookups, name));
    return JSON.stringify(yield* exposureAnswer(view, { ...question, of }, tick));
  }
  const answer = yield* new ReplyWriter(view, lookups, question, tick).answer();
  const { format, csv } = question;
  if (format === 'json') return JSON.stringify(answer);
  const pieces = format === 'csv' ? csvOfList(listOf(answer), csv) : drawing(answer as Drawn, format);
  return [...pieces].join('');
}

type Answer = ReturnType<ReplyWriter['answer']> extends Generator<void, infer A> ? A : never;
/** Routes without edges are asked for no format that draws. */
type Drawn = Extract<Answer, { edges: unknown[] }>;

class ReplyWriter {
  private readonly graph: Graph;

  constructor(
    private readonly view: View,
    private readonly lookups: readonly IdLookup[],
    private readonly question: Question,
    private readonly tick: Tick,
  ) {
    this.graph = view.graph;
  }

  *answer() {
    const { view, tick, question } = this;
    const { most } = question;
    switch (question.route) {
      case 'objects':
        return objectsAnswer(
          view,
          question.of.map((name) => this.find(name)).filter((node) => node >= 0),
          question.leftOut,
        );
      case 'neighbourhood': {
        const hide = this.paths(question.hide);
        const { depth, direction } = question;
        const of = this.nodes(question.of);
        return neighbourhoodAnswer(view, { of, depth, direction, most, ...(hide && { hide }), ...this.filter() }, tick);
      }
      case 'between':
        return betweenAnswer(view, this.paths(question.kinds)!, most, this.filter().types, tick);
      case 'paths': {
        const { longest, direction } = question;
        const [from, to] = [this.nodes(question.from), this.nodes(question.to)];
        const { types, ...filter } = this.filter();
        const open = openTypes(this.graph, types);
        return yield* pathsAnswer(
          view,
          { from, to, longest, direction, most, ...filter, ...(open && { types: open }) },
          tick,
        );
      }
      case 'impact': {
        const { flows, states } = question;
        const minUp = new Map(question.minUp.map((one) => [this.node(one), one.least]));
        const enough = this.enough();
        const of = this.nodes(question.of);
        return yield* impactAnswer(view, { of, flows, minUp, enough, most, ...(states.length && { states }) }, tick);
      }
      case 'dependencies':
        return yield* dependenciesAnswer(view, this.node(question.of[0]!), { most, headings: question.headings }, tick);
      case 'single-points': {
        const { ofKinds, among, least, together } = question;
        const [of] = question.of.map((name) => this.node(name));
        const request = { ...(of !== undefined && { object: of }), of: this.paths(ofKinds), among: this.among(among) };
        return yield* singlePointsAnswer(view, { ...request, least, most, together }, tick);
      }
      case 'cuts':
        return yield* cutsAnswer(view, openTypes(this.graph, this.types(question.families)), most, tick);
      case 'cycles':
        return yield* cyclesAnswer(view, openTypes(this.graph, this.types(question.families)), most, tick);
      case 'orphans':
        return orphansAnswer(view, this.filter().kinds, this.without(), most);
      case 'statistics':
        return yield* statisticsAnswer(view, tick);
    }
  }

  /** The edges that orphans are without; undefined where that is all. */
  private without(): Without | undefined {
    const { without } = this.question;
    if (!without.length) return undefined;
    const ofFamilies = (either: boolean): Uint8Array => {
      const families = without.filter((one) => one.endsWith(EITHER) === either).map((one) => one.replace(EITHER, ''));
      return Uint8Array.from(this.graph.types, ({ family }) => Number(families.includes(family)));
    };
    return { either: ofFamilies(true), suppliers: ofFamilies(false) };
  }

  private types(families: readonly string[]): Uint8Array | undefined {
    return typesAsked(this.graph, families, undefined);
  }

  private paths(kinds: readonly string[]): Uint8Array | undefined {
    return kindsAsked(this.graph, kinds, undefined);
  }

  /** Headings do not fail: whoever names these alone asks for nothing. */
  private among(kinds: readonly string[]): Uint8Array {
    return this.paths(kinds) ?? new Uint8Array(this.graph.kinds.length);
  }

  private filter(): Filter {
    const { families, edges, kinds, views, tags } = this.question;
    const [types, entered] = [typesAsked(this.graph, families, edges), kindsAsked(this.graph, kinds, views)];
    return {
      ...(types && { types }),
      ...(entered && { kinds: entered }),
      ...(tags.length && { tags: new Set(tags) }),
    };
  }

  /** For each node how many suppliers of each sort are enough. */
  private enough(): Map<number, Map<string, number>> {
    const found = new Map<number, Map<string, number>>();
    for (const { sort, least, ...name } of this.question.needs) {
      const node = this.node(name);
      found.set(node, (found.get(node) ?? new Map<string, number>()).set(sort, least));
    }
    return found;
  }

  private nodes(names: readonly ObjectName[]): number[] {
    return names.map((name) => this.node(name));
  }

  /** The node of an object. What is hidden is answered as what there is not. */
  private node(name: ObjectName): number {
    const node = this.find(name);
    if (node < 0) throw new UnknownObject(name.kind, name.id);
    return node;
  }

  /** The node of an object; -1 where the caller sees none. */
  private find(name: ObjectName): number {
    return nodeOf(this.view, this.lookups, name);
  }
}

/** The node of an object; -1 where the caller sees none. */
function nodeOf({ graph, nodes }: View, lookups: readonly IdLookup[], { kind, id }: ObjectName): number {
  const place = graph.kinds.findIndex(({ path }) => path === kind);
  const node = lookups[place]?.of(id) ?? -1;
  return node >= 0 && nodes[node] ? node : -1;
}
