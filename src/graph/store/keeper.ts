/** Keeps the graph of one database true: loaded when it is first asked for, and changed bit by bit as the map changes. */
import type { ThreadReader } from '../../database/thread-reader.js';
import { build, rebuild, type GraphState } from './build.js';
import type { Layout } from './layout.js';
import { Mark } from './mark.js';
import { readAll, readChanged, type Changed } from './read.js';

/** So many changed objects are read one by one; of more, and of more than a tenth of the map, everything is read. */
const MAX_CHANGED = 1000;
const MAX_SHARE = 0.1;

/** How often what was needed to be true. */
export interface Counts {
  loads: number;
  changes: number;
}

export class Keeper {
  readonly counts: Counts = { loads: 0, changes: 0 };
  private held: GraphState | undefined;
  private mark = new Mark();
  private loadedAt = 0;
  private version = 0;
  /** So that two processes, or two graphs one after the other, name two states differently: pictures are known by them. */
  private readonly series = Math.floor(Math.random() * 36 ** 8).toString(36);

  /** `maxAge`: seconds after which the graph is read anew, whatever the journal says; 0: never. */
  constructor(
    private readonly reader: ThreadReader,
    private readonly layout: Layout,
    private readonly maxAge: number,
  ) {}

  /** The graph with every change that was stored before this was called. */
  async graph(): Promise<GraphState> {
    const old = this.held;
    if (!old || this.isTooOld()) return this.load();
    if (await this.mark.isSame(this.reader.each)) return old;
    const held = await this.reader
      .snapshot(async (each, lists) => {
        const since = await this.mark.since(each, this.layout);
        if (since === 'same') return old;
        if (since === 'unknown' || isMuch(since, old)) return undefined;
        this.counts.changes++;
        return rebuild(this.layout, this.nextName(), await readChanged(this.layout, since, lists), old, since);
      })
      .catch((error: unknown) => {
        // The mark may be ahead of the graph now.
        this.held = undefined;
        throw error;
      });
    return held ? (this.held = held) : this.load();
  }

  private async load(): Promise<GraphState> {
    this.held = undefined;
    this.counts.loads++;
    const [mark, began] = [new Mark(), performance.now()];
    const held = await this.reader.snapshot(async (each, lists) => {
      await mark.begin(each);
      return build(this.layout, this.nextName(), await readAll(this.layout, lists));
    });
    [this.mark, this.loadedAt, this.held] = [mark, began, held];
    return held;
  }

  private isTooOld(): boolean {
    return this.maxAge > 0 && performance.now() - this.loadedAt > this.maxAge * 1000;
  }

  private nextName(): string {
    return `${this.series}${(this.version++).toString(36)}`;
  }
}

function isMuch({ nodes, connectors }: Changed, { graph }: GraphState): boolean {
  let count = 0;
  for (const ids of [...nodes.values(), ...connectors.values()]) count += ids.size;
  return count > MAX_CHANGED || count > graph.nodes.count * MAX_SHARE + 10;
}
