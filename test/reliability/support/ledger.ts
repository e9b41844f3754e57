/**
 * What clients know of their writes, kept outside of the servers that are killed. Each thing was last acknowledged in one
 * state; writes that were sent since and never answered may have put it into another.
 */

/** A state as text, so that two of them can be compared; `absent` where the thing is not there. */
export type State = string;

export const ABSENT: State = 'absent';

/** One thing that is written as a whole: an object, the objects of a mass action, the links among some objects. */
export class Thing {
  private known: State = ABSENT;
  private possible: State[] = [];
  /** Writes that were acknowledged. */
  writes = 0;
  /** Ids of its objects, once they are known. */
  ids: number[] = [];

  constructor(
    readonly kind: string,
    readonly name: string,
  ) {}

  /** The state that is certain, unless a write is in doubt. */
  get state(): State {
    return this.known;
  }

  get doubtful(): boolean {
    return this.possible.length > 0;
  }

  /** A write was acknowledged: nothing that was sent before can come after it. */
  acknowledge(state: State): void {
    this.known = state;
    this.possible = [];
    this.writes++;
  }

  /** A write got no answer, or one that says nothing about it. */
  doubt(state: State): void {
    this.possible.push(state);
  }

  /** What is wrong with the state that was found; undefined if nothing is. */
  judge(found: State): string | undefined {
    if (found === this.known || this.possible.includes(found)) return undefined;
    const others = this.possible.length ? ` or, unanswered, ${this.possible.join(' / ')}` : '';
    return `${this.kind} ${this.name}: found ${found} instead of ${this.known}${others}`;
  }
}

/** All writes of a run. */
export class Ledger {
  readonly things: Thing[] = [];
  acknowledged = 0;
  unanswered = 0;
  /** How many answers had which status. */
  readonly statuses = new Map<number, number>();
  /** Answers that no client should get, such as 500. */
  readonly wrong: string[] = [];

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  make(kind: string, name: string): Thing {
    const thing = new Thing(kind, name);
    this.things.push(thing);
    return thing;
  }

  of(kind: string): Thing[] {
    return this.things.filter((thing) => thing.kind === kind);
  }
}
