/** The order of versions, by the rules of the ecosystem that a package belongs to. */
import { compareVersions, parseVersion, type Version } from '../matching.js';
import { alpine } from './alpine.js';
import { debian } from './debian.js';
import { maven } from './maven.js';
import { nuget } from './nuget.js';
import { packagist } from './packagist.js';
import { pypi } from './pypi.js';
import { rpm } from './rpm.js';
import { rubygems } from './rubygems.js';
import type { VersionRule } from './rule.js';
import { semantic } from './semantic.js';

/** A version that is longer is none: nobody writes such, and some rules take their time. */
const MAX_LENGTH = 256;

/** Where no ecosystem says how versions are ordered. */
const general: VersionRule<Version> = {
  parse(text) {
    const version = parseVersion(text);
    return version.length ? version : undefined;
  },
  compare: compareVersions,
};

/** Rules by the name of the ecosystem, without its release. */
const RULES: ReadonlyMap<string, VersionRule<unknown>> = new Map<string, VersionRule<unknown>>([
  ...rulesOf(semantic, 'npm', 'Go', 'crates.io', 'Hex', 'Pub', 'SwiftURL', 'GitHub Actions'),
  ...rulesOf(pypi, 'PyPI'),
  ...rulesOf(maven, 'Maven'),
  ...rulesOf(debian, 'Debian', 'Ubuntu'),
  ...rulesOf(rpm, 'Red Hat', 'Rocky Linux', 'AlmaLinux', 'openSUSE', 'SUSE', 'Mageia', 'openEuler', 'Azure Linux'),
  ...rulesOf(alpine, 'Alpine', 'Wolfi', 'Chainguard', 'MinimOS', 'Alpaquita', 'BellSoft Hardened Containers'),
  ...rulesOf(nuget, 'NuGet'),
  ...rulesOf(rubygems, 'RubyGems'),
  ...rulesOf(packagist, 'Packagist'),
]);

function rulesOf<Parsed>(
  rule: VersionRule<Parsed>,
  ...ecosystems: string[]
): Array<readonly [string, VersionRule<unknown>]> {
  return ecosystems.map((ecosystem) => [ecosystem, rule as VersionRule<unknown>]);
}

/**
 * Negative where `a` is older than `b`, 0 where they are the same version, positive otherwise; undefined where one of both is no
 * version there. `ecosystem`: as OSV writes it, with or without a release. Never throws.
 */
export function compareVersionsOf(ecosystem: string | undefined, a: string, b: string): number | undefined {
  const rule = RULES.get(ecosystem?.split(':', 1)[0] ?? '') ?? general;
  const [first, second] = [parsed(rule, a), parsed(rule, b)];
  return first === undefined || second === undefined ? undefined : rule.compare(first, second);
}

function parsed(rule: VersionRule<unknown>, version: string): unknown {
  const text = version.trim();
  return text.length <= MAX_LENGTH ? rule.parse(text) : undefined;
}
