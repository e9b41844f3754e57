/** What is done from time to time so that the database and the store of files do not grow for ever. */
import { Injectable } from '@nestjs/common';

/** One piece of housekeeping. It may be run at any time, and again after it was broken off. */
export interface Chore {
  /** For the log. */
  readonly name: string;
  /**
   * Removes a batch of what nobody needs any more, small enough to hold up nobody.
   * @returns whether there may be more: it is called again then, until it has had its share of the run
   */
  batch(): Promise<boolean>;
}

/** All chores. A module adds its own when it starts: `chores.add(this)` in the constructor of an injectable. */
@Injectable()
export class Chores {
  private readonly list: Chore[] = [];

  add(chore: Chore): void {
    this.list.push(chore);
  }

  all(): readonly Chore[] {
    return this.list;
  }
}
