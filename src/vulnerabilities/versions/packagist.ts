/** Versions of Composer packages: numbers, then how stable they are. */
import { compareDigits, compareLists, type VersionRule } from './rule.js';

interface Parsed {
  numbers: readonly string[];
  stability: number;
  /** Numbers of the stability, such as the 2 of `beta2`. */
  of: readonly string[];
  /** What is in the making comes before what it becomes. */
  isDev: boolean;
}

const [DEV, ALPHA, BETA, RC, STABLE, PATCH] = [0, 1, 2, 3, 4, 5];
const STABILITIES: ReadonlyMap<string, number> = new Map([
  ...(['alpha', 'a'] as const).map((word) => [word, ALPHA] as const),
  ...(['beta', 'b'] as const).map((word) => [word, BETA] as const),
  ...(['rc'] as const).map((word) => [word, RC] as const),
  ...(['stable', ''] as const).map((word) => [word, STABLE] as const),
  ...(['patch', 'pl', 'p'] as const).map((word) => [word, PATCH] as const),
]);

const FORM =
  /^v?(\d+(?:\.\d+)*)(?:[._-]?(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\d+)*))?([.-]?dev)?(?:\+[0-9a-z.-]*)?$/;

export const packagist: VersionRule<Parsed> = {
  parse(text) {
    // Dates have hyphens between their numbers.
    const plain = text.toLowerCase().replace(/(?<=\d)[-:](?=\d)/g, '.');
    const parts = FORM.exec(plain);
    if (!parts) return undefined;
    const [, numbers, word = '', of = '', dev] = parts as unknown as string[];
    const isDev = dev !== undefined;
    return {
      numbers: numbers!.split('.'),
      stability: isDev && !word ? DEV : STABILITIES.get(word)!,
      of: of.match(/\d+/g) ?? [],
      isDev,
    };
  },
  compare: (a, b) =>
    compareLists(a.numbers, b.numbers, compareDigits, '0') ||
    a.stability - b.stability ||
    compareLists(a.of, b.of, compareDigits, '0') ||
    Number(b.isDev) - Number(a.isDev),
};
