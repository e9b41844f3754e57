/** Every package that the program needs when it runs may be used and passed on under the licence of the program. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(__dirname, '../..');

/** Licences that ask for nothing but their own text and the names of the authors. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Asks for the source of what is changed of it alone, and nothing here is.
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages that name no licence in their own description, and the file that does. */
const TOLD_ELSEWHERE: Record<string, { licence: string; file: string; says: RegExp }> = {
  'dejavu-fonts-ttf': {
    licence: 'MIT',
    file: 'LICENSE',
    says: /to deal in the Font Software|to permit\s+persons to whom the Font Software/,
  },
  'passport-strategy': { licence: 'MIT', file: 'LICENSE', says: /The MIT License/ },
  pause: { licence: 'MIT', file: 'Readme.md', says: /The MIT License|\(The MIT|MIT/ },
};

interface Package {
  name: string;
  licence: string | undefined;
}

/** The packages that `npm ci --omit=dev` installs. */
function packages(): Package[] {
  const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { license?: string; dev?: boolean; link?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { license }]) => ({ name: path.replace(/^.*node_modules\//, ''), licence: license }));
}

/** Whether one of the choices of an SPDX expression is allowed, with all its parts. */
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((licence) => ALLOWED.has(licence.trim())));

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['(MIT AND Zlib)', true],
    ['(MIT AND GPL-2.0)', false],
    ['GPL-3.0-or-later', false],
    ['SEE LICENSE IN LICENSE.md', false],
  ])('%s may be used: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed);
  });
  it('the licence of every package is known and allowed', () => {
    const all = packages();
    expect(all.length).toBeGreaterThan(100);
    const refused = all
      .map(({ name, licence }) => ({ name, licence: TOLD_ELSEWHERE[name]?.licence ?? licence ?? 'none' }))
      .filter(({ licence }) => !isAllowed(licence));
    const advice =
      'Choose another package; or, if its licence asks for no more than to be named, add it to ALLOWED in ' +
      'test/licences/licences.spec.ts; if the package tells its licence elsewhere, add it to TOLD_ELSEWHERE.';
    expect({ refused, advice }).toEqual({ refused: [], advice });
  });
  it.each(Object.entries(TOLD_ELSEWHERE))('%s tells its licence where the list says', (name, { file, says }) => {
    const path = [file, file.toUpperCase(), 'README.md']
      .map((candidate) => join(PROJECT, 'node_modules', name, candidate))
      .find((candidate) => existsSync(candidate));
    expect(readFileSync(path!, 'utf8')).toMatch(says);
  });
  it('is that of the program itself', () => {
    const { license } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { license: string };
    expect(license).toBe('MIT');
    expect(readFileSync(join(PROJECT, 'LICENSE'), 'utf8')).toContain('MIT License');
  });
});
