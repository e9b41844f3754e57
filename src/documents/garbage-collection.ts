/**
 * Clears the store of documents: bytes of documents that were deleted long ago, and what a crash between bytes and row
 * left behind (contract 8). It may be run at any time and again; a removal asks the locked row once more.
 */
import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Database, Row } from '../database/database.js';
import { type DocumentStore, idIn, nameOf, olderNameOf } from './document-store.js';
import { MARK } from './stored-sample.js';
import { type ScheduledTask, ScheduledTasks } from '../operations/maintenance/maintenance.js';

/** What the decision needs to know of a document, deleted or not. */
export type Owner = Pick<Row, 'id' | 'hash' | 'deleted_at'>;

const OWNERS = 'SELECT `id`, `hash`, `deleted_at` FROM `documents` WHERE ';

export class DocumentReclaimer {
  constructor(
    private readonly database: Database,
    private readonly files: DocumentStore,
  ) {}

  /** Documents by id, deleted ones too. */
  async owners(ids: readonly number[]): Promise<Map<number, Owner>> {
    const rows = await this.database.all(OWNERS + this.database.dialect.isIn('`id`'), [[...ids]]);
    return new Map(rows.map((row) => [row['id'] as number, row as Owner]));
  }

  /** Removes the bytes under a name if `unneeded` says so of the row, which is locked meanwhile. Returns true if it did. */
  remove(name: string, unneeded: (owner: Owner | undefined) => boolean | Promise<boolean>): Promise<boolean> {
    const { database, files } = this;
    return database.transaction(async (tx) => {
      const [row] = await tx.all(`${OWNERS}\`id\` = ?${database.dialect.forUpdate}`, [idIn(name) ?? 0]);
      if (!(await unneeded(row as Owner | undefined))) return false;
      await files.remove(name);
      return true;
    });
  }
}

const HOUR = 3600_000;
const DAY = 24 * HOUR;
/** Most files that are removed at a time; the next turn goes on. */
const MAX_REMOVED = 10_000;

/** What became of a turn. */
export interface Collected {
  /** Bytes of documents that were deleted long ago. */
  purged: number;
  /** Bytes that no row refers to. */
  orphans: number;
  /** The bytes belong to another database: nothing was removed. */
  foreign: boolean;
}

type Verdict = 'purged' | 'orphans' | undefined;

export class DocumentGarbageCollection {
  private readonly reclaimer: DocumentReclaimer;

  /** `purgeDays`: how long bytes of deleted documents stay. */
  constructor(
    private readonly database: Database,
    private readonly files: DocumentStore,
    private readonly purgeDays: number,
  ) {
    this.reclaimer = new DocumentReclaimer(database, files);
  }

  /** Removes what nobody needs, a batch of names at a time. One replica at a time. */
  async *turn(): AsyncGenerator<void, Collected> {
    const now = Date.now();
    const collected: Collected = { purged: 0, orphans: 0, foreign: false };
    await this.files.sweep(now - HOUR);
    if (!(await this.isOurs())) return { ...collected, foreign: true };
    yield;
    for await (const names of this.files.names()) {
      const owners = await this.reclaimer.owners(names.map((name) => idIn(name)!));
      for (const name of names) {
        const verdict = this.verdictOf(name, owners.get(idIn(name)!), now);
        if (verdict && (await this.remove(name, verdict, now))) collected[verdict]++;
      }
      if (collected.purged + collected.orphans >= MAX_REMOVED) break;
      yield;
    }
    return collected;
  }

  /** Why the bytes under a name may go; undefined if they stay. */
  private verdictOf(name: string, owner: Owner | undefined, now: number): Verdict {
    const older = name === olderNameOf(idIn(name)!);
    if (!owner) return older ? undefined : 'orphans';
    const deleted = this.deletedAt(owner);
    if (deleted !== undefined && deleted <= now - this.purgeDays * DAY) return 'purged';
    // The older application may still serve what it wrote; a copy that was replaced goes with its document.
    return older || name === nameOf(owner.id as number, owner.hash as string) ? undefined : 'orphans';
  }

  private async remove(name: string, verdict: Verdict, now: number): Promise<boolean> {
    return this.reclaimer.remove(name, async (owner) => {
      if (this.verdictOf(name, owner, now) !== verdict) return false;
      // Bytes come before their row: what is new may yet get one.
      return verdict === 'purged' || ((await this.files.since(name)) ?? now) < now - HOUR;
    });
  }

  private deletedAt({ deleted_at: stored }: Owner): number | undefined {
    const at = stored === null ? null : this.database.clock.toApi(String(stored));
    return at === null ? undefined : Date.parse(at);
  }

  /**
   * Returns true if store and database belong together, by a marker that both carry. A server that is started on an empty
   * database by mistake must not take every file of the real one for an orphan.
   */
  private async isOurs(): Promise<boolean> {
    const [marked, own] = [await this.files.ownershipMarker(), await this.ownMark()];
    if (marked !== undefined) return marked === own;
    if (!(await this.mayAdopt())) return false;
    await this.files.setOwnershipMarker(own);
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
      const owners = await this.reclaimer.owners(names.map((name) => idIn(name)!));
      return owners.size > 0;
    }
    return true;
  }
}

/** How long a store that was cleared is left alone, in milliseconds: every turn lists all that is in it. */
const CLEARING_INTERVAL_MS = 24 * 3600_000;

@Injectable()
export class GarbageCollectionTask implements ScheduledTask, OnModuleDestroy {
  readonly name = 'documents';
  private readonly log = new Logger('Documents');
  private turn: AsyncGenerator<void, Collected> | undefined;
  private resting = 0;

  constructor(
    tasks: ScheduledTasks,
    private readonly collection: DocumentGarbageCollection,
  ) {
    tasks.add(this);
  }

  async batch(): Promise<boolean> {
    if (Date.now() < this.resting) return false;
    this.turn ??= this.collection.turn();
    try {
      const { done, value } = await this.turn.next();
      if (!done) return true;
      this.logResult(value);
    } catch (error) {
      this.turn = undefined;
      throw error;
    }
    this.turn = undefined;
    this.resting = Date.now() + CLEARING_INTERVAL_MS;
    return false;
  }

  /** Closes the list under way. */
  async onModuleDestroy(): Promise<void> {
    await this.turn?.return({ purged: 0, orphans: 0, foreign: false });
  }

  private logResult({ orphans, foreign }: Collected): void {
    if (orphans) this.log.warn(`Removed ${orphans} files that no document speaks of; a crash may have left them.`);
    if (foreign) this.log.warn('The store of documents belongs to another database: nothing is removed from it.');
  }
}
