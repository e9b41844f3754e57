/** Names of products: addresses of packages and CPEs, as tools write them. */
import { parseCpe } from '../../src/vulnerabilities/identity/cpe.js';
import { packageKey, packageOf, parsePurl } from '../../src/vulnerabilities/identity/purl.js';

/** The package that an address names: ecosystem, name, version. */
function named(text: string): string | undefined {
  const purl = parsePurl(text);
  const found = purl && packageOf(purl);
  return found && [found.ecosystem, found.name, found.version ?? '-'].join(' ');
}

describe('addresses of packages', () => {
  it.each([
    ['pkg:npm/lodash@4.17.20', 'npm lodash 4.17.20'],
    ['pkg:npm/%40babel/core@7.0.0', 'npm @babel/core 7.0.0'],
    ['pkg:npm/@babel/core@7.0.0', 'npm @babel/core 7.0.0'],
    ['pkg:npm/@babel/core', 'npm @babel/core -'],
    ['pkg:npm/JSONStream@1.3.5', 'npm JSONStream 1.3.5'],
    ['pkg:pypi/Django_Filter@2.0', 'PyPI django-filter 2.0'],
    ['pkg:pypi/zope.interface@5.0?file_name=x.whl', 'PyPI zope-interface 5.0'],
    [
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1?type=jar',
      'Maven org.apache.logging.log4j:log4j-core 2.14.1',
    ],
    ['pkg:golang/github.com/BurntSushi/toml@v1.2.0', 'Go github.com/BurntSushi/toml v1.2.0'],
    [
      'pkg:golang/github.com/docker/docker@v20.10.0%2Bincompatible#pkg/x',
      'Go github.com/docker/docker v20.10.0+incompatible',
    ],
    ['pkg:golang/stdlib@1.20.3', 'Go stdlib 1.20.3'],
    ['pkg:nuget/Newtonsoft.Json@12.0.1', 'NuGet newtonsoft.json 12.0.1'],
    ['pkg:gem/nokogiri@1.15.0-x86_64-linux', 'RubyGems nokogiri 1.15.0'],
    ['pkg:gem/rails@7.0.0.rc1', 'RubyGems rails 7.0.0.rc1'],
    ['pkg:composer/Symfony/http-kernel@v5.4.1', 'Packagist symfony/http-kernel v5.4.1'],
    ['pkg:cargo/serde_json@1.0.1', 'crates.io serde_json 1.0.1'],
    ['pkg:hex/Phoenix@1.7.0', 'Hex phoenix 1.7.0'],
    ['pkg:pub/Some-Thing@1.0.0', 'Pub some_thing 1.0.0'],
    ['pkg:swift/github.com/Apple/swift-nio@2.0.0', 'SwiftURL github.com/apple/swift-nio 2.0.0'],
    ['pkg:githubactions/actions/Checkout@v4', 'GitHub Actions actions/checkout v4'],
    // As syft writes them.
    [
      'pkg:deb/debian/libssl3@3.0.11-1~deb12u2?arch=amd64&upstream=openssl&distro=debian-12',
      'Debian:12 openssl 3.0.11-1~deb12u2',
    ],
    ['pkg:deb/debian/gcc-12-base@12.2.0-14?arch=amd64&upstream=gcc-12&distro=debian-12', 'Debian:12 gcc-12 12.2.0-14'],
    [
      'pkg:deb/debian/libgcc-s1@12.2.0-14?upstream=gcc-defaults%401.203&distro=debian-12',
      'Debian:12 gcc-defaults 1.203',
    ],
    ['pkg:deb/debian/libgtk@3.24?upstream=gtk+3.0&distro=debian-11.6', 'Debian:11 gtk+3.0 3.24'],
    ['pkg:deb/ubuntu/bash@5.1-6ubuntu1?distro=ubuntu-22.04', 'Ubuntu:22.04:LTS bash 5.1-6ubuntu1'],
    ['pkg:deb/ubuntu/bash@5.2?distro=ubuntu-23.10', 'Ubuntu:23.10 bash 5.2'],
    [
      'pkg:apk/alpine/libcrypto3@3.1.0-r4?arch=x86_64&upstream=openssl&distro=alpine-3.18.4',
      'Alpine:v3.18 openssl 3.1.0-r4',
    ],
    ['pkg:apk/wolfi/openssl@3.1.0-r4?arch=x86_64', 'Wolfi openssl 3.1.0-r4'],
    [
      'pkg:rpm/rhel/openssl-libs@3.0.7-6.el9?epoch=1&upstream=openssl-3.0.7-6.el9.src.rpm&distro=rhel-9.2',
      'Red Hat:9 openssl-libs 1:3.0.7-6.el9',
    ],
    [
      'pkg:rpm/rocky/openssl-libs@3.0.7-6.el9?epoch=1&upstream=openssl-3.0.7-6.el9.src.rpm&distro=rocky-9.2',
      'Rocky Linux:9 openssl 1:3.0.7-6.el9',
    ],
    ['pkg:rpm/almalinux/bash@5.1.8-6.el9?epoch=0&distro=almalinux-9', 'AlmaLinux:9 bash 5.1.8-6.el9'],
    ['pkg:rpm/opensuse/bash@5.1?distro=opensuse-leap-15.5', 'openSUSE:Leap 15.5 bash 5.1'],
    // As trivy and others write them.
    ['pkg:apk/alpine/musl@1.2.4-r2?arch=x86_64&distro=3.18.4', 'Alpine:v3.18 musl 1.2.4-r2'],
    ['pkg:deb/debian/bash@5.2?distro=bookworm', 'Debian:12 bash 5.2'],
    ['pkg:rpm/rocky-linux/bash?distro=rocky-linux-8&epoch=0', 'Rocky Linux:8 bash -'],
    ['PKG:Deb/Debian/Bash@5.2?DISTRO=debian-12', 'Debian:12 bash 5.2'],
    ['pkg://npm/lodash@1.0.0', 'npm lodash 1.0.0'],
  ])('%s is %s', (text, expected) => expect(named(text)).toBe(expected));

  it.each([
    ['another distribution', 'pkg:deb/debian/bash@5.2?distro=raspbian-11'],
    ['one that was derived', 'pkg:deb/ubuntu/bash@5.2?distro=linuxmint-21'],
    ['no release', 'pkg:deb/debian/bash@5.2'],
    ['no release that is known', 'pkg:apk/alpine/musl@1?distro=alpine-edge'],
    ['a distribution of other packages', 'pkg:deb/debian/bash@5.2?distro=alpine-3.18'],
    ['no database', 'pkg:rpm/amzn/bash@5.2?distro=amzn-2023'],
    ['no ecosystem', 'pkg:generic/openssl@1.0'],
    ['a container', 'pkg:oci/nginx@sha256:abc'],
    ['no group', 'pkg:maven/log4j@1.2'],
  ])('nothing is known of %s: %s', (_, text) => {
    expect(parsePurl(text)).toBeDefined();
    expect(named(text)).toBeUndefined();
  });

  it.each(['', 'pkg:', 'pkg:npm', 'pkg:npm/', 'lodash', 'npm/lodash', 'pkg:np m/x', 'pkg:npm/%zz@1', 'pkg://user:word@npm/x', `pkg:npm/${'a'.repeat(3000)}`, '\0', 'pkg:npm/%00%']) // prettier-ignore
  ('%j is none', (text) => expect(parsePurl(text)).toBeUndefined());

  it('their parts stay as they are written', () => {
    const { qualifiers, ...parts } = parsePurl('pkg:Golang/Example.org//A/b@v1.0.0?Arch=x&empty=&__proto__=y#sub')!;
    expect(parts).toEqual({ type: 'golang', namespace: 'Example.org/A', name: 'b', version: 'v1.0.0' });
    expect([...qualifiers]).toEqual([['arch', 'x'], ['__proto__', 'y']]); // prettier-ignore
  });

  it('databases spell names as they do', () => {
    const keys = [packageKey('PyPI', 'Django.Filter'), packageKey('Red Hat:enterprise_linux:9::appstream', 'bash'), packageKey('Debian:12', 'Bash')]; // prettier-ignore
    expect(keys.map(({ ecosystem, name }) => `${ecosystem} ${name}`)).toEqual(['PyPI django-filter', 'Red Hat:9 bash', 'Debian:12 Bash']); // prettier-ignore
  });
});

describe('names of the CPE dictionary', () => {
  const parts = (text: string): unknown[] | undefined => {
    const cpe = parseCpe(text);
    return cpe && [cpe.part, cpe.vendor, cpe.product, cpe.version, cpe.update];
  };
  it.each<[string, unknown[]]>([
    ['cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*', ['a', 'apache', 'log4j', '2.14.1', undefined]],
    ['cpe:2.3:a:Apache:Log4j:2.0:beta9:*:*:*:*:*:*', ['a', 'apache', 'log4j', '2.0', 'beta9']],
    ['cpe:2.3:o:debian:debian_linux:12:*:*:*:*:*:*:*', ['o', 'debian', 'debian_linux', '12', undefined]],
    ['cpe:2.3:a:sap:s\\/4hana:1.0\\+b:*:*:*:*:*:*:*', ['a', 'sap', 's/4hana', '1.0+b', undefined]],
    ['cpe:2.3:a:a\\:b:c:1\\:2:*', ['a', 'a:b', 'c', '1:2', undefined]],
    ['cpe:2.3:a:acme:widget:*:*', ['a', 'acme', 'widget', undefined, undefined]],
    ['cpe:2.3:a:acme:widget:-:*', ['a', 'acme', 'widget', undefined, undefined]],
    ['cpe:2.3:a:acme:widget:1.*:*', ['a', 'acme', 'widget', undefined, undefined]],
    ['cpe:2.3:a:acme:c\\*:1', ['a', 'acme', 'c*', '1', undefined]],
    ['cpe:2.3:a:*:widget:1', ['a', undefined, 'widget', '1', undefined]],
    ['cpe:/a:apache:log4j:2.14.1', ['a', 'apache', 'log4j', '2.14.1', undefined]],
    ['cpe:/a:apache:log4j:2.0:beta9', ['a', 'apache', 'log4j', '2.0', 'beta9']],
    ['CPE:/o:redhat:enterprise_linux:9::baseos', ['o', 'redhat', 'enterprise_linux', '9', undefined]],
    ['cpe:/a:a%3ab:c%2fd:1%2b', ['a', 'a:b', 'c/d', '1+', undefined]],
    ['cpe:/a:acme:widget:1.%02', ['a', 'acme', 'widget', undefined, undefined]],
    ['cpe:/a:acme', ['a', 'acme', undefined, undefined, undefined]],
  ])('%s', (text, expected) => expect(parts(text)).toEqual(expected));
  it.each(['', 'cpe:', 'cpe:2.2:a:b:c', 'a:b:c', 'cpe:2.3:z:b:c:1', 'cpe:/x:b', `cpe:2.3:a:${'b'.repeat(3000)}`])(
    '%j is none',
    (text) => expect(parts(text)).toBeUndefined(),
  );
});
