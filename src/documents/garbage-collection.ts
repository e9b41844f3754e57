/**
 * Clears the store of documents: bytes of documents that were deleted long ago, and what a crash between bytes and row
 * left behind (contract 8). It may be run at any time and again; a removal asks the locked row once more.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.js';
import { idIn, nameOf, olderNameOf, type DocumentStore } from './document-store.js';
import { Release, type Owner } from './document-reclaimer.js';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
/** Most files that are removed at a time; the next turn goes on. */
const MOST_REMOVED = 10_000;
const MARK = 'documents_mark';

/** What became of a turn. */
export interface Cleared {
  /** Bytes of documents that were deleted long ago. */
  purged: number;
  /** Bytes that no row speaks of. */
  orphans: number;
  /** The bytes belong to another database: nothing was removed. */
  foreign: boolean;
}

type Verdict = 'purged' | 'orphans' | undefined;

export class DocumentClearing {
  private readonly release: Release;

  /** `purgeDays`: how long bytes of deleted documents stay. */
  constructor(
    private readonly database: Database,
    private readonly files: DocumentStore,
    private readonly purgeDays: number,
  ) {
    this.release = new Release(database, files);
  }

  /** Removes what nobody needs, a batch of names at a time. One replica at a time. */
  async *turn(): AsyncGenerator<void, Cleared> {
    const now = Date.now();
    const cleared: Cleared = { purged: 0, orphans: 0, foreign: false };
    await this.files.sweep(now - HOUR);
    if (!(await this.isOurs())) return { ...cleared, foreign: true };
    yield;
    for await (const names of this.files.names()) {
      const owners = await this.release.owners(names.map((name) => idIn(name)!));
      for (const name of names) {
        const verdict = this.judge(name, owners.get(idIn(name)!), now);
        if (verdict && (await this.remove(name, verdict, now))) cleared[verdict]++;
      }
      if (cleared.purged + cleared.orphans >= MOST_REMOVED) break;
      yield;
    }
    return cleared;
  }

  /** Why the bytes under a name may go; undefined if they stay. */
  private judge(name: string, owner: Owner | undefined, now: number): Verdict {
    const older = name === olderNameOf(idIn(name)!);
    if (!owner) return older ? undefined : 'orphans';
    const deleted = this.deletedAt(owner);
    if (deleted !== undefined && deleted <= now - this.purgeDays * DAY) return 'purged';
    // The older application may still serve what it wrote; a copy that was replaced goes with its document.
    return older || name === nameOf(owner.id as number, owner.hash as string) ? undefined : 'orphans';
  }

  private async remove(name: string, verdict: Verdict, now: number): Promise<boolean> {
    return this.release.remove(name, async (owner) => {
      if (this.judge(name, owner, now) !== verdict) return false;
      // Bytes come before their row: what is new may yet get one.
      return verdict === 'purged' || ((await this.files.since(name)) ?? now) < now - HOUR;
    });
  }

  private deletedAt({ deleted_at: stored }: Owner): number | undefined {
    const at = stored === null ? null : this.database.clock.toApi(String(stored));
    return at === null ? undefined : Date.parse(at);
  }

  /**
   * Whether store and database belong together, told by a mark that both carry. A server that is started on an empty
   * database by mistake must not take every file of the real one for an orphan.
   */
  private async isOurs(): Promise<boolean> {
    const [marked, own] = [await this.files.mark(), await this.ownMark()];
    if (marked !== undefined) return marked === own;
    if (!(await this.mayAdopt())) return false;
    await this.files.setMark(own);
    return true;
  }

  private async ownMark(): Promise<string> {
    const { database } = this;
    const made = database.dialect.insertMissing('own_settings', ['name', 'value']);
    await database.transaction((tx) => database.write(tx, made, [[MARK, randomUUID()]]));
    const [row] = await database.all('SELECT `value` FROM `own_settings` WHERE `name` = ?', [MARK]);
    return String(row!['value']);
  }

  /** A store without a mark is ours if it is empty, or if we know anything of what it holds first. */
  private async mayAdopt(): Promise<boolean> {
    for await (const names of this.files.names()) {
      const owners = await this.release.owners(names.map((name) => idIn(name)!));
      return owners.size > 0;
    }
    return true;
  }
}
