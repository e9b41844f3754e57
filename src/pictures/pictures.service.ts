/** Pictures of the map as one caller sees it. */
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Caller } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { Database } from '../database/database.js';
import { AccessScopes, registry } from '../engine/index.js';
import { GraphService, hiddenIn } from '../graph/index.js';
import { Drawer } from './drawer.js';
import type { PictureRequest } from './parameters.js';
import { readRows } from './rows.js';
import { wantedOf } from './scene/build.js';
import { OVERVIEW } from './views/overview.js';
import type { View } from './views/view.js';

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
    const { kinds, edges, columns } = wantedOf(view, options);
    const question =
      view === OVERVIEW ? ({ route: 'kinds-in-numbers' } as const) : ({ route: 'part', kinds, edges } as const);
    const graph = await this.graph.part(question, sight, caller.userId, signal);
    const rows = await readRows(this.database, this.scopes.of(caller), columns);
    return this.drawer.draw({ ...drawing, graph, rows }, known);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.drawer.close();
  }
}

const kindsOfNodes = (): Array<{ path: string; view: string }> =>
  registry.graph().nodes.map((path) => ({ path, view: registry.get(path).view }));
