/** The tags by which `npm test` leaves files out (test/support/extent.cjs). */
import { resolve } from 'node:path';
import { registry } from '../../src/engine/index.js';
import '../../src/map/index.js';
import { covering, shapesOf, statementsOf } from '../contract/shapes.js';
import { engineOf, rounds, secondsOf, tagged } from '../support/extent.cjs';

const REST = "\nit('works', () => undefined);\n";
const LONG = `/**\n * Two lines,\n * and a tag.`;

describe('tags of slow test files', () => {
  it.each([
    ['a fast file has none', '/** Words. */', 5.9, '/** Words. */'],
    ['a slow one gets one', '/** Words. */', 6, '/** Words. @seconds 6 */'],
    ['at the end of several lines', `${LONG}\n */`, 20.4, `${LONG} @seconds 20\n */`],
    ['a tag that is nearly right stays', '/** Words. @seconds 20 */', 26, '/** Words. @seconds 20 */'],
    ['one that is wrong is replaced', '/** Words. @seconds 20 */', 40, '/** Words. @seconds 40 */'],
    ['in a comment of its own too', '/** @seconds 20 */', 40, '/** @seconds 40 */'],
    [
      'before the tag that keeps the file',
      '/** Words. @seconds 20 @always */',
      40,
      '/** Words. @seconds 40 @always */',
    ],
    [
      'and before the one that leaves it to releases',
      '/** Words. @seconds 20 @release */',
      40,
      '/** Words. @seconds 40 @release */',
    ],
    ['a file that became fast loses it', '/** Words. @seconds 20 */', 2, '/** Words. */'],
  ])('%s', (_, head, seconds, expected) => {
    expect(tagged(head + REST, seconds)).toBe(expected + REST);
  });
  it('a file without a comment gets one for its tag, and loses both', () => {
    expect(tagged(REST.trimStart(), 12)).toBe(`/** @seconds 12 */${REST}`);
    expect(tagged(`/** @seconds 12 */${REST}`, 1)).toBe(REST.trimStart());
  });
  it('reads the first comment alone', () => {
    expect(secondsOf('/** Words. @seconds 12 */')).toBe(12);
    expect(secondsOf("/** Words. */\nconst text = '/** @seconds 12 */';")).toBeUndefined();
  });
});

describe('what a gate leaves to the whole suite', () => {
  const TESTS = resolve(__dirname, '..');
  const extent = process.env['MERIDIAN_TEST_EXTENT'];
  const within = <T>(other: string, work: () => T): T => {
    process.env['MERIDIAN_TEST_EXTENT'] = other;
    try {
      return work();
    } finally {
      process.env['MERIDIAN_TEST_EXTENT'] = extent;
    }
  };

  it('one engine, where either would do: that of the file, or of the folder that it is in', () => {
    const engines = (): unknown[] =>
      ['reports/paper', 'engine/list/streams', 'access/leaks', 'reliability/security/data', 'database/names'].map(
        (name) => engineOf(`${TESTS}/${name}.spec.ts`),
      );
    expect(within('gate', engines)).toEqual(['sqlite', 'mariadb', undefined, 'mariadb', undefined]);
    expect(within('whole', engines)).toEqual(Array(5).fill(undefined));
  });
  it('three in four rounds of what is drawn anew in each run', () => {
    expect(['gate', 'short', 'whole'].map((other) => within(other, () => rounds(1000)))).toEqual([250, 250, 1000]);
  });
  it.each([shapesOf, statementsOf])(
    'resources without a shape of their own, by %p: every shape is with one that is tested',
    (of) => {
      const all = registry.all();
      const tested = covering(all, of);
      expect(new Set(tested.flatMap(of))).toEqual(new Set(all.flatMap(of)));
      // A word that is a shape of its own for each kind would have nearly all of them tested.
      expect([tested.length > 10, tested.length < all.length / 2]).toEqual([true, true]);
    },
  );
  it('what differs makes another shape; a word does not', () => {
    const [one] = registry.all();
    const changed = (field: object): string[] => shapesOf({ ...one!, fields: [{ ...one!.fields[1]!, ...field }] });
    expect(changed({ about: 'Something else', name: 'other' })).toEqual(changed({}));
    expect(changed({ hidden: true })).not.toEqual(changed({}));
  });
});
