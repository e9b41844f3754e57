/** Notices that the older application's upgrade changes tables while the server runs on them: it comes without a word. */

/** Unknown column, unknown table: the statement was made for tables that are others now. */
const STRANGE = new Set([1054, 1146]);

export const isStrange = (error: unknown): boolean => STRANGE.has((error as { errno?: number }).errno ?? 0);

/** What the tables look like, and whether this release could work on them. */
export interface ShapeQuestions {
  /** The columns that differ between generations, as a text. */
  read(): Promise<string>;
  /** Throws a sentence where an upgrade is not at its end. */
  requireKnown(): Promise<unknown>;
}

export class ShapeWatch {
  /** The tables are not those for which the statements were made. */
  isOther = false;
  private last: string;
  private looking: Promise<void> | undefined;

  /** `shape`: what the tables looked like when the statements were made for them. */
  constructor(
    private readonly shape: string,
    private readonly ask: ShapeQuestions,
    /** Called once the tables are others, and such that a server that starts anew works on them. */
    private readonly outgrown: () => void,
  ) {
    this.last = shape;
  }

  /** Looks once, however often it is asked meanwhile. A database that does not answer says nothing. */
  look(): Promise<void> {
    this.looking ??= this.compare()
      .catch(() => undefined)
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async compare(): Promise<void> {
    const now = await this.ask.read();
    this.isOther = now !== this.shape;
    // Once more than it takes to change the next table.
    const isStill = now === this.last;
    this.last = now;
    if (!this.isOther || !isStill) return;
    const isKnown = await this.ask.requireKnown().then(
      () => true,
      () => false,
    );
    if (isKnown) this.outgrown();
  }
}
