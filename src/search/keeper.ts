/** Keeps the index of names true: read when it is first asked for, then object by object as the journal tells of changes. */
import { setImmediate } from 'node:timers/promises';
import type { Each, Row, ThreadReader } from '../database/thread-reader.js';
import { Mark } from '../graph/store/mark.js';
import type { KindLayout, Layout } from './layout.js';
import { NameIndex } from './name-index.js';
import { textOf } from './texts.js';

/** Of more changed objects everything is read. */
const MAX_CHANGED = 20_000;

/** What is held, with what is known of the journal at that state. */
interface LoadedIndex {
  index: NameIndex;
  mark: Mark;
  readAt: number;
}

export class Keeper {
  private held: LoadedIndex | undefined;
  private renewal: Promise<void> | undefined;

  /**
   * @param reader of what changed
   * @param renewer of everything, beside it: who searches meanwhile does not wait
   * @param maxAge seconds after which everything is read anew, whatever the journal says; 0: never
   */
  constructor(
    private readonly reader: ThreadReader,
    private readonly renewer: ThreadReader,
    private readonly layout: Layout,
    private readonly maxAge: number,
  ) {}

  /** The index with every change that the journal told of before this was called. */
  async index(): Promise<NameIndex> {
    let { held } = this;
    if (!held || !((await held.mark.isSame(this.reader.each)) || (await this.follow(held)))) {
      // A reading that began before this may not know what is to be known.
      await this.renewal;
      held = this.held = await this.read();
    }
    if (this.maxAge && performance.now() - held.readAt > this.maxAge * 1000) this.renewal ??= this.renew();
    return held.index;
  }

  /** Reads what changed. Returns false where nobody can say what that is. */
  private async follow({ index, mark }: LoadedIndex): Promise<boolean> {
    return this.reader
      .snapshot(async (each) => {
        const since = await mark.since(each, { kinds: this.layout, connectors: [] });
        if (since === 'same') return true;
        if (since === 'unknown' || sizeOf(since.nodes) > MAX_CHANGED) return false;
        for (const [place, ids] of since.nodes) {
          const kind = this.layout[place]!;
          // What is not read any more is gone.
          const changes = new Map<number, string | undefined>([...ids].map((id) => [id, undefined]));
          await each(kind.some, [[...ids]], (row) => void changes.set(row[0] as number, textIn(kind, row)));
          index.change(place, changes);
        }
        return true;
      })
      .catch((error: unknown) => {
        // The mark may be ahead of the index now.
        this.held = undefined;
        throw error;
      });
  }

  /** Reads everything while the index that is there answers; a failure is met again by whoever searches next. */
  private async renew(): Promise<void> {
    try {
      this.held = await this.read();
    } catch {
      this.held = undefined;
    } finally {
      this.renewal = undefined;
    }
  }

  private async read(): Promise<LoadedIndex> {
    const [mark, readAt] = [new Mark(), performance.now()];
    const index = new NameIndex(this.layout.length);
    try {
      await this.renewer.snapshot(async (each) => {
        await mark.begin(each);
        for (const [place, kind] of this.layout.entries()) {
          index.fill(place, await rowsOf(each, kind));
          // Questions to the index that is there are answered in between.
          await setImmediate();
        }
      });
    } finally {
      await this.renewer.close();
    }
    return { index, mark, readAt };
  }
}

async function rowsOf(each: Each, kind: KindLayout): Promise<Array<readonly [number, string]>> {
  const rows: Array<readonly [number, string]> = [];
  await each(kind.all, [], (row) => rows.push([row[0] as number, textIn(kind, row)]));
  return rows;
}

const textIn = ({ columns }: KindLayout, row: Row): string => textOf(columns, row.slice(1) as Array<string | null>);

function sizeOf(changed: ReadonlyMap<number, ReadonlySet<number>>): number {
  let size = 0;
  for (const ids of changed.values()) size += ids.size;
  return size;
}
