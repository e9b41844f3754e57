/** Random numbers that a printed seed repeats, for the randomised tests of the text modules. */

/** The seed of this run: SEED of the environment, else a new one, printed so that a failure can be repeated. */
export function newSeed(test: string): number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`${test}: SEED=${seed}\n`);
  return seed;
}

/** A source of whole numbers below a bound, the same sequence for the same seed. */
export function randomBelow(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** A text of up to `longest` pieces taken at random. */
export function randomText(below: (bound: number) => number, pieces: readonly string[], longest: number): string {
  return Array.from({ length: below(longest) + 1 }, () => pieces[below(pieces.length)]).join('');
}
