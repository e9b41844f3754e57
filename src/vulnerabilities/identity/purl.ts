/** Addresses of packages (purl), and the packages that they name as databases of vulnerabilities (OSV) write them. */
import { PackageURL } from 'packageurl-js';
import type { PackageKey } from '../record.js';
import { releaseOf, sourceIsNamed } from './distributions.js';

/** An address of a package, taken apart; upper and lower case as it was written, but for the type and the names of qualifiers. */
export interface Purl {
  type: string;
  namespace: string | undefined;
  name: string;
  version: string | undefined;
  qualifiers: ReadonlyMap<string, string>;
}

/** A package as it is installed. */
export interface InstalledPackage extends PackageKey {
  version: string | undefined;
}

const MAX_LENGTH = 2048;

/** The parts of an address; undefined for what is none. Never throws. */
export function parsePurl(text: string): Purl | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    // What the constructor does beside this is not wanted: it changes the case of names, which tell packages of npm apart.
    const [type, namespace, name, version, qualifiers] = PackageURL.parseString(text.trim());
    if (!type || !/^[a-z][a-z0-9.+-]*$/i.test(type) || !name) return undefined;
    const pairs = [...new URLSearchParams(qualifiers ?? {})].map(([key, value]) => [key.toLowerCase(), value] as const);
    return {
      type: type.toLowerCase(),
      namespace: trimmed(namespace),
      name: trimmed(name) ?? name,
      version: version?.trim() || undefined,
      qualifiers: new Map(pairs.filter(([, value]) => value)),
    };
  } catch {
    return undefined;
  }
}

/** Without slashes at its ends, of which several stand for one. */
const trimmed = (path: string | undefined): string | undefined =>
  path?.split('/').filter(Boolean).join('/') || undefined;

/** How an ecosystem writes the name of a package. */
type Naming = (purl: Purl) => string | undefined;

const withNamespace: Naming = ({ namespace, name }) => (namespace ? `${namespace}/${name}` : name);
const nameAlone: Naming = ({ name }) => name;

/** The ecosystems of types that need no release. */
const ECOSYSTEMS: ReadonlyMap<string, readonly [ecosystem: string, naming: Naming]> = new Map([
  ['npm', ['npm', withNamespace]],
  ['pypi', ['PyPI', nameAlone]],
  ['maven', ['Maven', ({ namespace, name }) => namespace && `${namespace}:${name}`]],
  ['golang', ['Go', withNamespace]],
  ['nuget', ['NuGet', nameAlone]],
  ['gem', ['RubyGems', nameAlone]],
  ['composer', ['Packagist', withNamespace]],
  ['cargo', ['crates.io', nameAlone]],
  ['hex', ['Hex', nameAlone]],
  ['pub', ['Pub', nameAlone]],
  ['swift', ['SwiftURL', withNamespace]],
  ['githubactions', ['GitHub Actions', withNamespace]],
  ['conan', ['ConanCenter', nameAlone]],
  ['cran', ['CRAN', nameAlone]],
  ['hackage', ['Hackage', nameAlone]],
  ['bitnami', ['Bitnami', nameAlone]],
  ['julia', ['Julia', nameAlone]],
]);

/** Packages of distributions. */
const OF_DISTRIBUTIONS: ReadonlySet<string> = new Set(['deb', 'rpm', 'apk']);

/**
 * The package that an address names, and its version. Distributions are known by the release in the qualifier `distro`; where
 * they name vulnerabilities by source packages it is the one in the qualifier `upstream`. Undefined where no ecosystem is known.
 */
export function packageOf(purl: Purl): InstalledPackage | undefined {
  if (OF_DISTRIBUTIONS.has(purl.type)) return packageOfDistribution(purl);
  const [ecosystem, naming] = ECOSYSTEMS.get(purl.type) ?? [];
  const name = naming?.(purl);
  if (ecosystem === undefined || name === undefined) return undefined;
  const version = purl.type === 'gem' ? purl.version?.replace(GEM_PLATFORM, '') : purl.version;
  return { ...packageKey(ecosystem, name), version };
}

/** The platform for which a gem was built, behind its version. */
const GEM_PLATFORM =
  /-(?:java|jruby|(?:x86_64|x86|x64|i[3-6]86|arm64|aarch64|arm|universal|ppc64le|riscv64|s390x)(?:-[^]*)?)$/;

function packageOfDistribution(purl: Purl): InstalledPackage | undefined {
  const ecosystem = releaseOf(purl.type, purl.namespace, purl.qualifiers.get('distro'));
  if (ecosystem === undefined) return undefined;
  const own = { name: purl.name.toLowerCase(), version: withEpoch(purl.version, purl.qualifiers.get('epoch')) };
  const source = sourceIsNamed(ecosystem) ? sourceOf(purl) : undefined;
  return {
    ...packageKey(ecosystem, source?.name ?? own.name),
    version: source?.version ?? own.version,
  };
}

const withEpoch = (version: string | undefined, epoch: string | undefined): string | undefined =>
  version !== undefined && epoch !== undefined && /^[1-9]\d*$/.test(epoch) && !version.includes(':')
    ? `${epoch}:${version}`
    : version;

/** The source package, as `gcc-12@12.2.0-14`, `openssl` or `openssl-3.0.7-6.el9.src.rpm`. */
function sourceOf(purl: Purl): { name: string; version: string | undefined } | undefined {
  // A plus that was not escaped is read as a space.
  const upstream = purl.qualifiers.get('upstream')?.replaceAll(' ', '+');
  if (!upstream) return undefined;
  const rpm = /^(.+)-[^-]+-[^-]+\.src\.rpm$/.exec(upstream)?.[1];
  if (rpm !== undefined) return { name: rpm, version: undefined };
  const [name, version] = upstream.split('@', 2) as [string, string?];
  return { name: name.toLowerCase(), version: version || undefined };
}

/** How ecosystems spell a name that may be written in several ways. */
const SPELLINGS: ReadonlyMap<string, (name: string) => string> = new Map([
  // PEP 503
  ['PyPI', (name) => name.toLowerCase().replace(/[-_.]+/g, '-')],
  ['NuGet', (name) => name.toLowerCase()],
  ['Packagist', (name) => name.toLowerCase()],
  ['Hex', (name) => name.toLowerCase()],
  ['Pub', (name) => name.toLowerCase().replaceAll('-', '_')],
  ['SwiftURL', (name) => name.toLowerCase().replace(/^https?:\/\//, '').replace(/\.git$/, '')], // prettier-ignore
  ['GitHub Actions', (name) => name.toLowerCase()],
]);

/** A package as it is kept and looked up, whoever names it. */
export function packageKey(ecosystem: string, name: string): PackageKey {
  const known = inOneSpelling(ecosystem);
  return { ecosystem: known, name: SPELLINGS.get(known.split(':', 1)[0]!)?.(name) ?? name };
}

/** Red Hat has an ecosystem for each repository of a release; what is installed does not say from which it came. */
const inOneSpelling = (ecosystem: string): string =>
  ecosystem.replace(/^Red Hat:enterprise_linux:(\d+)(?:\.\d+)?(?:::.*)?$/, 'Red Hat:$1');
