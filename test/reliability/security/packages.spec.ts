/** What is installed is what was looked at: every package comes from the registry, and its bytes are known. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
}

const ROOT = join(__dirname, '../../..');
const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as Record<string, unknown>;
const { lockfileVersion, packages } = read('package-lock.json') as {
  lockfileVersion: number;
  packages: Record<string, Locked>;
};
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

describe('packages', () => {
  it('each has the hash of its bytes', () => {
    expect([lockfileVersion, installed.length > 500]).toEqual([3, true]);
    const bare = installed.filter(([, { integrity, inBundle }]) => !inBundle && !/^sha512-/.test(integrity ?? ''));
    expect(bare.map(([path]) => path)).toEqual([]);
  });
  it('each comes from the registry, none from a repository, a plain address or a folder', () => {
    const strange = installed.filter(
      // Without an address it comes from the registry that npm is set to.
      ([, { resolved }]) => resolved !== undefined && !/^https:\/\/registry\.npmjs\.org\//.test(resolved),
    );
    expect(strange.map(([path, { resolved }]) => `${path} ${resolved}`)).toEqual([]);
  });
  it('each is asked for in one version, and scripts of packages run for those alone that need it', () => {
    const { dependencies, devDependencies, allowScripts } = read('package.json') as Record<
      string,
      Record<string, unknown>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)),
    );
    expect(loose).toEqual([]);
    expect(Object.keys(allowScripts!).length).toBeLessThan(10);
  });
});
