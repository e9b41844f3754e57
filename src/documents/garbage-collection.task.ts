/** Clears the store of documents after the start and every day, as a piece of housekeeping. */
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Chores, type Chore } from '../operations/maintenance/chores.js';
import { DocumentClearing, type Cleared } from './garbage-collection.js';

/** How long a store that was cleared is left alone, in milliseconds: every turn lists all that is in it. */
const REST = 24 * 3600_000;

@Injectable()
export class ClearingChore implements Chore, OnModuleDestroy {
  readonly name = 'documents';
  private readonly log = new Logger('Documents');
  private turn: AsyncGenerator<void, Cleared> | undefined;
  private resting = 0;

  constructor(
    chores: Chores,
    private readonly clearing: DocumentClearing,
  ) {
    chores.add(this);
  }

  async batch(): Promise<boolean> {
    if (Date.now() < this.resting) return false;
    this.turn ??= this.clearing.turn();
    try {
      const { done, value } = await this.turn.next();
      if (!done) return true;
      this.tell(value);
    } catch (error) {
      this.turn = undefined;
      throw error;
    }
    this.turn = undefined;
    this.resting = Date.now() + REST;
    return false;
  }

  /** Closes the list under way. */
  async onModuleDestroy(): Promise<void> {
    await this.turn?.return({ purged: 0, orphans: 0, foreign: false });
  }

  private tell({ orphans, foreign }: Cleared): void {
    if (orphans) this.log.warn(`Removed ${orphans} files that no document speaks of; a crash may have left them.`);
    if (foreign) this.log.warn('The store of documents belongs to another database: nothing is removed from it.');
  }
}
