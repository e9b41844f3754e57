/** How many related objects an answer may embed, and the time to find out before its first byte (contract 14). */
import { ApiError } from '../../core/http/errors.js';
import type { Include } from './include.js';

/** Bytes that wait for the count: lists and pages of usual length end before, and are counted while they are written. */
const HELD_BACK = 8 << 20;

/** What one answer may embed, each object counted as often as it is written. */
export class Budget {
  private readonly spentOn = new Map<Include, number>();
  private spent = 0;
  private granted = false;

  constructor(private readonly max: number) {}

  /** Throws 400 if it is too much with these. */
  spend(include: Include, objects: number): void {
    if (this.granted || !objects) return;
    this.spent += objects;
    this.spentOn.set(include, (this.spentOn.get(include) ?? 0) + objects);
    if (this.spent > this.max) throw this.refusal();
  }

  /** From now on anything may be embedded: all of it was counted, and the first bytes are sent. */
  grant(): void {
    this.granted = true;
  }

  /** Names the include that takes most. */
  private refusal(): ApiError {
    const [[largest]] = [...this.spentOn].sort(([, a], [, b]) => b - a) as [[Include, number]];
    return new ApiError(400, 'tooManyEmbedded', { name: `include=${largest.path}`, max: this.max });
  }
}

/** The same pieces, of which the first are held back until `count` is done: it throws where the whole is too much. */
export async function* heldBack(pieces: AsyncIterable<Buffer>, count: () => Promise<void>): AsyncIterable<Buffer> {
  const held: Buffer[] = [];
  let [size, counted] = [0, false];
  for await (const piece of pieces) {
    if (!counted) {
      held.push(piece);
      size += piece.length;
      if (size < HELD_BACK) continue;
      await count();
      counted = true;
      yield* held.splice(0);
    } else yield piece;
  }
  yield* held;
}
