/** Pictures of the map as one caller sees it. */
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Verb } from '../core/http/access.js';
import type { Caller } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import type { Language } from '../core/i18n/messages.js';
import { Database } from '../database/database.js';
import { AccessScopes, registry } from '../engine/index.js';
import { GraphService, hiddenIn, type GraphSight } from '../graph/index.js';
import type { Drawing } from './draw.js';
import { Drawer } from './drawer.js';
import { defaultOptions, type PictureOptions } from './options.js';
import type { Page, PagePicture } from './pages.js';
import type { PictureRequest } from './parameters.js';
import { readRows } from './rows.js';
import { wantedOf } from './scene/build.js';
import { VIEWS } from './views/index.js';
import { OVERVIEW } from './views/overview.js';
import type { View } from './views/view.js';

/** A picture for a document. */
export interface PictureOfDocument {
  /** Name of the view. */
  view: string;
  language: Language;
  /** The kinds that are drawn, where the view has such a choice. */
  granularity: number;
  /** The pages that it may stand on, the preferred one first. */
  pages: readonly Page[];
  /** What is drawn is what the caller may do all of these with. */
  verbs: readonly [Verb, ...Verb[]];
}

@Injectable()
export class PicturesService implements OnApplicationShutdown {
  private readonly drawer = new Drawer();

  constructor(
    private readonly graph: GraphService,
    private readonly database: Database,
    private readonly scopes: AccessScopes,
  ) {}

  /**
   * The tag of a picture, and its file unless the tag is one of `known`.
   * @throws 403 for a selector of a kind of which the caller may list nothing; what `Drawer.draw` throws
   */
  async picture(
    view: View,
    { options, format, scale, question: asked }: Pick<PictureRequest, 'options' | 'format' | 'scale' | 'question'>,
    caller: Caller,
    signal: AbortSignal,
    known: readonly string[],
  ): Promise<{ tag: string; bytes?: Uint8Array }> {
    const drawing = { view: view.name, kinds: kindsOfNodes(), options, format, scale };
    if (asked) {
      const graph = await this.graph.answer(asked, caller, signal);
      return this.drawer.draw({ ...drawing, graph, rows: {} }, known);
    }
    const sight = await this.graph.sight(caller);
    const named = view.selectors.flatMap((one) => ('kind' in one && options.selected.has(one.name) ? [one.kind] : []));
    const hidden = hiddenIn(sight).filter((path) => named.includes(path));
    if (hidden.length) throw new ApiError(403, 'graphHidden', { kinds: hidden.join(', ') });
    const read = await this.read(view, options, { sight, verb: 'access' }, caller, signal);
    return this.drawer.draw({ ...drawing, ...read }, known);
  }

  /**
   * A picture for a document; undefined if it would show nothing.
   * @throws what `Drawer.drawForPages` throws
   */
  async ofDocument(
    { view: name, language, granularity, pages, verbs }: PictureOfDocument,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<PagePicture | undefined> {
    const view = VIEWS.find((one) => one.name === name)!;
    // Nothing in a picture of a document leads anywhere: no word processor follows links within pictures.
    const options = { ...defaultOptions(language), links: false, granularity };
    const sight = await this.graph.sight(caller, verbs);
    const read = await this.read(view, options, { sight, verb: verbs[0] }, caller, signal);
    const drawing = { view: name, kinds: kindsOfNodes(), options, format: 'svg', scale: 1, ...read } as const;
    return this.drawer.drawForPages(drawing, pages, signal);
  }

  /** What a view is drawn from. */
  private async read(
    view: View,
    options: PictureOptions,
    { sight, verb }: { sight: GraphSight; verb: Verb },
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Pick<Drawing, 'graph' | 'rows'>> {
    const { kinds, edges, columns } = wantedOf(view, options);
    const question =
      view === OVERVIEW ? ({ route: 'kinds-in-numbers' } as const) : ({ route: 'part', kinds, edges } as const);
    const graph = await this.graph.part(question, sight, caller.userId, signal);
    return { graph, rows: await readRows(this.database, this.scopes.of(caller), columns, verb) };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.drawer.close();
  }
}

const kindsOfNodes = (): Array<{ path: string; view: string }> =>
  registry.graph().nodes.map((path) => ({ path, view: registry.get(path).view }));
