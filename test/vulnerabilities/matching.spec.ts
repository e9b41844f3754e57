/** How names and versions are compared: tables of examples, and laws that every order must keep. */
import {
  compareVersions,
  describeRange,
  describeRanges,
  everyVersion,
  holds,
  installedVersion,
  matchingRanges,
  normalise,
  parseVersion,
  type VersionRange,
} from '../../src/vulnerabilities/matching.js';
import { newSeed, randomBelow, randomText } from '../core/text/seeded.js';

const compare = (a: string, b: string): number => Math.sign(compareVersions(parseVersion(a), parseVersion(b)));

describe('names of vendors and products', () => {
  it.each([
    ['S/4HANA', 's/4hana'],
    ['s\\/4hana', 's/4hana'],
    ['Billing Suite', 'billing_suite'],
    [' Billing \t Suite ', 'billing_suite'],
    ['billing_suite', 'billing_suite'],
    ['Ångström\\!', 'ångström!'],
    ['\\ x', 'x'],
    ['', ''],
  ])('%j is %j', (name, expected) => expect(normalise(name)).toBe(expected));
});

describe('the order of versions', () => {
  it.each([
    ['1.0-rc1', '<', '1.0'],
    ['1.0', '=', '1.0.0'],
    ['1.0.0', '<', '1.0a'],
    ['1.0a', '<', '1.0.1'],
    ['1.9', '<', '1.10'],
    ['v2.1', '=', '2.1'],
    ['V2.1', '=', '2.1'],
    [' v2.1 ', '=', '2.1'],
    ['2.1.0-beta', '<', '2.1.0'],
    ['1.0-alpha', '<', '1.0-beta'],
    ['1.0-beta', '<', '1.0-rc'],
    ['1.0-rc1', '<', '1.0-rc2'],
    ['1.0-rc', '=', '1.0-RC.0'],
    ['1.0-dev', '<', '1.0'],
    ['1.0-pre', '<', '1.0'],
    ['1.0-preview3', '<', '1.0'],
    ['1.0-SNAPSHOT', '<', '1.0'],
    ['1.0-M2', '<', '1.0'],
    ['1.0-milestone', '<', '1.0'],
    ['1.0-alphabet', '>', '1.0'],
    ['1.0-final', '>', '1.0'],
    ['1.0a', '<', '1.0b'],
    ['01.002', '=', '1.2'],
    ['1_0_1', '=', '1.0.1'],
    ['1.0+build', '>', '1.0'],
    ['version', '>', ''],
    ['v', '>', '0'],
    ['', '=', '0.0'],
    ['10.15.7', '<', '11'],
    ['2019.1.8', '<', '2019.1.10'],
    ['9'.repeat(400), '<', `1${'0'.repeat(400)}`],
    ['1.0.0.0.0.0.0.1', '>', '1'],
    ['5é1', '>', '5'],
  ])('%s %s %s', (a, sign, b) => {
    const expected = { '<': -1, '=': 0, '>': 1 }[sign];
    expect(compare(a, b)).toBe(expected);
    expect(compare(b, a)).toBe(expected === 0 ? 0 : -expected!);
  });

  it('is an order: whatever two orders agree on, a third one cannot undo', () => {
    const below = randomBelow(newSeed('the order of versions'));
    const PARTS = ['0', '1', '2', '10', '00', 'a', 'b', 'rc', 'alpha', 'x', 'm', '.', '-', '+', 'v'];
    const version = (): string => randomText(below, PARTS, 6);
    for (let i = 0; i < 20_000; i++) {
      const [a, b, c] = [version(), version(), version()];
      const [ab, bc, ac] = [compare(a, b), compare(b, c), compare(a, c)];
      const broken = ab <= 0 && bc <= 0 && (ac > 0 || (ac === 0 && (ab < 0 || bc < 0)));
      if (broken) throw new Error(`${a} ${ab} ${b} ${bc} ${c} ${ac}`);
    }
  });
});

const range = (parts: Partial<VersionRange>): VersionRange => ({ ...everyVersion('affected'), ...parts });

describe('ranges of versions', () => {
  it.each<[Partial<VersionRange>, string, string[], string[]]>([
    [{}, '*', ['0', '1.0', '999'], []],
    [{ exact: '2.1.0' }, '2.1.0', ['2.1', 'v2.1.0', '2.1.0.0'], ['2.1.1', '2.1.0-rc1', '2.1.0a']],
    [{ start_incl: '2.0.0', end_excl: '2.2.0' }, '>= 2.0.0, < 2.2.0', ['2.0', '2.1.9', '2.2.0-rc1'], ['1.9', '2.2']],
    [{ start_excl: '1', end_incl: '3' }, '> 1, <= 3', ['1.0.1', '3', '3.0'], ['1', '1.0', '3.0.1']],
    [{ end_excl: '3.1' }, '< 3.1', ['0', '3.0.99', '3.1-beta'], ['3.1', '3.10']],
    [{ start_incl: '5' }, '>= 5', ['5', '5.0', '80'], ['4.9', '5-rc1']],
  ])('%j is told as %s', (parts, told, inside, outside) => {
    expect(describeRange(range(parts))).toBe(told);
    for (const version of inside)
      expect([version, holds(range(parts), parseVersion(version))]).toEqual([version, true]);
    for (const version of outside)
      expect([version, holds(range(parts), parseVersion(version))]).toEqual([version, false]);
  });
});

describe('hits', () => {
  const told = (ranges: VersionRange[], version: string | null): string =>
    describeRanges(matchingRanges(ranges, installedVersion(version)));
  const below2 = range({ end_excl: '2' });
  const exact15 = range({ exact: '1.5' });
  const fixed16 = range({ status: 'unaffected', start_incl: '1.6' });
  const byDefault = range({ status: 'default' });

  it.each<[string, VersionRange[], string | null, string]>([
    ['no ranges at all', [], '1.0', ''],
    ['inside', [below2], '1.5', '< 2'],
    ['outside', [below2], '2.0', ''],
    ['inside of several', [below2, exact15], '1.5', '< 2 || 1.5'],
    ['the same range twice is told once', [below2, { ...below2 }], '1.5', '< 2'],
    ['unaffected wins over affected', [below2, fixed16], '1.6', ''],
    ['unaffected elsewhere changes nothing', [below2, fixed16], '1.5', '< 2'],
    ['default where nothing speaks of the version', [byDefault, fixed16], '1.5', '*'],
    ['default, and unaffected', [byDefault, fixed16], '1.7', ''],
    ['affected is told rather than default', [byDefault, exact15], '1.5', '1.5'],
    ['an unknown version, affected somewhere', [exact15, fixed16], null, '1.5'],
    ['an unknown version, affected by default', [byDefault], '', '*'],
    ['an unknown version, nothing affected', [fixed16], '*', ''],
    ['a version of a hyphen is unknown', [exact15], ' - ', '1.5'],
  ])('%s', (_, ranges, version, expected) => expect(told(ranges, version)).toBe(expected));
});
