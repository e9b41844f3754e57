/** The order of versions of each ecosystem, against what its own documentation says. */
import { compareVersionsOf } from '../../src/vulnerabilities/versions/index.js';

/** What the documentation of an ecosystem says. */
interface Documented {
  ecosystem: string | undefined;
  /** Versions of which each is older than the next one. */
  chains: string[][];
  /** Versions that are the same. */
  same: string[][];
  none: string[];
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const groups = (text: string): string[][] => text.split('|').map(words);

const DOCUMENTED: Documented[] = [
  {
    // semver.org, 10 and 11
    ecosystem: 'npm',
    chains: groups(`
      1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 2.0.0 2.1.0 2.1.1 2.9.9 2.10.0 10.0.0 |
      0.0.1-0 0.0.1-1 0.0.1-9 0.0.1-10 0.0.1-a 0.0.1 0.0.2 0.1.0 0.9.0 0.10.0 |
      1.0.0-A 1.0.0-a 1.0.0-a-b 1.0.0`),
    same: groups(`1.0.0 v1.0.0 1.0.0+20130313144700 1.0.0+21AF26D3 1.0 1 | 1.0.0-beta+exp.sha.5114f85 1.0.0-beta`),
    none: ['', '*', '1.2.3.4', 'latest', '1.x', '99999999999999999.0.0', '^1.0.0'],
  },
  {
    // go.dev/ref/mod: versions, pseudo-versions
    ecosystem: 'Go',
    chains: groups(`
      v0.0.0-20191109021931-daa7c04131f5 v0.0.0 v0.12.34 v1.2.3-pre v1.2.3-pre.0.20191109021931-daa7c04131f5 v1.2.3 v1.2.4-0.20191109021931-daa7c04131f5 v1.2.4 v8.0.5-pre v8.0.5 v10.0.0 |
      1.20.0-rc.1 go1.20 1.20.1 go1.20.13 1.21.0-0 1.21 |
      v0.0.0-20200101000000-aaaaaaaaaaaa v0.0.0-20210101000000-000000000000`),
    same: groups(`v2.0.9+incompatible v2.0.9+meta 2.0.9 | go1.20 1.20.0`),
    none: ['(devel)', 'master', 'v1.2.3.4'],
  },
  {
    // PEP 440: summary of permitted suffixes and relative ordering, normalization
    ecosystem: 'PyPI',
    chains: groups(`
      1.dev0 1.0.dev456 1.0a1 1.0a2.dev456 1.0a12.dev456 1.0a12 1.0b1.dev456 1.0b2 1.0b2.post345.dev456 1.0b2.post345 1.0rc1.dev456 1.0rc1 1.0 1.0+abc.5 1.0+abc.7 1.0+5 1.0.post456.dev34 1.0.post456 1.0.15 1.1.dev1 |
      0.9 0.9.1 0.9.2 0.9.10 0.9.11 1.0 1.0.1 1.1 2.0 2.0.1 2012.4 2012.10 2013.1 1!0.1 1!1.0 2!0`),
    same: groups(`
      1.0 1.0.0 v1.0 1 | 1.1a1 1.1-alpha1 1.1.A1 1.1_a_1 1.1alpha.1 1.1a01 | 1.1rc1 1.1c1 1.1-pre1 1.1preview1 |
      1.0.post2 1.0-2 1.0-r2 1.0.rev2 1.0_post2 | 1.2.dev0 1.2dev 1.2-dev | 1.0+ubuntu.1 1.0+ubuntu-1 1.0+UBUNTU_1`),
    none: ['latest', '1.0.x', 'french toast', '1.0+a+', '1.0-', '!1.0', '==1.0'],
  },
  {
    // maven.apache.org/pom.html: version order specification
    ecosystem: 'Maven',
    chains: groups(`
      1-alpha2snapshot 1-alpha2 1-alpha-123 1-beta-2 1-beta123 1-m2 1-m11 1-rc 1-cr2 1-rc123 1-SNAPSHOT 1 1-sp 1-sp2 1-sp123 1-abc 1-def 1-pom-1 1-1-snapshot 1-1 1-2 1-123 |
      2.0 2.0.a 2-1 2.0.2 2.0.123 2.1.0 2.1-a 2.1b 2.1-c 2.1-1 2.1.0.1 2.2 2.123 11.a2 11.a11 11.b2 11.b11 11.m2 11.m11 11 11.a 11b 11c 11m |
      1 1.1 | 1-snapshot 1 1-sp | 1-foo2 1-foo10 | 1.foo 1-1 1.1 | 1-ga 1-sp | 1-ga.1 1-sp.1x | 1-sp-1 1-ga-1 |
      6.1.0rc3 6.1.0 6.1H.5-beta | 20190126.230843 1234567890.12345 123456789012345.1H.5-beta 12345678901234567890.1H.5-beta |
      2.0.0.Beta3 2.0.0-RC1 2.0.0.Final 2.0.1 | 31.1-android 31.1-jre 32.0.0-android | 1.0.0.X1 1.0.0-X2 | 1.0.alpha 1.0 1-1`),
    same: groups(`
      1 1.0 1.0.0 1-0 1.0-0 1. 1- 01 | 1 1-ga 1.ga 1-final 1.FINAL 1.release 1.0.0-0.0.0 | 1.0.0-foo.0.0 1-foo 1.foo 1foo |
      1-a1 1-alpha-1 1a1 1.alpha1 | 1b2 1-beta-2 | 1m3 1-milestone-3 | 1-cr 1-rc 1.RC | 1X 1x | 1.0.0x 1-x`),
    none: ['', 'latest', '${project.version}', '[1.0,2.0)', '1 2'],
  },
  {
    // Debian Policy 5.6.12, deb-version(7)
    ecosystem: 'Debian:12',
    chains: groups(`
      1.0~~ 1.0~~a 1.0~ 1.0 1.0a 1.0b 1.0+ 1.0.1 1.1 1.9 1.10 2.0 1:0.1 1:1.0 2:0 10:0 |
      1.0~beta1~svn1245 1.0~beta1 1.0~rc1 1.0 1.0-1~bpo12+1 1.0-1~deb12u1 1.0-1 1.0-1+b1 1.0-1+deb12u1 1.0-1+deb12u2 1.0-1+deb12u10 1.0-1.1 1.0-2 |
      3.0.9-1 3.0.11-1~deb12u1 3.0.11-1~deb12u2 3.0.11-1 3.0.13-1 | 2.36-9+deb12u3 2.36-9+deb12u4 |
      1.2.3-4ubuntu1 1.2.3-4ubuntu1.1 1.2.3-4ubuntu2 1.2.3-5 | 1.18.36 1.18.36-5 1.18.36+x 1.18.36.5-0.1 | 7.6-0.1 7.6p2-4 | 1A 1a 1+`),
    same: groups(`1.0 0:1.0 1.0-0 00:1.00 | 1.0-1 1.00-01 | 2.36-9+deb12u4 0:2.36-9+deb12u4`),
    none: ['', 'a1', '1.0_1', '1.0 1', 'x:1.0', ':1.0', '1.0/1', 'unknown'],
  },
  {
    // rpm-version(7), rpm.org/docs: version comparison
    ecosystem: 'Rocky Linux:9',
    chains: groups(`
      1.0~alpha 1.0~rc1 1.0~rc2 1.0 1.0^ 1.0^git1 1.0^git2 1.0^20160101 1.0^20160102 1.0a 1.0aa 1.0.1~rc1 1.0.1 1.0.1^git1~pre 1.0.1^git1 1.1 1.9 1.10 2.0 10.0 1:0.1 2:0.1 10:0 |
      5.5p1 5.5p2 5.5p10 | 10xyz 10.1xyz | xyz.4 8 | 2.0 2.0.1 | 5.5 6.0 | 1b.fc17 1.fc17 | 20101121 20101122 |
      1.0 1.0-1.el9 1.0-1.el9_2 1.0-1.el9_2.1 1.0-1.1 1.0-2.el9 1.0-10.el9 1.1-1.el9 | 0:4.9.3-2.el9 4.9.3-2.el9_8.1 1:4.9.3-1.el9`),
    same: groups(
      `1.0 1.0 0:1.0 | 1.05 1.5 1.005 | 2_0 2.0 2+0 | fc4 fc.4 | 1.0~rc1 1.0~rc.1 | 5.5-1.el9 0:5.5-1.el9 0:5.5-01.el9`,
    ),
    none: ['', 'abc', '1.0-1-1', '1.0 1', 'a:1.0', '1.0/2'],
  },
  {
    // apk-package(5)
    ecosystem: 'Alpine:v3.18',
    chains: groups(`
      1.0_alpha 1.0_alpha1 1.0_alpha2 1.0_alpha10 1.0_beta 1.0_beta2 1.0_pre 1.0_pre1 1.0_rc 1.0_rc1 1.0_rc2 1.0 1.0-r0 1.0-r1 1.0-r2 1.0-r10 1.0_cvs 1.0_svn 1.0_git 1.0_git20230101 1.0_hg 1.0_p 1.0_p1 1.0_p2 1.0a 1.0b 1.0.1 1.0.2 1.0.10 1.1 1.9 1.10 2 10 |
      1.0_rc1-r0 1.0_rc1-r1 1.0-r0 | 1.010 1.02 1.09 1.1 1.9 | 3.1.0-r4 3.1.1-r0 3.1.1-r3 3.1.2-r0 | 1.2.4_git20230717-r4 1.2.5-r0 | 1.0 1.0~deadbeef 1.0_p`),
    same: groups(`1.0-r1 1.0-r01 | 01.0 1.0 | 1.0_rc1 1.0_rc01`),
    none: ['', 'v1.0', '1.0_foo', '1.0-1', '1.0r1', 'a', '1.', '1.0-r', '1.0ab'],
  },
  {
    // learn.microsoft.com/nuget/concepts/package-versioning
    ecosystem: 'NuGet',
    chains: groups(`
      1.0.1-aaa 1.0.1-alpha 1.0.1-alpha10 1.0.1-alpha2 1.0.1-beta 1.0.1-open 1.0.1-rc 1.0.1-zzz 1.0.1 1.0.1.1 1.0.2 1.0.6 1.0.11 1.1 1.10 2.0.0-0 2.0.0 2.0.0.1-beta 2.0.0.1 10 |
      1.0.1-alpha.2 1.0.1-alpha.10 1.0.1-alpha.beta 1.0.1 | 1.0.0-1 1.0.0-2 1.0.0-10 1.0.0-a`),
    same: groups(
      `1.0 1.0.0 1.0.0.0 1.00 1 1.0.0+meta | 1.01.1 1.1.1 | 1.00.0.1 1.0.0.1 01.0.0.1 | 1.0.0-BETA 1.0.0-beta 1.0-beta+x`,
    ),
    none: ['', '1.0.0.0.0', '1.0-', 'latest', '1.*', '[1.0]'],
  },
  {
    // Gem::Version
    ecosystem: 'RubyGems',
    chains: groups(`
      0.9 1.0.a 1.0.a.2 1.0.a9 1.0.a10 1.0.b1 1.0.pre 1.0.rc1 1.0 1.0.1.pre 1.0.1 1.0.9 1.0.10 1.1 1.8.2.a 1.8.2.a9 1.8.2.a10 1.8.2.b 1.8.2 1.9.3 1.9.3.1 2.0.0.rc1 2.0.0 10 |
      5.0.0.beta1 5.0.0.beta1.1 5.0.0.beta2 5.0.0.racecar1 5.0.0.rc1 5.0.0 | 1.0.0-1 1.0.0`),
    same: groups(`1.0 1 1.0.0 1.0.0.0 01.0 | 1.0.a 1.a 1.0.0.a 1.0.a.0 | 1.0-1 1.0.pre.1 | 0.beta.1 0.0.beta.1`),
    none: ['', 'junk', '1.0 2', '1..2', '1.2_3', '.1', '-1'],
  },
  {
    // getcomposer.org/doc/articles/versions.md
    ecosystem: 'Packagist',
    chains: groups(`
      1.0.0-dev 1.0.0-alpha 1.0.0-alpha1 1.0.0-alpha2 1.0.0-beta 1.0.0-beta2 1.0.0-beta5-dev 1.0.0-beta5 1.0.0-beta10 1.0.0-RC1 1.0.0-RC2 1.0.0 1.0.0-patch1 1.0.0-p2 1.0.0-pl3 1.0.1 1.0.2 1.0.10 1.1 1.2.3.4 1.10 2.0 10.0 |
      2010.01.02 2010.02.01 | 20100102-203040 20100103-000000 | 1.0.0-rc.1 1.0.0-rc.2`),
    same: groups(`
      1.0.0 1.0 v1.0 1 1.0.0.0 1.0.0-stable 1.0.0+build.5 | 1.0.0-alpha3 1.0.0a3 1.0.0.alpha.3 | 1.0b1 1.0-beta1 1.0.0-beta.1 |
      1.0.0RC1 1.0.0-rc1 1.0.0.rc1 1.0-rc-1 | 1.0-p1 1.0.0-pl1 1.0.0patch1 | 1.0-dev 1.0.0.0-dev`),
    none: ['', 'dev-master', '1.0.x-dev', 'feature-a', '1.0-foo', '^1.0'],
  },
  {
    // reports.md, 7: where no ecosystem is known
    ecosystem: undefined,
    chains: groups(`
      1.0-snapshot 1.0 1.0a 1.0.1 1.9 1.10 2.0rc1 2.0 2.0p1 10 | 1.0-alpha1 1.0-alpha2 1.0-beta1 1.0-rc1 1.0 1.0.0.1 1.0b 1.0c |
      8.2-m1 8.2 8.2u1 8.2u20 8.2.1 | 99999999999999999999.1 99999999999999999999.2 100000000000000000000.0`),
    same: groups(`1.0 1 1.0.0 v1.0 1_0 01.0 | 2.1-RC1 2.1.rc.1 2.1rc1`),
    none: ['', '*', '-', '...'],
  },
];

const ecosystemsOf = DOCUMENTED.map((one): [string, Documented] => [one.ecosystem ?? 'no ecosystem', one]);

describe.each(ecosystemsOf)('versions of %s', (_, { ecosystem, chains, same, none }) => {
  const compare = (a: string, b: string): number | undefined => {
    const order = compareVersionsOf(ecosystem, a, b);
    return order === undefined ? undefined : Math.sign(order);
  };
  const pairs: Array<[string, string, number]> = [
    ...chains.flatMap((chain) =>
      chain.flatMap((a, i) => chain.slice(i + 1).map((b): [string, string, number] => [a, b, -1])),
    ),
    ...same.flatMap((group) => group.flatMap((a) => group.map((b): [string, string, number] => [a, b, 0]))),
  ];

  it('stand in the order that is documented', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(50);
    const wrong = pairs.filter(([a, b, order]) => compare(a, b) !== order || compare(b, a) !== 0 - order);
    expect(wrong.map(([a, b, order]) => `${a} ${'<=>'[order + 1]} ${b}, and not ${compare(a, b)}`)).toEqual([]);
  });

  it.each(none)('%j is none', (text) => {
    const [[known]] = same as [[string]];
    expect([compare(text, known), compare(known, text), compare(text, text)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are no longer than 256 characters', () => {
    const long = `1.${'0'.repeat(253)}1`;
    expect(compare(`${long}1`, '1.0')).toBeUndefined();
    const began = performance.now();
    compare(long, long.replace(/1$/, '2'));
    for (const text of [
      `1${'-'.repeat(254)}`,
      `1${'.1'.repeat(127)}a`,
      `1${'a1'.repeat(127)}~`,
      '1_p'.repeat(85),
      '~^'.repeat(128),
    ])
      compare(text, text);
    expect(performance.now() - began).toBeLessThan(200);
  });

  const seed = Date.now() % 1_000_000;
  it(`are in one order, whichever they are (seed ${seed})`, () => {
    const random = randomOf(seed);
    const pool = [...new Set([...chains.flat(), ...same.flat()])];
    const versions = Array.from({ length: 150 }, () => oneOf(pool, random)).map((text) => changed(text, random));
    const good = versions.filter((text) => compare(text, text) === 0);
    expect(good.length).toBeGreaterThan(50);
    for (let i = 0; i < 20_000; i++) {
      const [a, b, c] = [oneOf(good, random), oneOf(good, random), oneOf(good, random)];
      const [ab, bc, ac] = [compare(a, b)!, compare(b, c)!, compare(a, c)!];
      if (compare(b, a) !== 0 - ab) throw new Error(`${a} and ${b}: ${ab} and ${compare(b, a)}`);
      if (ab <= 0 && bc <= 0 && (ac > 0 || (ac === 0 && (ab || bc))))
        throw new Error(`${a} ${ab} ${b} ${bc} ${c} but ${ac}`);
    }
  });
});

/** A repeatable sequence of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const oneOf = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;

/** A version with some of its characters changed, or as it was. */
function changed(text: string, random: () => number): string {
  if (random() < 0.3) return text;
  const at = Math.floor(random() * (text.length + 1));
  const piece = oneOf(
    [
      '0',
      '1',
      '.0',
      '.1',
      '-1',
      '-0',
      'a',
      'rc',
      'rc1',
      '-rc',
      '.a',
      '~',
      '^',
      '+',
      '-r1',
      '_p',
      '-alpha',
      '.dev1',
      '.post1',
    ],
    random,
  );
  return random() < 0.6 ? text.slice(0, at) + piece + text.slice(at) : text.slice(0, at) + text.slice(at + 1);
}

describe('ecosystems', () => {
  it('differ', () => {
    const orders = ['npm', 'PyPI', 'Maven', 'Debian:12', 'Alpine:v3.18', 'RubyGems'].map((ecosystem) =>
      Math.sign(compareVersionsOf(ecosystem, '1.0-1', '1.0') ?? NaN),
    );
    expect(orders).toEqual([-1, 1, 1, 1, NaN, -1]);
  });
  it('that are not known have the rule of those without one', () => {
    expect(compareVersionsOf('Julia', '1.0-rc1', '1.0')).toBeLessThan(0);
    expect(compareVersionsOf('__proto__', '1.9', '1.10')).toBeLessThan(0);
  });
});
