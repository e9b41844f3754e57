/** Answers questions to the graph: what the caller sees, then the thread that holds it. */
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import type { Verb } from '../core/http/access.js';
import type { Caller } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { Database } from '../database/database.js';
import { requesterOf } from '../database/long-read.js';
import { AccessScopes, registry } from '../engine/index.js';
import { SearchService } from '../search/search.service.js';
import { wantedOf } from '../search/texts.js';
import type { ExposedObject } from './answers/exposure.js';
import type { EndsAnswer } from './answers/part.js';
import { layoutOf } from './store/compile.js';
import { GraphStore } from './store/graph-store.js';
import { hiddenIn, type PartQuestion, type Question, type VisibleByKind } from './questions.js';
import { kindsNamed, withUsualKinds } from './read-question.js';

/** Seconds after which a graph is read anew where the older application writes too: it tells nobody of some changes. */
const OLDER_WRITER = 60;

@Injectable()
export class GraphService implements OnApplicationShutdown {
  private readonly store: GraphStore;

  constructor(
    database: Database,
    private readonly scopes: AccessScopes,
    private readonly search: SearchService,
    @Inject(CONFIG) config: Config,
  ) {
    const layout = layoutOf(database.dialect, config.timeZone);
    const maxAge = config.graphMaxAge ?? (database.shared ? OLDER_WRITER : 0);
    this.store = new GraphStore(
      () => ({ database: config.database, layout, maxAge, timeLimit: config.graphTimeLimit }),
      config.graphIdle,
    );
  }

  /**
   * The bytes of an answer. `visible`: what the caller could list, where that is known.
   * @throws 403 where the question names a kind of which the caller sees nothing; 404 for an object that there is not
   */
  async answer(question: Question, caller: Caller, signal: AbortSignal, visible?: VisibleByKind): Promise<Uint8Array> {
    visible ??= await this.visibleKinds(caller);
    requireSeen(kindsNamed(question), visible);
    const asked = question.route === 'objects' ? await this.found(question, visible, signal) : withUsualKinds(question);
    return this.store.run(asked, visible, requesterOf(caller, signal));
  }

  /** The bytes of what pictures are made of, as JSON, for whoever sees this. */
  part(question: PartQuestion, visible: VisibleByKind, userId: number, signal: AbortSignal): Promise<Uint8Array> {
    return this.store.run(question, visible, { userId, signal });
  }

  /** The ends of edges of these types that somebody sees. */
  async ends(
    edges: readonly string[],
    visible: VisibleByKind,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<EndsAnswer> {
    const bytes = await this.store.run({ route: 'ends', edges }, visible, requesterOf(caller, signal));
    return JSON.parse(new TextDecoder().decode(bytes)) as EndsAnswer;
  }

  /** Of some objects whether they are reachable from kinds outside, and how much fails with the first `most` of them. */
  async exposure(
    asked: Omit<Extract<PartQuestion, { route: 'exposure' }>, 'route'>,
    visible: VisibleByKind,
    caller: Caller,
  ): Promise<Array<ExposedObject | null>> {
    const bytes = await this.store.run({ route: 'exposure', ...asked }, visible, requesterOf(caller));
    return JSON.parse(new TextDecoder().decode(bytes)) as Array<ExposedObject | null>;
  }

  /** The name of the state of the map of this moment: as long as it is the same, nothing in the graph was changed. */
  async snapshot(userId: number, signal?: AbortSignal): Promise<string> {
    const requester = { userId, ...(signal && { signal }) };
    return new TextDecoder().decode(await this.store.run({ route: 'snapshot' }, {}, requester));
  }

  /** What the caller could list of every kind and connector; with `verbs` what they may do all of these with. */
  visibleKinds(caller: Caller, verbs?: readonly Verb[]): Promise<VisibleByKind> {
    const { nodes, connectors } = registry.graph();
    const paths = [...nodes, ...connectors.map(({ name }) => name)];
    return this.scopes.seen(
      caller,
      paths.map((path) => registry.get(path)),
      verbs,
    );
  }

  /** The question with the objects that the search finds for its text among those that the caller could list. */
  private async found(question: Question, visible: VisibleByKind, signal: AbortSignal): Promise<Question> {
    const { search, kinds, views, most } = question;
    const asked = registry
      .graph()
      .nodes.filter((path) => !kinds.length || kinds.includes(path))
      .filter((path) => !views.length || views.includes(registry.get(path).view));
    const seen = Object.fromEntries(asked.map((path) => [path, visible[path]!]));
    const { objects, total } = await this.search.find(wantedOf(search)!, seen, most, signal);
    return { ...question, of: objects, leftOut: total - objects.length };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store.close();
  }
}

/** Throws 403 naming the kinds of which the caller may list nothing, whether their objects exist or not. */
function requireSeen(kinds: ReadonlySet<string>, visible: VisibleByKind): void {
  const hidden = hiddenIn(visible).filter((path) => kinds.has(path));
  if (hidden.length) throw new ApiError(403, 'graphHidden', { kinds: hidden.join(', ') });
}
