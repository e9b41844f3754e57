/** The findings of a plan: the first ones of each level as they are, all others counted by what they say. */
import { Message } from '../../core/i18n/messages.js';
import { withNames } from '../identity/candidates.js';
import type { Finding, Level } from './changes.js';
import { setOfKey } from './groups.js';
import { bytesOf } from './plan-cost.js';

/** Findings of a level that are kept, and their bytes. */
const [MAX_KEPT, MAX_BYTES] = [10_000, 4 << 20];
/** Bytes of a finding beside what it tells. */
const ROOM = 300;

/** Findings of a level, a code and a type that are not kept. */
interface Others {
  readonly level: Level;
  readonly code: string;
  readonly type: string | undefined;
  count: number;
}

export class Findings {
  private readonly kept: Finding[] = [];
  private readonly sizes: Record<Level, { count: number; bytes: number }> = {
    ...{ error: { count: 0, bytes: 0 }, kept: { count: 0, bytes: 0 } },
    ...{ warning: { count: 0, bytes: 0 }, note: { count: 0, bytes: 0 } },
  };
  private readonly others = new Map<string, Others>();
  /** How many of the others were not in the last run of their item, by its number. */
  private readonly othersNew = new Map<number, number>();

  /**
   * Takes a finding. `type`: of the findings that are counted with it, where it is not kept; `make` is called where it is kept.
   */
  add(
    { level, code, item, isNew }: { level: Level; code: string; item: number | undefined; isNew: boolean },
    type: string | undefined,
    make: () => Finding,
  ): void {
    const size = this.sizes[level];
    size.count++;
    if (size.count <= MAX_KEPT && size.bytes <= MAX_BYTES) {
      const finding = make();
      this.kept.push(finding);
      size.bytes += ROOM + bytesOf(finding.said) + bytesOf(finding.stored) + bytesOf(finding.phrase.values);
      return;
    }
    const key = `${level} ${code} ${type}`;
    const known = this.others.get(key);
    if (known) known.count++;
    else this.others.set(key, { level, code, type, count: 1 });
    if (level === 'kept' && isNew && item !== undefined) this.othersNew.set(item, (this.othersNew.get(item) ?? 0) + 1);
  }

  /** The objects that sentences speak of, by type. */
  get candidates(): ReadonlyMap<string, ReadonlySet<number>> {
    const ids = new Map<string, Set<number>>();
    for (const { type: own, of: type = own, candidates = [], phrase } of this.kept)
      if (type !== undefined && 'objects' in phrase.values) for (const id of candidates) setOfKey(ids, type).add(id);
    return ids;
  }

  /** Sentences name the objects that they speak of. */
  name(names: ReadonlyMap<string, ReadonlyMap<number, string>>): void {
    this.kept.forEach((finding, i) => {
      const { type: own = '', of: type = own, phrase } = finding;
      const known = names.get(type);
      if (known && 'objects' in phrase.values) this.kept[i] = { ...finding, phrase: withNames(phrase, known) };
    });
  }

  /** How many there are of a level, those too that are not kept. */
  count(level: Level): number {
    return this.sizes[level].count;
  }

  /** How many tell of a value that was not kept in the last run of its item. */
  get news(): number {
    let news = 0;
    for (const { level, new: isNew } of this.kept) if (level === 'kept' && isNew) news++;
    for (const count of this.othersNew.values()) news += count;
    return news;
  }

  /** Nothing is new of these items. */
  isOld(items: ReadonlySet<number | undefined>): void {
    for (const finding of this.kept)
      if (finding.new && finding.item !== undefined && items.has(finding.item)) finding.new = false;
    for (const item of this.othersNew.keys()) if (items.has(item)) this.othersNew.delete(item);
  }

  /** Those that are kept, and behind them how many more there are like them. */
  all(): readonly Finding[] {
    const more = [...this.others.values()].map(({ level, code, type, count }) => ({
      ...{ level, code, ...(type !== undefined && { type }), more: count },
      phrase: new Message('feedMoreFindings', { count, code }),
    }));
    return [...this.kept, ...more];
  }
}
