/** Pictures of the map as one caller sees it. */
import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import type { Verb } from '../core/http/access.js';
import type { Caller } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import type { Language } from '../core/i18n/messages.js';
import { Database } from '../database/database.js';
import { requesterOf } from '../database/long-read.js';
import { DocumentStore } from '../documents/document-store.js';
import { AccessScopes, hasTag, registry } from '../engine/index.js';
import { GraphService, hiddenIn, type VisibleByKind } from '../graph/index.js';
import { isPlainTag, type Drawing, type Foot } from './draw.js';
import { Drawer } from './drawer.js';
import { readIcons } from './icons.js';
import { KnownTags } from './known-tags.js';
import { defaultOptions, type PictureOptions } from './options.js';
import type { Page, PagePicture } from './pages.js';
import { questionsOf, type PictureRequest } from './parameters.js';
import { readRows } from './rows.js';
import { wantedOf } from './scene/build.js';
import { withFurtherKinds } from './views/further.js';
import type { Kind } from './source.js';
import { VIEWS } from './views/index.js';
import { OVERVIEW } from './views/overview.js';
import type { View } from './views/view.js';

/** What makes a picture, beside the view and whoever looks. */
type RenderRequest = Pick<PictureRequest, 'options' | 'format' | 'scale' | 'question'>;

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
  private readonly tags = new KnownTags();
  /** The state of the map that was asked for last, and when it was asked for first. */
  private state = { name: '', at: new Date() };

  constructor(
    private readonly graph: GraphService,
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly files: DocumentStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The tag of a picture, and its file, packed by gzip, unless the tag is one of `known`. The same picture of the same state of the map is
   * known without being asked for again.
   * @throws 403 for a selector of a kind of which the caller may list nothing; what `Drawer.draw` throws
   */
  async picture(
    view: View,
    asked: RenderRequest,
    caller: Caller,
    signal: AbortSignal,
    known: readonly string[],
  ): Promise<{ tag: string; packed?: Uint8Array }> {
    const visible = await this.graph.visibleKinds(caller);
    const snapshot = await this.graph.snapshot(caller.userId, signal);
    const foot = asked.options.foot ? await this.footOf(snapshot, asked.options.language, visible, caller) : undefined;
    const key = keyOf(view, asked, visible, foot);
    const tag = this.tags.find(snapshot, key);
    if (tag !== undefined) {
      if (hasTag(known, tag)) return { tag };
      const packed = this.drawer.file(tag);
      if (packed) return { tag, packed };
    }
    const scope = this.scopes.of(caller);
    const drawn = await this.drawer.draw(
      async () => ({ ...(await this.drawing(view, asked, visible, caller, signal)), ...(foot && { foot }) }),
      (ids) => readIcons(this.database, this.files, scope, ids),
      known,
      requesterOf(caller, signal),
    );
    // Rights may have changed between the graph and the rows: then nobody else has it from here.
    const isLasting = !drawn.withIcons && !isPlainTag(drawn.tag);
    const isSettled = isLasting && keyOf(view, asked, await this.graph.visibleKinds(caller), foot) === key;
    if (isSettled) this.tags.keep(drawn.snapshot, key, drawn.tag);
    return drawn;
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
    const read = async (): Promise<Drawing> => {
      const visible = await this.graph.visibleKinds(caller, verbs);
      const found = await this.read(view, options, { visible, verb: verbs[0] }, caller, signal);
      return { view: name, kinds: kindsOfBoxes(), options, format: 'svg', scale: 1, ...found };
    };
    return this.drawer.drawForPages(read, pages, requesterOf(caller, signal));
  }

  /** What the foot of a picture says: the time is that of the state of the map, the name that of a caller who does not see all of it. */
  private async footOf(snapshot: string, language: Language, visible: VisibleByKind, caller: Caller): Promise<Foot> {
    if (this.state.name !== snapshot) this.state = { name: snapshot, at: new Date() };
    const { at } = this.state;
    const isRestricted = Object.values(visible).some((seen) => seen !== 'all');
    const [user] = isRestricted
      ? await this.database.all('SELECT name, login FROM users WHERE id = ?', [caller.userId])
      : [];
    return {
      organisation: this.config.organisation,
      at: at.toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB', {
        ...({ day: 'numeric', month: 'long', year: 'numeric' } as const),
        ...({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const),
      }),
      seenBy: user && String(user['name'] || user['login']),
    };
  }

  /** What a view is drawn from: what the caller may do `verb` with. */
  private async read(
    view: View,
    options: PictureOptions,
    { visible, verb }: { visible: VisibleByKind; verb: Verb },
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Pick<Drawing, 'graph' | 'rows'>> {
    const { kinds, edges, columns } = wantedOf(withFurtherKinds(view, kindsOfBoxes()), options);
    const question =
      view === OVERVIEW ? ({ route: 'kinds-in-numbers' } as const) : ({ route: 'part', kinds, edges } as const);
    const graph = await this.graph.part(question, visible, caller.userId, signal);
    return { graph, rows: await readRows(this.database, this.scopes.of(caller), columns, verb) };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.drawer.close();
  }

  private async drawing(
    view: View,
    { options, format, scale, question }: RenderRequest,
    visible: VisibleByKind,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Drawing> {
    const drawing = { view: view.name, kinds: kindsOfBoxes(), options, format, scale, rows: {} };
    if (question) {
      const questions = questionsOf(question, options.cutAt, hiddenIn(visible));
      const answers = questions.map((one) => this.graph.answer(one, caller, signal, visible));
      return { ...drawing, graph: inLines(await Promise.all(answers)) };
    }
    const named = view.selectors.flatMap((one) => ('kind' in one && options.selected.has(one.name) ? [one.kind] : []));
    const hidden = hiddenIn(visible).filter((path) => named.includes(path));
    if (hidden.length) throw new ApiError(403, 'graphHidden', { kinds: hidden.join(', ') });
    return { ...drawing, ...(await this.read(view, options, { visible, verb: 'access' }, caller, signal)) };
  }
}

/** Names a picture whatever the map holds: what is asked for, and what whoever asks could list. */
function keyOf(
  { name }: View,
  { options, format, scale, question }: RenderRequest,
  visible: VisibleByKind,
  foot?: Foot,
): string {
  const { show, selected, ...others } = options;
  const text = JSON.stringify([name, others, [...show].sort(), [...selected], format, scale, question, visible, foot]);
  return createHash('sha256').update(text).digest('base64url');
}

/** Answers a line each, as bytes of their own. */
function inLines(answers: readonly Uint8Array[]): Uint8Array {
  if (answers.length === 1) return answers[0]!;
  const all = new Uint8Array(answers.reduce((sum, { length }) => sum + length + 1, -1)).fill(LINE_FEED);
  let at = 0;
  for (const bytes of answers) {
    all.set(bytes, at);
    at += bytes.length + 1;
  }
  return all;
}

const LINE_FEED = 10;

/** Whatever may be a box: nodes, and connectors, which are nodes where that is asked for. */
function kindsOfBoxes(): Kind[] {
  const { nodes, connectors, edges } = registry.graph();
  const placesOf = (path: string): string[] =>
    edges.filter(({ family, to }) => family === 'places' && to === path).map(({ name }) => name);
  return [...nodes, ...connectors.map(({ name }) => name)].map((path) => {
    const { view, titles } = registry.get(path);
    return { path, view, titles, ...(nodes.includes(path) && { places: placesOf(path) }) };
  });
}
