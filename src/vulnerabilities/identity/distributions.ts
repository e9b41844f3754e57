/** Releases of Linux distributions, as tools write them in addresses of packages and as databases of vulnerabilities call them. */

/** Names of releases, where tools write those. */
const CODENAMES: ReadonlyMap<string, string> = new Map([
  ...([['stretch', 'debian-9'], ['buster', 'debian-10'], ['bullseye', 'debian-11'], ['bookworm', 'debian-12']] as const), // prettier-ignore
  ...([['trixie', 'debian-13'], ['forky', 'debian-14'], ['trusty', 'ubuntu-14.04'], ['xenial', 'ubuntu-16.04']] as const), // prettier-ignore
  ...([['bionic', 'ubuntu-18.04'], ['focal', 'ubuntu-20.04'], ['jammy', 'ubuntu-22.04'], ['noble', 'ubuntu-24.04']] as const), // prettier-ignore
]);

/** The distributions by the names that tools give them, in lower case. */
const DISTRIBUTIONS: ReadonlyMap<string, string> = new Map([
  ...(['debian', 'ubuntu', 'alpine', 'wolfi', 'chainguard', 'mageia'] as const).map((name) => [name, name] as const),
  ...(['rhel', 'redhat', 'red-hat', 'redhat-enterprise-linux'] as const).map((name) => [name, 'redhat'] as const),
  ...(['rocky', 'rockylinux', 'rocky-linux'] as const).map((name) => [name, 'rocky'] as const),
  ...(['alma', 'almalinux', 'alma-linux'] as const).map((name) => [name, 'alma'] as const),
  ...(['opensuse', 'opensuse-leap', 'opensuse.leap'] as const).map((name) => [name, 'opensuse'] as const),
]);

/** How the ecosystem of a release is called; undefined where the release is not known by its number. */
const NAMES: Readonly<Record<string, (release: string) => string | undefined>> = {
  debian: (release) => numbered('Debian:', /^(\d+)/.exec(release)?.[1]),
  ubuntu: (release) => ubuntu(/^(\d\d)\.(\d\d)/.exec(release)),
  alpine: (release) => numbered('Alpine:v', /^v?(\d+\.\d+)/.exec(release)?.[1]),
  redhat: (release) => numbered('Red Hat:', /^(\d+)/.exec(release)?.[1]),
  rocky: (release) => numbered('Rocky Linux:', /^(\d+)/.exec(release)?.[1]),
  alma: (release) => numbered('AlmaLinux:', /^(\d+)/.exec(release)?.[1]),
  opensuse: (release) => numbered('openSUSE:Leap ', /^(\d+\.\d+)/.exec(release)?.[1]),
  mageia: (release) => numbered('Mageia:', /^(\d+)/.exec(release)?.[1]),
  wolfi: () => 'Wolfi',
  chainguard: () => 'Chainguard',
};

const numbered = (before: string, release: string | undefined): string | undefined =>
  release === undefined ? undefined : before + release;

/** Those of April of even years are supported for long, and called so. */
function ubuntu(release: RegExpExecArray | null): string | undefined {
  if (!release) return undefined;
  const [number, year, month] = release as unknown as [string, string, string];
  return `Ubuntu:${number}${Number(year) % 2 === 0 && month === '04' ? ':LTS' : ''}`;
}

/**
 * The ecosystem of the release: `Debian:12` of `debian-12.5`. The distribution is that of the release, otherwise the one that the
 * address names. Undefined for one that no database is known for, and without a release where there are several.
 */
export function releaseOf(type: string, namespace: string | undefined, distro: string | undefined): string | undefined {
  const said = (distro ?? '').trim().toLowerCase().slice(0, MAX_DISTRO);
  const named = CODENAMES.get(said.split('/', 1)[0]!) ?? said;
  const [, prefix, release = ''] = /^(.*?)-?(v?\d[\w.]*)?$/.exec(named) ?? [];
  const key = DISTRIBUTIONS.get(prefix ?? '') ?? DISTRIBUTIONS.get(namespace?.toLowerCase() ?? '');
  const isOfType = key !== undefined && KINDS[type]!.has(key);
  // Another distribution than the address names, such as one that was derived from it: its packages are not those.
  if (!isOfType || (prefix && !DISTRIBUTIONS.has(prefix))) return undefined;
  return NAMES[key]!(release);
}

const MAX_DISTRO = 100;

const KINDS: Readonly<Record<string, ReadonlySet<string>>> = {
  deb: new Set(['debian', 'ubuntu']),
  apk: new Set(['alpine', 'wolfi', 'chainguard']),
  rpm: new Set(['redhat', 'rocky', 'alma', 'opensuse', 'mageia']),
};

/** Vulnerabilities of these are named by the packages that are built, those of others by their sources. */
const BY_BUILT = /^(?:Red Hat|AlmaLinux):/;

/** Returns true where vulnerabilities are told of source packages. */
export const sourceIsNamed = (ecosystem: string): boolean => !BY_BUILT.test(ecosystem);
