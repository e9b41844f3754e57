/** The tags by which `npm test` leaves files out (test/support/extent.cjs). */
import { secondsOf, tagged } from '../support/extent.cjs';

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
