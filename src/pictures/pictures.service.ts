/** Pictures of the map as one caller sees it. */
import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Caller } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { Database } from '../database/database.js';
import { DocumentStore } from '../documents/document-store.js';
import { AccessScopes, registry } from '../engine/index.js';
import { GraphService, hiddenIn, type Sight } from '../graph/index.js';
import type { Drawing } from './draw.js';
import { Drawer } from './drawer.js';
import { readIcons } from './icons.js';
import { KnownTags } from './known-tags.js';
import type { PictureRequest } from './parameters.js';
import { readRows } from './rows.js';
import { wantedOf } from './scene/build.js';
import { OVERVIEW } from './views/overview.js';
import type { View } from './views/view.js';

/** What makes a picture, beside the view and whoever looks. */
type Asked = Pick<PictureRequest, 'options' | 'format' | 'scale' | 'question'>;

@Injectable()
export class PicturesService implements OnApplicationShutdown {
  private readonly drawer = new Drawer();
  private readonly tags = new KnownTags();

  constructor(
    private readonly graph: GraphService,
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly files: DocumentStore,
  ) {}

  /**
   * The tag of a picture, and its file unless the tag is one of `known`. The same picture of the same state of the map is
   * known without being asked for again.
   * @throws 403 for a selector of a kind of which the caller may list nothing; what `Drawer.draw` throws
   */
  async picture(
    view: View,
    asked: Asked,
    caller: Caller,
    signal: AbortSignal,
    known: readonly string[],
  ): Promise<{ tag: string; bytes?: Uint8Array }> {
    const sight = await this.graph.sight(caller);
    const key = keyOf(view, asked, sight);
    const tag = this.tags.find(await this.graph.snapshot(caller.userId, signal), key);
    if (tag !== undefined) {
      if (known.includes(tag)) return { tag };
      const bytes = this.drawer.file(tag);
      if (bytes) return { tag, bytes };
    }
    const drawing = await this.drawing(view, asked, sight, caller, signal);
    const scope = this.scopes.of(caller);
    const drawn = await this.drawer.draw(drawing, (ids) => readIcons(this.database, this.files, scope, ids), known);
    // Rights may have changed between the graph and the rows: then nobody else has it from here.
    const isSettled = !drawn.withIcons && keyOf(view, asked, await this.graph.sight(caller)) === key;
    if (isSettled) this.tags.keep(drawn.snapshot, key, drawn.tag);
    return drawn;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.drawer.close();
  }

  private async drawing(
    view: View,
    { options, format, scale, question }: Asked,
    sight: Sight,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Drawing> {
    const drawing = { view: view.name, kinds: kindsOfNodes(), options, format, scale, rows: {} };
    if (question) return { ...drawing, graph: await this.graph.answer(question, caller, signal, sight) };
    const named = view.selectors.flatMap((one) => ('kind' in one && options.selected.has(one.name) ? [one.kind] : []));
    const hidden = hiddenIn(sight).filter((path) => named.includes(path));
    if (hidden.length) throw new ApiError(403, 'graphHidden', { kinds: hidden.join(', ') });
    const { kinds, edges, columns } = wantedOf(view, options);
    const part =
      view === OVERVIEW ? ({ route: 'kinds-in-numbers' } as const) : ({ route: 'part', kinds, edges } as const);
    const graph = await this.graph.part(part, sight, caller.userId, signal);
    return { ...drawing, graph, rows: await readRows(this.database, this.scopes.of(caller), columns) };
  }
}

/** Names a picture whatever the map holds: what is asked for, and what whoever asks could list. */
function keyOf({ name }: View, { options, format, scale, question }: Asked, sight: Sight): string {
  const { show, selected, ...others } = options;
  const text = JSON.stringify([name, others, [...show].sort(), [...selected], format, scale, question, sight]);
  return createHash('sha256').update(text).digest('base64url');
}

const kindsOfNodes = (): Array<{ path: string; view: string }> =>
  registry.graph().nodes.map((path) => ({ path, view: registry.get(path).view }));
